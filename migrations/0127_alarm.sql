-- +goose Up

-- Where alarms go. sealed holds the address and its keys; it opens only in its
-- own row. place is what may be shown of it.
CREATE TABLE alarm_target (
	id         TEXT    NOT NULL PRIMARY KEY,
	name       TEXT    NOT NULL CHECK (name <> ''),
	form       TEXT    NOT NULL CHECK (form IN ('email', 'webhook', 'telegram', 'wecom')),
	place      TEXT    NOT NULL,
	sealed     TEXT    NOT NULL CHECK (sealed <> ''),
	removed    BOOLEAN NOT NULL DEFAULT FALSE,
	version    INTEGER NOT NULL CHECK (version > 0),
	changed_by TEXT    NOT NULL,
	changed_at BIGINT  NOT NULL,
	tested_at  BIGINT  NOT NULL DEFAULT 0,
	sent_at    BIGINT  NOT NULL DEFAULT 0, -- the last message that it took
	failed_at  BIGINT  NOT NULL DEFAULT 0, -- the last one that it did not take
	failure    TEXT    NOT NULL DEFAULT ''
);

-- Which event goes to whom, and how often: the highest version is in force.
CREATE TABLE alarm_route (
	version BIGINT NOT NULL PRIMARY KEY CHECK (version > 0),
	routes  TEXT   NOT NULL, -- JSON by kind of event
	made_by TEXT   NOT NULL,
	made_at BIGINT NOT NULL
);

-- What happened. One row stands for a thing that goes on or happens again.
CREATE TABLE alarm_event (
	id       TEXT    NOT NULL PRIMARY KEY,
	kind     TEXT    NOT NULL,
	subject  TEXT    NOT NULL,
	text     TEXT    NOT NULL,
	first_at BIGINT  NOT NULL,
	last_at  BIGINT  NOT NULL,
	count    BIGINT  NOT NULL CHECK (count > 0),
	told     BIGINT  NOT NULL DEFAULT 0, -- of count, what was told
	tellings INTEGER NOT NULL DEFAULT 0,
	told_at  BIGINT  NOT NULL DEFAULT 0,
	ended_at BIGINT  NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX alarm_event_open ON alarm_event (kind, subject) WHERE ended_at = 0;
CREATE INDEX alarm_event_last ON alarm_event (last_at);

-- Messages that wait for their target, or went there.
CREATE TABLE alarm_delivery (
	id          TEXT    NOT NULL PRIMARY KEY,
	event       TEXT    NOT NULL REFERENCES alarm_event (id),
	target      TEXT    NOT NULL REFERENCES alarm_target (id),
	sealed      TEXT    NOT NULL DEFAULT '', -- the address as it was, where it must not be the present one
	message     TEXT    NOT NULL,            -- JSON
	state       TEXT    NOT NULL CHECK (state IN ('waiting', 'sent', 'lost')),
	tries       INTEGER NOT NULL DEFAULT 0,
	failure     TEXT    NOT NULL DEFAULT '',
	made_at     BIGINT  NOT NULL,
	next_at     BIGINT  NOT NULL,
	deadline_at BIGINT  NOT NULL,
	ended_at    BIGINT  NOT NULL DEFAULT 0
);
CREATE INDEX alarm_delivery_due ON alarm_delivery (next_at) WHERE state = 'waiting';
CREATE INDEX alarm_delivery_event ON alarm_delivery (event);
