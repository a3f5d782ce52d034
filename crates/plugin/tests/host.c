/* A host of engine plug-ins that shares nothing with the plug-in but the interface: the signatures below
 * are written from its description, not from our header. It runs where there is dlopen, and on Windows.
 *
 * host LIBRARY                  all checks of the interface with Selfo
 * host LIBRARY replay FILE      plays the moves of FILE and compares every list of moves
 * host LIBRARY cycles N         starts and cleans up N times and watches its memory
 * host LIBRARY play TITLE DEPTH plays TITLE against itself until it is over, and prints the moves
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifdef _WIN32
#include <windows.h>
#include <psapi.h>
#define CALL __stdcall
#define THREAD DWORD WINAPI
typedef HANDLE thread_t;
#else
#include <dlfcn.h>
#include <pthread.h>
#include <time.h>
#define CALL
#define THREAD void *
typedef pthread_t thread_t;
#endif

typedef int(CALL *start_fn)(const char *);
typedef int(CALL *move_fn)(const char *);
typedef int(CALL *clean_fn)(void);
typedef int(CALL *gen_fn)(char *);
typedef int(CALL *over_fn)(int32_t *, char *);
typedef int(CALL *search_fn)(int32_t, int32_t, int32_t, volatile int *, char *, char *, int32_t *, int32_t *,
                             int32_t *);

#define UNKNOWN (-2140000000)
#define MOVE 1024
#define COMMENT 500
#define GUARD 64
#define MOST_MOVES 4096
/* How many milliseconds late an answer may come, on a slow and busy machine too. */
#define SOON 2000

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

#ifdef _WIN32
static HMODULE library;

static void open_library(const char *path) {
    char error[32];
    library = LoadLibraryA(path);
    snprintf(error, sizeof error, "error %lu", (unsigned long)GetLastError());
    if (!library) fail("the library cannot be loaded", error);
}

static void *symbol(const char *name) { return (void *)GetProcAddress(library, name); }
static void close_library(void) { check(FreeLibrary(library), "FreeLibrary"); }

static int begin_thread(thread_t *thread, THREAD (*run)(void *), void *data) {
    *thread = CreateThread(NULL, 0, run, data, 0, NULL);
    return *thread != NULL;
}

static void end_thread(thread_t thread) {
    WaitForSingleObject(thread, INFINITE);
    CloseHandle(thread);
}

static void nap(long milliseconds) { Sleep(milliseconds); }
static long now(void) { return (long)GetTickCount(); }

/* How many pages of memory this process holds. */
static long pages(void) {
    PROCESS_MEMORY_COUNTERS counters;
    check(GetProcessMemoryInfo(GetCurrentProcess(), &counters, sizeof counters), "memory");
    return (long)(counters.WorkingSetSize / 4096);
}
#else
static void *library;

static void open_library(const char *path) {
    library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (!library) fail("the library cannot be loaded", dlerror());
}

static void *symbol(const char *name) { return dlsym(library, name); }
static void close_library(void) { check(dlclose(library) == 0, "dlclose"); }

static int begin_thread(thread_t *thread, THREAD (*run)(void *), void *data) {
    return pthread_create(thread, NULL, run, data) == 0;
}

static void end_thread(thread_t thread) { pthread_join(thread, NULL); }

static void nap(long milliseconds) {
    struct timespec span = {milliseconds / 1000, milliseconds % 1000 * 1000000};
    nanosleep(&span, NULL);
}

