-- The one-time links to the board page, and the visits that they opened. Only hashes of their secrets are stored.
-- Programs of format 7 can still use it.
CREATE TABLE board_link (
    hashed TEXT NOT NULL PRIMARY KEY,
    person_id INTEGER NOT NULL,
    match_id INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX board_link_of ON board_link (person_id, expires_at);
CREATE INDEX board_link_expired ON board_link (expires_at);
CREATE TABLE visit (
    hashed TEXT NOT NULL PRIMARY KEY,
    person_id INTEGER NOT NULL,
    match_id INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX visit_of ON visit (person_id, expires_at);
CREATE INDEX visit_expired ON visit (expires_at);
