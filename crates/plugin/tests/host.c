/* A host of engine plug-ins that shares nothing with the plug-in but the interface: the signatures below
 * are written from its description, not from our header.
 *
 * host LIBRARY                  all checks of the interface with Selfo
 * host LIBRARY replay FILE      plays the moves of FILE and compares every list of moves
 * host LIBRARY cycles N         starts and cleans up N times and watches its memory
 * host LIBRARY play TITLE DEPTH plays TITLE against itself until it is over, and prints the moves
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

typedef int (*start_fn)(const char *);
typedef int (*move_fn)(const char *);
typedef int (*clean_fn)(void);
typedef int (*gen_fn)(char *);
typedef int (*over_fn)(int32_t *, char *);
typedef int (*search_fn)(int32_t, int32_t, int32_t, volatile int *, char *, char *, int32_t *, int32_t *, int32_t *);

#define UNKNOWN (-2140000000)
#define MOVE 1024
#define COMMENT 500
#define GUARD 64
#define MOST_MOVES 4096

static void *library;
static start_fn start;
static move_fn move;
static clean_fn clean;
static gen_fn gen;
static over_fn over;
static search_fn search;

static void fail(const char *what, const char *more) {
    printf("FAILED: %s: %s\n", what, more);
    exit(1);
}

static void check(int ok, const char *what) {
    if (!ok) fail(what, "");
}

static void load(const char *path) {
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) fail("dlopen", dlerror());
    start = (start_fn)dlsym(library, "DLL_StartNewGame");
    move = (move_fn)dlsym(library, "DLL_MakeAMove");
    clean = (clean_fn)dlsym(library, "DLL_CleanUp");
    search = (search_fn)dlsym(library, "DLL_Search");
    gen = (gen_fn)dlsym(library, "DLL_GenerateMoves");
    over = (over_fn)dlsym(library, "DLL_IsGameOver");
    check(start && move && clean && search, "the four required functions");
    check(gen && over, "the two optional functions");
}

/* A buffer of the size of the interface with guard bytes behind it. */
struct guarded {
    char text[MOVE];
    unsigned char guard[GUARD];
};

static void arm(struct guarded *buffer) {
    memset(buffer->text, 0x55, MOVE);
    buffer->text[0] = 0;
    memset(buffer->guard, 0xA5, GUARD);
}

static void intact(const struct guarded *buffer) {
    int i;
    for (i = 0; i < GUARD; i++) check(buffer->guard[i] == 0xA5, "guard bytes behind a buffer");
    check(memchr(buffer->text, 0, MOVE) != NULL, "the text ends inside its buffer");
}

static char moves[MOST_MOVES][MOVE];

static int list(int by_null) {
    struct guarded buffer;
    int count = 0, i;
    arm(&buffer);
    if (by_null) {
        check(gen(NULL) == 0, "gen(NULL)");
    } else {
        check(gen(buffer.text) == 0, "gen(\"\")");
        check(buffer.text[0] == 0, "the call that resets writes nothing");
    }
    for (;;) {
        check(gen(buffer.text) == 0, "gen(buffer)");
        intact(&buffer);
        if (!buffer.text[0]) break;
        for (i = 0; i < count; i++)
            if (!strcmp(moves[i], buffer.text)) fail("the same move twice", buffer.text);
        check(count < MOST_MOVES, "too many moves");
        strcpy(moves[count++], buffer.text);
    }
    return count;
}

static int listed(const char *text, int count) {
    int i;
    for (i = 0; i < count; i++)
        if (!strcmp(moves[i], text)) return 1;
    return 0;
}

static int32_t verdict(void) {
    int32_t result = 1;
    struct guarded comment;
    arm(&comment);
    check(over(&result, comment.text) == 0, "over");
    check(strlen(comment.text) < COMMENT, "the comment fits into 500 bytes");
    intact(&comment);
    return result;
}

/* A search in a thread of its own, so that the status can be written meanwhile. */
struct thinking {
    int32_t time, depth, variety, nodes, score, reached;
    volatile int status;
    volatile int done;
    int answer;
    struct guarded best, current;
};

