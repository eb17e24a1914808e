// The search of the two coral games: upper confidence bounds on trees (UCT) with random playouts and a solver.
//
// Define these before including this file:
//     State                                            a position that moves change in place, with `u8 turn`
//     MOST_MOVES                                       the maximum number of moves in a position
//     void read_position(const u8 *bytes, State *)     reads what the game's bridge wrote
//     int generate(State *, Move *moves)               the legal moves; none when the game is over
//     int can_move(State *)                            whether there is a legal move
//     void play(State *, Move)
//     int winner(const State *)                        the winner of a game that is over
//     int playout(State *)                             plays random moves to the end; returns the winner
//     int distance(Move, Move)                         how far apart two moves are
//
// There are no draws. The numbers in a node are those of the side whose move led to it.

#define MOST_NODES 1500000
#define MOST_PLIES 400
#define EXPLORATION 0.4f  // the exploration constant of UCT
#define FAR 3

typedef struct {
    i32 nodes;         // the most simulations; 0: no limit
    i32 milliseconds;  // the longest time; 0: no limit
    i32 plies;         // not used by this search
    i32 least_plies;   // 2: check every reply to every move, so that no loss in one move is overlooked
    i32 margin;        // not used by this search
    i32 noise;         // the maximum misjudgement of a move, in points
    i32 blind;         // how many in 256 moves far from the last one are overlooked
    i32 blind_from;    // the first ply of the search at which moves are overlooked
    i32 seed;          // decides what is misjudged and overlooked, and the random playouts
} Request;

typedef struct {
    u32 children;  // the index of the first child; 0: none yet
    u32 visits;
    float wins;
    Move move;
    u8 count;          // the number of children
    signed char proven;  // 1: a win, -1: a loss, 0: neither
} Node;

static Node tree[MOST_NODES];
static u32 grown;  // the number of nodes in use
static Request request;
static State root;
static u64 chance;
static Move moves[MOST_MOVES];

static inline u32 random_below(u32 n) {
    chance = chance * 6364136223846793005ull + 1442695040888963407ull;
    return (u32)((chance >> 33) * n >> 31);
}

static float square_root(float x) { return __builtin_sqrtf(x); }

// The natural logarithm of n >= 1, approximated from its bits: accurate enough for the search, and the same everywhere.
static float logarithm(u32 n) {
    int high = 31 - __builtin_clz(n);
    float rest = (float)n / (float)(1u << high) - 1;
    return 0.6931472f * ((float)high + rest * (1.3465f - 0.3465f * rest));
}

// Whether the level overlooks a move: only moves far from the last one, and always the same ones in a match.
static int overlooked(int ply, Move last, Move move) {
    if (!request.blind || ply < request.blind_from || last == NO_MOVE || distance(last, move) < FAR) return 0;
    return (int)(mix((u64)move * 77 + (u64)request.seed) & 255) < request.blind;
}

// Add the children of a node, or mark it as proven if it has no legal moves and the game is over.
static void expand(Node *node, State *state, int ply) {
    int n = generate(state, moves), kept = 0;
    if (!n) {
        node->proven = winner(state) == state->turn ? -1 : 1;
        return;
    }
    if (grown + (u32)n > MOST_NODES) return;
    for (int i = 0; i < n; i++)
        if (!overlooked(ply, node->move, moves[i])) moves[kept++] = moves[i];
    if (!kept) kept = 1;
    node->children = grown;
    node->count = (u8)kept;
    for (int i = 0; i < kept; i++) tree[grown++] = (Node){.move = moves[i]};
}

// The child to visit next: one that was never visited, or else the one with the highest upper confidence bound.
static Node *select(const Node *node) {
    Node *best = 0;
    float highest = -1, log = logarithm(node->visits + 1);
    for (int i = 0; i < node->count; i++) {
        Node *child = &tree[node->children + (u32)i];
        if (child->proven < 0) continue;
        float bound = child->proven > 0 ? 100 : child->visits == 0 ? 10 + (float)random_below(1000) / 1000
            : child->wins / (float)child->visits + EXPLORATION * square_root(log / (float)child->visits);
        if (bound > highest) highest = bound, best = child;
    }
    return best ? best : &tree[node->children];
}

// Mark a node as proven if its children prove it: lost by one winning reply, won if all replies lose.
static void prove(Node *node) {
    int lost = 0;
    for (int i = 0; i < node->count; i++) {
        signed char proven = tree[node->children + (u32)i].proven;
        if (proven > 0) node->proven = -1;
        lost += proven < 0;
    }
    if (node->count && lost == node->count) node->proven = 1;
}

static void simulate(u32 expand_at) {
    static Node *path[MOST_PLIES];
    State state = root;
    Node *node = path[0] = &tree[0];
    int length = 1;
    for (;;) {
        if (!node->proven && !node->children && (node->visits >= expand_at || length == 1)) expand(node, &state, length - 1);
        if (node->proven || !node->children) break;
        node = path[length++] = select(node);
        play(&state, node->move);
    }
    int mover = !state.turn;
    float won = node->proven ? (float)(node->proven > 0) : (float)(playout(&state) == mover);
    for (int i = length - 1; i >= 0; i--, won = 1 - won) {
        path[i]->visits++;
        path[i]->wins += won;
        if (path[i]->children && !path[i]->proven) prove(path[i]);
    }
}

EXPORT("set_weights") void set_weights(void) {}

