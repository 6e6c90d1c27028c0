-- +goose Up

-- Companies that pay bank cards for us. Their addresses and keys are versions of
-- the setting pay.company; this row says whether one is in use, and holds what was
-- ordered of it on a GMT+8 day. Locking it makes orders at once see the same sum.
CREATE TABLE pay_company (
	code       TEXT    NOT NULL PRIMARY KEY,
	name       TEXT    NOT NULL,
	enabled    BOOLEAN NOT NULL,
	day        INTEGER NOT NULL DEFAULT 0,
	day_amount BIGINT  NOT NULL DEFAULT 0 CHECK (day_amount >= 0)
);

-- Attempts to pay a withdrawal through a company. The row is written before the
-- company is called and holds everything the call says; number and holder are
-- sealed in it. planned was not sent; asked was sent, or is about to be; accepted
-- was taken by the company; refused was refused and is being confirmed; unknown
-- had no clear answer.
CREATE TABLE payout_attempt (
	ref        TEXT    NOT NULL PRIMARY KEY, -- our number at the company
	token      TEXT    NOT NULL UNIQUE,      -- of the address of its notices
	sn         TEXT    NOT NULL REFERENCES withdrawal (sn),
	no         INTEGER NOT NULL CHECK (no > 0), -- of its withdrawal, from 1
	player     TEXT    NOT NULL,
	company    TEXT    NOT NULL,
	version    INTEGER NOT NULL, -- of the company's setting
	place      TEXT    NOT NULL, -- protocol, address and merchant that it goes to
	amount     BIGINT  NOT NULL CHECK (amount > 0),
	day        INTEGER NOT NULL, -- GMT+8, of the company's daily limit
	bank       TEXT    NOT NULL,
	number     TEXT    NOT NULL,
	tail       TEXT    NOT NULL,
	holder     TEXT    NOT NULL,
	province   TEXT    NOT NULL,
	city       TEXT    NOT NULL,
	branch     TEXT    NOT NULL,
	state      TEXT    NOT NULL CHECK (state IN ('planned', 'asked', 'accepted', 'refused', 'unknown', 'paid', 'failed')),
	needs      TEXT    NOT NULL DEFAULT '', -- why people must decide, '' if they need not
	answer     TEXT    NOT NULL DEFAULT '', -- the company's last answer in plain words
	short      BOOLEAN NOT NULL DEFAULT FALSE, -- our balance at the company was too small
	txn        TEXT    NOT NULL DEFAULT '', -- the company's number
	paid       BIGINT  NOT NULL DEFAULT 0 CHECK (paid >= 0), -- what the company says it paid
	made_by    TEXT    NOT NULL, -- name, or the program
	made_at    BIGINT  NOT NULL,
	asked_at   BIGINT  NOT NULL DEFAULT 0,
	ask_at     BIGINT  NOT NULL DEFAULT 0, -- the next step of the job; 0: none
	asks       INTEGER NOT NULL DEFAULT 0,
	ended_at   BIGINT  NOT NULL DEFAULT 0,
	UNIQUE (sn, no),
	CHECK ((state IN ('paid', 'failed')) = (ended_at > 0))
);
-- A withdrawal has one attempt at a time, whoever begins another.
CREATE UNIQUE INDEX payout_attempt_open ON payout_attempt (sn) WHERE ended_at = 0;
CREATE INDEX payout_attempt_ask ON payout_attempt (company, ask_at, ref) WHERE ask_at > 0;
CREATE INDEX payout_attempt_since ON payout_attempt (asked_at) WHERE ended_at = 0;
CREATE INDEX payout_attempt_needs ON payout_attempt (made_at) WHERE needs <> '';
CREATE INDEX payout_attempt_short ON payout_attempt (company, ended_at) WHERE short;

-- attempt is the attempt that may pay an approved order, or has paid it; '' if none.
-- payout_company is the company it was paid by.
ALTER TABLE withdrawal ADD COLUMN attempt        TEXT NOT NULL DEFAULT '';
ALTER TABLE withdrawal ADD COLUMN payout_company TEXT NOT NULL DEFAULT '';

-- Guards. An order whose attempt may still pay it is neither failed nor paid
-- another way. It is paid by an act of a payer, or by its attempt that is paid.
{{if .Postgres}}
-- +goose StatementBegin
CREATE FUNCTION refuse_unpaid_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.attempt = '' AND NOT EXISTS (SELECT 1 FROM desk_act p WHERE p.sn = NEW.sn AND p.act = 'pay') THEN
		RAISE EXCEPTION 'withdrawal % has no payer', NEW.sn;
	END IF;
	IF NEW.attempt <> '' AND NOT EXISTS (SELECT 1 FROM payout_attempt a WHERE a.ref = NEW.attempt AND a.sn = NEW.sn AND a.state = 'paid' AND a.amount = NEW.amount) THEN
		RAISE EXCEPTION 'withdrawal % has an attempt that has not paid', NEW.sn;
	END IF;
	RETURN NEW;
END
$$;
-- +goose StatementEnd
DROP TRIGGER withdrawal_has_payer ON withdrawal;
CREATE TRIGGER withdrawal_has_payer BEFORE UPDATE OF state ON withdrawal FOR EACH ROW
	WHEN (OLD.state = 'approved' AND NEW.state = 'paid') EXECUTE FUNCTION refuse_unpaid_attempt();
CREATE TRIGGER withdrawal_attempt_open BEFORE UPDATE OF state ON withdrawal FOR EACH ROW
	WHEN (OLD.state = 'approved' AND NEW.state NOT IN ('approved', 'paid') AND NEW.attempt <> '') EXECUTE FUNCTION refuse_change();
