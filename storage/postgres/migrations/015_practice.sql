-- The last matches of a person: those against the computer apart from those of people.
-- Programs of format 7 can still use it.
CREATE INDEX match_ended_first ON match
    (first_id, (CASE WHEN second_id BETWEEN -99 AND -1 THEN 1 ELSE 0 END), ended_no) WHERE ended_no IS NOT NULL;
CREATE INDEX match_ended_second ON match
    (second_id, (CASE WHEN first_id BETWEEN -99 AND -1 THEN 1 ELSE 0 END), ended_no) WHERE ended_no IS NOT NULL;
