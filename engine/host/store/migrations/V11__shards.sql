-- Several processes on one store: which of them serves which shards, and what they may do together in a while.

CREATE TABLE leases (               -- one process serves a group of shards, and says so again every few seconds
    name   TEXT    PRIMARY KEY,     -- the group: "0-7/16"
    holder TEXT    NOT NULL,        -- a word of the process's own
    beat   INTEGER NOT NULL         -- raised each time; one that does not change is that of a process which is no more
) STRICT;

CREATE TABLE allowances (           -- what Discord allows a token, whichever process asks
    name  TEXT    PRIMARY KEY,      -- "requests", "identify 0"
    until INTEGER NOT NULL          -- the moment (unix milliseconds) up to which it is spent
) STRICT;
