-- Which interactions were taken, so that none is taken twice; rows with numbers below 0 show that rows can be written.
-- Programs of format 7 can still use it.
CREATE TABLE interaction (
    id INTEGER PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX interaction_at ON interaction (at);
