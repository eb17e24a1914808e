// The search of Konane, SquAlma, King's Convoy and Coral Clash: alpha-beta with iterative deepening.
//
// Define these before including this file:
//     Position        a struct with `u64 key` and `u8 turn`; equal keys mean equal positions
//     MOST_MOVES      the maximum number of moves in a position
//     FEATURES        the number of features of a position for its evaluation
//     REPETITION      1 if a repeated position is a draw, else 0
//     CONTEMPT        how many points a repetition costs the side to move at the root
//     LATE_MOVES      late-move reductions apply to quiet moves after this many moves; 0: never
//     ODD_DEPTHS      1 to search only odd depths from 3 plies on, so that the root side moves last; else 0
//     QUIESCENCE      1 to search captures beyond the depth of the search, else 0
//     FORESIGHT       1 if the game defines `wins_at_once` and `answers`, else 0
//     void read_position(const u8 *bytes, Position *)            reads what the game's bridge wrote
//     int generate(const Position *, Move *moves)                all pseudo-legal moves; returns their number
//     int play(const Position *before, Move, Position *after)    returns 0 if the move is illegal
//     int ended(const Position *, int *score)                    whether the game is over although there may be moves
//     int stuck(const Position *)                                the score of a side that has no legal move
//     int urgency(const Position *, Move)                        above 0 for moves to search first, such as captures
//     int distance(Move, Move)                                   how far apart two moves are, in squares
//     void measure(const Position *, i32 *features)              the features, seen from the side to move
// and with FORESIGHT, for what can be seen without a search:
//     int wins_at_once(const Position *)                         whether the side to move is seen to win with this move
//     int answers(const Position *, Move *moves)                 the moves that stop a threat to win at once; returns
//                                                                their number, or -1 if no such threat is seen
//
// Scores are seen from the side to move, as log-odds in thousandths: 1000 is a winning chance of 73 %.
// Scores of at least PROVEN are proven: WON - n is a win in n plies.

#define MOST_PLIES 60
#define TABLE_SIZE (1 << 20)
#define FAR 3
#define MOST_FORCED 2  // at most this many answers to a threat extend the search by a ply
#define MOST_FOLLOWED (1 << 20)  // the most positions in which a search without limits follows captures
#define MOST_ROWS 400  // the most rows of a training game that fit the page

// --- The request: limits of the search, and errors of the level ---

typedef struct {
    i32 nodes;         // the most positions to visit; 0: no limit
    i32 milliseconds;  // the longest time; 0: no limit
    i32 plies;         // the most plies to look ahead
    i32 least_plies;   // the fewest plies to look ahead, whatever the other limits
    i32 margin;        // root moves at most this many points below the best one get exact scores
    i32 noise;         // the maximum misjudgement of a position, in points
    i32 blind;         // how many in 256 quiet moves far from the last one are overlooked
    i32 blind_from;    // the first ply of the search at which moves are overlooked
    i32 seed;          // decides which positions are misjudged and which moves overlooked
} Request;

static i32 weights[2][FEATURES];  // by the side to move at the root, because the sides may have different aims
static Request request;

// --- The transposition table: results of positions already searched ---

typedef struct {
    u64 key;
    Move move;
    short score;
    u16 search;  // the number of the search that wrote the entry; entries of other searches are ignored
    u8 depth;
    u8 bound;
} Entry;

enum { EXACT, AT_LEAST, AT_MOST };

static Entry table[TABLE_SIZE];
static u16 search_number;

// --- The search ---

static Position line[MOST_PLIES + 2];  // the positions from the root to the current one
static Move played[MOST_PLIES + 2];
static Move best_line[MOST_PLIES + 2][MOST_PLIES + 2];
static int best_length[MOST_PLIES + 2];
static Move killers[MOST_PLIES + 2][2];
static i32 history[2][1 << 16];  // how often each quiet move was the best, by side
static Move lists[MOST_PLIES + 2][MOST_MOVES];
static i32 ranks[MOST_PLIES + 2][MOST_MOVES];
static u64 earlier[1024];  // keys of the positions of the match before the root
static int earlier_count;
static u8 earlier_hint[1024];
static int missed_win;  // whether a side missed an immediate win there: such a position can end as a repetition draw
static u32 nodes;
static u32 followed_until;  // in a search without limits: it follows captures up to this number of positions
static double deadline;
static int stopped;

