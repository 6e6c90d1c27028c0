-- +goose Up

-- Messages of the site to a player, each written in the transaction of what it tells. One event makes one message
-- of a player. Messages older than half a year are removed, so a player's rows are bounded by what happened in it.
CREATE TABLE inbox_message (
	id      TEXT   NOT NULL PRIMARY KEY,
	player  TEXT   NOT NULL,
	event   TEXT   NOT NULL CHECK (event <> ''), -- such as deposit.credited:SN
	kind    TEXT   NOT NULL,
	title   TEXT   NOT NULL,
	body    TEXT   NOT NULL,
	about   TEXT   NOT NULL DEFAULT '',          -- the page it leads to: a word that the site knows
	ref     TEXT   NOT NULL DEFAULT '',          -- and the number of what it is about
	at      BIGINT NOT NULL,
	read_at BIGINT NOT NULL DEFAULT 0,
	UNIQUE (player, event)
);
CREATE INDEX inbox_message_list ON inbox_message (player, at, id);
CREATE INDEX inbox_message_unread ON inbox_message (player) WHERE read_at = 0;
CREATE INDEX inbox_message_at ON inbox_message (at); -- for the watchers of new ones, and for the removal of old ones
