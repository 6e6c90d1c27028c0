-- +goose Up

-- A row that cannot be stored as a bet is a finding too: 'unreadable'. Its raw
-- text begins with a line that says why.
{{if .Postgres}}
ALTER TABLE bet_finding DROP CONSTRAINT bet_finding_what_check;
ALTER TABLE bet_finding ADD CONSTRAINT bet_finding_what_check CHECK (what IN ('no_owner', 'other_player', 'unreadable'));
{{end}}
{{if .SQLite}}
CREATE TABLE bet_finding_new (
	venue     TEXT   NOT NULL,
	bet_id    TEXT   NOT NULL,
	account   TEXT   NOT NULL,
	what      TEXT   NOT NULL CHECK (what IN ('no_owner', 'other_player', 'unreadable')),
	stake     BIGINT NOT NULL,
	win       BIGINT NOT NULL,
	raw       TEXT   NOT NULL,
	first_at  BIGINT NOT NULL,
	last_at   BIGINT NOT NULL,
	solved_at BIGINT NOT NULL DEFAULT 0,
	PRIMARY KEY (venue, bet_id, account)
);
INSERT INTO bet_finding_new (venue, bet_id, account, what, stake, win, raw, first_at, last_at, solved_at)
	SELECT venue, bet_id, account, what, stake, win, raw, first_at, last_at, solved_at FROM bet_finding;
DROP TABLE bet_finding;
ALTER TABLE bet_finding_new RENAME TO bet_finding;
CREATE INDEX bet_finding_open ON bet_finding (first_at) WHERE solved_at = 0;
{{end}}
