-- +goose Up

-- A game beside the list that its vendor gives. vendor_name is the name in that list
-- as it was last taken over, '' for a game that no list named. own_name says that the
-- name is ours, so that no list changes it. A game that is gone from the list opens for
-- nobody; hidden stays what staff made of it.
ALTER TABLE venue_game ADD COLUMN vendor_name TEXT    NOT NULL DEFAULT '';
ALTER TABLE venue_game ADD COLUMN own_name    BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE venue_game ADD COLUMN maker       TEXT    NOT NULL DEFAULT ''; -- whose game an aggregator offers
ALTER TABLE venue_game ADD COLUMN gone        BOOLEAN NOT NULL DEFAULT FALSE;

-- How the reading of each vendor's list of games stands.
CREATE TABLE venue_list (
	venue      TEXT    NOT NULL PRIMARY KEY REFERENCES venue (code),
	show_new   BOOLEAN NOT NULL DEFAULT FALSE, -- new games are shown to players at once
	digest     TEXT    NOT NULL DEFAULT '',    -- of the list that was last read; '': none
	skipped    INTEGER NOT NULL DEFAULT 0,     -- rows of it that name no game
	differs    INTEGER NOT NULL DEFAULT 0,     -- differences when it was last read or applied
	read_at    BIGINT  NOT NULL DEFAULT 0,
	asked_at   BIGINT  NOT NULL DEFAULT 0,     -- also when it could not be read
	failure    TEXT    NOT NULL DEFAULT '',    -- why not, the last time
	applied_at BIGINT  NOT NULL DEFAULT 0,
	applied_by TEXT    NOT NULL DEFAULT '',
	CHECK ((digest = '') = (read_at = 0))
);

-- The vendor's list as it was last read. It is replaced as a whole.
CREATE TABLE venue_list_game (
	venue TEXT    NOT NULL REFERENCES venue (code),
	code  TEXT    NOT NULL CHECK (code <> ''),
	name  TEXT    NOT NULL CHECK (name <> ''),
	kind  TEXT    NOT NULL,
	maker TEXT    NOT NULL,
	place INTEGER NOT NULL, -- in the vendor's order
	PRIMARY KEY (venue, code)
);
