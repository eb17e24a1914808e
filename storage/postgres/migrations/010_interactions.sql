-- Which interactions were taken, so that none is taken twice; rows with numbers below 0 show that rows can be written.
-- Programs of format 7 can still use it.
CREATE TABLE interaction (
    id BIGINT PRIMARY KEY,
    at BIGINT NOT NULL
);
CREATE INDEX interaction_at ON interaction (at);
