-- Every table can be found again; a game is only told when everybody is done with it; lobbies do not lie about for ever.

ALTER TABLE tables ADD COLUMN parent INTEGER;        -- the channel that its thread or post belongs to; NULL: it is in a channel
ALTER TABLE tables ADD COLUMN sealed_until INTEGER;  -- finished: its end can be taken back, and seed and hands stay closed; NULL: open

CREATE TABLE done_with (            -- who has said that a finished game is over
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE errands (              -- what is to be done about a table by itself, once; done is gone
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    kind     TEXT    NOT NULL CHECK (kind IN ('seals', 'ended', 'full', 'idle', 'shut', 'opened', 'question')),
    mark     INTEGER NOT NULL DEFAULT 0,     -- the person, seat or message it is about, where there may be several
    made_at  INTEGER NOT NULL,
    due_at   INTEGER NOT NULL,               -- when to try, or try again
    tries    INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, kind, mark)
) STRICT, WITHOUT ROWID;

CREATE INDEX errands_due ON errands (due_at);

-- Lobbies of an earlier program count as touched today, questions that were sent run out as before.
INSERT INTO errands (table_id, kind, made_at, due_at)
SELECT id, 'idle', CAST(strftime('%s', 'now') AS INTEGER), CAST(strftime('%s', 'now') AS INTEGER) + 604800
FROM tables WHERE status = 'lobby';

INSERT INTO errands (table_id, kind, mark, made_at, due_at)
SELECT table_id, 'question', message, asked_at, asked_at + 172800
FROM undo_requests WHERE state = 'sent' AND message IS NOT NULL;

CREATE TABLE watchers (             -- who wants to hear when a table of a game opens on a server
    guild INTEGER NOT NULL,
    game  TEXT    NOT NULL,
    user  INTEGER NOT NULL,
    PRIMARY KEY (guild, game, user)
) STRICT, WITHOUT ROWID;

CREATE TABLE departed (             -- servers that have sent the bot away: their tables end later
    guild INTEGER PRIMARY KEY,
    at    INTEGER NOT NULL
) STRICT;

ALTER TABLE servers ADD COLUMN forum INTEGER;        -- where /play opens a post; NULL: in its channel
