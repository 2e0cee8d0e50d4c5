-- What is remembered beside the log: where a revision was shown, wishes that run out, rematches, imported games, notes.

CREATE TABLE shown (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    rev      INTEGER NOT NULL,      -- the revision that the message came to show; an edited message shows several in turn
    channel  INTEGER NOT NULL,
    message  INTEGER NOT NULL,
    PRIMARY KEY (table_id, rev)
) STRICT, WITHOUT ROWID;

INSERT INTO shown SELECT table_id, rev, channel, message FROM posts;

ALTER TABLE undo_requests ADD COLUMN asked_at INTEGER NOT NULL DEFAULT 0;

UPDATE undo_requests
SET asked_at = coalesce((SELECT max(at) FROM entries WHERE entries.table_id = undo_requests.table_id), 0);

ALTER TABLE tables ADD COLUMN rematch_of INTEGER REFERENCES tables (id) ON DELETE SET NULL;

CREATE TABLE imports (              -- games that began elsewhere: never counted in statistics
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    record   TEXT    NOT NULL       -- holds the seed
) STRICT;

CREATE TABLE notes (                -- one person's own words, shown to nobody else
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user     INTEGER NOT NULL,
    text     TEXT    NOT NULL,
    PRIMARY KEY (table_id, user)
) STRICT, WITHOUT ROWID;
