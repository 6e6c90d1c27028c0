-- +goose Up

-- The password that a code of customer service sets: 'login' or 'withdrawal'. A player has one live code.
ALTER TABLE player_reset ADD COLUMN purpose TEXT NOT NULL DEFAULT 'login' CHECK (purpose IN ('login', 'withdrawal'));
