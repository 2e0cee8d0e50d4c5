-- Statistics and who may sit down.

-- What can be chosen at every table, whatever the game: JSON object.
ALTER TABLE tables ADD COLUMN house TEXT NOT NULL DEFAULT '{"rated":"yes","joining":"everybody"}';

CREATE TABLE invited (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user     INTEGER NOT NULL,
    PRIMARY KEY (table_id, user)
) STRICT, WITHOUT ROWID;

CREATE TABLE unlisted (             -- people who have left the statistics
    user INTEGER PRIMARY KEY
) STRICT;

CREATE INDEX finished_by_guild ON tables (guild, ended_at) WHERE status = 'finished';
