// Coral Clash: hunters lift coral, gatherers place it; checkmate the Whale, or hold more coral when it is counted.
//
// Sets of squares are bitboards: a1 is the lowest bit, then rank by rank.

#include "kernel.h"

enum { WHALE, DOLPHIN, TURTLE, PUFFERFISH, CRAB, OCTOPUS };

typedef struct {
    u64 side[2];
    u64 kind[6];
    u64 gatherers;
    u64 coral[2];
    u64 key;
    u8 turn;
    u8 ply;  // 2 for all later plies
} Position;

#define MOST_MOVES 512
#define FEATURES 24
#ifndef LATE_MOVES
#define LATE_MOVES 6
#endif
#define REPETITION 1
#ifndef CONTEMPT
#define CONTEMPT 0
#endif
#define ODD_DEPTHS 0
#define QUIESCENCE 1
#define FORESIGHT 0
#define CORAL_OF_A_SIDE 17

static int diagram_steps;  // 1 for the option `diagram`: octopuses step diagonally, crabs straight

static inline u64 bit(int square) { return 1ull << square; }

// --- Lines ---

#define NOT_A 0xFEFEFEFEFEFEFEFEull
#define NOT_H 0x7F7F7F7F7F7F7F7Full

// A set of squares moved by one step: east, north, north-east, north-west, and their opposites in the same order.
// Squares that would leave the board are dropped.
static inline u64 step(u64 bits, int way) {
    switch (way) {
        case 0: return (bits & NOT_H) << 1;
        case 1: return bits << 8;
        case 2: return (bits & NOT_H) << 9;
        case 3: return (bits & NOT_A) << 7;
        case 4: return (bits & NOT_A) >> 1;
        case 5: return bits >> 8;
        case 6: return (bits & NOT_A) >> 9;
        default: return (bits & NOT_H) >> 7;
    }
}

static const int ORTHOGONAL[4] = {0, 1, 4, 5}, DIAGONAL[4] = {2, 3, 6, 7};
static u64 rays[8][64];
static u64 orthogonal_steps[64], diagonal_steps[64];

static void prepare_lines(void) {
    if (rays[0][0]) return;
    for (int square = 0; square < 64; square++) {
        for (int way = 0; way < 8; way++)
            for (u64 at = step(bit(square), way); at; at = step(at, way)) rays[way][square] |= at;
        for (int i = 0; i < 4; i++) {
            orthogonal_steps[square] |= step(bit(square), ORTHOGONAL[i]);
            diagonal_steps[square] |= step(bit(square), DIAGONAL[i]);
        }
    }
}

// The squares of a slide in one direction, up to and including the first square of `stop`.
static inline u64 slide_along(int square, int way, u64 stop) {
    u64 ray = rays[way][square], met = ray & stop;
    if (!met) return ray;
    int first = way < 4 ? lowest(met) : 63 - __builtin_clzll(met);
    return ray ^ rays[way][first];
}

static u64 slide_orthogonal(int square, u64 stop) {
    return slide_along(square, 0, stop) | slide_along(square, 1, stop) | slide_along(square, 4, stop) | slide_along(square, 5, stop);
}

static u64 slide_diagonal(int square, u64 stop) {
    return slide_along(square, 2, stop) | slide_along(square, 3, stop) | slide_along(square, 6, stop) | slide_along(square, 7, stop);
}

static u64 small_steps(int kind, int square) {
    return (kind == OCTOPUS) != diagram_steps ? orthogonal_steps[square] : diagonal_steps[square];
}

// The squares that a piece other than a Whale could reach if the squares of `stop` end its slides.
static u64 reach(int kind, int square, u64 stop) {
    if (kind >= CRAB) return small_steps(kind, square);
    u64 ends = 0;
    if (kind != PUFFERFISH) ends |= slide_orthogonal(square, stop);
    if (kind != TURTLE) ends |= slide_diagonal(square, stop);
    return ends;
}

// --- The board ---

static void set_key(Position *p) {
    u64 key = p->turn + 2 * (u64)(p->ply < 2 ? p->ply : 2);
    for (int i = 0; i < 6; i++) key = mix(key + p->kind[i]);
    key = mix(key ^ p->side[0]) + p->gatherers;
    key = mix(key) ^ p->coral[0];
    p->key = mix(mix(key) ^ p->coral[1]);
}

