-- +goose Up

-- The passkeys of players. credential is the id by which the authenticator knows the
-- key, in base64url; site is the domain it was made for and is bound to. handle names
-- the player to the authenticator and tells a stranger nothing.
CREATE TABLE player_passkey (
	id           TEXT    NOT NULL PRIMARY KEY,
	player       TEXT    NOT NULL,
	credential   TEXT    NOT NULL CHECK (credential <> ''),
	site         TEXT    NOT NULL,
	handle       TEXT    NOT NULL,
	name         TEXT    NOT NULL CHECK (name <> ''),
	sealed       TEXT    NOT NULL CHECK (sealed <> ''), -- the public key, bound to player and credential
	flags        INTEGER NOT NULL,                      -- as the authenticator sent them when it was made
	sign_count   BIGINT  NOT NULL,                      -- of its uses; 0 where the authenticator does not count
	transports   TEXT    NOT NULL DEFAULT '',
	device_hash  TEXT    NOT NULL,                      -- the device that used it last
	created_at   BIGINT  NOT NULL,
	last_used_at BIGINT  NOT NULL DEFAULT 0,            -- 0: never
	stopped_at   BIGINT  NOT NULL DEFAULT 0             -- 0: in use; else its counter went back
);
CREATE UNIQUE INDEX player_passkey_credential ON player_passkey (credential);
CREATE INDEX player_passkey_player ON player_passkey (player, created_at);

-- Questions to authenticators that are open: each is answered once, from the browser
-- that asked. hash is of the challenge.
CREATE TABLE player_challenge (
	hash        TEXT   NOT NULL PRIMARY KEY,
	purpose     TEXT   NOT NULL CHECK (purpose IN ('login', 'add')),
	device_hash TEXT   NOT NULL,
	player      TEXT   NOT NULL DEFAULT '', -- who adds a passkey, and in which session
	session     TEXT   NOT NULL DEFAULT '',
	question    TEXT   NOT NULL,            -- JSON
	expires_at  BIGINT NOT NULL
);
CREATE INDEX player_challenge_device ON player_challenge (device_hash, purpose);
CREATE INDEX player_challenge_expires ON player_challenge (expires_at);
