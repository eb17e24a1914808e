-- The notices that wait for somebody's next use of the bot, or for a board, are found with each use.
-- Programs of format 7 can still use it.
CREATE INDEX outbox_waiting ON outbox (person_id) WHERE due_at IS NULL AND message_id IS NULL;
