-- The language in which a person or a server is addressed; NULL for those who have never used anything but English.
-- Programs of format 7 can still use it.
ALTER TABLE player ADD COLUMN language TEXT;
ALTER TABLE server ADD COLUMN language TEXT;
CREATE INDEX player_language ON player (person_id) WHERE language IS NOT NULL;
CREATE INDEX server_language ON server (guild_id) WHERE language IS NOT NULL;
