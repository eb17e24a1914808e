-- What opponents keep of somebody is found when that person is forgotten.
-- Programs of format 7 can still use it.
CREATE INDEX tally_against ON tally (opponent_id);
CREATE INDEX rating_change_against ON rating_change (opponent_id);
