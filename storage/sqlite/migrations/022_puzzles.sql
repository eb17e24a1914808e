-- What people have done with puzzles, by the puzzle's number in the collection.
-- Programs of format 7 can still use it.
CREATE TABLE puzzle_attempt (
    person_id INTEGER NOT NULL,
    puzzle INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    solved_at INTEGER,
    PRIMARY KEY (person_id, puzzle)
) STRICT, WITHOUT ROWID;
