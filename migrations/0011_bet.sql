-- +goose Up

-- One row for each version of a bet: what the venue said first and whenever it
-- said something else. A version is never changed; only the mark of the newest
-- one moves on.
CREATE TABLE bet (
	venue      TEXT    NOT NULL,
	bet_id     TEXT    NOT NULL, -- the venue's
	version    INTEGER NOT NULL CHECK (version > 0),
	current    BOOLEAN NOT NULL, -- the newest version
	player     TEXT    NOT NULL CHECK (player <> ''),
	account    TEXT    NOT NULL,
	game       TEXT    NOT NULL,
	game_name  TEXT    NOT NULL,
	status     TEXT    NOT NULL CHECK (status IN ('open', 'settled', 'void')),
	stake      BIGINT  NOT NULL CHECK (stake >= 0),
	valid      BIGINT  NOT NULL CHECK (valid >= 0), -- by D-26, 0 until settled
	win        BIGINT  NOT NULL, -- the player's result, 0 until settled
	odds       TEXT    NOT NULL,
	odds_type  TEXT    NOT NULL,
	parlay     BOOLEAN NOT NULL,
	bet_at     BIGINT  NOT NULL,
	settled_at BIGINT  NOT NULL, -- 0 while open
	updated_at BIGINT  NOT NULL, -- the venue's time of this version
	stored_at  BIGINT  NOT NULL,
	day        INTEGER NOT NULL, -- business day of bet_at, yyyymmdd in GMT+8
	reason     TEXT    NOT NULL, -- why valid is 0, for the player
	entry      TEXT    NOT NULL, -- the entry of the books that carries its result, '' if it changed nothing
	raw        TEXT    NOT NULL, -- the venue's own row
	PRIMARY KEY (venue, bet_id, version),
	CHECK (status = 'settled' OR (valid = 0 AND win = 0))
);
CREATE UNIQUE INDEX bet_current ON bet (venue, bet_id) WHERE current;
CREATE INDEX bet_player ON bet (player, bet_at, bet_id) WHERE current;

-- What the newest versions of a player's finished bets add up to. Kept by
-- differences in the transaction that stores the bets.
CREATE TABLE bet_day (
	player TEXT    NOT NULL,
	day    INTEGER NOT NULL,
	venue  TEXT    NOT NULL,
	bets   BIGINT  NOT NULL CHECK (bets >= 0),
	stake  BIGINT  NOT NULL CHECK (stake >= 0),
	valid  BIGINT  NOT NULL CHECK (valid >= 0),
	win    BIGINT  NOT NULL,
	PRIMARY KEY (player, day, venue)
);

-- One row a venue: where its feed stands. Locking it keeps two pulls of one
-- venue from storing the same bet at once.
CREATE TABLE bet_cursor (
	venue       TEXT    NOT NULL PRIMARY KEY,
	planned_to  BIGINT  NOT NULL, -- the end of the newest window
	complete_to BIGINT  NOT NULL, -- every window before this is stored in full
	asked_at    BIGINT  NOT NULL DEFAULT 0, -- when the venue was last asked
	asked_kind  TEXT    NOT NULL DEFAULT '',
	again_day   INTEGER NOT NULL, -- the newest day planned to be pulled once more
	CHECK (complete_to <= planned_to)
);

