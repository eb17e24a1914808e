-- The puzzles of the day that servers were shown, and who tried them. A day counts from 1970 in UTC.
-- Programs of format 7 can still use it.
CREATE TABLE puzzle_post (
    guild_id INTEGER NOT NULL,
    day INTEGER NOT NULL,
    puzzle INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER,
    PRIMARY KEY (guild_id, day)
) STRICT, WITHOUT ROWID;
CREATE TABLE puzzle_try (
    guild_id INTEGER NOT NULL,
    day INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    solved_at INTEGER,
    wrong TEXT,
    PRIMARY KEY (guild_id, day, person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX puzzle_try_of_person ON puzzle_try (person_id, guild_id, day);
