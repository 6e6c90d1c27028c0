-- +goose Up

-- The doors that money goes through, and which of them are closed. A row is
-- never deleted: it stands until somebody opens the door again.
CREATE TABLE gate_closing (
	id          TEXT   NOT NULL PRIMARY KEY,
	door        TEXT   NOT NULL,
	cause       TEXT   NOT NULL,
	reason      TEXT   NOT NULL,
	by_id       TEXT   NOT NULL,
	by_name     TEXT   NOT NULL,
	closed_at   BIGINT NOT NULL,
	known_until BIGINT NOT NULL DEFAULT 0, -- of a restore: the books are whole up to here, 0 if not even that is known
	opened_at   BIGINT NOT NULL DEFAULT 0, -- 0 while it stands
	opened_by   TEXT   NOT NULL DEFAULT '',
	open_reason TEXT   NOT NULL DEFAULT '',
	CONSTRAINT gate_closing_cause CHECK (cause IN ('hand', 'restore', 'break'))
);
CREATE UNIQUE INDEX gate_closing_standing ON gate_closing (door) WHERE opened_at = 0;

-- Where these rows live: the database server, the database in it and, after
-- each restore to a point in time or failover, another timeline. When the rows
-- find themselves elsewhere, they were restored.
CREATE TABLE gate_place (
	one      INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
	place    TEXT    NOT NULL,
	noted_at BIGINT  NOT NULL
);

-- Guards. They hold no logic: they only refuse.
{{if .Postgres}}
-- +goose StatementBegin
CREATE FUNCTION refuse_closing_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'a closing is never changed or removed, it is opened once';
END
$$;
-- +goose StatementEnd
CREATE TRIGGER gate_closing_stays BEFORE DELETE ON gate_closing FOR EACH ROW EXECUTE FUNCTION refuse_closing_change();
CREATE TRIGGER gate_closing_not_emptied BEFORE TRUNCATE ON gate_closing FOR EACH STATEMENT EXECUTE FUNCTION refuse_closing_change();
CREATE TRIGGER gate_closing_as_made BEFORE UPDATE OF id, door, cause, reason, by_id, by_name, closed_at, known_until ON gate_closing
	FOR EACH ROW EXECUTE FUNCTION refuse_closing_change();
CREATE TRIGGER gate_closing_opened_once BEFORE UPDATE ON gate_closing FOR EACH ROW WHEN (OLD.opened_at > 0) EXECUTE FUNCTION refuse_closing_change();
{{end}}
{{if .SQLite}}
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
