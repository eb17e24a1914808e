-- The one-time links to the board page, and the visits that they opened. Only hashes of their secrets are stored.
-- Programs of format 7 can still use it.
CREATE TABLE board_link (
    hashed TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    person_id BIGINT NOT NULL,
    match_id BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX board_link_of ON board_link (person_id, expires_at);
CREATE INDEX board_link_expired ON board_link (expires_at);
CREATE TABLE visit (
    hashed TEXT COLLATE "C" NOT NULL PRIMARY KEY,
    person_id BIGINT NOT NULL,
    match_id BIGINT NOT NULL,
    expires_at BIGINT NOT NULL
);
CREATE INDEX visit_of ON visit (person_id, expires_at);
CREATE INDEX visit_expired ON visit (expires_at);
