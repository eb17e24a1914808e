// King's Convoy: boats slide like rooks on 13 by 13 squares; the king flees to a corner, the attackers surround him.
//
// Boats are stored twice, by rows and by columns of 13 bits each, to look up the slides along a line in a table.

#include "kernel.h"

#define SIZE 13
#define NOWHERE 255  // the square of a captured king
#define MIDDLE 6
#define THRONE (MIDDLE * SIZE + MIDDLE)
enum { ATTACKERS, DEFENDERS };

typedef struct {
    u16 rows[2][SIZE];  // each side's boats; the king is one of the defenders' bits
    u16 cols[2][SIZE];
    u64 key;
    u8 king;
    u8 turn;
} Position;

#define MOST_MOVES 512
#define FEATURES 24
#ifndef LATE_MOVES
#define LATE_MOVES 4
#endif
#define REPETITION 1
#ifndef CONTEMPT
#define CONTEMPT 0
#endif
#define ODD_DEPTHS 0
#define QUIESCENCE 0
#define FORESIGHT 1

static int throne_always;                // the option: the throne always helps to capture
static u16 slides[SIZE][1 << SIZE];      // by the place on a line and the occupied places: where slides can end
static u64 square_keys[3][SIZE * SIZE];  // the hash keys of attackers, defenders and the king
#define DEFENDERS_TO_MOVE 0x9E3779B97F4A7C15ull

static void prepare_tables(void) {
    if (square_keys[0][0]) return;
    for (int i = 0; i < 3 * SIZE * SIZE; i++) square_keys[i / (SIZE * SIZE)][i % (SIZE * SIZE)] = mix((u64)i + 1);
    for (int from = 0; from < SIZE; from++)
        for (int occupied = 0; occupied < 1 << SIZE; occupied++) {
            int reach = 0;
            for (int to = from + 1; to < SIZE && !(occupied >> to & 1); to++) reach |= 1 << to;
            for (int to = from - 1; to >= 0 && !(occupied >> to & 1); to--) reach |= 1 << to;
            slides[from][occupied] = (u16)reach;
        }
}

static inline int has(const Position *p, int side, int row, int col) { return p->rows[side][row] >> col & 1; }

static inline int is_corner(int row, int col) { return (row == 0 || row == SIZE - 1) && (col == 0 || col == SIZE - 1); }

// Put a boat on an empty square, or remove it from its square.
static void toggle(Position *p, int side, int square) {
    int row = square / SIZE, col = square % SIZE;
    p->rows[side][row] ^= (u16)(1 << col);
    p->cols[side][col] ^= (u16)(1 << row);
    p->key ^= square_keys[square == p->king ? 2 : side][square];
}

// The bytes: turn, the option (1: the throne always helps), the squares: 0 empty, 1 attacker, 2 defender, 3 king.
static void read_position(const u8 *bytes, Position *p) {
    prepare_tables();
    throne_always = bytes[1];
    *p = (Position){.turn = bytes[0], .king = NOWHERE};
    for (int square = 0; square < SIZE * SIZE; square++) {
        int boat = bytes[2 + square];
        if (boat == 3) p->king = (u8)square;
        if (boat) toggle(p, boat == 1 ? ATTACKERS : DEFENDERS, square);
    }
    if (p->turn) p->key ^= DEFENDERS_TO_MOVE;
}

// A move is its two squares, 8 bits each: from, to.
static int generate(const Position *p, Move *moves) {
    int n = 0;
    for (int row = 0; row < SIZE; row++)
        for (u32 boats = p->rows[p->turn][row]; boats; boats &= boats - 1) {
            int col = lowest(boats), from = row * SIZE + col;
            u32 along = slides[col][p->rows[0][row] | p->rows[1][row]];
            u32 across = slides[row][p->cols[0][col] | p->cols[1][col]];
            if (from != p->king) {
                u32 corners = row == 0 || row == SIZE - 1 ? 1 | 1 << (SIZE - 1) : 0;
                along &= ~(corners | (row == MIDDLE ? 1 << MIDDLE : 0));
                corners = col == 0 || col == SIZE - 1 ? 1 | 1 << (SIZE - 1) : 0;
                across &= ~(corners | (col == MIDDLE ? 1 << MIDDLE : 0));
            }
            for (; along; along &= along - 1) moves[n++] = (Move)(from << 8 | (row * SIZE + lowest(along)));
            for (; across; across &= across - 1) moves[n++] = (Move)(from << 8 | (lowest(across) * SIZE + col));
        }
    return n;
}

