// SquAlma: the topmost disc of a stack moves as many squares as the stack is high; a path across the board wins.
//
// A stack is a marker bit followed by a bit for each disc from the bottom up, 1 for white and 0 for black: 1 is an
// empty square, 10 a black disc, 101 a white disc on a black one.

#include "kernel.h"

typedef struct {
    u8 stacks[64];
    u64 top[2];     // the squares with a side's disc on top, by side
    u64 height[4];  // the squares of the stacks, by height
    u64 white[3];   // the squares with a white disc, by how far it is below the top
    u64 key;
    u8 turn;
} Position;

#define MOST_MOVES 256
#define FEATURES 33
#ifndef LATE_MOVES
#define LATE_MOVES 4
#endif
#define REPETITION 1
#ifndef CONTEMPT
#define CONTEMPT 150
#endif
#define ODD_DEPTHS 1
#define QUIESCENCE 0
#define FORESIGHT 0

#define PASS 0
#define MOST_NEED 5
#define FIRST_RANK 0xFFull
#define LAST_RANK (0xFFull << 56)
#define FIRST_FILE 0x0101010101010101ull
#define NOT_A 0xFEFEFEFEFEFEFEFEull
#define NOT_H 0x7F7F7F7F7F7F7F7Full

static inline u64 bit(int square) { return 1ull << square; }
static inline int height_of(u8 stack) { return 31 - __builtin_clz(stack); }
static inline u64 key_of(int square, u8 stack) { return stack == 1 ? 0 : mix((u64)square << 8 | stack); }
#define WHITE_TO_MOVE 0x9E3779B97F4A7C15ull

static void put(Position *p, int square, u8 stack) {
    u8 old = p->stacks[square];
    p->key ^= key_of(square, old) ^ key_of(square, stack);
    p->height[height_of(old)] &= ~bit(square);
    p->height[height_of(stack)] |= bit(square);
    p->top[0] &= ~bit(square), p->top[1] &= ~bit(square);
    if (stack > 1) p->top[stack & 1] |= bit(square);
    for (int below = 0; below < 3; below++) {
        p->white[below] &= ~bit(square);
        if (stack >> (below + 1) && stack >> below & 1) p->white[below] |= bit(square);
    }
    p->stacks[square] = stack;
}

// The bytes: turn, then the stacks.
static void read_position(const u8 *bytes, Position *p) {
    *p = (Position){.turn = bytes[0]};
    for (int square = 0; square < 64; square++) p->stacks[square] = 1;
    p->height[0] = ~0ull;
    for (int square = 0; square < 64; square++) put(p, square, bytes[1 + square]);
    if (p->turn) p->key ^= WHITE_TO_MOVE;
}

// The squares exactly `far` steps from a square in each of the eight directions.
static u64 leaps(int square, int far) {
    static u64 known[64][4];
    u64 *squares = &known[square][far];
    if (*squares) return *squares;
    for (int north = -1; north <= 1; north++)
        for (int east = -1; east <= 1; east++) {
            int rank = square / 8 + far * north, file = square % 8 + far * east;
            if ((north || east) && rank >= 0 && rank < 8 && file >= 0 && file < 8) *squares |= bit(rank * 8 + file);
        }
    return *squares;
}

// The squares where a disc from a stack of that height may land.
static u64 room(const Position *p, int height) {
    u64 open = p->height[0] | p->height[1];
    return height == 1 ? open : open | p->height[2];
}

static u64 targets(const Position *p, int square) {
    int height = height_of(p->stacks[square]);
    return leaps(square, height) & room(p, height);
}

static int moves_of(const Position *p, int side, Move *moves) {
    int n = 0;
    for (u64 from = p->top[side]; from; from &= from - 1)
        for (u64 to = targets(p, lowest(from)); to; to &= to - 1) moves[n++] = (Move)(lowest(from) << 8 | lowest(to));
    return n;
}

static int can_move(const Position *p, int side) {
    for (u64 from = p->top[side]; from; from &= from - 1)
        if (targets(p, lowest(from))) return 1;
    return 0;
}

static int generate(const Position *p, Move *moves) {
    int n = moves_of(p, p->turn, moves);
    if (!n && can_move(p, !p->turn)) moves[n++] = PASS;
    return n;
}

static int play(const Position *before, Move move, Position *after) {
    *after = *before;
    after->turn = !before->turn;
    after->key ^= WHITE_TO_MOVE;
    if (move == PASS) return 1;
    int from = move >> 8, to = move & 255, side = before->turn;
    u8 left = before->stacks[from], landed = before->stacks[to];
    put(after, from, left >> 1);
    put(after, to, (u8)(landed << 1 | side));
    return 1;
}

// These squares and all that touch them, diagonally too.
static inline u64 around(u64 bits) {
    bits |= (bits & NOT_H) << 1 | (bits & NOT_A) >> 1;
    return bits | bits << 8 | bits >> 8;
}

static int connected(u64 discs) {
    u64 reached = discs & FIRST_RANK, before = 0;
    if (!(discs & LAST_RANK)) return 0;
    while (reached != before) before = reached, reached = around(reached) & discs;
    return (reached & LAST_RANK) != 0;
}

static int ended(const Position *p, int *score) {
    int mine = connected(p->top[p->turn]), theirs = connected(p->top[!p->turn]);
    *score = mine && theirs ? 0 : mine ? WON : -WON;
    return mine || theirs;
}

static int stuck(const Position *p) {
    (void)p;
    return 0;
}

