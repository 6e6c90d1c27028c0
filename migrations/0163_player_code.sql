-- +goose Up

-- Six-digit codes that were sent to a phone or a mailbox. ask is the hash of what
-- whoever asked for it alone holds: without it a code cannot be tried.
CREATE TABLE player_code (
	ask        TEXT    NOT NULL PRIMARY KEY,
	player     TEXT    NOT NULL,
	purpose    TEXT    NOT NULL CHECK (purpose IN ('prove', 'old', 'new', 'reset')),
	channel    TEXT    NOT NULL CHECK (channel IN ('sms', 'email')),
	sealed     TEXT    NOT NULL CHECK (sealed <> ''), -- the address
	code       TEXT    NOT NULL CHECK (code <> ''),   -- keyed fingerprint
	issued_at  BIGINT  NOT NULL,
	expires_at BIGINT  NOT NULL,
	tries      INTEGER NOT NULL DEFAULT 0,
	used_at    BIGINT  NOT NULL DEFAULT 0
);
CREATE INDEX player_code_player ON player_code (player);
CREATE INDEX player_code_expires ON player_code (expires_at);
