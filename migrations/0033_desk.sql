-- +goose Up

-- Each act of a member of staff that moves a player's money by hand, by the
-- human being and not by the account. Rules that need two people read it, and
-- so do the sums of a person's and a player's last 24 hours.
CREATE TABLE desk_act (
	sn     TEXT    NOT NULL, -- the deposit or withdrawal
	act    TEXT    NOT NULL CHECK (act IN ('credit', 'credit.second', 'approve', 'approve.second', 'pay', 'fail', 'fail.second')),
	person TEXT    NOT NULL CHECK (person <> ''),
	staff  TEXT    NOT NULL, -- the account they used
	player TEXT    NOT NULL,
	amount BIGINT  NOT NULL CHECK (amount >= 0), -- 0 where a company vouches for the payment
	alone  BOOLEAN NOT NULL, -- no second person decided about it
	at     BIGINT  NOT NULL,
	PRIMARY KEY (sn, act, person)
);
CREATE INDEX desk_act_person ON desk_act (person, act, at);
CREATE INDEX desk_act_player ON desk_act (player, act, at);

-- One row a person. Locking it makes two acts of one person see each other's sums.
CREATE TABLE desk_person (
	person TEXT NOT NULL PRIMARY KEY
);

-- When the destination of a payout was last read, and when staff said that they
-- do not know what became of it. Both delay the answer "failed".
ALTER TABLE withdrawal ADD COLUMN destination_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE withdrawal ADD COLUMN unknown_at BIGINT NOT NULL DEFAULT 0;

-- Acts of orders from before this table, as far as the trail tells them.
INSERT INTO desk_act (sn, act, person, staff, player, amount, alone, at)
SELECT w.sn, 'approve', p.person, MIN(p.id), w.player, w.amount, NOT w.needs_second, w.created_at
FROM withdrawal w JOIN staff_audit a ON a.subject = 'withdrawal:' || w.sn AND a.action = 'withdrawal.approve'
JOIN staff_person p ON p.id = a.actor
WHERE w.state IN ('approved', 'paid') GROUP BY w.sn, p.person, w.player, w.amount, w.needs_second, w.created_at;
INSERT INTO desk_act (sn, act, person, staff, player, amount, alone, at)
SELECT w.sn, 'approve', p.person, MIN(p.id), w.player, w.amount, FALSE, w.created_at
FROM withdrawal w JOIN staff_approval a ON a.subject = 'withdrawal:' || w.sn AND a.kind = 'withdrawal.approve' AND a.state = 'approved'
JOIN staff_person p ON p.id = a.maker
WHERE w.state IN ('approved', 'paid') AND NOT EXISTS (SELECT 1 FROM desk_act d WHERE d.sn = w.sn AND d.act = 'approve' AND d.person = p.person)
GROUP BY w.sn, p.person, w.player, w.amount, w.created_at;
INSERT INTO desk_act (sn, act, person, staff, player, amount, alone, at)
SELECT d.sn, 'credit', p.person, MIN(p.id), d.player, CASE WHEN d.proved > 0 THEN 0 ELSE d.received END, d.proved = 0, d.ended_at
FROM deposit d JOIN staff_audit a ON a.subject = 'deposit:' || d.sn AND a.action IN ('deposit.confirm', 'deposit.resolve')
JOIN staff_person p ON p.id = a.actor
WHERE d.state = 'credited' GROUP BY d.sn, p.person, d.player, d.proved, d.received, d.ended_at;
INSERT INTO desk_act (sn, act, person, staff, player, amount, alone, at)
SELECT d.sn, 'credit', p.person, MIN(p.id), d.player, CASE WHEN d.proved > 0 THEN 0 ELSE d.received END, FALSE, d.ended_at
FROM deposit d JOIN staff_approval a ON a.subject = 'deposit:' || d.sn AND a.kind = 'deposit.credit' AND a.state = 'approved'
JOIN staff_person p ON p.id = a.maker
WHERE d.state = 'credited' AND NOT EXISTS (SELECT 1 FROM desk_act k WHERE k.sn = d.sn AND k.act = 'credit' AND k.person = p.person)
GROUP BY d.sn, p.person, d.player, d.proved, d.received, d.ended_at;

