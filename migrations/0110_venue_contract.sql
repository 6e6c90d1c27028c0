-- +goose Up

-- Contracts with game venues that people entered in the back office. Each entry is
-- a version of its own, and only its approval by a second person changes. sealed
-- holds the fields; it opens only in its own row. fields and host are what may be
-- shown of them. The highest approved version of a venue is in force.
CREATE TABLE venue_contract (
	id          TEXT    NOT NULL PRIMARY KEY,
	venue       TEXT    NOT NULL REFERENCES venue (code),
	version     INTEGER NOT NULL CHECK (version > 0),
	protocol    TEXT    NOT NULL CHECK (protocol <> ''),
	host        TEXT    NOT NULL,
	fields      TEXT    NOT NULL CHECK (fields <> ''), -- JSON: the names of the fields that are set
	sealed      TEXT    NOT NULL CHECK (sealed <> ''),
	made_by     TEXT    NOT NULL CHECK (made_by <> ''),
	made_at     BIGINT  NOT NULL,
	approved_by TEXT    NOT NULL DEFAULT '',
	approved_at BIGINT  NOT NULL DEFAULT 0, -- 0: not
	UNIQUE (venue, version),
	CHECK ((approved_by = '') = (approved_at = 0))
);

-- Guards. They hold no logic: they only refuse.
{{if .Postgres}}
CREATE TRIGGER venue_contract_as_made BEFORE UPDATE OF id, venue, version, protocol, host, fields, sealed, made_by, made_at
	ON venue_contract FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER venue_contract_once BEFORE UPDATE ON venue_contract FOR EACH ROW WHEN (OLD.approved_at <> 0) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER venue_contract_born BEFORE INSERT ON venue_contract FOR EACH ROW WHEN (NEW.approved_at <> 0) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER venue_contract_stays BEFORE DELETE ON venue_contract FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER venue_contract_not_emptied BEFORE TRUNCATE ON venue_contract FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER venue_contract_as_made BEFORE UPDATE OF id, venue, version, protocol, host, fields, sealed, made_by, made_at ON venue_contract
	BEGIN SELECT RAISE(ABORT, 'venue_contract is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER venue_contract_once BEFORE UPDATE ON venue_contract WHEN OLD.approved_at <> 0
	BEGIN SELECT RAISE(ABORT, 'venue_contract is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER venue_contract_born BEFORE INSERT ON venue_contract WHEN NEW.approved_at <> 0
	BEGIN SELECT RAISE(ABORT, 'venue_contract is approved by people'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER venue_contract_stays BEFORE DELETE ON venue_contract
	BEGIN SELECT RAISE(ABORT, 'venue_contract is never changed or removed'); END;
-- +goose StatementEnd
-- INSERT OR REPLACE removes a row without asking the trigger above.
-- +goose StatementBegin
CREATE TRIGGER venue_contract_not_replaced BEFORE INSERT ON venue_contract
	WHEN EXISTS (SELECT 1 FROM venue_contract WHERE id = NEW.id OR venue = NEW.venue AND version = NEW.version)
	BEGIN SELECT RAISE(ABORT, 'venue_contract is never changed or removed'); END;
-- +goose StatementEnd
{{end}}
