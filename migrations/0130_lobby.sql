-- +goose Up

-- How the name of a game is read: its syllables without spaces, for the search. A game that is renamed loses it by itself.
CREATE TABLE game_pinyin (
	name   TEXT NOT NULL PRIMARY KEY,
	pinyin TEXT NOT NULL CHECK (pinyin <> '')
);

-- What a venue says about a game beyond its name. Amounts are fen, 0 and '' are not known.
CREATE TABLE game_about (
	venue      TEXT    NOT NULL,
	game       TEXT    NOT NULL,
	payback    INTEGER NOT NULL DEFAULT 0 CHECK (payback BETWEEN 0 AND 10000), -- hundredths of a percent of all stakes
	volatility INTEGER NOT NULL DEFAULT 0 CHECK (volatility BETWEEN 0 AND 5),
	stake_min  BIGINT  NOT NULL DEFAULT 0 CHECK (stake_min >= 0),
	stake_max  BIGINT  NOT NULL DEFAULT 0 CHECK (stake_max = 0 OR stake_max >= stake_min),
	rules      TEXT    NOT NULL DEFAULT '', -- one paragraph a line
	fun        TEXT    NOT NULL DEFAULT '', -- where the venue lets anybody play it for nothing
	PRIMARY KEY (venue, game)
);

-- The latest and the largest wins. A job reads the bets that were stored since it last ran; pages read only this table.
CREATE TABLE bet_win (
	id     TEXT   NOT NULL PRIMARY KEY, -- venue:bet_id
	venue  TEXT   NOT NULL,
	bet_id TEXT   NOT NULL,
	player TEXT   NOT NULL,
	game   TEXT   NOT NULL,
	name   TEXT   NOT NULL, -- of the game, as the venue calls it
	win    BIGINT NOT NULL CHECK (win > 0),
	won_at BIGINT NOT NULL
);
CREATE INDEX bet_win_latest ON bet_win (won_at, id);

-- Up to when stored bets were looked through for wins. One row.
CREATE TABLE bet_win_mark (
	one     INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
	read_to BIGINT  NOT NULL
);
