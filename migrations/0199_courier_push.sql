-- +goose Up

-- Browsers that a player switched web push on in. sealed holds the address at the push
-- service and the keys of the browser; endpoint_index finds it: a browser belongs to the
-- player who switched it on last. It ends with the login that it was made in.
CREATE TABLE courier_push (
	id             TEXT   NOT NULL PRIMARY KEY,
	player         TEXT   NOT NULL,
	session        TEXT   NOT NULL CHECK (session <> ''),
	host           TEXT   NOT NULL CHECK (host <> ''), -- of the push service
	sealed         TEXT   NOT NULL CHECK (sealed <> ''),
	endpoint_index TEXT   NOT NULL UNIQUE CHECK (endpoint_index <> ''),
	made_at        BIGINT NOT NULL,
	success_at     BIGINT NOT NULL DEFAULT 0, -- the push service took a message; 0: none yet
	expires_at     BIGINT NOT NULL
);
CREATE INDEX courier_push_player ON courier_push (player, made_at);
CREATE INDEX courier_push_session ON courier_push (session);
CREATE INDEX courier_push_expires ON courier_push (expires_at);

-- The key by which push services know this site (VAPID). Browsers are bound to it: one
-- with another key would lose them all.
CREATE TABLE courier_push_key (
	id         SMALLINT NOT NULL PRIMARY KEY CHECK (id = 1),
	public_key TEXT     NOT NULL CHECK (public_key <> ''),
	sealed     TEXT     NOT NULL CHECK (sealed <> ''),
	made_at    BIGINT   NOT NULL
);

-- A message to a browser names it in device, and in its event too: one event makes one message to each. The key
-- (player, channel, event) stays as it is, because a program from before names it when it stores a notice.
{{if .Postgres}}
ALTER TABLE courier_message ADD COLUMN device TEXT NOT NULL DEFAULT '';
ALTER TABLE courier_message DROP CONSTRAINT courier_message_channel_check;
ALTER TABLE courier_message ADD CONSTRAINT courier_message_channel_check CHECK (channel IN ('sms', 'email', 'push'));
{{end}}
{{if .SQLite}}
CREATE TABLE courier_message_next (
	id          TEXT    NOT NULL PRIMARY KEY,
	player      TEXT    NOT NULL,
	channel     TEXT    NOT NULL CHECK (channel IN ('sms', 'email', 'push')),
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
	device      TEXT    NOT NULL DEFAULT '',
	UNIQUE (player, channel, event)
);
INSERT INTO courier_message_next (id, player, channel, topic, event, sealed, title, text, state, tries, failure, made_at, next_at, deadline_at, ended_at)
SELECT id, player, channel, topic, event, sealed, title, text, state, tries, failure, made_at, next_at, deadline_at, ended_at FROM courier_message;
DROP TABLE courier_message;
ALTER TABLE courier_message_next RENAME TO courier_message;
CREATE INDEX courier_message_due ON courier_message (next_at) WHERE state = 'waiting';
CREATE INDEX courier_message_ended ON courier_message (ended_at);
{{end}}
