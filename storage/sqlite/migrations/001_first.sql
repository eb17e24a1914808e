-- People, challenges, matches with their moves, and where they are shown.
-- Times are integer UTC seconds; options are a JSON object of texts.

CREATE TABLE person (
    id INTEGER PRIMARY KEY,
    name TEXT NOT NULL
) STRICT;

CREATE TABLE challenge (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    challenger_id INTEGER NOT NULL REFERENCES person (id),
    opponent_id INTEGER REFERENCES person (id),
    side TEXT NOT NULL CHECK (side IN ('first', 'second', 'random')),
    channel_id INTEGER NOT NULL,
    guild_id INTEGER,
    message_id INTEGER,
    status TEXT NOT NULL CHECK (status IN ('open', 'accepted', 'declined', 'withdrawn', 'expired')),
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    CHECK (challenger_id <> opponent_id),
    CHECK (status <> 'accepted' OR opponent_id IS NOT NULL)
) STRICT;

CREATE INDEX challenge_unposted ON challenge (id) WHERE status = 'open' AND message_id IS NULL;

CREATE TABLE match (
    id INTEGER PRIMARY KEY REFERENCES challenge (id),
    game TEXT NOT NULL,
    options TEXT NOT NULL,
    rules_version INTEGER NOT NULL,
    first_id INTEGER NOT NULL REFERENCES person (id),
    second_id INTEGER NOT NULL REFERENCES person (id),
    rev INTEGER NOT NULL CHECK (rev >= 1),
    ply INTEGER NOT NULL CHECK (ply >= 0),
    turn INTEGER NOT NULL CHECK (turn IN (0, 1)),
    status TEXT NOT NULL CHECK (status IN ('running', 'over')),
    winner INTEGER CHECK (winner IN (0, 1)),
    reason TEXT,
    created_at INTEGER NOT NULL,
    moved_at INTEGER NOT NULL,
    ended_at INTEGER,
    CHECK (first_id <> second_id),
    CHECK ((status = 'over') = (ended_at IS NOT NULL)),
    CHECK ((status = 'over') = (reason IS NOT NULL)),
    CHECK (status = 'over' OR winner IS NULL)
) STRICT;

CREATE INDEX match_of_first ON match (first_id, status);
CREATE INDEX match_of_second ON match (second_id, status);

-- The truth about every position. The key is the guard: one move for each ply.
CREATE TABLE move (
    match_id INTEGER NOT NULL REFERENCES match (id),
    ply INTEGER NOT NULL CHECK (ply >= 1),
    text TEXT NOT NULL,
    seat INTEGER NOT NULL CHECK (seat IN (0, 1)),
    at INTEGER NOT NULL,
    PRIMARY KEY (match_id, ply)
) STRICT, WITHOUT ROWID;

-- What raised a match to each of its revisions.
CREATE TABLE event (
    match_id INTEGER NOT NULL REFERENCES match (id),
    rev INTEGER NOT NULL CHECK (rev >= 1),
    kind TEXT NOT NULL,
    seat INTEGER CHECK (seat IN (0, 1)),
    ply INTEGER NOT NULL,
    at INTEGER NOT NULL,
    PRIMARY KEY (match_id, rev)
) STRICT, WITHOUT ROWID;

-- due_rev follows the match's boards, so that what awaits showing is found without looking at the rest.
CREATE TABLE place (
    id INTEGER PRIMARY KEY,
    match_id INTEGER NOT NULL REFERENCES match (id),
    seat INTEGER CHECK (seat IN (0, 1)),
    channel_id INTEGER NOT NULL,
    guild_id INTEGER,
    message_id INTEGER,
    shown_rev INTEGER NOT NULL,
    due_rev INTEGER NOT NULL,
    UNIQUE (match_id, channel_id)
) STRICT;

CREATE INDEX place_in_channel ON place (channel_id);
CREATE INDEX place_unshown ON place (match_id) WHERE shown_rev < due_rev;

-- Small texts that are no record of a match, such as the fingerprint of the commands that Discord was sent.
CREATE TABLE memory (
    key TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT, WITHOUT ROWID;
