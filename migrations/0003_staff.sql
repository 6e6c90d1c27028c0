-- +goose Up

-- The people of the back office, their sessions, what they did, and what waits
-- for a second person. Nothing here is touched by what players do.

CREATE TABLE staff_person (
	id            TEXT    NOT NULL PRIMARY KEY,
	name          TEXT    NOT NULL,
	name_key      TEXT    NOT NULL UNIQUE, -- lower case
	person        TEXT    NOT NULL,        -- the human being: two accounts of one are one maker
	roles         TEXT    NOT NULL,        -- sorted, separated by commas
	password      TEXT    NOT NULL,        -- argon2id
	totp_secret   TEXT    NOT NULL,        -- sealed
	totp_step     BIGINT  NOT NULL DEFAULT 0, -- the last step used: a code works once
	disabled      BOOLEAN NOT NULL DEFAULT FALSE,
	created_at    BIGINT  NOT NULL,
	last_login_at BIGINT  NOT NULL DEFAULT 0
);

CREATE TABLE staff_session (
	token_hash TEXT   NOT NULL PRIMARY KEY,
	staff      TEXT   NOT NULL REFERENCES staff_person (id),
	ip         TEXT   NOT NULL,
	created_at BIGINT NOT NULL,
	seen_at    BIGINT NOT NULL, -- last activity; polls do not count
	expires_at BIGINT NOT NULL
);
CREATE INDEX staff_session_staff ON staff_session (staff);

-- Login attempts by name, known or not, and by address.
CREATE TABLE staff_attempt (
	key        TEXT    NOT NULL PRIMARY KEY,
	since      BIGINT  NOT NULL,
	attempts   INTEGER NOT NULL,
	held_until BIGINT  NOT NULL DEFAULT 0
);

-- The audit trail: each row carries the hash of the one before, so that a row
-- altered or taken out breaks the chain at a place that can be named.
CREATE TABLE staff_audit (
	seq        BIGINT NOT NULL PRIMARY KEY CHECK (seq > 0),
	at         BIGINT NOT NULL,
	actor      TEXT   NOT NULL,
	actor_name TEXT   NOT NULL,
	action     TEXT   NOT NULL CHECK (action <> ''),
	subject    TEXT   NOT NULL, -- type:id
	label      TEXT   NOT NULL,
	reason     TEXT   NOT NULL,
	ip         TEXT   NOT NULL,
	request_id TEXT   NOT NULL,
	before     TEXT   NOT NULL, -- JSON or nothing
	after      TEXT   NOT NULL,
	prev       TEXT   NOT NULL,
	hash       TEXT   NOT NULL
);
CREATE INDEX staff_audit_subject ON staff_audit (subject, seq);
CREATE INDEX staff_audit_actor ON staff_audit (actor, seq);

-- The end of the chain. It is locked by whoever adds a row.
CREATE TABLE staff_audit_head (
	one  INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
	seq  BIGINT  NOT NULL,
	hash TEXT    NOT NULL
);
INSERT INTO staff_audit_head (one, seq, hash) VALUES (1, 0, '');

CREATE TABLE staff_approval (
	id           TEXT   NOT NULL PRIMARY KEY,
	kind         TEXT   NOT NULL,
	subject      TEXT   NOT NULL, -- type:id
	label        TEXT   NOT NULL,
	title        TEXT   NOT NULL,
	amount       BIGINT,          -- fen, where the request is about money
	details      TEXT   NOT NULL, -- JSON [{label,value}], shown to the second person
	payload      TEXT   NOT NULL, -- JSON, carried out as it stands
	reason       TEXT   NOT NULL,
	maker        TEXT   NOT NULL,
	maker_name   TEXT   NOT NULL,
	maker_person TEXT   NOT NULL,
	made_at      BIGINT NOT NULL,
	state        TEXT   NOT NULL CHECK (state IN ('pending', 'approved', 'refused', 'void')),
	checker      TEXT   NOT NULL DEFAULT '',
	checker_name TEXT   NOT NULL DEFAULT '',
	decided_at   BIGINT NOT NULL DEFAULT 0,
	decision     TEXT   NOT NULL DEFAULT '',
	CONSTRAINT staff_approval_two_people CHECK (checker <> maker),
	CONSTRAINT staff_approval_decided CHECK ((state = 'pending') = (decided_at = 0))
);
-- One open request about one thing: a second click does not make a second one.
CREATE UNIQUE INDEX staff_approval_open ON staff_approval (subject) WHERE state = 'pending';
CREATE INDEX staff_approval_state ON staff_approval (state, made_at);

