-- +goose Up

-- The books. internal/ledger is their only writer; docs/money.md explains them.
-- Every rule that can be a constraint is one here, so that a mistake in code,
-- or a hand on the database, is refused and not found out later.

-- One row for each account. A player's balance lives in its row. A house
-- account is "summed": its row never changes, for it would be the one row all
-- players wait for, and its balance is the sum of its postings.
CREATE TABLE account (
	name         TEXT    NOT NULL,
	asset        TEXT    NOT NULL,
	player       TEXT    NOT NULL, -- '' for accounts of the house
	may_negative BOOLEAN NOT NULL,
	summed       BOOLEAN NOT NULL,
	balance      BIGINT  NOT NULL,
	PRIMARY KEY (name),
	UNIQUE (name, asset),
	CONSTRAINT account_asset_known CHECK (asset IN ('CNY', 'C$', 'USDT')),
	CONSTRAINT account_not_negative CHECK (may_negative OR balance >= 0),
	CONSTRAINT account_summed_has_no_balance CHECK (NOT summed OR balance = 0),
	-- The name decides what an account may do; nobody makes a centre wallet
	-- that may go below zero.
	CONSTRAINT account_kind CHECK (
		(name LIKE 'house:%' AND player = '' AND summed AND may_negative)
		OR (name LIKE 'suspense:%' AND player = '' AND NOT summed AND NOT may_negative)
		OR (name LIKE 'player:' || player || ':venue:%' AND player <> '' AND NOT summed AND may_negative)
		OR (name IN ('player:' || player || ':centre', 'player:' || player || ':locked',
			'player:' || player || ':transit', 'player:' || player || ':fund')
			AND player <> '' AND NOT summed AND NOT may_negative)
	)
){{if .SQLite}} WITHOUT ROWID{{end}};

CREATE INDEX account_player ON account (player, name) WHERE player <> '';

-- One row for each thing that happened. contents is the hash of what was
-- asked for, by which a repeated key is told from a changed one; seal is the
-- hash of the whole row, by which a changed row is found.
CREATE TABLE entry (
	id       TEXT    NOT NULL,
	scope    TEXT    NOT NULL,
	key      TEXT    NOT NULL,
	kind     TEXT    NOT NULL,
	ref      TEXT    NOT NULL, -- the order it belongs to
	memo     TEXT    NOT NULL,
	made_by  TEXT    NOT NULL,
	lines    INTEGER NOT NULL,
	contents TEXT    NOT NULL,
	seal     TEXT    NOT NULL,
	at       BIGINT  NOT NULL,
	PRIMARY KEY (id),
	UNIQUE (scope, key),
	CONSTRAINT entry_named CHECK (scope <> '' AND key <> '' AND kind <> ''),
	CONSTRAINT entry_has_lines CHECK (lines > 0)
){{if .SQLite}} WITHOUT ROWID{{end}};

-- One row for each movement: a pair of accounts and a positive amount, so that
-- every entry balances by construction. The foreign keys carry the asset: a
-- posting between accounts of different assets has no place to go.
CREATE TABLE posting (
	entry_id     TEXT    NOT NULL,
	line         INTEGER NOT NULL,
	from_account TEXT    NOT NULL,
	to_account   TEXT    NOT NULL,
	asset        TEXT    NOT NULL,
	amount       BIGINT  NOT NULL,
	from_after   BIGINT,           -- the balance this posting left; NULL for summed accounts
	to_after     BIGINT,
	player       TEXT    NOT NULL, -- whose money it is, '' between accounts of the house
	seal         BIGINT  NOT NULL, -- a short hash of the row, to name the one that was changed
	PRIMARY KEY (entry_id, line),
	FOREIGN KEY (entry_id) REFERENCES entry (id),
	FOREIGN KEY (from_account, asset) REFERENCES account (name, asset),
	FOREIGN KEY (to_account, asset) REFERENCES account (name, asset),
	CONSTRAINT posting_amount_positive CHECK (amount > 0 AND amount <= 1000000000000000),
	CONSTRAINT posting_moves CHECK (from_account <> to_account),
	CONSTRAINT posting_line CHECK (line >= 1),
	-- The indexes of the summed accounts hang on this.
	CONSTRAINT posting_after CHECK (
		(from_after IS NULL) = (from_account LIKE 'house:%') AND (to_after IS NULL) = (to_account LIKE 'house:%')
	)
){{if .SQLite}} WITHOUT ROWID{{end}};

