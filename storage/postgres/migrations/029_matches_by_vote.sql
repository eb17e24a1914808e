-- Matches by vote.
-- Programs of format 7 can still use it.
CREATE TABLE crowd (
    match_id BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    guild_id BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    extended BIGINT NOT NULL,
    PRIMARY KEY (match_id, seat)
);
CREATE TABLE voter (
    match_id BIGINT NOT NULL,
    person_id BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    joined_at BIGINT NOT NULL,
    notified BIGINT NOT NULL,
    PRIMARY KEY (match_id, person_id)
);
CREATE TABLE vote (
    match_id BIGINT NOT NULL,
    ply BIGINT NOT NULL,
    person_id BIGINT NOT NULL,
    seat BIGINT NOT NULL,
    move TEXT COLLATE "C" NOT NULL,
    at BIGINT NOT NULL,
    no BIGINT NOT NULL,
    also TEXT COLLATE "C" NOT NULL,
    reason TEXT COLLATE "C" NOT NULL,
    named BIGINT NOT NULL,
    PRIMARY KEY (match_id, ply, person_id)
);
CREATE INDEX crowd_in_server ON crowd (guild_id);
CREATE INDEX voter_of ON voter (person_id);
CREATE INDEX vote_of ON vote (person_id);
CREATE INDEX vote_no ON vote (match_id, no);
