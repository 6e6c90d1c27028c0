-- +goose Up

-- When a channel is switched off by itself: after so many orders in a row that its
-- gateway gave no page for, or with fewer than so many paid orders in a hundred over
-- so many players. 0: never. It takes a few orders again after pause_minutes; 0: when a
-- person says so.
ALTER TABLE pay_channel ADD COLUMN fail_row      INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pay_channel ADD COLUMN rate_below    INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pay_channel ADD COLUMN rate_over     INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pay_channel ADD COLUMN pause_minutes INTEGER NOT NULL DEFAULT 0;

-- Players see one channel of each style of the method, and the site chooses among
-- them by their weights.
ALTER TABLE pay_method ADD COLUMN routed BOOLEAN NOT NULL DEFAULT FALSE;

-- Channels that were switched off by themselves: off, then half (a few orders try
-- it), then over or off again.
CREATE TABLE channel_trip (
	id        TEXT    NOT NULL PRIMARY KEY,
	channel   BIGINT  NOT NULL,
	cause     TEXT    NOT NULL CHECK (cause IN ('failures', 'rate')),
	found     TEXT    NOT NULL, -- in words
	state     TEXT    NOT NULL CHECK (state IN ('off', 'half', 'over')),
	off_at    BIGINT  NOT NULL,
	times     INTEGER NOT NULL CHECK (times > 0), -- how often it was switched off without working between
	resume_at BIGINT  NOT NULL, -- of one that is off; 0: when a person says so
	half_at   BIGINT  NOT NULL DEFAULT 0,
	probes    INTEGER NOT NULL DEFAULT 0 CHECK (probes >= 0), -- orders that were let through since half_at
	ended_at  BIGINT  NOT NULL DEFAULT 0,
	CHECK ((state = 'over') = (ended_at > 0))
);
CREATE UNIQUE INDEX channel_trip_stands ON channel_trip (channel) WHERE state <> 'over';
CREATE INDEX channel_trip_ended ON channel_trip (channel, ended_at);

-- How the orders of an hour ended, by channel. An hour is counted once, two hours
-- after its end; the mark says up to when.
CREATE TABLE channel_hour (
	channel BIGINT NOT NULL,
	hour    BIGINT NOT NULL, -- when it begins
	paid    BIGINT NOT NULL CHECK (paid >= 0),
	unpaid  BIGINT NOT NULL CHECK (unpaid >= 0),
	failed  BIGINT NOT NULL CHECK (failed >= 0),
	PRIMARY KEY (channel, hour)
);
CREATE INDEX channel_hour_at ON channel_hour (hour);
CREATE TABLE channel_hour_mark (
	id      INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
	counted BIGINT  NOT NULL
);

CREATE INDEX deposit_channel ON deposit (channel, created_at);