static int evaluate(const Position *position) {
    i32 features[FEATURES], score = 0;
    measure(position, features);
    for (int i = 0; i < FEATURES; i++) score += weights[line[0].turn][i] * features[i];
    if (request.noise) {
        int chance = (int)(mix(position->key ^ (u64)request.seed << 20) & 1023) - 512;
        score += chance * request.noise / 512;
    }
    return score > 20000 ? 20000 : score < -20000 ? -20000 : score;
}

// How often the position occurred before, in the match and on the line to here; at most 2, which ends the game.
static int repeated(int ply) {
    if (!REPETITION) return 0;
    u64 key = line[ply].key;
    int times = 0;
    for (int before = ply - 2; before >= 0 && times < 2; before -= 2) times += line[before].key == key;
    if (!earlier_hint[key & 1023]) return times;
    for (int i = 0; i < earlier_count && times < 2; i++) times += earlier[i] == key;
    return times;
}

static int out_of_time(void) {
    if (request.nodes && nodes >= (u32)request.nodes) return 1;
    return request.milliseconds && (nodes & 255) == 0 && milliseconds() >= deadline;
}

// Whether the level overlooks a move: only quiet moves far from the last one, and always the same ones in a match.
static int overlooked(int ply, Move move) {
    if (!request.blind || ply < request.blind_from || ply == 0) return 0;
    if (urgency(&line[ply], move) > 0 || distance(played[ply - 1], move) < FAR) return 0;
    return (int)(mix(line[ply].key + move * 77 + (u64)request.seed) & 255) < request.blind;
}

// Rank the moves for the search: the table's move first, then urgent ones, killers, and by history.
static void rank_moves(int ply, int n, Move known) {
    for (int i = 0; i < n; i++) {
        Move move = lists[ply][i];
        int urgent = urgency(&line[ply], move);
        if (move == known) ranks[ply][i] = 1 << 30;
        else if (urgent > 0) ranks[ply][i] = (1 << 24) + urgent;
        else if (move == killers[ply][0]) ranks[ply][i] = (1 << 23) + 1;
        else if (move == killers[ply][1]) ranks[ply][i] = 1 << 23;
        else ranks[ply][i] = history[line[ply].turn][move] + urgent;
    }
}

// Swap the highest-ranked of the moves i to n - 1 to index i, and return it.
static Move next_move(int ply, int i, int n) {
    Move *moves = lists[ply];
    i32 *rank = ranks[ply];
    int best = i;
    for (int j = i + 1; j < n; j++)
        if (rank[j] > rank[best]) best = j;
    Move move = moves[best];
    i32 value = rank[best];
    moves[best] = moves[i], rank[best] = rank[i];
    moves[i] = move, rank[i] = value;
    return move;
}

static void note_line(int ply, Move move) {
    best_line[ply][0] = move;
    for (int i = 0; i < best_length[ply + 1]; i++) best_line[ply][i + 1] = best_line[ply + 1][i];
    best_length[ply] = best_length[ply + 1] + 1;
}

static void note_cutoff(int ply, int depth, Move move) {
    if (urgency(&line[ply], move) > 0) return;
    if (killers[ply][0] != move) killers[ply][1] = killers[ply][0], killers[ply][0] = move;
    i32 *often = &history[line[ply].turn][move];
    *often += depth * depth;
    if (*often >= 1 << 22)
        for (int i = 0; i < 1 << 16; i++) history[0][i] /= 2, history[1][i] /= 2;
}

