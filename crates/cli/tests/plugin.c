/* Engine plug-ins for tic-tac-toe, as strangers might write them. MODE says what is wrong with this one:
 * 0 nothing, 1 it never comes back, 2 it crashes, 3 it answers nonsense, 4 it refuses every move. */
#include <stdint.h>
#include <stdio.h>
#include <string.h>

static int taken[9];
static int moves;

int DLL_StartNewGame(const char *variant) {
    memset(taken, 0, sizeof taken);
    moves = 0;
    return strcmp(variant, "Tic-Tac-Toe") ? -3 : 1;
}

int DLL_MakeAMove(const char *move) {
    const char *cell = strrchr(move, ' ');
    if (MODE == 4 || !cell) return -1;
    taken[(cell[1] - 'a') * 3 + cell[2] - '1'] = 1;
    moves++;
    return 0;
}

int DLL_Search(int32_t time, int32_t depth, int32_t variety, volatile const int *status, char *best,
               char *current, int32_t *nodes, int32_t *score, int32_t *reached) {
    int i;
    (void)time, (void)depth, (void)variety, (void)status, (void)current;
    if (MODE == 1)
        for (;;) (void)*status;
    if (MODE == 2) *(volatile int *)0 = 1;
    for (i = 0; taken[i]; i++) {
    }
    sprintf(best, "%s Mark %c%c", moves % 2 ? "O" : "X", 'a' + i / 3, '1' + i % 3);
    if (MODE == 3) strcpy(best, "Mark a1 - z9");
    *nodes = 1;
    *score = 0;
    *reached = 1;
    return 0;
}

int DLL_CleanUp(void) {
    return 0;
}
