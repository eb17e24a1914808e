-- Last tries.
-- Programs of format 7 can still use it.
ALTER TABLE puzzle_attempt ADD COLUMN last TEXT COLLATE "C" NOT NULL DEFAULT '';
