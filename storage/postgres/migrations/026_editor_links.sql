-- Links to the board editor without a match: the game, and where a match may begin from there.
-- Programs of format 7 can still use it.
ALTER TABLE board_link ADD COLUMN game TEXT;
ALTER TABLE board_link ADD COLUMN channel_id BIGINT;
ALTER TABLE board_link ADD COLUMN guild_id BIGINT;
ALTER TABLE visit ADD COLUMN game TEXT;
ALTER TABLE visit ADD COLUMN channel_id BIGINT;
ALTER TABLE visit ADD COLUMN guild_id BIGINT;
