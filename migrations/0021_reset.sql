-- +goose Up

-- The code by which a player who forgot the login password sets a new one.
-- Staff issue it and never learn the password. One row a player: a new code
-- takes the place of the one before, so that at most one is live.
CREATE TABLE player_reset (
	player      TEXT    NOT NULL PRIMARY KEY,
	code        TEXT    NOT NULL,           -- keyed fingerprint
	issued_by   TEXT    NOT NULL,           -- name of the member of staff
	issued_at   BIGINT  NOT NULL,
	expires_at  BIGINT  NOT NULL,
	tries       INTEGER NOT NULL DEFAULT 0,
	used_at     BIGINT  NOT NULL DEFAULT 0  -- 0: not used
);
CREATE INDEX player_reset_expires ON player_reset (expires_at);

ALTER TABLE player ADD COLUMN password_reset_at BIGINT NOT NULL DEFAULT 0; -- 0: never
