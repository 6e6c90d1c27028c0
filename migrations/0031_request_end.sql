-- +goose Up

-- A request for a second person ends by itself and can be taken back. How it
-- ended without a decision is told by ended; the state is void then.
ALTER TABLE staff_approval ADD COLUMN expires_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE staff_approval ADD COLUMN ended TEXT NOT NULL DEFAULT '' CHECK (ended IN ('', 'withdrawn', 'expired') AND (ended = '' OR state = 'void'));
UPDATE staff_approval SET expires_at = made_at + 604800000 WHERE state = 'pending'; -- seven days
CREATE INDEX staff_approval_expires ON staff_approval (expires_at) WHERE state = 'pending';
{{if .Postgres}}
CREATE TRIGGER staff_approval_expires_as_made BEFORE UPDATE OF expires_at ON staff_approval FOR EACH ROW EXECUTE FUNCTION staff_refuse();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER staff_approval_expires_as_made BEFORE UPDATE OF expires_at ON staff_approval
	BEGIN SELECT RAISE(ABORT, 'staff_approval is decided as it was asked'); END;
-- +goose StatementEnd
{{end}}
