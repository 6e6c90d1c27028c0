-- +goose Up

-- Wallets of the operator from which staff pay withdrawals in USDT. A payout is
-- proved by a transfer from one of them. seal proves that the program wrote the
-- row: a wallet put in by a hand on the database counts for nothing.
CREATE TABLE payout_wallet (
	id         BIGINT  NOT NULL PRIMARY KEY,
	network    TEXT    NOT NULL,
	address    TEXT    NOT NULL,
	seal       TEXT    NOT NULL,
	label      TEXT    NOT NULL,
	enabled    BOOLEAN NOT NULL,
	made_by    TEXT    NOT NULL,
	made_at    BIGINT  NOT NULL,
	changed_by TEXT    NOT NULL,
	changed_at BIGINT  NOT NULL,
	UNIQUE (network, address)
);

-- approved_at is when people approved an order: no earlier transfer pays it.
-- payout_from is the sender that the chain names for the noted transaction.
ALTER TABLE withdrawal ADD COLUMN approved_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE withdrawal ADD COLUMN payout_from TEXT NOT NULL DEFAULT '';

-- When each node was last asked which network it serves, and what was wrong.
CREATE TABLE chain_node (
	network    TEXT   NOT NULL PRIMARY KEY,
	checked_at BIGINT NOT NULL,
	wrong      TEXT   NOT NULL DEFAULT '' -- '' while it serves the right network
);

{{if .Postgres}}
CREATE TRIGGER payout_wallet_as_made BEFORE UPDATE OF id, network, address, seal, made_by, made_at ON payout_wallet FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_wallet_stays BEFORE DELETE ON payout_wallet FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER payout_wallet_not_emptied BEFORE TRUNCATE ON payout_wallet FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER payout_wallet_as_made BEFORE UPDATE OF id, network, address, seal, made_by, made_at ON payout_wallet
	BEGIN SELECT RAISE(ABORT, 'payout_wallet is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER payout_wallet_stays BEFORE DELETE ON payout_wallet
	BEGIN SELECT RAISE(ABORT, 'payout_wallet is never changed or removed'); END;
-- +goose StatementEnd
{{end}}
