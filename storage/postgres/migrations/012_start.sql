-- The code of the position in which a match begins, if that was set up.
-- Programs of format 7 can still use it: the version of the rules of such a match is negative, so that they refuse it.
ALTER TABLE challenge ADD COLUMN start TEXT COLLATE "C" NOT NULL DEFAULT '';
ALTER TABLE match ADD COLUMN start TEXT COLLATE "C" NOT NULL DEFAULT '';
