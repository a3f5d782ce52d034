/* The library of Windows from which Rust programs take their random numbers, for a wine that is too old to have it. */
#include <windows.h>
#include <ntsecapi.h>

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length) {
    return RtlGenRandom(buffer, (ULONG)length);
}
