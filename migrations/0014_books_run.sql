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
