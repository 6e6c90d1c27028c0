-- +goose Up

-- Staff find bets by their round, also where the venue tells no side. The look at opposite bets reads a player's own in a round.
DROP INDEX bet_round;
CREATE INDEX bet_round ON bet (venue, round, player) WHERE current AND round <> '';

-- A bet that its player sold before the end wins no match.
ALTER TABLE bet ADD COLUMN sold BOOLEAN NOT NULL DEFAULT FALSE;
{{if .Postgres}}
CREATE TRIGGER bet_sold_kept BEFORE UPDATE OF sold ON bet FOR EACH ROW EXECUTE FUNCTION refuse_bet_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER bet_sold_kept BEFORE UPDATE OF sold ON bet
	BEGIN SELECT RAISE(ABORT, 'a version of a bet is never changed or removed'); END;
-- +goose StatementEnd
{{end}}

-- Staff list bets by the time of their settling. The time alone: each column more slows the storing of every bet.
CREATE INDEX bet_settled ON bet (settled_at) WHERE current AND settled_at > 0;
