-- The schema. Names: a moment in Unix seconds (UTC) ends in `_at`, a duration in its unit (`_h`: hours), an id of Discord's in `_id`.
-- Lists and objects are JSON in TEXT columns. `revision` is the table's revision, which each change raises.

CREATE TABLE components (
    digest TEXT PRIMARY KEY,
    game   TEXT NOT NULL,
    data   TEXT NOT NULL            -- JSON, as the table was started with
) STRICT;

CREATE TABLE tables (
    id                INTEGER PRIMARY KEY AUTOINCREMENT,
    guild_id          INTEGER NOT NULL,
    channel_id        INTEGER NOT NULL,
    parent_channel_id INTEGER,                      -- the channel of the table's thread or forum post; NULL: it is in a channel
    game              TEXT    NOT NULL,
    rules_version     INTEGER NOT NULL,
    components_digest TEXT    NOT NULL REFERENCES components (digest),
    options           TEXT    NOT NULL,             -- the game's options, object
    table_options     TEXT    NOT NULL DEFAULT '{"rated":"yes","joining":"everybody"}', -- options of any game, object
    seed              TEXT    NOT NULL,
    status            TEXT    NOT NULL CHECK (status IN ('lobby', 'running', 'finished', 'closed')),
    revision          INTEGER NOT NULL DEFAULT 0,
    asked_revision    INTEGER NOT NULL DEFAULT 0,   -- the revision at which the current question was put
    pace_h            INTEGER NOT NULL DEFAULT 0,   -- time for an answer, 0: no limit
    opened_by         INTEGER NOT NULL,             -- a user's id
    opened_at         INTEGER NOT NULL,
    ended_at          INTEGER,
    seals_open_at     INTEGER,                      -- until then the end can be undone, and seed and hands stay secret; NULL: open
    final_order       INTEGER,                      -- the place of its result among the final ones of the server; NULL: not final
    rematch_of        INTEGER REFERENCES tables (id) ON DELETE SET NULL,
    result            TEXT,                         -- object, once finished
    channel_lost_at   INTEGER,                      -- when its channel was deleted; NULL: it has one
    stopped_at        INTEGER,                      -- since when the bot cannot post in its channel, or moves are missing; NULL: neither
    lost_revision     INTEGER                       -- a later revision that Discord shows and the store has lost; NULL: none
) STRICT;

CREATE UNIQUE INDEX one_live_table ON tables (channel_id) WHERE status IN ('lobby', 'running');
CREATE INDEX finished_tables_by_guild ON tables (guild_id, final_order) WHERE status = 'finished';

