BEGIN TRANSACTION;
CREATE TABLE allowances (           -- what Discord allows a token, whichever process asks
    name  TEXT    PRIMARY KEY,      -- "requests", "identify 0"
    until INTEGER NOT NULL          -- the moment (unix milliseconds) up to which it is spent
) STRICT;
CREATE TABLE analyses (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    user     INTEGER UNIQUE,             -- who waits for it; NULL: it is made
    at       INTEGER NOT NULL,           -- when it was asked for
    data     TEXT                        -- NULL: it is not made yet
) STRICT;
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
INSERT INTO "answered" VALUES(2,0,0,3,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(3,0,0,3,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(3,1,1,4,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(3,2,0,5,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(3,3,1,6,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(3,4,0,7,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(3,5,1,8,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(3,6,0,9,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(3,7,1,10,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(3,8,0,11,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(3,9,1,12,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(3,10,0,13,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(3,11,1,14,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(3,12,0,15,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(3,13,1,16,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(3,14,0,17,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(3,16,0,19,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(3,17,1,20,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(3,18,0,21,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(3,19,0,22,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(3,20,1,23,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(4,0,0,3,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(4,1,1,4,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(4,2,0,5,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(4,3,1,6,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(4,4,0,7,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(4,5,1,8,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(4,6,0,9,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(4,7,1,10,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(4,8,0,11,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(4,9,1,12,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(4,10,0,13,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(4,11,1,14,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(4,12,0,15,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(4,13,1,16,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(4,14,1,17,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(4,15,0,18,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(4,16,1,19,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(4,17,0,20,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(4,18,1,21,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(4,19,0,22,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(5,0,0,3,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(5,1,1,4,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(5,2,0,5,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(5,3,1,6,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(5,4,0,7,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(5,5,1,8,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(5,6,0,9,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(5,7,1,10,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(5,8,0,11,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(5,9,1,12,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(5,10,0,13,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(5,11,1,14,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(5,12,0,15,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(5,13,1,16,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(5,14,1,17,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(5,16,1,19,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(5,17,0,20,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(5,18,1,21,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(5,19,0,22,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(5,20,1,23,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(5,21,0,24,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(7,0,0,3,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(8,0,0,5,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(8,1,1,6,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(8,2,2,7,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(8,4,3,9,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(8,5,1,10,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(8,6,0,11,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(8,7,2,12,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(8,8,1,13,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(8,9,2,14,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(8,10,0,15,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(8,11,3,16,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(8,12,1,17,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(8,13,0,18,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(8,14,3,19,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(8,15,1,20,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(8,16,2,21,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(8,17,0,22,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(8,18,3,23,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(8,19,2,24,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(8,20,0,25,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(9,0,0,3,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(9,2,0,5,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(9,3,1,6,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(9,4,0,7,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(9,5,1,8,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(9,6,0,9,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(9,7,1,10,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(9,8,0,11,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(9,9,0,12,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(9,10,1,13,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(9,11,1,14,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(9,12,0,15,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(9,13,1,16,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(9,14,1,17,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(9,15,0,18,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(9,16,1,19,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(9,17,0,20,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(9,18,1,21,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(9,19,1,22,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(9,20,0,23,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(10,0,0,3,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(10,2,0,5,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(10,3,1,6,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(10,4,0,7,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(10,5,0,8,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(10,6,1,9,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(10,7,1,10,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(10,8,0,11,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(10,9,0,12,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(10,10,0,13,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(10,11,0,14,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(10,12,1,15,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(10,13,0,16,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(10,14,1,17,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(10,15,0,18,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(10,16,0,19,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(10,17,1,20,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(10,18,1,21,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(10,19,0,22,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(10,20,1,23,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(10,21,0,24,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(12,0,1,3,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(13,0,3,5,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(13,1,2,6,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(13,2,0,7,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(13,3,1,8,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(13,4,1,9,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(13,5,1,10,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(13,6,0,11,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(13,7,0,12,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(13,8,0,13,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(13,9,2,14,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(13,10,2,15,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(13,11,2,16,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(13,12,2,17,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(13,13,3,18,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(13,14,3,19,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(13,15,3,20,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(13,16,3,21,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(13,17,3,22,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(13,18,3,23,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(13,19,1,24,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(14,0,0,3,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(14,1,1,4,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(14,2,1,5,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(14,3,1,6,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(14,4,1,7,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(14,5,1,8,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(14,6,0,9,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(14,7,0,10,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(14,8,0,11,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(14,9,1,12,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(14,10,1,13,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(14,11,1,14,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(14,12,1,15,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(14,13,1,16,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(14,14,1,17,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(14,15,1,18,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(14,16,1,19,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(14,17,1,20,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(14,18,1,21,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(14,19,1,22,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(15,0,0,3,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(15,1,1,4,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(15,2,1,5,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(15,3,1,6,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(15,4,1,7,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(15,5,1,8,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(15,6,1,9,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(15,7,0,10,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(15,8,1,11,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(15,9,0,12,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(15,10,0,13,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(15,11,0,14,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(15,12,1,15,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(15,13,1,16,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(15,14,1,17,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(15,15,1,18,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(15,16,1,19,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(15,17,1,20,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(15,18,0,21,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(15,19,0,22,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(15,20,1,23,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(17,0,0,3,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(17,0,1,3,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(18,0,0,5,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(18,0,1,5,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(18,0,2,5,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(18,0,3,5,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(18,4,2,9,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(18,5,3,10,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(18,6,0,11,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(18,7,0,12,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(18,8,1,13,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(18,9,2,14,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(18,10,2,15,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(18,11,3,16,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(18,12,0,17,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(18,13,0,18,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(18,14,1,19,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(18,15,1,20,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(18,16,2,21,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(18,17,3,22,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(18,18,0,23,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(18,19,1,24,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(19,0,0,3,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(19,0,1,3,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(19,2,0,5,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(19,3,1,6,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(19,4,1,7,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(19,5,0,8,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(19,6,1,9,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(19,7,0,10,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(19,8,0,11,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(19,9,0,12,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(19,10,1,13,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(19,11,0,14,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(19,12,0,15,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(19,13,1,16,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(19,14,0,17,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(19,15,0,18,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(19,16,1,19,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(19,17,1,20,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(19,18,0,21,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(20,0,0,3,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(20,0,1,3,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(20,2,0,5,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(20,3,0,6,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(20,4,1,7,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(20,5,0,8,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(20,6,1,9,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(20,7,0,10,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(20,8,1,11,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(20,9,1,12,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(20,10,0,13,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(20,11,1,14,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(20,12,0,15,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(20,13,0,16,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(20,14,1,17,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(20,15,0,18,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(20,16,1,19,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(20,17,1,20,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(20,18,1,21,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(20,19,0,22,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
INSERT INTO "answered" VALUES(20,20,1,23,1767225600,1767225600,0,0,NULL,0,NULL,1767225600);
CREATE TABLE "ballots" (
    vote   INTEGER NOT NULL REFERENCES "votes" (id) ON DELETE CASCADE,
    seat   INTEGER NOT NULL,
    choice TEXT    NOT NULL CHECK (choice IN ('stall', 'crew', 'hand', 'drop', 'wait')),
    PRIMARY KEY (vote, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE components (
    digest TEXT PRIMARY KEY,
    game   TEXT NOT NULL,
    data   TEXT NOT NULL            -- JSON, as the table was started with
) STRICT;
INSERT INTO "components" VALUES('f2f2ac39','amundsen','{"deck":{"advance":{"b":2,"g":5,"r":6,"y":5},"blizzard":{"b":1,"g":2,"r":2,"y":2},"compass":2,"crevasse":{"b":3,"g":2,"r":2,"y":2},"dog":{"b":2,"g":2,"r":3,"y":2},"equipment":1,"horse":{"b":1,"g":1,"r":1,"y":1},"sacrifice":{"b":1},"source":"rules","supplies":{"r":2},"weather":{"g":1,"y":1}},"limits":{"hand":7,"hand_after_loss":5,"source":"rules","start_hand":1},"patrons":{"architect_hand":3,"dogs_removed":2,"engineer_hand":4,"horses_removed":1,"source":"rules"},"track":{"amundsen":{"colours":"rygryrgrygy","lost":[[15.6,116.8],[13.1,106.6],[16.4,96.4],[21.9,86.2],[21.9,76.1],[21.6,65.9],[27.6,55.8],[32.8,45.6],[32.5,35.4],[35.0,25.2]],"parallels":{"75":1,"80":4,"85":7,"88":10},"ship":[20.0,132.0],"spaces":[[24.5,121.8],[20.7,111.7],[19.6,101.5],[27.1,91.3],[30.6,81.2],[27.1,71.0],[30.2,60.8],[39.1,50.7],[40.5,40.5],[38.6,30.3],[45.5,20.2]]},"pole":[50.0,10.0],"scott":{"colours":"ygbygbybgyg","lost":[[84.8,116.8],[82.2,106.6],[84.4,96.4],[82.5,86.2],[76.2,76.1],[74.4,65.9],[75.2,55.8],[70.3,45.6],[63.7,35.4],[62.8,25.2]],"parallels":{"75":1,"80":5,"85":8,"88":10},"ship":[80.0,132.0],"spaces":[[81.1,121.8],[74.5,111.7],[76.0,101.5],[78.8,91.3],[72.3,81.2],[66.2,71.0],[68.6,60.8],[67.9,50.7],[58.8,40.5],[54.6,30.3],[56.9,20.2]]},"ship_from_first_lost":2,"source":"house"}}');
INSERT INTO "components" VALUES('a9ebaea9','expanse','{"bands":{"names":{"belt":"The Belt","inner":"Inner Planets","jupiter":"Jupiter","saturn":"Saturn"},"order":["inner","belt","jupiter","saturn"],"source":"found","sources":{}},"bases":{"africa":{"name":"Africa","orbital":"earth","resource":"water","source":"rules","two":true},"ceres":{"name":"Ceres","orbital":"ceres","resource":"minerals","source":"found","two":true},"eros":{"name":"Eros","orbital":"eros","resource":"minerals","source":"found","two":true},"eurasia":{"name":"Eurasia","orbital":"earth","resource":"food","source":"found","two":true},"europa":{"name":"Europa","orbital":"jupiter","resource":"water","source":"rules","two":true},"ganymede":{"name":"Ganymede","orbital":"jupiter","resource":"food","source":"found","two":true},"io":{"name":"Io","orbital":"jupiter","resource":"minerals","source":"rules","sources":{"resource":"inferred"},"two":false},"londres":{"name":"Londres Nova","orbital":"mars","resource":"tech","source":"found","two":true},"luna":{"name":"Luna","orbital":"earth","resource":"tech","source":"rules","sources":{"resource":"inferred"},"two":false},"mariner":{"name":"Mariner Valley","orbital":"mars","resource":"minerals","source":"found","two":true},"rhea":{"name":"Rhea","orbital":"saturn","resource":"food","source":"found","two":true},"rings":{"name":"The Rings","orbital":"saturn","resource":"water","source":"rules","sources":{"orbital":"inferred","resource":"inferred"},"two":false},"thoth":{"name":"Thoth","orbital":"thoth","resource":"tech","source":"found","two":true},"titan":{"name":"Titan","orbital":"saturn","resource":"water","source":"found","two":true},"tycho":{"name":"Tycho","orbital":"tycho","resource":"tech","source":"found","two":true},"vesta":{"name":"Vesta","orbital":"vesta","resource":"food","source":"rules","sources":{"resource":"inferred"},"two":false}},"cards":{"ambush":{"ap":3,"effects":[{"do":"remove-fleet","upto":true,"whose":"each"}],"factions":["mcr","opa"],"name":"Ambush","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","event":"inferred","opa":"house","pg":"house"},"text":"Choose an Orbital. Of each player you may remove 1 fleet there."},"assassin":{"ap":2,"effects":[{"do":"discard-kept"}],"factions":["mcr","pg"],"name":"Assassin","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","event":"inferred","opa":"house","pg":"house"},"text":"Every player with a Kept Event, you included, discards one of them."},"black-ops":{"ap":4,"effects":[{"do":"remove","n":3,"per":"band","upto":true}],"factions":["un","mcr"],"name":"Black Ops Team","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","opa":"house","pg":"house"},"text":"Remove 1 influence from each of up to 3 bases, all in different Bands."},"blockade-earth":{"ap":3,"effects":[{"do":"place","where":"earth"},{"control":"earth","do":"remove","upto":true,"where":"earth"}],"factions":["mcr","opa"],"name":"Blockade of Earth","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","opa":"house","pg":"house"},"text":"Place 1 influence on an Earth base. If you have Orbital Control of Earth you may also remove 1 influence from an Earth base."},"blockade-mars":{"ap":3,"effects":[{"do":"place","where":"mars"},{"control":"mars","do":"remove","upto":true,"where":"mars"}],"factions":["un","opa"],"name":"Blockade of Mars","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","opa":"house","pg":"house"},"text":"Place 1 influence on a Mars base. If you have Orbital Control of Mars you may also remove 1 influence from a Mars base."},"burn":{"ap":3,"effects":[{"bands":2,"do":"move","n":2,"upto":true}],"factions":["un","mcr"],"name":"Heavy Burn","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","opa":"house","pg":"house"},"text":"Move up to two groups of your fleets up to 2 Bands each. No fleet moves twice."},"bush":{"ap":4,"effects":[{"cp":1,"do":"rebuild"}],"factions":["un","pg"],"name":"Bush Naval Shipyards","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","event":"inferred","opa":"house","pg":"house"},"text":"Every player rebuilds all removed fleets at home. You gain 1 CP for each opponent who rebuilds any."},"ceasefire":{"ap":3,"effects":[{"do":"place","n":2,"per":"sector"}],"factions":["mcr","opa"],"name":"Ceasefire Talks","sets":[3,4],"source":"house","text":"Place 1 influence on one Base in each of two different Sectors."},"clean-room":{"ap":3,"effects":[{"do":"place","n":2,"per":"base","upto":true,"where":"tech"}],"factions":["opa","pg"],"name":"Clean Room","sets":[4],"source":"house","text":"Place 1 influence on each of up to 2 different Tech bases."},"convoy":{"ap":3,"effects":[{"do":"place","n":2,"per":"base","upto":true,"where":"water"}],"factions":["opa","pg"],"name":"Ice Convoy Diverted","sets":[3,4],"source":"house","text":"Place 1 influence on each of up to 2 different Water bases."},"cortazar":{"ap":2,"effects":[{"do":"place","n":2,"per":"base","where":"outer"}],"factions":["opa","pg"],"name":"Paolo Cortazar","sets":[3,4],"source":"found","sources":{"2p":"inferred","3p":"inferred","ap":"rules","event":"inferred","mcr":"inferred","opa":"rules","pg":"rules","un":"inferred"},"text":"Place 1 influence on each of 2 different Outer Planets bases."},"cotyar":{"ap":4,"effects":[{"do":"peek"},{"do":"points","n":2}],"factions":["un","pg"],"keep":0,"name":"Cotyar Ghazi","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","opa":"house","pg":"house"},"text":"Keep this for 0 CP. Take actions worth 2 Action Points. In a Scoring turn, first look secretly at the Bonus Sector that was chosen."},"covert":{"ap":3,"effects":[{"do":"swap"}],"factions":["mcr","pg"],"name":"Covert Op","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","ap":"rules","event":"inferred","mcr":"rules","opa":"rules","pg":"rules","un":"rules"},"text":"Swap two influence that belong to two different players."},"degraff":{"ap":3,"effects":[{"do":"place","each":true,"where":"earth"}],"factions":["mcr","pg"],"name":"Franklin DeGraff","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","opa":"house","pg":"house"},"text":"Place 1 influence on every Earth base."},"deimos":{"ap":4,"effects":[{"do":"remove","each":true,"where":"mars"},{"do":"place","where":"earth"}],"factions":["un","opa"],"name":"Destruction of Deimos","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","opa":"house","pg":"house"},"text":"Remove 1 influence of any player from each Mars base. Then place 1 influence on an Earth base."},"draper":{"ap":4,"effects":[{"do":"remove-fleet","whose":"opponent"},{"do":"bring"}],"factions":["un","mcr"],"name":"Bobbie Draper","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","opa":"house","pg":"house"},"text":"Remove 1 opposing fleet, then place one of your fleets in that Orbital: a removed one, or one from another Orbital."},"dresden":{"ap":4,"effects":[{"do":"place","each":true,"where":"tech"}],"factions":["un","pg"],"name":"Antony Dresden","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","opa":"house","pg":"house"},"text":"Place 1 influence on every Tech base."},"drummer":{"ap":3,"effects":[{"do":"points","n":1}],"factions":["mcr","opa"],"name":"Camina Drummer","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","opa":"house","pg":"house"},"text":"Take actions worth 1 Action Point."},"errinwright":{"ap":4,"effects":[{"do":"trim","from":3}],"factions":["un","pg"],"name":"Sadavir Errinwright","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","opa":"house","pg":"house"},"text":"On each base, every player with 3 or more influence removes 1 of it."},"grey-market":{"ap":3,"effects":[{"do":"build","n":2,"scrap":true,"upto":true,"where":"belt"}],"factions":["opa","pg"],"name":"Grey-Market Parts","sets":[3,4],"source":"house","text":"Build up to 2 of your removed fleets, Scrap Ships too, each in any Belt Orbital."},"helix":{"ap":3,"effects":[{"do":"remove","n":2,"present":true,"upto":true}],"factions":["un","mcr"],"name":"Star Helix","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","opa":"house","pg":"house"},"text":"Remove up to 2 influence from bases where you have influence."},"hoppers":{"ap":3,"effects":[{"do":"build","n":2,"scrap":true,"upto":true,"where":"far"}],"factions":["opa"],"name":"Rock-Hopper Swarm","sets":[3,4],"source":"house","text":"Place up to 2 of your removed fleets or Scrap Ships, each in any Orbital of the Belt, Jupiter or Saturn."},"hybrid":{"ap":4,"effects":[{"do":"reveal"}],"factions":["un","mcr","pg"],"name":"The Hybrid","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","opa":"house","pg":"house"},"text":"Choose a base, then reveal the top card of the deck: remove influence from that base equal to its Action Points, or all of it for a SCORE card. Put the card back on top."},"julie":{"ap":4,"effects":[{"do":"remove","n":3,"per":"base","upto":true,"where":"tech"}],"factions":["un","mcr","opa"],"name":"Julie Mao","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","event":"rules","opa":"house","pg":"house"},"text":"From each of up to 3 Tech bases, take away 1 influence."},"kenzo":{"ap":3,"effects":[{"do":"run"}],"factions":["mcr","opa"],"name":"Kenzo Gabriel","sets":[4],"source":"found","sources":{"2p":"inferred","3p":"house","ap":"house","event":"house","mcr":"house","opa":"house","pg":"house","un":"house"},"text":"Use the Event of any Action card on the Track as if your faction were on it. That card stays on the Track."},"lobbyists":{"ap":3,"effects":[{"do":"place","n":2,"per":"base","upto":true,"where":"inner"}],"factions":["mcr","pg"],"name":"Lobbyists","sets":[4],"source":"house","text":"Place 1 influence on each of up to 2 different Inner Planets bases."},"manifest":{"ap":2,"effects":[{"do":"remove","where":"earth"}],"factions":["un","opa"],"name":"Leaked Manifest","sets":[3,4],"source":"house","text":"Remove 1 influence from an Earth base."},"mao":{"ap":3,"effects":[{"ap":4,"do":"count-as"}],"factions":["un","mcr","pg"],"keep":0,"name":"Mao-Kwikowski Mercantile","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","opa":"house","pg":"house"},"text":"Keep this for 0 CP. Discard it to count the Action Points printed on any one card as 4."},"miller":{"ap":4,"effects":[{"do":"again"}],"factions":["un","opa"],"keep":0,"name":"Josephus Miller","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","opa":"house","pg":"house"},"text":"Keep this for 0 CP. On a later turn, after you have spent the Action Points of a card, you may discard this to use the Event of that card as well, if your faction is on it."},"nauvoo":{"ap":2,"effects":[{"do":"either","first":{"do":"remove"},"second":{"do":"remove-fleet"}}],"factions":["un","mcr","opa"],"name":"Nauvoo","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","opa":"house","pg":"house"},"text":"Remove 1 influence or 1 fleet anywhere."},"patrol":{"ap":3,"effects":[{"bands":2,"do":"move","stay":true},{"do":"place","where":"there"}],"factions":["un","opa"],"name":"Joint Patrol","sets":[3,4],"source":"house","text":"Move one group of your fleets up to 2 Bands, then place 1 influence on a base attached to the Orbital where it is."},"prototype":{"ap":3,"effects":[{"bands":2,"do":"move","n":2,"single":true,"upto":true}],"factions":["mcr","pg"],"name":"Prototype Drive","sets":[4],"source":"house","text":"Move up to 2 of your fleets, separately, up to 2 Bands each."},"quarantine":{"ap":4,"effects":[{"do":"remove","whose":"each"},{"do":"place","where":"sector-there"}],"factions":["opa","pg"],"name":"Quarantine Breach","sets":[4],"source":"house","text":"Choose a base: every player with influence there, you included, removes 1 of it. Then place 1 influence on a base in the same Sector."},"razorback":{"ap":2,"effects":[{"do":"move","single":true}],"factions":["un","opa"],"name":"Razorback","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","pg":"inferred"},"text":"Move 1 of your fleets to any Orbital."},"refugees":{"ap":3,"effects":[{"do":"place","n":2,"per":"base","upto":true,"where":"food"}],"factions":["mcr","opa"],"name":"Refugee Flotilla","sets":[3,4],"source":"house","text":"Place 1 influence on each of up to 2 different Food bases."},"riot":{"ap":3,"effects":[{"do":"remove","n":2,"per":"base","upto":true,"where":"belt"}],"factions":["mcr","pg"],"name":"Riot Gear","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","opa":"house","pg":"house"},"text":"From each of up to 2 Belt bases, take away 1 influence."},"salvage":{"ap":3,"effects":[{"do":"build","n":2,"scrap":true,"upto":true,"where":"ceres"}],"factions":["un","opa"],"name":"Salvage Rights","sets":[3,4],"source":"house","text":"Build up to 2 of your removed fleets, Scrap Ships too, at Ceres."},"security":{"ap":4,"effects":[{"do":"remove-fleet","n":2,"upto":true,"where":"control","whose":"opponent"}],"factions":["un","pg"],"name":"Private Security Detail","sets":[4],"source":"house","text":"Remove up to 2 opposing fleets in total from Orbitals where you have Orbital Control."},"slingshot":{"ap":2,"effects":[{"do":"remove","where":"outer"}],"factions":["mcr","opa"],"name":"Slingshot Racing","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","opa":"house","pg":"house"},"text":"Remove 1 influence from one Outer Planets base."},"smugglers":{"ap":2,"effects":[{"bands":2,"do":"move","upto":true}],"factions":["opa","pg"],"name":"Smugglers'' Run","sets":[3,4],"source":"house","text":"Move one group of your fleets up to 2 Bands."},"souther":{"ap":4,"effects":[{"bands":1,"do":"move","n":9,"upto":true}],"factions":["un","mcr"],"name":"Admiral Souther","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","opa":"house","pg":"house"},"text":"Move each of your fleets up to 1 Band, each to an Orbital of your choice."},"stealth":{"ap":3,"effects":[{"bands":1,"do":"move","lost":true,"single":true,"stay":true},{"do":"remove-fleet","n":2,"upto":true,"where":"there","whose":"opponent"}],"factions":["un","pg"],"name":"Stealth Ships","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","opa":"house","pg":"inferred"},"text":"Move one of your fleets 0 or 1 Band and remove it. Then remove up to 2 opposing fleets in that Orbital."},"strike":{"ap":4,"effects":[{"do":"remove","n":3,"per":"base","present":true,"upto":true,"where":"belt","whose":"opponent"}],"factions":["opa","pg"],"name":"Dockworkers'' Strike","sets":[3,4],"source":"house","text":"Choose up to 3 Belt bases where you have influence; remove 1 opposing influence from each."},"takeover":{"ap":4,"effects":[{"do":"replace","present":true}],"factions":["mcr","opa"],"name":"Hostile Takeover","sets":[4],"source":"house","text":"On one Base where you have influence, replace 1 opposing influence with one of yours."},"terraforming":{"ap":2,"effects":[{"do":"place","each":true,"where":"mars"}],"factions":["mcr","pg"],"name":"Terraforming","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","event":"rules","opa":"house","pg":"house"},"text":"Place 1 influence on every Mars base."},"transponder":{"ap":4,"effects":[{"do":"move","single":true},{"do":"place","where":"there"},{"do":"remove","upto":true,"where":"there","whose":"opponent"}],"factions":["opa","pg"],"name":"False Transponder","sets":[3,4],"source":"house","text":"Move 1 of your fleets to any Orbital and place 1 influence on an attached base. Then you may remove 1 opposing influence from that base."},"uprising":{"ap":4,"effects":[{"do":"place","n":3,"per":"base","upto":true,"where":"belt"}],"factions":["opa"],"name":"Belt Uprising","sets":[3,4],"source":"house","text":"Place 1 influence on each of up to 3 different Belt bases."},"voices":{"ap":4,"effects":[{"do":"place","where":"inner"},{"do":"place","where":"belt"},{"do":"place","where":"outer"}],"factions":["un","mcr"],"name":"Voices of Eros","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","opa":"house","pg":"house"},"text":"Place 1 influence on one Base in each of the three Sectors."},"weapons":{"ap":4,"effects":[{"do":"choose-orbital","where":"fleet"},{"do":"remove-fleet","where":"there","whose":"opponent"},{"do":"remove","where":"there","whose":"opponent"}],"factions":["mcr","opa"],"name":"Weapons Demonstration","sets":[4],"source":"house","text":"In an Orbital where you have a fleet, remove 1 opposing fleet and 1 opposing influence from an attached Base."},"whistleblower":{"ap":2,"effects":[{"do":"remove","where":"mars"}],"factions":["un","opa"],"name":"Whistleblower","sets":[3,4],"source":"house","text":"Remove 1 influence from a Mars base."},"yao":{"ap":3,"effects":[{"do":"trade"}],"factions":["mcr","opa"],"name":"Theresa Yao","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","opa":"house","pg":"house"},"text":"In one Orbital, remove any number of your fleets, even none; then remove one opposing fleet more than that there."},"yvgeny":{"ap":2,"effects":[{"do":"remove-fleet","where":"fleet","whose":"opponent"}],"factions":["un","opa"],"name":"Captain Yvgeny","sets":[2,3,4],"source":"found","sources":{"3p":"inferred","opa":"house","pg":"house"},"text":"Remove 1 opposing fleet from an Orbital where you have a fleet."}},"crew":{"alex":{"effects":[{"do":"move","piece":"r"}],"name":"Alex Kamal","source":"rules","text":"Take the Rocinante wherever you like."},"amos":{"effects":[{"do":"choose-orbital","where":"rocinante"},{"do":"remove-fleet","friends":true,"where":"there","whose":"opponent"}],"name":"Amos Burton","source":"rules","text":"Where the Rocinante is, remove as many opposing fleets as you have there, itself included."},"holden":{"effects":[{"do":"place"}],"name":"James Holden","source":"rules","text":"Put 1 of your influence on any base."},"naomi":{"effects":[{"bands":1,"do":"move","piece":"r"},{"do":"remove-fleet","where":"there","whose":"opponent"}],"name":"Naomi Nagata","source":"rules","text":"Take the Rocinante to an Orbital within 1 Band and remove an opposing fleet from it."}},"deck":{"pile":{"2":10,"3":10,"4":13},"score":2,"source":"rules","sources":{},"top":{"2":0,"3":5,"4":5}},"factions":{"mcr":{"ability":{"ap":2,"name":"Engage","power":"engage","source":"house","text":"For 2 Action Points: in an Orbital where you are stronger than an opponent, remove one fleet of that opponent."},"critical":{"3":["water","minerals"],"4":["water","tech"]},"cubes":17,"diplomats":0,"fleets":{"ceres":"f","jupiter":"f","mars":"bb","saturn":"f"},"home":"mars","influence":["mariner","londres","europa","io","vesta"],"name":"MCR","off":"","source":"found","sources":{"battleships":"house","critical":"rules","home":"rules","start":"house"},"techs":[{"ap":1,"name":"Marine Drop","power":"drop","source":"house","text":"Once a turn, for 1 Action Point: remove 1 opposing influence from a base whose Orbital you control."},{"n":2,"name":"Rapid Response","power":"peacekeepers","source":"house","text":"Once a turn, your first MOVE with Action Points may cover 2 Bands."},{"ap":1,"name":"Fire Control","power":"engage","source":"house","text":"Engage costs 1 Action Point."}],"tokens":0},"opa":{"ability":{"ap":1,"name":"Beyond the Inner Planets","power":"remote","source":"found","sources":{"ap":"inferred","name":"house"},"text":"For 1 Action Point place influence on a base outside the Inner Planets even without a fleet there.","where":["belt","outer"]},"critical":{"3":["food","water"],"4":["food","water"]},"cubes":17,"diplomats":0,"fleets":{"ceres":"f","eros":"f","saturn":"ff","tycho":"f"},"home":"tycho","influence":["tycho","ceres","eros","titan","rings"],"name":"OPA","off":"ss","source":"house","sources":{"critical":"rules","cubes":"found","home":"rules","off":"rules"},"techs":[{"name":"Scrap Yard","power":"scrap-yard","source":"house","text":"Place both Scrap Ships at Tycho now. From now on a removed one returns there by BUILD."},{"ap":1,"name":"Sleeper Cells","power":"remote","source":"house","text":"For 1 Action Point place influence on an Inner Planets base without a fleet there.","where":["inner"]},{"ap":1,"name":"Underground","power":"network","source":"house","text":"Once a turn, for 1 Action Point: move one of your influence to another base with the same resource."}],"tokens":0},"pg":{"ability":{"ap":1,"name":"Corporate Network","power":"network","source":"house","text":"Once a turn, for 1 Action Point: move one of your influence to another base with the same resource."},"critical":{"4":["minerals","tech"]},"cubes":17,"diplomats":0,"fleets":{"earth":"fff","jupiter":"f","thoth":"f"},"home":"thoth","influence":["thoth","eurasia","luna","vesta"],"name":"ProtoGen","off":"","source":"house","sources":{"critical":"inferred","cubes":"found","home":"rules","tokens":"rules"},"techs":[{"n":0,"name":"Black Budget","power":"budget","source":"house","text":"Keeping an Event costs you 0 CP."},{"ap":1,"n":1,"name":"Sample Release","power":"sample","source":"house","text":"Take your 2 Protomolecule tokens. For 1 Action Point place or move one onto a base where you have influence, one a base. Orbital Control counts for nobody there, and you count 1 more while you have influence there."},{"name":"Containment Failure","power":"containment","source":"house","text":"In the event step of a Scoring turn, in place of a Kept Event: discard a Protomolecule token from a base. Every other player removes 1 influence there."}],"tokens":2},"un":{"ability":{"name":"Diplomatic Immunity","power":"immunity","source":"found","text":"Whenever somebody moves, removes, replaces or swaps your influence, you choose which."},"critical":{"3":["food","minerals"],"4":["food","minerals"]},"cubes":14,"diplomats":3,"fleets":{"ceres":"f","earth":"ff","jupiter":"f","tycho":"f"},"home":"earth","influence":["eurasia","africa","rhea"],"name":"UN","off":"","source":"found","sources":{"critical":"inferred","cubes":"found","home":"rules","start":"house"},"techs":[{"n":2,"name":"Peacekeepers","power":"peacekeepers","source":"house","text":"Once a turn, your first MOVE with Action Points may cover 2 Bands."},{"n":2,"name":"Diplomats","power":"diplomats","source":"house","sources":{"name":"found"},"text":"Your 3 Diplomats come into play. With an Influence action place a Diplomat, or swap one for an influence of yours on that base. A Diplomat counts as 2 influence."},{"name":"Hegemony","power":"solidarity","source":"inferred","sources":{"name":"found","text":"house"},"text":"You win ties for second and for third place."}],"tokens":0}},"numbers":{"battleship":4,"cp":10,"damaged":2,"fleet":2,"keep":1,"rocinante":2,"scrap":1,"source":"rules","sources":{"damaged":"inferred","rocinante":"inferred"}},"orbitals":{"band":{"ceres":"belt","earth":"inner","eros":"belt","jupiter":"jupiter","mars":"inner","saturn":"saturn","thoth":"belt","tycho":"belt","vesta":"belt"},"names":{"ceres":"Ceres","earth":"Earth","eros":"Eros","jupiter":"Jupiter","mars":"Mars","saturn":"Saturn","thoth":"Thoth","tycho":"Tycho","vesta":"Vesta"},"source":"rules","sources":{}},"scoring":{"bonus":[[2,1,0],[3,1,0],[3,1,0],[4,2,1],[4,2,1]],"control":1,"critical":1,"final":[5,3,1],"normal":[1,0,0],"sector_markers":2,"source":"rules","sources":{}},"sectors":{"bands":{"belt":["belt"],"inner":["inner"],"outer":["jupiter","saturn"]},"names":{"belt":"The Belt","inner":"Inner Planets","outer":"Outer Planets"},"source":"rules","sources":{}},"track":{"prices":[0,1,1,2,2],"source":"found","sources":{}}}');
INSERT INTO "components" VALUES('8c93b675','northwest','{"board":{"columns":15,"printed":[{"cell":"b15","name":"greenland","rows":"11/01/01","symbol":"","symbol_cell":0},{"cell":"h1","name":"passage","rows":"10/10/11","symbol":"","symbol_cell":0},{"cell":"a14","name":"cape","rows":"011/011","symbol":"cairn","symbol_cell":0},{"cell":"j1","name":"continent","rows":"110/110","symbol":"cairn","symbol_cell":1}],"rows":10,"source":"house","zones":[{"columns":5,"multiplier":3},{"columns":5,"multiplier":2},{"columns":5,"multiplier":1}]},"cartography":{"points":[9,5,2],"source":"found"},"costs":{"discover":2,"draw":1,"explore":3,"further":1,"move":1,"place":1,"refresh":2,"source":"rules","transfer":1},"expedition":{"crew":7,"rounds":10,"source":"rules"},"finds":{"cairn":2,"franklin":1,"inuit":2,"lost_crewman":-2,"lost_ship":-2,"set_of_five":6,"source":"rules","strait":1},"franklin":{"points":[12,8,4],"source":"house"},"islands":{"points":[1,2,4,6,8,10],"source":"house"},"strait":{"points":[11,5,2],"source":"house"},"sun":{"frozen_rows":[2,0,2,5,8,8,5],"source":"house"},"tiles":{"large":["000000.","000001F1","000010F0","000011F1","000100F0","000101.","000110F0","000111C0","001000F1","001001.","001010S1","001011.","001100.","001101.","001110S1","001111.","010000F0","010001S1","010010C0","010011.","010100S0","010101C0","010110.","010111C0","011000F1","011001.","011010.","011011.","011100S0","011101S0","011110I0","011111I1","100000F0","100001.","100010S0","100011S0","100100.","100101.","100110.","100111.","101000.","101001.","101010C0","101011S0","101100.","101101I0","101110S1","101111I0","110000F0","110001S1","110010.","110011I0","110100.","110101S1","110110.","110111I0","111000C0","111001.","111010C0","111011I1","111100.","111101I0","111110I0","111111."],"market":4,"small":[{"count":2,"rows":"00/00"},{"count":8,"rows":"10/00"},{"count":8,"rows":"11/00"},{"count":4,"rows":"10/01"},{"count":8,"rows":"11/10"},{"count":2,"rows":"11/11"}],"source":"house"},"tokens":{"cairn":9,"cartography":20,"franklin":10,"greenland":{"2":[6],"3":[7,3],"4":[10,6,3]},"inuit":9,"passage":{"2":[10,3],"3":[13,7,3],"4":[15,10,6,3]},"source":"found","strait":12}}');
INSERT INTO "components" VALUES('31aa7114','paso','{"abilities":{"drop":2,"far_fresh":3,"iceberg":3,"opened":1,"opened_ice":2,"points":1,"raided":1,"snow":2,"source":"rules","sources":{}},"board":{"rows":24,"source":"rules","sources":{},"visible":4},"characters":{"cards":[{"ability":"opens","name":"Sir William Edward Parry","side":"sirs","word":"parry"},{"ability":"snow","name":"John Rae","side":"explorers","word":"rae"},{"ability":"drops","name":"Sir James Clark Ross","side":"sirs","word":"clark-ross"},{"ability":"guarded","name":"Sir Robert McClure","side":"sirs","word":"mcclure"},{"ability":"raider","name":"Sir Martin Frobisher","side":"sirs","word":"frobisher"},{"ability":"water-chests","name":"Sir Humphrey Gilbert","side":"sirs","word":"gilbert"},{"ability":"bold","name":"Sir John Franklin","side":"sirs","word":"franklin"},{"ability":"icebreaker","name":"John Davis","side":"explorers","word":"davis"},{"ability":"iceberg","name":"Sir John Ross","side":"sirs","word":"john-ross"},{"ability":"turns","name":"James Cook","side":"explorers","word":"cook"},{"ability":"raided","name":"William Baffin","side":"explorers","word":"baffin"},{"ability":"own-route","name":"Henry Hudson","side":"explorers","word":"hudson"},{"ability":"shore-chests","name":"John Cabot","side":"explorers","word":"cabot"},{"ability":"far-fresh","name":"Roald Amundsen","side":"explorers","word":"amundsen"}],"source":"house","sources":{}},"costs":{"drop":3,"exit":1,"iceberg":4,"land":2,"raid":2,"recover":4,"route":1,"snow":3,"source":"rules","sources":{"exit":"found"},"water":1},"effects":{"cards":2,"catch_up":3,"extra":1,"extra_last":2,"slow":1,"slow_leader":2,"source":"rules","sources":{}},"fresh":{"points":2,"source":"rules","sources":{}},"rulings":{"chest_reusable":true,"fresh_needs_plain_advance":false,"iceberg_breaks_route":true,"pass_rounds":3,"salvage":true,"source":"house","sources":{}},"shapes":{"c3":["l","r"],"j4":["sr","ls"],"l4":["sl","rs"],"n4":["lr"],"s3":["s"],"s4":["ss"],"source":"inferred","sources":{},"z4":["rl"]},"supply":{"iceberg":10,"source":"rules","sources":{},"water":10},"tiles":{"four":["WW*WL","WL*WW","W*WIW","WWLL*","LWW*L","WL*WL","WLL*W","WWS*L","LW*WS","WS*WL","SWWL*","WIWS*","SW*WI","WLLS*","LW*LS","SLWL*","WSLI","IWL*S","LS*IW","LILW","W*LIL","SW*SL","LSL*I","S*LIS"],"source":"house","sources":{},"two":["WW*","WW","WL*","W*L","WL","WL","WL","WL","WL","WL*","WS*","WS","W*S","WS","WS","WI","LL*","LL","LS*","LS","LS*","SI","SI","II"],"two_for_four":["WW*","WW","WL*","W*L","WL","WL","WL","WL","WL","WL*","WS*","WS","W*S","WS","WS","WI","LL*","LL","LS*","LS","LS*","SI","SI","II"]},"tokens":{"c3":3,"j4":1,"l4":1,"n4":1,"s2":5,"s3":4,"s4":1,"source":"rules","sources":{},"u1":5,"x1":6,"z4":1},"treasures":{"catch-up":[2,1,1],"discard":[2,1,1],"eliminate":[2,1,1],"extra":[2,1,1],"iceberg":[2,1,1],"redraw":[2,1,1],"return":[2,1,1],"rob":[2,1,1],"shield":[2,1,1],"silence":[2,1,1],"slow":[2,1,1],"source":"inferred","sources":{},"swap":[2,1,1],"turn":[2,1,1],"two-more":[2,1,1],"water":[2,1,1]},"turn":{"cards":1,"hand":3,"points":4,"source":"rules","sources":{}}}');
CREATE TABLE departed (             -- servers that have sent the bot away: their tables end later
    guild INTEGER PRIMARY KEY,
    at    INTEGER NOT NULL
) STRICT;
CREATE TABLE done_with (            -- who has said that a finished game is over
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE early (                -- who wants a word when their turn comes near
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    told     INTEGER NOT NULL DEFAULT 0,        -- 1: has had it, and has not been asked since
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE "entries" (
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
INSERT INTO "entries" VALUES(2,3,'origin',NULL,'','318ce9b0',1,0,11,1767225600,NULL,'{"base":{"options":{"explorers":"choose","patrons":"no","row":"3","open-deck":"no","wild-at-pole":"yes"},"deck":["ga","rs","ra","ga","rh","gd","bd","ya","rb","bx","ga","co","ra","bc","ya","co","yd","ya","yw","bd","gw","rc","yc","bb","rs","ra","yd","rc","ba","gb","ra","ra","ga","bc","rd","gb","ra","rd","yc","yh","rb","bh","gd","gc","ya","eq","yb","ga","gc","yb","gh","rd","bc","ya","ba"],"row":[],"discards":[],"removed":[],"explorers":{},"to_move":"amundsen","turn":1,"shuffles":0,"ended":""},"tick":0,"answers":[]}');
INSERT INTO "entries" VALUES(2,4,'note',NULL,'','318ce9b0',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(3,3,'origin',NULL,'','2fb96a7a',1,0,11,1767225600,NULL,'{"base":{"options":{"explorers":"choose","patrons":"no","row":"3","open-deck":"no","wild-at-pole":"yes"},"deck":["ga","ga","gb","bb","yw","ra","gh","ya","bh","co","eq","ba","rb","ra","yb","ya","bc","gd","rd","bc","ra","gc","rd","rh","bd","yb","rb","gb","ya","gd","ya","yc","bd","rd","gw","ga","ga","yh","bx","gc","rs","ya","rs","co","yd","rc","ba","ra","yc","rc","ga","yd","bc","ra","ra"],"row":[],"discards":[],"removed":[],"explorers":{},"to_move":"amundsen","turn":1,"shuffles":0,"ended":""},"tick":0,"answers":[]}');
INSERT INTO "entries" VALUES(3,4,'move',0,'choose scott','8a0c8fb8',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(3,5,'move',1,'take 2 yd','de613815',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(3,6,'move',0,'take 1','5ad86463',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(3,7,'move',1,'advance 1 ra','3176ea63',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(3,8,'move',0,'take 1','f3c5b6ee',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(3,9,'move',1,'take 1','215c15d0',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(3,10,'move',0,'take 2 bc','575066e8',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(3,11,'move',1,'advance 1 yc','6b75c24d',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(3,12,'move',0,'take 2 ga','278e4bdf',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(3,13,'move',1,'take 2 ra','d771e742',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(3,14,'move',0,'advance 1 yd','1158605d',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(3,15,'move',1,'compass','d2f16149',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(3,16,'move',0,'crevasse rc+rc','2081dcb3',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(3,17,'move',1,'return 1 rs','12b4e89c',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(3,18,'move',0,'take 1','cbcfe7c7',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(3,19,'auto',1,'take 1','2e7d3b75',1,0,NULL,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(3,20,'move',0,'take 2 ya','317a9899',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(3,21,'move',1,'take 1','3b84f91b',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(3,22,'move',0,'take 2 bx','115d1c72',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(3,23,'move',0,'effect skip','b53783e8',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(3,24,'move',1,'advance 1 yh','db71b962',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(4,3,'origin',NULL,'','85fb9b84',1,0,11,1767225600,NULL,'{"base":{"options":{"explorers":"choose","patrons":"no","row":"3","open-deck":"no","wild-at-pole":"yes"},"deck":["ga","bd","yc","rs","yc","ga","bd","ya","bc","bc","gb","rs","rc","gh","ra","rc","bb","gb","rh","eq","yd","rb","ra","gw","ba","yb","bh","gd","rd","gc","ra","ga","ya","rd","ra","ya","ga","ra","gc","ba","rd","co","bc","yd","ga","co","yh","yw","yb","bx","gd","ya","rb","ra","ya"],"row":[],"discards":[],"removed":[],"explorers":{},"to_move":"amundsen","turn":1,"shuffles":0,"ended":""},"tick":0,"answers":[]}');
INSERT INTO "entries" VALUES(4,4,'move',0,'choose scott','8104e271',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(4,5,'move',1,'take 2 ya','48cafe7e',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(4,6,'move',0,'take 2 gd','5693d045',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(4,7,'move',1,'advance 1 ra','8e903190',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(4,8,'move',0,'take 1','ddeabf46',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(4,9,'move',1,'take 2 ya','7312de96',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(4,10,'move',0,'take 2 rb','3b948d92',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(4,11,'move',1,'take 1','1c1c2dd2',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(4,12,'move',0,'compass','0b2929bf',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(4,13,'move',1,'take 1','5b1e0f34',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(4,14,'move',0,'advance 1 ga','ea2048b9',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(4,15,'move',1,'take 2 yh','849eccdd',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(4,16,'move',0,'advance 1 bx','76526d4c',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(4,17,'move',1,'take 2 yw','c89334d5',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(4,18,'move',1,'effect skip','5ab8becf',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(4,19,'move',0,'take 2 yb','f706594e',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(4,20,'move',1,'compass','2e9e2f57',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(4,21,'move',0,'take 2 ga','1fc0b1f0',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(4,22,'move',1,'advance 2 gc+rd+yd','8fccf079',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(4,23,'move',0,'take 3 ra+ya+ra2','5b280406',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(5,3,'origin',NULL,'','5c611c26',1,0,11,1767225600,NULL,'{"base":{"options":{"explorers":"choose","patrons":"no","row":"3","open-deck":"no","wild-at-pole":"yes"},"deck":["ya","rc","yw","yb","ra","rd","bx","rb","bc","ra","bh","rd","yc","ya","ba","gb","ra","gc","eq","bd","gw","bb","ga","yc","yh","rs","co","ga","ya","ya","gc","yb","ga","rb","yd","gb","ya","co","gd","rh","ga","ra","bc","gh","rc","bc","rs","gd","bd","ba","rd","ga","yd","ra","ra"],"row":[],"discards":[],"removed":[],"explorers":{},"to_move":"amundsen","turn":1,"shuffles":0,"ended":""},"tick":0,"answers":[]}');
INSERT INTO "entries" VALUES(5,4,'move',0,'choose scott','2e04bad7',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(5,5,'move',1,'take 1','11d02d3d',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(5,6,'move',0,'take 1','4b7634a0',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(5,7,'move',1,'advance 1 ra','ce0e8927',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(5,8,'move',0,'take 2 rd','89d36bcc',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(5,9,'move',1,'take 1','4e77cb3e',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(5,10,'move',0,'advance 1 yd','2d46cee1',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(5,11,'move',1,'advance 1 bd','a9920681',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(5,12,'move',0,'take 1','d8826120',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(5,13,'move',1,'take 2 ga','c3a44383',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(5,14,'move',0,'advance 1 gd','e9bf0005',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(5,15,'move',1,'take 1','38a1bacc',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(5,16,'move',0,'advance 1 ba','c4365fec',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(5,17,'move',1,'take 3 rs+bc+rc','dd2129d3',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(5,18,'move',1,'effect supplies','1dbfdad6',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(5,19,'auto',0,'take 1','f38800c2',1,0,NULL,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(5,20,'move',1,'advance 1 gh','3fd09a1f',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(5,21,'move',0,'take 2 ga','8cb42c55',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(5,22,'move',1,'take 1','08fce5ae',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(5,23,'move',0,'take 2 gd','e7540776',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(5,24,'move',1,'compass','8c60b64d',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(5,25,'resign',1,'resign','8c60b64d',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(7,3,'origin',NULL,'','3d5796ab',1,0,11,1767225600,NULL,'{"base":{"options":{"factions":"choose","free-fleet":"ask"},"seats":2,"first":0,"deck":["cotyar","slingshot","errinwright","miller","mao","julie","draper","deimos","yao","terraforming","score","score","score","score","covert","drummer","degraff","stealth","black-ops","blockade-mars","dresden","assassin","riot","burn","voices","razorback","score","blockade-earth","nauvoo","hybrid","ambush","bush","helix","score","souther","yvgeny"],"box":[],"sides":[],"turn":1,"phase":"factions","known":false,"track":[],"discards":[],"initiative":[],"holder":0,"used":[],"bonus":"","knows":[],"offer":"","spender":-1,"points":0,"once":[],"last":[]},"tick":0,"answers":[]}');
INSERT INTO "entries" VALUES(7,4,'note',NULL,'','3d5796ab',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(8,5,'origin',NULL,'','26937b37',1,0,11,1767225600,NULL,'{"base":{"options":{"factions":"choose","free-fleet":"ask"},"seats":4,"first":3,"deck":["blockade-mars","covert","takeover","score","smugglers","clean-room","score","hoppers","stealth","grey-market","whistleblower","degraff","refugees","ambush","bush","score","prototype","strike","deimos","score","souther","razorback","security","miller","weapons","slingshot","yao","cotyar","cortazar","voices","helix","draper","burn","uprising","julie","score","lobbyists","salvage","score","assassin","yvgeny","hybrid","ceasefire","dresden","patrol","nauvoo","riot","transponder","black-ops","manifest"],"box":["mao","blockade-earth","quarantine","kenzo","convoy","errinwright","terraforming","drummer"],"sides":[],"turn":1,"phase":"factions","known":false,"track":[],"discards":[],"initiative":[],"holder":0,"used":[],"bonus":"","knows":[],"offer":"","spender":-1,"points":0,"once":[],"last":[]},"tick":0,"answers":[]}');
INSERT INTO "entries" VALUES(8,6,'move',0,'faction pg','b96c6d70',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(8,7,'move',1,'faction mcr','105b8b8f',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(8,8,'move',2,'faction un','b3aee461',0,0,13,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(8,9,'auto',3,'faction opa','32fa0e3f',1,0,NULL,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(8,10,'move',3,'take 4 points done','c5203059',0,0,14,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(8,11,'move',1,'event event eros thoth','5c171a65',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(8,12,'move',0,'take 4 points done','bd794a91',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(8,13,'move',2,'event event second earth pg-f','df67f9d5',1,0,13,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(8,14,'move',1,'take 2 keep','4f7eec62',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(8,15,'move',2,'take 2 points place tycho place africa done','c52b9aae',0,0,13,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(8,16,'move',0,'event event earth ceres stop','7c350c9c',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(8,17,'move',3,'take 5 points done','4915d8dc',0,0,14,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(8,18,'move',1,'event event europa','545a5bd8',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(8,19,'move',0,'take 5 points network vesta rhea build','fbcb6b9f',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(8,20,'move',3,'event keep','5fb148bb',1,0,14,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(8,21,'move',1,'play black-ops rhea mariner un','185f377c',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(8,22,'move',2,'take 5 points done','6118fd75',0,0,13,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(8,23,'move',0,'event event','922c07ea',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(8,24,'move',3,'take 3 points place rhea move tycho vesta place io done','071f88a5',0,0,14,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(8,25,'move',2,'event decline','5a58544e',0,0,13,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(8,26,'move',0,'event keep','c186c7d3',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(9,3,'origin',NULL,'','583a24e1',1,0,11,1767225600,NULL,'{"base":{"options":{"factions":"choose","free-fleet":"ask"},"seats":2,"first":0,"deck":["riot","score","score","drummer","hybrid","covert","helix","draper","stealth","yao","dresden","ambush","julie","slingshot","assassin","degraff","yvgeny","mao","score","terraforming","score","errinwright","deimos","voices","blockade-mars","score","blockade-earth","nauvoo","razorback","miller","cotyar","score","burn","black-ops","souther","bush"],"box":[],"sides":[],"turn":1,"phase":"factions","known":false,"track":[],"discards":[],"initiative":[],"holder":0,"used":[],"bonus":"","knows":[],"offer":"","spender":-1,"points":0,"once":[],"last":[]},"tick":0,"answers":[]}');
INSERT INTO "entries" VALUES(9,4,'move',0,'faction mcr','fa39acda',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(9,5,'auto',1,'faction un','e3559507',1,0,NULL,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(9,6,'move',0,'take 4 event saturn tycho ceres saturn','c52c8db8',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(9,7,'move',1,'take 5 event place ganymede done','ca93d49b',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(9,8,'move',0,'take 3 keep','d5b203c8',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(9,9,'move',1,'take 1 keep','b89b40e1',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(9,10,'move',0,'play black-ops europa stop','94605480',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(9,11,'move',1,'play bush','1267a2d2',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(9,12,'move',0,'take 2','dcf18f3b',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(9,13,'move',0,'bonus inner','e2962f85',0,1,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(9,14,'move',1,'scoring pass','4a8897d9',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(9,15,'move',1,'take 3 event jupiter eros','2f9484ce',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(9,16,'move',0,'take 1 event saturn jupiter earth tycho mars b eros jupiter vesta tycho vesta stop','2c17ee3c',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(9,17,'move',1,'take 4','dd11901d',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(9,18,'move',1,'bonus belt','268858c2',0,1,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(9,19,'move',0,'scoring crew-amos tycho','ddccb148',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(9,20,'move',1,'choose f','c91bcca3',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(9,21,'move',0,'take 4 points drop un place mariner done','541e6aa5',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(9,22,'move',1,'event decline','7fb4355c',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(9,23,'move',1,'take 2 points move ceres jupiter done','84fd98dc',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(9,24,'move',0,'event decline','d170e366',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(10,3,'origin',NULL,'','d1b2bbe8',1,0,11,1767225600,NULL,'{"base":{"options":{"factions":"choose","free-fleet":"ask"},"seats":2,"first":0,"deck":["draper","nauvoo","stealth","score","julie","score","riot","ambush","slingshot","souther","voices","deimos","covert","yvgeny","dresden","score","hybrid","yao","mao","miller","score","blockade-earth","cotyar","razorback","errinwright","blockade-mars","assassin","terraforming","score","degraff","score","helix","bush","drummer","black-ops","burn"],"box":[],"sides":[],"turn":1,"phase":"factions","known":false,"track":[],"discards":[],"initiative":[],"holder":0,"used":[],"bonus":"","knows":[],"offer":"","spender":-1,"points":0,"once":[],"last":[]},"tick":0,"answers":[]}');
INSERT INTO "entries" VALUES(10,4,'move',0,'faction mcr','3537e57a',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(10,5,'auto',1,'faction un','0e3bce0c',1,0,NULL,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(10,6,'move',0,'take 2 event stop','74b65671',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(10,7,'move',1,'take 4 event stop','b123ff40',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(10,8,'move',0,'take 4','c23798c5',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(10,9,'move',0,'bonus dice','28dfc875',1,1,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(10,10,'move',1,'scoring crew-alex earth saturn','401bbd83',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(10,11,'move',1,'take 2 points move tycho thoth move jupiter tycho done','3e7e777b',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(10,12,'move',0,'event decline','a7bef39e',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(10,13,'move',0,'take 4','f930a8fa',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(10,14,'move',0,'bonus outer','96e5f77b',0,1,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(10,15,'move',0,'scoring crew-amos saturn','f95df6b3',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(10,16,'move',1,'take 1 event thoth vesta ceres tycho','6a5d0c3c',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(10,17,'move',0,'take 2 points drop un move mars b ceres done','8c24c4ba',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(10,18,'move',1,'take 3 points move earth f jupiter move earth mars','6efaa18f',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(10,19,'move',0,'event keep','340fdaa6',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(10,20,'move',0,'take 5 points engage mars','67303cb2',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(10,21,'move',1,'event decline','2ed87e18',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(10,22,'move',1,'take 3 points done','c7113437',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(10,23,'move',0,'play assassin','c6a33961',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(10,24,'move',1,'take 4 keep','de9fcc38',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(10,25,'resign',1,'resign','de9fcc38',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(12,3,'origin',NULL,'','f5699b51',1,0,11,1767225600,NULL,'{"base":{"options":{"mainland":"island"},"expeditions":[{"ship":"b15","ship_available":7,"ship_resting":0,"sled_available":0,"sled_resting":0,"sled":"","sled_lost":false,"lost":0,"hand":[],"tokens":{},"trail":0,"islands":0,"largest":0,"passage":null,"greenland":null,"home":0},{"ship":"b15","ship_available":7,"ship_resting":0,"sled_available":0,"sled_resting":0,"sled":"","sled_lost":false,"lost":0,"hand":[],"tokens":{},"trail":0,"islands":0,"largest":0,"passage":null,"greenland":null,"home":0}],"bag":["l43","l11","l52","l16","l39","l03","l58","l45","l01","l12","l22","l57","l40","l00","l02","l42","l48","l62","l33","l63","l32","l37","l34","l38","l07","l41","l28","l21","l18","l46","l49","l53","l10","l35","l56","l47","l23","l17","l24","l44","l19","l55","l06","l59","l51","l61","l31","l15","l54","l60","l05","l04","l09","l30","l08","l50","l25","l26","l14","l13"],"market":["l27","l29","l20","l36"],"piles":[2,8,8,4,8,2],"cartography":20,"passage_tokens":[10,3],"greenland_tokens":[6],"order":[0,1],"to_move":1,"placed":[],"taken":[],"passed":[],"round":0,"acted":0,"ended":false},"tick":0,"answers":[]}');
INSERT INTO "entries" VALUES(12,4,'note',NULL,'','f5699b51',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(13,5,'origin',NULL,'','f5165466',1,0,11,1767225600,NULL,'{"base":{"options":{"mainland":"island"},"expeditions":[{"ship":"b15","ship_available":7,"ship_resting":0,"sled_available":0,"sled_resting":0,"sled":"","sled_lost":false,"lost":0,"hand":[],"tokens":{},"trail":0,"islands":0,"largest":0,"passage":null,"greenland":null,"home":0},{"ship":"b15","ship_available":7,"ship_resting":0,"sled_available":0,"sled_resting":0,"sled":"","sled_lost":false,"lost":0,"hand":[],"tokens":{},"trail":0,"islands":0,"largest":0,"passage":null,"greenland":null,"home":0},{"ship":"b15","ship_available":7,"ship_resting":0,"sled_available":0,"sled_resting":0,"sled":"","sled_lost":false,"lost":0,"hand":[],"tokens":{},"trail":0,"islands":0,"largest":0,"passage":null,"greenland":null,"home":0},{"ship":"b15","ship_available":7,"ship_resting":0,"sled_available":0,"sled_resting":0,"sled":"","sled_lost":false,"lost":0,"hand":[],"tokens":{},"trail":0,"islands":0,"largest":0,"passage":null,"greenland":null,"home":0}],"bag":["l43","l31","l15","l01","l14","l29","l09","l18","l22","l55","l63","l38","l45","l54","l33","l19","l16","l40","l32","l58","l20","l39","l35","l48","l41","l08","l52","l03","l23","l50","l28","l30","l11","l56","l00","l49","l37","l62","l04","l25","l61","l21","l13","l17","l34","l47","l46","l60","l44","l05","l24","l07","l51","l27","l36","l26","l53","l59","l10","l02"],"market":["l06","l12","l57","l42"],"piles":[2,8,8,4,8,2],"cartography":20,"passage_tokens":[15,10,6,3],"greenland_tokens":[10,6,3],"order":[1,0,2,3],"to_move":3,"placed":[],"taken":[],"passed":[],"round":0,"acted":0,"ended":false},"tick":0,"answers":[]}');
INSERT INTO "entries" VALUES(13,6,'move',3,'draw l06','46ee55c6',1,0,14,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(13,7,'move',2,'draw l02','4bde9e9a',1,0,13,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(13,8,'move',0,'draw l10','f3e39efd',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(13,9,'move',1,'draw l12','b3c4e1e3',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(13,10,'move',1,'draw s0 ship','9dafa77e',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(13,11,'move',1,'pass','30df721e',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(13,12,'move',0,'place l10 c13 b0 ship','182aef12',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(13,13,'move',0,'move ship c13','1206543e',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(13,14,'move',0,'move ship b15','766ec700',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(13,15,'move',2,'transfer 1 0','2bf2e497',0,0,13,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(13,16,'move',2,'transfer 0 3','dc4ca85c',0,0,13,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(13,17,'move',2,'draw s3 ship','7962c7fb',0,0,13,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(13,18,'move',2,'move ship c13','a101ae6a',0,0,13,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(13,19,'move',3,'draw s5 ship','007bacda',0,0,14,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(13,20,'move',3,'transfer 0 2','176cfb67',0,0,14,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(13,21,'move',3,'refresh ship','4f8d0c69',1,0,14,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(13,22,'move',3,'draw l26','f5880bf1',1,0,14,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(13,23,'move',3,'end','9c5afb76',0,0,14,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(13,24,'move',3,'pass','eb6ad5cc',0,0,14,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(13,25,'move',1,'transfer 4 0','2f9cd7ab',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(14,3,'origin',NULL,'','d1ac26a7',1,0,11,1767225600,NULL,'{"base":{"options":{"mainland":"island"},"expeditions":[{"ship":"b15","ship_available":7,"ship_resting":0,"sled_available":0,"sled_resting":0,"sled":"","sled_lost":false,"lost":0,"hand":[],"tokens":{},"trail":0,"islands":0,"largest":0,"passage":null,"greenland":null,"home":0},{"ship":"b15","ship_available":7,"ship_resting":0,"sled_available":0,"sled_resting":0,"sled":"","sled_lost":false,"lost":0,"hand":[],"tokens":{},"trail":0,"islands":0,"largest":0,"passage":null,"greenland":null,"home":0}],"bag":["l16","l50","l51","l25","l02","l52","l62","l31","l28","l53","l48","l40","l29","l11","l43","l41","l18","l09","l35","l34","l12","l44","l45","l26","l01","l47","l21","l33","l63","l46","l57","l22","l39","l19","l27","l04","l49","l60","l56","l30","l36","l15","l00","l20","l32","l13","l54","l10","l59","l61","l08","l14","l07","l03","l17","l24","l55","l05","l42","l23"],"market":["l06","l58","l38","l37"],"piles":[2,8,8,4,8,2],"cartography":20,"passage_tokens":[10,3],"greenland_tokens":[6],"order":[1,0],"to_move":0,"placed":[],"taken":[],"passed":[],"round":0,"acted":0,"ended":false},"tick":0,"answers":[]}');
INSERT INTO "entries" VALUES(14,4,'move',0,'draw l06','834f439e',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(14,5,'move',1,'draw l38','007ea071',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(14,6,'move',1,'draw l42 ship','5b2d0c8d',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(14,7,'move',1,'transfer 4 2','8253fc71',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(14,8,'move',1,'place l42 d15 f90 sled','d068f909',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(14,9,'move',1,'transfer 0 1','a5f0f05d',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(14,10,'move',0,'transfer 1 0','c12bf2af',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(14,11,'move',0,'move ship d15','cca7eb96',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(14,12,'move',0,'move ship b15','0f15059a',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(14,13,'move',1,'pass','5277cd51',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(14,14,'move',1,'place l38 c14 b90 ship','ba7136cd',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(14,15,'move',1,'move ship d15','2b851211',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(14,16,'move',1,'move ship c14','98b7c90e',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(14,17,'move',1,'pass','7e74bc09',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(14,18,'move',1,'draw s1 sled','cf5b31d8',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(14,19,'move',1,'pass','bdad2eec',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(14,20,'move',1,'pass','cea23fe4',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(14,21,'move',1,'refresh ship','7f7defac',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(14,22,'move',1,'draw l55','525030d2',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(14,23,'move',1,'end','0b9ec34b',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(15,3,'origin',NULL,'','ea7b2c30',1,0,11,1767225600,NULL,'{"base":{"options":{"mainland":"island"},"expeditions":[{"ship":"b15","ship_available":7,"ship_resting":0,"sled_available":0,"sled_resting":0,"sled":"","sled_lost":false,"lost":0,"hand":[],"tokens":{},"trail":0,"islands":0,"largest":0,"passage":null,"greenland":null,"home":0},{"ship":"b15","ship_available":7,"ship_resting":0,"sled_available":0,"sled_resting":0,"sled":"","sled_lost":false,"lost":0,"hand":[],"tokens":{},"trail":0,"islands":0,"largest":0,"passage":null,"greenland":null,"home":0}],"bag":["l40","l46","l12","l56","l52","l01","l31","l49","l21","l00","l08","l41","l51","l35","l45","l18","l37","l07","l28","l16","l57","l19","l42","l22","l61","l23","l06","l26","l47","l48","l50","l15","l55","l14","l04","l59","l02","l33","l36","l03","l43","l34","l20","l29","l44","l62","l11","l05","l10","l32","l25","l58","l39","l27","l63","l30","l60","l13","l53","l24"],"market":["l09","l54","l17","l38"],"piles":[2,8,8,4,8,2],"cartography":20,"passage_tokens":[10,3],"greenland_tokens":[6],"order":[1,0],"to_move":0,"placed":[],"taken":[],"passed":[],"round":0,"acted":0,"ended":false},"tick":0,"answers":[]}');
INSERT INTO "entries" VALUES(15,4,'move',0,'draw l54','5553f315',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(15,5,'move',1,'draw l24','3df3656b',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(15,6,'move',1,'transfer 4 0','af69d9d6',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(15,7,'move',1,'refresh sled','fff51c06',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(15,8,'move',1,'draw l13','abcb9404',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(15,9,'move',1,'place l24 c14 b270 ship','6e625b49',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(15,10,'move',1,'end','2982320f',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(15,11,'move',0,'pass','a89d662c',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(15,12,'move',1,'pass','b68bc2ab',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(15,13,'move',0,'move ship c14','48224909',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(15,14,'move',0,'transfer 2 2','4c23846c',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(15,15,'move',0,'pass','eb7432fe',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(15,16,'move',1,'move sled a14','b565181a',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(15,17,'move',1,'end','6d9c060d',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(15,18,'move',1,'refresh ship','0d91fd98',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(15,19,'move',1,'draw s0','767a110f',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(15,20,'move',1,'discover sled','92941a44',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(15,21,'move',1,'pass','5d040263',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(15,22,'move',0,'place l54 e13 f0 ship','b0cfc9f5',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(15,23,'move',0,'pass','a1e60072',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(15,24,'resign',1,'resign','a1e60072',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(17,3,'origin',NULL,'','846e0170',1,0,11,1767225600,NULL,'{"base":{"options":{"mode":"alone","fresh":"added","gift":"no"},"players":[{"reserve":[1,1,1,1,1,4,3,5,5,6],"removed":[0,0,0,0,0,0,0,0,0,0],"left":["",""],"hand":[],"character":"","offer":["frobisher","amundsen"],"picked":null,"ship":"","behind":"","raiding":null,"silenced":false,"shielded":false,"slowed":0,"exited":false},{"reserve":[1,1,1,1,1,4,3,5,5,6],"removed":[0,0,0,0,0,0,0,0,0,0],"left":["",""],"hand":[],"character":"","offer":["clark-ross","cabot"],"picked":null,"ship":"","behind":"","raiding":null,"silenced":false,"shielded":false,"slowed":0,"exited":false}],"laid":["a18r","a9","a13r","a4"],"four":["a6","a10","a1","a7","a16","a20","a17","a24","a23","a22","a15","a11","a5","a19","a12","a8","a14","a21","a2","a3"],"left":[],"right":[],"deck":["eliminate","slow","rob","turn","shield","silence","rob","two-more","swap","iceberg","redraw","two-more","return","silence","discard","catch-up","shield","redraw","eliminate","return","swap","water","extra","slow","discard","extra","iceberg","water","catch-up","turn"],"roster":[["davis","parry","rae","hudson","cook","baffin","gilbert","john-ross","franklin","mcclure"]],"icebergs":10,"waters":10,"first":1,"to_move":1,"sirs":[],"pieces":[],"discards":[],"spent":[],"turn":0,"points":0,"cards":0,"moved":false,"advanced":false,"fresh":false,"acted":false,"idle":0,"phase":"choose"},"tick":0,"answers":[]}');
INSERT INTO "entries" VALUES(17,4,'note',NULL,'','846e0170',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(18,5,'origin',NULL,'','77bc53c1',1,0,11,1767225600,NULL,'{"base":{"options":{"mode":"alone","fresh":"added","gift":"no"},"players":[{"reserve":[1,1,1,1,1,4,3,5,5,6],"removed":[0,0,0,0,0,0,0,0,0,0],"left":["","","",""],"hand":[],"character":"","offer":["clark-ross","john-ross"],"picked":null,"ship":"","behind":"","raiding":null,"silenced":false,"shielded":false,"slowed":0,"exited":false},{"reserve":[1,1,1,1,1,4,3,5,5,6],"removed":[0,0,0,0,0,0,0,0,0,0],"left":["","","",""],"hand":[],"character":"","offer":["rae","frobisher"],"picked":null,"ship":"","behind":"","raiding":null,"silenced":false,"shielded":false,"slowed":0,"exited":false},{"reserve":[1,1,1,1,1,4,3,5,5,6],"removed":[0,0,0,0,0,0,0,0,0,0],"left":["","","",""],"hand":[],"character":"","offer":["hudson","gilbert"],"picked":null,"ship":"","behind":"","raiding":null,"silenced":false,"shielded":false,"slowed":0,"exited":false},{"reserve":[1,1,1,1,1,4,3,5,5,6],"removed":[0,0,0,0,0,0,0,0,0,0],"left":["","","",""],"hand":[],"character":"","offer":["baffin","parry"],"picked":null,"ship":"","behind":"","raiding":null,"silenced":false,"shielded":false,"slowed":0,"exited":false}],"laid":["a12","c11r","c22","a6r","b16r","c21","a5","b2r","c8r","a8","c2r","b12r"],"four":["a1","a2","a21","a13","a20","a19","a16","a23","a10","a7","a17","a11","a24","a15","a4","a18","a14","a3","a9","a22"],"left":["c13","b18","b6","c18","b8","b19","b22","b23","b24","b3","c15","b1","b4","c20","c14","b13","b15","c5","c1","b9"],"right":["c23","c16","b14","c7","b21","c19","c12","c3","c24","b10","c6","b5","c17","b7","b11","b17","c9","b20","c4","c10"],"deck":["extra","eliminate","two-more","iceberg","two-more","return","silence","rob","turn","rob","return","water","iceberg","slow","iceberg","extra","slow","turn","water","extra","shield","silence","water","shield","shield","swap","discard","return","catch-up","swap","redraw","turn","turn","discard","swap","water","shield","two-more","rob","catch-up","swap","silence","redraw","iceberg","silence","redraw","eliminate","return","discard","rob","two-more","extra","discard","catch-up","redraw","eliminate","eliminate","slow","slow","catch-up"],"roster":[["amundsen","cabot","mcclure","franklin","cook","davis"]],"icebergs":10,"waters":10,"first":2,"to_move":2,"sirs":[],"pieces":[],"discards":[],"spent":[],"turn":0,"points":0,"cards":0,"moved":false,"advanced":false,"fresh":false,"acted":false,"idle":0,"phase":"choose"},"tick":0,"answers":[]}');
INSERT INTO "entries" VALUES(18,6,'move',0,'choose clark-ross','d9e0abb9',0,1,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(18,7,'move',1,'choose frobisher','aab57ab5',0,1,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(18,8,'move',2,'choose gilbert','6c01d3b7',0,1,13,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(18,9,'move',3,'choose baffin','6d306446',1,1,14,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(18,10,'move',2,'advance d1 u1','4cfa35ae',1,0,13,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(18,11,'move',3,'end','3c00797a',0,0,14,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(18,12,'move',0,'advance c1 s2-b1','a34fc056',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(18,13,'move',0,'drop','b740d34c',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(18,14,'move',1,'end','d399fd10',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(18,15,'move',2,'advance c2 s2-d2','758e8fd0',1,0,13,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(18,16,'move',2,'end','0a3176d3',0,0,13,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(18,17,'move',3,'advance h1 u1','bbbf8f33',0,0,14,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(18,18,'move',0,'advance b4 c3-b2-b3','238db4de',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(18,19,'move',0,'advance a4 u1','ba910776',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(18,20,'move',1,'raid c1','0195d358',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(18,21,'move',1,'end','84f2c9ce',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(18,22,'move',2,'recover d1','5e3ed368',0,0,13,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(18,23,'move',3,'end','1cba22f6',0,0,14,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(18,24,'move',0,'recover b4','c30846c6',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(18,25,'move',1,'end','4980782b',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(19,3,'origin',NULL,'','2b2cdeb5',1,0,11,1767225600,NULL,'{"base":{"options":{"mode":"alone","fresh":"added","gift":"no"},"players":[{"reserve":[1,1,1,1,1,4,3,5,5,6],"removed":[0,0,0,0,0,0,0,0,0,0],"left":["",""],"hand":[],"character":"","offer":["parry","gilbert"],"picked":null,"ship":"","behind":"","raiding":null,"silenced":false,"shielded":false,"slowed":0,"exited":false},{"reserve":[1,1,1,1,1,4,3,5,5,6],"removed":[0,0,0,0,0,0,0,0,0,0],"left":["",""],"hand":[],"character":"","offer":["rae","cabot"],"picked":null,"ship":"","behind":"","raiding":null,"silenced":false,"shielded":false,"slowed":0,"exited":false}],"laid":["a7","a18","a9r","a5"],"four":["a17","a4","a12","a2","a11","a8","a19","a16","a24","a1","a3","a15","a10","a20","a6","a14","a21","a22","a13","a23"],"left":[],"right":[],"deck":["shield","two-more","redraw","discard","water","water","catch-up","return","extra","extra","eliminate","shield","rob","iceberg","slow","iceberg","two-more","eliminate","redraw","silence","discard","catch-up","turn","rob","turn","return","silence","swap","slow","swap"],"roster":[["franklin","baffin","hudson","clark-ross","frobisher","john-ross","davis","mcclure","amundsen","cook"]],"icebergs":10,"waters":10,"first":0,"to_move":0,"sirs":[],"pieces":[],"discards":[],"spent":[],"turn":0,"points":0,"cards":0,"moved":false,"advanced":false,"fresh":false,"acted":false,"idle":0,"phase":"choose"},"tick":0,"answers":[]}');
INSERT INTO "entries" VALUES(19,4,'move',0,'choose parry','d7646ad7',0,1,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(19,5,'move',1,'choose rae','f91346c4',1,1,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(19,6,'move',0,'end','e535f540',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(19,7,'move',1,'advance a1 u1','f37aa4e5',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(19,8,'move',1,'end','ed0ddee3',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(19,9,'move',0,'end','df7e264d',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(19,10,'move',1,'advance a2 u1','d3caa8da',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(19,11,'move',0,'raid a1','7eeb0ea1',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(19,12,'move',0,'fresh','7b199b46',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(19,13,'move',0,'end','ae6ccb70',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(19,14,'move',1,'end','faeb999f',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(19,15,'move',0,'advance c2 s3-a2-b2','d0ad0885',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(19,16,'move',0,'card swap a6 a4 first','7b79dc09',0,1,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(19,17,'move',1,'end','b9634141',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(19,18,'move',0,'advance b2 walk','b29b9790',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(19,19,'move',0,'drop','e41a85e1',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(19,20,'move',1,'drop','93347bdd',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(19,21,'move',1,'advance b3 u1','a9823de1',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(19,22,'move',0,'advance a2 walk','73f2b766',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(19,23,'move',0,'drop','baa8ec41',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(19,24,'undo',0,'22','73f2b766',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(20,3,'origin',NULL,'','55be04c5',1,0,11,1767225600,NULL,'{"base":{"options":{"mode":"alone","fresh":"added","gift":"no"},"players":[{"reserve":[1,1,1,1,1,4,3,5,5,6],"removed":[0,0,0,0,0,0,0,0,0,0],"left":["",""],"hand":[],"character":"","offer":["cabot","clark-ross"],"picked":null,"ship":"","behind":"","raiding":null,"silenced":false,"shielded":false,"slowed":0,"exited":false},{"reserve":[1,1,1,1,1,4,3,5,5,6],"removed":[0,0,0,0,0,0,0,0,0,0],"left":["",""],"hand":[],"character":"","offer":["gilbert","rae"],"picked":null,"ship":"","behind":"","raiding":null,"silenced":false,"shielded":false,"slowed":0,"exited":false}],"laid":["a6r","a9r","a1","a24r"],"four":["a21","a10","a14","a20","a2","a11","a8","a3","a22","a13","a16","a4","a18","a15","a7","a17","a23","a19","a12","a5"],"left":[],"right":[],"deck":["rob","turn","discard","two-more","discard","catch-up","silence","rob","shield","silence","swap","redraw","extra","water","iceberg","eliminate","water","return","shield","swap","two-more","return","extra","eliminate","slow","turn","iceberg","catch-up","slow","redraw"],"roster":[["mcclure","parry","baffin","hudson","john-ross","davis","franklin","frobisher","cook","amundsen"]],"icebergs":10,"waters":10,"first":0,"to_move":0,"sirs":[],"pieces":[],"discards":[],"spent":[],"turn":0,"points":0,"cards":0,"moved":false,"advanced":false,"fresh":false,"acted":false,"idle":0,"phase":"choose"},"tick":0,"answers":[]}');
INSERT INTO "entries" VALUES(20,4,'move',0,'choose cabot','aabf3356',0,1,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(20,5,'move',1,'choose gilbert','9b4a2716',1,1,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(20,6,'move',0,'advance d2 s2-d1','5ec309c5',1,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(20,7,'move',0,'advance c2 u1','d3c8854a',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(20,8,'move',1,'end','11d643d4',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(20,9,'move',0,'recover d2','fe345075',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(20,10,'move',1,'advance a2 s2-b1','4c9247b7',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(20,11,'move',0,'end','a4da78a0',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(20,12,'move',1,'drop','fca5dedb',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(20,13,'move',1,'end','aafab7c0',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(20,14,'move',0,'end','91aa5124',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(20,15,'move',1,'advance d3 c3-b2-c3','156d6c82',1,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(20,16,'move',0,'raid c3','3d11b442',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(20,17,'move',0,'end','8e7246cf',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(20,18,'move',1,'end','f316da4b',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(20,19,'move',0,'end','3a562b51',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(20,20,'move',1,'raid c2','63527205',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(20,21,'move',1,'fresh','72e09019',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(20,22,'move',1,'end','b73a3ba3',0,0,12,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(20,23,'move',0,'end','52819a7e',0,0,11,1767225600,NULL,NULL);
INSERT INTO "entries" VALUES(20,24,'resign',1,'resign','52819a7e',1,0,12,1767225600,NULL,NULL);
CREATE TABLE errands (              -- what is to be done about a table by itself, once; done is gone
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    kind     TEXT    NOT NULL CHECK (kind IN ('seals', 'ended', 'full', 'idle', 'shut', 'opened', 'question')),
    mark     INTEGER NOT NULL DEFAULT 0,     -- the person, seat or message it is about, where there may be several
    made_at  INTEGER NOT NULL,
    due_at   INTEGER NOT NULL,               -- when to try, or try again
    tries    INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (table_id, kind, mark)
) STRICT, WITHOUT ROWID;
INSERT INTO "errands" VALUES(1,'idle',0,1767225600,1767830400,0);
INSERT INTO "errands" VALUES(6,'idle',0,1767225600,1767830400,0);
INSERT INTO "errands" VALUES(11,'idle',0,1767225600,1767830400,0);
INSERT INTO "errands" VALUES(16,'idle',0,1767225600,1767830400,0);
CREATE TABLE facts (                -- small things the bot remembers about itself
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;
INSERT INTO "facts" VALUES('ship','Fram');
CREATE TABLE imports (              -- games that began elsewhere: never counted in statistics
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    record   TEXT    NOT NULL       -- holds the seed
, over INTEGER NOT NULL DEFAULT 0) STRICT;
CREATE TABLE invited (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user     INTEGER NOT NULL,
    PRIMARY KEY (table_id, user)
) STRICT, WITHOUT ROWID;
CREATE TABLE leases (               -- one process serves a group of shards, and says so again every few seconds
    name   TEXT    PRIMARY KEY,     -- the group: "0-7/16"
    holder TEXT    NOT NULL,        -- a word of the process's own
    beat   INTEGER NOT NULL         -- raised each time; one that does not change is that of a process which is no more
) STRICT;
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
CREATE TABLE notes (                -- one person's own words, shown to nobody else
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user     INTEGER NOT NULL,
    text     TEXT    NOT NULL,
    PRIMARY KEY (table_id, user)
) STRICT, WITHOUT ROWID;
CREATE TABLE "notices" (
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
CREATE TABLE "offers" (
    table_id  INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat      INTEGER NOT NULL,
    rev       INTEGER NOT NULL,
    heir      INTEGER NOT NULL,
    heir_name TEXT    NOT NULL,
    vote      INTEGER REFERENCES "votes" (id),
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
CREATE TABLE past_holders (         -- who had a seat before the one who has it now
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    until    INTEGER NOT NULL,      -- the revision of the entry by which the next one took over
    user     INTEGER NOT NULL,
    name     TEXT    NOT NULL, level TEXT,
    PRIMARY KEY (table_id, seat, until)
) STRICT, WITHOUT ROWID;
CREATE TABLE people (               -- what somebody has told us about their days; nobody is here who has said nothing
    user       INTEGER PRIMARY KEY,
    zone       TEXT    NOT NULL DEFAULT 'UTC',  -- a name of the time zone database
    quiet_from INTEGER,             -- minutes after midnight, local; NULL: no quiet hours
    quiet_to   INTEGER,
    weekends   INTEGER NOT NULL DEFAULT 0,      -- 1: Saturdays and Sundays are off
    away_from  TEXT,                -- first and last day of a vacation, local dates
    away_to    TEXT
, cover TEXT) STRICT;
CREATE TABLE personal (
    user   INTEGER PRIMARY KEY,
    chosen TEXT NOT NULL            -- JSON object, setting -> value
) STRICT;
INSERT INTO "personal" VALUES(11,'{"tone":"night"}');
CREATE TABLE positions (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    seq      INTEGER NOT NULL,
    data     TEXT    NOT NULL
) STRICT;
INSERT INTO "positions" VALUES(2,3,'{"base":{"options":{"explorers":"choose","patrons":"no","row":"3","open-deck":"no","wild-at-pole":"yes"},"deck":["ga","rs","ra","ga","rh","gd","bd","ya","rb","bx","ga","co","ra","bc","ya","co","yd","ya","yw","bd","gw","rc","yc","bb","rs","ra","yd","rc","ba","gb","ra","ra","ga","bc","rd","gb","ra","rd","yc","yh","rb","bh","gd","gc","ya","eq","yb","ga","gc","yb","gh","rd","bc","ya","ba"],"row":[],"discards":[],"removed":[],"explorers":{},"to_move":"amundsen","turn":1,"shuffles":0,"ended":""},"tick":0,"answers":[]}');
INSERT INTO "positions" VALUES(3,24,'{"base":{"options":{"explorers":"choose","patrons":"no","row":"3","open-deck":"no","wild-at-pole":"yes"},"deck":["ga","ga","gb","bb","yw","ra","gh","ya","bh","co","eq","ba","rb","ra","yb","ya","bc","gd","rd","bc","ra","gc","rd","rh","bd","yb","rb","gb","ya","gd","ya","yc"],"row":["bd","rd","gw"],"discards":["yd","ra","bc","yc","ga","ra","yd","co","rc","rc","rs","ya","bx","yh"],"removed":[],"explorers":{"amundsen":{"seat":1,"limit":7,"space":2,"lost":false,"hand":[{"card":"rs","known":"all"}],"patron":"","officer":0,"lost_equipment":false},"scott":{"seat":0,"limit":7,"space":1,"lost":false,"hand":[{"card":"ra","known":"all"},{"card":"ba","known":"all"},{"card":"gc","known":"all"},{"card":"ga","known":"all"},{"card":"ga","known":"all"}],"patron":"","officer":0,"lost_equipment":false}},"to_move":"scott","turn":20,"shuffles":0,"ended":""},"tick":21,"answers":[]}');
INSERT INTO "positions" VALUES(4,23,'{"base":{"options":{"explorers":"choose","patrons":"no","row":"3","open-deck":"no","wild-at-pole":"yes"},"deck":["ga","bd","yc","rs","yc","ga","bd","ya","bc","bc","gb","rs","rc","gh","ra","rc","bb","gb","rh","eq","yd","rb","ra","gw","ba","yb","bh","gd"],"row":["rd","gc","ra"],"discards":["ya","gd","ra","ya","rb","co","ga","yh","bx","yw","yb","co","ga","gc","rd","yd","ra","ya","ra"],"removed":[],"explorers":{"amundsen":{"seat":1,"limit":7,"space":4,"lost":false,"hand":[{"card":"bc","known":"all"},{"card":"ba","known":"all"}],"patron":"","officer":0,"lost_equipment":false},"scott":{"seat":0,"limit":7,"space":3,"lost":false,"hand":[{"card":"rd","known":"all"},{"card":"ya","known":"all"},{"card":"ga","known":"all"}],"patron":"","officer":0,"lost_equipment":false}},"to_move":"amundsen","turn":19,"shuffles":0,"ended":""},"tick":20,"answers":[]}');
INSERT INTO "positions" VALUES(5,25,'{"base":{"options":{"explorers":"choose","patrons":"no","row":"3","open-deck":"no","wild-at-pole":"yes"},"deck":["ya","rc","yw","yb","ra","rd","bx","rb","bc","ra","bh","rd","yc","ya","ba","gb","ra","gc","eq","bd","gw","bb","ga","yc","yh","rs","co","ga","ya","ya","gc","yb"],"row":["ga","rb","yd"],"discards":["ra","rd","yd","bd","ga","gd","ba","rs","bc","rc","gh","ga","gd","co"],"removed":[],"explorers":{"amundsen":{"seat":1,"limit":7,"space":4,"lost":false,"hand":[{"card":"bc","known":"all"},{"card":"ra","known":"all"},{"card":"ra","known":"all"}],"patron":"","officer":0,"lost_equipment":false},"scott":{"seat":0,"limit":7,"space":3,"lost":false,"hand":[{"card":"rh","known":"all"},{"card":"ya","known":"all"},{"card":"gb","known":"all"}],"patron":"","officer":0,"lost_equipment":false}},"to_move":"scott","turn":20,"shuffles":0,"ended":""},"tick":21,"answers":[]}');
INSERT INTO "positions" VALUES(7,3,'{"base":{"options":{"factions":"choose","free-fleet":"ask"},"seats":2,"first":0,"deck":["cotyar","slingshot","errinwright","miller","mao","julie","draper","deimos","yao","terraforming","score","score","score","score","covert","drummer","degraff","stealth","black-ops","blockade-mars","dresden","assassin","riot","burn","voices","razorback","score","blockade-earth","nauvoo","hybrid","ambush","bush","helix","score","souther","yvgeny"],"box":[],"sides":[],"turn":1,"phase":"factions","known":false,"track":[],"discards":[],"initiative":[],"holder":0,"used":[],"bonus":"","knows":[],"offer":"","spender":-1,"points":0,"once":[],"last":[]},"tick":0,"answers":[]}');
INSERT INTO "positions" VALUES(8,26,'{"base":{"options":{"factions":"choose","free-fleet":"ask"},"seats":4,"first":3,"deck":["blockade-mars","covert","takeover","score","smugglers","clean-room","score","hoppers","stealth","grey-market","whistleblower","degraff","refugees","ambush","bush","score","prototype","strike","deimos","score","souther","razorback","security","miller","weapons","slingshot","yao","cotyar","cortazar","voices","helix","draper","burn","uprising","julie","score","lobbyists"],"box":["mao","blockade-earth","quarantine","kenzo","convoy","errinwright","terraforming","drummer"],"sides":[{"faction":"pg","cp":5,"supply":14,"diplomats_left":0,"tokens":2,"off":"","cubes":{"eurasia":1,"luna":1,"ceres":1},"diplomats":{},"samples":[],"tokens_gone":0,"fleets":{"thoth":"ff","earth":"f","jupiter":"f","ceres":"f"},"kept":["dresden"],"gained":0,"spent":5,"earned":[]},{"faction":"mcr","cp":8,"supply":14,"diplomats_left":0,"tokens":0,"off":"","cubes":{"londres":1,"io":1,"vesta":1},"diplomats":{},"samples":[],"tokens_gone":0,"fleets":{"mars":"bb","ceres":"f","jupiter":"f","saturn":"f"},"kept":[],"gained":0,"spent":2,"earned":[]},{"faction":"un","cp":7,"supply":10,"diplomats_left":3,"tokens":0,"off":"","cubes":{"eurasia":1,"africa":2,"rhea":1},"diplomats":{},"samples":[],"tokens_gone":0,"fleets":{"earth":"ffr","ceres":"f","tycho":"f","jupiter":"f"},"kept":[],"gained":0,"spent":3,"earned":[]},{"faction":"opa","cp":4,"supply":11,"diplomats_left":0,"tokens":0,"off":"ss","cubes":{"tycho":1,"ceres":1,"titan":1,"rings":1,"rhea":1,"io":1},"diplomats":{},"samples":[],"tokens_gone":0,"fleets":{"ceres":"f","eros":"f","saturn":"ff","vesta":"f"},"kept":[],"gained":0,"spent":6,"earned":[]}],"turn":10,"phase":"turn","known":false,"track":["manifest","patrol","ceasefire","score","salvage"],"discards":["riot","nauvoo","transponder","hybrid","black-ops","yvgeny","assassin"],"initiative":["un","mcr","opa","pg"],"holder":2,"used":[],"bonus":"","knows":[],"offer":"","spender":-1,"points":0,"once":[],"last":[]},"tick":21,"answers":[]}');
INSERT INTO "positions" VALUES(9,24,'{"base":{"options":{"factions":"choose","free-fleet":"ask"},"seats":2,"first":0,"deck":["riot","score","score","drummer","hybrid","covert","helix","draper","stealth","yao","dresden","ambush","julie","slingshot","assassin","degraff","yvgeny","mao","score","terraforming","score"],"box":[],"sides":[{"faction":"mcr","cp":9,"supply":14,"diplomats_left":0,"tokens":0,"off":"","cubes":{"mariner":2,"londres":1},"diplomats":{},"samples":[],"tokens_gone":0,"fleets":{"mars":"b","jupiter":"f","tycho":"r","eros":"b","vesta":"ff"},"kept":[],"gained":0,"spent":7,"earned":[4,2]},{"faction":"un","cp":13,"supply":11,"diplomats_left":3,"tokens":0,"off":"","cubes":{"eurasia":1,"africa":1,"rhea":1},"diplomats":{},"samples":[],"tokens_gone":0,"fleets":{"earth":"fff","eros":"f","jupiter":"f"},"kept":[],"gained":0,"spent":7,"earned":[6,4]}],"turn":13,"phase":"turn","known":false,"track":["miller","blockade-earth","voices","deimos","errinwright"],"discards":["burn","cotyar","black-ops","bush","score","razorback","souther","score","blockade-mars","nauvoo"],"initiative":[],"holder":0,"used":["inner","belt"],"bonus":"","knows":[],"offer":"","spender":-1,"points":0,"once":[],"last":[{"base":"eurasia","influence":{"un":2},"points":{"un":1}},{"base":"africa","influence":{"un":2},"points":{"un":1}},{"base":"mariner","influence":{"mcr":2},"points":{"mcr":1}},{"base":"londres","influence":{"mcr":2},"points":{"mcr":1}},{"base":"ganymede","influence":{"un":1},"points":{"un":1}},{"base":"rhea","influence":{"un":1},"points":{"un":1}}]},"tick":21,"answers":[]}');
INSERT INTO "positions" VALUES(10,25,'{"base":{"options":{"factions":"choose","free-fleet":"ask"},"seats":2,"first":0,"deck":["draper","nauvoo","stealth","score","julie","score","riot","ambush","slingshot","souther","voices","deimos","covert","yvgeny","dresden","score","hybrid","yao","mao","miller"],"box":[],"sides":[{"faction":"mcr","cp":11,"supply":14,"diplomats_left":0,"tokens":0,"off":"","cubes":{"mariner":1,"londres":1,"europa":1},"diplomats":{},"samples":[],"tokens_gone":0,"fleets":{"mars":"b","ceres":"bf","jupiter":"f","saturn":"fr"},"kept":[],"gained":0,"spent":9,"earned":[5,5]},{"faction":"un","cp":13,"supply":12,"diplomats_left":3,"tokens":0,"off":"f","cubes":{"eurasia":1,"africa":1},"diplomats":{},"samples":[],"tokens_gone":0,"fleets":{"tycho":"ff","vesta":"f","jupiter":"f"},"kept":["cotyar"],"gained":0,"spent":7,"earned":[5,5]}],"turn":13,"phase":"turn","known":false,"track":["bush","terraforming","errinwright","blockade-earth","score"],"discards":["black-ops","helix","score","drummer","score","burn","degraff","razorback","blockade-mars","assassin"],"initiative":[],"holder":0,"used":["inner","outer"],"bonus":"","knows":[],"offer":"","spender":-1,"points":0,"once":[],"last":[{"base":"eurasia","influence":{"un":2},"points":{"un":1}},{"base":"africa","influence":{"un":2},"points":{"un":1}},{"base":"mariner","influence":{"mcr":2},"points":{"mcr":1}},{"base":"londres","influence":{"mcr":2},"points":{"mcr":1}},{"base":"europa","influence":{"mcr":2},"points":{"mcr":3}},{"base":"rhea","influence":{"un":1},"points":{"un":3}}]},"tick":21,"answers":[]}');
INSERT INTO "positions" VALUES(12,3,'{"base":{"options":{"mainland":"island"},"expeditions":[{"ship":"b15","ship_available":7,"ship_resting":0,"sled_available":0,"sled_resting":0,"sled":"","sled_lost":false,"lost":0,"hand":[],"tokens":{},"trail":0,"islands":0,"largest":0,"passage":null,"greenland":null,"home":0},{"ship":"b15","ship_available":7,"ship_resting":0,"sled_available":0,"sled_resting":0,"sled":"","sled_lost":false,"lost":0,"hand":[],"tokens":{},"trail":0,"islands":0,"largest":0,"passage":null,"greenland":null,"home":0}],"bag":["l43","l11","l52","l16","l39","l03","l58","l45","l01","l12","l22","l57","l40","l00","l02","l42","l48","l62","l33","l63","l32","l37","l34","l38","l07","l41","l28","l21","l18","l46","l49","l53","l10","l35","l56","l47","l23","l17","l24","l44","l19","l55","l06","l59","l51","l61","l31","l15","l54","l60","l05","l04","l09","l30","l08","l50","l25","l26","l14","l13"],"market":["l27","l29","l20","l36"],"piles":[2,8,8,4,8,2],"cartography":20,"passage_tokens":[10,3],"greenland_tokens":[6],"order":[0,1],"to_move":1,"placed":[],"taken":[],"passed":[],"round":0,"acted":0,"ended":false},"tick":0,"answers":[]}');
INSERT INTO "positions" VALUES(13,25,'{"base":{"options":{"mainland":"island"},"expeditions":[{"ship":"b15","ship_available":7,"ship_resting":0,"sled_available":0,"sled_resting":0,"sled":"","sled_lost":false,"lost":0,"hand":[],"tokens":{},"trail":0,"islands":0,"largest":0,"passage":null,"greenland":10,"home":1},{"ship":"b15","ship_available":2,"ship_resting":1,"sled_available":4,"sled_resting":0,"sled":"b15-nw","sled_lost":false,"lost":0,"hand":["l12","s0"],"tokens":{},"trail":0,"islands":0,"largest":0,"passage":null,"greenland":null,"home":0},{"ship":"c13","ship_available":4,"ship_resting":0,"sled_available":3,"sled_resting":0,"sled":"b15-nw","sled_lost":false,"lost":0,"hand":["l02","s3"],"tokens":{},"trail":0,"islands":0,"largest":0,"passage":null,"greenland":null,"home":0},{"ship":"b15","ship_available":5,"ship_resting":0,"sled_available":2,"sled_resting":0,"sled":"b15-nw","sled_lost":false,"lost":0,"hand":["l06","s5","l26"],"tokens":{},"trail":0,"islands":0,"largest":0,"passage":null,"greenland":null,"home":0}],"bag":["l43","l31","l15","l01","l14","l29","l09","l18","l22","l55","l63","l38","l45","l54","l33","l59","l19","l16","l40","l32","l58","l20","l39","l35","l48","l41","l08","l52","l03","l23","l50","l57","l28","l30","l11","l56","l00","l49","l37","l62","l04","l25","l61","l21","l13","l17","l34","l47","l46","l60","l42","l44","l05","l24","l53"],"market":["l36","l27","l51","l07"],"piles":[1,8,8,3,8,1],"cartography":20,"passage_tokens":[15,10,6,3],"greenland_tokens":[6,3],"order":[1,2,3],"to_move":1,"placed":["l10 c13 b0"],"taken":[],"passed":[],"round":2,"acted":1,"ended":false},"tick":20,"answers":[]}');
INSERT INTO "positions" VALUES(14,23,'{"base":{"options":{"mainland":"island"},"expeditions":[{"ship":"b15","ship_available":6,"ship_resting":0,"sled_available":1,"sled_resting":0,"sled":"b15-nw","sled_lost":false,"lost":0,"hand":["l06"],"tokens":{},"trail":0,"islands":0,"largest":0,"passage":null,"greenland":6,"home":1},{"ship":"c14","ship_available":4,"ship_resting":2,"sled_available":1,"sled_resting":0,"sled":"b15-nw","sled_lost":false,"lost":0,"hand":["s1","l55"],"tokens":{},"trail":0,"islands":0,"largest":0,"passage":null,"greenland":null,"home":0}],"bag":["l16","l50","l51","l25","l02","l52","l62","l58","l31","l28","l05","l53","l48","l40","l29","l11","l43","l41","l18","l37","l09","l35","l34","l12","l44","l45","l26","l01","l47","l21","l33","l63","l46","l57","l22","l39","l19","l27","l04","l49","l60","l23","l56","l30","l36","l15","l00","l20","l32","l13","l54","l10","l59","l61","l08","l14"],"market":["l24","l17","l03","l07"],"piles":[2,7,8,4,8,2],"cartography":20,"passage_tokens":[10,3],"greenland_tokens":[],"order":[1],"to_move":1,"placed":["l42 d15 f90","l38 c14 b90"],"taken":[],"passed":[],"round":6,"acted":0,"ended":false},"tick":20,"answers":[]}');
INSERT INTO "positions" VALUES(15,24,'{"base":{"options":{"mainland":"island"},"expeditions":[{"ship":"c14","ship_available":0,"ship_resting":3,"sled_available":0,"sled_resting":4,"sled":"c14-sw","sled_lost":false,"lost":0,"hand":[],"tokens":{},"trail":0,"islands":0,"largest":0,"passage":null,"greenland":null,"home":0},{"ship":"b15","ship_available":3,"ship_resting":0,"sled_available":4,"sled_resting":0,"sled":"a14-nw","sled_lost":false,"lost":0,"hand":["l13","s0"],"tokens":{"cairn":1},"trail":2,"islands":0,"largest":0,"passage":null,"greenland":null,"home":0}],"bag":["l40","l46","l12","l56","l52","l01","l31","l49","l21","l00","l08","l41","l51","l35","l45","l27","l18","l37","l07","l53","l28","l63","l16","l57","l19","l42","l22","l09","l61","l23","l06","l26","l47","l48","l50","l15","l55","l14","l60","l04","l30","l59","l38","l02","l33","l36","l03","l43","l34","l20","l29","l44","l62","l17","l11","l05","l10"],"market":["l39","l58","l25","l32"],"piles":[1,8,8,4,8,2],"cartography":20,"passage_tokens":[10,3],"greenland_tokens":[6],"order":[0,1],"to_move":1,"placed":["l24 c14 b270","l54 e13 f0"],"taken":["cape"],"passed":[0],"round":3,"acted":0,"ended":false},"tick":20,"answers":[]}');
INSERT INTO "positions" VALUES(17,3,'{"base":{"options":{"mode":"alone","fresh":"added","gift":"no"},"players":[{"reserve":[1,1,1,1,1,4,3,5,5,6],"removed":[0,0,0,0,0,0,0,0,0,0],"left":["",""],"hand":[],"character":"","offer":["frobisher","amundsen"],"picked":null,"ship":"","behind":"","raiding":null,"silenced":false,"shielded":false,"slowed":0,"exited":false},{"reserve":[1,1,1,1,1,4,3,5,5,6],"removed":[0,0,0,0,0,0,0,0,0,0],"left":["",""],"hand":[],"character":"","offer":["clark-ross","cabot"],"picked":null,"ship":"","behind":"","raiding":null,"silenced":false,"shielded":false,"slowed":0,"exited":false}],"laid":["a18r","a9","a13r","a4"],"four":["a6","a10","a1","a7","a16","a20","a17","a24","a23","a22","a15","a11","a5","a19","a12","a8","a14","a21","a2","a3"],"left":[],"right":[],"deck":["eliminate","slow","rob","turn","shield","silence","rob","two-more","swap","iceberg","redraw","two-more","return","silence","discard","catch-up","shield","redraw","eliminate","return","swap","water","extra","slow","discard","extra","iceberg","water","catch-up","turn"],"roster":[["davis","parry","rae","hudson","cook","baffin","gilbert","john-ross","franklin","mcclure"]],"icebergs":10,"waters":10,"first":1,"to_move":1,"sirs":[],"pieces":[],"discards":[],"spent":[],"turn":0,"points":0,"cards":0,"moved":false,"advanced":false,"fresh":false,"acted":false,"idle":0,"phase":"choose"},"tick":0,"answers":[]}');
INSERT INTO "positions" VALUES(18,25,'{"base":{"options":{"mode":"alone","fresh":"added","gift":"no"},"players":[{"reserve":[1,1,1,1,1,4,3,4,4,6],"removed":[0,0,0,0,0,0,0,0,0,0],"left":["","","",""],"hand":[],"character":"clark-ross","offer":[],"picked":null,"ship":"a4","behind":"b4","raiding":null,"silenced":false,"shielded":false,"slowed":0,"exited":false},{"reserve":[1,1,1,1,1,4,3,5,5,5],"removed":[0,0,0,0,0,0,0,0,0,0],"left":["","","",""],"hand":["catch-up"],"character":"frobisher","offer":[],"picked":null,"ship":"c1","behind":"","raiding":0,"silenced":false,"shielded":false,"slowed":0,"exited":false},{"reserve":[1,1,1,1,1,4,3,4,5,6],"removed":[0,0,0,0,0,0,0,0,0,0],"left":["","","",""],"hand":[],"character":"gilbert","offer":[],"picked":null,"ship":"c2","behind":"d2","raiding":null,"silenced":false,"shielded":false,"slowed":0,"exited":false},{"reserve":[1,1,1,1,1,4,3,5,4,6],"removed":[0,0,0,0,0,0,0,0,0,0],"left":["","","",""],"hand":[],"character":"baffin","offer":[],"picked":null,"ship":"h1","behind":"","raiding":null,"silenced":false,"shielded":false,"slowed":0,"exited":false}],"laid":["a12","c11r","c22","a6r","b16r","c21","a5","b2r","c8r","a8","c2r","b12r","a22r","b9r","c10r","a9","c1r","c4","a3","c5","b20r","a14","b15","c9r"],"four":["a1","a2","a21","a13","a20","a19","a16","a23","a10","a7","a17","a11","a24","a15","a4","a18"],"left":["c13","b18","b6","c18","b8","b19","b22","b23","b24","b3","c15","b1","b4","c20","c14","b13"],"right":["c23","c16","b14","c7","b21","c19","c12","c3","c24","b10","c6","b5","c17","b7","b11","b17"],"deck":["extra","eliminate","two-more","iceberg","two-more","return","silence","rob","turn","rob","return","water","iceberg","slow","iceberg","extra","slow","turn","water","extra","shield","silence","water","shield","shield","swap","discard","return","catch-up","swap","redraw","turn","turn","discard","swap","water","shield","two-more","rob","catch-up","swap","silence","redraw","iceberg","silence","redraw","eliminate","return","discard","rob","two-more","extra","discard","catch-up","redraw","eliminate","eliminate","slow","slow"],"roster":[["mcclure","cabot","john-ross","cook","franklin","parry","hudson","davis","rae","amundsen"]],"icebergs":9,"waters":10,"first":2,"to_move":2,"sirs":[],"pieces":[[0,"s2",["b1","c1"]],[-1,"ice",["b1"]],[2,"s2",["d2","c2"]],[3,"u1",["h1"]],[0,"u1",["a4"]],[1,"x1",["c1"]]],"discards":[],"spent":[],"turn":13,"points":4,"cards":1,"moved":false,"advanced":false,"fresh":false,"acted":false,"idle":1,"phase":"race"},"tick":20,"answers":[]}');
INSERT INTO "positions" VALUES(19,24,'{"base":{"options":{"mode":"alone","fresh":"added","gift":"no"},"players":[{"reserve":[1,1,1,1,1,3,3,5,5,5],"removed":[0,0,0,0,0,0,0,0,0,0],"left":["","a2"],"hand":[],"character":"parry","offer":[],"picked":null,"ship":"a2","behind":"b2","raiding":1,"silenced":false,"shielded":false,"slowed":0,"exited":false},{"reserve":[1,1,1,1,1,4,3,5,2,6],"removed":[0,0,0,0,0,0,0,0,0,0],"left":["",""],"hand":[],"character":"rae","offer":[],"picked":null,"ship":"b3","behind":"a2","raiding":null,"silenced":false,"shielded":false,"slowed":0,"exited":false}],"laid":["a7","a18","a9r","a13r","a23","a5","a22"],"four":["a17","a4","a12","a2","a11","a8","a19","a16","a24","a1","a3","a15","a10","a20","a6","a14","a21"],"left":[],"right":[],"deck":["shield","two-more","redraw","discard","water","water","catch-up","return","extra","extra","eliminate","shield","rob","iceberg","slow","iceberg","two-more","eliminate","redraw","silence","discard","catch-up","turn","rob","turn","return","silence","swap","slow"],"roster":[["gilbert","clark-ross","davis","hudson","frobisher","mcclure","baffin","franklin","amundsen","cabot","cook","john-ross"]],"icebergs":8,"waters":10,"first":0,"to_move":0,"sirs":[],"pieces":[[1,"u1",["a1"]],[1,"u1",["a2"]],[0,"x1",["a1"]],[0,"s3",["a2","b2","c2"]],[-1,"ice",["c2"]],[-1,"ice",["a1"]],[1,"u1",["b3"]]],"discards":["swap"],"spent":[],"turn":11,"points":3,"cards":1,"moved":true,"advanced":true,"fresh":false,"acted":true,"idle":0,"phase":"race"},"tick":19,"answers":[]}');
INSERT INTO "positions" VALUES(20,24,'{"base":{"options":{"mode":"alone","fresh":"added","gift":"no"},"players":[{"reserve":[1,1,1,1,1,4,3,5,4,5],"removed":[0,0,0,0,0,0,0,0,0,0],"left":["",""],"hand":[],"character":"cabot","offer":[],"picked":null,"ship":"c3","behind":"c2","raiding":1,"silenced":false,"shielded":false,"slowed":0,"exited":false},{"reserve":[1,1,1,1,1,4,2,4,5,5],"removed":[0,0,0,0,0,0,0,0,0,0],"left":["",""],"hand":[],"character":"gilbert","offer":[],"picked":null,"ship":"c2","behind":"d3","raiding":0,"silenced":false,"shielded":false,"slowed":0,"exited":false}],"laid":["a6r","a9r","a1","a24r","a5","a12","a19"],"four":["a21","a10","a14","a20","a2","a11","a8","a3","a22","a13","a16","a4","a18","a15","a7","a17","a23"],"left":[],"right":[],"deck":["rob","turn","discard","two-more","discard","catch-up","silence","rob","shield","silence","swap","redraw","extra","water","iceberg","eliminate","water","return","shield","swap","two-more","return","extra","eliminate","slow","turn","iceberg","catch-up","slow","redraw"],"roster":[["cook","amundsen","franklin","frobisher","hudson","davis","baffin","parry","john-ross","mcclure","clark-ross","rae"]],"icebergs":9,"waters":10,"first":0,"to_move":1,"sirs":[],"pieces":[[0,"u1",["c2"]],[1,"s2",["b1","a2"]],[-1,"ice",["b1"]],[1,"c3",["b2","c3","d3"]],[0,"x1",["c3"]],[1,"x1",["c2"]]],"discards":[],"spent":[],"turn":14,"points":4,"cards":1,"moved":false,"advanced":false,"fresh":false,"acted":false,"idle":1,"phase":"race"},"tick":20,"answers":[]}');
CREATE TABLE posts (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    rev      INTEGER NOT NULL,      -- the newest revision that has been shown
    channel  INTEGER NOT NULL,
    message  INTEGER NOT NULL,
    waiting  TEXT    NOT NULL       -- JSON list of the seats it called on
) STRICT;
INSERT INTO "posts" VALUES(3,24,102,5003,'[0]');
INSERT INTO "posts" VALUES(8,26,107,5008,'[0]');
INSERT INTO "posts" VALUES(13,25,112,5013,'[0]');
INSERT INTO "posts" VALUES(18,25,117,5018,'[0]');
CREATE TABLE "said" (
    table_id INTEGER NOT NULL,
    seq      INTEGER NOT NULL,
    n        INTEGER NOT NULL,
    seats    TEXT,
    text     TEXT    NOT NULL,
    PRIMARY KEY (table_id, seq, n),
    FOREIGN KEY (table_id, seq) REFERENCES "entries" (table_id, seq) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;
INSERT INTO "said" VALUES(2,4,0,NULL,'{"type":"text","template":"A moderator has closed the table: the game is abandoned, without a result."}');
INSERT INTO "said" VALUES(3,4,0,NULL,'{"type":"text","template":"{amundsen} is Amundsen and moves first; {scott} is Scott.","args":{"amundsen":{"type":"who","seat":1},"scott":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(3,4,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"red Advance","args":{"n":2},"many":"{n} red Advances"},{"type":"text","template":"blue Crevasse","args":{"n":1},"many":"{n} blue Crevasses"}]}}');
INSERT INTO "said" VALUES(3,4,2,'[1]','{"type":"text","template":"You begin with {cards}, face down for your rival.","args":{"cards":[{"type":"text","template":"yellow Dog","args":{"n":1},"many":"{n} yellow Dogs"}]}}');
INSERT INTO "said" VALUES(3,4,3,'[0]','{"type":"text","template":"You begin with {cards}, face down for your rival.","args":{"cards":[{"type":"text","template":"green Advance","args":{"n":1},"many":"{n} green Advances"}]}}');
INSERT INTO "said" VALUES(3,5,0,NULL,'{"type":"text","template":"{seat} discards {discards} and takes {cards}.","args":{"cards":[{"type":"text","template":"red Advance","args":{"n":2},"many":"{n} red Advances"}],"discards":[{"type":"text","template":"yellow Dog","args":{"n":1},"many":"{n} yellow Dogs"}],"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(3,5,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"red Crevasse","args":{"n":1},"many":"{n} red Crevasses"},{"type":"text","template":"yellow Crevasse","args":{"n":1},"many":"{n} yellow Crevasses"}]}}');
INSERT INTO "said" VALUES(3,6,0,NULL,'{"type":"text","template":"{seat} takes {cards}.","args":{"cards":[{"type":"text","template":"blue Crevasse","args":{"n":1},"many":"{n} blue Crevasses"}],"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(3,6,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"red Advance","args":{"n":1},"many":"{n} red Advances"}]}}');
INSERT INTO "said" VALUES(3,7,0,NULL,'{"type":"text","template":"{seat} advances to space {space} with {cards}.","args":{"cards":[{"type":"text","template":"red Advance","args":{"n":1},"many":"{n} red Advances"}],"n":1,"seat":{"type":"who","seat":1},"space":1},"many":"{seat} advances {n} spaces to space {space} with {cards}."}');
INSERT INTO "said" VALUES(3,8,0,NULL,'{"type":"text","template":"{seat} takes {cards}.","args":{"cards":[{"type":"text","template":"red Crevasse","args":{"n":1},"many":"{n} red Crevasses"}],"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(3,8,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"blue Advance","args":{"n":1},"many":"{n} blue Advances"}]}}');
INSERT INTO "said" VALUES(3,9,0,NULL,'{"type":"text","template":"{seat} takes {cards}.","args":{"cards":[{"type":"text","template":"yellow Crevasse","args":{"n":1},"many":"{n} yellow Crevasses"}],"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(3,9,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"red Crevasse","args":{"n":1},"many":"{n} red Crevasses"}]}}');
INSERT INTO "said" VALUES(3,10,0,NULL,'{"type":"text","template":"{seat} discards {discards} and takes {cards}.","args":{"cards":[{"type":"text","template":"red Advance","args":{"n":1},"many":"{n} red Advances"},{"type":"text","template":"blue Advance","args":{"n":1},"many":"{n} blue Advances"}],"discards":[{"type":"text","template":"blue Crevasse","args":{"n":1},"many":"{n} blue Crevasses"}],"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(3,10,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"yellow Dog","args":{"n":1},"many":"{n} yellow Dogs"},{"type":"text","template":"Compass","args":{"n":1},"many":"{n} Compasses"}]}}');
INSERT INTO "said" VALUES(3,11,0,NULL,'{"type":"text","template":"{seat} advances to space {space} with {cards}.","args":{"cards":[{"type":"text","template":"yellow Crevasse","args":{"n":1},"many":"{n} yellow Crevasses"}],"n":1,"seat":{"type":"who","seat":1},"space":2},"many":"{seat} advances {n} spaces to space {space} with {cards}."}');
INSERT INTO "said" VALUES(3,12,0,NULL,'{"type":"text","template":"{seat} discards {discards} and takes {cards}.","args":{"cards":[{"type":"text","template":"red Crevasse","args":{"n":1},"many":"{n} red Crevasses"},{"type":"text","template":"yellow Dog","args":{"n":1},"many":"{n} yellow Dogs"}],"discards":[{"type":"text","template":"green Advance","args":{"n":1},"many":"{n} green Advances"}],"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(3,12,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"red Drop Supplies","args":{"n":1},"many":"{n} red Drop Supplies"},{"type":"text","template":"yellow Advance","args":{"n":1},"many":"{n} yellow Advances"}]}}');
INSERT INTO "said" VALUES(3,13,0,NULL,'{"type":"text","template":"{seat} discards {discards} and takes {cards}.","args":{"cards":[{"type":"text","template":"Compass","args":{"n":1},"many":"{n} Compasses"},{"type":"text","template":"red Drop Supplies","args":{"n":1},"many":"{n} red Drop Supplies"}],"discards":[{"type":"text","template":"red Advance","args":{"n":1},"many":"{n} red Advances"}],"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(3,13,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"red Drop Supplies","args":{"n":1},"many":"{n} red Drop Supplies"},{"type":"text","template":"green Crevasse","args":{"n":1},"many":"{n} green Crevasses"}]}}');
INSERT INTO "said" VALUES(3,14,0,NULL,'{"type":"text","template":"{seat} advances to space {space} with {cards}.","args":{"cards":[{"type":"text","template":"yellow Dog","args":{"n":1},"many":"{n} yellow Dogs"}],"n":1,"seat":{"type":"who","seat":0},"space":1},"many":"{seat} advances {n} spaces to space {space} with {cards}."}');
INSERT INTO "said" VALUES(3,15,0,NULL,'{"type":"text","template":"{seat} plays a Compass and goes forward to {where}.","args":{"seat":{"type":"who","seat":1},"where":{"type":"text","template":"space {space}","args":{"space":3}}}}');
INSERT INTO "said" VALUES(3,16,0,NULL,'{"type":"text","template":"{seat} plays {cards}: {rival} loses the route and stands on the “?” behind space {space}.","args":{"cards":[{"type":"text","template":"red Crevasse","args":{"n":2},"many":"{n} red Crevasses"}],"rival":{"type":"who","seat":1},"seat":{"type":"who","seat":0},"space":3}}');
INSERT INTO "said" VALUES(3,17,0,NULL,'{"type":"text","template":"{seat} is back on the route with {cards}, on space {space}.","args":{"cards":[{"type":"text","template":"red Drop Supplies","args":{"n":1},"many":"{n} red Drop Supplies"}],"seat":{"type":"who","seat":1},"space":1}}');
INSERT INTO "said" VALUES(3,18,0,NULL,'{"type":"text","template":"{seat} takes {cards}.","args":{"cards":[{"type":"text","template":"yellow Advance","args":{"n":1},"many":"{n} yellow Advances"}],"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(3,18,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"blue Sacrifice","args":{"n":1},"many":"{n} blue Sacrifices"}]}}');
INSERT INTO "said" VALUES(3,19,0,NULL,'{"type":"text","template":"{seat} takes {cards}.","args":{"cards":[{"type":"text","template":"red Drop Supplies","args":{"n":1},"many":"{n} red Drop Supplies"}],"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(3,19,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"yellow Horse","args":{"n":1},"many":"{n} yellow Horses"}]}}');
INSERT INTO "said" VALUES(3,20,0,NULL,'{"type":"text","template":"{seat} discards {discards} and takes {cards}.","args":{"cards":[{"type":"text","template":"green Crevasse","args":{"n":1},"many":"{n} green Crevasses"},{"type":"text","template":"blue Sacrifice","args":{"n":1},"many":"{n} blue Sacrifices"}],"discards":[{"type":"text","template":"yellow Advance","args":{"n":1},"many":"{n} yellow Advances"}],"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(3,20,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"green Advance","args":{"n":2},"many":"{n} green Advances"}]}}');
INSERT INTO "said" VALUES(3,21,0,NULL,'{"type":"text","template":"{seat} takes {cards}.","args":{"cards":[{"type":"text","template":"yellow Horse","args":{"n":1},"many":"{n} yellow Horses"}],"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(3,21,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"green Good Weather","args":{"n":1},"many":"{n} green Good Weathers"}]}}');
INSERT INTO "said" VALUES(3,22,0,NULL,'{"type":"text","template":"{seat} discards {discards} and takes {cards}.","args":{"cards":[{"type":"text","template":"green Advance","args":{"n":2},"many":"{n} green Advances"}],"discards":[{"type":"text","template":"blue Sacrifice","args":{"n":1},"many":"{n} blue Sacrifices"}],"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(3,22,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"red Dog","args":{"n":1},"many":"{n} red Dogs"},{"type":"text","template":"blue Dog","args":{"n":1},"many":"{n} blue Dogs"}]}}');
INSERT INTO "said" VALUES(3,24,0,NULL,'{"type":"text","template":"{seat} advances to space {space} with {cards}.","args":{"cards":[{"type":"text","template":"yellow Horse","args":{"n":1},"many":"{n} yellow Horses"}],"n":1,"seat":{"type":"who","seat":1},"space":2},"many":"{seat} advances {n} spaces to space {space} with {cards}."}');
INSERT INTO "said" VALUES(4,4,0,NULL,'{"type":"text","template":"{amundsen} is Amundsen and moves first; {scott} is Scott.","args":{"amundsen":{"type":"who","seat":1},"scott":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(4,4,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"yellow Advance","args":{"n":1},"many":"{n} yellow Advances"},{"type":"text","template":"red Advance","args":{"n":1},"many":"{n} red Advances"},{"type":"text","template":"red Blizzard","args":{"n":1},"many":"{n} red Blizzards"}]}}');
INSERT INTO "said" VALUES(4,4,2,'[1]','{"type":"text","template":"You begin with {cards}, face down for your rival.","args":{"cards":[{"type":"text","template":"yellow Advance","args":{"n":1},"many":"{n} yellow Advances"}]}}');
INSERT INTO "said" VALUES(4,4,3,'[0]','{"type":"text","template":"You begin with {cards}, face down for your rival.","args":{"cards":[{"type":"text","template":"green Dog","args":{"n":1},"many":"{n} green Dogs"}]}}');
INSERT INTO "said" VALUES(4,5,0,NULL,'{"type":"text","template":"{seat} discards {discards} and takes {cards}.","args":{"cards":[{"type":"text","template":"yellow Advance","args":{"n":1},"many":"{n} yellow Advances"},{"type":"text","template":"red Advance","args":{"n":1},"many":"{n} red Advances"}],"discards":[{"type":"text","template":"yellow Advance","args":{"n":1},"many":"{n} yellow Advances"}],"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(4,5,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"blue Sacrifice","args":{"n":1},"many":"{n} blue Sacrifices"},{"type":"text","template":"yellow Blizzard","args":{"n":1},"many":"{n} yellow Blizzards"}]}}');
INSERT INTO "said" VALUES(4,6,0,NULL,'{"type":"text","template":"{seat} discards {discards} and takes {cards}.","args":{"cards":[{"type":"text","template":"red Blizzard","args":{"n":1},"many":"{n} red Blizzards"},{"type":"text","template":"blue Sacrifice","args":{"n":1},"many":"{n} blue Sacrifices"}],"discards":[{"type":"text","template":"green Dog","args":{"n":1},"many":"{n} green Dogs"}],"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(4,6,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"yellow Good Weather","args":{"n":1},"many":"{n} yellow Good Weathers"},{"type":"text","template":"yellow Horse","args":{"n":1},"many":"{n} yellow Horses"}]}}');
INSERT INTO "said" VALUES(4,7,0,NULL,'{"type":"text","template":"{seat} advances to space {space} with {cards}.","args":{"cards":[{"type":"text","template":"red Advance","args":{"n":1},"many":"{n} red Advances"}],"n":1,"seat":{"type":"who","seat":1},"space":1},"many":"{seat} advances {n} spaces to space {space} with {cards}."}');
INSERT INTO "said" VALUES(4,8,0,NULL,'{"type":"text","template":"{seat} takes {cards}.","args":{"cards":[{"type":"text","template":"yellow Blizzard","args":{"n":1},"many":"{n} yellow Blizzards"}],"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(4,8,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"Compass","args":{"n":1},"many":"{n} Compasses"}]}}');
INSERT INTO "said" VALUES(4,9,0,NULL,'{"type":"text","template":"{seat} discards {discards} and takes {cards}.","args":{"cards":[{"type":"text","template":"yellow Good Weather","args":{"n":1},"many":"{n} yellow Good Weathers"},{"type":"text","template":"yellow Horse","args":{"n":1},"many":"{n} yellow Horses"}],"discards":[{"type":"text","template":"yellow Advance","args":{"n":1},"many":"{n} yellow Advances"}],"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(4,9,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"green Advance","args":{"n":1},"many":"{n} green Advances"},{"type":"text","template":"yellow Dog","args":{"n":1},"many":"{n} yellow Dogs"}]}}');
INSERT INTO "said" VALUES(4,10,0,NULL,'{"type":"text","template":"{seat} discards {discards} and takes {cards}.","args":{"cards":[{"type":"text","template":"Compass","args":{"n":1},"many":"{n} Compasses"},{"type":"text","template":"green Advance","args":{"n":1},"many":"{n} green Advances"}],"discards":[{"type":"text","template":"red Blizzard","args":{"n":1},"many":"{n} red Blizzards"}],"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(4,10,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"blue Crevasse","args":{"n":1},"many":"{n} blue Crevasses"},{"type":"text","template":"Compass","args":{"n":1},"many":"{n} Compasses"}]}}');
INSERT INTO "said" VALUES(4,11,0,NULL,'{"type":"text","template":"{seat} takes {cards}.","args":{"cards":[{"type":"text","template":"yellow Dog","args":{"n":1},"many":"{n} yellow Dogs"}],"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(4,11,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"red Dog","args":{"n":1},"many":"{n} red Dogs"}]}}');
INSERT INTO "said" VALUES(4,12,0,NULL,'{"type":"text","template":"{seat} plays a Compass and goes forward to {where}.","args":{"seat":{"type":"who","seat":0},"where":{"type":"text","template":"space {space}","args":{"space":1}}}}');
INSERT INTO "said" VALUES(4,13,0,NULL,'{"type":"text","template":"{seat} takes {cards}.","args":{"cards":[{"type":"text","template":"blue Crevasse","args":{"n":1},"many":"{n} blue Crevasses"}],"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(4,13,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"blue Advance","args":{"n":1},"many":"{n} blue Advances"}]}}');
INSERT INTO "said" VALUES(4,14,0,NULL,'{"type":"text","template":"{seat} advances to space {space} with {cards}.","args":{"cards":[{"type":"text","template":"green Advance","args":{"n":1},"many":"{n} green Advances"}],"n":1,"seat":{"type":"who","seat":0},"space":2},"many":"{seat} advances {n} spaces to space {space} with {cards}."}');
INSERT INTO "said" VALUES(4,15,0,NULL,'{"type":"text","template":"{seat} discards {discards} and takes {cards}.","args":{"cards":[{"type":"text","template":"Compass","args":{"n":1},"many":"{n} Compasses"},{"type":"text","template":"red Dog","args":{"n":1},"many":"{n} red Dogs"}],"discards":[{"type":"text","template":"yellow Horse","args":{"n":1},"many":"{n} yellow Horses"}],"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(4,15,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"green Crevasse","args":{"n":1},"many":"{n} green Crevasses"},{"type":"text","template":"red Advance","args":{"n":1},"many":"{n} red Advances"}]}}');
INSERT INTO "said" VALUES(4,16,0,NULL,'{"type":"text","template":"{seat} advances to space {space} with {cards}.","args":{"cards":[{"type":"text","template":"blue Sacrifice","args":{"n":1},"many":"{n} blue Sacrifices"}],"n":1,"seat":{"type":"who","seat":0},"space":3},"many":"{seat} advances {n} spaces to space {space} with {cards}."}');
INSERT INTO "said" VALUES(4,17,0,NULL,'{"type":"text","template":"{seat} discards {discards} and takes {cards}.","args":{"cards":[{"type":"text","template":"blue Advance","args":{"n":1},"many":"{n} blue Advances"},{"type":"text","template":"green Crevasse","args":{"n":1},"many":"{n} green Crevasses"}],"discards":[{"type":"text","template":"yellow Good Weather","args":{"n":1},"many":"{n} yellow Good Weathers"}],"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(4,17,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"green Advance","args":{"n":1},"many":"{n} green Advances"},{"type":"text","template":"yellow Advance","args":{"n":1},"many":"{n} yellow Advances"}]}}');
INSERT INTO "said" VALUES(4,19,0,NULL,'{"type":"text","template":"{seat} discards {discards} and takes {cards}.","args":{"cards":[{"type":"text","template":"red Advance","args":{"n":1},"many":"{n} red Advances"},{"type":"text","template":"green Advance","args":{"n":1},"many":"{n} green Advances"}],"discards":[{"type":"text","template":"yellow Blizzard","args":{"n":1},"many":"{n} yellow Blizzards"}],"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(4,19,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"red Advance","args":{"n":1},"many":"{n} red Advances"},{"type":"text","template":"red Dog","args":{"n":1},"many":"{n} red Dogs"}]}}');
INSERT INTO "said" VALUES(4,20,0,NULL,'{"type":"text","template":"{seat} plays a Compass and goes forward to {where}.","args":{"seat":{"type":"who","seat":1},"where":{"type":"text","template":"space {space}","args":{"space":2}}}}');
INSERT INTO "said" VALUES(4,21,0,NULL,'{"type":"text","template":"{seat} discards {discards} and takes {cards}.","args":{"cards":[{"type":"text","template":"yellow Advance","args":{"n":1},"many":"{n} yellow Advances"},{"type":"text","template":"red Advance","args":{"n":1},"many":"{n} red Advances"}],"discards":[{"type":"text","template":"green Advance","args":{"n":1},"many":"{n} green Advances"}],"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(4,21,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"yellow Advance","args":{"n":1},"many":"{n} yellow Advances"},{"type":"text","template":"green Advance","args":{"n":1},"many":"{n} green Advances"}]}}');
INSERT INTO "said" VALUES(4,22,0,NULL,'{"type":"text","template":"{seat} advances to space {space} with {cards}.","args":{"cards":[{"type":"text","template":"green Crevasse","args":{"n":1},"many":"{n} green Crevasses"},{"type":"text","template":"red Dog","args":{"n":1},"many":"{n} red Dogs"},{"type":"text","template":"yellow Dog","args":{"n":1},"many":"{n} yellow Dogs"}],"n":2,"seat":{"type":"who","seat":1},"space":4},"many":"{seat} advances {n} spaces to space {space} with {cards}."}');
INSERT INTO "said" VALUES(4,23,0,NULL,'{"type":"text","template":"{seat} discards {discards} and takes {cards}.","args":{"cards":[{"type":"text","template":"red Dog","args":{"n":1},"many":"{n} red Dogs"},{"type":"text","template":"yellow Advance","args":{"n":1},"many":"{n} yellow Advances"},{"type":"text","template":"green Advance","args":{"n":1},"many":"{n} green Advances"}],"discards":[{"type":"text","template":"red Advance","args":{"n":2},"many":"{n} red Advances"},{"type":"text","template":"yellow Advance","args":{"n":1},"many":"{n} yellow Advances"}],"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(4,23,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"red Advance","args":{"n":1},"many":"{n} red Advances"},{"type":"text","template":"green Crevasse","args":{"n":1},"many":"{n} green Crevasses"},{"type":"text","template":"red Dog","args":{"n":1},"many":"{n} red Dogs"}]}}');
INSERT INTO "said" VALUES(5,4,0,NULL,'{"type":"text","template":"{amundsen} is Amundsen and moves first; {scott} is Scott.","args":{"amundsen":{"type":"who","seat":1},"scott":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(5,4,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"red Advance","args":{"n":2},"many":"{n} red Advances"},{"type":"text","template":"yellow Dog","args":{"n":1},"many":"{n} yellow Dogs"}]}}');
INSERT INTO "said" VALUES(5,4,2,'[1]','{"type":"text","template":"You begin with {cards}, face down for your rival.","args":{"cards":[{"type":"text","template":"green Advance","args":{"n":1},"many":"{n} green Advances"}]}}');
INSERT INTO "said" VALUES(5,4,3,'[0]','{"type":"text","template":"You begin with {cards}, face down for your rival.","args":{"cards":[{"type":"text","template":"red Dog","args":{"n":1},"many":"{n} red Dogs"}]}}');
INSERT INTO "said" VALUES(5,5,0,NULL,'{"type":"text","template":"{seat} takes {cards}.","args":{"cards":[{"type":"text","template":"red Advance","args":{"n":1},"many":"{n} red Advances"}],"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(5,5,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"blue Advance","args":{"n":1},"many":"{n} blue Advances"}]}}');
INSERT INTO "said" VALUES(5,6,0,NULL,'{"type":"text","template":"{seat} takes {cards}.","args":{"cards":[{"type":"text","template":"red Advance","args":{"n":1},"many":"{n} red Advances"}],"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(5,6,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"blue Dog","args":{"n":1},"many":"{n} blue Dogs"}]}}');
INSERT INTO "said" VALUES(5,7,0,NULL,'{"type":"text","template":"{seat} advances to space {space} with {cards}.","args":{"cards":[{"type":"text","template":"red Advance","args":{"n":1},"many":"{n} red Advances"}],"n":1,"seat":{"type":"who","seat":1},"space":1},"many":"{seat} advances {n} spaces to space {space} with {cards}."}');
INSERT INTO "said" VALUES(5,8,0,NULL,'{"type":"text","template":"{seat} discards {discards} and takes {cards}.","args":{"cards":[{"type":"text","template":"yellow Dog","args":{"n":1},"many":"{n} yellow Dogs"},{"type":"text","template":"blue Advance","args":{"n":1},"many":"{n} blue Advances"}],"discards":[{"type":"text","template":"red Dog","args":{"n":1},"many":"{n} red Dogs"}],"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(5,8,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"green Dog","args":{"n":1},"many":"{n} green Dogs"},{"type":"text","template":"red Drop Supplies","args":{"n":1},"many":"{n} red Drop Supplies"}]}}');
INSERT INTO "said" VALUES(5,9,0,NULL,'{"type":"text","template":"{seat} takes {cards}.","args":{"cards":[{"type":"text","template":"blue Dog","args":{"n":1},"many":"{n} blue Dogs"}],"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(5,9,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"blue Crevasse","args":{"n":1},"many":"{n} blue Crevasses"}]}}');
INSERT INTO "said" VALUES(5,10,0,NULL,'{"type":"text","template":"{seat} advances to space {space} with {cards}.","args":{"cards":[{"type":"text","template":"yellow Dog","args":{"n":1},"many":"{n} yellow Dogs"}],"n":1,"seat":{"type":"who","seat":0},"space":1},"many":"{seat} advances {n} spaces to space {space} with {cards}."}');
INSERT INTO "said" VALUES(5,11,0,NULL,'{"type":"text","template":"{seat} advances to space {space} with {cards}.","args":{"cards":[{"type":"text","template":"blue Dog","args":{"n":1},"many":"{n} blue Dogs"}],"n":1,"seat":{"type":"who","seat":1},"space":2},"many":"{seat} advances {n} spaces to space {space} with {cards}."}');
INSERT INTO "said" VALUES(5,12,0,NULL,'{"type":"text","template":"{seat} takes {cards}.","args":{"cards":[{"type":"text","template":"green Dog","args":{"n":1},"many":"{n} green Dogs"}],"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(5,12,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"red Crevasse","args":{"n":1},"many":"{n} red Crevasses"}]}}');
INSERT INTO "said" VALUES(5,13,0,NULL,'{"type":"text","template":"{seat} discards {discards} and takes {cards}.","args":{"cards":[{"type":"text","template":"red Drop Supplies","args":{"n":1},"many":"{n} red Drop Supplies"},{"type":"text","template":"blue Crevasse","args":{"n":1},"many":"{n} blue Crevasses"}],"discards":[{"type":"text","template":"green Advance","args":{"n":1},"many":"{n} green Advances"}],"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(5,13,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"green Horse","args":{"n":1},"many":"{n} green Horses"},{"type":"text","template":"blue Crevasse","args":{"n":1},"many":"{n} blue Crevasses"}]}}');
INSERT INTO "said" VALUES(5,14,0,NULL,'{"type":"text","template":"{seat} advances to space {space} with {cards}.","args":{"cards":[{"type":"text","template":"green Dog","args":{"n":1},"many":"{n} green Dogs"}],"n":1,"seat":{"type":"who","seat":0},"space":2},"many":"{seat} advances {n} spaces to space {space} with {cards}."}');
INSERT INTO "said" VALUES(5,15,0,NULL,'{"type":"text","template":"{seat} takes {cards}.","args":{"cards":[{"type":"text","template":"red Crevasse","args":{"n":1},"many":"{n} red Crevasses"}],"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(5,15,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"red Advance","args":{"n":1},"many":"{n} red Advances"}]}}');
INSERT INTO "said" VALUES(5,16,0,NULL,'{"type":"text","template":"{seat} advances to space {space} with {cards}.","args":{"cards":[{"type":"text","template":"blue Advance","args":{"n":1},"many":"{n} blue Advances"}],"n":1,"seat":{"type":"who","seat":0},"space":3},"many":"{seat} advances {n} spaces to space {space} with {cards}."}');
INSERT INTO "said" VALUES(5,17,0,NULL,'{"type":"text","template":"{seat} discards {discards} and takes {cards}.","args":{"cards":[{"type":"text","template":"green Horse","args":{"n":1},"many":"{n} green Horses"},{"type":"text","template":"blue Crevasse","args":{"n":1},"many":"{n} blue Crevasses"},{"type":"text","template":"red Advance","args":{"n":1},"many":"{n} red Advances"}],"discards":[{"type":"text","template":"red Drop Supplies","args":{"n":1},"many":"{n} red Drop Supplies"},{"type":"text","template":"blue Crevasse","args":{"n":1},"many":"{n} blue Crevasses"},{"type":"text","template":"red Crevasse","args":{"n":1},"many":"{n} red Crevasses"}],"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(5,17,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"green Advance","args":{"n":1},"many":"{n} green Advances"},{"type":"text","template":"red Horse","args":{"n":1},"many":"{n} red Horses"},{"type":"text","template":"green Dog","args":{"n":1},"many":"{n} green Dogs"}]}}');
INSERT INTO "said" VALUES(5,18,0,NULL,'{"type":"text","template":"{seat} uses Drop Supplies and takes the {card} of {rival}.","args":{"card":{"type":"text","template":"red Advance","args":{"n":1},"many":"{n} red Advances"},"rival":{"type":"who","seat":0},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(5,19,0,NULL,'{"type":"text","template":"{seat} takes {cards}.","args":{"cards":[{"type":"text","template":"green Advance","args":{"n":1},"many":"{n} green Advances"}],"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(5,19,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"Compass","args":{"n":1},"many":"{n} Compasses"}]}}');
INSERT INTO "said" VALUES(5,20,0,NULL,'{"type":"text","template":"{seat} advances to space {space} with {cards}.","args":{"cards":[{"type":"text","template":"green Horse","args":{"n":1},"many":"{n} green Horses"}],"n":1,"seat":{"type":"who","seat":1},"space":3},"many":"{seat} advances {n} spaces to space {space} with {cards}."}');
INSERT INTO "said" VALUES(5,21,0,NULL,'{"type":"text","template":"{seat} discards {discards} and takes {cards}.","args":{"cards":[{"type":"text","template":"red Horse","args":{"n":1},"many":"{n} red Horses"},{"type":"text","template":"green Dog","args":{"n":1},"many":"{n} green Dogs"}],"discards":[{"type":"text","template":"green Advance","args":{"n":1},"many":"{n} green Advances"}],"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(5,21,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"yellow Advance","args":{"n":1},"many":"{n} yellow Advances"},{"type":"text","template":"green Blizzard","args":{"n":1},"many":"{n} green Blizzards"}]}}');
INSERT INTO "said" VALUES(5,22,0,NULL,'{"type":"text","template":"{seat} takes {cards}.","args":{"cards":[{"type":"text","template":"Compass","args":{"n":1},"many":"{n} Compasses"}],"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(5,22,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"yellow Dog","args":{"n":1},"many":"{n} yellow Dogs"}]}}');
INSERT INTO "said" VALUES(5,23,0,NULL,'{"type":"text","template":"{seat} discards {discards} and takes {cards}.","args":{"cards":[{"type":"text","template":"yellow Advance","args":{"n":1},"many":"{n} yellow Advances"},{"type":"text","template":"green Blizzard","args":{"n":1},"many":"{n} green Blizzards"}],"discards":[{"type":"text","template":"green Dog","args":{"n":1},"many":"{n} green Dogs"}],"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(5,23,1,NULL,'{"type":"text","template":"New in the row: {cards}.","args":{"cards":[{"type":"text","template":"red Blizzard","args":{"n":1},"many":"{n} red Blizzards"},{"type":"text","template":"green Advance","args":{"n":1},"many":"{n} green Advances"}]}}');
INSERT INTO "said" VALUES(5,24,0,NULL,'{"type":"text","template":"{seat} plays a Compass and goes forward to {where}.","args":{"seat":{"type":"who","seat":1},"where":{"type":"text","template":"space {space}","args":{"space":4}}}}');
INSERT INTO "said" VALUES(5,25,0,NULL,'{"type":"text","template":"{seat} gives up.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(5,25,1,NULL,'{"type":"text","template":"{seat} is the last one in the game.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(7,4,0,NULL,'{"type":"text","template":"A moderator has closed the table: the game is abandoned, without a result."}');
INSERT INTO "said" VALUES(8,6,0,NULL,'{"type":"text","template":"{seat} plays {faction}.","args":{"faction":{"type":"text","template":"ProtoGen"},"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(8,7,0,NULL,'{"type":"text","template":"{seat} plays {faction}.","args":{"faction":{"type":"text","template":"MCR"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(8,8,0,NULL,'{"type":"text","template":"{seat} plays {faction}.","args":{"faction":{"type":"text","template":"UN"},"seat":{"type":"who","seat":2}}}');
INSERT INTO "said" VALUES(8,9,0,NULL,'{"type":"text","template":"{seat} plays {faction}.","args":{"faction":{"type":"text","template":"OPA"},"seat":{"type":"who","seat":3}}}');
INSERT INTO "said" VALUES(8,9,1,NULL,'{"type":"text","template":"{first} moves first. {last} moves last and has the Rocinante.","args":{"first":{"type":"who","seat":3},"last":{"type":"who","seat":2}}}');
INSERT INTO "said" VALUES(8,9,2,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"Leaked Manifest"},{"type":"text","template":"Black Ops Team"},{"type":"text","template":"False Transponder"},{"type":"text","template":"Riot Gear"},{"type":"text","template":"Nauvoo"}]}}');
INSERT INTO "said" VALUES(8,10,0,NULL,'{"type":"text","template":"{seat} takes {card} for {n} CP.","args":{"card":{"type":"text","template":"Riot Gear"},"n":2,"seat":{"type":"who","seat":3}},"many":"{seat} takes {card} for {n} CP."}');
INSERT INTO "said" VALUES(8,11,0,NULL,'{"type":"text","template":"{seat} uses the Event of {card}.","args":{"card":{"type":"text","template":"Riot Gear"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(8,11,1,NULL,'{"type":"text","template":"{seat} loses influence on {base}.","args":{"base":{"type":"text","template":"Eros"},"seat":{"type":"who","seat":3}}}');
INSERT INTO "said" VALUES(8,11,2,NULL,'{"type":"text","template":"{seat} loses influence on {base}.","args":{"base":{"type":"text","template":"Thoth"},"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(8,11,3,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"Joint Patrol"}]}}');
INSERT INTO "said" VALUES(8,12,0,NULL,'{"type":"text","template":"{seat} takes {card} for {n} CP.","args":{"card":{"type":"text","template":"Nauvoo"},"n":2,"seat":{"type":"who","seat":0}},"many":"{seat} takes {card} for {n} CP."}');
INSERT INTO "said" VALUES(8,13,0,NULL,'{"type":"text","template":"{seat} uses the Event of {card}.","args":{"card":{"type":"text","template":"Nauvoo"},"seat":{"type":"who","seat":2}}}');
INSERT INTO "said" VALUES(8,13,1,NULL,'{"type":"text","template":"{seat} loses {fleet} at {place}.","args":{"fleet":{"type":"text","template":"a fleet","args":{"n":1},"many":"{n} fleets"},"place":{"type":"text","template":"Earth"},"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(8,13,2,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"Antony Dresden"}]}}');
INSERT INTO "said" VALUES(8,14,0,NULL,'{"type":"text","template":"{seat} takes {card} for {n} CP.","args":{"card":{"type":"text","template":"Black Ops Team"},"n":1,"seat":{"type":"who","seat":1}},"many":"{seat} takes {card} for {n} CP."}');
INSERT INTO "said" VALUES(8,14,1,NULL,'{"type":"text","template":"{seat} keeps {card} for {n} CP.","args":{"card":{"type":"text","template":"Black Ops Team"},"n":1,"seat":{"type":"who","seat":1}},"many":"{seat} keeps {card} for {n} CP."}');
INSERT INTO "said" VALUES(8,14,2,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"Ceasefire Talks"}]}}');
INSERT INTO "said" VALUES(8,15,0,NULL,'{"type":"text","template":"{seat} takes {card} for {n} CP.","args":{"card":{"type":"text","template":"False Transponder"},"n":1,"seat":{"type":"who","seat":2}},"many":"{seat} takes {card} for {n} CP."}');
INSERT INTO "said" VALUES(8,15,1,NULL,'{"type":"text","template":"{seat} places influence on {base}.","args":{"base":{"type":"text","template":"Tycho"},"seat":{"type":"who","seat":2}}}');
INSERT INTO "said" VALUES(8,15,2,NULL,'{"type":"text","template":"{seat} places influence on {base}.","args":{"base":{"type":"text","template":"Africa"},"seat":{"type":"who","seat":2}}}');
INSERT INTO "said" VALUES(8,16,0,NULL,'{"type":"text","template":"{seat} uses the Event of {card}.","args":{"card":{"type":"text","template":"False Transponder"},"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(8,16,1,NULL,'{"type":"text","template":"{seat} moves {fleets} from {start} to {end}.","args":{"end":{"type":"text","template":"Ceres"},"fleets":{"type":"text","template":"a fleet","args":{"n":1},"many":"{n} fleets"},"seat":{"type":"who","seat":0},"start":{"type":"text","template":"Earth"}}}');
INSERT INTO "said" VALUES(8,16,2,NULL,'{"type":"text","template":"{seat} places influence on {base}.","args":{"base":{"type":"text","template":"Ceres"},"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(8,16,3,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"The Hybrid"}]}}');
INSERT INTO "said" VALUES(8,17,0,NULL,'{"type":"text","template":"{seat} takes {card} for {n} CP.","args":{"card":{"type":"text","template":"The Hybrid"},"n":2,"seat":{"type":"who","seat":3}},"many":"{seat} takes {card} for {n} CP."}');
INSERT INTO "said" VALUES(8,18,0,NULL,'{"type":"text","template":"{seat} uses the Event of {card}.","args":{"card":{"type":"text","template":"The Hybrid"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(8,18,1,NULL,'{"type":"text","template":"{seat} chooses {base}.","args":{"base":{"type":"text","template":"Europa"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(8,18,2,NULL,'{"type":"text","template":"The top card is {card}, with {n} Action Points.","args":{"card":{"type":"text","template":"Captain Yvgeny"},"n":2}}');
INSERT INTO "said" VALUES(8,18,3,NULL,'{"type":"text","template":"{seat} loses influence on {base}.","args":{"base":{"type":"text","template":"Europa"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(8,18,4,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"Captain Yvgeny"}]}}');
INSERT INTO "said" VALUES(8,19,0,NULL,'{"type":"text","template":"{seat} takes {card} for {n} CP.","args":{"card":{"type":"text","template":"Captain Yvgeny"},"n":2,"seat":{"type":"who","seat":0}},"many":"{seat} takes {card} for {n} CP."}');
INSERT INTO "said" VALUES(8,19,1,NULL,'{"type":"text","template":"{seat} moves influence from {start} to {end}.","args":{"end":{"type":"text","template":"Rhea"},"seat":{"type":"who","seat":0},"start":{"type":"text","template":"Vesta"}}}');
INSERT INTO "said" VALUES(8,19,2,NULL,'{"type":"text","template":"{seat} builds {fleet} at {place}.","args":{"fleet":{"type":"text","template":"a fleet","args":{"n":1},"many":"{n} fleets"},"place":{"type":"text","template":"Thoth"},"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(8,20,0,NULL,'{"type":"text","template":"{seat} keeps {card} for {n} CP.","args":{"card":{"type":"text","template":"Captain Yvgeny"},"n":1,"seat":{"type":"who","seat":3}},"many":"{seat} keeps {card} for {n} CP."}');
INSERT INTO "said" VALUES(8,20,1,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"Assassin"}]}}');
INSERT INTO "said" VALUES(8,21,0,NULL,'{"type":"text","template":"{seat} uses the Event of {card}.","args":{"card":{"type":"text","template":"Black Ops Team"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(8,21,1,NULL,'{"type":"text","template":"{seat} loses influence on {base}.","args":{"base":{"type":"text","template":"Rhea"},"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(8,21,2,NULL,'{"type":"text","template":"{seat} loses influence on {base}.","args":{"base":{"type":"text","template":"Mariner Valley"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(8,21,3,NULL,'{"type":"text","template":"{seat} loses influence on {base}.","args":{"base":{"type":"text","template":"Tycho"},"seat":{"type":"who","seat":2}}}');
INSERT INTO "said" VALUES(8,22,0,NULL,'{"type":"text","template":"{seat} takes {card} for {n} CP.","args":{"card":{"type":"text","template":"Assassin"},"n":2,"seat":{"type":"who","seat":2}},"many":"{seat} takes {card} for {n} CP."}');
INSERT INTO "said" VALUES(8,23,0,NULL,'{"type":"text","template":"{seat} uses the Event of {card}.","args":{"card":{"type":"text","template":"Assassin"},"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(8,23,1,NULL,'{"type":"text","template":"{seat} discards {card}.","args":{"card":{"type":"text","template":"Captain Yvgeny"},"seat":{"type":"who","seat":3}}}');
INSERT INTO "said" VALUES(8,23,2,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"SCORE"}]}}');
INSERT INTO "said" VALUES(8,24,0,NULL,'{"type":"text","template":"{seat} takes {card} for {n} CP.","args":{"card":{"type":"text","template":"Antony Dresden"},"n":1,"seat":{"type":"who","seat":3}},"many":"{seat} takes {card} for {n} CP."}');
INSERT INTO "said" VALUES(8,24,1,NULL,'{"type":"text","template":"{seat} places influence on {base}.","args":{"base":{"type":"text","template":"Rhea"},"seat":{"type":"who","seat":3}}}');
INSERT INTO "said" VALUES(8,24,2,NULL,'{"type":"text","template":"{seat} moves {fleets} from {start} to {end}.","args":{"end":{"type":"text","template":"Vesta"},"fleets":{"type":"text","template":"a fleet","args":{"n":1},"many":"{n} fleets"},"seat":{"type":"who","seat":3},"start":{"type":"text","template":"Tycho"}}}');
INSERT INTO "said" VALUES(8,24,3,NULL,'{"type":"text","template":"{seat} places influence on {base}.","args":{"base":{"type":"text","template":"Io"},"seat":{"type":"who","seat":3}}}');
INSERT INTO "said" VALUES(8,25,0,NULL,'{"type":"text","template":"{seat} declines the Event.","args":{"seat":{"type":"who","seat":2}}}');
INSERT INTO "said" VALUES(8,26,0,NULL,'{"type":"text","template":"{seat} keeps {card} for {n} CP.","args":{"card":{"type":"text","template":"Antony Dresden"},"n":1,"seat":{"type":"who","seat":0}},"many":"{seat} keeps {card} for {n} CP."}');
INSERT INTO "said" VALUES(8,26,1,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"Salvage Rights"}]}}');
INSERT INTO "said" VALUES(9,4,0,NULL,'{"type":"text","template":"{seat} plays {faction}.","args":{"faction":{"type":"text","template":"MCR"},"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(9,5,0,NULL,'{"type":"text","template":"{seat} plays {faction}.","args":{"faction":{"type":"text","template":"UN"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(9,5,1,NULL,'{"type":"text","template":"{first} moves first. {last} moves last and has the Rocinante.","args":{"first":{"type":"who","seat":0},"last":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(9,5,2,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"Bush Naval Shipyards"},{"type":"text","template":"Admiral Souther"},{"type":"text","template":"Black Ops Team"},{"type":"text","template":"Heavy Burn"},{"type":"text","template":"SCORE"}]}}');
INSERT INTO "said" VALUES(9,6,0,NULL,'{"type":"text","template":"{seat} takes {card} for {n} CP.","args":{"card":{"type":"text","template":"Heavy Burn"},"n":2,"seat":{"type":"who","seat":0}},"many":"{seat} takes {card} for {n} CP."}');
INSERT INTO "said" VALUES(9,6,1,NULL,'{"type":"text","template":"{seat} uses the Event of {card}.","args":{"card":{"type":"text","template":"Heavy Burn"},"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(9,6,2,NULL,'{"type":"text","template":"{seat} moves {fleets} from {start} to {end}.","args":{"end":{"type":"text","template":"Tycho"},"fleets":{"type":"text","template":"a fleet","args":{"n":1},"many":"{n} fleets"},"seat":{"type":"who","seat":0},"start":{"type":"text","template":"Saturn"}}}');
INSERT INTO "said" VALUES(9,6,3,NULL,'{"type":"text","template":"{seat} moves {fleets} from {start} to {end}.","args":{"end":{"type":"text","template":"Saturn"},"fleets":{"type":"text","template":"a fleet","args":{"n":1},"many":"{n} fleets"},"seat":{"type":"who","seat":0},"start":{"type":"text","template":"Ceres"}}}');
INSERT INTO "said" VALUES(9,6,4,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"Cotyar Ghazi"}]}}');
INSERT INTO "said" VALUES(9,7,0,NULL,'{"type":"text","template":"{seat} takes {card} for {n} CP.","args":{"card":{"type":"text","template":"Cotyar Ghazi"},"n":2,"seat":{"type":"who","seat":1}},"many":"{seat} takes {card} for {n} CP."}');
INSERT INTO "said" VALUES(9,7,1,NULL,'{"type":"text","template":"{seat} uses the Event of {card}.","args":{"card":{"type":"text","template":"Cotyar Ghazi"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(9,7,2,NULL,'{"type":"text","template":"{seat} places influence on {base}.","args":{"base":{"type":"text","template":"Ganymede"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(9,7,3,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"Josephus Miller"}]}}');
INSERT INTO "said" VALUES(9,8,0,NULL,'{"type":"text","template":"{seat} takes {card} for {n} CP.","args":{"card":{"type":"text","template":"Black Ops Team"},"n":1,"seat":{"type":"who","seat":0}},"many":"{seat} takes {card} for {n} CP."}');
INSERT INTO "said" VALUES(9,8,1,NULL,'{"type":"text","template":"{seat} keeps {card} for {n} CP.","args":{"card":{"type":"text","template":"Black Ops Team"},"n":1,"seat":{"type":"who","seat":0}},"many":"{seat} keeps {card} for {n} CP."}');
INSERT INTO "said" VALUES(9,8,2,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"Razorback"}]}}');
INSERT INTO "said" VALUES(9,9,0,NULL,'{"type":"text","template":"{seat} takes {card}.","args":{"card":{"type":"text","template":"Bush Naval Shipyards"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(9,9,1,NULL,'{"type":"text","template":"{seat} keeps {card} for {n} CP.","args":{"card":{"type":"text","template":"Bush Naval Shipyards"},"n":1,"seat":{"type":"who","seat":1}},"many":"{seat} keeps {card} for {n} CP."}');
INSERT INTO "said" VALUES(9,9,2,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"Nauvoo"}]}}');
INSERT INTO "said" VALUES(9,10,0,NULL,'{"type":"text","template":"{seat} uses the Event of {card}.","args":{"card":{"type":"text","template":"Black Ops Team"},"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(9,10,1,NULL,'{"type":"text","template":"{seat} loses influence on {base}.","args":{"base":{"type":"text","template":"Europa"},"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(9,11,0,NULL,'{"type":"text","template":"{seat} uses the Event of {card}.","args":{"card":{"type":"text","template":"Bush Naval Shipyards"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(9,11,1,NULL,'{"type":"text","template":"Nothing changes."}');
INSERT INTO "said" VALUES(9,12,0,NULL,'{"type":"text","template":"{seat} takes {card} for {n} CP.","args":{"card":{"type":"text","template":"SCORE"},"n":1,"seat":{"type":"who","seat":0}},"many":"{seat} takes {card} for {n} CP."}');
INSERT INTO "said" VALUES(9,13,0,NULL,'{"type":"text","template":"{seat} has chosen the Bonus Sector.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(9,14,0,NULL,'{"type":"text","template":"{seat} plays no Event.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(9,14,1,NULL,'{"type":"text","template":"The Bonus Sector is {sector}.","args":{"sector":{"type":"text","template":"Inner Planets"}}}');
INSERT INTO "said" VALUES(9,14,2,NULL,'{"type":"text","template":"{seat} scores {n} CP: {bases}.","args":{"bases":[{"type":"text","template":"{base} {n}","args":{"base":{"type":"text","template":"Mariner Valley"},"n":2}},{"type":"text","template":"{base} {n}","args":{"base":{"type":"text","template":"Londres Nova"},"n":2}}],"n":4,"seat":{"type":"who","seat":0}},"many":"{seat} scores {n} CP: {bases}."}');
INSERT INTO "said" VALUES(9,14,3,NULL,'{"type":"text","template":"{seat} scores {n} CP: {bases}.","args":{"bases":[{"type":"text","template":"{base} {n}","args":{"base":{"type":"text","template":"Eurasia"},"n":2}},{"type":"text","template":"{base} {n}","args":{"base":{"type":"text","template":"Africa"},"n":2}},{"type":"text","template":"{base} {n}","args":{"base":{"type":"text","template":"Ganymede"},"n":1}},{"type":"text","template":"{base} {n}","args":{"base":{"type":"text","template":"Rhea"},"n":1}}],"n":6,"seat":{"type":"who","seat":1}},"many":"{seat} scores {n} CP: {bases}."}');
INSERT INTO "said" VALUES(9,14,4,NULL,'{"type":"text","template":"{seat} gains {tech}: {text}","args":{"seat":{"type":"who","seat":0},"tech":{"type":"text","template":"Marine Drop"},"text":{"type":"text","template":"Once a turn, for 1 Action Point: remove 1 opposing influence from a base whose Orbital you control."}}}');
INSERT INTO "said" VALUES(9,14,5,NULL,'{"type":"text","template":"{seat} gains {tech}: {text}","args":{"seat":{"type":"who","seat":1},"tech":{"type":"text","template":"Peacekeepers"},"text":{"type":"text","template":"Once a turn, your first MOVE with Action Points may cover 2 Bands."}}}');
INSERT INTO "said" VALUES(9,14,6,NULL,'{"type":"text","template":"{seat} has the fewest CP and gets the Rocinante.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(9,14,7,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"Blockade of Earth"}]}}');
INSERT INTO "said" VALUES(9,15,0,NULL,'{"type":"text","template":"{seat} takes {card} for {n} CP.","args":{"card":{"type":"text","template":"Razorback"},"n":1,"seat":{"type":"who","seat":1}},"many":"{seat} takes {card} for {n} CP."}');
INSERT INTO "said" VALUES(9,15,1,NULL,'{"type":"text","template":"{seat} uses the Event of {card}.","args":{"card":{"type":"text","template":"Razorback"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(9,15,2,NULL,'{"type":"text","template":"{seat} moves {fleets} from {start} to {end}.","args":{"end":{"type":"text","template":"Eros"},"fleets":{"type":"text","template":"a fleet","args":{"n":1},"many":"{n} fleets"},"seat":{"type":"who","seat":1},"start":{"type":"text","template":"Jupiter"}}}');
INSERT INTO "said" VALUES(9,15,3,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"SCORE"}]}}');
INSERT INTO "said" VALUES(9,16,0,NULL,'{"type":"text","template":"{seat} takes {card}.","args":{"card":{"type":"text","template":"Admiral Souther"},"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(9,16,1,NULL,'{"type":"text","template":"{seat} uses the Event of {card}.","args":{"card":{"type":"text","template":"Admiral Souther"},"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(9,16,2,NULL,'{"type":"text","template":"{seat} moves {fleets} from {start} to {end}.","args":{"end":{"type":"text","template":"Jupiter"},"fleets":{"type":"text","template":"a fleet","args":{"n":1},"many":"{n} fleets"},"seat":{"type":"who","seat":0},"start":{"type":"text","template":"Saturn"}}}');
INSERT INTO "said" VALUES(9,16,3,NULL,'{"type":"text","template":"{seat} moves {fleets} from {start} to {end}.","args":{"end":{"type":"text","template":"Tycho"},"fleets":{"type":"text","template":"the Rocinante"},"seat":{"type":"who","seat":0},"start":{"type":"text","template":"Earth"}}}');
INSERT INTO "said" VALUES(9,16,4,NULL,'{"type":"text","template":"{seat} moves {fleets} from {start} to {end}.","args":{"end":{"type":"text","template":"Eros"},"fleets":{"type":"text","template":"a Battleship","args":{"n":1},"many":"{n} Battleships"},"seat":{"type":"who","seat":0},"start":{"type":"text","template":"Mars"}}}');
INSERT INTO "said" VALUES(9,16,5,NULL,'{"type":"text","template":"{seat} moves {fleets} from {start} to {end}.","args":{"end":{"type":"text","template":"Vesta"},"fleets":{"type":"text","template":"a fleet","args":{"n":1},"many":"{n} fleets"},"seat":{"type":"who","seat":0},"start":{"type":"text","template":"Jupiter"}}}');
INSERT INTO "said" VALUES(9,16,6,NULL,'{"type":"text","template":"{seat} moves {fleets} from {start} to {end}.","args":{"end":{"type":"text","template":"Vesta"},"fleets":{"type":"text","template":"a fleet","args":{"n":1},"many":"{n} fleets"},"seat":{"type":"who","seat":0},"start":{"type":"text","template":"Tycho"}}}');
INSERT INTO "said" VALUES(9,16,7,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"Blockade of Mars"}]}}');
INSERT INTO "said" VALUES(9,17,0,NULL,'{"type":"text","template":"{seat} takes {card} for {n} CP.","args":{"card":{"type":"text","template":"SCORE"},"n":2,"seat":{"type":"who","seat":1}},"many":"{seat} takes {card} for {n} CP."}');
INSERT INTO "said" VALUES(9,18,0,NULL,'{"type":"text","template":"{seat} has chosen the Bonus Sector.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(9,19,0,NULL,'{"type":"text","template":"{seat} uses {crew} of the Rocinante.","args":{"crew":{"type":"text","template":"Amos Burton"},"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(9,19,1,NULL,'{"type":"text","template":"{seat} loses {fleet} at {place}.","args":{"fleet":{"type":"text","template":"a fleet","args":{"n":1},"many":"{n} fleets"},"place":{"type":"text","template":"Tycho"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(9,19,2,NULL,'{"type":"text","template":"The Bonus Sector is {sector}.","args":{"sector":{"type":"text","template":"The Belt"}}}');
INSERT INTO "said" VALUES(9,19,3,NULL,'{"type":"text","template":"{seat} scores {n} CP: {bases}.","args":{"bases":[{"type":"text","template":"{base} {n}","args":{"base":{"type":"text","template":"Mariner Valley"},"n":1}},{"type":"text","template":"{base} {n}","args":{"base":{"type":"text","template":"Londres Nova"},"n":1}}],"n":2,"seat":{"type":"who","seat":0}},"many":"{seat} scores {n} CP: {bases}."}');
INSERT INTO "said" VALUES(9,19,4,NULL,'{"type":"text","template":"{seat} scores {n} CP: {bases}.","args":{"bases":[{"type":"text","template":"{base} {n}","args":{"base":{"type":"text","template":"Eurasia"},"n":1}},{"type":"text","template":"{base} {n}","args":{"base":{"type":"text","template":"Africa"},"n":1}},{"type":"text","template":"{base} {n}","args":{"base":{"type":"text","template":"Ganymede"},"n":1}},{"type":"text","template":"{base} {n}","args":{"base":{"type":"text","template":"Rhea"},"n":1}}],"n":4,"seat":{"type":"who","seat":1}},"many":"{seat} scores {n} CP: {bases}."}');
INSERT INTO "said" VALUES(9,19,5,NULL,'{"type":"text","template":"{seat} gains {tech}: {text}","args":{"seat":{"type":"who","seat":0},"tech":{"type":"text","template":"Rapid Response"},"text":{"type":"text","template":"Once a turn, your first MOVE with Action Points may cover 2 Bands."}}}');
INSERT INTO "said" VALUES(9,19,6,NULL,'{"type":"text","template":"{seat} gains {tech}: {text}","args":{"seat":{"type":"who","seat":1},"tech":{"type":"text","template":"Diplomats"},"text":{"type":"text","template":"Your 3 Diplomats come into play. With an Influence action place a Diplomat, or swap one for an influence of yours on that base. A Diplomat counts as 2 influence."}}}');
INSERT INTO "said" VALUES(9,20,0,NULL,'{"type":"text","template":"{seat} builds {fleet} at {place}.","args":{"fleet":{"type":"text","template":"a fleet","args":{"n":1},"many":"{n} fleets"},"place":{"type":"text","template":"Earth"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(9,20,1,NULL,'{"type":"text","template":"{seat} keeps the Rocinante.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(9,20,2,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"Voices of Eros"}]}}');
INSERT INTO "said" VALUES(9,21,0,NULL,'{"type":"text","template":"{seat} takes {card} for {n} CP.","args":{"card":{"type":"text","template":"Blockade of Mars"},"n":2,"seat":{"type":"who","seat":0}},"many":"{seat} takes {card} for {n} CP."}');
INSERT INTO "said" VALUES(9,21,1,NULL,'{"type":"text","template":"{seat} loses influence on {base}.","args":{"base":{"type":"text","template":"Ganymede"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(9,21,2,NULL,'{"type":"text","template":"{seat} places influence on {base}.","args":{"base":{"type":"text","template":"Mariner Valley"},"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(9,22,0,NULL,'{"type":"text","template":"{seat} declines the Event.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(9,22,1,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"Destruction of Deimos"}]}}');
INSERT INTO "said" VALUES(9,23,0,NULL,'{"type":"text","template":"{seat} takes {card} for {n} CP.","args":{"card":{"type":"text","template":"Nauvoo"},"n":1,"seat":{"type":"who","seat":1}},"many":"{seat} takes {card} for {n} CP."}');
INSERT INTO "said" VALUES(9,23,1,NULL,'{"type":"text","template":"{seat} moves {fleets} from {start} to {end}.","args":{"end":{"type":"text","template":"Jupiter"},"fleets":{"type":"text","template":"a fleet","args":{"n":1},"many":"{n} fleets"},"seat":{"type":"who","seat":1},"start":{"type":"text","template":"Ceres"}}}');
INSERT INTO "said" VALUES(9,24,0,NULL,'{"type":"text","template":"{seat} declines the Event.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(9,24,1,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"Sadavir Errinwright"}]}}');
INSERT INTO "said" VALUES(10,4,0,NULL,'{"type":"text","template":"{seat} plays {faction}.","args":{"faction":{"type":"text","template":"MCR"},"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(10,5,0,NULL,'{"type":"text","template":"{seat} plays {faction}.","args":{"faction":{"type":"text","template":"UN"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(10,5,1,NULL,'{"type":"text","template":"{first} moves first. {last} moves last and has the Rocinante.","args":{"first":{"type":"who","seat":0},"last":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(10,5,2,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"Heavy Burn"},{"type":"text","template":"Black Ops Team"},{"type":"text","template":"Camina Drummer"},{"type":"text","template":"Bush Naval Shipyards"},{"type":"text","template":"Star Helix"}]}}');
INSERT INTO "said" VALUES(10,6,0,NULL,'{"type":"text","template":"{seat} takes {card} for {n} CP.","args":{"card":{"type":"text","template":"Black Ops Team"},"n":1,"seat":{"type":"who","seat":0}},"many":"{seat} takes {card} for {n} CP."}');
INSERT INTO "said" VALUES(10,6,1,NULL,'{"type":"text","template":"{seat} uses the Event of {card}.","args":{"card":{"type":"text","template":"Black Ops Team"},"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(10,6,2,NULL,'{"type":"text","template":"Nothing changes."}');
INSERT INTO "said" VALUES(10,6,3,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"SCORE"}]}}');
INSERT INTO "said" VALUES(10,7,0,NULL,'{"type":"text","template":"{seat} takes {card} for {n} CP.","args":{"card":{"type":"text","template":"Star Helix"},"n":2,"seat":{"type":"who","seat":1}},"many":"{seat} takes {card} for {n} CP."}');
INSERT INTO "said" VALUES(10,7,1,NULL,'{"type":"text","template":"{seat} uses the Event of {card}.","args":{"card":{"type":"text","template":"Star Helix"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(10,7,2,NULL,'{"type":"text","template":"Nothing changes."}');
INSERT INTO "said" VALUES(10,7,3,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"Franklin DeGraff"}]}}');
INSERT INTO "said" VALUES(10,8,0,NULL,'{"type":"text","template":"{seat} takes {card} for {n} CP.","args":{"card":{"type":"text","template":"SCORE"},"n":2,"seat":{"type":"who","seat":0}},"many":"{seat} takes {card} for {n} CP."}');
INSERT INTO "said" VALUES(10,9,0,'[0]','{"type":"text","template":"The dice choose {sector}.","args":{"sector":{"type":"text","template":"Inner Planets"}}}');
INSERT INTO "said" VALUES(10,9,1,NULL,'{"type":"text","template":"{seat} has chosen the Bonus Sector.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(10,10,0,NULL,'{"type":"text","template":"{seat} uses {crew} of the Rocinante.","args":{"crew":{"type":"text","template":"Alex Kamal"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(10,10,1,NULL,'{"type":"text","template":"{seat} moves {fleets} from {start} to {end}.","args":{"end":{"type":"text","template":"Saturn"},"fleets":{"type":"text","template":"the Rocinante"},"seat":{"type":"who","seat":1},"start":{"type":"text","template":"Earth"}}}');
INSERT INTO "said" VALUES(10,10,2,NULL,'{"type":"text","template":"The Bonus Sector is {sector}.","args":{"sector":{"type":"text","template":"Inner Planets"}}}');
INSERT INTO "said" VALUES(10,10,3,NULL,'{"type":"text","template":"{seat} scores {n} CP: {bases}.","args":{"bases":[{"type":"text","template":"{base} {n}","args":{"base":{"type":"text","template":"Mariner Valley"},"n":2}},{"type":"text","template":"{base} {n}","args":{"base":{"type":"text","template":"Londres Nova"},"n":2}},{"type":"text","template":"{base} {n}","args":{"base":{"type":"text","template":"Europa"},"n":1}}],"n":5,"seat":{"type":"who","seat":0}},"many":"{seat} scores {n} CP: {bases}."}');
INSERT INTO "said" VALUES(10,10,4,NULL,'{"type":"text","template":"{seat} scores {n} CP: {bases}.","args":{"bases":[{"type":"text","template":"{base} {n}","args":{"base":{"type":"text","template":"Eurasia"},"n":2}},{"type":"text","template":"{base} {n}","args":{"base":{"type":"text","template":"Africa"},"n":2}},{"type":"text","template":"{base} {n}","args":{"base":{"type":"text","template":"Rhea"},"n":1}}],"n":5,"seat":{"type":"who","seat":1}},"many":"{seat} scores {n} CP: {bases}."}');
INSERT INTO "said" VALUES(10,10,5,NULL,'{"type":"text","template":"{seat} gains {tech}: {text}","args":{"seat":{"type":"who","seat":0},"tech":{"type":"text","template":"Marine Drop"},"text":{"type":"text","template":"Once a turn, for 1 Action Point: remove 1 opposing influence from a base whose Orbital you control."}}}');
INSERT INTO "said" VALUES(10,10,6,NULL,'{"type":"text","template":"{seat} gains {tech}: {text}","args":{"seat":{"type":"who","seat":1},"tech":{"type":"text","template":"Peacekeepers"},"text":{"type":"text","template":"Once a turn, your first MOVE with Action Points may cover 2 Bands."}}}');
INSERT INTO "said" VALUES(10,10,7,NULL,'{"type":"text","template":"{seat} has the fewest CP and gets the Rocinante.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(10,10,8,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"SCORE"}]}}');
INSERT INTO "said" VALUES(10,11,0,NULL,'{"type":"text","template":"{seat} takes {card} for {n} CP.","args":{"card":{"type":"text","template":"Camina Drummer"},"n":1,"seat":{"type":"who","seat":1}},"many":"{seat} takes {card} for {n} CP."}');
INSERT INTO "said" VALUES(10,11,1,NULL,'{"type":"text","template":"{seat} moves {fleets} from {start} to {end}.","args":{"end":{"type":"text","template":"Thoth"},"fleets":{"type":"text","template":"a fleet","args":{"n":1},"many":"{n} fleets"},"seat":{"type":"who","seat":1},"start":{"type":"text","template":"Tycho"}}}');
INSERT INTO "said" VALUES(10,11,2,NULL,'{"type":"text","template":"{seat} moves {fleets} from {start} to {end}.","args":{"end":{"type":"text","template":"Tycho"},"fleets":{"type":"text","template":"a fleet","args":{"n":1},"many":"{n} fleets"},"seat":{"type":"who","seat":1},"start":{"type":"text","template":"Jupiter"}}}');
INSERT INTO "said" VALUES(10,12,0,NULL,'{"type":"text","template":"{seat} declines the Event.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(10,12,1,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"Terraforming"}]}}');
INSERT INTO "said" VALUES(10,13,0,NULL,'{"type":"text","template":"{seat} takes {card} for {n} CP.","args":{"card":{"type":"text","template":"SCORE"},"n":2,"seat":{"type":"who","seat":0}},"many":"{seat} takes {card} for {n} CP."}');
INSERT INTO "said" VALUES(10,14,0,NULL,'{"type":"text","template":"{seat} has chosen the Bonus Sector.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(10,15,0,NULL,'{"type":"text","template":"{seat} uses {crew} of the Rocinante.","args":{"crew":{"type":"text","template":"Amos Burton"},"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(10,15,1,NULL,'{"type":"text","template":"Nothing changes."}');
INSERT INTO "said" VALUES(10,15,2,NULL,'{"type":"text","template":"The Bonus Sector is {sector}.","args":{"sector":{"type":"text","template":"Outer Planets"}}}');
INSERT INTO "said" VALUES(10,15,3,NULL,'{"type":"text","template":"{seat} scores {n} CP: {bases}.","args":{"bases":[{"type":"text","template":"{base} {n}","args":{"base":{"type":"text","template":"Mariner Valley"},"n":1}},{"type":"text","template":"{base} {n}","args":{"base":{"type":"text","template":"Londres Nova"},"n":1}},{"type":"text","template":"{base} {n}","args":{"base":{"type":"text","template":"Europa"},"n":3}}],"n":5,"seat":{"type":"who","seat":0}},"many":"{seat} scores {n} CP: {bases}."}');
INSERT INTO "said" VALUES(10,15,4,NULL,'{"type":"text","template":"{seat} scores {n} CP: {bases}.","args":{"bases":[{"type":"text","template":"{base} {n}","args":{"base":{"type":"text","template":"Eurasia"},"n":1}},{"type":"text","template":"{base} {n}","args":{"base":{"type":"text","template":"Africa"},"n":1}},{"type":"text","template":"{base} {n}","args":{"base":{"type":"text","template":"Rhea"},"n":3}}],"n":5,"seat":{"type":"who","seat":1}},"many":"{seat} scores {n} CP: {bases}."}');
INSERT INTO "said" VALUES(10,15,5,NULL,'{"type":"text","template":"{seat} gains {tech}: {text}","args":{"seat":{"type":"who","seat":0},"tech":{"type":"text","template":"Rapid Response"},"text":{"type":"text","template":"Once a turn, your first MOVE with Action Points may cover 2 Bands."}}}');
INSERT INTO "said" VALUES(10,15,6,NULL,'{"type":"text","template":"{seat} gains {tech}: {text}","args":{"seat":{"type":"who","seat":1},"tech":{"type":"text","template":"Diplomats"},"text":{"type":"text","template":"Your 3 Diplomats come into play. With an Influence action place a Diplomat, or swap one for an influence of yours on that base. A Diplomat counts as 2 influence."}}}');
INSERT INTO "said" VALUES(10,15,7,NULL,'{"type":"text","template":"{seat} keeps the Rocinante.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(10,15,8,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"Assassin"}]}}');
INSERT INTO "said" VALUES(10,16,0,NULL,'{"type":"text","template":"{seat} takes {card}.","args":{"card":{"type":"text","template":"Heavy Burn"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(10,16,1,NULL,'{"type":"text","template":"{seat} uses the Event of {card}.","args":{"card":{"type":"text","template":"Heavy Burn"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(10,16,2,NULL,'{"type":"text","template":"{seat} moves {fleets} from {start} to {end}.","args":{"end":{"type":"text","template":"Vesta"},"fleets":{"type":"text","template":"a fleet","args":{"n":1},"many":"{n} fleets"},"seat":{"type":"who","seat":1},"start":{"type":"text","template":"Thoth"}}}');
INSERT INTO "said" VALUES(10,16,3,NULL,'{"type":"text","template":"{seat} moves {fleets} from {start} to {end}.","args":{"end":{"type":"text","template":"Tycho"},"fleets":{"type":"text","template":"a fleet","args":{"n":1},"many":"{n} fleets"},"seat":{"type":"who","seat":1},"start":{"type":"text","template":"Ceres"}}}');
INSERT INTO "said" VALUES(10,16,4,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"Blockade of Mars"}]}}');
INSERT INTO "said" VALUES(10,17,0,NULL,'{"type":"text","template":"{seat} takes {card} for {n} CP.","args":{"card":{"type":"text","template":"Franklin DeGraff"},"n":1,"seat":{"type":"who","seat":0}},"many":"{seat} takes {card} for {n} CP."}');
INSERT INTO "said" VALUES(10,17,1,NULL,'{"type":"text","template":"{seat} loses influence on {base}.","args":{"base":{"type":"text","template":"Rhea"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(10,17,2,NULL,'{"type":"text","template":"{seat} moves {fleets} from {start} to {end}.","args":{"end":{"type":"text","template":"Ceres"},"fleets":{"type":"text","template":"a Battleship","args":{"n":1},"many":"{n} Battleships"},"seat":{"type":"who","seat":0},"start":{"type":"text","template":"Mars"}}}');
INSERT INTO "said" VALUES(10,17,3,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"Sadavir Errinwright"}]}}');
INSERT INTO "said" VALUES(10,18,0,NULL,'{"type":"text","template":"{seat} takes {card} for {n} CP.","args":{"card":{"type":"text","template":"Assassin"},"n":1,"seat":{"type":"who","seat":1}},"many":"{seat} takes {card} for {n} CP."}');
INSERT INTO "said" VALUES(10,18,1,NULL,'{"type":"text","template":"{seat} moves {fleets} from {start} to {end}.","args":{"end":{"type":"text","template":"Jupiter"},"fleets":{"type":"text","template":"a fleet","args":{"n":1},"many":"{n} fleets"},"seat":{"type":"who","seat":1},"start":{"type":"text","template":"Earth"}}}');
INSERT INTO "said" VALUES(10,18,2,NULL,'{"type":"text","template":"{seat} moves {fleets} from {start} to {end}.","args":{"end":{"type":"text","template":"Mars"},"fleets":{"type":"text","template":"a fleet","args":{"n":1},"many":"{n} fleets"},"seat":{"type":"who","seat":1},"start":{"type":"text","template":"Earth"}}}');
INSERT INTO "said" VALUES(10,19,0,NULL,'{"type":"text","template":"{seat} keeps {card} for {n} CP.","args":{"card":{"type":"text","template":"Assassin"},"n":1,"seat":{"type":"who","seat":0}},"many":"{seat} keeps {card} for {n} CP."}');
INSERT INTO "said" VALUES(10,19,1,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"Razorback"}]}}');
INSERT INTO "said" VALUES(10,20,0,NULL,'{"type":"text","template":"{seat} takes {card} for {n} CP.","args":{"card":{"type":"text","template":"Razorback"},"n":2,"seat":{"type":"who","seat":0}},"many":"{seat} takes {card} for {n} CP."}');
INSERT INTO "said" VALUES(10,20,1,NULL,'{"type":"text","template":"{seat} loses {fleet} at {place}.","args":{"fleet":{"type":"text","template":"a fleet","args":{"n":1},"many":"{n} fleets"},"place":{"type":"text","template":"Mars"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(10,21,0,NULL,'{"type":"text","template":"{seat} declines the Event.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(10,21,1,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"Cotyar Ghazi"}]}}');
INSERT INTO "said" VALUES(10,22,0,NULL,'{"type":"text","template":"{seat} takes {card} for {n} CP.","args":{"card":{"type":"text","template":"Blockade of Mars"},"n":1,"seat":{"type":"who","seat":1}},"many":"{seat} takes {card} for {n} CP."}');
INSERT INTO "said" VALUES(10,22,1,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"Blockade of Earth"}]}}');
INSERT INTO "said" VALUES(10,23,0,NULL,'{"type":"text","template":"{seat} uses the Event of {card}.","args":{"card":{"type":"text","template":"Assassin"},"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(10,23,1,NULL,'{"type":"text","template":"Nothing changes."}');
INSERT INTO "said" VALUES(10,24,0,NULL,'{"type":"text","template":"{seat} takes {card} for {n} CP.","args":{"card":{"type":"text","template":"Cotyar Ghazi"},"n":2,"seat":{"type":"who","seat":1}},"many":"{seat} takes {card} for {n} CP."}');
INSERT INTO "said" VALUES(10,24,1,NULL,'{"type":"text","template":"{seat} keeps {card} for {n} CP.","args":{"card":{"type":"text","template":"Cotyar Ghazi"},"n":0,"seat":{"type":"who","seat":1}},"many":"{seat} keeps {card} for {n} CP."}');
INSERT INTO "said" VALUES(10,24,2,NULL,'{"type":"text","template":"New on the Action Track: {cards}.","args":{"cards":[{"type":"text","template":"SCORE"}]}}');
INSERT INTO "said" VALUES(10,25,0,NULL,'{"type":"text","template":"{seat} gives up.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(10,25,1,NULL,'{"type":"text","template":"{seat} is the last one in the game.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(12,3,0,NULL,'{"type":"text","template":"Turn order: {seats}. The last one chooses the first tile.","args":{"seats":[{"type":"who","seat":0},{"type":"who","seat":1}]}}');
INSERT INTO "said" VALUES(12,3,1,NULL,'{"type":"text","template":"New on offer: {tiles}.","args":{"tiles":[{"type":"text","template":"tile {tile}","args":{"tile":"L27"}},{"type":"text","template":"tile {tile} with a {symbol}","args":{"symbol":{"type":"text","template":"strait"},"tile":"L29"}},{"type":"text","template":"tile {tile} with a {symbol}","args":{"symbol":{"type":"text","template":"strait"},"tile":"L20"}},{"type":"text","template":"tile {tile}","args":{"tile":"L36"}}]}}');
INSERT INTO "said" VALUES(12,4,0,NULL,'{"type":"text","template":"A moderator has closed the table: the game is abandoned, without a result."}');
INSERT INTO "said" VALUES(13,5,0,NULL,'{"type":"text","template":"Turn order: {seats}. The last one chooses the first tile.","args":{"seats":[{"type":"who","seat":1},{"type":"who","seat":0},{"type":"who","seat":2},{"type":"who","seat":3}]}}');
INSERT INTO "said" VALUES(13,5,1,NULL,'{"type":"text","template":"New on offer: {tiles}.","args":{"tiles":[{"type":"text","template":"tile {tile} with a {symbol}","args":{"symbol":{"type":"text","template":"Franklin site"},"tile":"L06"}},{"type":"text","template":"tile {tile}","args":{"tile":"L12"}},{"type":"text","template":"tile {tile}","args":{"tile":"L57"}},{"type":"text","template":"tile {tile} with a {symbol}","args":{"symbol":{"type":"text","template":"cairn"},"tile":"L42"}}]}}');
INSERT INTO "said" VALUES(13,6,0,NULL,'{"type":"text","template":"{seat} draws {tile}.","args":{"seat":{"type":"who","seat":3},"tile":{"type":"text","template":"tile {tile} with a {symbol}","args":{"symbol":{"type":"text","template":"Franklin site"},"tile":"L06"}}}}');
INSERT INTO "said" VALUES(13,6,1,NULL,'{"type":"text","template":"New on offer: {tiles}.","args":{"tiles":[{"type":"text","template":"tile {tile} with a {symbol}","args":{"symbol":{"type":"text","template":"Franklin site"},"tile":"L02"}}]}}');
INSERT INTO "said" VALUES(13,7,0,NULL,'{"type":"text","template":"{seat} draws {tile}.","args":{"seat":{"type":"who","seat":2},"tile":{"type":"text","template":"tile {tile} with a {symbol}","args":{"symbol":{"type":"text","template":"Franklin site"},"tile":"L02"}}}}');
INSERT INTO "said" VALUES(13,7,1,NULL,'{"type":"text","template":"New on offer: {tiles}.","args":{"tiles":[{"type":"text","template":"tile {tile} with a {symbol}","args":{"symbol":{"type":"text","template":"strait"},"tile":"L10"}}]}}');
INSERT INTO "said" VALUES(13,8,0,NULL,'{"type":"text","template":"{seat} draws {tile}.","args":{"seat":{"type":"who","seat":0},"tile":{"type":"text","template":"tile {tile} with a {symbol}","args":{"symbol":{"type":"text","template":"strait"},"tile":"L10"}}}}');
INSERT INTO "said" VALUES(13,8,1,NULL,'{"type":"text","template":"New on offer: {tiles}.","args":{"tiles":[{"type":"text","template":"tile {tile} with an {symbol}","args":{"symbol":{"type":"text","template":"Inuit"},"tile":"L59"}}]}}');
INSERT INTO "said" VALUES(13,9,0,NULL,'{"type":"text","template":"{seat} draws {tile}.","args":{"seat":{"type":"who","seat":1},"tile":{"type":"text","template":"tile {tile}","args":{"tile":"L12"}}}}');
INSERT INTO "said" VALUES(13,9,1,NULL,'{"type":"text","template":"New on offer: {tiles}.","args":{"tiles":[{"type":"text","template":"tile {tile} with a {symbol}","args":{"symbol":{"type":"text","template":"strait"},"tile":"L53"}}]}}');
INSERT INTO "said" VALUES(13,9,2,NULL,'{"type":"text","template":"Round 1 begins: {seat} moves first.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(13,10,0,NULL,'{"type":"text","template":"{seat} draws {tile}.","args":{"seat":{"type":"who","seat":1},"tile":{"type":"text","template":"small tile {tile}","args":{"tile":"S0"}}}}');
INSERT INTO "said" VALUES(13,11,0,NULL,'{"type":"text","template":"{seat} passes; the crew rests.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(13,12,0,NULL,'{"type":"text","template":"{seat} places {tile} on {cells}: a {symbol} token lies at {at}.","args":{"at":"c13","cells":["c13","c14"],"seat":{"type":"who","seat":0},"symbol":{"type":"text","template":"strait"},"tile":{"type":"text","template":"tile {tile}","args":{"tile":"L10"}}}}');
INSERT INTO "said" VALUES(13,13,0,NULL,'{"type":"text","template":"{seat}’s ship sails to {cell}.","args":{"cell":"c13","seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(13,14,0,NULL,'{"type":"text","template":"{seat}’s ship sails to {cell}.","args":{"cell":"b15","seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(13,14,1,NULL,'{"type":"text","template":"{seat} is back in Greenland with the {vehicle}: +{points}. The expedition is over.","args":{"points":10,"seat":{"type":"who","seat":0},"vehicle":{"type":"text","template":"ship"}}}');
INSERT INTO "said" VALUES(13,15,0,NULL,'{"type":"text","template":"{seat} takes the sled out at {cell} with one crewman.","args":{"cell":"b15","n":1,"seat":{"type":"who","seat":2}},"many":"{seat} takes the sled out at {cell} with {n} crewmen."}');
INSERT INTO "said" VALUES(13,16,0,NULL,'{"type":"text","template":"{seat} transfers crew: one is with the sled now.","args":{"n":3,"seat":{"type":"who","seat":2}},"many":"{seat} transfers crew: {n} are with the sled now."}');
INSERT INTO "said" VALUES(13,17,0,NULL,'{"type":"text","template":"{seat} draws {tile}.","args":{"seat":{"type":"who","seat":2},"tile":{"type":"text","template":"small tile {tile}","args":{"tile":"S3"}}}}');
INSERT INTO "said" VALUES(13,18,0,NULL,'{"type":"text","template":"{seat}’s ship sails to {cell}.","args":{"cell":"c13","seat":{"type":"who","seat":2}}}');
INSERT INTO "said" VALUES(13,18,1,NULL,'{"type":"text","template":"{seat} has no available crewmen left and passes.","args":{"seat":{"type":"who","seat":2}}}');
INSERT INTO "said" VALUES(13,19,0,NULL,'{"type":"text","template":"{seat} draws {tile}.","args":{"seat":{"type":"who","seat":3},"tile":{"type":"text","template":"small tile {tile}","args":{"tile":"S5"}}}}');
INSERT INTO "said" VALUES(13,20,0,NULL,'{"type":"text","template":"{seat} takes the sled out at {cell} with one crewman.","args":{"cell":"b15","n":2,"seat":{"type":"who","seat":3}},"many":"{seat} takes the sled out at {cell} with {n} crewmen."}');
INSERT INTO "said" VALUES(13,21,0,NULL,'{"type":"text","template":"{seat} refreshes the tiles: {tiles}.","args":{"seat":{"type":"who","seat":3},"tiles":[{"type":"text","template":"tile {tile}","args":{"tile":"L26"}},{"type":"text","template":"tile {tile}","args":{"tile":"L36"}},{"type":"text","template":"tile {tile}","args":{"tile":"L27"}},{"type":"text","template":"tile {tile} with an {symbol}","args":{"symbol":{"type":"text","template":"Inuit"},"tile":"L51"}}]}}');
INSERT INTO "said" VALUES(13,22,0,NULL,'{"type":"text","template":"{seat} draws {tile}.","args":{"seat":{"type":"who","seat":3},"tile":{"type":"text","template":"tile {tile}","args":{"tile":"L26"}}}}');
INSERT INTO "said" VALUES(13,22,1,NULL,'{"type":"text","template":"New on offer: {tiles}.","args":{"tiles":[{"type":"text","template":"tile {tile} with a {symbol}","args":{"symbol":{"type":"text","template":"cairn"},"tile":"L07"}}]}}');
INSERT INTO "said" VALUES(13,23,0,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":3}}}');
INSERT INTO "said" VALUES(13,24,0,NULL,'{"type":"text","template":"{seat} passes; the crew rests.","args":{"seat":{"type":"who","seat":3}}}');
INSERT INTO "said" VALUES(13,24,1,NULL,'{"type":"text","template":"The sun moves on: no row is frozen in round {round}.","args":{"round":2}}');
INSERT INTO "said" VALUES(13,24,2,NULL,'{"type":"text","template":"The ice melts under {seat}’s sled: it goes to the {corner} of {cell}.","args":{"cell":"b15","corner":{"type":"text","template":"north-west"},"seat":{"type":"who","seat":2}}}');
INSERT INTO "said" VALUES(13,24,3,NULL,'{"type":"text","template":"The ice melts under {seat}’s sled: it goes to the {corner} of {cell}.","args":{"cell":"b15","corner":{"type":"text","template":"north-west"},"seat":{"type":"who","seat":3}}}');
INSERT INTO "said" VALUES(13,25,0,NULL,'{"type":"text","template":"{seat} takes the sled out at {cell} with one crewman.","args":{"cell":"b15","n":4,"seat":{"type":"who","seat":1}},"many":"{seat} takes the sled out at {cell} with {n} crewmen."}');
INSERT INTO "said" VALUES(14,3,0,NULL,'{"type":"text","template":"Turn order: {seats}. The last one chooses the first tile.","args":{"seats":[{"type":"who","seat":1},{"type":"who","seat":0}]}}');
INSERT INTO "said" VALUES(14,3,1,NULL,'{"type":"text","template":"New on offer: {tiles}.","args":{"tiles":[{"type":"text","template":"tile {tile} with a {symbol}","args":{"symbol":{"type":"text","template":"Franklin site"},"tile":"L06"}},{"type":"text","template":"tile {tile} with a {symbol}","args":{"symbol":{"type":"text","template":"cairn"},"tile":"L58"}},{"type":"text","template":"tile {tile}","args":{"tile":"L38"}},{"type":"text","template":"tile {tile}","args":{"tile":"L37"}}]}}');
INSERT INTO "said" VALUES(14,4,0,NULL,'{"type":"text","template":"{seat} draws {tile}.","args":{"seat":{"type":"who","seat":0},"tile":{"type":"text","template":"tile {tile} with a {symbol}","args":{"symbol":{"type":"text","template":"Franklin site"},"tile":"L06"}}}}');
INSERT INTO "said" VALUES(14,4,1,NULL,'{"type":"text","template":"New on offer: {tiles}.","args":{"tiles":[{"type":"text","template":"tile {tile} with a {symbol}","args":{"symbol":{"type":"text","template":"cairn"},"tile":"L23"}}]}}');
INSERT INTO "said" VALUES(14,5,0,NULL,'{"type":"text","template":"{seat} draws {tile}.","args":{"seat":{"type":"who","seat":1},"tile":{"type":"text","template":"tile {tile}","args":{"tile":"L38"}}}}');
INSERT INTO "said" VALUES(14,5,1,NULL,'{"type":"text","template":"New on offer: {tiles}.","args":{"tiles":[{"type":"text","template":"tile {tile} with a {symbol}","args":{"symbol":{"type":"text","template":"cairn"},"tile":"L42"}}]}}');
INSERT INTO "said" VALUES(14,5,2,NULL,'{"type":"text","template":"Round 1 begins: {seat} moves first.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(14,6,0,NULL,'{"type":"text","template":"{seat} draws {tile}.","args":{"seat":{"type":"who","seat":1},"tile":{"type":"text","template":"tile {tile} with a {symbol}","args":{"symbol":{"type":"text","template":"cairn"},"tile":"L42"}}}}');
INSERT INTO "said" VALUES(14,6,1,NULL,'{"type":"text","template":"New on offer: {tiles}.","args":{"tiles":[{"type":"text","template":"tile {tile}","args":{"tile":"L05"}}]}}');
INSERT INTO "said" VALUES(14,7,0,NULL,'{"type":"text","template":"{seat} takes the sled out at {cell} with one crewman.","args":{"cell":"b15","n":6,"seat":{"type":"who","seat":1}},"many":"{seat} takes the sled out at {cell} with {n} crewmen."}');
INSERT INTO "said" VALUES(14,8,0,NULL,'{"type":"text","template":"{seat} places {tile} on {cells}: a {symbol} token lies at {at}.","args":{"at":"d15","cells":["d15","e15"],"seat":{"type":"who","seat":1},"symbol":{"type":"text","template":"cairn"},"tile":{"type":"text","template":"tile {tile}","args":{"tile":"L42"}}}}');
INSERT INTO "said" VALUES(14,9,0,NULL,'{"type":"text","template":"{seat} transfers crew: one is with the sled now.","args":{"n":1,"seat":{"type":"who","seat":1}},"many":"{seat} transfers crew: {n} are with the sled now."}');
INSERT INTO "said" VALUES(14,9,1,NULL,'{"type":"text","template":"{seat} has no available crewmen left and passes.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(14,10,0,NULL,'{"type":"text","template":"{seat} takes the sled out at {cell} with one crewman.","args":{"cell":"b15","n":1,"seat":{"type":"who","seat":0}},"many":"{seat} takes the sled out at {cell} with {n} crewmen."}');
INSERT INTO "said" VALUES(14,11,0,NULL,'{"type":"text","template":"{seat}’s ship sails to {cell}.","args":{"cell":"d15","seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(14,12,0,NULL,'{"type":"text","template":"{seat}’s ship sails to {cell}.","args":{"cell":"b15","seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(14,12,1,NULL,'{"type":"text","template":"{seat} is back in Greenland with the {vehicle}: +{points}. The expedition is over.","args":{"points":6,"seat":{"type":"who","seat":0},"vehicle":{"type":"text","template":"ship"}}}');
INSERT INTO "said" VALUES(14,12,2,NULL,'{"type":"text","template":"The sun moves on: no row is frozen in round {round}.","args":{"round":2}}');
INSERT INTO "said" VALUES(14,12,3,NULL,'{"type":"text","template":"The ice melts under {seat}’s sled: it goes to the {corner} of {cell}.","args":{"cell":"b15","corner":{"type":"text","template":"north-west"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(14,13,0,NULL,'{"type":"text","template":"{seat} passes; the crew rests.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(14,13,1,NULL,'{"type":"text","template":"The sun moves on: rows a to {last} are frozen in round {round}.","args":{"last":"b","round":3}}');
INSERT INTO "said" VALUES(14,14,0,NULL,'{"type":"text","template":"{seat} places {tile} on {cells}.","args":{"cells":["c14","d14"],"seat":{"type":"who","seat":1},"tile":{"type":"text","template":"tile {tile}","args":{"tile":"L38"}}}}');
INSERT INTO "said" VALUES(14,15,0,NULL,'{"type":"text","template":"{seat}’s ship sails to {cell}.","args":{"cell":"d15","seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(14,16,0,NULL,'{"type":"text","template":"{seat}’s ship sails to {cell}.","args":{"cell":"c14","seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(14,17,0,NULL,'{"type":"text","template":"{seat} passes; the crew rests.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(14,17,1,NULL,'{"type":"text","template":"The sun moves on: rows a to {last} are frozen in round {round}.","args":{"last":"e","round":4}}');
INSERT INTO "said" VALUES(14,17,2,NULL,'{"type":"text","template":"The ice holds {seat}’s ship.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(14,18,0,NULL,'{"type":"text","template":"{seat} draws {tile}.","args":{"seat":{"type":"who","seat":1},"tile":{"type":"text","template":"small tile {tile}","args":{"tile":"S1"}}}}');
INSERT INTO "said" VALUES(14,19,0,NULL,'{"type":"text","template":"{seat} passes; the crew rests.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(14,19,1,NULL,'{"type":"text","template":"The sun moves on: rows a to {last} are frozen in round {round}.","args":{"last":"h","round":5}}');
INSERT INTO "said" VALUES(14,20,0,NULL,'{"type":"text","template":"{seat} passes; the crew rests.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(14,20,1,NULL,'{"type":"text","template":"The sun moves on: rows a to {last} are frozen in round {round}.","args":{"last":"h","round":6}}');
INSERT INTO "said" VALUES(14,21,0,NULL,'{"type":"text","template":"{seat} refreshes the tiles: {tiles}.","args":{"seat":{"type":"who","seat":1},"tiles":[{"type":"text","template":"tile {tile} with an {symbol}","args":{"symbol":{"type":"text","template":"Inuit"},"tile":"L55"}},{"type":"text","template":"tile {tile} with a {symbol}","args":{"symbol":{"type":"text","template":"Franklin site"},"tile":"L24"}},{"type":"text","template":"tile {tile} with a {symbol}","args":{"symbol":{"type":"text","template":"strait"},"tile":"L17"}},{"type":"text","template":"tile {tile} with a {symbol}","args":{"symbol":{"type":"text","template":"Franklin site"},"tile":"L03"}}]}}');
INSERT INTO "said" VALUES(14,22,0,NULL,'{"type":"text","template":"{seat} draws {tile}.","args":{"seat":{"type":"who","seat":1},"tile":{"type":"text","template":"tile {tile} with an {symbol}","args":{"symbol":{"type":"text","template":"Inuit"},"tile":"L55"}}}}');
INSERT INTO "said" VALUES(14,22,1,NULL,'{"type":"text","template":"New on offer: {tiles}.","args":{"tiles":[{"type":"text","template":"tile {tile} with a {symbol}","args":{"symbol":{"type":"text","template":"cairn"},"tile":"L07"}}]}}');
INSERT INTO "said" VALUES(14,23,0,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(15,3,0,NULL,'{"type":"text","template":"Turn order: {seats}. The last one chooses the first tile.","args":{"seats":[{"type":"who","seat":1},{"type":"who","seat":0}]}}');
INSERT INTO "said" VALUES(15,3,1,NULL,'{"type":"text","template":"New on offer: {tiles}.","args":{"tiles":[{"type":"text","template":"tile {tile}","args":{"tile":"L09"}},{"type":"text","template":"tile {tile}","args":{"tile":"L54"}},{"type":"text","template":"tile {tile} with a {symbol}","args":{"symbol":{"type":"text","template":"strait"},"tile":"L17"}},{"type":"text","template":"tile {tile}","args":{"tile":"L38"}}]}}');
INSERT INTO "said" VALUES(15,4,0,NULL,'{"type":"text","template":"{seat} draws {tile}.","args":{"seat":{"type":"who","seat":0},"tile":{"type":"text","template":"tile {tile}","args":{"tile":"L54"}}}}');
INSERT INTO "said" VALUES(15,4,1,NULL,'{"type":"text","template":"New on offer: {tiles}.","args":{"tiles":[{"type":"text","template":"tile {tile} with a {symbol}","args":{"symbol":{"type":"text","template":"Franklin site"},"tile":"L24"}}]}}');
INSERT INTO "said" VALUES(15,5,0,NULL,'{"type":"text","template":"{seat} draws {tile}.","args":{"seat":{"type":"who","seat":1},"tile":{"type":"text","template":"tile {tile} with a {symbol}","args":{"symbol":{"type":"text","template":"Franklin site"},"tile":"L24"}}}}');
INSERT INTO "said" VALUES(15,5,1,NULL,'{"type":"text","template":"New on offer: {tiles}.","args":{"tiles":[{"type":"text","template":"tile {tile} with a {symbol}","args":{"symbol":{"type":"text","template":"strait"},"tile":"L53"}}]}}');
INSERT INTO "said" VALUES(15,5,2,NULL,'{"type":"text","template":"Round 1 begins: {seat} moves first.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(15,6,0,NULL,'{"type":"text","template":"{seat} takes the sled out at {cell} with one crewman.","args":{"cell":"b15","n":4,"seat":{"type":"who","seat":1}},"many":"{seat} takes the sled out at {cell} with {n} crewmen."}');
INSERT INTO "said" VALUES(15,7,0,NULL,'{"type":"text","template":"{seat} refreshes the tiles: {tiles}.","args":{"seat":{"type":"who","seat":1},"tiles":[{"type":"text","template":"tile {tile}","args":{"tile":"L13"}},{"type":"text","template":"tile {tile}","args":{"tile":"L60"}},{"type":"text","template":"tile {tile} with an {symbol}","args":{"symbol":{"type":"text","template":"Inuit"},"tile":"L30"}},{"type":"text","template":"tile {tile}","args":{"tile":"L63"}}]}}');
INSERT INTO "said" VALUES(15,8,0,NULL,'{"type":"text","template":"{seat} draws {tile}.","args":{"seat":{"type":"who","seat":1},"tile":{"type":"text","template":"tile {tile}","args":{"tile":"L13"}}}}');
INSERT INTO "said" VALUES(15,8,1,NULL,'{"type":"text","template":"New on offer: {tiles}.","args":{"tiles":[{"type":"text","template":"tile {tile}","args":{"tile":"L27"}}]}}');
INSERT INTO "said" VALUES(15,9,0,NULL,'{"type":"text","template":"{seat} places {tile} on {cells}: a {symbol} token lies at {at}.","args":{"at":"d14","cells":["c14","d14"],"seat":{"type":"who","seat":1},"symbol":{"type":"text","template":"Franklin site"},"tile":{"type":"text","template":"tile {tile}","args":{"tile":"L24"}}}}');
INSERT INTO "said" VALUES(15,10,0,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(15,11,0,NULL,'{"type":"text","template":"{seat} passes; the crew rests.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(15,12,0,NULL,'{"type":"text","template":"{seat} passes; the crew rests.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(15,12,1,NULL,'{"type":"text","template":"The sun moves on: no row is frozen in round {round}.","args":{"round":2}}');
INSERT INTO "said" VALUES(15,12,2,NULL,'{"type":"text","template":"The ice melts under {seat}’s sled: it goes to the {corner} of {cell}.","args":{"cell":"b15","corner":{"type":"text","template":"north-west"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(15,13,0,NULL,'{"type":"text","template":"{seat}’s ship sails to {cell}.","args":{"cell":"c14","seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(15,14,0,NULL,'{"type":"text","template":"{seat} takes the sled out at {cell} with one crewman.","args":{"cell":"c14","n":4,"seat":{"type":"who","seat":0}},"many":"{seat} takes the sled out at {cell} with {n} crewmen."}');
INSERT INTO "said" VALUES(15,15,0,NULL,'{"type":"text","template":"{seat} passes; the crew rests.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(15,16,0,NULL,'{"type":"text","template":"{seat}’s sled goes to {cell}.","args":{"cell":"a14","seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(15,17,0,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(15,18,0,NULL,'{"type":"text","template":"{seat} refreshes the tiles: {tiles}.","args":{"seat":{"type":"who","seat":1},"tiles":[{"type":"text","template":"tile {tile}","args":{"tile":"L39"}},{"type":"text","template":"tile {tile} with a {symbol}","args":{"symbol":{"type":"text","template":"cairn"},"tile":"L58"}},{"type":"text","template":"tile {tile}","args":{"tile":"L25"}},{"type":"text","template":"tile {tile} with a {symbol}","args":{"symbol":{"type":"text","template":"Franklin site"},"tile":"L32"}}]}}');
INSERT INTO "said" VALUES(15,19,0,NULL,'{"type":"text","template":"{seat} draws {tile}.","args":{"seat":{"type":"who","seat":1},"tile":{"type":"text","template":"small tile {tile}","args":{"tile":"S0"}}}}');
INSERT INTO "said" VALUES(15,20,0,NULL,'{"type":"text","template":"{seat} takes the {symbol} token at {cell}: +{points}.","args":{"cell":"a14","points":2,"seat":{"type":"who","seat":1},"symbol":{"type":"text","template":"cairn"}}}');
INSERT INTO "said" VALUES(15,21,0,NULL,'{"type":"text","template":"{seat} passes; the crew rests.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(15,21,1,NULL,'{"type":"text","template":"The sun moves on: rows a to {last} are frozen in round {round}.","args":{"last":"b","round":3}}');
INSERT INTO "said" VALUES(15,22,0,NULL,'{"type":"text","template":"{seat} places {tile} on {cells}.","args":{"cells":["e13","e14"],"seat":{"type":"who","seat":0},"tile":{"type":"text","template":"tile {tile}","args":{"tile":"L54"}}}}');
INSERT INTO "said" VALUES(15,23,0,NULL,'{"type":"text","template":"{seat} passes; the crew rests.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(15,24,0,NULL,'{"type":"text","template":"{seat} gives up.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(15,24,1,NULL,'{"type":"text","template":"{seat} is the last one in the game.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(17,3,0,NULL,'{"type":"text","template":"Rows {first} to {last} come into sight.","args":{"first":1,"last":4}}');
INSERT INTO "said" VALUES(17,3,1,NULL,'{"type":"text","template":"{seat} will move first. Everybody chooses a character.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(17,4,0,NULL,'{"type":"text","template":"A moderator has closed the table: the game is abandoned, without a result."}');
INSERT INTO "said" VALUES(18,5,0,NULL,'{"type":"text","template":"Rows {first} to {last} come into sight.","args":{"first":1,"last":4}}');
INSERT INTO "said" VALUES(18,5,1,NULL,'{"type":"text","template":"{seat} will move first. Everybody chooses a character.","args":{"seat":{"type":"who","seat":2}}}');
INSERT INTO "said" VALUES(18,9,0,NULL,'{"type":"text","template":"{seat} sails with {name}.","args":{"name":"Sir James Clark Ross","seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(18,9,1,NULL,'{"type":"text","template":"{seat} sails with {name}.","args":{"name":"Sir Martin Frobisher","seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(18,9,2,NULL,'{"type":"text","template":"{seat} sails with {name}.","args":{"name":"Sir Humphrey Gilbert","seat":{"type":"who","seat":2}}}');
INSERT INTO "said" VALUES(18,9,3,NULL,'{"type":"text","template":"{seat} sails with {name}.","args":{"name":"William Baffin","seat":{"type":"who","seat":3}}}');
INSERT INTO "said" VALUES(18,10,0,NULL,'{"type":"text","template":"{seat} lays {token} over {path}: {price}.","args":{"path":["d1"],"price":{"type":"text","template":"{n} point","args":{"n":4},"many":"{n} points"},"seat":{"type":"who","seat":2},"token":{"type":"text","template":"single"}}}');
INSERT INTO "said" VALUES(18,10,1,NULL,'{"type":"text","template":"Row {row} comes into sight.","args":{"row":5}}');
INSERT INTO "said" VALUES(18,10,2,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":2}}}');
INSERT INTO "said" VALUES(18,11,0,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":3}}}');
INSERT INTO "said" VALUES(18,12,0,NULL,'{"type":"text","template":"{seat} lays {token} over {path}: {price}.","args":{"path":["b1","c1"],"price":{"type":"text","template":"{n} point","args":{"n":2},"many":"{n} points"},"seat":{"type":"who","seat":0},"token":{"type":"text","template":"two"}}}');
INSERT INTO "said" VALUES(18,13,0,NULL,'{"type":"text","template":"{seat} drops an iceberg on {hex}.","args":{"hex":"b1","seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(18,13,1,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(18,14,0,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(18,15,0,NULL,'{"type":"text","template":"{seat} lays {token} over {path}: {price}.","args":{"path":["d2","c2"],"price":{"type":"text","template":"{n} point","args":{"n":3},"many":"{n} points"},"seat":{"type":"who","seat":2},"token":{"type":"text","template":"two"}}}');
INSERT INTO "said" VALUES(18,15,1,NULL,'{"type":"text","template":"Row {row} comes into sight.","args":{"row":6}}');
INSERT INTO "said" VALUES(18,16,0,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":2}}}');
INSERT INTO "said" VALUES(18,17,0,NULL,'{"type":"text","template":"{seat} lays {token} over {path}: {price}.","args":{"path":["h1"],"price":{"type":"text","template":"{n} point","args":{"n":4},"many":"{n} points"},"seat":{"type":"who","seat":3},"token":{"type":"text","template":"single"}}}');
INSERT INTO "said" VALUES(18,17,1,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":3}}}');
INSERT INTO "said" VALUES(18,18,0,NULL,'{"type":"text","template":"{seat} lays {token} over {path}: {price}.","args":{"path":["b2","b3","b4"],"price":{"type":"text","template":"{n} point","args":{"n":3},"many":"{n} points"},"seat":{"type":"who","seat":0},"token":{"type":"text","template":"curve"}}}');
INSERT INTO "said" VALUES(18,18,1,NULL,'{"type":"text","template":"Rows {first} to {last} come into sight.","args":{"first":7,"last":8}}');
INSERT INTO "said" VALUES(18,19,0,NULL,'{"type":"text","template":"{seat} lays {token} over {path}: {price}.","args":{"path":["a4"],"price":{"type":"text","template":"{n} point","args":{"n":1},"many":"{n} points"},"seat":{"type":"who","seat":0},"token":{"type":"text","template":"single"}}}');
INSERT INTO "said" VALUES(18,19,1,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(18,20,0,NULL,'{"type":"text","template":"{seat} raids {other} on {hex}: {price}.","args":{"hex":"c1","other":{"type":"who","seat":0},"price":{"type":"text","template":"{n} point","args":{"n":2},"many":"{n} points"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(18,20,1,NULL,'{"type":"text","template":"{seat} draws a treasure.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(18,20,2,'[1]','{"type":"text","template":"You draw {card}.","args":{"card":{"type":"text","template":"Catch up"}}}');
INSERT INTO "said" VALUES(18,21,0,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(18,22,0,NULL,'{"type":"text","template":"{seat} takes a token back: {token} from {hexes}.","args":{"hexes":["d1"],"seat":{"type":"who","seat":2},"token":{"type":"text","template":"single"}}}');
INSERT INTO "said" VALUES(18,22,1,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":2}}}');
INSERT INTO "said" VALUES(18,23,0,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":3}}}');
INSERT INTO "said" VALUES(18,24,0,NULL,'{"type":"text","template":"{seat} takes a token back: {token} from {hexes}.","args":{"hexes":["b2","b3","b4"],"seat":{"type":"who","seat":0},"token":{"type":"text","template":"curve"}}}');
INSERT INTO "said" VALUES(18,24,1,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(18,25,0,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(19,3,0,NULL,'{"type":"text","template":"Rows {first} to {last} come into sight.","args":{"first":1,"last":4}}');
INSERT INTO "said" VALUES(19,3,1,NULL,'{"type":"text","template":"{seat} will move first. Everybody chooses a character.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(19,5,0,NULL,'{"type":"text","template":"{seat} sails with {name}.","args":{"name":"Sir William Edward Parry","seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(19,5,1,NULL,'{"type":"text","template":"{seat} sails with {name}.","args":{"name":"John Rae","seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(19,6,0,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(19,7,0,NULL,'{"type":"text","template":"{seat} lays {token} over {path}: {price}.","args":{"path":["a1"],"price":{"type":"text","template":"{n} point","args":{"n":1},"many":"{n} points"},"seat":{"type":"who","seat":1},"token":{"type":"text","template":"single"}}}');
INSERT INTO "said" VALUES(19,7,1,NULL,'{"type":"text","template":"Row {row} comes into sight.","args":{"row":5}}');
INSERT INTO "said" VALUES(19,8,0,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(19,9,0,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(19,10,0,NULL,'{"type":"text","template":"{seat} lays {token} over {path}: {price}.","args":{"path":["a2"],"price":{"type":"text","template":"{n} point","args":{"n":4},"many":"{n} points"},"seat":{"type":"who","seat":1},"token":{"type":"text","template":"single"}}}');
INSERT INTO "said" VALUES(19,10,1,NULL,'{"type":"text","template":"Row {row} comes into sight.","args":{"row":6}}');
INSERT INTO "said" VALUES(19,10,2,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(19,11,0,NULL,'{"type":"text","template":"{seat} raids {other} on {hex}: {price}.","args":{"hex":"a1","other":{"type":"who","seat":1},"price":{"type":"text","template":"{n} point","args":{"n":2},"many":"{n} points"},"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(19,12,0,NULL,'{"type":"text","template":"{seat} sails in the Fresh Waters behind {other}: {points} to advance.","args":{"other":{"type":"who","seat":1},"points":{"type":"text","template":"{n} point","args":{"n":4},"many":"{n} points"},"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(19,13,0,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(19,14,0,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(19,15,0,NULL,'{"type":"text","template":"{seat} lays {token} over {path}: {price}.","args":{"path":["a2","b2","c2"],"price":{"type":"text","template":"{n} point","args":{"n":4},"many":"{n} points"},"seat":{"type":"who","seat":0},"token":{"type":"text","template":"straight three"}}}');
INSERT INTO "said" VALUES(19,15,1,NULL,'{"type":"text","template":"{seat} draws a treasure.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(19,15,2,'[0]','{"type":"text","template":"You draw {card}.","args":{"card":{"type":"text","template":"Swapped charts"}}}');
INSERT INTO "said" VALUES(19,16,0,NULL,'{"type":"text","template":"{seat} plays {card}.","args":{"card":{"type":"text","template":"Swapped charts"},"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(19,16,1,NULL,'{"type":"text","template":"{seat} exchanges the tiles at {one} and {other}.","args":{"one":"a6","other":"a4","seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(19,16,2,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(19,17,0,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(19,18,0,NULL,'{"type":"text","template":"{seat} sails to {hex}: {price}.","args":{"hex":"b2","price":{"type":"text","template":"{n} point","args":{"n":1},"many":"{n} points"},"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(19,19,0,NULL,'{"type":"text","template":"{seat} drops an iceberg on {hex}.","args":{"hex":"c2","seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(19,19,1,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(19,20,0,NULL,'{"type":"text","template":"{seat} drops an iceberg on {hex}.","args":{"hex":"a1","seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(19,21,0,NULL,'{"type":"text","template":"{seat} lays {token} over {path}: {price}.","args":{"path":["b3"],"price":{"type":"text","template":"{n} point","args":{"n":1},"many":"{n} points"},"seat":{"type":"who","seat":1},"token":{"type":"text","template":"single"}}}');
INSERT INTO "said" VALUES(19,21,1,NULL,'{"type":"text","template":"Row {row} comes into sight.","args":{"row":7}}');
INSERT INTO "said" VALUES(19,21,2,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(19,22,0,NULL,'{"type":"text","template":"{seat} sails to {hex}: {price}.","args":{"hex":"a2","price":{"type":"text","template":"{n} point","args":{"n":1},"many":"{n} points"},"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(19,23,0,NULL,'{"type":"text","template":"{seat} drops an iceberg on {hex}.","args":{"hex":"b2","seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(19,24,0,NULL,'{"type":"text","template":"{seat} takes back: {moves}.","args":{"moves":[{"type":"text","template":"“{line}”","args":{"line":{"type":"text","template":"{seat} drops an iceberg on {hex}.","args":{"hex":"b2","seat":{"type":"who","seat":0}}}}}],"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(20,3,0,NULL,'{"type":"text","template":"Rows {first} to {last} come into sight.","args":{"first":1,"last":4}}');
INSERT INTO "said" VALUES(20,3,1,NULL,'{"type":"text","template":"{seat} will move first. Everybody chooses a character.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(20,5,0,NULL,'{"type":"text","template":"{seat} sails with {name}.","args":{"name":"John Cabot","seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(20,5,1,NULL,'{"type":"text","template":"{seat} sails with {name}.","args":{"name":"Sir Humphrey Gilbert","seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(20,6,0,NULL,'{"type":"text","template":"{seat} lays {token} over {path}: {price}.","args":{"path":["d1","d2"],"price":{"type":"text","template":"{n} point","args":{"n":3},"many":"{n} points"},"seat":{"type":"who","seat":0},"token":{"type":"text","template":"two"}}}');
INSERT INTO "said" VALUES(20,6,1,NULL,'{"type":"text","template":"Rows {first} to {last} come into sight.","args":{"first":5,"last":6}}');
INSERT INTO "said" VALUES(20,7,0,NULL,'{"type":"text","template":"{seat} lays {token} over {path}: {price}.","args":{"path":["c2"],"price":{"type":"text","template":"{n} point","args":{"n":1},"many":"{n} points"},"seat":{"type":"who","seat":0},"token":{"type":"text","template":"single"}}}');
INSERT INTO "said" VALUES(20,7,1,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(20,8,0,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(20,9,0,NULL,'{"type":"text","template":"{seat} takes a token back: {token} from {hexes}.","args":{"hexes":["d1","d2"],"seat":{"type":"who","seat":0},"token":{"type":"text","template":"two"}}}');
INSERT INTO "said" VALUES(20,9,1,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(20,10,0,NULL,'{"type":"text","template":"{seat} lays {token} over {path}: {price}.","args":{"path":["b1","a2"],"price":{"type":"text","template":"{n} point","args":{"n":4},"many":"{n} points"},"seat":{"type":"who","seat":1},"token":{"type":"text","template":"two"}}}');
INSERT INTO "said" VALUES(20,10,1,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(20,11,0,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(20,12,0,NULL,'{"type":"text","template":"{seat} drops an iceberg on {hex}.","args":{"hex":"b1","seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(20,13,0,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(20,14,0,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(20,15,0,NULL,'{"type":"text","template":"{seat} lays {token} over {path}: {price}.","args":{"path":["b2","c3","d3"],"price":{"type":"text","template":"{n} point","args":{"n":4},"many":"{n} points"},"seat":{"type":"who","seat":1},"token":{"type":"text","template":"curve"}}}');
INSERT INTO "said" VALUES(20,15,1,NULL,'{"type":"text","template":"Row {row} comes into sight.","args":{"row":7}}');
INSERT INTO "said" VALUES(20,15,2,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(20,16,0,NULL,'{"type":"text","template":"{seat} raids {other} on {hex}: {price}.","args":{"hex":"c3","other":{"type":"who","seat":1},"price":{"type":"text","template":"{n} point","args":{"n":2},"many":"{n} points"},"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(20,17,0,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(20,18,0,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(20,19,0,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(20,20,0,NULL,'{"type":"text","template":"{seat} raids {other} on {hex}: {price}.","args":{"hex":"c2","other":{"type":"who","seat":0},"price":{"type":"text","template":"{n} point","args":{"n":2},"many":"{n} points"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(20,21,0,NULL,'{"type":"text","template":"{seat} sails in the Fresh Waters behind {other}: {points} to advance.","args":{"other":{"type":"who","seat":0},"points":{"type":"text","template":"{n} point","args":{"n":4},"many":"{n} points"},"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(20,22,0,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(20,23,0,NULL,'{"type":"text","template":"{seat} ends the turn.","args":{"seat":{"type":"who","seat":0}}}');
INSERT INTO "said" VALUES(20,24,0,NULL,'{"type":"text","template":"{seat} gives up.","args":{"seat":{"type":"who","seat":1}}}');
INSERT INTO "said" VALUES(20,24,1,NULL,'{"type":"text","template":"{seat} is the last one in the game.","args":{"seat":{"type":"who","seat":0}}}');
CREATE TABLE seats (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    user     INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    left_at  INTEGER, left_rev INTEGER, level TEXT,               -- resigned; the seat is played by `stall` from then on
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "seats" VALUES(1,0,11,'Ana',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(2,0,11,'Ana',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(2,1,12,'Ben',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(3,0,11,'Ana',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(3,1,12,'Ben',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(4,0,11,'Ana',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(4,1,12,'Ben',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(5,0,11,'Ana',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(5,1,12,'Ben',1767225600,25,NULL);
INSERT INTO "seats" VALUES(6,0,11,'Ana',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(7,0,11,'Ana',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(7,1,12,'Ben',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(8,0,11,'Ana',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(8,1,12,'Ben',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(8,2,13,'Cy',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(8,3,14,'Dee',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(9,0,11,'Ana',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(9,1,12,'Ben',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(10,0,11,'Ana',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(10,1,12,'Ben',1767225600,25,NULL);
INSERT INTO "seats" VALUES(11,0,11,'Ana',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(12,0,11,'Ana',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(12,1,12,'Ben',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(13,0,11,'Ana',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(13,1,12,'Ben',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(13,2,13,'Cy',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(13,3,14,'Dee',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(14,0,11,'Ana',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(14,1,12,'Ben',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(15,0,11,'Ana',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(15,1,12,'Ben',1767225600,24,NULL);
INSERT INTO "seats" VALUES(16,0,11,'Ana',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(17,0,11,'Ana',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(17,1,12,'Ben',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(18,0,11,'Ana',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(18,1,12,'Ben',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(18,2,13,'Cy',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(18,3,14,'Dee',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(19,0,11,'Ana',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(19,1,12,'Ben',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(20,0,11,'Ana',NULL,NULL,NULL);
INSERT INTO "seats" VALUES(20,1,12,'Ben',1767225600,24,NULL);
CREATE TABLE servers (
    guild    INTEGER PRIMARY KEY,
    chosen   TEXT NOT NULL,         -- JSON object, setting -> value
    channels TEXT NOT NULL          -- JSON list of the channels in which tables may be opened; empty: all
, forum INTEGER) STRICT;
INSERT INTO "servers" VALUES(1,'{"pace":"48"}','[100,101]',NULL);
CREATE TABLE shown (
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    rev      INTEGER NOT NULL,      -- the revision that the message came to show; an edited message shows several in turn
    channel  INTEGER NOT NULL,
    message  INTEGER NOT NULL,
    PRIMARY KEY (table_id, rev)
) STRICT, WITHOUT ROWID;
INSERT INTO "shown" VALUES(3,24,102,5003);
INSERT INTO "shown" VALUES(8,26,107,5008);
INSERT INTO "shown" VALUES(13,25,112,5013);
INSERT INTO "shown" VALUES(18,25,117,5018);
ANALYZE "sqlite_master";
INSERT INTO "sqlite_stat1" VALUES('errands','errands_due','4 4');
INSERT INTO "sqlite_stat1" VALUES('errands','errands','4 1 1 1');
INSERT INTO "sqlite_stat1" VALUES('turns','turns','8 1 1');
INSERT INTO "sqlite_stat1" VALUES('seats','seats_by_user','42 11');
INSERT INTO "sqlite_stat1" VALUES('seats','seats','42 3 1');
INSERT INTO "sqlite_stat1" VALUES('answered','answered','248 16 1 1');
CREATE TABLE standing (             -- orders: what to answer for somebody who is away; nobody else's business
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    verb     TEXT    NOT NULL,      -- the first word; a new order of the same kind replaces the old
    words    TEXT    NOT NULL,
    PRIMARY KEY (table_id, seat, verb)
) STRICT, WITHOUT ROWID;
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
, pace INTEGER NOT NULL DEFAULT 0, rematch_of INTEGER REFERENCES tables (id) ON DELETE SET NULL, house TEXT NOT NULL DEFAULT '{"rated":"yes","joining":"everybody"}', parent INTEGER, sealed_until INTEGER) STRICT;
INSERT INTO "tables" VALUES(1,1,100,'amundsen',1,'f2f2ac39','{"explorers":"choose","open-deck":"no","patrons":"no","row":"3","wild-at-pole":"yes"}','seed 1','lobby',1,0,11,1767225600,NULL,NULL,0,NULL,'{"hints":"no","joining":"everybody","rated":"yes"}',NULL,NULL);
INSERT INTO "tables" VALUES(2,1,101,'amundsen',1,'f2f2ac39','{"explorers":"choose","open-deck":"no","patrons":"no","row":"3","wild-at-pole":"yes"}','seed 2','closed',4,3,11,1767225600,1767225600,NULL,0,NULL,'{"hints":"no","joining":"everybody","rated":"yes"}',NULL,NULL);
INSERT INTO "tables" VALUES(3,1,102,'amundsen',1,'f2f2ac39','{"explorers":"choose","open-deck":"no","patrons":"no","row":"3","wild-at-pole":"yes"}','seed 3','running',24,24,11,1767225600,NULL,NULL,0,NULL,'{"hints":"no","joining":"everybody","rated":"yes"}',NULL,NULL);
INSERT INTO "tables" VALUES(4,1,103,'amundsen',1,'f2f2ac39','{"explorers":"choose","open-deck":"no","patrons":"no","row":"3","wild-at-pole":"yes"}','seed 4','running',23,23,11,1767225600,NULL,NULL,0,NULL,'{"hints":"no","joining":"everybody","rated":"yes"}',NULL,NULL);
INSERT INTO "tables" VALUES(5,1,104,'amundsen',1,'f2f2ac39','{"explorers":"choose","open-deck":"no","patrons":"no","row":"3","wild-at-pole":"yes"}','seed 5','finished',25,24,11,1767225600,1767225600,'{"winners":[0],"ranking":[[0],[1]],"reason":{"type":"text","template":"{seat} is the last one in the game.","args":{"seat":{"type":"who","seat":0}}},"scores":{},"sides":[],"feats":{},"roles":{}}',0,NULL,'{"hints":"no","joining":"everybody","rated":"yes"}',NULL,NULL);
INSERT INTO "tables" VALUES(6,1,105,'expanse',2,'a9ebaea9','{"factions":"choose","free-fleet":"ask"}','seed 6','lobby',1,0,11,1767225600,NULL,NULL,0,NULL,'{"hints":"no","joining":"everybody","rated":"yes"}',NULL,NULL);
INSERT INTO "tables" VALUES(7,1,106,'expanse',2,'a9ebaea9','{"factions":"choose","free-fleet":"ask"}','seed 7','closed',4,3,11,1767225600,1767225600,NULL,0,NULL,'{"hints":"no","joining":"everybody","rated":"yes"}',NULL,NULL);
INSERT INTO "tables" VALUES(8,1,107,'expanse',2,'a9ebaea9','{"factions":"choose","free-fleet":"ask"}','seed 8','running',26,26,11,1767225600,NULL,NULL,0,NULL,'{"hints":"no","joining":"everybody","rated":"yes"}',NULL,NULL);
INSERT INTO "tables" VALUES(9,1,108,'expanse',2,'a9ebaea9','{"factions":"choose","free-fleet":"ask"}','seed 9','running',24,24,11,1767225600,NULL,NULL,0,NULL,'{"hints":"no","joining":"everybody","rated":"yes"}',NULL,NULL);
INSERT INTO "tables" VALUES(10,1,109,'expanse',2,'a9ebaea9','{"factions":"choose","free-fleet":"ask"}','seed 10','finished',25,24,11,1767225600,1767225600,'{"winners":[0],"ranking":[[0],[1]],"reason":{"type":"text","template":"{seat} is the last one in the game.","args":{"seat":{"type":"who","seat":0}}},"scores":{},"sides":[],"feats":{},"roles":{}}',0,NULL,'{"hints":"no","joining":"everybody","rated":"yes"}',NULL,NULL);
INSERT INTO "tables" VALUES(11,1,110,'northwest',2,'8c93b675','{"mainland":"island"}','seed 11','lobby',1,0,11,1767225600,NULL,NULL,0,NULL,'{"hints":"no","joining":"everybody","rated":"yes"}',NULL,NULL);
INSERT INTO "tables" VALUES(12,1,111,'northwest',2,'8c93b675','{"mainland":"island"}','seed 12','closed',4,3,11,1767225600,1767225600,NULL,0,NULL,'{"hints":"no","joining":"everybody","rated":"yes"}',NULL,NULL);
INSERT INTO "tables" VALUES(13,1,112,'northwest',2,'8c93b675','{"mainland":"island"}','seed 13','running',25,25,11,1767225600,NULL,NULL,0,NULL,'{"hints":"no","joining":"everybody","rated":"yes"}',NULL,NULL);
INSERT INTO "tables" VALUES(14,1,113,'northwest',2,'8c93b675','{"mainland":"island"}','seed 14','running',23,23,11,1767225600,NULL,NULL,0,NULL,'{"hints":"no","joining":"everybody","rated":"yes"}',NULL,NULL);
INSERT INTO "tables" VALUES(15,1,114,'northwest',2,'8c93b675','{"mainland":"island"}','seed 15','finished',24,23,11,1767225600,1767225600,'{"winners":[0],"ranking":[[0],[1]],"reason":{"type":"text","template":"{seat} is the last one in the game.","args":{"seat":{"type":"who","seat":0}}},"scores":{},"sides":[],"feats":{},"roles":{}}',0,NULL,'{"hints":"no","joining":"everybody","rated":"yes"}',NULL,NULL);
INSERT INTO "tables" VALUES(16,1,115,'paso',2,'31aa7114','{"fresh":"added","gift":"no","mode":"alone"}','seed 16','lobby',1,0,11,1767225600,NULL,NULL,0,NULL,'{"hints":"no","joining":"everybody","rated":"yes"}',NULL,NULL);
INSERT INTO "tables" VALUES(17,1,116,'paso',2,'31aa7114','{"fresh":"added","gift":"no","mode":"alone"}','seed 17','closed',4,3,11,1767225600,1767225600,NULL,0,NULL,'{"hints":"no","joining":"everybody","rated":"yes"}',NULL,NULL);
INSERT INTO "tables" VALUES(18,1,117,'paso',2,'31aa7114','{"fresh":"added","gift":"no","mode":"alone"}','seed 18','running',25,25,11,1767225600,NULL,NULL,0,NULL,'{"hints":"no","joining":"everybody","rated":"yes"}',NULL,NULL);
INSERT INTO "tables" VALUES(19,1,118,'paso',2,'31aa7114','{"fresh":"added","gift":"no","mode":"alone"}','seed 19','running',24,24,11,1767225600,NULL,NULL,0,NULL,'{"hints":"no","joining":"everybody","rated":"yes"}',NULL,NULL);
INSERT INTO "tables" VALUES(20,1,119,'paso',2,'31aa7114','{"fresh":"added","gift":"no","mode":"alone"}','seed 20','finished',24,23,11,1767225600,1767225600,'{"winners":[0],"ranking":[[0],[1]],"reason":{"type":"text","template":"{seat} is the last one in the game.","args":{"seat":{"type":"who","seat":0}}},"scores":{},"sides":[],"feats":{},"roles":{}}',0,NULL,'{"hints":"no","joining":"everybody","rated":"yes"}',NULL,NULL);
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
    due_at    INTEGER, pace INTEGER NOT NULL DEFAULT 0, question INTEGER NOT NULL DEFAULT -1, over_at INTEGER,              -- the next reminder; NULL: none is to come
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;
INSERT INTO "turns" VALUES(3,0,24,1767225600,1767225600,0,NULL,0,0,NULL,0,21,NULL);
INSERT INTO "turns" VALUES(4,1,23,1767225600,1767225600,0,NULL,0,0,NULL,0,20,NULL);
INSERT INTO "turns" VALUES(8,0,26,1767225600,1767225600,0,NULL,0,0,NULL,0,21,NULL);
INSERT INTO "turns" VALUES(9,0,24,1767225600,1767225600,0,NULL,0,0,NULL,0,21,NULL);
INSERT INTO "turns" VALUES(13,1,25,1767225600,1767225600,0,NULL,0,0,NULL,0,20,NULL);
INSERT INTO "turns" VALUES(14,1,23,1767225600,1767225600,0,NULL,0,0,NULL,0,20,NULL);
INSERT INTO "turns" VALUES(18,2,25,1767225600,1767225600,0,NULL,0,0,NULL,0,20,NULL);
INSERT INTO "turns" VALUES(19,0,24,1767225600,1767225600,0,NULL,0,0,NULL,0,19,NULL);
CREATE TABLE undo_requests (
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    rev      INTEGER NOT NULL,      -- void once the table has moved on
    seat     INTEGER NOT NULL,
    target   INTEGER NOT NULL,
    agreed   TEXT    NOT NULL       -- JSON list of seats
, asked_at INTEGER NOT NULL DEFAULT 0, state TEXT NOT NULL DEFAULT 'trying' CHECK (state IN ('due', 'trying', 'sent', 'failed')), tries INTEGER NOT NULL DEFAULT 0, due_at INTEGER NOT NULL DEFAULT 0, message INTEGER, holds INTEGER NOT NULL DEFAULT 0) STRICT;
INSERT INTO "undo_requests" VALUES(4,23,0,22,'[0]',1767225600,'due',0,1767225600,NULL,23);
INSERT INTO "undo_requests" VALUES(9,24,0,23,'[0]',1767225600,'due',0,1767225600,NULL,24);
INSERT INTO "undo_requests" VALUES(14,23,0,11,'[0]',1767225600,'due',0,1767225600,NULL,23);
INSERT INTO "undo_requests" VALUES(19,24,1,20,'[1]',1767225600,'due',0,1767225600,NULL,24);
CREATE TABLE vacations (            -- what was taken of vacations that are over, by the day
    user  INTEGER NOT NULL,
    first TEXT    NOT NULL,
    last  TEXT    NOT NULL,
    PRIMARY KEY (user, first)
) STRICT, WITHOUT ROWID;
CREATE TABLE "votes" (
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
CREATE TABLE watchers (             -- who wants to hear when a table of a game opens on a server
    guild INTEGER NOT NULL,
    game  TEXT    NOT NULL,
    user  INTEGER NOT NULL,
    PRIMARY KEY (guild, game, user)
) STRICT, WITHOUT ROWID;
CREATE UNIQUE INDEX one_live_table ON tables (channel) WHERE status IN ('lobby', 'running');
CREATE INDEX seats_by_user ON seats (user);
CREATE INDEX turns_due ON turns (due_at) WHERE due_at IS NOT NULL;
CREATE INDEX finished_by_guild ON tables (guild, ended_at) WHERE status = 'finished';
CREATE UNIQUE INDEX one_open_motion ON motions (table_id, kind) WHERE state = 'open';
CREATE INDEX notices_open ON notices (due_at) WHERE state IN ('due', 'trying');
CREATE INDEX errands_due ON errands (due_at);
CREATE INDEX crewed_seats ON seats (table_id) WHERE level IS NOT NULL;
CREATE UNIQUE INDEX one_open_vote ON votes (table_id) WHERE state = 'open';
DELETE FROM "sqlite_sequence";
INSERT INTO "sqlite_sequence" VALUES('notices',0);
INSERT INTO "sqlite_sequence" VALUES('votes',0);
INSERT INTO "sqlite_sequence" VALUES('tables',20);
COMMIT;
PRAGMA user_version=11;
