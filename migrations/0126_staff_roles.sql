-- +goose Up

-- Roles that staff made or changed. A row stands in place of the shipped role of
-- the same code; a shipped role without a row is as the program has it.
CREATE TABLE staff_role (
	role        TEXT    NOT NULL PRIMARY KEY,
	name        TEXT    NOT NULL CHECK (name <> ''),
	permissions TEXT    NOT NULL, -- separated by commas
	removed     BOOLEAN NOT NULL DEFAULT FALSE,
	version     INTEGER NOT NULL CHECK (version > 0),
	changed_by  TEXT    NOT NULL,
	changed_at  BIGINT  NOT NULL,
	CHECK (role <> 'owner')
);

-- The networks from which the back office may be reached. Without a row, or with
-- an empty list, every address is let in that the configuration lets in.
CREATE TABLE staff_network (
	one        INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
	networks   TEXT    NOT NULL, -- separated by spaces
	version    INTEGER NOT NULL CHECK (version > 0),
	changed_by TEXT    NOT NULL,
	changed_at BIGINT  NOT NULL
);

-- The largest amount, in fen, that an account decides alone, where it is less
-- than the operator's figure for everybody. NULL: that figure.
ALTER TABLE staff_person ADD COLUMN alone_most BIGINT CHECK (alone_most >= 0);

-- The browser of a session, as it calls itself.
ALTER TABLE staff_session ADD COLUMN agent TEXT NOT NULL DEFAULT '';
