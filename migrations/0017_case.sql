-- +goose Up

-- What a venue says it moved, or what people found out, where that is not the
-- order's amount; 0 where it is.
ALTER TABLE transfer ADD COLUMN moved BIGINT NOT NULL DEFAULT 0 CHECK (moved >= 0);

-- The house account where a deposit's money really came, where that is not its
-- own channel's: money of another order, or of none, was given to it.
ALTER TABLE deposit ADD COLUMN came_at TEXT NOT NULL DEFAULT '';

-- Money that arrived and belongs to no order: staff read it off a company's
-- statement, and it waits in suspense until two people give it to a player's
-- deposit or note that it went back to who sent it.
CREATE TABLE stray_money (
	sn         TEXT    NOT NULL PRIMARY KEY,
	account    TEXT    NOT NULL CHECK (account LIKE 'bank:%' OR account LIKE 'gateway:%'),
	txn        TEXT    NOT NULL CHECK (txn <> ''), -- the company's number of the payment
	amount     BIGINT  NOT NULL CHECK (amount > 0),
	payer      TEXT    NOT NULL, -- sealed
	note       TEXT    NOT NULL DEFAULT '',
	state      TEXT    NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'assigned', 'returned')),
	deposit    TEXT    NOT NULL DEFAULT '', -- the order it was given to
	reference  TEXT    NOT NULL DEFAULT '', -- the company's number of the payment back
	made_by    TEXT    NOT NULL,
	created_at BIGINT  NOT NULL,
	ended_at   BIGINT  NOT NULL DEFAULT 0,
	UNIQUE (account, txn),
	CONSTRAINT stray_money_ended CHECK (
		CASE state
			WHEN 'open'     THEN ended_at = 0 AND deposit = '' AND reference = ''
			WHEN 'assigned' THEN ended_at > 0 AND deposit <> '' AND reference = ''
			ELSE ended_at > 0 AND deposit = '' AND reference <> ''
		END)
);
CREATE INDEX stray_money_open ON stray_money (created_at) WHERE state = 'open';

-- Guards: what arrived never changes, and it ends once.
{{if .Postgres}}
CREATE TRIGGER stray_money_stays BEFORE DELETE ON stray_money FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER stray_money_not_emptied BEFORE TRUNCATE ON stray_money FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER stray_money_as_it_came BEFORE UPDATE OF sn, account, txn, amount, payer, made_by, created_at ON stray_money
	FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER stray_money_ends_once BEFORE UPDATE ON stray_money FOR EACH ROW WHEN (OLD.state <> 'open') EXECUTE FUNCTION refuse_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER stray_money_stays BEFORE DELETE ON stray_money BEGIN SELECT RAISE(ABORT, 'stray_money is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER stray_money_as_it_came BEFORE UPDATE OF sn, account, txn, amount, payer, made_by, created_at ON stray_money
	BEGIN SELECT RAISE(ABORT, 'stray_money is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER stray_money_ends_once BEFORE UPDATE ON stray_money WHEN OLD.state <> 'open'
	BEGIN SELECT RAISE(ABORT, 'stray_money ends once'); END;
-- +goose StatementEnd
{{end}}
