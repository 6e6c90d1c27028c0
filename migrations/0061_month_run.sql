-- +goose Up

-- The run that writes the balances of a month before it is sealed: the one that
-- began last. Each of its writes locks this row, so that a run that lost its
-- month writes nothing more of it, and two together never seal.
CREATE TABLE month_run (
	month TEXT NOT NULL PRIMARY KEY,
	run   TEXT NOT NULL
);
ALTER TABLE month_balance DROP COLUMN run;