// Whether to stop following captures in a search without limits: dozens of adjacent pieces would capture each other
// endlessly. Ordinary positions need less than a fifth of MOST_FOLLOWED.
static int stops_following(void) {
    if (!followed_until) return 0;
    if (deadline && (nodes & 255) == 0 && nodes < followed_until && milliseconds() >= deadline) followed_until = nodes;
    return nodes >= followed_until;
}

// Convert a score to `ply` plies earlier: the later a proven win or loss comes, the smaller its score.
static int at_ply(int score, int ply) { return score >= PROVEN ? score - ply : score <= -PROVEN ? score + ply : score; }

// Quiescence search: follow captures until the position is quiet. The side to move may also not capture.
static int settle(int ply, int alpha, int beta) {
    int score = evaluate(&line[ply]);
    if (!QUIESCENCE || ply >= MOST_PLIES || score >= beta || stops_following()) return score;
    if (score > alpha) alpha = score;
    int n = generate(&line[ply], lists[ply]), best = score, captures = 0;
    for (int i = 0; i < n; i++) {
        int urgent = urgency(&line[ply], lists[ply][i]);
        if (urgent > 0) lists[ply][captures] = lists[ply][i], ranks[ply][captures++] = urgent;
    }
    for (int i = 0; i < captures; i++) {
        Move move = next_move(ply, i, captures);
        if (!play(&line[ply], move, &line[ply + 1])) continue;
        nodes++;
        if (out_of_time()) stopped = 1;
        if (stopped) return 0;
        int end;
        score = ended(&line[ply + 1], &end) ? -at_ply(end, ply + 1) : -settle(ply + 1, -beta, -alpha);
        if (score > best) best = score;
        if (score > alpha) alpha = score;
        if (alpha >= beta) break;
    }
    return best;
}

// The inverse of `at_ply`: the table stores scores as seen from the position itself.
static int to_table(int score, int ply) { return score >= PROVEN ? score + ply : score <= -PROVEN ? score - ply : score; }

// Whether the game is over, be it by the rules or because there is no legal move.
static int is_over(int ply, int *score) {
    if (ended(&line[ply], score)) return 1;
    int n = generate(&line[ply], lists[ply]);
    for (int i = 0; i < n; i++)
        if (play(&line[ply], lists[ply][i], &line[ply + 1])) return 0;
    *score = stuck(&line[ply]);
    return 1;
}

// Whether the side to move can win at once.
static int can_win(int ply) {
    int n = generate(&line[ply], lists[ply]), end;
    for (int i = 0; i < n; i++)
        if (play(&line[ply], lists[ply][i], &line[ply + 1]) && is_over(ply + 1, &end) && end < 0) return 1;
    return 0;
}

#if !FORESIGHT
static int wins_at_once(const Position *position) { return (void)position, 0; }
static int answers(const Position *position, Move *moves) { return (void)position, (void)moves, -1; }
#endif

// Whether immediate wins and threats are seen without a search: by levels that see every loss in one move.
static int foresees(void) { return FORESIGHT && request.least_plies > 1; }

// Whether the search must see every loss in one move here, near the root. It then also checks leaves for a side without
// a legal move, and positions that occur for the second time for an immediate win; elsewhere those count as draws.
static int careful(int ply) { return request.least_plies > 1 && ply <= 2; }