static const int DOWN_UP[4] = {0, 0, 1, -1}, LEFT_RIGHT[4] = {1, -1, 0, 0};

static inline int on_board(int row, int col) { return row >= 0 && row < SIZE && col >= 0 && col < SIZE; }

// The enemy boats captured by the boat that has just moved to a square, one bit for each direction.
static int captured_by(const Position *p, int side, int square) {
    int row = square / SIZE, col = square % SIZE, captured = 0;
    for (int way = 0; way < 4; way++) {
        int near_row = row + DOWN_UP[way], near_col = col + LEFT_RIGHT[way];
        int far_row = near_row + DOWN_UP[way], far_col = near_col + LEFT_RIGHT[way];
        if (!on_board(far_row, far_col) || !has(p, !side, near_row, near_col)) continue;
        int far = far_row * SIZE + far_col;
        if (near_row * SIZE + near_col == p->king) continue;
        int helps = has(p, side, far_row, far_col) || is_corner(far_row, far_col) ||
                    (far == THRONE && (throne_always || p->king != THRONE));
        if (helps) captured |= 1 << way;
    }
    return captured;
}

// Whether the attacker that has just moved to a square captures the king.
static int king_taken(const Position *p, int square) {
    if (p->king == NOWHERE) return 0;
    int row = p->king / SIZE, col = p->king % SIZE, beside = 0, closed = 1;
    for (int way = 0; way < 4; way++) {
        int near_row = row + DOWN_UP[way], near_col = col + LEFT_RIGHT[way], near = near_row * SIZE + near_col;
        if (!on_board(near_row, near_col)) continue;
        if (near == square) beside = 1;
        closed &= has(p, ATTACKERS, near_row, near_col) || near == THRONE || is_corner(near_row, near_col);
    }
    if (!beside) return 0;
    int opposite = 2 * THRONE - square;
    return p->king == THRONE ? has(p, ATTACKERS, opposite / SIZE, opposite % SIZE) : closed;
}

static int play(const Position *before, Move move, Position *after) {
    *after = *before;
    int from = move >> 8, to = move & 255, side = before->turn;
    toggle(after, side, from);
    if (from == before->king) after->king = (u8)to;
    toggle(after, side, to);
    int captured = captured_by(after, side, to);
    int taken = side == ATTACKERS && king_taken(after, to);
    for (int way = 0; way < 4; way++)
        if (captured >> way & 1) toggle(after, !side, to + DOWN_UP[way] * SIZE + LEFT_RIGHT[way]);
    if (taken) toggle(after, DEFENDERS, after->king), after->king = NOWHERE;
    after->turn = !side;
    after->key ^= DEFENDERS_TO_MOVE;
    return 1;
}

static int ended(const Position *p, int *score) {
    if (p->king != NOWHERE && !is_corner(p->king / SIZE, p->king % SIZE)) return 0;
    int winner = p->king == NOWHERE ? ATTACKERS : DEFENDERS;
    *score = p->turn == winner ? WON : -WON;
    return 1;
}

static int stuck(const Position *p) {
    (void)p;
    return -WON;
}

// The moves to search first: captures, and the king's move to a corner.
static int urgency(const Position *p, Move move) {
    int from = move >> 8, to = move & 255;
    if (from == p->king) return is_corner(to / SIZE, to % SIZE) ? 100 : 0;
    return captured_by(p, p->turn, to) ? 10 : 0;
}

static int distance(Move a, Move b) {
    int rows = (a & 255) / SIZE - (b & 255) / SIZE, cols = (a & 255) % SIZE - (b & 255) % SIZE;
    if (rows < 0) rows = -rows;
    if (cols < 0) cols = -cols;
    return rows > cols ? rows : cols;
}

// --- Foresight ---

// A path of the king to a corner in one move: the squares before the corner, as part of a row or of a column.
typedef struct {
    u32 in_row, in_col;
} Path;

// Find the king's paths to a corner in one move. Returns their number, at most two.
static int escapes(const Position *p, Path *paths) {
    int row = p->king / SIZE, col = p->king % SIZE, n = 0;
    u32 last = 1 << (SIZE - 1), all = 2 * last - 1;
    if (row == 0 || row == SIZE - 1) {
        u32 along = slides[col][p->rows[0][row] | p->rows[1][row]];
        if (along & 1) paths[n++] = (Path){.in_row = (1u << col) - 1};
        if (along & last) paths[n++] = (Path){.in_row = all & ~((2u << col) - 1)};
    }
    if (col == 0 || col == SIZE - 1) {
        u32 across = slides[row][p->cols[0][col] | p->cols[1][col]];
        if (across & 1) paths[n++] = (Path){.in_col = (1u << row) - 1};
        if (across & last) paths[n++] = (Path){.in_col = all & ~((2u << row) - 1)};
    }
    return n;
}

