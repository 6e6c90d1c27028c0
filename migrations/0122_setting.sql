-- +goose Up

-- Settings of the operator. Each change is a version of its own, and only its
-- approval by a second person changes. The highest approved version whose time has
-- come is in force. sealed holds its secrets; it opens only in its own row and
-- beside its own value.
CREATE TABLE setting_version (
	id           TEXT    NOT NULL PRIMARY KEY,
	kind         TEXT    NOT NULL CHECK (kind <> ''),
	key          TEXT    NOT NULL, -- of the row that it is about; '' for a single setting
	version      INTEGER NOT NULL CHECK (version > 0),
	value        TEXT    NOT NULL CHECK (value <> ''), -- JSON
	sealed       TEXT    NOT NULL DEFAULT '',
	live_on      BOOLEAN NOT NULL,
	from_at      BIGINT  NOT NULL, -- asked for; 0: from the approval on
	made_by      TEXT    NOT NULL CHECK (made_by <> ''),
	made_at      BIGINT  NOT NULL,
	approved_by  TEXT    NOT NULL DEFAULT '',
	approved_at  BIGINT  NOT NULL DEFAULT 0, -- 0: not
	effective_at BIGINT  NOT NULL DEFAULT 0,
	UNIQUE (kind, key, version),
	CHECK ((approved_by = '') = (approved_at = 0)),
	CHECK ((approved_at = 0) = (effective_at = 0)),
	CHECK (effective_at >= approved_at)
);

-- Guards. They hold no logic: they only refuse.
{{if .Postgres}}
CREATE TRIGGER setting_version_as_made BEFORE UPDATE OF id, kind, key, version, value, sealed, live_on, from_at, made_by, made_at
	ON setting_version FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER setting_version_once BEFORE UPDATE ON setting_version FOR EACH ROW WHEN (OLD.approved_at <> 0) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER setting_version_born BEFORE INSERT ON setting_version FOR EACH ROW WHEN (NEW.approved_at <> 0) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER setting_version_stays BEFORE DELETE ON setting_version FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER setting_version_not_emptied BEFORE TRUNCATE ON setting_version FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER setting_version_as_made BEFORE UPDATE OF id, kind, key, version, value, sealed, live_on, from_at, made_by, made_at ON setting_version
	BEGIN SELECT RAISE(ABORT, 'setting_version is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER setting_version_once BEFORE UPDATE ON setting_version WHEN OLD.approved_at <> 0
	BEGIN SELECT RAISE(ABORT, 'setting_version is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER setting_version_born BEFORE INSERT ON setting_version WHEN NEW.approved_at <> 0
	BEGIN SELECT RAISE(ABORT, 'setting_version is approved by people'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER setting_version_stays BEFORE DELETE ON setting_version
	BEGIN SELECT RAISE(ABORT, 'setting_version is never changed or removed'); END;
-- +goose StatementEnd
-- INSERT OR REPLACE removes a row without asking the trigger above.
-- +goose StatementBegin
CREATE TRIGGER setting_version_not_replaced BEFORE INSERT ON setting_version
	WHEN EXISTS (SELECT 1 FROM setting_version WHERE id = NEW.id OR kind = NEW.kind AND key = NEW.key AND version = NEW.version)
	BEGIN SELECT RAISE(ABORT, 'setting_version is never changed or removed'); END;
-- +goose StatementEnd
{{end}}
