-- Puzzle ratings.
-- Programs of format 7 can still use it.
CREATE TABLE puzzle_rating (
    person_id BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    matches BIGINT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (person_id, game, matches)
);
CREATE TABLE puzzle_strength (
    game TEXT COLLATE "C" NOT NULL,
    puzzle BIGINT NOT NULL,
    rating DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    volatility DOUBLE PRECISION NOT NULL,
    at BIGINT NOT NULL,
    matches BIGINT NOT NULL,
    PRIMARY KEY (game, puzzle)
);
CREATE TABLE puzzle_repeat (
    person_id BIGINT NOT NULL,
    puzzle BIGINT NOT NULL,
    at BIGINT NOT NULL,
    step BIGINT NOT NULL,
    PRIMARY KEY (person_id, puzzle)
);
CREATE INDEX puzzle_repeat_at ON puzzle_repeat (person_id, at);
