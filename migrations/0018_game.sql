-- +goose Up

-- A game of the lobby beside its name. id is the number of the documented
-- calls (GameInfoId): the platform id times 10000, plus the shipped game's
-- number, or from 5001 on for games the operator added. Favourites stand on
-- it, so it never changes.
ALTER TABLE venue_game ADD COLUMN id          BIGINT  NOT NULL DEFAULT 0;
ALTER TABLE venue_game ADD COLUMN initials    TEXT    NOT NULL DEFAULT ''; -- of the name in pinyin, for the search
ALTER TABLE venue_game ADD COLUMN kind        TEXT    NOT NULL DEFAULT ''; -- a company with one wallet may have games of several kinds
ALTER TABLE venue_game ADD COLUMN theme       TEXT    NOT NULL DEFAULT '';
ALTER TABLE venue_game ADD COLUMN category    INTEGER NOT NULL DEFAULT 0;  -- what Type asks for (SLOT-02); 0: none
ALTER TABLE venue_game ADD COLUMN hot         BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE venue_game ADD COLUMN recommended BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE venue_game ADD COLUMN motif       TEXT    NOT NULL DEFAULT ''; -- what its picture is drawn from
ALTER TABLE venue_game ADD COLUMN palette     TEXT    NOT NULL DEFAULT '';
ALTER TABLE venue_game ADD COLUMN rarity      INTEGER NOT NULL DEFAULT 1;
ALTER TABLE venue_game ADD COLUMN seed        INTEGER NOT NULL DEFAULT 0;
ALTER TABLE venue_game ADD COLUMN picture     TEXT    NOT NULL DEFAULT ''; -- address of the company's own picture, instead of a drawn one

UPDATE venue_game
SET kind = (SELECT venue.kind FROM venue WHERE venue.code = venue_game.venue),
	id = (SELECT venue.platform_id FROM venue WHERE venue.code = venue_game.venue) * 10000 + 5000 + (
		SELECT count(*)
		FROM venue_game AS other
		WHERE other.venue = venue_game.venue AND other.code <= venue_game.code);

CREATE UNIQUE INDEX venue_game_id ON venue_game (id);

-- The games a player marked. A mark is there or not: marking twice is marking once.
CREATE TABLE venue_favourite (
	player    TEXT   NOT NULL,
	game      BIGINT NOT NULL REFERENCES venue_game (id),
	marked_at BIGINT NOT NULL,
	PRIMARY KEY (player, game)
);
