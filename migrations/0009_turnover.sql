-- +goose Up

-- One row a player with a requirement or a settled bet. It holds nothing: locking it is what keeps two
-- allocations for one player from reading the same bucket twice.
CREATE TABLE turnover_player (
	player TEXT NOT NULL PRIMARY KEY
);

-- One row a deposit or grant: how much must be bet, and how much of that has been.
CREATE TABLE turnover_bucket (
	id        TEXT    NOT NULL PRIMARY KEY,
	player    TEXT    NOT NULL,
	source    TEXT    NOT NULL,
	ref       TEXT    NOT NULL,
	amount    BIGINT  NOT NULL CHECK (amount >= 0),
	required  BIGINT  NOT NULL CHECK (required >= 0),
	done      BIGINT  NOT NULL DEFAULT 0 CHECK (done >= 0 AND done <= required),
	state     TEXT    NOT NULL CHECK (state IN ('open', 'met', 'dropped')),
	reason    TEXT    NOT NULL DEFAULT '',
	opened_at BIGINT  NOT NULL,
	closed_at BIGINT  NOT NULL DEFAULT 0,
	CHECK (state = 'dropped' OR (state = 'met') = (done = required)),
	UNIQUE (source, ref)
);
CREATE INDEX turnover_bucket_player ON turnover_bucket (player, opened_at, id);
CREATE INDEX turnover_bucket_open ON turnover_bucket (player) WHERE state = 'open';

-- One row a settled bet, in its newest version: what it was worth, what of it was used, and why not all of it.
CREATE TABLE turnover_bet (
	bet        TEXT    NOT NULL PRIMARY KEY,
	player     TEXT    NOT NULL,
	venue      TEXT    NOT NULL,
	bet_id     TEXT    NOT NULL,
	version    BIGINT  NOT NULL,
	valid      BIGINT  NOT NULL CHECK (valid >= 0),
	weight     INTEGER NOT NULL CHECK (weight >= 0),
	counted    BIGINT  NOT NULL CHECK (counted >= 0),
	allocated  BIGINT  NOT NULL CHECK (allocated >= 0 AND allocated <= counted),
	reason     TEXT    NOT NULL DEFAULT '',
	bet_at     BIGINT  NOT NULL,
	settled_at BIGINT  NOT NULL
);
CREATE INDEX turnover_bet_player ON turnover_bet (player, bet_at, bet);
CREATE INDEX turnover_bet_spare ON turnover_bet (player, bet_at, bet) WHERE allocated < counted;

-- What each bet gave to each bucket, as signed steps. Rows are only added: a re-settled bet adds its difference.
CREATE TABLE turnover_line (
	id      TEXT    NOT NULL PRIMARY KEY,
	bucket  TEXT    NOT NULL REFERENCES turnover_bucket (id),
	bet     TEXT    NOT NULL REFERENCES turnover_bet (bet),
	player  TEXT    NOT NULL,
	version BIGINT  NOT NULL,
	valid   BIGINT  NOT NULL,
	weight  INTEGER NOT NULL,
	delta   BIGINT  NOT NULL CHECK (delta <> 0),
	reason  TEXT    NOT NULL,
	at      BIGINT  NOT NULL
);
CREATE INDEX turnover_line_bucket ON turnover_line (bucket, at, id);
CREATE INDEX turnover_line_bet ON turnover_line (bet);

-- Guards: what was required stays required, and what was counted is only added to.
{{if .Postgres}}
-- +goose StatementBegin
CREATE FUNCTION refuse_turnover_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '%: not allowed', TG_TABLE_NAME;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER turnover_bucket_stays BEFORE DELETE ON turnover_bucket FOR EACH ROW EXECUTE FUNCTION refuse_turnover_change();
CREATE TRIGGER turnover_bucket_not_emptied BEFORE TRUNCATE ON turnover_bucket FOR EACH STATEMENT EXECUTE FUNCTION refuse_turnover_change();
CREATE TRIGGER turnover_bucket_as_opened BEFORE UPDATE OF id, player, source, ref, amount, required, opened_at ON turnover_bucket
	FOR EACH ROW EXECUTE FUNCTION refuse_turnover_change();
CREATE TRIGGER turnover_line_kept BEFORE UPDATE OR DELETE ON turnover_line FOR EACH ROW EXECUTE FUNCTION refuse_turnover_change();
CREATE TRIGGER turnover_line_not_emptied BEFORE TRUNCATE ON turnover_line FOR EACH STATEMENT EXECUTE FUNCTION refuse_turnover_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER turnover_bucket_stays BEFORE DELETE ON turnover_bucket BEGIN SELECT RAISE(ABORT, 'turnover_bucket: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER turnover_bucket_as_opened BEFORE UPDATE OF id, player, source, ref, amount, required, opened_at ON turnover_bucket
	BEGIN SELECT RAISE(ABORT, 'turnover_bucket: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER turnover_line_kept BEFORE UPDATE ON turnover_line BEGIN SELECT RAISE(ABORT, 'turnover_line: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER turnover_line_stays BEFORE DELETE ON turnover_line BEGIN SELECT RAISE(ABORT, 'turnover_line: not allowed'); END;
-- +goose StatementEnd
{{end}}
