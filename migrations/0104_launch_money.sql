-- +goose Up

-- What a player decided about the money of a launch (H-250). No row: the player was not asked yet. auto says whether
-- anything goes along; amount is the most that one launch carries, 0 for everything. recall brings the venues' money
-- back when the player returns from a game.
ALTER TABLE wallet_setting ADD COLUMN amount BIGINT NOT NULL DEFAULT 0 CHECK (amount >= 0);
ALTER TABLE wallet_setting ADD COLUMN recall BOOLEAN NOT NULL DEFAULT FALSE;
