-- Playing over weeks: whose turn since when, reminders, people's hours, absence, votes, seats that change hands.

ALTER TABLE tables ADD COLUMN pace INTEGER NOT NULL DEFAULT 0;  -- hours a question may wait, 0: no limit

-- Two new kinds of entries. A CHECK cannot be altered, so the table is made anew, and `said`, which hangs on it, too:
-- dropping `entries` while `said` still points to it would take what was said along.
CREATE TABLE entries2 (
    table_id    INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq         INTEGER NOT NULL,
    kind        TEXT    NOT NULL CHECK (kind IN ('origin', 'move', 'auto', 'undo', 'resign', 'note', 'replace')),
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

INSERT INTO entries2 SELECT * FROM entries;

CREATE TABLE said2 (
    table_id INTEGER NOT NULL,
    seq      INTEGER NOT NULL,
    n        INTEGER NOT NULL,
    seats    TEXT,
    text     TEXT    NOT NULL,
    PRIMARY KEY (table_id, seq, n),
    FOREIGN KEY (table_id, seq) REFERENCES entries2 (table_id, seq) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

INSERT INTO said2 SELECT * FROM said;
DROP TABLE said;
DROP TABLE entries;
ALTER TABLE entries2 RENAME TO entries;
ALTER TABLE said2 RENAME TO said;

CREATE TABLE people (               -- what somebody has told us about their days; nobody is here who has said nothing
    user       INTEGER PRIMARY KEY,
    zone       TEXT    NOT NULL DEFAULT 'UTC',  -- a name of the time zone database
    quiet_from INTEGER,             -- minutes after midnight, local; NULL: no quiet hours
    quiet_to   INTEGER,
    weekends   INTEGER NOT NULL DEFAULT 0,      -- 1: Saturdays and Sundays are off
    away_from  TEXT,                -- first and last day of a vacation, local dates
    away_to    TEXT
) STRICT;

CREATE TABLE turns (                -- who owes an answer; written with the move that asks, so that no restart loses one
    table_id  INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat      INTEGER NOT NULL,
    asked     INTEGER NOT NULL,     -- the revision at which the question was put
    since     INTEGER NOT NULL,     -- when it was put to this person
    runs_from INTEGER NOT NULL,     -- when the pace began to count
    step      INTEGER NOT NULL DEFAULT 0,       -- reminders so far
    last_at   INTEGER,              -- when the last of them was due
    muted     INTEGER NOT NULL DEFAULT 0,
    gone      INTEGER NOT NULL DEFAULT 0,       -- 1: found to have left the server
    due_at    INTEGER,              -- the next reminder; NULL: none is to come
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX turns_due ON turns (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE early (                -- who wants a word when their turn comes near
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    told     INTEGER NOT NULL DEFAULT 0,        -- 1: has had it, and has not been asked since
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE notices (              -- messages that are due about a turn; each ends as sent, void or failed
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,      -- whom it is for or about
    asked    INTEGER NOT NULL,      -- the question it is about
    kind     TEXT    NOT NULL CHECK (kind IN ('early', 'remind', 'last', 'gone')),
    step     INTEGER NOT NULL DEFAULT 0,
    made_at  INTEGER NOT NULL,
    due_at   INTEGER NOT NULL,      -- when to try, or try again
    state    TEXT    NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'trying', 'sent', 'void', 'failed')),
    tries    INTEGER NOT NULL DEFAULT 0,
    message  INTEGER
) STRICT;

CREATE INDEX notices_open ON notices (due_at) WHERE state IN ('due', 'trying');

CREATE TABLE standing (             -- orders: what to answer for somebody who is away; nobody else's business
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    verb     TEXT    NOT NULL,      -- the first word; a new order of the same kind replaces the old
    words    TEXT    NOT NULL,
    PRIMARY KEY (table_id, seat, verb)
) STRICT, WITHOUT ROWID;

CREATE TABLE votes (                -- what to do about somebody who is late
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id  INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat      INTEGER NOT NULL,
    asked     INTEGER NOT NULL,     -- void once this question is answered
    heir      INTEGER,              -- who would take the seat, if that is a choice
    heir_name TEXT,
    opened_at INTEGER NOT NULL,
    state     TEXT    NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'stall', 'hand', 'drop', 'wait', 'void')),
    channel   INTEGER,              -- where it is shown
    message   INTEGER,
    shown     TEXT    NOT NULL DEFAULT 'open'   -- the state the message shows
) STRICT;

CREATE UNIQUE INDEX one_open_vote ON votes (table_id) WHERE state = 'open';

CREATE TABLE ballots (
    vote   INTEGER NOT NULL REFERENCES votes (id) ON DELETE CASCADE,
    seat   INTEGER NOT NULL,
    choice TEXT    NOT NULL CHECK (choice IN ('stall', 'hand', 'drop', 'wait')),
    PRIMARY KEY (vote, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE offers (               -- a seat held out to somebody who has not answered yet
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    rev      INTEGER NOT NULL,      -- the revision at which it was made: tells it from an earlier one
    heir     INTEGER NOT NULL,
    heir_name TEXT   NOT NULL,
    vote     INTEGER REFERENCES votes (id),     -- the vote that made it; NULL: the seat's own person
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE past_holders (         -- who had a seat before the one who has it now
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    until    INTEGER NOT NULL,      -- the revision of the entry by which the next one took over
    user     INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    PRIMARY KEY (table_id, seat, until)
) STRICT, WITHOUT ROWID;