static long now(void) {
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/* How many pages of memory this process holds; 0 where the system does not say. */
static long pages(void) {
    long total = 0, resident = 0;
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return 0;
    check(fscanf(file, "%ld %ld", &total, &resident) == 2, "statm");
    fclose(file);
    return resident;
}
#endif

static void load(const char *path) {
    open_library(path);
    start = (start_fn)symbol("DLL_StartNewGame");
    move = (move_fn)symbol("DLL_MakeAMove");
    clean = (clean_fn)symbol("DLL_CleanUp");
    search = (search_fn)symbol("DLL_Search");
    gen = (gen_fn)symbol("DLL_GenerateMoves");
    over = (over_fn)symbol("DLL_IsGameOver");
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

/* A number of the plug-in with guard bytes behind it: `long` is 32 bits wide in this interface. */
struct number {
    int32_t value, guard;
};

static int32_t verdict(void) {
    struct number result = {1, GUARD};
    struct guarded comment;
    int i;
    arm(&comment);
    check(over(&result.value, comment.text) == 0, "over");
    check(result.guard == GUARD, "guard bytes behind a number");
    intact(&comment);
    check(strlen(comment.text) < COMMENT, "the comment fits into 500 bytes");
    for (i = COMMENT; i < MOVE; i++) check(comment.text[i] == 0x55, "nothing is written behind 500 bytes");
    check(result.value != UNKNOWN || !comment.text[0], "no comment while the game goes on");
    return result.value;
}

/* A search in a thread of its own, so that the status can be written meanwhile. */
struct thinking {
    int32_t time, depth, variety;
    struct number nodes, score, reached;
    volatile int status;
    volatile int done;
    int answer;
    struct guarded best, current;
};

static THREAD think(void *data) {
    struct thinking *it = data;
    it->answer = search(it->time, it->depth, it->variety, &it->status, it->best.text, it->current.text,
                        &it->nodes.value, &it->score.value, &it->reached.value);
    it->done = 1;
    return 0;
}

/* Searches; if `status` is not 0 it is what the search is told after `wait` ms. Returns how many
 * milliseconds went by from then on, or from the start. A search that does not come back is an error. */
static long ask(struct thinking *it, int32_t time, int32_t depth, int status, long wait) {
    thread_t thread;
    long since = now();
    memset(it, 0, sizeof *it);
    arm(&it->best);
    arm(&it->current);
    it->time = time;
    it->depth = depth;
    check(begin_thread(&thread, think, it), "a thread");
    if (status) {
        nap(wait);
        check(!it->done, "a long search goes on until it is told to stop");
        since = now();
        it->status = status;
    }
    while (!it->done && now() - since < 90000) nap(5);
    since = now() - since;
    check(it->done, "the search returns");
    end_thread(thread);
    intact(&it->best);
    intact(&it->current);
    check(!it->nodes.guard && !it->score.guard && !it->reached.guard, "guard bytes behind a number");
    check(it->status == status, "the status is written by the host alone");
    return since;
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

static void begin(const char *piece) {
    int answer = start("Selfo");
    check(answer == 0 || answer == 1, "start(Selfo)");
    if (answer == 0) {
        set_up("Black", piece, black);
        set_up("White", piece, white);
    }
}

static void all_checks(const char *piece) {
    static char before[MOST_MOVES][MOVE];
    struct thinking first, again;
    int count, same, plies;
    long waited;
    char best[MOVE];
    begin(piece);
    count = list(1);
    check(list(0) == count, "a list begun by an empty text is the same");
    printf("moves at the start: %d\n", count);
    check(count == 67, "66 moves and the pass");
    check(verdict() == UNKNOWN, "the game is not over at its start");

    /* Move now: the answer comes soon and is one of the moves. */
    waited = ask(&first, 60000, 30, 1, 100);
    check(first.answer == 0, "a search that is told to stop soon");
    if (!listed(first.best.text, count)) fail("the best move is not in the list", first.best.text);
    printf("stopped after %ld ms", waited);
    check(waited < SOON, "a search that is told to stop soon returns soon");
    /* The program closes: it returns, whatever it says. */
    waited = ask(&first, 0, 30, 2, 0);
    printf(", ended after %ld ms", waited);
    check(waited < SOON, "a search that is told to stop now returns at once");
    /* Half a second of time, and nothing else that ends the search. */
    waited = ask(&first, 500, 30, 0, 0);
    check(first.answer == 0, "a search with a limit of time");
    if (!listed(first.best.text, count)) fail("the best move is not in the list", first.best.text);
    printf(", 500 ms took %ld ms\n", waited);
    check(waited < 500 + SOON, "a search keeps to its time");
    /* Twice the same question from the same position, twice the same answer. */
    ask(&first, 60000, 2, 0, 0);
    begin(piece);
    ask(&again, 60000, 2, 0, 0);
    check(first.answer == 0 && first.nodes.value > 0 && first.reached.value > 0, "what a search shows");
    check(first.score.value > UNKNOWN, "a score");
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

    /* Edits: a piece is taken away and put back. */
    check(move("(x a2)") == 0 && list(1) < count, "a piece is taken away");
    snprintf(best, sizeof best, "(Black %s a2)", piece);
    check(move(best) == 0 && list(1) == count, "a piece is put back");

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
    int plies, count;
    check(start(title) >= 0, "start");
    for (plies = 0; plies < 400 && verdict() == UNKNOWN; plies++) {
        count = list(1);
        ask(&it, 60000, depth, 0, 0);
        check(it.answer == 0, "a search");
        if (!listed(it.best.text, count)) fail("the best move is not in the list", it.best.text);
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
        close_library();
        load(argv[1]);
        all_checks("Stone");
    }
    close_library();
    printf("ok\n");
    return 0;
}
