-- +goose Up

-- Approved bank withdrawals that are paid by one file. number is what people call it.
CREATE TABLE payout_batch (
	number        BIGINT  NOT NULL PRIMARY KEY CHECK (number > 0),
	orders        INTEGER NOT NULL CHECK (orders > 0),
	amount        BIGINT  NOT NULL CHECK (amount > 0),
	made_by       TEXT    NOT NULL,
	made_name     TEXT    NOT NULL,
	made_at       BIGINT  NOT NULL,
	state         TEXT    NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'cancelled')),
	downloads     INTEGER NOT NULL DEFAULT 0 CHECK (downloads >= 0),
	downloaded_at BIGINT  NOT NULL DEFAULT 0,
	ended_at      BIGINT  NOT NULL DEFAULT 0,
	CHECK ((state = 'cancelled') = (ended_at > 0))
);

-- The batch that a withdrawal is paid in, 0 for none. It stays when the order ends.
ALTER TABLE withdrawal ADD COLUMN batch BIGINT NOT NULL DEFAULT 0 CHECK (batch >= 0);
CREATE INDEX withdrawal_batch ON withdrawal (batch) WHERE batch > 0;

-- Guards: an order enters a batch while it waits to be paid, and one batch at a time.
{{if .Postgres}}
CREATE TRIGGER withdrawal_in_batch BEFORE UPDATE OF batch ON withdrawal FOR EACH ROW
	WHEN (NEW.batch <> OLD.batch AND NOT (OLD.state = 'approved' AND (OLD.batch = 0 OR NEW.batch = 0)))
	EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_batch_stays BEFORE DELETE ON payout_batch FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_batch_not_emptied BEFORE TRUNCATE ON payout_batch FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_batch_as_made BEFORE UPDATE OF number, orders, amount, made_by, made_name, made_at ON payout_batch
	FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_batch_ends_once BEFORE UPDATE ON payout_batch FOR EACH ROW WHEN (OLD.state <> 'open') EXECUTE FUNCTION refuse_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER withdrawal_in_batch BEFORE UPDATE OF batch ON withdrawal
	WHEN NEW.batch <> OLD.batch AND NOT (OLD.state = 'approved' AND (OLD.batch = 0 OR NEW.batch = 0))
	BEGIN SELECT RAISE(ABORT, 'withdrawal does not enter this batch'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER payout_batch_stays BEFORE DELETE ON payout_batch BEGIN SELECT RAISE(ABORT, 'payout_batch is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER payout_batch_as_made BEFORE UPDATE OF number, orders, amount, made_by, made_name, made_at ON payout_batch
	BEGIN SELECT RAISE(ABORT, 'payout_batch is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER payout_batch_ends_once BEFORE UPDATE ON payout_batch WHEN OLD.state <> 'open'
	BEGIN SELECT RAISE(ABORT, 'payout_batch ends once'); END;
-- +goose StatementEnd
{{end}}
