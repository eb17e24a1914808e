-- Which messages for everybody name whom, besides boards and challenges: profiles, leaderboards, moments, boards again.
-- Programs of format 7 can still use it.
CREATE TABLE publication (
    message_id BIGINT NOT NULL,
    person_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    guild_id BIGINT,
    PRIMARY KEY (message_id, person_id)
);
CREATE INDEX publication_of ON publication (person_id);
CREATE INDEX block_against ON block (blocked_id);
CREATE INDEX challenge_made_to ON challenge (opponent_id);
