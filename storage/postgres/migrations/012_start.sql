-- The code of the position in which a match begins, if that was set up.
ALTER TABLE challenge ADD COLUMN start TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE match ADD COLUMN start TEXT COLLATE "C" NOT NULL DEFAULT '';
