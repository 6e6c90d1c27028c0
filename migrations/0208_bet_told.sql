-- +goose Up

-- The page of a venue shows what the venue told last, a bounded number of rows. Rows come in the order of the index, so
-- storing a bet adds to its end. The second half of the condition keeps other searches on their own indexes.
CREATE INDEX bet_told ON bet (venue, stored_at) WHERE current AND stored_at > 0;
