-- +goose Up

-- What a bet was on, where its venue tells: bets of a player on different sides of one market of a round oppose
-- each other and have no valid stake. Worth is the valid stake before that is looked at.
ALTER TABLE bet ADD COLUMN round TEXT NOT NULL DEFAULT '';
ALTER TABLE bet ADD COLUMN market TEXT NOT NULL DEFAULT '';
ALTER TABLE bet ADD COLUMN side TEXT NOT NULL DEFAULT '';
ALTER TABLE bet ADD COLUMN worth BIGINT NOT NULL DEFAULT 0;
CREATE INDEX bet_round ON bet (venue, round) WHERE current AND round <> '' AND side <> '';

-- The guard of 0011 names its columns.
{{if .Postgres}}
CREATE TRIGGER bet_side_kept BEFORE UPDATE OF round, market, side, worth ON bet FOR EACH ROW EXECUTE FUNCTION refuse_bet_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER bet_side_kept BEFORE UPDATE OF round, market, side, worth ON bet
	BEGIN SELECT RAISE(ABORT, 'a version of a bet is never changed or removed'); END;
-- +goose StatementEnd
{{end}}