// The bytes: turn, ply (2 for all later plies), the option (1: diagram), and from byte 8 on the sets as in `Position`.
static void read_position(const u8 *bytes, Position *p) {
    prepare_lines();
    diagram_steps = bytes[2];
    const u64 *sets = (const u64 *)(bytes + 8);
    p->side[0] = sets[0], p->side[1] = sets[1];
    for (int i = 0; i < 6; i++) p->kind[i] = sets[2 + i];
    p->gatherers = sets[8], p->coral[0] = sets[9], p->coral[1] = sets[10];
    p->turn = bytes[0], p->ply = bytes[1];
    set_key(p);
}

static inline u64 whale_of(const Position *p, int side) { return p->kind[WHALE] & p->side[side]; }
static inline u64 all_coral(const Position *p) { return p->coral[0] | p->coral[1]; }
static inline u64 all_pieces(const Position *p) { return p->side[0] | p->side[1]; }
static inline int supply(const Position *p, int side) { return CORAL_OF_A_SIDE - count(p->coral[side]); }
static inline int area(const Position *p, int side) { return count(p->coral[side] & ~p->side[!side]); }

static int kind_on(const Position *p, u64 square) {
    int kind = WHALE;
    while (kind < OCTOPUS && !(p->kind[kind] & square)) kind++;
    return kind;
}

// --- Threats ---

// The pieces of a side, except its Whale, that could capture on a square if exactly `occupied` were occupied.
static u64 attackers(const Position *p, int side, int square, u64 occupied) {
    u64 men = p->side[side];
    u64 attacking = men & ((p->kind[OCTOPUS] & small_steps(OCTOPUS, square)) | (p->kind[CRAB] & small_steps(CRAB, square)));
    u64 straight = men & (p->kind[DOLPHIN] | p->kind[TURTLE]), slanting = men & (p->kind[DOLPHIN] | p->kind[PUFFERFISH]);
    u64 coral = occupied | all_coral(p);
    if (straight & p->gatherers) attacking |= straight & p->gatherers & slide_orthogonal(square, occupied);
    if (straight & ~p->gatherers) attacking |= straight & ~p->gatherers & slide_orthogonal(square, coral);
    if (slanting & p->gatherers) attacking |= slanting & p->gatherers & slide_diagonal(square, occupied);
    if (slanting & ~p->gatherers) attacking |= slanting & ~p->gatherers & slide_diagonal(square, coral);
    return attacking;
}

static int attacked(const Position *p, int by, u64 squares, u64 occupied, u64 captured) {
    for (; squares; squares &= squares - 1)
        if (attackers(p, by, lowest(squares), occupied) & ~captured) return 1;
    return 0;
}

// Write the squares of a Whale after each quarter turn. Returns the number of turns.
static int turns(u64 whale, u64 *ends) {
    int n = 0;
    u64 low = whale & -whale, high = whale ^ low;
    int lying = high == low << 1;
    for (int i = 0; i < 4; i++) {
        int way = ORTHOGONAL[i];
        if ((way == 0 || way == 4) == lying) continue;
        if (step(low, way)) ends[n++] = low | step(low, way);
        if (step(high, way)) ends[n++] = high | step(high, way);
    }
    return n;
}

static inline u64 both_step(u64 whale, int way) {
    u64 to = step(whale, way);
    return count(to) == 2 ? to : 0;
}

// Whether a side's Whale could capture the other Whale without being attacked afterwards.
static int whale_threatens(const Position *p, int side) {
    u64 whale = whale_of(p, side), prey = whale_of(p, !side), occupied = all_pieces(p), ends[8];
    u64 ending = (occupied | all_coral(p)) & ~whale, own = p->side[side] & ~whale;
    int n = 0, all = 0;
    u64 captures[16];
    n = turns(whale, ends);
    for (int i = 0; i < n; i++)
        if (ends[i] & prey) captures[all++] = ends[i];
    for (int way = 0; way < 8; way++)
        for (u64 at = both_step(whale, way); at; at = both_step(at, way)) {
            if (at & prey) {
                captures[all++] = at;
                break;
            }
            if (at & ending) break;
        }
    for (int i = 0; i < all; i++) {
        if (captures[i] & own) continue;
        u64 left = (occupied & ~whale & ~prey) | captures[i];
        if (!attacked(p, !side, captures[i], left, captures[i])) return 1;
    }
    return 0;
}

static int in_check(const Position *p, int side) {
    return attacked(p, !side, whale_of(p, side), all_pieces(p), 0) || whale_threatens(p, !side);
}

// --- Moves ---

// The bits of a move: 0-1 the effect, 2-7 the square where it ends, 8-13 the square where it starts. Of a Whale's move
// (bit 14): 0-1 the halves that lift coral, 2-7 its lower square, 8 whether it stands upright. Of the setup move
// (bit 15): 2-7 the square of the coral.
#define PLACES 1
#define LIFTS 2
#define OF_WHALE (1 << 14)
#define SETUP (1 << 15)

