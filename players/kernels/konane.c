// Konane: a stone jumps over an enemy beside it to the empty square behind, and on in the same line; no jump loses.
//
// A side's stones are a bitboard: a1 is the lowest bit, then rank by rank. Boards of size 6 and 8 fit 64 bits; the
// kernel for size 10 is compiled separately, with 128 bits.

#include "kernel.h"

#ifdef LARGE
typedef unsigned __int128 Bits;
typedef union {
    Bits whole;
    u64 half[2];  // low half first
} Halves;

// The compiler calls these functions to shift 128-bit numbers.
Bits __ashlti3(Bits bits, int by) {
    Halves in = {bits}, out = {0};
    if (by >= 64) out.half[1] = in.half[0] << (by - 64);
    else out.half[0] = in.half[0] << by, out.half[1] = in.half[1] << by | (by ? in.half[0] >> (64 - by) : 0);
    return out.whole;
}

Bits __lshrti3(Bits bits, int by) {
    Halves in = {bits}, out = {0};
    if (by >= 64) out.half[0] = in.half[1] >> (by - 64);
    else out.half[1] = in.half[1] >> by, out.half[0] = in.half[0] >> by | (by ? in.half[1] << (64 - by) : 0);
    return out.whole;
}

static inline int stones(Bits bits) { return count((u64)bits) + count((u64)(bits >> 64)); }
static inline int first(Bits bits) { return (u64)bits ? lowest((u64)bits) : 64 + lowest((u64)(bits >> 64)); }
static inline u64 fold(Bits bits) { return (u64)bits ^ mix((u64)(bits >> 64)); }
#else
typedef u64 Bits;
static inline int stones(Bits bits) { return count(bits); }
static inline int first(Bits bits) { return lowest(bits); }
static inline u64 fold(Bits bits) { return bits; }
#endif

typedef struct {
    Bits side[2];
    u64 key;
    u8 turn;
    u8 removals;  // how many of the two opening removals were made
} Position;

#define MOST_MOVES 256
#define FEATURES 10
#ifndef LATE_MOVES
#define LATE_MOVES 0
#endif
#define REPETITION 0
#ifndef CONTEMPT
#define CONTEMPT 0
#endif
#define ODD_DEPTHS 0
#define QUIESCENCE 0
#define FORESIGHT 0

static int size;
static Bits full, edge;
static Bits room[4];  // by direction: the squares from which a jump stays on the board
static int step[4];
enum { EAST, NORTH, WEST, SOUTH };
#define EACH_WAY _Pragma("unroll") for (int way = EAST; way <= SOUTH; way++)

static inline Bits bit(int square) { return (Bits)1 << square; }

// Shift all bits by some squares in a direction.
static inline Bits shift(Bits bits, int way, int squares) {
    switch (way) {
        case EAST: return bits << squares;
        case NORTH: return bits << squares * size;
        case WEST: return bits >> squares;
        default: return bits >> squares * size;
    }
}

static void set_key(Position *p) { p->key = mix(fold(p->side[0]) + 1) ^ mix(fold(p->side[1]) * 3 + 5) ^ p->turn; }

// The bytes: size, turn, ply (2 for all later plies), then the squares: 0 empty, 1 black, 2 white.
static void read_position(const u8 *bytes, Position *p) {
    size = bytes[0];
    full = edge = 0;
    *p = (Position){.turn = bytes[1], .removals = bytes[2]};
    int steps[4] = {1, size, -1, -size};
    for (int way = 0; way < 4; way++) step[way] = steps[way], room[way] = 0;
    for (int square = 0; square < size * size; square++) {
        int file = square % size, rank = square / size;
        full |= bit(square);
        if (!file || !rank || file == size - 1 || rank == size - 1) edge |= bit(square);
        if (file < size - 2) room[0] |= bit(square);
        if (rank < size - 2) room[1] |= bit(square);
        if (file > 1) room[2] |= bit(square);
        if (rank > 1) room[3] |= bit(square);
        if (bytes[3 + square]) p->side[bytes[3 + square] - 1] |= bit(square);
    }
    set_key(p);
}

// A move has the start square in bits 8 to 15 and the stop square in bits 0 to 7; in a removal they are equal.
static inline int start_of(Move move) { return move >> 8; }
static inline int stop_of(Move move) { return move & 255; }

