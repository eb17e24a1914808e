-- Records that people look through for themselves, with the lines of their own.
-- Programs of format 7 can still use it.
CREATE TABLE study (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    owner_id INTEGER NOT NULL,
    game TEXT NOT NULL,
    record TEXT NOT NULL,
    lines TEXT NOT NULL,
    shared TEXT NOT NULL,
    match_id INTEGER REFERENCES match (id),
    touched_at INTEGER NOT NULL
) STRICT;
CREATE INDEX study_of ON study (owner_id, touched_at);
CREATE INDEX study_of_match ON study (match_id) WHERE match_id IS NOT NULL;