// The moves to search first: those that cover an enemy disc.
static int urgency(const Position *p, Move move) { return move != PASS && (p->top[!p->turn] & bit(move & 255)) ? 1 : 0; }

static int distance(Move a, Move b) {
    int files = (a & 7) - (b & 7), ranks = (a >> 3 & 7) - (b >> 3 & 7);
    if (files < 0) files = -files;
    if (ranks < 0) ranks = -ranks;
    return files > ranks ? files : ranks;
}

// The cost of a side's cheapest path from rank 1 to rank 8, at most MOST_NEED: squares with its own discs cost 0, empty
// ones 1, those with enemy discs 2. Enemies on full stacks block the path.
static int missing(const Position *p, int side) {
    u64 own = p->top[side], empty = p->height[0], enemy = p->top[!side] & ~p->height[3];
    u64 reached[MOST_NEED], all = 0;
    for (int cost = 0; cost < MOST_NEED; cost++) {
        u64 now = cost ? around(all) : 0;
        u64 before = cost > 1 ? around(reached[cost - 2]) : 0;
        u64 fresh = 0;
        if (cost == 0) fresh = own & FIRST_RANK;
        else fresh = (now & (own | empty)) | (before & enemy);
        if (cost == 1) fresh |= empty & FIRST_RANK;
        if (cost == 2) fresh |= enemy & FIRST_RANK;
        fresh |= all;
        for (u64 old = 0; old != fresh;) old = fresh, fresh |= around(fresh) & own;
        all = reached[cost] = fresh;
        if (all & LAST_RANK) return cost;
    }
    return MOST_NEED;
}

// The squares exactly `far` steps away from any of the given ones.
static inline u64 ring(u64 bits, int far) {
    u64 right = 0xFFull >> far, east = bits & right * FIRST_FILE, west = bits & (0xFFull << far & 0xFF) * FIRST_FILE;
    east <<= far, west >>= far;
    u64 row = bits | east | west;
    return row << 8 * far | row >> 8 * far | east | west;
}

// The squares where one side's discs can land, by the height of the stack that they leave.
typedef struct {
    u64 one, two, three;
} Reach;

static inline Reach reach_of(const Position *p, u64 discs) {
    u64 open = p->height[0] | p->height[1], low = open | p->height[2];
    return (Reach){ring(discs & p->height[1], 1) & open, ring(discs & p->height[2], 2) & low,
                   ring(discs & p->height[3], 3) & low};
}

#define SIDED 26

// The features of one side. A disc is free if it uncovers no enemy when it leaves.
static void measure_side(const Position *p, int side, Reach reach, Reach enemy_reach, i32 *f) {
    u64 own = p->top[side], enemy = p->top[!side];
    u64 second = side ? p->white[1] : ~p->white[1], third = side ? p->white[2] : ~p->white[2];
    u64 one = own & p->height[1], two = own & p->height[2], three = own & p->height[3];
    f[0] = count(one);
    f[1] = count(two & second);
    f[2] = count(two & ~second);
    f[3] = count(three & second & third);
    f[4] = count(three & second & ~third);
    f[5] = count(three & ~second & third);
    f[6] = count(three & ~second & ~third);
    f[7] = count(own & 0x8181818181818181ull);
    f[8] = count(own & 0x4242424242424242ull);
    f[9] = count(own & 0x2424242424242424ull);
    f[10] = count(reach.one);
    f[11] = count(reach.two);
    f[12] = count(reach.three);
    Reach free = reach_of(p, one | ((two | three) & second));
    f[13] = count((free.one | free.two | free.three) & enemy);
    f[14] = count((reach.two | reach.three) & enemy & p->height[2]);
    int need = missing(p, side);
    f[15] = need <= 1;
    f[16] = need <= 2;
    f[17] = need <= 3;
    f[18] = -need;
    u64 ranks = own | own >> 4;
    ranks |= ranks >> 2, ranks |= ranks >> 1;
    f[19] = count(ranks & FIRST_FILE);
    f[20] = count(own) < 8 ? count(own) - 8 : 0;
    u64 answered = enemy_reach.two | enemy_reach.three;
    f[21] = count((reach.one | reach.two | reach.three) & enemy & p->height[1] & ~answered);
    f[22] = count(one & (reach.two | reach.three));
    f[23] = count(free.two | free.three);
    f[24] = count(own & own << 9 & NOT_A) + count(own & own << 7 & NOT_H);
    f[25] = count(two & ~second & (enemy_reach.two | enemy_reach.three));
}

static void measure(const Position *p, i32 *features) {
    i32 own[SIDED], enemy[SIDED];
    Reach mine = reach_of(p, p->top[p->turn]), theirs = reach_of(p, p->top[!p->turn]);
    measure_side(p, p->turn, mine, theirs, own);
    measure_side(p, !p->turn, theirs, mine, enemy);
    for (int i = 0; i < SIDED; i++) features[i] = own[i] - enemy[i];
    u64 threats = (mine.one | mine.two | mine.three) & p->top[!p->turn];
    u64 dangers = (theirs.one | theirs.two | theirs.three) & p->top[p->turn];
    features[SIDED] = 1;
    features[SIDED + 1] = count(threats & p->height[1]);
    features[SIDED + 2] = count(threats & p->height[2]);
    features[SIDED + 3] = count(dangers & p->height[1]);
    features[SIDED + 4] = count(dangers & p->height[2]);
    features[SIDED + 5] = own[13];
    features[SIDED + 6] = own[21];
}

#include "alphabeta.h"