-- +goose StatementBegin
CREATE FUNCTION refuse_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.state <> 'approved' OR OLD.attempt <> '' AND NEW.attempt <> ''
		OR OLD.attempt <> '' AND NOT EXISTS (SELECT 1 FROM payout_attempt a WHERE a.ref = OLD.attempt AND a.state = 'failed') THEN
		RAISE EXCEPTION 'withdrawal % has an attempt that may pay it', NEW.sn;
	END IF;
	RETURN NEW;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER withdrawal_attempt BEFORE UPDATE OF attempt ON withdrawal FOR EACH ROW
	WHEN (NEW.attempt <> OLD.attempt) EXECUTE FUNCTION refuse_attempt();
CREATE TRIGGER payout_attempt_as_made BEFORE UPDATE OF ref, token, sn, no, player, company, version, place, amount, day, bank, number, tail, holder, province, city, branch, made_by, made_at
	ON payout_attempt FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_attempt_born BEFORE INSERT ON payout_attempt FOR EACH ROW WHEN (NEW.state <> 'planned') EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_attempt_edge BEFORE UPDATE OF state ON payout_attempt FOR EACH ROW
	WHEN (NEW.state <> OLD.state AND (OLD.state || '>' || NEW.state) NOT IN
		('planned>asked', 'planned>failed', 'asked>accepted', 'asked>refused', 'asked>unknown', 'asked>paid', 'asked>failed',
		 'accepted>unknown', 'accepted>paid', 'accepted>failed', 'refused>accepted', 'refused>unknown', 'refused>paid', 'refused>failed',
		 'unknown>accepted', 'unknown>paid', 'unknown>failed', 'failed>paid'))
	EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_attempt_stays BEFORE DELETE ON payout_attempt FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_attempt_not_emptied BEFORE TRUNCATE ON payout_attempt FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
{{end}}
{{if .SQLite}}
DROP TRIGGER withdrawal_has_payer;
-- +goose StatementBegin
CREATE TRIGGER withdrawal_has_payer BEFORE UPDATE OF state ON withdrawal
	WHEN OLD.state = 'approved' AND NEW.state = 'paid' AND NEW.attempt = '' AND NOT EXISTS (SELECT 1 FROM desk_act p WHERE p.sn = NEW.sn AND p.act = 'pay')
	BEGIN SELECT RAISE(ABORT, 'this withdrawal has no payer'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER withdrawal_attempt_paid BEFORE UPDATE OF state ON withdrawal
	WHEN OLD.state = 'approved' AND NEW.state = 'paid' AND NEW.attempt <> '' AND NOT EXISTS
		(SELECT 1 FROM payout_attempt a WHERE a.ref = NEW.attempt AND a.sn = NEW.sn AND a.state = 'paid' AND a.amount = NEW.amount)
	BEGIN SELECT RAISE(ABORT, 'this withdrawal has an attempt that has not paid'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER withdrawal_attempt_open BEFORE UPDATE OF state ON withdrawal
	WHEN OLD.state = 'approved' AND NEW.state NOT IN ('approved', 'paid') AND NEW.attempt <> ''
	BEGIN SELECT RAISE(ABORT, 'this withdrawal has an attempt that may pay it'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER withdrawal_attempt BEFORE UPDATE OF attempt ON withdrawal
	WHEN NEW.attempt <> OLD.attempt AND (NEW.state <> 'approved' OR OLD.attempt <> '' AND NEW.attempt <> ''
		OR OLD.attempt <> '' AND NOT EXISTS (SELECT 1 FROM payout_attempt a WHERE a.ref = OLD.attempt AND a.state = 'failed'))
	BEGIN SELECT RAISE(ABORT, 'this withdrawal has an attempt that may pay it'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER payout_attempt_as_made BEFORE UPDATE OF ref, token, sn, no, player, company, version, place, amount, day, bank, number, tail, holder, province, city, branch, made_by, made_at ON payout_attempt
	BEGIN SELECT RAISE(ABORT, 'payout_attempt is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER payout_attempt_born BEFORE INSERT ON payout_attempt WHEN NEW.state <> 'planned'
	BEGIN SELECT RAISE(ABORT, 'payout_attempt begins as planned'); END;
-- +goose StatementEnd
-- INSERT OR REPLACE removes a row without asking the trigger below.
-- +goose StatementBegin
CREATE TRIGGER payout_attempt_not_replaced BEFORE INSERT ON payout_attempt
	WHEN EXISTS (SELECT 1 FROM payout_attempt WHERE ref = NEW.ref OR token = NEW.token OR sn = NEW.sn AND (no = NEW.no OR ended_at = 0 AND NEW.ended_at = 0))
	BEGIN SELECT RAISE(ABORT, 'payout_attempt is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER payout_attempt_edge BEFORE UPDATE OF state ON payout_attempt
	WHEN NEW.state <> OLD.state AND (OLD.state || '>' || NEW.state) NOT IN
		('planned>asked', 'planned>failed', 'asked>accepted', 'asked>refused', 'asked>unknown', 'asked>paid', 'asked>failed',
		 'accepted>unknown', 'accepted>paid', 'accepted>failed', 'refused>accepted', 'refused>unknown', 'refused>paid', 'refused>failed',
		 'unknown>accepted', 'unknown>paid', 'unknown>failed', 'failed>paid')
	BEGIN SELECT RAISE(ABORT, 'payout_attempt does not go from this state to that'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER payout_attempt_stays BEFORE DELETE ON payout_attempt BEGIN SELECT RAISE(ABORT, 'payout_attempt is never changed or removed'); END;
-- +goose StatementEnd
{{end}}
