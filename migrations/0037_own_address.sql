-- +goose Up

-- The address that is one player's alone on a network, derived from an extended
-- public key (a row of coin_payee whose address is an xpub). idx is its place
-- below the key and is given once; seal proves that the program wrote the row.
CREATE TABLE usdt_address (
	network TEXT   NOT NULL,
	idx     BIGINT NOT NULL CHECK (idx >= 0),
	payee   BIGINT NOT NULL, -- the key
	player  TEXT   NOT NULL,
	address TEXT   NOT NULL,
	seal    TEXT   NOT NULL,
	made_at BIGINT NOT NULL,
	PRIMARY KEY (network, idx),
	UNIQUE (network, address),
	UNIQUE (payee, player)
);

-- The next place of a network, and how many restores the database had when it
-- was last given one: after another restore the places go on behind a gap, for
-- those given after the backup are unknown.
CREATE TABLE usdt_index (
	network  TEXT    NOT NULL PRIMARY KEY,
	next_idx BIGINT  NOT NULL CHECK (next_idx >= 0),
	restores INTEGER NOT NULL,
	skipped  BIGINT  NOT NULL DEFAULT 0
);

ALTER TABLE deposit ADD COLUMN own_address BOOLEAN NOT NULL DEFAULT FALSE;
DROP INDEX deposit_coins_open;
CREATE UNIQUE INDEX deposit_coins_open ON deposit (network, coin_address, coins)
	WHERE coins > 0 AND NOT own_address AND state IN ('pending', 'claimed');

{{if .Postgres}}
CREATE TRIGGER usdt_address_kept BEFORE UPDATE ON usdt_address FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER usdt_address_stays BEFORE DELETE ON usdt_address FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER usdt_address_not_emptied BEFORE TRUNCATE ON usdt_address FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER usdt_index_rises BEFORE UPDATE ON usdt_index FOR EACH ROW
	WHEN (NEW.network <> OLD.network OR NEW.next_idx < OLD.next_idx OR NEW.restores < OLD.restores OR NEW.skipped < OLD.skipped) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER usdt_index_stays BEFORE DELETE ON usdt_index FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER usdt_index_not_emptied BEFORE TRUNCATE ON usdt_index FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER deposit_own_address BEFORE UPDATE OF own_address ON deposit FOR EACH ROW EXECUTE FUNCTION refuse_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER usdt_address_kept BEFORE UPDATE ON usdt_address
	BEGIN SELECT RAISE(ABORT, 'usdt_address is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER usdt_address_stays BEFORE DELETE ON usdt_address
	BEGIN SELECT RAISE(ABORT, 'usdt_address is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER usdt_index_rises BEFORE UPDATE ON usdt_index
	WHEN NEW.network <> OLD.network OR NEW.next_idx < OLD.next_idx OR NEW.restores < OLD.restores OR NEW.skipped < OLD.skipped
	BEGIN SELECT RAISE(ABORT, 'usdt_index only rises'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER usdt_index_stays BEFORE DELETE ON usdt_index
	BEGIN SELECT RAISE(ABORT, 'usdt_index is never removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER deposit_own_address BEFORE UPDATE OF own_address ON deposit
	BEGIN SELECT RAISE(ABORT, 'deposit is never changed or removed'); END;
-- +goose StatementEnd
{{end}}
