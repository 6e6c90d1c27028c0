-- +goose Up

-- What is still due, oldest first, for the list that staff read.
CREATE INDEX forfeit_due ON forfeit (at, id) WHERE ended_at = 0;
