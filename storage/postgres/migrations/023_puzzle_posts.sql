-- The puzzles of the day that servers were shown, and who tried them. A day counts from 1970 in UTC.
-- Programs of format 7 can still use it.
CREATE TABLE puzzle_post (
    guild_id BIGINT NOT NULL,
    day BIGINT NOT NULL,
    puzzle BIGINT NOT NULL,
    channel_id BIGINT NOT NULL,
    message_id BIGINT,
    PRIMARY KEY (guild_id, day)
);
CREATE TABLE puzzle_try (
    guild_id BIGINT NOT NULL,
    day BIGINT NOT NULL,
    person_id BIGINT NOT NULL,
    tries BIGINT NOT NULL,
    solved_at BIGINT,
    wrong TEXT,
    PRIMARY KEY (guild_id, day, person_id)
);
CREATE INDEX puzzle_try_of_person ON puzzle_try (person_id, guild_id, day);
