-- What people have done of the first lesson of each game: the keys of the steps done, and when it was finished.
-- Programs of format 7 can still use it.
CREATE TABLE lesson (
    person_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    done TEXT NOT NULL,
    finished_at INTEGER,
    PRIMARY KEY (person_id, game)
) STRICT, WITHOUT ROWID;