EXPORT("set_position") void set_position(void) { read_position(page, &root); }

// Write the legal moves at the root to the page. Returns their number.
EXPORT("legal") i32 legal(void) {
    int n = generate(&root, moves);
    for (int i = 0; i < n; i++) ((Move *)page)[i] = moves[i];
    return n;
}

static u64 count_sequences(State *state, int depth) {
    Move list[MOST_MOVES];
    int n = generate(state, list);
    u64 sum = 0;
    if (depth == 1) return (u64)n;
    for (int i = 0; i < n; i++) {
        State after = *state;
        play(&after, list[i]);
        sum += count_sequences(&after, depth - 1);
    }
    return sum;
}

// The result at the root for the side to move: 1 won, -1 lost, -2 not over.
EXPORT("outcome") i32 outcome(void) {
    if (generate(&root, moves)) return -2;
    return winner(&root) == root.turn ? 1 : -1;
}

EXPORT("perft") u64 perft(i32 depth) { return count_sequences(&root, depth); }

// Play random games from the root. Returns how many the side to move wins. Only trials and tests call this.
EXPORT("random_wins") i32 random_wins(i32 games, i32 seed) {
    i32 won = 0;
    chance = mix((u64)seed + 1);
    for (i32 i = 0; i < games; i++) {
        State state = root;
        won += playout(&state) == root.turn;
    }
    return won;
}

// The share of wins as a score like those of alphabeta.h: log-odds in thousandths, the same on every machine.
static int score_of(const Node *node) {
    if (node->proven) return node->proven > 0 ? WON : -WON;
    float share = (node->wins + 0.5f) / ((float)node->visits + 1);
    float odds = share / (1 - share), units = odds >= 1 ? 65536 * odds : 65536 / odds;
    int score = (int)(1000 * logarithm(units < 4294967296.0f ? (u32)units : 0xFFFFFFFF) - 11090.35f);
    return odds >= 1 ? score : -score;
}

static int misjudged(const Node *node) {
    int score = score_of(node);
    if (!request.noise || node->proven) return score;
    return score + ((int)(mix((u64)node->move + ((u64)request.seed << 20)) & 1023) - 512) * request.noise / 512;
}

// Mark the root moves that lose because a reply wins at once.
static void find_losses(void) {
    Move replies[MOST_MOVES];
    for (int i = 0; i < tree[0].count; i++) {
        Node *child = &tree[tree[0].children + (u32)i];
        State after = root;
        play(&after, child->move);
        int n = generate(&after, replies);
        for (int j = 0; j < n && !child->proven; j++) {
            State end = after;
            play(&end, replies[j]);
            if (!can_move(&end) && winner(&end) == after.turn) child->proven = -1;
        }
    }
    prove(&tree[0]);
}

static Node *most_visited(const Node *node) {
    Node *best = &tree[node->children];
    for (int i = 1; i < node->count; i++) {
        Node *child = &tree[node->children + (u32)i];
        if (child->proven > best->proven || (child->proven == best->proven && child->visits > best->visits)) best = child;
    }
    return best;
}

// The score of a root move; -INFINITE if it has too few visits, compared to `most`, for a meaningful score.
static int score_at_root(const Node *child, const Node *most) {
    return child == most || child->visits * 5 >= most->visits ? misjudged(child) : -INFINITE;
}

// Search the root as the request on the page says. Written to the page: the number of root moves, 0, the number of
// simulations and the length of the best line; then that line, which starts with the best root move and continues with
// the most visited moves; then each root move and its score, best first.
EXPORT("think") void think(void) {
    request = *(Request *)page;
    double deadline = milliseconds() + request.milliseconds;
    chance = mix((u64)request.seed + 1);
    grown = 1;
    tree[0] = (Node){.move = NO_MOVE};
    u32 expand_at = request.nodes && request.nodes < 50000 ? 2 : 8, done = 0;
    expand(&tree[0], &root, 0);
    if (request.least_plies > 1) find_losses();
    do {
        simulate(expand_at);
        done++;
    } while (!tree[0].proven && !(request.nodes && done >= (u32)request.nodes) &&
             !(request.milliseconds && (done & 63) == 0 && milliseconds() >= deadline));
    const Node *node = &tree[0];
    i32 *answer = (i32 *)page, n = node->count, length = 1;
    const Node *most = most_visited(node), *best = most;
    for (int i = 0; i < n; i++)
        if (score_at_root(&tree[node->children + (u32)i], most) > score_at_root(best, most))
            best = &tree[node->children + (u32)i];
    answer[0] = n, answer[1] = 0, answer[2] = (i32)done;
    answer[4] = best->move;
    for (const Node *at = best; at->children && length < 100; length++)
        at = most_visited(at), answer[4 + length] = at->move;
    answer[3] = length;
    answer += 4 + length;
    for (int i = 0; i < n; i++) {
        Node *child = &tree[node->children + (u32)i];
        answer[2 * i] = child->move;
        answer[2 * i + 1] = score_at_root(child, most);
    }
    for (int i = 1; i < n; i++)  // sort by score; among equal scores the most visited move comes first
        for (int j = i; j > 0; j--) {
            i32 *here = answer + 2 * j, *before = here - 2;
            if (before[1] > here[1] || (before[1] == here[1] && here[0] != most->move)) break;
            i32 move = here[0], score = here[1];
            here[0] = before[0], here[1] = before[1], before[0] = move, before[1] = score;
        }
}
