-- Who follows a match without playing in it.
-- Programs of format 7 can still use it.
CREATE TABLE follow (
    match_id BIGINT NOT NULL REFERENCES match (id),
    person_id BIGINT NOT NULL,
    each_move BIGINT NOT NULL CHECK (each_move IN (0, 1)),
    PRIMARY KEY (match_id, person_id)
);
CREATE INDEX follow_of ON follow (person_id);
