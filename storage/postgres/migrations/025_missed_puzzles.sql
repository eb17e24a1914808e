-- The puzzles from the matches of a server, each as a line of the collection, and the searches for them.
-- Programs of format 7 can still use it.
CREATE TABLE missed_puzzle (
    match_id BIGINT NOT NULL PRIMARY KEY,
    guild_id BIGINT NOT NULL,
    puzzle TEXT NOT NULL
);
CREATE INDEX puzzle_attempt_missed ON puzzle_attempt (puzzle) WHERE puzzle > 1000000;
CREATE INDEX match_over_in ON match (ended_in, ended_at) WHERE status = 'over' AND ended_in IS NOT NULL;
CREATE INDEX alarm_missed ON alarm (kind, at) WHERE kind = 'missed';
CREATE INDEX puzzle_try_unsolved ON puzzle_try (day) WHERE solved_at IS NULL;
