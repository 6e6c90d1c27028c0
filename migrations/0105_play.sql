-- +goose Up

-- What is played: one row a game and business day. A job counts it from the bets that were stored since it last ran (H-253).
CREATE TABLE venue_play (
	day   INTEGER NOT NULL,
	venue TEXT    NOT NULL,
	game  TEXT    NOT NULL,
	bets  BIGINT  NOT NULL CHECK (bets > 0),
	PRIMARY KEY (day, venue, game)
);

-- When a player last opened a game, or bet on it.
CREATE TABLE venue_recent (
	player    TEXT   NOT NULL,
	venue     TEXT   NOT NULL,
	game      TEXT   NOT NULL,
	played_at BIGINT NOT NULL,
	PRIMARY KEY (player, venue, game)
);

-- Up to when stored bets are counted, and from which day on games are ranked. One row.
CREATE TABLE bet_play (
	one         INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
	counted_to  BIGINT  NOT NULL,
	ranked_from INTEGER NOT NULL
);

-- How often a game was played in the last days, and its place in its venue; 0: not among the first.
ALTER TABLE venue_game ADD COLUMN played BIGINT NOT NULL DEFAULT 0;
ALTER TABLE venue_game ADD COLUMN hot_place INTEGER NOT NULL DEFAULT 0;
