-- Puzzle ratings.
-- Programs of format 7 can still use it.
CREATE TABLE puzzle_rating (
    person_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    matches INTEGER NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (person_id, game, matches)
) STRICT, WITHOUT ROWID;
CREATE TABLE puzzle_strength (
    game TEXT NOT NULL,
    puzzle INTEGER NOT NULL,
    rating REAL NOT NULL,
    deviation REAL NOT NULL,
    volatility REAL NOT NULL,
    at INTEGER NOT NULL,
    matches INTEGER NOT NULL,
    PRIMARY KEY (game, puzzle)
) STRICT, WITHOUT ROWID;
CREATE TABLE puzzle_repeat (
    person_id INTEGER NOT NULL,
    puzzle INTEGER NOT NULL,
    at INTEGER NOT NULL,
    step INTEGER NOT NULL,
    PRIMARY KEY (person_id, puzzle)
) STRICT, WITHOUT ROWID;
CREATE INDEX puzzle_repeat_at ON puzzle_repeat (person_id, at);
