-- The first schema. Times are unix seconds (UTC). Snowflakes are Discord's 64-bit ids.

CREATE TABLE components (
    digest TEXT PRIMARY KEY,
    game   TEXT NOT NULL,
    data   TEXT NOT NULL            -- JSON, as the table was started with
) STRICT;

CREATE TABLE tables (
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    guild         INTEGER NOT NULL,
    channel       INTEGER NOT NULL,
    game          TEXT    NOT NULL,
    rules_version INTEGER NOT NULL,
    components    TEXT    NOT NULL REFERENCES components (digest),
    options       TEXT    NOT NULL, -- JSON object
    seed          TEXT    NOT NULL,
    status        TEXT    NOT NULL CHECK (status IN ('lobby', 'running', 'finished', 'closed')),
    rev           INTEGER NOT NULL DEFAULT 0,  -- raised by every change
    asked         INTEGER NOT NULL DEFAULT 0,  -- the revision at which the present question was put
    opened_by     INTEGER NOT NULL,
    opened_at     INTEGER NOT NULL,
    ended_at      INTEGER,
    result        TEXT              -- JSON of the Result, once finished
) STRICT;

CREATE UNIQUE INDEX one_live_table ON tables (channel) WHERE status IN ('lobby', 'running');

CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    user     INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    left_at  INTEGER,               -- resigned; the seat is played by `stall` from then on
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_user ON seats (user);

CREATE TABLE entries (
    table_id    INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq         INTEGER NOT NULL,   -- the table's revision after it
    kind        TEXT    NOT NULL CHECK (kind IN ('origin', 'move', 'auto', 'undo', 'resign')),
    seat        INTEGER,
    words       TEXT    NOT NULL,   -- a move's words; for an undo the seq that stands again
    digest      TEXT    NOT NULL,
    barrier     INTEGER NOT NULL DEFAULT 0,  -- chance or a reveal: no taking back alone
    secret      INTEGER NOT NULL DEFAULT 0,  -- not printed before the game is over
    user        INTEGER,
    at          INTEGER NOT NULL,
    interaction INTEGER UNIQUE,
    data        TEXT,               -- an origin's position
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE positions (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    seq      INTEGER NOT NULL,
    data     TEXT    NOT NULL
) STRICT;

CREATE TABLE said (
    table_id INTEGER NOT NULL,
    seq      INTEGER NOT NULL,
    n        INTEGER NOT NULL,
    seats    TEXT,                  -- JSON list of the seats that may read it, NULL for everybody
    text     TEXT    NOT NULL,      -- JSON of the Text
    PRIMARY KEY (table_id, seq, n),
    FOREIGN KEY (table_id, seq) REFERENCES entries (table_id, seq) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE posts (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    rev      INTEGER NOT NULL,      -- the newest revision that has been shown
    channel  INTEGER NOT NULL,
    message  INTEGER NOT NULL,
    waiting  TEXT    NOT NULL       -- JSON list of the seats it called on
) STRICT;

CREATE TABLE undo_requests (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    rev      INTEGER NOT NULL,      -- void once the table has moved on
    seat     INTEGER NOT NULL,
    target   INTEGER NOT NULL,
    agreed   TEXT    NOT NULL       -- JSON list of seats
) STRICT;

CREATE TABLE facts (                -- small things the bot remembers about itself
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;
