-- Server challenges.
-- Programs of format 7 can still use it.
ALTER TABLE challenge ADD COLUMN invitation TEXT NOT NULL DEFAULT '';
CREATE INDEX challenge_invitation ON challenge (invitation) WHERE invitation <> '';
