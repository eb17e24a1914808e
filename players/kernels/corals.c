// Brain Coral and Branching Coral: place stones on a hexagon of cells; the largest group of one colour wins.
//
// Cells are numbered row by row from the bottom, each row from the left, in the order of their names in the rules.

#include "kernel.h"

#define MOST_CELLS 169
#define MOST_MOVES (MOST_CELLS + 1)
#define SWAP 254
#define NO_MOVE 0xFFFF
#define OFF MOST_CELLS  // stands for all cells beyond the edge; it is always empty

enum { EMPTY, BLACK, WHITE };
enum { OWN, OPPONENT, NONE };

static int cells;                          // the number of cells of the board
static u8 neighbours[MOST_CELLS][6];       // in order around the cell
static u8 row_of[MOST_CELLS], place_of[MOST_CELLS];
static int branching, bonus, cascade, pie;  // the game and its options

typedef struct {
    u8 stone[MOST_CELLS + 1];
    u8 free[MOST_CELLS + 1];   // the number of empty neighbours of a cell
    u8 leader[MOST_CELLS + 1]; // union-find of clusters (connected stones of any colour): the parent of a stone
    u8 turn;
    u8 ply;  // 2 for all later plies
} State;

// --- The board ---

static void lay_out(int rows, const u8 *lengths) {
    int start[32] = {0};
    cells = 0;
    for (int row = 0; row < rows; row++) start[row] = cells, cells += lengths[row];
    for (int row = 0; row < rows; row++)
        for (int i = 0; i < lengths[row]; i++) {
            u8 *around = neighbours[start[row] + i];
            for (int way = 0; way < 6; way++) around[way] = OFF;
            if (i + 1 < lengths[row]) around[0] = (u8)(start[row] + i + 1);
            if (i > 0) around[3] = (u8)(start[row] + i - 1);
            for (int up = 1; up >= -1; up -= 2) {
                int other = row + up;
                if (other < 0 || other >= rows) continue;
                int right = lengths[other] > lengths[row] ? i + 1 : i, left = right - 1;
                if (right < lengths[other]) around[up > 0 ? 1 : 5] = (u8)(start[other] + right);
                if (left >= 0) around[up > 0 ? 2 : 4] = (u8)(start[other] + left);
            }
            row_of[start[row] + i] = (u8)(2 * row);
            place_of[start[row] + i] = (u8)(2 * i + 32 - lengths[row]);  // in half cells, relative to the middle line of the board
        }
}

static int distance(Move a, Move b) {
    if (a >= cells || b >= cells) return 0;
    int rows = row_of[a] - row_of[b], places = place_of[a] - place_of[b];
    if (rows < 0) rows = -rows;
    if (places < 0) places = -places;
    rows /= 2;
    return places > rows ? rows + (places - rows) / 2 : rows;
}

// --- Stones ---

static void put(State *s, int cell, int stone) {
    int change = stone == EMPTY ? 1 : -1;
    s->stone[cell] = (u8)stone;
    s->leader[cell] = (u8)cell;
    for (int way = 0; way < 6; way++) s->free[neighbours[cell][way]] += change;
}

// The root of a stone's cluster, with path halving.
static inline int root_of(State *s, int cell) {
    while (s->leader[cell] != cell) cell = s->leader[cell] = s->leader[s->leader[cell]];
    return cell;
}

// Unite a stone with the clusters of its neighbours.
static void join(State *s, int cell) {
    for (int way = 0; way < 6; way++) {
        int next = neighbours[cell][way];
        if (s->stone[next]) s->leader[root_of(s, next)] = (u8)root_of(s, cell);
    }
}

// Whether a stone may be placed on a cell: the cell is empty, and every cell keeps an empty path to the perimeter. That
// path is lost if the cell has too few empty neighbours, is the last empty neighbour of a stone, or closes a ring of
// stones, in which case one cluster touches the cell on two sides.
static int is_legal(State *s, int cell) {
    const u8 *around = neighbours[cell];
    if (s->stone[cell] || s->free[cell] < 1 + branching) return 0;
    int runs[6], n = 0, before = s->stone[around[5]];
    for (int way = 0; way < 6; way++) {
        int next = around[way], stone = s->stone[next];
        if (stone && s->free[next] < 2) return 0;
        if (stone && !before) runs[n++] = next;  // a run of stones begins here
        before = stone;
    }
    if (n < 2) return 1;
    for (int i = 0; i < n; i++) {
        runs[i] = root_of(s, runs[i]);
        for (int j = 0; j < i; j++)
            if (runs[i] == runs[j]) return 0;
    }
    return 1;
}

