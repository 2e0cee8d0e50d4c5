-- What a computer makes of a finished game, kept with its table.

CREATE TABLE analyses (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    user     INTEGER UNIQUE,             -- who waits for it; NULL: it is made
    at       INTEGER NOT NULL,           -- when it was asked for
    data     TEXT                        -- NULL: it is not made yet
) STRICT;
