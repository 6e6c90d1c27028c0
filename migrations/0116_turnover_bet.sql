-- +goose Up

-- A settled bet costs one row where it cost two. Nearly every bet is taken whole by one requirement, in one step: the
-- row of the bet says so itself (bucket, taken_at). Steps that the row cannot say go to turnover_line as before: a bet
-- that is split, counted in part, settled again or filled in later.
--
-- Both tables are made anew: turnover_line refers to turnover_bet.
CREATE TABLE turnover_bet_new (
	bet        TEXT    NOT NULL PRIMARY KEY, -- venue:bet_id
	player     TEXT    NOT NULL,
	version    BIGINT  NOT NULL,
	valid      BIGINT  NOT NULL CHECK (valid >= 0),
	allocated  BIGINT  NOT NULL CHECK (allocated >= 0 AND allocated <= valid),
	bucket     TEXT,             -- the requirement that took all of this version; NULL: turnover_line holds the steps
	taken_at   BIGINT  NOT NULL, -- when it did, else 0
	reason     TEXT    NOT NULL,
	bet_at     BIGINT  NOT NULL,
	settled_at BIGINT  NOT NULL,
	odds       TEXT    NOT NULL,
	odds_type  TEXT    NOT NULL,
	parlay     BOOLEAN NOT NULL,
	CHECK (bucket IS NULL OR (allocated = valid AND valid > 0)),
	CHECK ((bucket IS NULL) = (taken_at = 0))
){{if .SQLite}} WITHOUT ROWID{{end}};

CREATE TABLE turnover_line_new (
	id      TEXT    NOT NULL PRIMARY KEY,
	bucket  TEXT    NOT NULL REFERENCES turnover_bucket (id),
	bet     TEXT    NOT NULL REFERENCES turnover_bet_new (bet),
	player  TEXT    NOT NULL,
	version BIGINT  NOT NULL,
	valid   BIGINT  NOT NULL,
	weight  INTEGER NOT NULL, -- thousandths of valid that count
	delta   BIGINT  NOT NULL CHECK (delta <> 0),
	lost    BIGINT  NOT NULL, -- what the bet gave beyond delta, because the terms count a part
	reason  TEXT    NOT NULL,
	at      BIGINT  NOT NULL
);

INSERT INTO turnover_bet_new (bet, player, version, valid, allocated, bucket, taken_at, reason, bet_at, settled_at, odds, odds_type, parlay)
SELECT bet, player, version, valid, allocated, NULL, 0, reason, bet_at, settled_at, odds, odds_type, parlay FROM turnover_bet;

INSERT INTO turnover_line_new (id, bucket, bet, player, version, valid, weight, delta, lost, reason, at)
SELECT id, bucket, bet, player, version, valid, weight, delta, lost, reason, at FROM turnover_line;

DROP TABLE turnover_line;
DROP TABLE turnover_bet;
ALTER TABLE turnover_bet_new RENAME TO turnover_bet;
ALTER TABLE turnover_line_new RENAME TO turnover_line;

-- Bets that were not used, or not in full; those that were are in no index of their player's.
CREATE INDEX turnover_bet_unused ON turnover_bet (player, bet_at, bet) WHERE allocated < valid OR valid = 0;
CREATE INDEX turnover_bet_bucket ON turnover_bet (bucket, taken_at, bet) WHERE bucket IS NOT NULL;
CREATE INDEX turnover_bet_settled ON turnover_bet {{if .Postgres}}USING brin {{end}}(settled_at);
CREATE INDEX turnover_line_bucket ON turnover_line (bucket, at, id);
CREATE INDEX turnover_line_bet ON turnover_line (bet);

-- Every step of every bet, wherever it is kept.
CREATE VIEW turnover_step AS
SELECT id, bucket, bet, player, version, valid, weight, delta, lost, reason, at FROM turnover_line
UNION ALL
SELECT bet AS id, bucket, bet, player, version, valid, 1000 AS weight, valid AS delta, 0 AS lost, 'counted' AS reason, taken_at AS at
FROM turnover_bet WHERE bucket IS NOT NULL;

-- Guards: a step is never changed or removed. A bet's own step may only be moved to turnover_line, where it is no more
-- changed; the checks of the sums find one that was not.
{{if .Postgres}}
CREATE TRIGGER turnover_line_kept BEFORE UPDATE OR DELETE ON turnover_line FOR EACH ROW EXECUTE FUNCTION refuse_turnover_change();
CREATE TRIGGER turnover_line_not_emptied BEFORE TRUNCATE ON turnover_line FOR EACH STATEMENT EXECUTE FUNCTION refuse_turnover_change();
CREATE TRIGGER turnover_bet_stays BEFORE DELETE ON turnover_bet FOR EACH ROW EXECUTE FUNCTION refuse_turnover_change();
CREATE TRIGGER turnover_bet_not_emptied BEFORE TRUNCATE ON turnover_bet FOR EACH STATEMENT EXECUTE FUNCTION refuse_turnover_change();
CREATE TRIGGER turnover_bet_kept BEFORE UPDATE OF bet, player, bet_at ON turnover_bet FOR EACH ROW EXECUTE FUNCTION refuse_turnover_change();
CREATE TRIGGER turnover_bet_step_kept BEFORE UPDATE ON turnover_bet FOR EACH ROW
	WHEN (NEW.bucket IS NOT NULL AND (OLD.bucket IS DISTINCT FROM NEW.bucket OR OLD.taken_at <> NEW.taken_at OR OLD.version <> NEW.version OR OLD.valid <> NEW.valid))
	EXECUTE FUNCTION refuse_turnover_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER turnover_line_kept BEFORE UPDATE ON turnover_line BEGIN SELECT RAISE(ABORT, 'turnover_line: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER turnover_line_stays BEFORE DELETE ON turnover_line BEGIN SELECT RAISE(ABORT, 'turnover_line: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER turnover_bet_stays BEFORE DELETE ON turnover_bet BEGIN SELECT RAISE(ABORT, 'turnover_bet: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER turnover_bet_kept BEFORE UPDATE OF bet, player, bet_at ON turnover_bet BEGIN SELECT RAISE(ABORT, 'turnover_bet: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER turnover_bet_step_kept BEFORE UPDATE ON turnover_bet
	WHEN NEW.bucket IS NOT NULL AND (OLD.bucket IS NOT NEW.bucket OR OLD.taken_at <> NEW.taken_at OR OLD.version <> NEW.version OR OLD.valid <> NEW.valid)
	BEGIN SELECT RAISE(ABORT, 'turnover_bet: not allowed'); END;
-- +goose StatementEnd
{{end}}
