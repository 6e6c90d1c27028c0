-- +goose Up

-- Until when a part of players' own addresses is asked about in every pull: a
-- day after the newest order of one of its players. The others take turns. Both,
-- and the part that was answered longest ago, are found by an index, however many
-- players have an address.
ALTER TABLE chain_cursor ADD COLUMN watch_until BIGINT NOT NULL DEFAULT 0;
UPDATE chain_cursor SET watch_until = asked_at + 86400000 WHERE part >= 1000000;
CREATE INDEX chain_cursor_watched ON chain_cursor (network, watch_until) WHERE watch_until > 0;
CREATE INDEX chain_cursor_turn ON chain_cursor (network, asked_at, part);
CREATE INDEX chain_cursor_answered ON chain_cursor (network, answered_at);
