-- +goose Up

-- When staff last corrected a player's true name; 0 for never. Withdrawals are held after it.
ALTER TABLE player ADD COLUMN name_changed_at BIGINT NOT NULL DEFAULT 0;
