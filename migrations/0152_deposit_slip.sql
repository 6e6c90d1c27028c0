-- +goose Up

-- Pictures of transfer slips that players attach to bank orders, as they were
-- made anew from what was sent. Removed after a year; they credit nothing.
CREATE TABLE deposit_slip (
	id     TEXT    NOT NULL PRIMARY KEY,
	sn     TEXT    NOT NULL REFERENCES deposit (sn),
	player TEXT    NOT NULL,
	width  INTEGER NOT NULL,
	height INTEGER NOT NULL,
	data   {{if .Postgres}}BYTEA{{else}}BLOB{{end}} NOT NULL, -- JPEG
	at     BIGINT  NOT NULL
);
CREATE INDEX deposit_slip_of ON deposit_slip (sn, at);
CREATE INDEX deposit_slip_at ON deposit_slip (at);

-- How many slips a player has sent on a day, refused ones too.
CREATE TABLE deposit_slip_player (
	player TEXT    NOT NULL PRIMARY KEY,
	day    INTEGER NOT NULL,
	sent   INTEGER NOT NULL
);
