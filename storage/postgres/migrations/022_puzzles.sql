-- What people have done with puzzles, by the puzzle's number in the collection.
-- Programs of format 7 can still use it.
CREATE TABLE puzzle_attempt (
    person_id BIGINT NOT NULL,
    puzzle BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    solved_at BIGINT,
    PRIMARY KEY (person_id, puzzle)
);