// Whether an attacker can slide to an empty square.
static int can_reach(const Position *p, int row, int col) {
    u32 along = slides[col][p->rows[0][row] | p->rows[1][row]] | 1u << col;
    u32 across = slides[row][p->cols[0][col] | p->cols[1][col]] | 1u << row;
    return ((along << 1 | along >> 1) & p->rows[0][row]) || ((across << 1 | across >> 1) & p->cols[0][col]);
}

// Whether an attacker can capture the king in one move: on the throne by a boat opposite another attacker, elsewhere by
// a boat on the last open square beside him.
static int king_can_be_taken(const Position *p) {
    int row = p->king / SIZE, col = p->king % SIZE, beside = 0, closed = 0, free_row = 0, free_col = 0;
    for (int way = 0; way < 4; way++) {
        int near_row = row + DOWN_UP[way], near_col = col + LEFT_RIGHT[way];
        if (!on_board(near_row, near_col)) continue;
        beside++;
        int attacked = has(p, ATTACKERS, near_row, near_col);
        if (p->king == THRONE) {
            int far_row = 2 * MIDDLE - near_row, far_col = 2 * MIDDLE - near_col;
            int empty = !has(p, ATTACKERS, far_row, far_col) && !has(p, DEFENDERS, far_row, far_col);
            if (attacked && empty && can_reach(p, far_row, far_col)) return 1;
        } else if (attacked || near_row * SIZE + near_col == THRONE || is_corner(near_row, near_col)) closed++;
        else free_row = near_row, free_col = near_col;
    }
    return p->king != THRONE && closed == beside - 1 && !has(p, DEFENDERS, free_row, free_col) &&
           can_reach(p, free_row, free_col);
}

static int wins_at_once(const Position *p) {
    Path paths[2];
    return p->turn == DEFENDERS ? escapes(p, paths) > 0 : king_can_be_taken(p);
}

// Only the king's threat to reach a corner is seen. Attackers who cannot capture him must block all of his paths.
static int answers(const Position *p, Move *moves) {
    Path paths[2];
    int n = p->turn == ATTACKERS ? escapes(p, paths) : 0, kept = 0;
    if (!n) return -1;
    int row = p->king / SIZE, col = p->king % SIZE, all = generate(p, moves);
    for (int i = 0; i < all; i++) {
        int to_row = (moves[i] & 255) / SIZE, to_col = (moves[i] & 255) % SIZE, bars = 1;
        for (int j = 0; j < n; j++)
            bars &= (to_row == row && paths[j].in_row >> to_col & 1) || (to_col == col && paths[j].in_col >> to_row & 1);
        if (bars) moves[kept++] = moves[i];
    }
    return kept;
}

// --- Evaluation ---

typedef struct {
    u32 row[SIZE];
} Area;

static int squares_of(const Area *area) {
    int n = 0;
    for (int row = 0; row < SIZE; row++) n += __builtin_popcount(area->row[row]);
    return n;
}

static int corners_of(const Area *area) {
    u32 ends = 1 | 1 << (SIZE - 1);
    return __builtin_popcount(area->row[0] & ends) + __builtin_popcount(area->row[SIZE - 1] & ends);
}

// Add all squares that a slide from the area over open squares reaches.
static void slide_on(Area *area, const Area *open) {
    Area from = *area;
    u32 up = 0, down = 0;
    for (int row = 0; row < SIZE; row++) {
        u32 right = from.row[row], left = right, free_right = open->row[row], free_left = free_right;
        for (int step = 1; step < SIZE; step *= 2) {
            right |= (right << step) & free_right, free_right &= free_right << step;
            left |= (left >> step) & free_left, free_left &= free_left >> step;
        }
        area->row[row] |= right | left;
        up = (up & open->row[row]) | from.row[row];
        area->row[row] |= up;
    }
    for (int row = SIZE - 1; row >= 0; row--) {
        down = (down & open->row[row]) | from.row[row];
        area->row[row] |= down;
    }
}

