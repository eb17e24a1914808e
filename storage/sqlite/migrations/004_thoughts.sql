-- Alarms of thoughts are looked for by their kind, and all others in the order of time.
DROP INDEX alarm_at;
CREATE INDEX alarm_at ON alarm (at) WHERE kind <> 'thought';
