/* The interface of engine plug-ins of Zillions of Games, as Selforge's plug-in offers it and as
 * `selforge` calls the plug-ins of others. See docs/plugins.md.
 *
 * `long` of the original is 32 bits wide on Windows, so it is int32_t here on every system. All text is
 * Windows-1252 and ends with a zero byte. The buffers for moves have 1024 bytes, that of a comment 500.
 */
#ifndef SELFORGE_PLUGIN_H
#define SELFORGE_PLUGIN_H

#include <stdint.h>

#if defined(_WIN32)
#define SELFORGE_CALL __stdcall
#else
#define SELFORGE_CALL
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* Written by the host while a search runs. */
typedef int32_t Search_Status;
enum { kKEEPSEARCHING = 0, kSTOPSOON = 1, kSTOPNOW = 2 };

/* What every function answers. */
typedef int32_t DLL_Result;
enum {
    DLL_OK = 0,
    DLL_OK_DONT_SEND_SETUP = 1,
    DLL_GENERIC_ERROR = -1,
    DLL_OUT_OF_MEMORY_ERROR = -2,
    DLL_UNKNOWN_VARIANT_ERROR = -3,
    DLL_UNKNOWN_PLAYER_ERROR = -4,
    DLL_UNKNOWN_PIECE_ERROR = -5,
    DLL_WRONG_SIDE_TO_MOVE_ERROR = -6,
    DLL_INVALID_POSITION_ERROR = -7,
    DLL_NO_MOVES = -8
};

/* Scores, from the view of the side to move. */
enum { UNKNOWN_SCORE = -2140000000, LOSS_SCORE = -2130000000, DRAW_SCORE = 0, WIN_SCORE = 2130000000 };

#define SELFORGE_MOVE_BYTES 1024
#define SELFORGE_COMMENT_BYTES 500

DLL_Result SELFORGE_CALL DLL_StartNewGame(const char *variant);
DLL_Result SELFORGE_CALL DLL_MakeAMove(const char *move);
DLL_Result SELFORGE_CALL DLL_Search(int32_t search_time, int32_t depth_limit, int32_t variety,
                                    const volatile Search_Status *status, char *best_move,
                                    char *current_move, int32_t *nodes, int32_t *score, int32_t *depth);
DLL_Result SELFORGE_CALL DLL_GenerateMoves(char *move);
DLL_Result SELFORGE_CALL DLL_IsGameOver(int32_t *result, char *comment);
DLL_Result SELFORGE_CALL DLL_CleanUp(void);

#ifdef __cplusplus
}
#endif

#endif
