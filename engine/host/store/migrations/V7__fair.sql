-- Fair weeks: each question keeps its own time, days off are counted, and what concerns everybody is agreed on.

ALTER TABLE turns ADD COLUMN pace INTEGER NOT NULL DEFAULT 0;       -- hours for this question: the table's pace when it was put
ALTER TABLE turns ADD COLUMN question INTEGER NOT NULL DEFAULT -1;  -- moves before the question: the same again after an undo
ALTER TABLE turns ADD COLUMN over_at INTEGER;   -- its time was over then, whatever the person says of their days since
UPDATE turns SET pace = (SELECT pace FROM tables WHERE tables.id = turns.table_id);

CREATE TABLE answered (             -- the clock of a question that was answered: it goes on if the answer is taken back
    table_id  INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    question  INTEGER NOT NULL,
    seat      INTEGER NOT NULL,
    asked     INTEGER NOT NULL,
    since     INTEGER NOT NULL,
    runs_from INTEGER NOT NULL,
    pace      INTEGER NOT NULL,
    step      INTEGER NOT NULL,
    last_at   INTEGER,
    muted     INTEGER NOT NULL,
    over_at   INTEGER,
    at        INTEGER NOT NULL,     -- when it was answered
    PRIMARY KEY (table_id, question, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE vacations (            -- what was taken of vacations that are over, by the day
    user  INTEGER NOT NULL,
    first TEXT    NOT NULL,
    last  TEXT    NOT NULL,
    PRIMARY KEY (user, first)
) STRICT, WITHOUT ROWID;

-- Quiet hours are at most 14 of 24.
UPDATE people SET quiet_to = (quiet_from + 840) % 1440
WHERE quiet_from IS NOT NULL AND (quiet_to - quiet_from + 1440) % 1440 > 840;

ALTER TABLE votes ADD COLUMN together INTEGER NOT NULL DEFAULT 0;   -- 1: only all electors together decide
ALTER TABLE votes ADD COLUMN count_at INTEGER;  -- when it is to be counted again, because somebody is late by then

ALTER TABLE undo_requests ADD COLUMN holds INTEGER NOT NULL DEFAULT 0;      -- void once the table has moved on from here
UPDATE undo_requests SET holds = rev;

ALTER TABLE seats ADD COLUMN left_rev INTEGER;  -- the entry by which the seat was given up: the order of leaving
UPDATE seats SET left_rev = (
    SELECT max(seq) FROM entries
    WHERE entries.table_id = seats.table_id AND entries.seat = seats.seat AND entries.kind = 'resign'
) WHERE left_at IS NOT NULL;

CREATE TABLE motions (              -- what concerns everybody at a running table, put to the others
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id  INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    kind      TEXT    NOT NULL CHECK (kind IN ('pace', 'close')),
    value     INTEGER NOT NULL,     -- the hours of a pace
    seat      INTEGER NOT NULL,     -- whose motion it is
    opened_at INTEGER NOT NULL,
    agreed    TEXT    NOT NULL,     -- JSON list of seats
    refused   TEXT    NOT NULL,
    state     TEXT    NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'carried', 'refused', 'void')),
    channel   INTEGER,              -- where it is shown
    message   INTEGER,
    shown     TEXT    NOT NULL DEFAULT 'open'   -- the state the message shows
) STRICT;

CREATE UNIQUE INDEX one_open_motion ON motions (table_id, kind) WHERE state = 'open';

-- A new kind of notice: the call that waits until somebody is awake.
CREATE TABLE notices2 (
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    asked    INTEGER NOT NULL,
    kind     TEXT    NOT NULL CHECK (kind IN ('early', 'remind', 'last', 'gone', 'call')),
    step     INTEGER NOT NULL DEFAULT 0,
    made_at  INTEGER NOT NULL,
    due_at   INTEGER NOT NULL,
    state    TEXT    NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'trying', 'sent', 'void', 'failed')),
    tries    INTEGER NOT NULL DEFAULT 0,
    message  INTEGER
) STRICT;

INSERT INTO notices2 SELECT * FROM notices;
DROP TABLE notices;
ALTER TABLE notices2 RENAME TO notices;
CREATE INDEX notices_open ON notices (due_at) WHERE state IN ('due', 'trying');