// Place a stone of the side to move and, in Branching Coral, lift stones. Returns how many stones were lifted.
static int place(State *s, int cell) {
    put(s, cell, s->turn ? WHITE : BLACK);
    s->turn = !s->turn;
    if (s->ply < 2) s->ply++;
    u8 lifted[6];
    int n = 0;
    if (branching)
        for (int way = 0; way < 6; way++) {
            int next = neighbours[cell][way];
            if (s->stone[next] && s->free[next] < 2) lifted[n++] = (u8)next;
        }
    if (!n) {
        join(s, cell);
        return 0;
    }
    for (int i = 0; i < n; i++) put(s, lifted[i], EMPTY);
    for (int i = 0; i < cells; i++) s->leader[i] = (u8)i;  // clusters may have been split: rebuild them
    for (int i = 0; i < cells; i++)
        if (s->stone[i]) join(s, i);
    return n;
}

// --- The functions that the search calls ---

// The bytes: branching, bonus, cascade, pie, turn, ply (2 for all later plies), the number of rows, their lengths from
// the bottom, then the cells: 0 empty, 1 black, 2 white.
static void read_position(const u8 *bytes, State *s) {
    branching = bytes[0], bonus = bytes[1], cascade = bytes[2], pie = bytes[3];
    int rows = bytes[6];
    lay_out(rows, bytes + 7);
    *s = (State){.turn = bytes[4], .ply = bytes[5]};
    for (int cell = 0; cell < cells; cell++)
        for (int way = 0; way < 6; way++) s->free[cell] += neighbours[cell][way] != OFF;
    for (int cell = 0; cell < cells; cell++)
        if (bytes[7 + rows + cell]) put(s, cell, bytes[7 + rows + cell]);
    for (int cell = 0; cell < cells; cell++)
        if (s->stone[cell]) join(s, cell);
}

static int generate(State *s, Move *moves) {
    int n = 0;
    for (int cell = 0; cell < cells; cell++)
        if (is_legal(s, cell)) moves[n++] = (Move)cell;
    if (pie && s->ply == 1) moves[n++] = SWAP;
    return n;
}

static int can_move(State *s) {
    for (int cell = 0; cell < cells; cell++)
        if (is_legal(s, cell)) return 1;
    return pie && s->ply == 1;
}

static void play(State *s, Move move) {
    if (move != SWAP) {
        place(s, move);
        return;
    }
    for (int cell = 0; cell < cells; cell++)
        if (s->stone[cell]) s->stone[cell] = WHITE;
    s->turn = 0, s->ply = 2;
}

// The winner of a game that is over: by the higher score, or by the tie-break.
static int winner(const State *s) {
    u8 sizes[2][MOST_CELLS + 1] = {{0}}, seen[MOST_CELLS + 1] = {0}, waiting[MOST_CELLS];
    int largest[2] = {0}, groups[2] = {0};
    for (int cell = 0; cell < cells; cell++) {
        u8 stone = s->stone[cell];
        if (!stone || seen[cell]) continue;
        int n = 0, size = 0, side = stone - BLACK;
        waiting[n++] = (u8)cell, seen[cell] = 1;
        while (n) {
            u8 at = waiting[--n];
            size++;
            for (int way = 0; way < 6; way++) {
                u8 next = neighbours[at][way];
                if (s->stone[next] == stone && !seen[next]) seen[next] = 1, waiting[n++] = next;
            }
        }
        groups[side]++, sizes[side][size]++;
        if (size > largest[side]) largest[side] = size;
    }
    int black = largest[0], white = largest[1];
    if (bonus == OWN) black += groups[0], white += groups[1];
    if (bonus == OPPONENT) black += groups[1], white += groups[0];
    if (black != white) return black > white ? 0 : 1;
    if (cascade)  // from the largest size down: the side with more groups of a size loses
        for (int size = MOST_CELLS; size > 0; size--)
            if (sizes[0][size] != sizes[1][size]) return sizes[0][size] > sizes[1][size] ? 1 : 0;
    return !s->turn;  // the side that placed the last stone
}

static u32 random_below(u32 n);

// An illegal cell stays illegal until a stone is lifted, so it is moved behind the cells that may still be legal.
static int playout(State *s) {
    u8 open[MOST_CELLS];
    u32 live = 0, all = 0;
    for (int cell = 0; cell < cells; cell++)
        if (!s->stone[cell]) open[all++] = (u8)cell;
    live = all;
    while (live) {
        u32 i = random_below(live);
        u8 cell = open[i];
        if (!is_legal(s, cell)) {
            live--;
            open[i] = open[live], open[live] = cell;
            continue;
        }
        if (place(s, cell)) {
            all = 0;
            for (int empty = 0; empty < cells; empty++)
                if (!s->stone[empty]) open[all++] = (u8)empty;
            live = all;
        } else {
            live--, all--;
            open[i] = open[live], open[live] = open[all];
        }
    }
    return winner(s);
}

#include "uct.h"
