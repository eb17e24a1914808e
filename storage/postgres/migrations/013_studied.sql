-- Whose match a study shows, so that a name can be taken out of it although the match itself was deleted.
-- Programs of format 7 can still use it.
ALTER TABLE study ADD COLUMN first_id BIGINT;
ALTER TABLE study ADD COLUMN second_id BIGINT;
UPDATE study SET first_id = (SELECT match.first_id FROM match WHERE match.id = study.match_id),
    second_id = (SELECT match.second_id FROM match WHERE match.id = study.match_id);
CREATE INDEX study_of_first ON study (first_id) WHERE first_id IS NOT NULL;
CREATE INDEX study_of_second ON study (second_id) WHERE second_id IS NOT NULL;
