-- +goose Up

-- What is due by the house's clock. The queue of jobs (River) has tables of its
-- own; this one is the calendar, so that a run missed while the house was down,
-- or skipped by a clock that moved, is caught up from a row and not from memory.
CREATE TABLE job_due (
	name     TEXT   NOT NULL PRIMARY KEY,
	due_at   BIGINT NOT NULL,            -- next run, unix ms
	held_by  TEXT   NOT NULL DEFAULT '', -- the node that runs it now
	held_until BIGINT NOT NULL DEFAULT 0 -- when another node may take it over (machine time, unix ms)
);

-- Each calendar run once: the key is what two nodes or a restart meet at.
CREATE TABLE job_run (
	name    TEXT   NOT NULL,
	due_at  BIGINT NOT NULL,
	done_at BIGINT NOT NULL,
	PRIMARY KEY (name, due_at)
);
