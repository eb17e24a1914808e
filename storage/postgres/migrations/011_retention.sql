-- What is deleted in time is found by its age, and a match in the lists in which it stands.
-- Programs of format 7 can still use it.
CREATE INDEX finished_of ON finished (match_id);
CREATE INDEX study_touched ON study (touched_at);
