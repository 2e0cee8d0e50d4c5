-- What people and servers have chosen. Only what differs from the default is kept; who has chosen nothing is not here.

CREATE TABLE personal (
    user   INTEGER PRIMARY KEY,
    chosen TEXT NOT NULL            -- JSON object, setting -> value
) STRICT;

INSERT INTO personal SELECT user, '{"statistics":"no"}' FROM unlisted;
DROP TABLE unlisted;

CREATE TABLE servers (
    guild    INTEGER PRIMARY KEY,
    chosen   TEXT NOT NULL,         -- JSON object, setting -> value
    channels TEXT NOT NULL          -- JSON list of the channels in which tables may be opened; empty: all
) STRICT;
