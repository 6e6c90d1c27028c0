-- +goose Up

-- The authenticator of a player who switched two-step login on. second_secret
-- is sealed; second_pending is one that is being set up. second_step is the last
-- code that was used, which works once.
ALTER TABLE player ADD COLUMN second_secret TEXT NOT NULL DEFAULT '';
ALTER TABLE player ADD COLUMN second_pending TEXT NOT NULL DEFAULT '';
ALTER TABLE player ADD COLUMN second_step BIGINT NOT NULL DEFAULT 0;
ALTER TABLE player ADD COLUMN second_since BIGINT NOT NULL DEFAULT 0;  -- 0: off
ALTER TABLE player ADD COLUMN second_off_at BIGINT NOT NULL DEFAULT 0; -- 0: never switched off

-- Codes for a player whose authenticator is lost; each works once.
CREATE TABLE player_recovery (
	player  TEXT   NOT NULL,
	code    TEXT   NOT NULL,           -- keyed fingerprint
	used_at BIGINT NOT NULL DEFAULT 0, -- 0: not used
	PRIMARY KEY (player, code)
){{if .SQLite}} WITHOUT ROWID{{end}};