static void *think(void *data) {
    struct thinking *it = data;
    it->answer = search(it->time, it->depth, it->variety, &it->status, it->best.text, it->current.text,
                        &it->nodes, &it->score, &it->reached);
    it->done = 1;
    return NULL;
}

static void nap(long milliseconds) {
    struct timespec span = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&span, NULL);
}

/* Searches; after `wait` ms the status becomes `status`. A search that does not come back is an error. */
static void ask(struct thinking *it, int32_t time, int32_t depth, int status, long wait) {
    pthread_t thread;
    long waited;
    memset(it, 0, sizeof *it);
    arm(&it->best);
    arm(&it->current);
    it->time = time;
    it->depth = depth;
    check(pthread_create(&thread, NULL, think, it) == 0, "a thread");
    if (status) {
        nap(wait);
        it->status = status;
    }
    for (waited = 0; !it->done && waited < 60000; waited += 5) nap(5);
    check(it->done, "the search returns");
    pthread_join(thread, NULL);
    intact(&it->best);
    intact(&it->current);
}

static const char *const black[] = {"a2", "b6", "b1", "c3", "d5", "d3", "e10", "e8", "f9",
                                    "f2", "g11", "g8", "g5", "i7", "i6", "j10", "j5", "k7", NULL};
static const char *const white[] = {"a5", "b7", "b2", "c6", "c5", "e7", "e4", "e1", "f10",
                                    "f3", "g4", "g2", "h9", "h7", "i9", "j11", "j6", "k10", NULL};

static void set_up(const char *player, const char *piece, const char *const *cells) {
    char text[64];
    for (; *cells; cells++) {
        snprintf(text, sizeof text, "(%s %s %s)", player, piece, *cells);
        if (move(text) != 0) fail("an edit", text);
    }
}

static void all_checks(const char *piece) {
    static char before[MOST_MOVES][MOVE];
    struct thinking first, again;
    int answer, count, same, plies;
    char best[MOVE];
    answer = start("Selfo");
    check(answer == 0 || answer == 1, "start(Selfo)");
    if (answer == 0) {
        set_up("Black", piece, black);
        set_up("White", piece, white);
    }
    count = list(1);
    check(list(0) == count, "a list begun by an empty text is the same");
    printf("moves at the start: %d\n", count);
    check(count == 67, "66 moves and the pass");
    check(verdict() == UNKNOWN, "the game is not over at its start");

    /* Move now: the answer is one of the moves. */
    ask(&first, 20000, 30, 1, 10);
    check(first.answer == 0, "a search that is told to stop soon");
    if (!listed(first.best.text, count)) fail("the best move is not in the list", first.best.text);
    /* The program closes: it returns, whatever it says. */
    ask(&first, 0, 0, 2, 1);
    /* Twice the same question, twice the same answer. */
    ask(&first, 60000, 2, 0, 0);
    ask(&again, 60000, 2, 0, 0);
    check(first.answer == 0 && first.nodes > 0 && first.reached > 0, "what a search shows");
    check(first.score > UNKNOWN, "a score");
    if (strcmp(first.best.text, again.best.text)) fail("another answer", again.best.text);

    /* Garbage changes nothing. */
    memcpy(before, moves, sizeof before);
    check(move("Nonsense") < 0, "move(Nonsense)");
    check(move("") < 0, "move(\"\")");
    check(move("Man a2 - k11") < 0, "an illegal move");
    check(move("Stone a2 - k11") < 0, "an illegal move");
    check(move("(Purple Man a3)") < 0, "an unknown player");
    check(move("(Black Man z99)") < 0, "an unknown position");
    check(move("((((") < 0, "brackets");
    check(start("no such variant") < 0, "start(no such variant)");
    check(start("") < 0, "start(\"\")");
    check(list(1) == count, "as many moves as before");
    check(!memcmp(before, moves, sizeof before), "the same moves as before");

    /* A question about a position: its moves alone. */
    check(move("a2") == 0, "a question about a position");
    same = list(1);
    check(same > 0 && same < count, "some of the moves");
    check(list(1) == same, "the question stands until a move");

    /* A game to its end, or for long enough. */
    strcpy(best, first.best.text);
    for (plies = 0; plies < 40; plies++) {
        if (move(best) != 0) fail("the best move cannot be played", best);
        if (verdict() != UNKNOWN) break;
        count = list(1);
        check(count > 0, "a game that goes on has moves");
        ask(&first, 60000, 1, 0, 0);
        check(first.answer == 0, "a search");
        if (!listed(first.best.text, count)) fail("the best move is not in the list", first.best.text);
        strcpy(best, first.best.text);
    }
    printf("plies: %d\n", plies);
    check(clean() == 0, "clean");
    check(gen(NULL) < 0 && move("a2") < 0, "nothing is known after cleaning up");
}

