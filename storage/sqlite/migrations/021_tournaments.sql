-- Tournaments, the people in them, and the matches that they plan. No row refers to people or matches by a foreign key:
-- older programs forget people and delete old matches without knowing these tables.
-- Programs of format 7 can still use it.
CREATE TABLE tournament (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    format TEXT NOT NULL,
    clock TEXT NOT NULL,
    rated INTEGER NOT NULL,
    places INTEGER NOT NULL,
    begins_at INTEGER NOT NULL,
    guild_id INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    status TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    ended_at INTEGER,
    message_id INTEGER,
    rev INTEGER NOT NULL
) STRICT;
CREATE INDEX tournament_of_server ON tournament (guild_id, id);
CREATE INDEX tournament_ended ON tournament (ended_at) WHERE ended_at IS NOT NULL;
CREATE TABLE entrant (
    tournament_id INTEGER NOT NULL REFERENCES tournament (id),
    person_id INTEGER NOT NULL,
    number INTEGER NOT NULL,
    joined_at INTEGER NOT NULL,
    withdrawn_at INTEGER,
    vanished INTEGER NOT NULL,
    back_at INTEGER,
    PRIMARY KEY (tournament_id, person_id)
) STRICT, WITHOUT ROWID;
CREATE INDEX entrant_person ON entrant (person_id);
CREATE TABLE fixture (
    tournament_id INTEGER NOT NULL REFERENCES tournament (id),
    stage INTEGER NOT NULL,
    group_no INTEGER NOT NULL,
    number INTEGER NOT NULL,
    first_no INTEGER NOT NULL,
    second_no INTEGER NOT NULL,
    match_id INTEGER,
    again INTEGER NOT NULL,
    PRIMARY KEY (tournament_id, stage, group_no, number)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX fixture_of_match ON fixture (match_id) WHERE match_id IS NOT NULL;
