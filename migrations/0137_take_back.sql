-- +goose Up

-- A player takes a withdrawal back while no member of staff has claimed it. It
-- ends as one that was refused: the money returned, once.
ALTER TABLE withdrawal ADD COLUMN taken_back BOOLEAN NOT NULL DEFAULT FALSE;

{{if .Postgres}}
DROP TRIGGER withdrawal_edge ON withdrawal;
CREATE TRIGGER withdrawal_edge BEFORE UPDATE OF state ON withdrawal FOR EACH ROW
	WHEN (NEW.state <> OLD.state AND (OLD.state || '>' || NEW.state) NOT IN
		('submitted>claimed', 'claimed>submitted', 'claimed>second', 'claimed>approved', 'claimed>rejected',
		 'second>claimed', 'second>approved', 'second>rejected', 'approved>paid', 'approved>failed',
		 'paid>failed', 'failed>paid', 'rejected>paid')
		AND NOT (OLD.state = 'submitted' AND NEW.state = 'rejected' AND NEW.taken_back))
	EXECUTE FUNCTION refuse_edge();
CREATE TRIGGER withdrawal_taken_back BEFORE UPDATE OF taken_back ON withdrawal FOR EACH ROW
	WHEN (NEW.taken_back <> OLD.taken_back AND NOT (NEW.taken_back AND OLD.state = 'submitted' AND NEW.state = 'rejected'))
	EXECUTE FUNCTION refuse_change();
{{end}}
{{if .SQLite}}
DROP TRIGGER withdrawal_edge;
-- +goose StatementBegin
CREATE TRIGGER withdrawal_edge BEFORE UPDATE OF state ON withdrawal
	WHEN NEW.state <> OLD.state AND (OLD.state || '>' || NEW.state) NOT IN
		('submitted>claimed', 'claimed>submitted', 'claimed>second', 'claimed>approved', 'claimed>rejected',
		 'second>claimed', 'second>approved', 'second>rejected', 'approved>paid', 'approved>failed',
		 'paid>failed', 'failed>paid', 'rejected>paid')
		AND NOT (OLD.state = 'submitted' AND NEW.state = 'rejected' AND NEW.taken_back)
	BEGIN SELECT RAISE(ABORT, 'withdrawal does not go from this state to that'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER withdrawal_taken_back BEFORE UPDATE OF taken_back ON withdrawal
	WHEN NEW.taken_back <> OLD.taken_back AND NOT (NEW.taken_back AND OLD.state = 'submitted' AND NEW.state = 'rejected')
	BEGIN SELECT RAISE(ABORT, 'withdrawal is never changed or removed'); END;
-- +goose StatementEnd
{{end}}
