-- +goose Up

-- Files of bets, at venues that cut their lines into files: which of them was
-- read to its end, and which is missing. A file belongs to the window that
-- listed it first; that window is complete only when its files are read.
CREATE TABLE bet_file (
	venue     TEXT    NOT NULL,
	file      TEXT    NOT NULL, -- the venue's id
	window_id    TEXT    NOT NULL, -- the window it belongs to
	state     TEXT    NOT NULL CHECK (state IN ('listed', 'read', 'missing')), -- missing: asked for and not read to its end
	attempts  INTEGER NOT NULL DEFAULT 0, -- that failed
	lines     INTEGER NOT NULL DEFAULT 0, -- rows in it
	error     TEXT    NOT NULL DEFAULT '',
	listed_at BIGINT  NOT NULL,
	read_at   BIGINT  NOT NULL DEFAULT 0, -- the last time; 0: never
	PRIMARY KEY (venue, file)
);
CREATE INDEX bet_file_window ON bet_file (window_id);
CREATE INDEX bet_file_listed ON bet_file (venue, listed_at);

-- Of a window: its files, and those of them that are not read.
ALTER TABLE bet_window ADD COLUMN files INTEGER NOT NULL DEFAULT 0;
ALTER TABLE bet_window ADD COLUMN files_missing INTEGER NOT NULL DEFAULT 0;
