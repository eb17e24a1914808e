-- Clocks, offers, prepared answers, alarms, notices, vacations, settings and blocks.

ALTER TABLE challenge ADD COLUMN clock TEXT;
ALTER TABLE challenge ADD COLUMN rated INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1));
ALTER TABLE challenge ADD COLUMN note TEXT NOT NULL DEFAULT '';
ALTER TABLE challenge ADD COLUMN rematch_of INTEGER REFERENCES match (id);
ALTER TABLE challenge ADD COLUMN guest INTEGER NOT NULL DEFAULT 0 CHECK (guest IN (0, 1));
ALTER TABLE place ADD COLUMN guest INTEGER NOT NULL DEFAULT 0 CHECK (guest IN (0, 1));

CREATE INDEX challenge_open_by ON challenge (challenger_id) WHERE status = 'open';
CREATE INDEX challenge_open_to ON challenge (opponent_id) WHERE status = 'open';
CREATE INDEX challenge_rematch ON challenge (rematch_of) WHERE rematch_of IS NOT NULL;

ALTER TABLE match ADD COLUMN rated INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1));
ALTER TABLE match ADD COLUMN void INTEGER NOT NULL DEFAULT 0
    CHECK (void = 0 OR (status = 'over' AND winner IS NULL AND rated = 0));
ALTER TABLE match ADD COLUMN clock TEXT;
ALTER TABLE match ADD COLUMN first_left INTEGER;
ALTER TABLE match ADD COLUMN second_left INTEGER;
ALTER TABLE match ADD COLUMN deadline INTEGER;
ALTER TABLE match ADD COLUMN paused INTEGER
    CHECK (CASE WHEN status = 'running' AND clock IS NOT NULL
        THEN (deadline IS NULL) <> (paused IS NULL) ELSE deadline IS NULL AND paused IS NULL END);
ALTER TABLE match ADD COLUMN board_rev INTEGER NOT NULL DEFAULT 1 CHECK (board_rev <= rev);
ALTER TABLE match ADD COLUMN draw_by INTEGER CHECK (draw_by IN (0, 1));
ALTER TABLE match ADD COLUMN takeback_by INTEGER CHECK (takeback_by IN (0, 1));
ALTER TABLE match ADD COLUMN asked_at INTEGER;
ALTER TABLE match ADD COLUMN kept_at INTEGER;
UPDATE match SET board_rev = rev;

CREATE INDEX match_deadline ON match (deadline) WHERE deadline IS NOT NULL;

ALTER TABLE move ADD COLUMN seconds_left INTEGER;

-- An answer to the last move of path, a JSON list of moves from the present position on.
CREATE TABLE condition (
    match_id INTEGER NOT NULL REFERENCES match (id),
    seat INTEGER NOT NULL CHECK (seat IN (0, 1)),
    path TEXT NOT NULL,
    answer TEXT NOT NULL,
    PRIMARY KEY (match_id, seat, path)
) STRICT, WITHOUT ROWID;

-- Boards that are not the newest any more, until it is noted that their buttons are gone.
CREATE TABLE old_board (
    message_id INTEGER PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES match (id),
    channel_id INTEGER NOT NULL,
    guild_id INTEGER
) STRICT;

-- All that may happen by itself, in the order of time.
CREATE TABLE alarm (
    kind TEXT NOT NULL CHECK (kind IN ('challenge', 'flag', 'reminder', 'idle', 'vacation')),
    subject INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;

CREATE INDEX alarm_at ON alarm (at);

-- Challenges that are open and matches that run already: expiry, and the question after 30 days.
INSERT INTO alarm (kind, subject, at) SELECT 'challenge', id, expires_at FROM challenge WHERE status = 'open';
INSERT INTO alarm (kind, subject, at) SELECT 'idle', id, moved_at + 2592000 FROM match WHERE status = 'running';

-- due_at is empty while a notice goes with the board, and once it was told in a message.
CREATE TABLE notice (
    match_id INTEGER NOT NULL REFERENCES match (id),
    rev INTEGER NOT NULL,
    person_id INTEGER NOT NULL REFERENCES person (id),
    kind TEXT NOT NULL,
    way TEXT NOT NULL CHECK (way IN ('channel', 'dm', 'digest')),
    due_at INTEGER,
    channel_id INTEGER,
    message_id INTEGER,
    stale INTEGER NOT NULL DEFAULT 0 CHECK (stale = 0 OR message_id IS NOT NULL),
    PRIMARY KEY (match_id, rev, person_id, kind, way),
    CHECK (message_id IS NULL OR due_at IS NULL)
) STRICT, WITHOUT ROWID;

CREATE INDEX notice_due ON notice (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX notice_stale ON notice (match_id) WHERE stale = 1;

CREATE TABLE vacation (
    person_id INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    ends_at INTEGER NOT NULL CHECK (ends_at >= started_at),
    PRIMARY KEY (person_id, started_at)
) STRICT, WITHOUT ROWID;

-- Settings are JSON objects of what was chosen; what is missing has its default.
CREATE TABLE player (
    person_id INTEGER PRIMARY KEY,
    chosen TEXT NOT NULL
) STRICT;

CREATE TABLE server (
    guild_id INTEGER PRIMARY KEY,
    chosen TEXT NOT NULL
) STRICT;

CREATE TABLE block (
    blocker_id INTEGER NOT NULL REFERENCES person (id),
    blocked_id INTEGER NOT NULL REFERENCES person (id),
    PRIMARY KEY (blocker_id, blocked_id),
    CHECK (blocker_id <> blocked_id)
) STRICT, WITHOUT ROWID;

-- One row: when the bot was last known to run.
CREATE TABLE heartbeat (
    id INTEGER PRIMARY KEY CHECK (id = 1),
    at INTEGER NOT NULL
) STRICT;

CREATE TABLE outage (
    at INTEGER PRIMARY KEY,
    seconds INTEGER NOT NULL CHECK (seconds > 0)
) STRICT;
