/* Uses the header as a host that is linked with the library would: the moves of tic-tac-toe, counted. */
#include "selforge_plugin.h"

#include <stdio.h>

int main(void) {
    char move[SELFORGE_MOVE_BYTES] = "";
    int count = 0;
    if (DLL_StartNewGame("Tic-Tac-Toe") != DLL_OK || DLL_GenerateMoves(0) != DLL_OK) return 1;
    while (DLL_GenerateMoves(move) == DLL_OK && move[0]) count++;
    printf("%d\n", count);
    return DLL_CleanUp();
}
