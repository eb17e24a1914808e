-- What people have done of the first lesson of each game: the keys of the steps done, and when it was finished.
-- Programs of format 7 can still use it.
CREATE TABLE lesson (
    person_id BIGINT NOT NULL,
    game TEXT COLLATE "C" NOT NULL,
    done TEXT COLLATE "C" NOT NULL,
    finished_at BIGINT,
    PRIMARY KEY (person_id, game)
);
