-- One outbox in place of four marks; kinds without lists that a new kind would have to rebuild; ends as keys.

CREATE TABLE outbox (
    id INTEGER PRIMARY KEY AUTOINCREMENT,
    kind TEXT NOT NULL,
    subject INTEGER NOT NULL,
    key TEXT NOT NULL,
    rev INTEGER NOT NULL,
    person_id INTEGER,
    about TEXT NOT NULL DEFAULT '',
    way TEXT NOT NULL DEFAULT '',
    channel_id INTEGER,
    guild_id INTEGER,
    message_id INTEGER,
    wanted TEXT NOT NULL DEFAULT 'shown',
    due_at INTEGER,
    tried INTEGER NOT NULL DEFAULT 0,
    claimed_by TEXT,
    UNIQUE (kind, subject, key)
) STRICT;

CREATE INDEX outbox_due ON outbox (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX outbox_refused ON outbox (channel_id) WHERE tried > 0;

-- What an earlier version owed is due at once; it may have been sent already, so it counts as claimed.
INSERT INTO outbox (kind, subject, key, rev, channel_id, guild_id, due_at, claimed_by)
SELECT 'board', place.match_id, CAST(place.channel_id AS TEXT), place.due_rev, place.channel_id, place.guild_id,
    CASE place.guest WHEN 1 THEN NULL ELSE 0 END, 'before'
FROM place WHERE place.shown_rev < place.due_rev ORDER BY place.id;

INSERT INTO outbox (kind, subject, key, rev, channel_id, guild_id, message_id, due_at, claimed_by)
SELECT 'old board', match_id, CAST(message_id AS TEXT), 0, channel_id, guild_id, message_id, 0, 'before'
FROM old_board ORDER BY message_id;

INSERT INTO outbox (kind, subject, key, rev, channel_id, guild_id, due_at, claimed_by)
SELECT 'challenge', id, '', 0, channel_id, guild_id, 0, 'before'
FROM challenge WHERE status = 'open' AND message_id IS NULL AND guest = 0 ORDER BY id;

INSERT INTO outbox (kind, subject, key, rev, person_id, about, way, channel_id, message_id, wanted, due_at, claimed_by)
SELECT 'notice', match_id, rev || ':' || person_id || ':' || kind || ':' || way, rev, person_id, kind, way, channel_id,
    message_id, CASE stale WHEN 1 THEN 'removed' ELSE 'shown' END, CASE stale WHEN 1 THEN 0 ELSE due_at END,
    CASE WHEN due_at IS NULL THEN NULL ELSE 'before' END
FROM notice ORDER BY match_id, rev;

DROP TABLE notice;
DROP TABLE old_board;
DROP INDEX place_unshown;
ALTER TABLE place DROP COLUMN due_rev;
ALTER TABLE place ADD COLUMN thread_of INTEGER;

DROP INDEX challenge_unposted;

-- Ends as a key and a JSON object of fields; the old reason stays filled with the English phrase.
ALTER TABLE match ADD COLUMN ending TEXT;
ALTER TABLE match ADD COLUMN ending_fields TEXT;
-- Who proposes to abort the match.
ALTER TABLE match ADD COLUMN abort_by INTEGER CHECK (abort_by IN (0, 1));

-- Pings that their person has not answered yet; rows older than an hour are deleted as new ones come.
CREATE TABLE ping (
    id INTEGER PRIMARY KEY,
    by_id INTEGER NOT NULL,
    person_id INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX ping_between ON ping (by_id, person_id, at);
CREATE INDEX ping_at ON ping (at);

-- What else is limited by the hour, such as bumps.
CREATE TABLE limited_use (
    id INTEGER PRIMARY KEY,
    kind TEXT NOT NULL,
    person_id INTEGER NOT NULL,
    at INTEGER NOT NULL
) STRICT;
CREATE INDEX limited_use_of ON limited_use (person_id, kind, at);
CREATE INDEX limited_use_at ON limited_use (at);

CREATE INDEX vacation_end ON vacation (ends_at);

ALTER TABLE alarm RENAME TO old_alarm;
DROP INDEX alarm_at;
CREATE TABLE alarm (
    kind TEXT NOT NULL,
    subject INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (kind, subject)
) STRICT, WITHOUT ROWID;
CREATE INDEX alarm_at ON alarm (at);
INSERT INTO alarm (kind, subject, at) SELECT kind, subject, at FROM old_alarm;
DROP TABLE old_alarm;

CREATE TABLE new_challenge (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    challenger_id INTEGER NOT NULL REFERENCES person (id),
    opponent_id INTEGER REFERENCES person (id),
    side TEXT NOT NULL,
    channel_id INTEGER NOT NULL,
    guild_id INTEGER,
    guest INTEGER NOT NULL DEFAULT 0 CHECK (guest IN (0, 1)),
    message_id INTEGER,
    status TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    clock TEXT,
    rated INTEGER NOT NULL DEFAULT 0 CHECK (rated IN (0, 1)),
    note TEXT NOT NULL DEFAULT '',
    rematch_of INTEGER REFERENCES match (id),
    CHECK (challenger_id <> opponent_id),
    CHECK (status <> 'accepted' OR opponent_id IS NOT NULL)
) STRICT;
INSERT INTO new_challenge (id, game, options, challenger_id, opponent_id, side, channel_id, guild_id, guest, message_id,
    status, created_at, expires_at, clock, rated, note, rematch_of)
SELECT id, game, options, challenger_id, opponent_id, side, channel_id, guild_id, guest, message_id,
    status, created_at, expires_at, clock, rated, note, rematch_of FROM challenge;
DROP TABLE challenge;
ALTER TABLE new_challenge RENAME TO challenge;
CREATE INDEX challenge_open_by ON challenge (challenger_id) WHERE status = 'open';
CREATE INDEX challenge_open_to ON challenge (opponent_id) WHERE status = 'open';
CREATE INDEX challenge_rematch ON challenge (rematch_of) WHERE rematch_of IS NOT NULL;
CREATE INDEX challenge_made_by ON challenge (challenger_id, created_at);
CREATE INDEX challenge_made_in ON challenge (guild_id, created_at);
