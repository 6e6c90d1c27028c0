-- +goose Up

-- Addresses that players proved by a code: one a channel, and of one player alone.
-- sealed holds the address; address_index finds it.
CREATE TABLE courier_contact (
	player        TEXT    NOT NULL,
	channel       TEXT    NOT NULL CHECK (channel IN ('sms', 'email')),
	sealed        TEXT    NOT NULL CHECK (sealed <> ''),
	address_index TEXT    NOT NULL CHECK (address_index <> ''),
	proved_at     BIGINT  NOT NULL,
	quiet         BOOLEAN NOT NULL DEFAULT FALSE, -- no messages about money
	PRIMARY KEY (player, channel),
	UNIQUE (channel, address_index)
);

-- Messages that wait for their company, or went there. Contents are removed once
-- a message has ended, for there are codes among them.
CREATE TABLE courier_message (
	id          TEXT    NOT NULL PRIMARY KEY,
	player      TEXT    NOT NULL,
	channel     TEXT    NOT NULL CHECK (channel IN ('sms', 'email')),
	topic       TEXT    NOT NULL,
	event       TEXT    NOT NULL CHECK (event <> ''),
	sealed      TEXT    NOT NULL DEFAULT '', -- address and code; '': to the proved address at the time of sending
	title       TEXT    NOT NULL DEFAULT '',
	text        TEXT    NOT NULL DEFAULT '',
	state       TEXT    NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'sent', 'refused', 'unknown', 'lost', 'dropped')),
	tries       INTEGER NOT NULL DEFAULT 0,
	failure     TEXT    NOT NULL DEFAULT '',
	made_at     BIGINT  NOT NULL,
	next_at     BIGINT  NOT NULL,
	deadline_at BIGINT  NOT NULL,
	ended_at    BIGINT  NOT NULL DEFAULT 0,
	UNIQUE (player, channel, event)
);
CREATE INDEX courier_message_due ON courier_message (next_at) WHERE state = 'waiting';
CREATE INDEX courier_message_ended ON courier_message (ended_at);

-- How many messages of a lane were let through on a day.
CREATE TABLE courier_budget (
	day     TEXT    NOT NULL, -- YYYY-MM-DD, GMT+8
	channel TEXT    NOT NULL,
	lane    TEXT    NOT NULL,
	used    INTEGER NOT NULL,
	PRIMARY KEY (day, channel, lane)
){{if .SQLite}} WITHOUT ROWID{{end}};