-- Guards: the trail is only added to; a request is decided once and never edited.
{{if .Postgres}}
-- +goose StatementBegin
CREATE FUNCTION staff_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% is never changed or removed', TG_TABLE_NAME;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER staff_audit_kept BEFORE UPDATE OR DELETE ON staff_audit FOR EACH ROW EXECUTE FUNCTION staff_refuse();
CREATE TRIGGER staff_audit_not_emptied BEFORE TRUNCATE ON staff_audit FOR EACH STATEMENT EXECUTE FUNCTION staff_refuse();
CREATE TRIGGER staff_audit_head_stays BEFORE DELETE ON staff_audit_head FOR EACH ROW EXECUTE FUNCTION staff_refuse();
CREATE TRIGGER staff_audit_head_not_emptied BEFORE TRUNCATE ON staff_audit_head FOR EACH STATEMENT EXECUTE FUNCTION staff_refuse();
CREATE TRIGGER staff_audit_head_goes_on BEFORE UPDATE ON staff_audit_head FOR EACH ROW WHEN (NEW.seq <> OLD.seq + 1) EXECUTE FUNCTION staff_refuse();
CREATE TRIGGER staff_approval_stays BEFORE DELETE ON staff_approval FOR EACH ROW EXECUTE FUNCTION staff_refuse();
CREATE TRIGGER staff_approval_not_emptied BEFORE TRUNCATE ON staff_approval FOR EACH STATEMENT EXECUTE FUNCTION staff_refuse();
CREATE TRIGGER staff_approval_as_asked BEFORE UPDATE OF id, kind, subject, label, title, amount, details, payload, reason, maker, maker_name, maker_person, made_at
	ON staff_approval FOR EACH ROW EXECUTE FUNCTION staff_refuse();
CREATE TRIGGER staff_approval_once BEFORE UPDATE ON staff_approval FOR EACH ROW WHEN (OLD.state <> 'pending') EXECUTE FUNCTION staff_refuse();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER staff_audit_kept BEFORE UPDATE ON staff_audit BEGIN SELECT RAISE(ABORT, 'staff_audit is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER staff_audit_stays BEFORE DELETE ON staff_audit BEGIN SELECT RAISE(ABORT, 'staff_audit is never changed or removed'); END;
-- +goose StatementEnd
-- INSERT OR REPLACE removes a row without asking the trigger above.
-- +goose StatementBegin
CREATE TRIGGER staff_audit_not_replaced BEFORE INSERT ON staff_audit WHEN EXISTS (SELECT 1 FROM staff_audit WHERE seq = NEW.seq)
	BEGIN SELECT RAISE(ABORT, 'staff_audit is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER staff_audit_head_stays BEFORE DELETE ON staff_audit_head BEGIN SELECT RAISE(ABORT, 'staff_audit_head is never removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER staff_audit_head_goes_on BEFORE UPDATE ON staff_audit_head WHEN NEW.seq <> OLD.seq + 1
	BEGIN SELECT RAISE(ABORT, 'staff_audit_head goes on by one row at a time'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER staff_approval_stays BEFORE DELETE ON staff_approval BEGIN SELECT RAISE(ABORT, 'staff_approval is never removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER staff_approval_not_replaced BEFORE INSERT ON staff_approval WHEN EXISTS (SELECT 1 FROM staff_approval WHERE id = NEW.id)
	BEGIN SELECT RAISE(ABORT, 'staff_approval is never removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER staff_approval_as_asked BEFORE UPDATE OF id, kind, subject, label, title, amount, details, payload, reason, maker, maker_name, maker_person, made_at
	ON staff_approval BEGIN SELECT RAISE(ABORT, 'staff_approval is decided as it was asked'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER staff_approval_once BEFORE UPDATE ON staff_approval WHEN OLD.state <> 'pending'
	BEGIN SELECT RAISE(ABORT, 'staff_approval is decided once'); END;
-- +goose StatementEnd
{{end}}
