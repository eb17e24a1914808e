-- Server challenges.
-- Programs of format 7 can still use it.
ALTER TABLE challenge ADD COLUMN invitation TEXT COLLATE "C" NOT NULL DEFAULT '';
CREATE INDEX challenge_invitation ON challenge (invitation) WHERE invitation <> '';