-- Guards. The approver of a withdrawal does not pay it. A second person is
-- another person. The person who credited a player by hand does not approve
-- what that player asks for in the 30 days after it. A bank payout is paid only
-- by an act of a payer.
{{if .Postgres}}
-- +goose StatementBegin
CREATE FUNCTION refuse_same_person() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF EXISTS (SELECT 1 FROM desk_act o WHERE o.sn = NEW.sn AND o.person = NEW.person AND (o.act || '>' || NEW.act) IN
		('approve>pay', 'pay>approve', 'credit>credit.second', 'credit.second>credit', 'approve>approve.second', 'approve.second>approve',
		 'fail>fail.second', 'fail.second>fail')) THEN
		RAISE EXCEPTION 'desk_act: % of % needs another person', NEW.act, NEW.sn;
	END IF;
	IF NEW.act IN ('approve', 'approve.second') AND EXISTS (SELECT 1 FROM desk_act c JOIN withdrawal w ON w.sn = NEW.sn
		WHERE c.act = 'credit' AND c.person = NEW.person AND c.player = w.player AND w.created_at >= c.at AND w.created_at < c.at + 2592000000) THEN
		RAISE EXCEPTION 'desk_act: the person who credited does not approve %', NEW.sn;
	END IF;
	RETURN NEW;
END
$$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION refuse_unpaid() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NOT EXISTS (SELECT 1 FROM desk_act p WHERE p.sn = NEW.sn AND p.act = 'pay') THEN
		RAISE EXCEPTION 'withdrawal % has no payer', NEW.sn;
	END IF;
	RETURN NEW;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER desk_act_two_people BEFORE INSERT ON desk_act FOR EACH ROW EXECUTE FUNCTION refuse_same_person();
CREATE TRIGGER desk_act_kept BEFORE UPDATE OR DELETE ON desk_act FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER desk_act_not_emptied BEFORE TRUNCATE ON desk_act FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER withdrawal_has_payer BEFORE UPDATE OF state ON withdrawal FOR EACH ROW
	WHEN (OLD.state = 'approved' AND NEW.state = 'paid') EXECUTE FUNCTION refuse_unpaid();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER desk_act_two_people BEFORE INSERT ON desk_act
	WHEN EXISTS (SELECT 1 FROM desk_act o WHERE o.sn = NEW.sn AND o.person = NEW.person AND (o.act || '>' || NEW.act) IN
		('approve>pay', 'pay>approve', 'credit>credit.second', 'credit.second>credit', 'approve>approve.second', 'approve.second>approve',
		 'fail>fail.second', 'fail.second>fail'))
	BEGIN SELECT RAISE(ABORT, 'desk_act: this needs another person'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER desk_act_not_creditor BEFORE INSERT ON desk_act
	WHEN NEW.act IN ('approve', 'approve.second') AND EXISTS (SELECT 1 FROM desk_act c JOIN withdrawal w ON w.sn = NEW.sn
		WHERE c.act = 'credit' AND c.person = NEW.person AND c.player = w.player AND w.created_at >= c.at AND w.created_at < c.at + 2592000000)
	BEGIN SELECT RAISE(ABORT, 'desk_act: the person who credited does not approve'); END;
-- +goose StatementEnd
-- INSERT OR REPLACE removes a row without asking the triggers below.
-- +goose StatementBegin
CREATE TRIGGER desk_act_not_replaced BEFORE INSERT ON desk_act
	WHEN EXISTS (SELECT 1 FROM desk_act WHERE sn = NEW.sn AND act = NEW.act AND person = NEW.person)
	BEGIN SELECT RAISE(ABORT, 'desk_act is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER desk_act_kept BEFORE UPDATE ON desk_act BEGIN SELECT RAISE(ABORT, 'desk_act is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER desk_act_stays BEFORE DELETE ON desk_act BEGIN SELECT RAISE(ABORT, 'desk_act is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER withdrawal_has_payer BEFORE UPDATE OF state ON withdrawal
	WHEN OLD.state = 'approved' AND NEW.state = 'paid' AND NOT EXISTS (SELECT 1 FROM desk_act p WHERE p.sn = NEW.sn AND p.act = 'pay')
	BEGIN SELECT RAISE(ABORT, 'this withdrawal has no payer'); END;
-- +goose StatementEnd
{{end}}