static int search(int ply, int depth, int alpha, int beta) {
    Position *here = &line[ply];
    best_length[ply] = 0;
    int end, times = repeated(ply), forced = -1;
    if (ended(here, &end)) return at_ply(end, ply);
    if (times < 2 && foresees()) {
        if (wins_at_once(here)) return at_ply(WON, ply + 1);
        if (!missed_win) forced = answers(here, lists[ply]);
        if (!forced) return at_ply(-WON, ply + 2);
        if (forced > 0 && forced <= MOST_FORCED) depth++;
    }
    if (times == 1 && careful(ply) && can_win(ply)) return at_ply(WON, ply + 1);
    if (depth <= 0 && careful(ply) && is_over(ply, &end)) return at_ply(end, ply);
    if (times) return here->turn == line[0].turn ? -CONTEMPT : CONTEMPT;
    if (depth <= 0 || ply >= MOST_PLIES) return settle(ply, alpha, beta);

    Entry *entry = &table[here->key & (TABLE_SIZE - 1)];
    Move known = 0xFFFF;
    if (entry->key == here->key && entry->search == search_number) {
        int score = at_ply(entry->score, ply);
        known = entry->move;
        if (entry->depth >= depth && beta - alpha == 1 &&
            (entry->bound == EXACT || (entry->bound == AT_LEAST ? score >= beta : score <= alpha)))
            return score;
    }

    int n = forced > 0 ? forced : generate(here, lists[ply]), tried = 0, best = -INFINITE, bound = AT_MOST;
    Move best_move = 0xFFFF;
    rank_moves(ply, n, known);
    for (int i = 0; i < n; i++) {
        Move move = next_move(ply, i, n);
        int rank = ranks[ply][i];
        if (!play(here, move, &line[ply + 1])) continue;
        if (overlooked(ply, move) && (tried || i + 1 < n)) continue;
        nodes++;
        if (out_of_time()) stopped = 1;
        if (stopped) return 0;
        played[ply] = move;
        int score;
        if (!tried++) score = -search(ply + 1, depth - 1, -beta, -alpha);
        else {
            int late = LATE_MOVES && tried > LATE_MOVES && depth > 2 && rank < 1 << 23;
            int reduced = late ? depth - 2 - (ODD_DEPTHS || tried > 4 * LATE_MOVES) : depth - 1;
            score = -search(ply + 1, reduced, -alpha - 1, -alpha);
            if (score > alpha && reduced < depth - 1) score = -search(ply + 1, depth - 1, -alpha - 1, -alpha);
            if (score > alpha && score < beta) score = -search(ply + 1, depth - 1, -beta, -alpha);
        }
        if (stopped) return 0;
        if (score > best) best = score, best_move = move;
        if (score > alpha) {
            alpha = score, bound = EXACT;
            note_line(ply, move);
            if (alpha >= beta) {
                bound = AT_LEAST;
                note_cutoff(ply, depth, move);
                break;
            }
        }
    }
    if (!tried) return at_ply(stuck(here), ply);
    *entry = (Entry){here->key, best_move, (short)to_table(best, ply), search_number, (u8)depth, (u8)bound};
    return best;
}

// --- The root, and the functions that Python calls ---

static Move root_moves[MOST_MOVES];
static int root_scores[MOST_MOVES];

static int legal_root_moves(void) {
    int n = generate(&line[0], lists[0]), legal = 0;
    for (int i = 0; i < n; i++)
        if (play(&line[0], lists[0][i], &line[1])) root_moves[legal++] = lists[0][i];
    return legal;
}

// Insert root move i among those before it, by descending score; equal scores keep their order.
static void sort_in(int i) {
    Move move = root_moves[i];
    int score = root_scores[i];
    for (; i > 0 && root_scores[i - 1] < score; i--)
        root_moves[i] = root_moves[i - 1], root_scores[i] = root_scores[i - 1];
    root_moves[i] = move, root_scores[i] = score;
}

// Search the root moves from i on to the level's minimum depth, however long that takes, and insert them by score. A
// careful level needs this if its search was stopped at root move i and all moves before it lose: a move that does not
// lose then comes first.
static void search_rest(int i, int n, int best) {
    request.nodes = request.milliseconds = stopped = deadline = 0;
    followed_until = nodes + MOST_FOLLOWED;
    for (; i < n; i++) {
        play(&line[0], root_moves[i], &line[1]);
        played[0] = root_moves[i];
        root_scores[i] = -search(1, request.least_plies - 1, -INFINITE, INFINITE);
        if (root_scores[i] > best) best = root_scores[i], note_line(0, root_moves[i]);
        sort_in(i);
    }
    stopped = 1;
}

