-- +goose Up

-- Of a window that asks once more for a part of a whole day: that day.
ALTER TABLE bet_window ADD COLUMN day INTEGER NOT NULL DEFAULT 0;

-- What a venue lists of a day, part by part: one row for each window that asks
-- once more for the day and was read to its end. Sums are over finished bets.
CREATE TABLE bet_listing (
	venue     TEXT    NOT NULL,
	day       INTEGER NOT NULL, -- by the venue's time of change, yyyymmdd in GMT+8
	from_at   BIGINT  NOT NULL,
	to_at     BIGINT  NOT NULL,
	bets      BIGINT  NOT NULL CHECK (bets >= 0),
	stake     BIGINT  NOT NULL CHECK (stake >= 0),
	win       BIGINT  NOT NULL,
	listed_at BIGINT  NOT NULL,
	PRIMARY KEY (venue, day, from_at),
	CHECK (from_at < to_at)
);

-- A bet of such a window that the venue lists otherwise than we hold it.
CREATE TABLE bet_difference (
	venue     TEXT    NOT NULL,
	day       INTEGER NOT NULL,
	bet_id    TEXT    NOT NULL,
	from_at   BIGINT  NOT NULL, -- where the window begins
	what      TEXT    NOT NULL CHECK (what IN ('missing', 'unlisted', 'other')),
	version   INTEGER NOT NULL, -- ours, 0 if we hold none
	stake     BIGINT  NOT NULL, -- as the venue lists it, 0 if it does not
	win       BIGINT  NOT NULL,
	our_stake BIGINT  NOT NULL,
	our_win   BIGINT  NOT NULL,
	seen_at   BIGINT  NOT NULL,
	PRIMARY KEY (venue, day, bet_id)
);
