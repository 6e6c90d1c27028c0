-- +goose Up

-- Whose money grows, or can go elsewhere, when a request is carried out. Its maker lets none of that
-- player's withdrawals go for a while.
ALTER TABLE staff_approval ADD COLUMN player TEXT NOT NULL DEFAULT '';
CREATE INDEX staff_approval_player ON staff_approval (player, decided_at);
{{if .Postgres}}
CREATE TRIGGER staff_approval_player_as_made BEFORE UPDATE OF player ON staff_approval FOR EACH ROW EXECUTE FUNCTION staff_refuse();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER staff_approval_player_as_made BEFORE UPDATE OF player ON staff_approval
	BEGIN SELECT RAISE(ABORT, 'staff_approval is decided as it was asked'); END;
-- +goose StatementEnd
{{end}}
