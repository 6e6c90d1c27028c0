-- +goose Up

-- The venues the house offers. platform_id is the number of the documented
-- calls (D-18), code is ours and stands in account names of the books, so
-- neither ever changes.
CREATE TABLE venue (
	code             TEXT    NOT NULL PRIMARY KEY,
	platform_id      INTEGER NOT NULL UNIQUE CHECK (platform_id > 0),
	name             TEXT    NOT NULL CHECK (name <> ''),
	kind             TEXT    NOT NULL CHECK (kind IN ('sport', 'live', 'fish', 'slot', 'esport', 'lottery', 'board')),
	position         INTEGER NOT NULL,
	state            TEXT    NOT NULL CHECK (state IN ('open', 'maintenance', 'closed')),
	maintenance_from BIGINT  NOT NULL DEFAULT 0, -- unix ms; 0: since the state was set
	maintenance_to   BIGINT  NOT NULL DEFAULT 0, -- unix ms; 0: until the state is set again
	reason           TEXT    NOT NULL DEFAULT '',
	changed_at       BIGINT  NOT NULL DEFAULT 0,
	changed_by       TEXT    NOT NULL DEFAULT '',
	CHECK (maintenance_to = 0 OR maintenance_from < maintenance_to),
	CHECK (state = 'maintenance' OR (maintenance_from = 0 AND maintenance_to = 0))
);

-- Games by the venue's own code, for names on bet lines and in lobbies.
CREATE TABLE venue_game (
	venue    TEXT    NOT NULL REFERENCES venue (code),
	code     TEXT    NOT NULL,
	name     TEXT    NOT NULL,
	position INTEGER NOT NULL,
	PRIMARY KEY (venue, code)
);

-- The name of each player at each venue, as first given. A row exists before
-- the venue is asked to create the account; created_at says that it did.
CREATE TABLE venue_account (
	player     TEXT   NOT NULL,
	venue      TEXT   NOT NULL REFERENCES venue (code),
	account    TEXT   NOT NULL CHECK (account <> ''),
	named_at   BIGINT NOT NULL,
	created_at BIGINT NOT NULL DEFAULT 0,
	PRIMARY KEY (player, venue),
	UNIQUE (venue, account)
);

-- Guards: the names that money is booked and moved under never change.
{{if .Postgres}}
-- +goose StatementBegin
CREATE FUNCTION refuse_venue_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% keeps its names', TG_TABLE_NAME;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER venue_stays BEFORE DELETE ON venue FOR EACH ROW EXECUTE FUNCTION refuse_venue_change();
CREATE TRIGGER venue_named BEFORE UPDATE OF code, platform_id ON venue FOR EACH ROW
	WHEN (NEW.code <> OLD.code OR NEW.platform_id <> OLD.platform_id) EXECUTE FUNCTION refuse_venue_change();
CREATE TRIGGER venue_account_stays BEFORE DELETE ON venue_account FOR EACH ROW EXECUTE FUNCTION refuse_venue_change();
CREATE TRIGGER venue_account_not_emptied BEFORE TRUNCATE ON venue_account FOR EACH STATEMENT EXECUTE FUNCTION refuse_venue_change();
CREATE TRIGGER venue_account_named BEFORE UPDATE OF player, venue, account ON venue_account FOR EACH ROW EXECUTE FUNCTION refuse_venue_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER venue_stays BEFORE DELETE ON venue BEGIN SELECT RAISE(ABORT, 'venue keeps its names'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER venue_named BEFORE UPDATE OF code, platform_id ON venue WHEN NEW.code <> OLD.code OR NEW.platform_id <> OLD.platform_id
	BEGIN SELECT RAISE(ABORT, 'venue keeps its names'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER venue_account_stays BEFORE DELETE ON venue_account BEGIN SELECT RAISE(ABORT, 'venue_account keeps its names'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER venue_account_named BEFORE UPDATE OF player, venue, account ON venue_account
	BEGIN SELECT RAISE(ABORT, 'venue_account keeps its names'); END;
-- +goose StatementEnd
{{end}}
