-- +goose Up

-- A night verifies the rows of the last weeks (H-143). These find them by time.
CREATE INDEX stray_money_created ON stray_money (created_at);
CREATE INDEX deposit_followup_made ON deposit_followup (made_at);
CREATE INDEX forfeit_at ON forfeit (at);
CREATE INDEX turnover_bucket_opened ON turnover_bucket (opened_at);
CREATE INDEX vip_player_at ON vip_player (at);

-- Entries that come again to an order that had ended. They are rare, so their
-- index costs the usual entries nothing.
CREATE INDEX entry_transfer_again ON entry (ref) WHERE scope = 'transfer' AND kind NOT IN ('transfer.hold', 'transfer.done', 'transfer.back');
CREATE INDEX entry_withdrawal_again ON entry (ref) WHERE scope = 'withdrawal' AND kind IN ('withdrawal.late', 'withdrawal.returned', 'withdrawal.recalled');

-- Bet lines come in the order of this time, so a summary of the table's blocks
-- is enough where the engine has one: an insert then costs next to nothing.
CREATE INDEX turnover_bet_settled ON turnover_bet {{if .Postgres}}USING brin {{end}}(settled_at);

-- Up to which row the audit trail was followed, with that row's hash, and up to
-- which row the older ones were followed again.
CREATE TABLE staff_audit_read (
	one   INTEGER NOT NULL PRIMARY KEY CHECK (one = 1),
	seq   BIGINT  NOT NULL,
	hash  TEXT    NOT NULL,
	again BIGINT  NOT NULL
);