static inline int end_of(Move move) { return move >> 2 & 63; }

static u64 whale_end(Move move) {
    u64 low = bit(end_of(move));
    return low | (move & 1 << 8 ? low << 8 : low << 1);
}

static int whale_moves(const Position *p, Move *moves) {
    u64 whale = whale_of(p, p->turn), prey = whale_of(p, !p->turn), coral = all_coral(p);
    u64 barred = (p->side[p->turn] & ~whale) | prey, ending = p->side[!p->turn] | (coral & ~whale);
    u64 ends[80];
    int many = 0, n = 0;
    for (int way = 0; way < 8; way++)
        for (u64 at = both_step(whale, way); at && !(at & barred); at = both_step(at, way)) {
            ends[many++] = at;
            if (at & ending) break;
        }
    u64 turned[8];
    int quarter = turns(whale, turned);
    for (int i = 0; i < quarter; i++)
        if (!(turned[i] & barred)) ends[many++] = turned[i];
    for (int i = 0; i < many; i++) {
        u64 low = ends[i] & -ends[i], high = ends[i] ^ low;
        int code = OF_WHALE | lowest(low) << 2 | (high == low << 8 ? 1 << 8 : 0);
        for (int lifted = 0; lifted < 4; lifted++)
            if ((!(lifted & 1) || low & coral) && (!(lifted & 2) || high & coral)) moves[n++] = (Move)(code | lifted);
    }
    return n;
}

static int generate(const Position *p, Move *moves) {
    int n = 0, side = p->turn;
    u64 own = p->side[side], coral = all_coral(p), occupied = all_pieces(p);
    if (!p->ply) {
        for (u64 bare = own & ~coral; bare; bare &= bare - 1) moves[n++] = (Move)(SETUP | lowest(bare) << 2);
        return n;
    }
    u64 landing = ~own & ~whale_of(p, !side);
    for (int kind = DOLPHIN; kind <= OCTOPUS; kind++)
        for (u64 left = own & p->kind[kind]; left; left &= left - 1) {
            int start = lowest(left), gatherer = (p->gatherers & bit(start)) != 0;
            for (u64 ends = reach(kind, start, gatherer ? occupied : occupied | coral) & landing; ends; ends &= ends - 1) {
                int end = lowest(ends), code = start << 8 | end << 2, on_coral = (coral & bit(end)) != 0;
                moves[n++] = (Move)code;
                if (gatherer && !on_coral && supply(p, side) > 0) moves[n++] = (Move)(code | PLACES);
                if (!gatherer && on_coral) moves[n++] = (Move)(code | LIFTS);
            }
        }
    return n + whale_moves(p, moves + n);
}

static int play(const Position *before, Move move, Position *after) {
    *after = *before;
    int side = before->turn, other = !side;
    after->turn = (u8)other;
    if (after->ply < 2) after->ply++;
    if (move & SETUP) {
        after->coral[side] |= bit(end_of(move));
        set_key(after);
        return 1;
    }
    u64 start, end, lifted = 0;
    int kind, gatherer = 0;
    if (move & OF_WHALE) {
        start = whale_of(before, side), end = whale_end(move), kind = WHALE;
        u64 low = end & -end;
        lifted = (move & 1 ? low : 0) | (move & 2 ? end ^ low : 0);
    } else {
        start = bit(move >> 8 & 63), end = bit(end_of(move)), kind = kind_on(before, start);
        gatherer = (before->gatherers & start) != 0;
        if (move & LIFTS) lifted = end;
        if (move & PLACES) after->coral[side] |= end;
    }
    u64 keep = ~(start | end);
    for (int i = 0; i < 6; i++) after->kind[i] &= keep;
    after->kind[kind] |= end;
    after->gatherers = (after->gatherers & keep) | (gatherer ? end : 0);
    after->side[side] = (after->side[side] & keep) | end;
    after->side[other] &= keep;
    after->coral[0] &= ~lifted, after->coral[1] &= ~lifted;
    if (in_check(after, side)) return 0;
    set_key(after);
    return 1;
}

// --- The end ---

static const u64 LAST_RANK[2] = {0xFFull << 56, 0xFFull};

static int scored(const Position *p) {
    if (p->ply < 2) return 0;
    for (int side = 0; side < 2; side++) {
        u64 men = p->side[side];
        if (!supply(p, side) || !(men & ~p->kind[WHALE])) return 1;
        if (men & (p->kind[CRAB] | p->kind[OCTOPUS]) & LAST_RANK[side]) return 1;
    }
    return 0;
}