/* Plays what the file says: "count N", then N lines "- MOVE" in any order, then "play MOVE"; "over RESULT"
 * at the end. */
static void replay(const char *path) {
    char line[2 * MOVE];
    int count = 0, expected = 0, found = 0, moves_played = 0;
    FILE *file = fopen(path, "r");
    check(file != NULL, "the file of the replay");
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\r\n")] = 0;
        if (!strncmp(line, "title ", 6)) {
            check(start(line + 6) >= 0, "start");
        } else if (!strncmp(line, "count ", 6)) {
            expected = atoi(line + 6);
            found = 0;
            count = list(1);
            if (count != expected) fail("the number of moves after", line);
        } else if (!strncmp(line, "- ", 2)) {
            if (!listed(line + 2, count)) fail("a move is missing", line + 2);
            found++;
        } else if (!strncmp(line, "play ", 5)) {
            check(found == expected, "the file lists all moves");
            check(verdict() == UNKNOWN, "the game goes on");
            if (move(line + 5) != 0) fail("a move cannot be played", line + 5);
            moves_played++;
        } else if (!strncmp(line, "over ", 5)) {
            check(verdict() == atoi(line + 5), "the end");
        } else {
            fail("a line of the file", line);
        }
    }
    fclose(file);
    clean();
    printf("replayed: %d\n", moves_played);
}

static long pages(void) {
    long total = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return 0;
    check(fscanf(file, "%ld %ld", &total, &resident) == 2, "statm");
    fclose(file);
    return resident;
}

static void cycles(int count) {
    int i;
    long before = 0, after;
    for (i = 0; i < count; i++) {
        /* What is kept for ever has been taken by then. */
        if (i == count / 10) before = pages();
        check(start("Tic-Tac-Toe") >= 0, "start");
        check(list(1) == 9, "nine moves");
        check(clean() == 0, "clean");
    }
    after = pages();
    printf("pages: %ld then %ld\n", before, after);
    check(after - before < 256, "memory grows");
}

static void play(const char *title, int depth) {
    struct thinking it;
    int plies;
    check(start(title) >= 0, "start");
    for (plies = 0; plies < 400 && verdict() == UNKNOWN; plies++) {
        ask(&it, 60000, depth, 0, 0);
        check(it.answer == 0, "a search");
        printf("%s\n", it.best.text);
        if (move(it.best.text) != 0) fail("the best move cannot be played", it.best.text);
    }
    printf("over: %d\n", verdict());
    clean();
}

int main(int argc, char **argv) {
    check(argc >= 2, "host LIBRARY [replay FILE | cycles N | play TITLE DEPTH]");
    load(argv[1]);
    if (argc == 4 && !strcmp(argv[2], "replay")) {
        replay(argv[3]);
    } else if (argc == 4 && !strcmp(argv[2], "cycles")) {
        cycles(atoi(argv[3]));
    } else if (argc == 5 && !strcmp(argv[2], "play")) {
        play(argv[3], atoi(argv[4]));
    } else {
        all_checks("Man");
        /* Unloaded, loaded and done again in the same process, by a host with another name for a piece. */
        check(dlclose(library) == 0, "dlclose");
        load(argv[1]);
        all_checks("Stone");
    }
    check(dlclose(library) == 0, "dlclose");
    printf("ok\n");
    return 0;
}
