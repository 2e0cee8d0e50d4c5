-- A wish to take back is put to the others once, like a reminder; and how far the record of an opened game goes.

-- What an earlier program asked may not have reached the channel: it is looked for there, and sent if it is missing.
ALTER TABLE undo_requests ADD COLUMN state TEXT NOT NULL DEFAULT 'trying' CHECK (state IN ('due', 'trying', 'sent', 'failed'));
ALTER TABLE undo_requests ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE undo_requests ADD COLUMN due_at INTEGER NOT NULL DEFAULT 0;     -- when to try, or try again
ALTER TABLE undo_requests ADD COLUMN message INTEGER;

ALTER TABLE imports ADD COLUMN over INTEGER NOT NULL DEFAULT 0;             -- 1: the record goes to the game's end
