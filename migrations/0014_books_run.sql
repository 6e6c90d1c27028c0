-- +goose Up

-- What going through the books found, each time: nightly, by a command, or asked for by staff.
CREATE TABLE books_run (
	id          TEXT    NOT NULL PRIMARY KEY,
	started_at  BIGINT  NOT NULL,
	finished_at BIGINT  NOT NULL DEFAULT 0,
	made_by     TEXT    NOT NULL,
	state       TEXT    NOT NULL CHECK (state IN ('running', 'passed', 'failed', 'error')),
	problem     TEXT    NOT NULL DEFAULT '', -- of a run that could not look
	report      TEXT    NOT NULL DEFAULT ''  -- JSON
);
CREATE INDEX books_run_newest ON books_run (started_at DESC, id DESC);
-- One run at a time: going through millions of rows twice at once helps nobody.
CREATE UNIQUE INDEX books_run_one ON books_run (state) WHERE state = 'running';

-- Guards: what a run found stays what it found.
{{if .Postgres}}
-- +goose StatementBegin
CREATE FUNCTION refuse_run_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'a finished run through the books is never changed or removed';
END
$$;
-- +goose StatementEnd
CREATE TRIGGER books_run_stays BEFORE DELETE ON books_run FOR EACH ROW EXECUTE FUNCTION refuse_run_change();
CREATE TRIGGER books_run_not_emptied BEFORE TRUNCATE ON books_run FOR EACH STATEMENT EXECUTE FUNCTION refuse_run_change();
CREATE TRIGGER books_run_final BEFORE UPDATE ON books_run FOR EACH ROW WHEN (OLD.state <> 'running') EXECUTE FUNCTION refuse_run_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER books_run_stays BEFORE DELETE ON books_run BEGIN SELECT RAISE(ABORT, 'books_run is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER books_run_final BEFORE UPDATE ON books_run WHEN OLD.state <> 'running'
	BEGIN SELECT RAISE(ABORT, 'books_run is never changed or removed'); END;
-- +goose StatementEnd
{{end}}