// The squares on which attackers close a corner: a3, b2 and c1, and their like at the other corners.
static void corner_guards(const Position *p, int *held, int *closed, int *entered) {
    for (int corner = 0; corner < 4; corner++) {
        int row = corner & 1 ? SIZE - 1 : 0, col = corner & 2 ? SIZE - 1 : 0;
        int up = row ? -1 : 1, right = col ? -1 : 1, guards = 0, defenders = 0;
        for (int i = 0; i < 3; i++) {
            int guard_row = row + up * i, guard_col = col + right * (2 - i);
            guards += has(p, ATTACKERS, guard_row, guard_col);
            defenders += has(p, DEFENDERS, guard_row, guard_col);
        }
        *held += guards;
        *closed += guards == 3;
        *entered += defenders > 0;
    }
}

// The features, seen from the attackers' side.
static void measure_attack(const Position *p, i32 *f) {
    Area open, king = {{0}}, region = {{0}};
    int attackers = 0, defenders = 0;
    for (int row = 0; row < SIZE; row++) {
        attackers += __builtin_popcount(p->rows[0][row]);
        defenders += __builtin_popcount(p->rows[1][row]);
        open.row[row] = ((1 << SIZE) - 1) & ~(u32)(p->rows[0][row] | p->rows[1][row]);
        region.row[row] = 0;
    }
    int row = p->king / SIZE, col = p->king % SIZE;
    king.row[row] = 1u << col;
    f[0] = attackers;
    f[1] = -(defenders - 1);
    int held = 0, closed = 0, entered = 0;
    corner_guards(p, &held, &closed, &entered);
    f[2] = held;
    f[3] = closed;
    f[4] = -entered;
    for (int moves = 1; moves <= 4; moves++) {  // the corners that the king can reach in one to four moves
        slide_on(&king, &open);
        f[4 + moves] = -corners_of(&king);
        if (moves == 1) f[9] = -(squares_of(&king) - 1);
        if (moves == 2) f[10] = -squares_of(&king);
        if (moves == 2)
            f[11] = -(__builtin_popcount(king.row[0]) + __builtin_popcount(king.row[SIZE - 1]));
    }
    // The region that no attacker blocks; it passes through the defenders' own boats.
    Area water;
    for (int r = 0; r < SIZE; r++) water.row[r] = ((1 << SIZE) - 1) & ~(u32)p->rows[0][r];
    region.row[row] = 1u << col;
    for (int before = 0, now = 1; now != before;) before = now, slide_on(&region, &water), now = squares_of(&region);
    f[12] = -corners_of(&region);
    f[13] = corners_of(&region) == 0;
    f[14] = -squares_of(&region);
    int beside = 0, near = 0, lines = 0;
    for (int way = 0; way < 4; way++) {
        int r = row + DOWN_UP[way], c = col + LEFT_RIGHT[way];
        if (on_board(r, c)) beside += has(p, ATTACKERS, r, c);
    }
    for (int r = row - 2; r <= row + 2; r++)
        for (int c = col - 2; c <= col + 2; c++)
            if (on_board(r, c)) near += has(p, ATTACKERS, r, c);
    f[15] = beside;
    f[16] = near;
    f[17] = p->king != THRONE;
    // Attackers diagonally beside each other: a chain that no boat slides through.
    int chain = 0;
    for (int r = 0; r + 1 < SIZE; r++) {
        u32 here = p->rows[0][r], above = p->rows[0][r + 1];
        chain += __builtin_popcount(here & above << 1) + __builtin_popcount(here & above >> 1);
        lines += here != 0;
    }
    f[18] = chain;
    f[19] = lines;
    int columns = 0, edge = 0;
    for (int c = 0; c < SIZE; c++) columns += p->cols[0][c] != 0;
    edge = __builtin_popcount(p->rows[1][0]) + __builtin_popcount(p->rows[1][SIZE - 1]) +
           __builtin_popcount(p->cols[1][0]) + __builtin_popcount(p->cols[1][SIZE - 1]);
    f[20] = columns;
    f[21] = -edge;  // defenders on the edge
    f[22] = 1;      // a constant for each side
}

static void measure(const Position *p, i32 *features) {
    for (int i = 0; i < FEATURES; i++) features[i] = 0;
    if (p->king != NOWHERE) measure_attack(p, features);
    if (p->turn == DEFENDERS)
        for (int i = 0; i < FEATURES; i++) features[i] = -features[i];
    features[FEATURES - 1] = 1;  // the side to move
}

#include "alphabeta.h"
