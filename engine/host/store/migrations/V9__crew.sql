-- Computers at the table: seats of their own and seats they play for somebody, moves of a kind of their own.

ALTER TABLE seats ADD COLUMN level TEXT;         -- a computer plays the seat, of this level; its own where `user` is 0
ALTER TABLE past_holders ADD COLUMN level TEXT;  -- a computer played it until then
ALTER TABLE people ADD COLUMN cover TEXT;        -- the level of the computer that plays for them on vacation; NULL: none does

CREATE INDEX crewed_seats ON seats (table_id) WHERE level IS NOT NULL;

-- A new kind of entries. See V2 for the order.
CREATE TABLE entries3 (
    table_id    INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq         INTEGER NOT NULL,
    kind        TEXT    NOT NULL CHECK (kind IN ('origin', 'move', 'auto', 'crew', 'undo', 'resign', 'note', 'replace')),
    seat        INTEGER,
    words       TEXT    NOT NULL,
    digest      TEXT    NOT NULL,
    barrier     INTEGER NOT NULL DEFAULT 0,
    secret      INTEGER NOT NULL DEFAULT 0,
    user        INTEGER,
    at          INTEGER NOT NULL,
    interaction INTEGER UNIQUE,
    data        TEXT,
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

INSERT INTO entries3 SELECT * FROM entries;

CREATE TABLE said3 (
    table_id INTEGER NOT NULL,
    seq      INTEGER NOT NULL,
    n        INTEGER NOT NULL,
    seats    TEXT,
    text     TEXT    NOT NULL,
    PRIMARY KEY (table_id, seq, n),
    FOREIGN KEY (table_id, seq) REFERENCES entries3 (table_id, seq) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

INSERT INTO said3 SELECT * FROM said;
DROP TABLE said;
DROP TABLE entries;
ALTER TABLE entries3 RENAME TO entries;
ALTER TABLE said3 RENAME TO said;

-- A new choice of votes: the computer plays until they are back.
CREATE TABLE votes3 (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id  INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat      INTEGER NOT NULL,
    asked     INTEGER NOT NULL,
    heir      INTEGER,
    heir_name TEXT,
    opened_at INTEGER NOT NULL,
    state     TEXT    NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'stall', 'crew', 'hand', 'drop', 'wait', 'void')),
    channel   INTEGER,
    message   INTEGER,
    shown     TEXT    NOT NULL DEFAULT 'open',
    together  INTEGER NOT NULL DEFAULT 0,
    count_at  INTEGER
) STRICT;

INSERT INTO votes3 SELECT * FROM votes;

CREATE TABLE ballots3 (
    vote   INTEGER NOT NULL REFERENCES votes3 (id) ON DELETE CASCADE,
    seat   INTEGER NOT NULL,
    choice TEXT    NOT NULL CHECK (choice IN ('stall', 'crew', 'hand', 'drop', 'wait')),
    PRIMARY KEY (vote, seat)
) STRICT, WITHOUT ROWID;

INSERT INTO ballots3 SELECT * FROM ballots;

CREATE TABLE offers3 (
    table_id  INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat      INTEGER NOT NULL,
    rev       INTEGER NOT NULL,
    heir      INTEGER NOT NULL,
    heir_name TEXT    NOT NULL,
    vote      INTEGER REFERENCES votes3 (id),
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

INSERT INTO offers3 SELECT * FROM offers;
DROP TABLE offers;
DROP TABLE ballots;
DROP TABLE votes;
ALTER TABLE votes3 RENAME TO votes;
ALTER TABLE ballots3 RENAME TO ballots;
ALTER TABLE offers3 RENAME TO offers;
CREATE UNIQUE INDEX one_open_vote ON votes (table_id) WHERE state = 'open';