static int opening_moves(const Position *p, Move *moves) {
    int n = 0, middle = size / 2;
    if (!p->removals) {
        int squares[4] = {(size - 1) * size, middle * size + middle - 1, (middle - 1) * size + middle, size - 1};
        for (int i = 0; i < 4; i++) moves[n++] = (Move)(squares[i] << 8 | squares[i]);
        return n;
    }
    int hole = first(full ^ p->side[0] ^ p->side[1]), file = hole % size, rank = hole / size;
    if (rank > 0) moves[n++] = (Move)((hole - size) * 257);
    if (file > 0) moves[n++] = (Move)((hole - 1) * 257);
    if (file < size - 1) moves[n++] = (Move)((hole + 1) * 257);
    if (rank < size - 1) moves[n++] = (Move)((hole + size) * 257);
    return n;
}

static inline int opposite(int way) { return way ^ 2; }

// The stones of one side that can jump in a direction.
static inline Bits jumpers(Bits own, Bits enemy, Bits empty, int way) {
    return own & shift(enemy, opposite(way), 1) & shift(empty, opposite(way), 2) & room[way];
}

static int generate(const Position *p, Move *moves) {
    if (p->removals < 2) return opening_moves(p, moves);
    Bits own = p->side[p->turn], enemy = p->side[!p->turn], empty = full ^ own ^ enemy;
    int n = 0;
    EACH_WAY
        for (Bits left = jumpers(own, enemy, empty, way); left; left &= left - 1) {
            int start = first(left), stop = start + 2 * step[way];
            moves[n++] = (Move)(start << 8 | stop);
            while ((bit(stop) & room[way]) && (enemy & bit(stop + step[way])) && (empty & bit(stop + 2 * step[way]))) {
                stop += 2 * step[way];
                moves[n++] = (Move)(start << 8 | stop);
            }
        }
    return n;
}

static int play(const Position *before, Move move, Position *after) {
    *after = *before;
    int start = start_of(move), stop = stop_of(move), turn = before->turn;
    after->side[turn] ^= bit(start);
    if (start == stop) after->removals++;
    else {
        int apart = stop - start;
        int way = apart % size ? (apart > 0 ? 1 : -1) : (apart > 0 ? size : -size);
        for (int over = start + way; over != stop + way; over += 2 * way) after->side[!turn] ^= bit(over);
        after->side[turn] ^= bit(stop);
    }
    after->turn = !turn;
    set_key(after);
    return 1;
}

static int ended(const Position *p, int *score) {
    (void)p, (void)score;
    return 0;
}

static int stuck(const Position *p) {
    (void)p;
    return -WON;
}

static int urgency(const Position *p, Move move) {
    (void)p, (void)move;
    return 0;
}

static int distance(Move a, Move b) {
    int files = stop_of(a) % size - stop_of(b) % size, ranks = stop_of(a) / size - stop_of(b) / size;
    if (files < 0) files = -files;
    if (ranks < 0) ranks = -ranks;
    return files > ranks ? files : ranks;
}

// The features of one side: jumps, stones that can move (movers), movers that no enemy can capture, jumps of two steps,
// jumps blocked by one own stone, movers on the edge, and movers on the edge that no enemy can capture.
static void measure_side(const Position *p, int side, i32 *f) {
    Bits own = p->side[side], enemy = p->side[!side], empty = full ^ own ^ enemy;
    Bits movers = 0, taken = 0, barred = 0;
    EACH_WAY {
        Bits now = jumpers(own, enemy, empty, way), beside = own & shift(enemy, opposite(way), 1) & room[way];
        f[0] += stones(now);
        movers |= now;
        f[3] += stones(jumpers(shift(now, way, 2), enemy, empty, way));
        taken |= shift(jumpers(enemy, own, empty, way), way, 1);
        barred |= beside & shift(own, opposite(way), 2);
    }
    f[1] += stones(movers);
    f[2] += stones(movers & ~taken);
    f[4] += stones(barred & ~movers);
    f[5] += stones(movers & edge);
    f[6] += stones(movers & ~taken & edge);
}

static void measure(const Position *p, i32 *features) {
    i32 own[7] = {0}, enemy[7] = {0};
    measure_side(p, p->turn, own);
    measure_side(p, !p->turn, enemy);
    for (int i = 0; i < 7; i++) features[i] = own[i] - enemy[i];
    int late = stones(full ^ p->side[0] ^ p->side[1]) * 8 / (size * size);  // 0 at the start, about 5 at the end
    features[7] = features[2] * late;
    features[8] = features[1] * late;
    features[9] = 1;  // the side to move
}

#include "alphabeta.h"
