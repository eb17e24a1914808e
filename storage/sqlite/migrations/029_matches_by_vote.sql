-- Matches by vote.
-- Programs of format 7 can still use it.
CREATE TABLE crowd (
    match_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    extended INTEGER NOT NULL,
    PRIMARY KEY (match_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE voter (
    match_id INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    joined_at INTEGER NOT NULL,
    notified INTEGER NOT NULL,
    PRIMARY KEY (match_id, person_id)
) STRICT, WITHOUT ROWID;
CREATE TABLE vote (
    match_id INTEGER NOT NULL,
    ply INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    seat INTEGER NOT NULL,
    move TEXT NOT NULL,
    at INTEGER NOT NULL,
    no INTEGER NOT NULL,
    also TEXT NOT NULL,
    reason TEXT NOT NULL,
    named INTEGER NOT NULL,
    PRIMARY KEY (match_id, ply, person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX crowd_in_server ON crowd (guild_id);
CREATE INDEX voter_of ON voter (person_id);
CREATE INDEX vote_of ON vote (person_id);
CREATE INDEX vote_no ON vote (match_id, no);
