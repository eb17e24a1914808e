-- What was shown in somebody's direct messages is found when that person is forgotten.
-- Programs of format 7 can still use it.
CREATE INDEX publication_outside ON publication (channel_id) WHERE guild_id IS NULL;
