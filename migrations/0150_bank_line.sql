-- +goose Up

-- Account statements of our bank accounts as staff imported them. The content of
-- a file is in its lines; hash tells one file from another.
CREATE TABLE bank_file (
	id            TEXT    NOT NULL PRIMARY KEY,
	account       BIGINT  NOT NULL, -- of company_bank
	name          TEXT    NOT NULL,
	hash          TEXT    NOT NULL, -- SHA-256
	form          TEXT    NOT NULL, -- '': by a mapping of its own
	mapping       TEXT    NOT NULL, -- JSON
	encoding      TEXT    NOT NULL,
	counted       TEXT    NOT NULL CHECK (counted <> ''), -- what tells its lines apart; files that overlap have the same
	lines         INTEGER NOT NULL CHECK (lines > 0),
	added         INTEGER NOT NULL,
	left_out      INTEGER NOT NULL,
	first_at      BIGINT  NOT NULL,
	last_at       BIGINT  NOT NULL,
	made_by       TEXT    NOT NULL,
	made_name     TEXT    NOT NULL,
	made_at       BIGINT  NOT NULL,
	undone_by     TEXT    NOT NULL DEFAULT '', -- a name
	undone_at     BIGINT  NOT NULL DEFAULT 0,
	undone_reason TEXT    NOT NULL DEFAULT '',
	CHECK ((undone_at > 0) = (undone_by <> '')),
	CHECK (added BETWEEN 0 AND lines)
);
CREATE INDEX bank_file_made ON bank_file (made_at);
CREATE INDEX bank_file_account ON bank_file (account, made_at);

-- One movement of an account, once for ever. used: the number of the bank (ref)
-- stands in cashier_proof, under the order sn. linked: it explains the order sn,
-- which was booked under another number. undone: its file belonged to another account.
CREATE TABLE bank_line (
	id         TEXT    NOT NULL PRIMARY KEY,
	file       TEXT    NOT NULL REFERENCES bank_file (id),
	no         INTEGER NOT NULL, -- of the file
	account    BIGINT  NOT NULL,
	incoming   BOOLEAN NOT NULL,
	amount     BIGINT  NOT NULL CHECK (amount > 0),
	at         BIGINT  NOT NULL,
	timed      BOOLEAN NOT NULL, -- at has a time of day
	name       TEXT    NOT NULL, -- sealed
	tail       TEXT    NOT NULL, -- the last four digits of the other account
	remark     TEXT    NOT NULL, -- sealed
	serial     TEXT    NOT NULL,
	line_key   TEXT    NOT NULL,
	source     TEXT    NOT NULL, -- with ref, the key of cashier_proof
	ref        TEXT    NOT NULL CHECK (ref <> ''),
	state      TEXT    NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'used', 'linked', 'ignored', 'undone')),
	sn         TEXT    NOT NULL DEFAULT '',
	decided_by TEXT    NOT NULL DEFAULT '', -- a name
	decided_at BIGINT  NOT NULL DEFAULT 0,
	reason     TEXT    NOT NULL DEFAULT '',
	CHECK ((state IN ('used', 'linked')) = (sn <> ''))
);
CREATE UNIQUE INDEX bank_line_once ON bank_line (account, line_key) WHERE state <> 'undone';
CREATE UNIQUE INDEX bank_line_sn ON bank_line (sn, incoming) WHERE sn <> '';
CREATE INDEX bank_line_ref ON bank_line (source, ref);
CREATE INDEX bank_line_file ON bank_line (file, no);
CREATE INDEX bank_line_account ON bank_line (account, at, id);
CREATE INDEX bank_line_state ON bank_line (state, at, id);
CREATE INDEX bank_line_open ON bank_line (account, amount) WHERE state = 'open';

-- By which a line finds the orders that wait for its amount.
CREATE INDEX deposit_awaited ON deposit (company_bank, amount, created_at) WHERE company_bank > 0 AND state IN ('pending', 'claimed', 'expired', 'review');
CREATE INDEX withdrawal_awaited ON withdrawal (amount) WHERE state = 'approved';

-- Guards: what the bank wrote never changes, and a line that was used stays so.
{{if .Postgres}}
CREATE TRIGGER bank_file_stays BEFORE DELETE ON bank_file FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_file_not_emptied BEFORE TRUNCATE ON bank_file FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_file_as_it_came BEFORE UPDATE OF id, account, name, hash, form, mapping, encoding, counted, lines, added, left_out, first_at, last_at, made_by, made_name, made_at
	ON bank_file FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_file_undone_once BEFORE UPDATE ON bank_file FOR EACH ROW WHEN (OLD.undone_at > 0) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_line_stays BEFORE DELETE ON bank_line FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_line_not_emptied BEFORE TRUNCATE ON bank_line FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_line_as_it_came BEFORE UPDATE OF id, file, no, account, incoming, amount, at, timed, name, tail, remark, serial, line_key, source, ref
	ON bank_line FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER bank_line_edge BEFORE UPDATE ON bank_line FOR EACH ROW
	WHEN ((OLD.state || '>' || NEW.state) NOT IN ('open>used', 'open>linked', 'open>ignored', 'open>undone', 'linked>open', 'ignored>open', 'ignored>used', 'ignored>undone'))
	EXECUTE FUNCTION refuse_edge();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER bank_file_stays BEFORE DELETE ON bank_file BEGIN SELECT RAISE(ABORT, 'bank_file is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER bank_file_as_it_came BEFORE UPDATE OF id, account, name, hash, form, mapping, encoding, counted, lines, added, left_out, first_at, last_at, made_by, made_name, made_at
	ON bank_file BEGIN SELECT RAISE(ABORT, 'bank_file is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER bank_file_undone_once BEFORE UPDATE ON bank_file WHEN OLD.undone_at > 0 BEGIN SELECT RAISE(ABORT, 'bank_file is undone once'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER bank_line_stays BEFORE DELETE ON bank_line BEGIN SELECT RAISE(ABORT, 'bank_line is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER bank_line_as_it_came BEFORE UPDATE OF id, file, no, account, incoming, amount, at, timed, name, tail, remark, serial, line_key, source, ref
	ON bank_line BEGIN SELECT RAISE(ABORT, 'bank_line is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER bank_line_edge BEFORE UPDATE ON bank_line
	WHEN (OLD.state || '>' || NEW.state) NOT IN ('open>used', 'open>linked', 'open>ignored', 'open>undone', 'linked>open', 'ignored>open', 'ignored>used', 'ignored>undone')
	BEGIN SELECT RAISE(ABORT, 'bank_line does not go from this state to that'); END;
-- +goose StatementEnd
{{end}}
