-- +goose Up

-- Players, their sessions, captchas and counters. Phone, true name, birthday
-- and e-mail are sealed; the *_index columns find a sealed value without
-- showing it.

CREATE TABLE player (
	id                  TEXT    NOT NULL PRIMARY KEY, -- the user name in lower case
	name                TEXT    NOT NULL,             -- as typed
	phone               TEXT    NOT NULL,
	phone_index         TEXT    NOT NULL UNIQUE,
	true_name           TEXT    NOT NULL DEFAULT '',
	true_name_index     TEXT    NOT NULL DEFAULT '',
	birthday            TEXT    NOT NULL DEFAULT '',
	email               TEXT    NOT NULL DEFAULT '',
	email_index         TEXT    NOT NULL DEFAULT '',
	invited_by          TEXT    NOT NULL DEFAULT '',
	register_domain     TEXT    NOT NULL DEFAULT '',
	register_ip         TEXT    NOT NULL DEFAULT '',
	created_at          BIGINT  NOT NULL,
	password            TEXT    NOT NULL,             -- argon2id
	password_changed_at BIGINT  NOT NULL DEFAULT 0,   -- 0: never since registration
	phone_changed_at    BIGINT  NOT NULL DEFAULT 0,
	withdraw_password   TEXT    NOT NULL,             -- argon2id, of its own
	withdraw_set        BOOLEAN NOT NULL DEFAULT FALSE, -- FALSE: still the one of registration
	withdraw_changed_at BIGINT  NOT NULL DEFAULT 0,
	last_login_at       BIGINT  NOT NULL DEFAULT 0,
	last_login_ip       TEXT    NOT NULL DEFAULT '',
	CONSTRAINT player_id_is_folded CHECK (id = lower(name))
);
CREATE INDEX player_created ON player (created_at);
CREATE INDEX player_true_name ON player (true_name_index) WHERE true_name_index <> '';
CREATE INDEX player_email ON player (email_index) WHERE email_index <> '';

-- The tickets of players, by hash. Ended ones stay a while for staff to see.
CREATE TABLE player_ticket (
	hash        TEXT    NOT NULL PRIMARY KEY,
	id          TEXT    NOT NULL UNIQUE,
	player      TEXT    NOT NULL REFERENCES player (id),
	name        TEXT    NOT NULL,
	device_hash TEXT    NOT NULL, -- of the cookie that money calls need beside the ticket
	remember    BOOLEAN NOT NULL,
	ip          TEXT    NOT NULL,
	agent       TEXT    NOT NULL,
	created_at  BIGINT  NOT NULL,
	seen_at     BIGINT  NOT NULL, -- last activity; polls do not count
	expires_at  BIGINT  NOT NULL,
	ended_at    BIGINT  NOT NULL DEFAULT 0,
	end_reason  TEXT    NOT NULL DEFAULT ''
);
CREATE INDEX player_ticket_player ON player_ticket (player, created_at);
CREATE INDEX player_ticket_expires ON player_ticket (expires_at);

-- Devices a player has logged in from.
CREATE TABLE player_device (
	player      TEXT   NOT NULL,
	device_hash TEXT   NOT NULL,
	first_at    BIGINT NOT NULL,
	last_at     BIGINT NOT NULL,
	PRIMARY KEY (player, device_hash)
);

CREATE TABLE player_captcha (
	v_rand     TEXT    NOT NULL PRIMARY KEY,
	answer     TEXT    NOT NULL, -- keyed fingerprint
	expires_at BIGINT  NOT NULL,
	used       BOOLEAN NOT NULL DEFAULT FALSE
);
CREATE INDEX player_captcha_expires ON player_captcha (expires_at);

-- Counters in fixed windows: attempts, failures, checks of a password.
CREATE TABLE player_throttle (
	key        TEXT    NOT NULL PRIMARY KEY,
	hits       INTEGER NOT NULL,
	next_at    BIGINT  NOT NULL DEFAULT 0, -- not again before
	expires_at BIGINT  NOT NULL            -- means nothing from then on
);
CREATE INDEX player_throttle_expires ON player_throttle (expires_at);
