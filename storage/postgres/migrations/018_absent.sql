-- Which players have left the server where the match is shown, as their opponents were told: 1, 2, or 3 for both.
-- Programs of format 7 can still use it.
ALTER TABLE place ADD COLUMN absent BIGINT NOT NULL DEFAULT 0;
