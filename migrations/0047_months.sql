-- +goose Up

-- Closed months of the books (H-143). A month whose rows were verified is
-- sealed: its seal holds a digest of all its rows, one of the balances they
-- left, and the seal of the month before. Later nights read a sealed month only
-- now and then, and a changed row no longer gives its digest.
CREATE TABLE month_seal (
	month    TEXT    NOT NULL PRIMARY KEY, -- 2026-03, of GMT+8
	begins   TEXT    NOT NULL,             -- entries from this id,
	ends     TEXT    NOT NULL UNIQUE,      -- up to and without this one
	entries  BIGINT  NOT NULL,
	postings BIGINT  NOT NULL,
	accounts BIGINT  NOT NULL,             -- that moved
	rows_digest     TEXT NOT NULL,
	balances_digest TEXT NOT NULL,
	prev     TEXT    NOT NULL UNIQUE,      -- seal of the month before; '' of the first
	seal     TEXT    NOT NULL,
	at       BIGINT  NOT NULL
);

-- What each account that moved in a month held at its end. An account that did
-- not move holds what its newest month says. Rows belong to the run that writes
-- them until the month is sealed.
CREATE TABLE month_balance (
	account TEXT   {{if .Postgres}}COLLATE "C"{{end}} NOT NULL,
	month   TEXT   {{if .Postgres}}COLLATE "C"{{end}} NOT NULL,
	moved   BIGINT NOT NULL,
	balance BIGINT NOT NULL,
	run     TEXT   NOT NULL,
	PRIMARY KEY (account, month)
){{if .SQLite}} WITHOUT ROWID{{end}};
CREATE INDEX month_balance_month ON month_balance (month, account);

-- When each sealed month was last read again.
CREATE TABLE month_read (
	month   TEXT   NOT NULL PRIMARY KEY REFERENCES month_seal (month),
	read_at BIGINT NOT NULL
);

-- Guards.
{{if .Postgres}}
CREATE TRIGGER month_seal_kept BEFORE UPDATE OR DELETE ON month_seal FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER month_seal_not_emptied BEFORE TRUNCATE ON month_seal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
-- +goose StatementBegin
CREATE FUNCTION refuse_sealed_month() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_OP <> 'INSERT' AND EXISTS (SELECT 1 FROM month_seal WHERE month = OLD.month)
		OR TG_OP <> 'DELETE' AND EXISTS (SELECT 1 FROM month_seal WHERE month = NEW.month) THEN
		RAISE EXCEPTION 'a sealed month is never changed';
	END IF;
	IF TG_OP = 'DELETE' THEN
		RETURN OLD;
	END IF;
	RETURN NEW;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER month_balance_kept BEFORE INSERT OR UPDATE OR DELETE ON month_balance FOR EACH ROW EXECUTE FUNCTION refuse_sealed_month();
CREATE TRIGGER month_balance_not_emptied BEFORE TRUNCATE ON month_balance FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER month_seal_kept BEFORE UPDATE ON month_seal BEGIN SELECT RAISE(ABORT, 'month_seal is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER month_seal_stays BEFORE DELETE ON month_seal BEGIN SELECT RAISE(ABORT, 'month_seal is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER month_balance_kept BEFORE UPDATE ON month_balance WHEN EXISTS (SELECT 1 FROM month_seal WHERE month IN (OLD.month, NEW.month))
	BEGIN SELECT RAISE(ABORT, 'a sealed month is never changed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER month_balance_stays BEFORE DELETE ON month_balance WHEN EXISTS (SELECT 1 FROM month_seal WHERE month = OLD.month)
	BEGIN SELECT RAISE(ABORT, 'a sealed month is never changed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER month_balance_in_time BEFORE INSERT ON month_balance WHEN EXISTS (SELECT 1 FROM month_seal WHERE month = NEW.month)
	BEGIN SELECT RAISE(ABORT, 'a sealed month is never changed'); END;
-- +goose StatementEnd
{{end}}
