-- Who is shut out of Tidepool, in a server, or everywhere (guild_id 0).
-- Programs of format 6 can still use it.
CREATE TABLE ban (
    guild_id BIGINT NOT NULL,
    person_id BIGINT NOT NULL,
    at BIGINT NOT NULL,
    PRIMARY KEY (guild_id, person_id)
);
CREATE INDEX ban_of ON ban (person_id);
