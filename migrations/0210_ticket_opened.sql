-- +goose Up

-- Questions are found by their number, which names the second, and the latest are read
-- for how long an answer takes.
CREATE INDEX ticket_opened ON ticket (opened_at);