// Search all root moves to this depth. Returns 0 if the search was stopped; the moves searched so far are sorted.
static int search_root(int n, int depth) {
    int best = -INFINITE;
    for (int i = 0; i < n; i++) {
        play(&line[0], root_moves[i], &line[1]);
        nodes++;
        played[0] = root_moves[i];
        int alpha = i ? best - request.margin : -INFINITE, score;
        if (alpha < -INFINITE) alpha = -INFINITE;
        if (i) score = -search(1, depth - 1, -alpha - 1, -alpha);
        if (!i || (score > alpha && !stopped)) score = -search(1, depth - 1, -INFINITE, -alpha);
        if (stopped) {
            if (i && best <= -PROVEN && careful(0)) search_rest(i, n, best);
            else if (i)  // scores of the previous depth cannot be compared with those of this one
                for (; i < n; i++) root_scores[i] = -INFINITE;
            return 0;
        }
        // A score at or below alpha is only a bound, so the move sorts after all moves with exact scores.
        root_scores[i] = i && score <= alpha ? -INFINITE : score;
        if (score > best) {
            best = score;
            note_line(0, root_moves[i]);
        }
        sort_in(i);
    }
    return 1;
}

// Read the weights from the page, those of the first seat and then those of the second.
EXPORT("set_weights") void set_weights(void) {
    for (int i = 0; i < 2 * FEATURES; i++) weights[i / FEATURES][i % FEATURES] = ((i32 *)page)[i];
}

// Read the root position from the page, and clear the earlier positions of the match.
EXPORT("set_position") void set_position(void) {
    read_position(page, &line[0]);
    earlier_count = missed_win = 0;
    for (int i = 0; i < 1024; i++) earlier_hint[i] = 0;
}

static void remember_position(const Position *position) {
    if (earlier_count == 1024) return;
    missed_win |= wins_at_once(position);
    earlier[earlier_count++] = position->key, earlier_hint[position->key & 1023] = 1;
}

// Read earlier positions of the match from the page, `n` of `bytes` bytes each, to recognise repetitions.
EXPORT("remember") void remember(i32 n, i32 bytes) {
    for (int i = 0; i < n; i++) {
        Position position;
        read_position(page + i * bytes, &position);
        remember_position(&position);
    }
}

// Write the legal moves at the root to the page. Returns their number.
EXPORT("legal") i32 legal(void) {
    int n = legal_root_moves();
    for (int i = 0; i < n; i++) ((Move *)page)[i] = root_moves[i];
    return n;
}

// What is seen at the root without a search. Returns -2 if the side to move wins at once, -1 if nothing is seen, or else
// the number of answers to a threat, which are written to the page.
EXPORT("foresee") i32 foresee(void) {
    if (wins_at_once(&line[0])) return -2;
    int n = answers(&line[0], root_moves);
    for (int i = 0; i < n; i++) ((Move *)page)[i] = root_moves[i];
    return n;
}

// Write the features of the root to the page. Returns their number.
EXPORT("describe") i32 describe(void) {
    measure(&line[0], (i32 *)page);
    return FEATURES;
}

static u64 count_sequences(int ply, int depth) {
    int end;
    u64 sum = 0;
    if (ended(&line[ply], &end)) return 0;
    int n = generate(&line[ply], lists[ply]);
    for (int i = 0; i < n; i++)
        if (play(&line[ply], lists[ply][i], &line[ply + 1])) sum += depth == 1 ? 1 : count_sequences(ply + 1, depth - 1);
    return sum;
}

// The result at the root for the side to move: 1 won, 0 drawn, -1 lost, -2 not over.
EXPORT("outcome") i32 outcome(void) {
    int score;
    if (!ended(&line[0], &score)) {
        if (legal_root_moves()) return -2;
        score = stuck(&line[0]);
    }
    return score > 0 ? 1 : score < 0 ? -1 : 0;
}

EXPORT("perft") u64 perft(i32 depth) { return count_sequences(0, depth); }

static Move root_line[MOST_PLIES + 2];  // the best line so far
static int root_length, depth_reached;

