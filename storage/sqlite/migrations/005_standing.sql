-- What remains of matches: the order of their ends, lists by filter, scores, ratings and leaderboards.

-- Matches that are over, in the order of their ends, and the server where everybody could follow them then.
ALTER TABLE match ADD COLUMN ended_no INTEGER;
ALTER TABLE match ADD COLUMN ended_in INTEGER;
CREATE INDEX match_ended_no ON match (ended_no) WHERE ended_no IS NOT NULL;
CREATE INDEX match_unnumbered ON match (id) WHERE status = 'over' AND ended_no IS NULL;
CREATE INDEX match_over ON match (ended_at) WHERE status = 'over';

-- A match stands once in each list of a player to which it belongs; `list` names server, game and outcome.
CREATE TABLE finished (
    person_id INTEGER NOT NULL,
    list TEXT NOT NULL,
    no INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES match (id),
    PRIMARY KEY (person_id, list, no)
) STRICT, WITHOUT ROWID;

-- opponent_id is 0 for the score against all.
CREATE TABLE tally (
    person_id INTEGER NOT NULL,
    opponent_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    seat INTEGER NOT NULL,
    won INTEGER NOT NULL,
    lost INTEGER NOT NULL,
    drawn INTEGER NOT NULL,
    PRIMARY KEY (person_id, opponent_id, game, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE rating (
    person_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    at INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    PRIMARY KEY (person_id, game)
) STRICT, WITHOUT ROWID;

CREATE TABLE rating_change (
    person_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    no INTEGER NOT NULL,
    match_id INTEGER NOT NULL REFERENCES match (id),
    opponent_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    rating_before REAL NOT NULL,
    deviation_before REAL NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    PRIMARY KEY (person_id, game, no)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_change_of ON rating_change (match_id);
CREATE INDEX rating_change_between ON rating_change (person_id, opponent_id, at);

-- Who stands in which leaderboard: `scope` is a server, or 0 for all who agree to be listed.
CREATE TABLE rating_rank (
    person_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    scope INTEGER NOT NULL,
    score REAL NOT NULL,
    PRIMARY KEY (person_id, game, scope)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_rank_order ON rating_rank (scope, game, score DESC, person_id);

-- How many people stand in each step of a leaderboard, so that a place is found without counting everybody.
CREATE TABLE rating_step (
    scope INTEGER NOT NULL,
    game TEXT NOT NULL,
    step INTEGER NOT NULL,
    people INTEGER NOT NULL,
    PRIMARY KEY (scope, game, step)
) STRICT, WITHOUT ROWID;

-- Who agrees to stand on the leaderboards of all servers together; the same as `listed` of what they chose.
ALTER TABLE player ADD COLUMN listed INTEGER NOT NULL DEFAULT 0 CHECK (listed IN (0, 1));
CREATE INDEX player_listed ON player (person_id) WHERE listed = 1;
