-- +goose Up

-- What one USDT costs on a network, to the player who deposits and to the one
-- who withdraws. A rate is never changed: the newest version counts, and every
-- order keeps the one it was made by.
CREATE TABLE coin_rate (
	network   TEXT    NOT NULL,
	direction TEXT    NOT NULL CHECK (direction IN ('deposit', 'withdrawal')),
	version   INTEGER NOT NULL,
	rate      BIGINT  NOT NULL CHECK (rate > 0),  -- 1/10,000 yuan for one USDT
	least     BIGINT  NOT NULL CHECK (least > 0), -- of one order, in 1/1,000,000 USDT
	most      BIGINT  NOT NULL CHECK (most >= least),
	open      BOOLEAN NOT NULL,
	made_by   TEXT    NOT NULL,
	made_at   BIGINT  NOT NULL,
	PRIMARY KEY (network, direction, version)
);

-- Addresses of the house that players send coins to. The house only watches
-- them; their keys are elsewhere. seal proves that the row was written by the
-- house: an address put in by a hand on the database is not shown to anybody.
CREATE TABLE coin_payee (
	id           BIGINT  NOT NULL PRIMARY KEY,
	network      TEXT    NOT NULL,
	address      TEXT    NOT NULL,
	seal         TEXT    NOT NULL,
	label        TEXT    NOT NULL,
	enabled      BOOLEAN NOT NULL,
	made_by      TEXT    NOT NULL,
	made_at      BIGINT  NOT NULL,
	changed_by   TEXT    NOT NULL,
	changed_at   BIGINT  NOT NULL,
	last_used_at BIGINT  NOT NULL DEFAULT 0,
	UNIQUE (network, address)
);

-- Every movement of coins to an address of the house, once, as its chain tells
-- it. Until it is final it may change or vanish; then it ends once: it credited
-- an order, or it is money without one.
CREATE TABLE chain_transfer (
	network       TEXT    NOT NULL,
	tx            TEXT    NOT NULL,
	idx           INTEGER NOT NULL,
	sender        TEXT    NOT NULL,
	receiver      TEXT    NOT NULL,
	coins         BIGINT  NOT NULL CHECK (coins > 0),
	at            BIGINT  NOT NULL, -- of its block
	block         BIGINT  NOT NULL,
	confirmations INTEGER NOT NULL,
	state         TEXT    NOT NULL CHECK (state IN ('seen', 'credited', 'stray')),
	sn            TEXT    NOT NULL DEFAULT '', -- the deposit, or the money without an order
	seen_at       BIGINT  NOT NULL,
	ended_at      BIGINT  NOT NULL DEFAULT 0,
	PRIMARY KEY (network, tx, idx),
	CHECK ((state = 'seen') = (sn = '') AND (state = 'seen') = (ended_at = 0))
);
CREATE INDEX chain_transfer_at ON chain_transfer (at);
CREATE INDEX chain_transfer_state ON chain_transfer (state, at);
CREATE INDEX chain_transfer_receiver ON chain_transfer (receiver, at);
CREATE UNIQUE INDEX chain_transfer_sn ON chain_transfer (sn) WHERE sn <> '';

-- How far each chain was read. part counts sets of addresses, where a chain
-- cannot be asked about all at once.
CREATE TABLE chain_cursor (
	network     TEXT    NOT NULL,
	part        INTEGER NOT NULL,
	text        TEXT    NOT NULL,
	asked_at    BIGINT  NOT NULL DEFAULT 0,
	answered_at BIGINT  NOT NULL DEFAULT 0,
	PRIMARY KEY (network, part)
);

-- A deposit in coins waits for exactly these coins at exactly this address.
ALTER TABLE deposit ADD COLUMN network TEXT NOT NULL DEFAULT '';
ALTER TABLE deposit ADD COLUMN coin_address TEXT NOT NULL DEFAULT '';
ALTER TABLE deposit ADD COLUMN coins BIGINT NOT NULL DEFAULT 0 CHECK (coins >= 0);
ALTER TABLE deposit ADD COLUMN rate BIGINT NOT NULL DEFAULT 0 CHECK ((coins > 0) = (rate > 0));
ALTER TABLE deposit ADD COLUMN pay_address TEXT NOT NULL DEFAULT ''; -- sealed: where the player says it comes from
CREATE UNIQUE INDEX deposit_coins_open ON deposit (network, coin_address, coins) WHERE coins > 0 AND state IN ('pending', 'claimed');
CREATE INDEX deposit_coins ON deposit (network, coin_address, coins, created_at) WHERE coins > 0;

