-- +goose Up

-- What the operator earns, by GMT+8 day. internal/earning keeps these rows from the bets, the books and the players;
-- all of them can be derived again, and the check of the books compares them with what they come from.

-- One row: everything that was stored before counted_to is in the tables below. Newer rows are added by whoever reads.
CREATE TABLE earning_cursor (
	one        INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
	counted_to BIGINT  NOT NULL
);

-- Finished bets in their newest versions, by the day of their placing. Kept by differences, which may come before the
-- row they are taken from is complete, so no sum is checked to be above zero.
CREATE TABLE earning_bet (
	day   INTEGER NOT NULL,
	venue TEXT    NOT NULL,
	game  TEXT    NOT NULL, -- the venue's code
	bets  BIGINT  NOT NULL,
	stake BIGINT  NOT NULL,
	valid BIGINT  NOT NULL,
	win   BIGINT  NOT NULL, -- of the players
	PRIMARY KEY (day, venue, game)
);
CREATE INDEX earning_bet_venue ON earning_bet (venue, day);

-- What the books moved, by the day of the entry. Accounts stand without the player's name: centre, locked, venue:ky.
CREATE TABLE earning_move (
	day        INTEGER NOT NULL,
	kind       TEXT    NOT NULL, -- of the entry
	from_class TEXT    NOT NULL,
	to_class   TEXT    NOT NULL,
	detail     TEXT    NOT NULL, -- method of a deposit, network of a withdrawal, rule of a promotion, source of C$
	asset      TEXT    NOT NULL,
	postings   BIGINT  NOT NULL,
	amount     BIGINT  NOT NULL,
	fee        BIGINT  NOT NULL, -- of withdrawals
	PRIMARY KEY (day, kind, from_class, to_class, detail, asset)
);

-- Players: who registered on a day, and whose first credited deposit it saw.
CREATE TABLE earning_player (
	day            INTEGER NOT NULL PRIMARY KEY,
	registered     BIGINT  NOT NULL,
	first_deposits BIGINT  NOT NULL
);