static int stuck(const Position *p) { return in_check(p, p->turn) ? -WON : 0; }

static int ended(const Position *p, int *score) {
    if (!scored(p)) return 0;
    int lead = area(p, p->turn) - area(p, !p->turn);
    *score = lead > 0 ? WON : lead < 0 ? -WON : 0;
    if (in_check(p, p->turn)) {  // checkmate outranks the areas
        Move moves[MOST_MOVES];
        Position after;
        int n = generate(p, moves), free = 0;
        for (int i = 0; i < n && !free; i++) free = play(p, moves[i], &after);
        if (!free) *score = -WON;
    }
    return 1;
}

// --- The order of moves, and the evaluation ---

static const int VALUE[6] = {20, 9, 5, 4, 2, 2};

// Captures come first: the most valuable victims, by the least valuable attackers.
static int urgency(const Position *p, Move move) {
    if (move & SETUP) return 0;
    u64 end = move & OF_WHALE ? whale_end(move) : bit(end_of(move));
    u64 prey = end & p->side[!p->turn];
    if (!prey) return 0;
    int value = 0, own = move & OF_WHALE ? 10 : VALUE[kind_on(p, bit(move >> 8 & 63))];
    for (; prey; prey &= prey - 1) value += VALUE[kind_on(p, prey & -prey)];
    return 100 + 10 * value - own;
}

static int distance(Move a, Move b) {
    int files = (end_of(a) & 7) - (end_of(b) & 7), ranks = (end_of(a) >> 3) - (end_of(b) >> 3);
    if (files < 0) files = -files;
    if (ranks < 0) ranks = -ranks;
    return files > ranks ? files : ranks;
}

static u64 beside(u64 bits) {
    u64 wide = bits | (bits & NOT_H) << 1 | (bits & NOT_A) >> 1;
    return wide | wide << 8 | wide >> 8;
}

static void measure_side(const Position *p, int side, i32 *f) {
    u64 own = p->side[side], coral = all_coral(p), occupied = all_pieces(p), reached = 0;
    u64 enemy_whale = beside(whale_of(p, !side)), own_whale = beside(whale_of(p, side));
    int moves = 0, near = 0, guards = 0;
    for (int kind = DOLPHIN; kind <= OCTOPUS; kind++)
        for (u64 left = own & p->kind[kind]; left; left &= left - 1) {
            int at = lowest(left), gatherer = (p->gatherers & bit(at)) != 0;
            u64 ends = reach(kind, at, gatherer ? occupied : occupied | coral);
            f[2 * (kind - DOLPHIN) + gatherer]++;
            if (kind < CRAB) moves += count(ends & ~own);
            reached |= ends;
            near += (ends & enemy_whale) != 0;
            guards += (ends & own_whale) != 0;
        }
    f[10] += area(p, side);
    f[11] += moves;
    f[12] += near;
    f[13] += guards;
    f[14] += count(reached & p->side[!side]);          // enemies attacked
    f[15] += count(reached & own);                     // own pieces guarded
    f[16] += count(own & all_coral(p));                // pieces that stand on coral
    u64 small = own & (p->kind[CRAB] | p->kind[OCTOPUS]);
    int far = 0;
    for (; small; small &= small - 1) {
        int rank = lowest(small) >> 3, advanced = side ? 7 - rank : rank;
        f[17] += advanced;
        if (advanced > far) far = advanced;
    }
    f[18] += far >= 6 ? 2 : far == 5;                  // close to ending the game
    f[19] += count(p->coral[side] & own);              // own coral under own pieces
    f[20] += count(reached & ~occupied & 0x0000FFFFFFFF0000ull);
}

static void measure(const Position *p, i32 *features) {
    i32 own[21] = {0}, enemy[21] = {0};
    measure_side(p, p->turn, own);
    measure_side(p, !p->turn, enemy);
    for (int i = 0; i < 21; i++) features[i] = own[i] - enemy[i];
    int lead = own[10] - enemy[10], leader = lead > 0 ? own[18] : lead < 0 ? enemy[18] : 0;
    features[21] = lead > 0 ? leader : -leader;        // whether the leading side can end the game soon
    int left = supply(p, 0) < supply(p, 1) ? supply(p, 0) : supply(p, 1);
    features[22] = left < 4 ? lead * (4 - left) : 0;   // the areas weigh more when they will be compared soon
    features[23] = 1;                                  // the side to move
}

#include "alphabeta.h"