// Search the root, sort its moves by score and keep the best line. Returns the number of moves.
static int think_about_root(Request asked) {
    request = asked;
    deadline = request.milliseconds ? milliseconds() + request.milliseconds : 0;
    search_number++, nodes = 0, stopped = 0, depth_reached = 0, root_length = 0;
    for (int i = 0; i < 1 << 16; i++) history[0][i] = history[1][i] = 0;
    for (int i = 0; i < MOST_PLIES; i++) killers[i][0] = killers[i][1] = 0xFFFF;
    int n = legal_root_moves();
    for (int depth = 1; n && depth <= asked.plies && depth < MOST_PLIES && !stopped; depth += ODD_DEPTHS && depth > 2 ? 2 : 1) {
        request.nodes = depth <= asked.least_plies ? 0 : asked.nodes;
        followed_until = depth <= asked.least_plies ? MOST_FOLLOWED : 0;
        request.milliseconds = depth <= 1 || depth <= asked.least_plies ? 0 : asked.milliseconds;
        if (request.nodes && nodes >= (u32)request.nodes) break;
        best_length[0] = 0;
        if (search_root(n, depth)) depth_reached = depth;
        if (best_length[0]) {
            root_length = best_length[0];
            for (int i = 0; i < root_length; i++) root_line[i] = best_line[0][i];
        }
        if (root_scores[0] >= PROVEN || root_scores[0] <= -PROVEN) break;
    }
    return n;
}

// Search the root as the request on the page says. Written to the page: the number of root moves, the depth reached, the
// number of positions visited and the length of the best line; then that line; then each root move and its score, best
// first (-INFINITE: below the margin).
EXPORT("think") void think(void) {
    int n = think_about_root(*(Request *)page);
    i32 *answer = (i32 *)page;
    *answer++ = n, *answer++ = depth_reached, *answer++ = (i32)nodes, *answer++ = root_length;
    for (int i = 0; i < root_length; i++) *answer++ = root_line[i];
    for (int i = 0; i < n; i++) *answer++ = root_moves[i], *answer++ = root_scores[i];
}

// --- Training: self-play ---

// Play a game from the root as the request on the page says: `random_plies` random moves, then random moves within the
// margin, until it ends or has `most` moves. Writes a row to the page for each position searched: the side to move, the
// score, the result for that side (as `outcome` returns it; -2: stopped), and the features. Returns the number of rows.
#define ROW (3 + FEATURES)
EXPORT("self_play") i32 self_play(i32 seed, i32 random_plies, i32 most) {
    static i32 rows[MOST_ROWS][ROW];
    Request asked = *(Request *)page;
    u64 chance = mix((u64)seed + 1);
    int n = 0, result = -2;
    for (int ply = 0; ply < most && n < MOST_ROWS; ply++, chance = mix(chance)) {
        result = outcome();
        int seen = 0;
        for (int i = 0; REPETITION && i < earlier_count; i++) seen += earlier[i] == line[0].key;
        if (result == -2 && seen >= 2) result = 0;
        if (result != -2) break;
        if (ply < random_plies) root_moves[0] = root_moves[chance % (u64)legal_root_moves()];
        else {
            int moves = think_about_root(asked), near = 1;
            rows[n][0] = line[0].turn, rows[n][1] = root_scores[0];
            measure(&line[0], rows[n++] + 3);
            if (root_scores[0] < PROVEN && root_scores[0] > -PROVEN)
                while (near < moves && root_scores[near] >= root_scores[0] - asked.margin) near++;
            root_moves[0] = root_moves[chance % (u64)near];
        }
        remember_position(&line[0]);
        play(&line[0], root_moves[0], &line[1]);
        line[0] = line[1];
    }
    for (int i = 0; i < n; i++) rows[i][2] = result == -2 ? -2 : rows[i][0] == line[0].turn ? result : -result;
    for (int i = 0; i < n * ROW; i++) ((i32 *)page)[i] = ((i32 *)rows)[i];
    return n;
}
