-- +goose Up

-- A new installation starts with its gate closed: the cause of that closing is
-- 'opening'. Nothing is closed here; an installation in service stays open.
-- replaced: another closing of the door took its place, so that its end opened nothing.
{{if .Postgres}}
ALTER TABLE gate_closing DROP CONSTRAINT gate_closing_cause;
ALTER TABLE gate_closing ADD CONSTRAINT gate_closing_cause CHECK (cause IN ('hand', 'restore', 'break', 'opening'));
ALTER TABLE gate_closing ADD COLUMN replaced BOOLEAN NOT NULL DEFAULT FALSE;
ALTER TABLE gate_closing ADD CONSTRAINT gate_closing_replaced CHECK (NOT replaced OR opened_at > 0);
{{end}}
{{if .SQLite}}
CREATE TABLE gate_closing_new (
	id          TEXT   NOT NULL PRIMARY KEY,
	door        TEXT   NOT NULL,
	cause       TEXT   NOT NULL,
	reason      TEXT   NOT NULL,
	by_id       TEXT   NOT NULL,
	by_name     TEXT   NOT NULL,
	closed_at   BIGINT NOT NULL,
	known_until BIGINT NOT NULL DEFAULT 0,
	opened_at   BIGINT NOT NULL DEFAULT 0,
	opened_by   TEXT   NOT NULL DEFAULT '',
	open_reason TEXT   NOT NULL DEFAULT '',
	replaced    BOOLEAN NOT NULL DEFAULT FALSE,
	CONSTRAINT gate_closing_cause CHECK (cause IN ('hand', 'restore', 'break', 'opening')),
	CONSTRAINT gate_closing_replaced CHECK (NOT replaced OR opened_at > 0)
);
INSERT INTO gate_closing_new (id, door, cause, reason, by_id, by_name, closed_at, known_until, opened_at, opened_by, open_reason)
	SELECT id, door, cause, reason, by_id, by_name, closed_at, known_until, opened_at, opened_by, open_reason FROM gate_closing;
DROP TABLE gate_closing;
ALTER TABLE gate_closing_new RENAME TO gate_closing;
CREATE UNIQUE INDEX gate_closing_standing ON gate_closing (door) WHERE opened_at = 0;
-- Guards, as they were.
-- +goose StatementBegin
CREATE TRIGGER gate_closing_stays BEFORE DELETE ON gate_closing BEGIN SELECT RAISE(ABORT, 'a closing is never removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER gate_closing_as_made BEFORE UPDATE OF id, door, cause, reason, by_id, by_name, closed_at, known_until ON gate_closing
	BEGIN SELECT RAISE(ABORT, 'a closing is never changed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER gate_closing_opened_once BEFORE UPDATE ON gate_closing WHEN OLD.opened_at > 0
	BEGIN SELECT RAISE(ABORT, 'a closing is opened once'); END;
-- +goose StatementEnd
{{end}}