-- Where players withdraw coins to, sealed as bank cards are.
CREATE TABLE player_address (
	id            BIGINT  NOT NULL PRIMARY KEY,
	player        TEXT    NOT NULL,
	network       TEXT    NOT NULL,
	address       TEXT    NOT NULL,
	address_index TEXT    NOT NULL UNIQUE,
	is_default    BOOLEAN NOT NULL,
	added_at      BIGINT  NOT NULL
);
CREATE INDEX player_address_player ON player_address (player, added_at);
CREATE UNIQUE INDEX player_address_default ON player_address (player) WHERE is_default;

-- What a withdrawal to an address was last quoted. It holds for a short time
-- and for one order.
CREATE TABLE coin_quote (
	player     TEXT   NOT NULL,
	address    BIGINT NOT NULL,
	amount     BIGINT NOT NULL CHECK (amount > 0),
	rate       BIGINT NOT NULL CHECK (rate > 0),
	coins      BIGINT NOT NULL CHECK (coins > 0),
	expires_at BIGINT NOT NULL,
	used_by    TEXT   NOT NULL DEFAULT '',
	PRIMARY KEY (player, address)
);

-- A withdrawal goes to a bank card, or to an address of a network. card is the
-- id of either. payout_tx is the transaction staff paid it by, from the moment
-- they say so; the order is paid when the chain agrees.
ALTER TABLE withdrawal ADD COLUMN network TEXT NOT NULL DEFAULT '';
ALTER TABLE withdrawal ADD COLUMN coins BIGINT NOT NULL DEFAULT 0 CHECK ((coins > 0) = (network <> ''));
ALTER TABLE withdrawal ADD COLUMN rate BIGINT NOT NULL DEFAULT 0 CHECK ((rate > 0) = (network <> ''));
ALTER TABLE withdrawal ADD COLUMN payout_tx TEXT NOT NULL DEFAULT '' CHECK (payout_tx <> '' OR network = '' OR state <> 'paid');
ALTER TABLE withdrawal ADD COLUMN payout_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE withdrawal ADD COLUMN payout_by TEXT NOT NULL DEFAULT '';
ALTER TABLE withdrawal ADD COLUMN payout_said TEXT NOT NULL DEFAULT ''; -- what the chain last said
ALTER TABLE withdrawal ADD COLUMN payout_ask BIGINT NOT NULL DEFAULT 0; -- when it is asked next
CREATE UNIQUE INDEX withdrawal_payout_tx ON withdrawal (network, payout_tx) WHERE payout_tx <> '';
CREATE INDEX withdrawal_payout_ask ON withdrawal (payout_ask) WHERE payout_ask > 0;

-- Money without an order may be coins: amount is in the smallest unit of asset.
-- Too little, too much, too late, to an address out of use: each waits here.
{{if .SQLite}}
CREATE TABLE stray_money_2 (
	sn         TEXT    NOT NULL PRIMARY KEY,
	account    TEXT    NOT NULL CHECK (account LIKE 'bank:%' OR account LIKE 'gateway:%' OR account LIKE 'chain:%'),
	txn        TEXT    NOT NULL CHECK (txn <> ''), -- the company's number of the payment
	amount     BIGINT  NOT NULL CHECK (amount > 0),
	payer      TEXT    NOT NULL, -- sealed
	note       TEXT    NOT NULL DEFAULT '',
	state      TEXT    NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'assigned', 'returned')),
	deposit    TEXT    NOT NULL DEFAULT '', -- the order it was given to
	reference  TEXT    NOT NULL DEFAULT '', -- the company's number of the payment back
	made_by    TEXT    NOT NULL,
	created_at BIGINT  NOT NULL,
	ended_at   BIGINT  NOT NULL DEFAULT 0,
	asset      TEXT    NOT NULL DEFAULT 'CNY',
	UNIQUE (account, txn),
	CONSTRAINT stray_money_asset CHECK (asset IN ('CNY', 'USDT') AND (asset = 'USDT') = (account LIKE 'chain:%')),
	CONSTRAINT stray_money_ended CHECK (
		CASE state
			WHEN 'open'     THEN ended_at = 0 AND deposit = '' AND reference = ''
			WHEN 'assigned' THEN ended_at > 0 AND deposit <> '' AND reference = ''
			ELSE ended_at > 0 AND deposit = '' AND reference <> ''
		END)
);
INSERT INTO stray_money_2 (sn, account, txn, amount, payer, note, state, deposit, reference, made_by, created_at, ended_at)
	SELECT sn, account, txn, amount, payer, note, state, deposit, reference, made_by, created_at, ended_at FROM stray_money;