-- One row a window that was asked for or is to be. A window that failed stays
-- as a gap and is pulled again until it is complete.
CREATE TABLE bet_window (
	id         TEXT    NOT NULL PRIMARY KEY,
	venue      TEXT    NOT NULL,
	kind       TEXT    NOT NULL CHECK (kind IN ('live', 'again')),
	from_at    BIGINT  NOT NULL,
	core_from  BIGINT  NOT NULL, -- where the window begins without its overlap
	to_at      BIGINT  NOT NULL,
	state      TEXT    NOT NULL CHECK (state IN ('planned', 'done', 'gap')),
	attempts   INTEGER NOT NULL DEFAULT 0,
	next_at    BIGINT  NOT NULL DEFAULT 0, -- a gap is not pulled before this
	pulled_at  BIGINT  NOT NULL DEFAULT 0, -- the last attempt
	pages      INTEGER NOT NULL DEFAULT 0,
	lines      INTEGER NOT NULL DEFAULT 0, -- rows the venue sent
	added      INTEGER NOT NULL DEFAULT 0, -- of them bets we did not have
	changed    INTEGER NOT NULL DEFAULT 0, -- of them bets we had otherwise
	found      INTEGER NOT NULL DEFAULT 0, -- of them rows that are findings
	counted    INTEGER NOT NULL DEFAULT -1, -- the venue's own count, -1 if it gives none
	stake      BIGINT  NOT NULL DEFAULT 0, -- sum over the rows
	win        BIGINT  NOT NULL DEFAULT 0,
	error      TEXT    NOT NULL DEFAULT '',
	made_at    BIGINT  NOT NULL,
	CHECK (from_at <= core_from AND core_from < to_at)
);
CREATE INDEX bet_window_venue ON bet_window (venue, made_at, id);
CREATE INDEX bet_window_open ON bet_window (venue, next_at, from_at) WHERE state <> 'done';

-- Rows that could not become a bet: nobody has that account, or the bet
-- belonged to somebody else before. They wait for a person and are not lost.
CREATE TABLE bet_finding (
	venue     TEXT   NOT NULL,
	bet_id    TEXT   NOT NULL,
	account   TEXT   NOT NULL,
	what      TEXT   NOT NULL CHECK (what IN ('no_owner', 'other_player')),
	stake     BIGINT NOT NULL,
	win       BIGINT NOT NULL,
	raw       TEXT   NOT NULL,
	first_at  BIGINT NOT NULL,
	last_at   BIGINT NOT NULL,
	solved_at BIGINT NOT NULL DEFAULT 0,
	PRIMARY KEY (venue, bet_id, account)
);
CREATE INDEX bet_finding_open ON bet_finding (first_at) WHERE solved_at = 0;

-- Guards. They hold no logic: they only refuse.
{{if .Postgres}}
-- +goose StatementBegin
CREATE FUNCTION refuse_bet_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'a version of a bet is never changed or removed';
END
$$;
-- +goose StatementEnd
CREATE TRIGGER bet_kept BEFORE UPDATE OF venue, bet_id, version, player, account, game, game_name, status, stake, valid, win, odds, odds_type,
	parlay, bet_at, settled_at, updated_at, stored_at, day, reason, entry, raw ON bet FOR EACH ROW EXECUTE FUNCTION refuse_bet_change();
CREATE TRIGGER bet_stays BEFORE DELETE ON bet FOR EACH ROW EXECUTE FUNCTION refuse_bet_change();
CREATE TRIGGER bet_mark BEFORE UPDATE OF current ON bet FOR EACH ROW WHEN (NEW.current AND NOT OLD.current) EXECUTE FUNCTION refuse_bet_change();
CREATE TRIGGER bet_not_emptied BEFORE TRUNCATE ON bet FOR EACH STATEMENT EXECUTE FUNCTION refuse_bet_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER bet_kept BEFORE UPDATE OF venue, bet_id, version, player, account, game, game_name, status, stake, valid, win, odds, odds_type,
	parlay, bet_at, settled_at, updated_at, stored_at, day, reason, entry, raw ON bet
	BEGIN SELECT RAISE(ABORT, 'a version of a bet is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER bet_mark BEFORE UPDATE OF current ON bet WHEN NEW.current AND NOT OLD.current
	BEGIN SELECT RAISE(ABORT, 'a replaced version of a bet stays replaced'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER bet_stays BEFORE DELETE ON bet BEGIN SELECT RAISE(ABORT, 'a version of a bet is never changed or removed'); END;
-- +goose StatementEnd
{{end}}
