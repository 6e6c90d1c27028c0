-- +goose Up

-- The network a player registered from: an IPv4 address, or the /64 of an IPv6
-- address, which one household has to itself. It is what accounts are compared by.
ALTER TABLE player ADD COLUMN register_network TEXT NOT NULL DEFAULT '';
UPDATE player SET register_network = register_ip;
DROP INDEX player_register_ip;
CREATE INDEX player_register_network ON player (register_network, created_at, id) WHERE register_network <> '';

-- The first period a promotion has not paid. It survives a stop and a start. 0
-- is a promotion that never ran, or one that ran before this column was there.
ALTER TABLE promo_switch ADD COLUMN next_period INTEGER NOT NULL DEFAULT 0;

-- A period that ended while its promotion was off is skipped, and never paid.
ALTER TABLE promo_run ADD COLUMN skipped BOOLEAN NOT NULL DEFAULT FALSE;