DROP TABLE stray_money;
ALTER TABLE stray_money_2 RENAME TO stray_money;
CREATE INDEX stray_money_open ON stray_money (created_at) WHERE state = 'open';
-- +goose StatementBegin
CREATE TRIGGER stray_money_stays BEFORE DELETE ON stray_money
	BEGIN SELECT RAISE(ABORT, 'stray_money is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER stray_money_as_it_came BEFORE UPDATE OF sn, account, txn, amount, asset, payer, made_by, created_at ON stray_money
	BEGIN SELECT RAISE(ABORT, 'stray_money is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER stray_money_ends_once BEFORE UPDATE ON stray_money WHEN OLD.state <> 'open'
	BEGIN SELECT RAISE(ABORT, 'stray_money ends once'); END;
-- +goose StatementEnd
{{end}}
{{if .Postgres}}
ALTER TABLE stray_money DROP CONSTRAINT stray_money_account_check;
ALTER TABLE stray_money ADD COLUMN asset TEXT NOT NULL DEFAULT 'CNY';
ALTER TABLE stray_money ADD CONSTRAINT stray_money_account_check CHECK (account LIKE 'bank:%' OR account LIKE 'gateway:%' OR account LIKE 'chain:%');
ALTER TABLE stray_money ADD CONSTRAINT stray_money_asset CHECK (asset IN ('CNY', 'USDT') AND (asset = 'USDT') = (account LIKE 'chain:%'));
DROP TRIGGER stray_money_as_it_came ON stray_money;
CREATE TRIGGER stray_money_as_it_came BEFORE UPDATE OF sn, account, txn, amount, asset, payer, made_by, created_at ON stray_money FOR EACH ROW EXECUTE FUNCTION refuse_change();
{{end}}

-- Guards: what was agreed or seen never changes, and ends once.
{{if .Postgres}}
CREATE TRIGGER coin_rate_kept BEFORE UPDATE ON coin_rate FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER coin_rate_stays BEFORE DELETE ON coin_rate FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER coin_payee_as_made BEFORE UPDATE OF id, network, address, seal, made_by, made_at ON coin_payee FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER coin_payee_stays BEFORE DELETE ON coin_payee FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER chain_transfer_ends_once BEFORE UPDATE ON chain_transfer FOR EACH ROW WHEN (OLD.state <> 'seen') EXECUTE FUNCTION refuse_change();
CREATE TRIGGER chain_transfer_named BEFORE UPDATE OF network, tx, idx ON chain_transfer FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER chain_transfer_stays BEFORE DELETE ON chain_transfer FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER deposit_coins_order BEFORE UPDATE OF network, coin_address, coins, rate, pay_address ON deposit FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER withdrawal_coins_order BEFORE UPDATE OF network, coins, rate ON withdrawal FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER withdrawal_payout_kept BEFORE UPDATE OF payout_tx ON withdrawal FOR EACH ROW WHEN (OLD.state = 'paid' AND NEW.payout_tx <> OLD.payout_tx) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER coin_rate_not_emptied BEFORE TRUNCATE ON coin_rate FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER coin_payee_not_emptied BEFORE TRUNCATE ON coin_payee FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER chain_transfer_not_emptied BEFORE TRUNCATE ON chain_transfer FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER coin_rate_kept BEFORE UPDATE ON coin_rate
	BEGIN SELECT RAISE(ABORT, 'coin_rate is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER coin_rate_stays BEFORE DELETE ON coin_rate
	BEGIN SELECT RAISE(ABORT, 'coin_rate is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER coin_payee_as_made BEFORE UPDATE OF id, network, address, seal, made_by, made_at ON coin_payee
	BEGIN SELECT RAISE(ABORT, 'coin_payee is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER coin_payee_stays BEFORE DELETE ON coin_payee
	BEGIN SELECT RAISE(ABORT, 'coin_payee is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER chain_transfer_ends_once BEFORE UPDATE ON chain_transfer WHEN OLD.state <> 'seen'
	BEGIN SELECT RAISE(ABORT, 'chain_transfer ends once'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER chain_transfer_named BEFORE UPDATE OF network, tx, idx ON chain_transfer
	BEGIN SELECT RAISE(ABORT, 'chain_transfer is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER chain_transfer_stays BEFORE DELETE ON chain_transfer
	BEGIN SELECT RAISE(ABORT, 'chain_transfer is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER deposit_coins_order BEFORE UPDATE OF network, coin_address, coins, rate, pay_address ON deposit
	BEGIN SELECT RAISE(ABORT, 'deposit is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER withdrawal_coins_order BEFORE UPDATE OF network, coins, rate ON withdrawal
	BEGIN SELECT RAISE(ABORT, 'withdrawal is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER withdrawal_payout_kept BEFORE UPDATE OF payout_tx ON withdrawal WHEN OLD.state = 'paid' AND NEW.payout_tx <> OLD.payout_tx
	BEGIN SELECT RAISE(ABORT, 'withdrawal was paid by another transaction'); END;
-- +goose StatementEnd
{{end}}
