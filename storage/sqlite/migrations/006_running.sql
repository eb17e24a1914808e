-- Programs of format 5 can still use it.
-- Running matches are counted by game without looking at those that are over.
CREATE INDEX match_running ON match (game) WHERE status = 'running';