CREATE TABLE seats (
    table_id       INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat           INTEGER NOT NULL,
    user_id        INTEGER NOT NULL, -- 0: a computer's own seat; below 0: an erased person
    name           TEXT    NOT NULL,
    left_at        INTEGER,          -- when the player resigned or lost the seat; a computer or safe moves play on
    left_revision  INTEGER,
    computer_level TEXT,             -- the level of the computer that plays the seat now
    must_confirm   INTEGER NOT NULL DEFAULT 0, -- 1: in the lobby, what the game is worth has changed since the player joined
    clock_held_until INTEGER,        -- no clock of the seat starts before, since its channel was deleted; NULL: none is held
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX seats_by_user ON seats (user_id);
CREATE INDEX computer_seats ON seats (table_id) WHERE computer_level IS NOT NULL;

CREATE TABLE past_seat_holders (     -- who had a seat earlier
    table_id       INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat           INTEGER NOT NULL,
    until_revision INTEGER NOT NULL, -- the entry by which the next holder took over
    user_id        INTEGER NOT NULL,
    name           TEXT    NOT NULL,
    computer_level TEXT,
    PRIMARY KEY (table_id, seat, until_revision)
) STRICT, WITHOUT ROWID;

CREATE TABLE entries (               -- the log of moves, append-only
    table_id       INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seq            INTEGER NOT NULL, -- the table's revision after the entry
    kind           TEXT    NOT NULL
        CHECK (kind IN ('origin', 'move', 'auto', 'computer', 'undo', 'resign', 'note', 'replace')),
    seat           INTEGER,
    words          TEXT    NOT NULL, -- the move; for an undo the `seq` that the game returns to; "early": see EARLY_LEAVING
    digest         TEXT    NOT NULL,
    is_barrier     INTEGER NOT NULL DEFAULT 0,  -- chance or a reveal: an undo needs consent
    is_secret      INTEGER NOT NULL DEFAULT 0,  -- not shown before the game is over
    user_id        INTEGER,
    written_at     INTEGER NOT NULL,
    interaction_id INTEGER UNIQUE,
    position       TEXT,             -- an origin's position, object
    PRIMARY KEY (table_id, seq)
) STRICT, WITHOUT ROWID;

CREATE INDEX seat_changes ON entries (table_id, seat, seq) WHERE kind IN ('resign', 'replace');

CREATE TABLE log_lines (             -- what was announced with an entry
    table_id INTEGER NOT NULL,
    seq      INTEGER NOT NULL,
    line_no  INTEGER NOT NULL,
    seats    TEXT,                   -- the seats that may read it, list; NULL: everybody
    text     TEXT    NOT NULL,       -- object of a Text
    PRIMARY KEY (table_id, seq, line_no),
    FOREIGN KEY (table_id, seq) REFERENCES entries (table_id, seq) ON DELETE CASCADE
) STRICT, WITHOUT ROWID;

CREATE TABLE positions (             -- the newest position of each table
    table_id INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    seq      INTEGER NOT NULL,
    data     TEXT    NOT NULL
) STRICT;

CREATE TABLE board_posts (           -- the newest board post of each table
    table_id      INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    revision      INTEGER NOT NULL,  -- the newest revision that it has shown
    channel_id    INTEGER NOT NULL,
    message_id    INTEGER NOT NULL,
    waiting_seats TEXT    NOT NULL   -- the seats that it called, list
) STRICT;

CREATE TABLE posted_revisions (      -- which message showed a revision; an edited message shows several in turn
    table_id   INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    revision   INTEGER NOT NULL,
    channel_id INTEGER NOT NULL,
    message_id INTEGER NOT NULL,
    PRIMARY KEY (table_id, revision)
) STRICT, WITHOUT ROWID;

-- ------------------------------------------------------------------ deadlines and reminders
CREATE TABLE turn_deadlines (           -- the seats that owe an answer
    table_id         INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat             INTEGER NOT NULL,
    asked_revision   INTEGER NOT NULL,
    asked_at         INTEGER NOT NULL,  -- when this player was asked
    clock_started_at INTEGER NOT NULL,
    reminders_sent   INTEGER NOT NULL DEFAULT 0,
    last_reminder_at INTEGER,           -- when the last reminder was due
    is_muted         INTEGER NOT NULL DEFAULT 0,
    has_left_guild   INTEGER NOT NULL DEFAULT 0,
    due_at           INTEGER,           -- when the next reminder is due; NULL: never
    pace_h           INTEGER NOT NULL DEFAULT 0,    -- the table's pace when the question was put
    move_number      INTEGER NOT NULL DEFAULT -1,   -- moves before the question; the same again after an undo
    expired_at       INTEGER,           -- the time was over then, whatever days off the player names later
    lost_s           INTEGER NOT NULL DEFAULT 0,    -- seconds of the time in which the bot could not be used
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE INDEX turn_deadlines_due ON turn_deadlines (due_at) WHERE due_at IS NOT NULL;

CREATE TABLE answered_turns (           -- the clock of an answered question: it continues if the answer is undone
    table_id         INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    move_number      INTEGER NOT NULL,
    seat             INTEGER NOT NULL,
    asked_revision   INTEGER NOT NULL,
    asked_at         INTEGER NOT NULL,
    clock_started_at INTEGER NOT NULL,
    pace_h           INTEGER NOT NULL,
    reminders_sent   INTEGER NOT NULL,
    last_reminder_at INTEGER,
    is_muted         INTEGER NOT NULL,
    expired_at       INTEGER,
    lost_s           INTEGER NOT NULL,
    answered_at      INTEGER NOT NULL,
    PRIMARY KEY (table_id, move_number, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE early_notice_requests (    -- who wants a notice shortly before the own turn
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    was_sent INTEGER NOT NULL DEFAULT 0,    -- 1: it was sent, and the seat has not been asked since
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE outbox (                   -- messages that the bot owes, each deleted once it is sent
    id             INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id       INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    kind           TEXT    NOT NULL CHECK (kind IN ('early', 'remind', 'last', 'gone', 'call', 'news', 'seals',
        'full', 'idle', 'shut', 'opened', 'undo', 'expiry', 'vote', 'outcome', 'proposal', 'lost', 'missing')),
    subject_id     INTEGER NOT NULL DEFAULT 0,  -- the seat, user, message, vote or proposal that it is about
    asked_revision INTEGER NOT NULL DEFAULT 0,  -- the question that a reminder or news is about
    step           INTEGER NOT NULL DEFAULT 0,
    created_at     INTEGER NOT NULL,
    due_at         INTEGER,             -- when to send it, or to try again; NULL: once the decision is made, or below a command
    state          TEXT    NOT NULL DEFAULT 'due' CHECK (state IN ('open', 'due', 'trying')),   -- open: undecided
    attempts       INTEGER NOT NULL DEFAULT 0,
    UNIQUE (table_id, kind, subject_id)
) STRICT;

CREATE INDEX outbox_due ON outbox (due_at);

CREATE TABLE standing_orders (           -- what to answer for a player who is away; private
    table_id  INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat      INTEGER NOT NULL,
    list_rank INTEGER NOT NULL,          -- the orders of a seat are checked from the lowest
    words     TEXT    NOT NULL,
    premise   TEXT    NOT NULL DEFAULT '', -- a digest of what a move in advance rests on; '' for a rule
    PRIMARY KEY (table_id, seat, list_rank)
) STRICT, WITHOUT ROWID;

-- ------------------------------------------------------------------ decisions
CREATE TABLE undo_requests (
    table_id       INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    revision       INTEGER NOT NULL,    -- the table's revision when it was made
    valid_revision INTEGER NOT NULL,    -- void once the table has moved on from here
    seat           INTEGER NOT NULL,
    target_seq     INTEGER NOT NULL,
    agreed_seats   TEXT    NOT NULL,    -- list
    asked_at       INTEGER NOT NULL,
    message_id     INTEGER              -- the message that asks the others
) STRICT;

CREATE TABLE votes (                    -- what to do about a player who is late
    id                INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id          INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat              INTEGER NOT NULL,
    asked_revision    INTEGER NOT NULL, -- void once this question is answered
    successor_user_id INTEGER,          -- who would take the seat, if that is a choice
    successor_name    TEXT,
    needs_everybody   INTEGER NOT NULL DEFAULT 0,   -- 1: only all voters together decide
    breaks_ties       INTEGER NOT NULL DEFAULT 0,   -- 1: a tie goes against the player whom the vote is about
    opened_at         INTEGER NOT NULL,
    state             TEXT    NOT NULL DEFAULT 'open'
        CHECK (state IN ('open', 'stall', 'computer', 'hand', 'drop', 'wait', 'void')),
    channel_id        INTEGER,
    message_id        INTEGER
) STRICT;

CREATE UNIQUE INDEX one_open_vote ON votes (table_id) WHERE state = 'open';

CREATE TABLE ballots (
    vote_id INTEGER NOT NULL REFERENCES votes (id) ON DELETE CASCADE,
    seat    INTEGER NOT NULL,
    choice  TEXT    NOT NULL CHECK (choice IN ('stall', 'computer', 'hand', 'drop', 'wait')),
    PRIMARY KEY (vote_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE vote_pauses (              -- until when there is no vote
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user_id  INTEGER NOT NULL,          -- about this user, who came back to the server; 0: about nobody, after an outage
    until_at INTEGER NOT NULL,
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE seat_offers (              -- a seat offered to a user who has not answered yet
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    revision INTEGER NOT NULL,          -- the revision at which it was made: tells it from an earlier one
    user_id  INTEGER NOT NULL,
    name     TEXT    NOT NULL,
    vote_id  INTEGER REFERENCES votes (id), -- the vote that made it; NULL: the seat's own player
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

CREATE TABLE proposals (                -- what one player puts to all who play at the table
    id            INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id      INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    kind          TEXT    NOT NULL CHECK (kind IN ('pace', 'close', 'unrate', 'rewind', 'reinstate', 'resume')),
    pace_h        INTEGER NOT NULL,
    target        INTEGER NOT NULL DEFAULT 0,   -- the move to go back to, or the seat that gets its player back
    seat          INTEGER NOT NULL,     -- the proposer
    opened_at     INTEGER NOT NULL,
    agreed_seats  TEXT    NOT NULL,     -- list
    refused_seats TEXT    NOT NULL,     -- list
    absent_seats  TEXT    NOT NULL DEFAULT '[]',    -- the seats of players who have left the server, list
    state         TEXT    NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'carried', 'refused', 'void')),
    channel_id    INTEGER,
    message_id    INTEGER
) STRICT;

CREATE UNIQUE INDEX one_open_proposal ON proposals (table_id, kind) WHERE state = 'open';

CREATE TABLE moderator_acts (           -- what moderators did at tables, for the audit list
    id       INTEGER PRIMARY KEY AUTOINCREMENT,
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user_id  INTEGER NOT NULL,
    kind     TEXT    NOT NULL CHECK (kind IN ('rewind', 'close', 'reinstate', 'assign')),
    number   INTEGER NOT NULL,          -- the move to which a game went back, or the seat
    acted_at INTEGER NOT NULL
) STRICT;

CREATE TABLE finish_confirmations (     -- who has confirmed that a finished game is over
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    seat     INTEGER NOT NULL,
    PRIMARY KEY (table_id, seat)
) STRICT, WITHOUT ROWID;

-- ------------------------------------------------------------------ beside the log
CREATE TABLE imported_games (           -- games that began elsewhere: not counted in statistics
    table_id    INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    record      TEXT    NOT NULL,       -- contains the seed
    is_complete INTEGER NOT NULL        -- 1: the record reaches the game's end
) STRICT;

CREATE TABLE notes (                    -- a player's private note
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user_id  INTEGER NOT NULL,
    text     TEXT    NOT NULL,
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE analyses (                 -- a computer's analysis of a finished game, requested or made
    table_id     INTEGER PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    user_id      INTEGER UNIQUE,        -- who waits for it; NULL: it is made
    requested_at INTEGER NOT NULL,
    data         TEXT                   -- NULL: it is not made yet
) STRICT;

CREATE TABLE invitations (
    table_id   INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user_id    INTEGER NOT NULL,
    is_removed INTEGER NOT NULL DEFAULT 0,  -- 1: removed from the lobby, and so needs a new invitation
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;

-- ------------------------------------------------------------------ users and servers
CREATE TABLE user_schedules (           -- users without a row have set nothing
    user_id             INTEGER PRIMARY KEY,
    time_zone           TEXT    NOT NULL DEFAULT 'UTC', -- a name of the time zone database
    quiet_from_minute   INTEGER,        -- minutes after midnight, local; NULL: no quiet hours
    quiet_to_minute     INTEGER,
    has_weekends_off    INTEGER NOT NULL DEFAULT 0,
    vacation_first_date TEXT,           -- local dates
    vacation_last_date  TEXT,
    vacation_starts     TEXT    NOT NULL DEFAULT '[]',  -- from when vacations count that were named on their first day, list
    substitute_level    TEXT            -- the level of the computer that plays during vacations; NULL: none
) STRICT;

CREATE TABLE past_vacations (           -- what was taken of vacations that are over
    user_id    INTEGER NOT NULL,
    first_date TEXT    NOT NULL,
    last_date  TEXT    NOT NULL,
    PRIMARY KEY (user_id, first_date)
) STRICT, WITHOUT ROWID;

CREATE TABLE user_settings (            -- only what differs from the default
    user_id  INTEGER PRIMARY KEY,
    settings TEXT NOT NULL              -- object
) STRICT;

CREATE TABLE guild_settings (
    guild_id    INTEGER PRIMARY KEY,
    settings    TEXT NOT NULL,          -- object
    channel_ids TEXT NOT NULL,          -- the channels in which tables may be opened, list; empty: all
    forum_id    INTEGER                 -- where /play opens a post; NULL: in its channel
) STRICT;

CREATE TABLE game_subscriptions (       -- who wants a message when a table of a game opens on a server
    guild_id INTEGER NOT NULL,
    game     TEXT    NOT NULL,
    user_id  INTEGER NOT NULL,
    PRIMARY KEY (guild_id, game, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE followers (                -- spectators who get a direct message at each turn of a table
    table_id INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    user_id  INTEGER NOT NULL,
    PRIMARY KEY (table_id, user_id)
) STRICT, WITHOUT ROWID;

CREATE TABLE lesson_progress (          -- where a person is in a game's lesson or among its puzzles
    user_id INTEGER NOT NULL,
    course  TEXT    NOT NULL,           -- "amundsen", "amundsen-puzzles" or "mistakes-12", the own ones at table 12
    chapter INTEGER NOT NULL,
    step    INTEGER NOT NULL,
    PRIMARY KEY (user_id, course)
) STRICT, WITHOUT ROWID;

CREATE TABLE practice_games (           -- where a person plays on alone from a move of a finished game
    user_id     INTEGER PRIMARY KEY,
    table_id    INTEGER NOT NULL REFERENCES tables (id) ON DELETE CASCADE,
    move_number INTEGER NOT NULL,       -- the moves of the finished game that were made before it
    seat        INTEGER NOT NULL,       -- the person's
    level       TEXT    NOT NULL,       -- the level of the other seats
    is_fresh    INTEGER NOT NULL,       -- 1: what the seat could not know was dealt again
    seed        TEXT    NOT NULL,
    position    TEXT    NOT NULL,       -- before the person's newest move, object
    moves       TEXT    NOT NULL        -- the moves since, list of lines as in a record
) STRICT;

CREATE INDEX practice_games_by_table ON practice_games (table_id);

CREATE TABLE explained_questions (      -- the kinds of questions that the help for first games has explained to a person
    user_id INTEGER NOT NULL,
    game    TEXT    NOT NULL,
    kind    TEXT    NOT NULL,
    PRIMARY KEY (user_id, game, kind)
) STRICT, WITHOUT ROWID;

CREATE TABLE departed_guilds (          -- servers that removed the bot: their tables end later
    guild_id    INTEGER PRIMARY KEY,
    departed_at INTEGER NOT NULL
) STRICT;

-- ------------------------------------------------------------------ the bot itself
CREATE TABLE facts (                    -- values that the bot stores about itself
    name  TEXT PRIMARY KEY,
    value TEXT NOT NULL
) STRICT;

CREATE TABLE leases (                   -- one process serves a group of shards and renews its lease every few seconds
    shard_group TEXT    PRIMARY KEY,    -- "0-7/16"
    holder      TEXT    NOT NULL,       -- a random word of the process
    renewals    INTEGER NOT NULL        -- a lease whose count does not change belongs to a dead process
) STRICT;

CREATE TABLE rate_limits (              -- what Discord allows a token, and how often a command calls users
    name           TEXT    PRIMARY KEY, -- "requests", "identify 0", "call vote 7 2"
    spent_until_ms INTEGER NOT NULL     -- Unix milliseconds up to which it is spent
) STRICT;
