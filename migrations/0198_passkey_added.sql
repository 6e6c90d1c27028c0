-- +goose Up

-- When the player last added a passkey, in milliseconds; 0 if never. Withdrawals are
-- held for some time after it.
ALTER TABLE player ADD COLUMN passkey_added_at BIGINT NOT NULL DEFAULT 0;
