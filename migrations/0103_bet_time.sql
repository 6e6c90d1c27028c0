-- +goose Up

-- Staff list the bets of all players, the newest first.
CREATE INDEX bet_time ON bet (bet_at, venue, bet_id) WHERE current;
