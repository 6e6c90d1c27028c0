-- +goose Up

-- Approved versions of settings that take effect later. Rows of an owner are stored
-- by a job when their moment has come; nothing of them counts before. One that was
-- withdrawn, replaced by a later version, or refused at its moment never counts.
CREATE TABLE setting_due (
	version  TEXT    NOT NULL PRIMARY KEY REFERENCES setting_version (id),
	kind     TEXT    NOT NULL,
	key      TEXT    NOT NULL,
	keyed    BOOLEAN NOT NULL, -- a row of its owner
	at       BIGINT  NOT NULL,
	state    TEXT    NOT NULL CHECK (state IN ('waiting', 'done', 'withdrawn', 'replaced', 'failed')),
	note     TEXT    NOT NULL DEFAULT '', -- why it was withdrawn or failed
	ended_by TEXT    NOT NULL DEFAULT '',
	ended_at BIGINT  NOT NULL DEFAULT 0,
	CHECK ((state = 'waiting') = (ended_at = 0))
);
CREATE INDEX setting_due_at ON setting_due (at) WHERE state = 'waiting';
CREATE INDEX setting_due_key ON setting_due (kind, key);
CREATE INDEX setting_due_open ON setting_due (state, at) WHERE state IN ('waiting', 'failed');

INSERT INTO setting_due (version, kind, key, keyed, at, state)
SELECT id, kind, key, FALSE, effective_at, 'waiting' FROM setting_version WHERE approved_at > 0 AND effective_at > approved_at;

-- Guards. What ended stays ended, and what waits keeps its version and moment.
{{if .Postgres}}
CREATE TRIGGER setting_due_once BEFORE UPDATE ON setting_due FOR EACH ROW
	WHEN (OLD.state NOT IN ('waiting', 'failed') OR OLD.state = 'failed' AND NEW.state <> 'withdrawn') EXECUTE FUNCTION refuse_change();
CREATE TRIGGER setting_due_as_made BEFORE UPDATE OF version, kind, key, keyed, at ON setting_due FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER setting_due_stays BEFORE DELETE ON setting_due FOR EACH ROW EXECUTE FUNCTION refuse_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER setting_due_once BEFORE UPDATE ON setting_due WHEN OLD.state NOT IN ('waiting', 'failed') OR OLD.state = 'failed' AND NEW.state <> 'withdrawn'
	BEGIN SELECT RAISE(ABORT, 'setting_due is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER setting_due_as_made BEFORE UPDATE OF version, kind, key, keyed, at ON setting_due
	BEGIN SELECT RAISE(ABORT, 'setting_due is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER setting_due_stays BEFORE DELETE ON setting_due
	BEGIN SELECT RAISE(ABORT, 'setting_due is never changed or removed'); END;
-- +goose StatementEnd
{{end}}

-- An alarm that is told once is looked for by what it is about, also after it ended.
CREATE INDEX alarm_event_subject ON alarm_event (kind, subject);

-- Deposits that were credited are listed by the time of the credit, also those that were reversed since.
CREATE INDEX deposit_credited_ever ON deposit (ended_at) WHERE state IN ('credited', 'reversed');