CREATE INDEX posting_player ON posting (player, entry_id) WHERE player <> '';
CREATE INDEX posting_from_house ON posting (from_account, entry_id) WHERE from_after IS NULL;
CREATE INDEX posting_to_house ON posting (to_account, entry_id) WHERE to_after IS NULL;

-- What a summed account held after all postings up to and with entry upto.
CREATE TABLE checkpoint (
	account TEXT   NOT NULL REFERENCES account (name),
	upto    TEXT   NOT NULL,
	balance BIGINT NOT NULL,
	at      BIGINT NOT NULL,
	PRIMARY KEY (account, upto)
){{if .SQLite}} WITHOUT ROWID{{end}};

-- Guards. They hold no logic: they only refuse.
{{if .Postgres}}
-- +goose StatementBegin
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% is never changed or removed', TG_TABLE_NAME;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER entry_kept BEFORE UPDATE OR DELETE ON entry FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER entry_not_emptied BEFORE TRUNCATE ON entry FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER posting_kept BEFORE UPDATE OR DELETE ON posting FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER posting_not_emptied BEFORE TRUNCATE ON posting FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER checkpoint_kept BEFORE UPDATE OR DELETE ON checkpoint FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER checkpoint_not_emptied BEFORE TRUNCATE ON checkpoint FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER account_stays BEFORE DELETE ON account FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER account_not_emptied BEFORE TRUNCATE ON account FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER account_keeps_its_kind BEFORE UPDATE OF name, asset, player, may_negative, summed ON account
	FOR EACH ROW EXECUTE FUNCTION refuse_change();
-- An entry that has its lines gets no more of them: that would be money moved
-- under somebody else's key.
-- +goose StatementBegin
CREATE FUNCTION refuse_late_posting() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.line > (SELECT lines FROM entry WHERE id = NEW.entry_id) THEN
		RAISE EXCEPTION 'entry % has all its postings', NEW.entry_id;
	END IF;
	RETURN NEW;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER posting_in_time BEFORE INSERT ON posting FOR EACH ROW EXECUTE FUNCTION refuse_late_posting();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER entry_kept BEFORE UPDATE ON entry BEGIN SELECT RAISE(ABORT, 'entry is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER entry_stays BEFORE DELETE ON entry BEGIN SELECT RAISE(ABORT, 'entry is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER posting_kept BEFORE UPDATE ON posting BEGIN SELECT RAISE(ABORT, 'posting is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER posting_stays BEFORE DELETE ON posting BEGIN SELECT RAISE(ABORT, 'posting is never changed or removed'); END;
-- +goose StatementEnd
-- INSERT OR REPLACE removes a row without asking the triggers above.
-- +goose StatementBegin
CREATE TRIGGER entry_not_replaced BEFORE INSERT ON entry WHEN EXISTS (SELECT 1 FROM entry WHERE id = NEW.id)
	BEGIN SELECT RAISE(ABORT, 'entry is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER posting_not_replaced BEFORE INSERT ON posting
	WHEN EXISTS (SELECT 1 FROM posting WHERE entry_id = NEW.entry_id AND line = NEW.line)
	BEGIN SELECT RAISE(ABORT, 'posting is never changed or removed'); END;
-- +goose StatementEnd
-- An entry that has its lines gets no more of them: that would be money moved
-- under somebody else's key.
-- +goose StatementBegin
CREATE TRIGGER posting_in_time BEFORE INSERT ON posting WHEN NEW.line > (SELECT lines FROM entry WHERE id = NEW.entry_id)
	BEGIN SELECT RAISE(ABORT, 'the entry has all its postings'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER checkpoint_kept BEFORE UPDATE ON checkpoint BEGIN SELECT RAISE(ABORT, 'checkpoint is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER checkpoint_stays BEFORE DELETE ON checkpoint BEGIN SELECT RAISE(ABORT, 'checkpoint is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER account_stays BEFORE DELETE ON account BEGIN SELECT RAISE(ABORT, 'account is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER account_keeps_its_kind BEFORE UPDATE OF name, asset, player, may_negative, summed ON account
	BEGIN SELECT RAISE(ABORT, 'account is never changed or removed'); END;
-- +goose StatementEnd
{{end}}
