-- +goose Up

-- The terms of a requirement: the lowest odds of a bet that counts, and how much of a bet counts by the kind of
-- its venue. The text is JSON, '' where every valid bet counts in full.
ALTER TABLE turnover_bucket ADD COLUMN terms TEXT NOT NULL DEFAULT '';

-- The odds of a bet as its venue wrote them, so that a requirement with terms can be served later too.
ALTER TABLE turnover_bet ADD COLUMN odds TEXT NOT NULL DEFAULT '';
ALTER TABLE turnover_bet ADD COLUMN odds_type TEXT NOT NULL DEFAULT '';
ALTER TABLE turnover_bet ADD COLUMN parlay BOOLEAN NOT NULL DEFAULT FALSE;

-- What a bet gave to a bucket beyond what counted there, because the terms count a part of it.
ALTER TABLE turnover_line ADD COLUMN lost BIGINT NOT NULL DEFAULT 0;
