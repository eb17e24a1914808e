-- Who is shut out of Tidepool, in a server, or everywhere (guild_id 0).
-- Programs of format 6 can still use it.
CREATE TABLE ban (
    guild_id INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (guild_id, person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX ban_of ON ban (person_id);
