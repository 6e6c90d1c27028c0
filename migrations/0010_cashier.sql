-- +goose Up

-- Ways to deposit. The flags say which inputs the form shows (DEP-01).
CREATE TABLE pay_method (
	code         TEXT    NOT NULL PRIMARY KEY,
	name         TEXT    NOT NULL,
	icon         TEXT    NOT NULL DEFAULT '',
	hot_remark   TEXT    NOT NULL DEFAULT '',
	amount_range TEXT    NOT NULL DEFAULT '',
	show_amount  BOOLEAN NOT NULL,
	show_name    BOOLEAN NOT NULL,
	show_remark  BOOLEAN NOT NULL,
	show_address BOOLEAN NOT NULL,
	show_banks   BOOLEAN NOT NULL,
	show_types   BOOLEAN NOT NULL,
	show_chat    BOOLEAN NOT NULL,
	show_rate    BOOLEAN NOT NULL,
	enabled      BOOLEAN NOT NULL,
	sort         INTEGER NOT NULL
);

-- A channel is a method through one company: a gateway, or our own bank accounts.
CREATE TABLE pay_channel (
	id             BIGINT  NOT NULL PRIMARY KEY,
	code           TEXT    NOT NULL UNIQUE,
	method         TEXT    NOT NULL REFERENCES pay_method (code),
	name           TEXT    NOT NULL,
	style          TEXT    NOT NULL CHECK (style IN ('Link', 'Link_Open', 'Bank', 'VirtualCoin', 'Qr', 'MSG')),
	gateway        TEXT    NOT NULL DEFAULT '',
	gateway_method TEXT    NOT NULL DEFAULT '',
	min_amount     BIGINT  NOT NULL CHECK (min_amount > 0),
	max_amount     BIGINT  NOT NULL CHECK (max_amount >= min_amount),
	enabled        BOOLEAN NOT NULL,
	sort           INTEGER NOT NULL
);
CREATE INDEX pay_channel_method ON pay_channel (method, sort);

-- Our own accounts that players transfer to. They take turns, each up to its cap a day.
CREATE TABLE company_bank (
	id           BIGINT  NOT NULL PRIMARY KEY,
	bank         TEXT    NOT NULL,
	bank_name    TEXT    NOT NULL,
	holder       TEXT    NOT NULL,
	number       TEXT    NOT NULL UNIQUE,
	min_amount   BIGINT  NOT NULL,
	max_amount   BIGINT  NOT NULL,
	daily_cap    BIGINT  NOT NULL,
	enabled      BOOLEAN NOT NULL,
	last_used_at BIGINT  NOT NULL DEFAULT 0
);

-- One row a player. Locking it keeps two requests of one player from both
-- passing a limit that only one of them may pass.
CREATE TABLE cashier_player (
	player TEXT NOT NULL PRIMARY KEY
);

CREATE TABLE deposit (
	sn            TEXT    NOT NULL PRIMARY KEY,
	order_id      TEXT    NOT NULL UNIQUE,
	contents      TEXT    NOT NULL,
	player        TEXT    NOT NULL,
	channel       BIGINT  NOT NULL,
	method_name   TEXT    NOT NULL,
	channel_name  TEXT    NOT NULL,
	style         TEXT    NOT NULL,
	gateway       TEXT    NOT NULL DEFAULT '',
	pay_method    TEXT    NOT NULL DEFAULT '',
	token         TEXT    NOT NULL UNIQUE,
	amount        BIGINT  NOT NULL CHECK (amount > 0),
	received      BIGINT  NOT NULL DEFAULT 0 CHECK (received >= 0),
	proved        BIGINT  NOT NULL DEFAULT 0 CHECK (proved >= 0),
	suspended     BOOLEAN NOT NULL DEFAULT FALSE,
	state         TEXT    NOT NULL CHECK (state IN ('pending', 'claimed', 'review', 'credited', 'expired', 'closed', 'reversed')),
	review_reason TEXT    NOT NULL DEFAULT '',
	depositor     TEXT    NOT NULL DEFAULT '',
	remark        TEXT    NOT NULL DEFAULT '',
	from_bank     TEXT    NOT NULL DEFAULT '',
	pay_type      TEXT    NOT NULL DEFAULT '',
	activity      TEXT    NOT NULL DEFAULT '',
	company_bank  BIGINT  NOT NULL DEFAULT 0,
	payee_bank    TEXT    NOT NULL DEFAULT '',
	payee_holder  TEXT    NOT NULL DEFAULT '',
	payee_number  TEXT    NOT NULL DEFAULT '',
	pay_code      TEXT    NOT NULL DEFAULT '',
	link          TEXT    NOT NULL DEFAULT '',
	qr            TEXT    NOT NULL DEFAULT '',
	asked_at      BIGINT  NOT NULL DEFAULT 0,
	gateway_txn   TEXT    NOT NULL DEFAULT '',
	bank_ref      TEXT    NOT NULL DEFAULT '',
	client_ip     TEXT    NOT NULL DEFAULT '',
	day           INTEGER NOT NULL,
	created_at    BIGINT  NOT NULL,
	claimed_at    BIGINT  NOT NULL DEFAULT 0,
	expires_at    BIGINT  NOT NULL,
	ended_at      BIGINT  NOT NULL DEFAULT 0,
	poll_at       BIGINT  NOT NULL DEFAULT 0,
	polls         INTEGER NOT NULL DEFAULT 0,
	CHECK ((state IN ('credited', 'reversed')) = (received > 0))
);
CREATE INDEX deposit_player ON deposit (player, created_at);
CREATE INDEX deposit_state ON deposit (state, created_at);
CREATE INDEX deposit_created ON deposit (created_at);
CREATE INDEX deposit_bank_day ON deposit (company_bank, day) WHERE company_bank > 0;
CREATE INDEX deposit_poll ON deposit (poll_at) WHERE poll_at > 0;
CREATE INDEX deposit_suspended ON deposit (created_at) WHERE suspended;
CREATE INDEX deposit_due ON deposit (expires_at) WHERE state IN ('pending', 'claimed');
CREATE INDEX deposit_credited ON deposit (ended_at) WHERE state = 'credited';
CREATE UNIQUE INDEX deposit_pay_code ON deposit (pay_code) WHERE pay_code <> '';

-- Each payment by its own number at the company that reported it. The key is
-- what lets one payment serve one order, whoever reports it, and however often (trust CBK-3).
CREATE TABLE cashier_proof (
	source TEXT   NOT NULL,
	txn    TEXT   NOT NULL,
	sn     TEXT   NOT NULL,
	amount BIGINT NOT NULL,
	at     BIGINT NOT NULL,
	PRIMARY KEY (source, txn)
);
CREATE INDEX cashier_proof_sn ON cashier_proof (sn);

-- Callbacks as they arrived, written before anything in them is read.
CREATE TABLE callback_raw (
	id      TEXT   NOT NULL PRIMARY KEY,
	gateway TEXT   NOT NULL,
	sn      TEXT   NOT NULL DEFAULT '',
	method  TEXT   NOT NULL,
	query   TEXT   NOT NULL,
	body    TEXT   NOT NULL,
	remote  TEXT   NOT NULL,
	at      BIGINT NOT NULL,
	verdict TEXT   NOT NULL DEFAULT '',
	note    TEXT   NOT NULL DEFAULT ''
);
CREATE INDEX callback_raw_sn ON callback_raw (sn, at);
CREATE INDEX callback_raw_stray ON callback_raw (at) WHERE sn = '';

-- Credited deposits the player has not been told of yet (DEP-08).
CREATE TABLE deposit_notice (
	sn       TEXT   NOT NULL PRIMARY KEY,
	player   TEXT   NOT NULL,
	amount   BIGINT NOT NULL,
	at       BIGINT NOT NULL,
	shown_at BIGINT NOT NULL DEFAULT 0
);
CREATE INDEX deposit_notice_player ON deposit_notice (player, at);

-- What happened to an order, step by step, for its page in the back office.
CREATE TABLE cashier_note (
	id     TEXT   NOT NULL PRIMARY KEY,
	sn     TEXT   NOT NULL,
	at     BIGINT NOT NULL,
	who    TEXT   NOT NULL,
	what   TEXT   NOT NULL,
	reason TEXT   NOT NULL DEFAULT ''
);
CREATE INDEX cashier_note_sn ON cashier_note (sn, at, id);

-- Bank cards of players. Number and holder are sealed; number_index finds a number without showing it.
CREATE TABLE player_card (
	id           BIGINT  NOT NULL PRIMARY KEY,
	player       TEXT    NOT NULL,
	bank         TEXT    NOT NULL,
	number       TEXT    NOT NULL,
	number_index TEXT    NOT NULL UNIQUE,
	tail         TEXT    NOT NULL,
	holder       TEXT    NOT NULL,
	province     TEXT    NOT NULL,
	city         TEXT    NOT NULL,
	branch       TEXT    NOT NULL,
	is_default   BOOLEAN NOT NULL,
	bound_at     BIGINT  NOT NULL
);
CREATE INDEX player_card_player ON player_card (player, bound_at);
CREATE INDEX player_card_tail ON player_card (tail);
CREATE UNIQUE INDEX player_card_default ON player_card (player) WHERE is_default;

-- Where the money goes is copied from the card when it is asked for (trust WDR-2).
CREATE TABLE withdrawal (
	sn               TEXT    NOT NULL PRIMARY KEY,
	order_id         TEXT    NOT NULL UNIQUE,
	contents         TEXT    NOT NULL,
	player           TEXT    NOT NULL,
	amount           BIGINT  NOT NULL CHECK (amount > 0),
	fee              BIGINT  NOT NULL DEFAULT 0 CHECK (fee >= 0),
	state            TEXT    NOT NULL CHECK (state IN ('submitted', 'claimed', 'second', 'approved', 'paid', 'rejected', 'failed')),
	card             BIGINT  NOT NULL,
	bank             TEXT    NOT NULL,
	number           TEXT    NOT NULL,
	tail             TEXT    NOT NULL,
	holder           TEXT    NOT NULL,
	province         TEXT    NOT NULL,
	city             TEXT    NOT NULL,
	branch           TEXT    NOT NULL,
	needs_second     BOOLEAN NOT NULL,
	flags            TEXT    NOT NULL DEFAULT '',
	held_until       BIGINT  NOT NULL DEFAULT 0,
	claimed_by       TEXT    NOT NULL DEFAULT '',
	claimed_name     TEXT    NOT NULL DEFAULT '',
	claimed_at       BIGINT  NOT NULL DEFAULT 0,
	claim_expires_at BIGINT  NOT NULL DEFAULT 0,
	approved_by      TEXT    NOT NULL DEFAULT '',
	reference        TEXT    NOT NULL DEFAULT '',
	reason           TEXT    NOT NULL DEFAULT '',
	client_ip        TEXT    NOT NULL DEFAULT '',
	day              INTEGER NOT NULL,
	created_at       BIGINT  NOT NULL,
	ended_at         BIGINT  NOT NULL DEFAULT 0,
	-- A payout that was paid after its money was given back: open until two
	-- people decide who bears it, the player or the house.
	exposure         TEXT    NOT NULL DEFAULT '' CHECK (exposure IN ('', 'open', 'player', 'loss')),
	CHECK (exposure NOT IN ('open', 'loss') OR state = 'paid')
);
CREATE INDEX withdrawal_exposed ON withdrawal (exposure, ended_at) WHERE exposure <> '';
CREATE INDEX withdrawal_player ON withdrawal (player, created_at);
CREATE INDEX withdrawal_paid ON withdrawal (player) WHERE state = 'paid';
CREATE INDEX withdrawal_state ON withdrawal (state, created_at);
CREATE INDEX withdrawal_created ON withdrawal (created_at);
CREATE INDEX withdrawal_ended ON withdrawal (ended_at) WHERE ended_at > 0;

-- How often and how much a player withdrew on a GMT+8 day. The row is locked while it is checked (trust CON-4).
CREATE TABLE withdrawal_day (
	player TEXT    NOT NULL,
	day    INTEGER NOT NULL,
	times  INTEGER NOT NULL CHECK (times >= 0),
	amount BIGINT  NOT NULL CHECK (amount >= 0),
	PRIMARY KEY (player, day)
);

-- Guards: an order goes from state to state only along these edges, and what
-- was ordered never changes, whoever writes the statement (trust SAG-1).
{{if .Postgres}}
-- +goose StatementBegin
CREATE FUNCTION refuse_edge() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% % does not go from % to %', TG_TABLE_NAME, OLD.sn, OLD.state, NEW.state;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER deposit_edge BEFORE UPDATE OF state, received ON deposit FOR EACH ROW
	WHEN (NEW.state <> OLD.state AND (OLD.state || '>' || NEW.state) NOT IN
		('pending>claimed', 'pending>review', 'pending>credited', 'pending>expired', 'pending>closed',
		 'claimed>review', 'claimed>credited', 'claimed>expired', 'claimed>closed',
		 'expired>review', 'expired>credited', 'closed>review', 'review>credited', 'review>closed', 'credited>reversed')
		OR OLD.received > 0 AND NEW.received <> OLD.received)
	EXECUTE FUNCTION refuse_edge();
CREATE TRIGGER deposit_born BEFORE INSERT ON deposit FOR EACH ROW WHEN (NEW.state NOT IN ('pending', 'review')) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER deposit_order BEFORE UPDATE OF sn, order_id, contents, player, channel, method_name, channel_name, style, gateway, pay_method, token, amount, depositor, remark, from_bank,
	pay_type, activity, company_bank, payee_bank, payee_holder, payee_number, pay_code, client_ip, day, created_at
	ON deposit FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER deposit_stays BEFORE DELETE ON deposit FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER deposit_not_emptied BEFORE TRUNCATE ON deposit FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER withdrawal_edge BEFORE UPDATE OF state ON withdrawal FOR EACH ROW
	WHEN (NEW.state <> OLD.state AND (OLD.state || '>' || NEW.state) NOT IN
		('submitted>claimed', 'claimed>submitted', 'claimed>second', 'claimed>approved', 'claimed>rejected',
		 'second>claimed', 'second>approved', 'second>rejected', 'approved>paid', 'approved>failed',
		 'paid>failed', 'failed>paid', 'rejected>paid'))
	EXECUTE FUNCTION refuse_edge();
CREATE TRIGGER withdrawal_born BEFORE INSERT ON withdrawal FOR EACH ROW WHEN (NEW.state <> 'submitted') EXECUTE FUNCTION refuse_change();
CREATE TRIGGER withdrawal_order BEFORE UPDATE OF sn, order_id, contents, player, amount, fee, card, bank, number, tail, holder, province, city, branch,
	needs_second, flags, held_until, client_ip, day, created_at
	ON withdrawal FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER withdrawal_stays BEFORE DELETE ON withdrawal FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER withdrawal_not_emptied BEFORE TRUNCATE ON withdrawal FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER cashier_proof_kept BEFORE UPDATE OR DELETE ON cashier_proof FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER cashier_proof_not_emptied BEFORE TRUNCATE ON cashier_proof FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER cashier_note_kept BEFORE UPDATE OR DELETE ON cashier_note FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER cashier_note_not_emptied BEFORE TRUNCATE ON cashier_note FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER callback_raw_as_heard BEFORE UPDATE OF id, gateway, sn, method, query, body, remote, at ON callback_raw
	FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER callback_raw_stays BEFORE DELETE ON callback_raw FOR EACH ROW WHEN (OLD.sn <> '') EXECUTE FUNCTION refuse_change();
CREATE TRIGGER callback_raw_not_emptied BEFORE TRUNCATE ON callback_raw FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER deposit_edge BEFORE UPDATE OF state, received ON deposit
	WHEN NEW.state <> OLD.state AND (OLD.state || '>' || NEW.state) NOT IN
		('pending>claimed', 'pending>review', 'pending>credited', 'pending>expired', 'pending>closed',
		 'claimed>review', 'claimed>credited', 'claimed>expired', 'claimed>closed',
		 'expired>review', 'expired>credited', 'closed>review', 'review>credited', 'review>closed', 'credited>reversed')
		OR OLD.received > 0 AND NEW.received <> OLD.received
	BEGIN SELECT RAISE(ABORT, 'deposit does not go from this state to that'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER deposit_born BEFORE INSERT ON deposit WHEN NEW.state NOT IN ('pending', 'review')
	BEGIN SELECT RAISE(ABORT, 'deposit begins as pending or in review'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER deposit_order BEFORE UPDATE OF sn, order_id, contents, player, channel, method_name, channel_name, style, gateway, pay_method, token, amount, depositor, remark, from_bank,
	pay_type, activity, company_bank, payee_bank, payee_holder, payee_number, pay_code, client_ip, day, created_at
	ON deposit BEGIN SELECT RAISE(ABORT, 'deposit is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER deposit_stays BEFORE DELETE ON deposit BEGIN SELECT RAISE(ABORT, 'deposit is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER withdrawal_edge BEFORE UPDATE OF state ON withdrawal
	WHEN NEW.state <> OLD.state AND (OLD.state || '>' || NEW.state) NOT IN
		('submitted>claimed', 'claimed>submitted', 'claimed>second', 'claimed>approved', 'claimed>rejected',
		 'second>claimed', 'second>approved', 'second>rejected', 'approved>paid', 'approved>failed',
		 'paid>failed', 'failed>paid', 'rejected>paid')
	BEGIN SELECT RAISE(ABORT, 'withdrawal does not go from this state to that'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER withdrawal_born BEFORE INSERT ON withdrawal WHEN NEW.state <> 'submitted'
	BEGIN SELECT RAISE(ABORT, 'withdrawal begins as submitted'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER withdrawal_order BEFORE UPDATE OF sn, order_id, contents, player, amount, fee, card, bank, number, tail, holder, province, city, branch,
	needs_second, flags, held_until, client_ip, day, created_at
	ON withdrawal BEGIN SELECT RAISE(ABORT, 'withdrawal is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER withdrawal_stays BEFORE DELETE ON withdrawal BEGIN SELECT RAISE(ABORT, 'withdrawal is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER cashier_proof_kept BEFORE UPDATE ON cashier_proof BEGIN SELECT RAISE(ABORT, 'cashier_proof is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER cashier_proof_stays BEFORE DELETE ON cashier_proof BEGIN SELECT RAISE(ABORT, 'cashier_proof is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER cashier_note_kept BEFORE UPDATE ON cashier_note BEGIN SELECT RAISE(ABORT, 'cashier_note is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER cashier_note_stays BEFORE DELETE ON cashier_note BEGIN SELECT RAISE(ABORT, 'cashier_note is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER callback_raw_as_heard BEFORE UPDATE OF id, gateway, sn, method, query, body, remote, at ON callback_raw
	BEGIN SELECT RAISE(ABORT, 'callback_raw is kept as it was heard'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER callback_raw_stays BEFORE DELETE ON callback_raw WHEN OLD.sn <> '' BEGIN SELECT RAISE(ABORT, 'callback_raw is kept as it was heard'); END;
-- +goose StatementEnd
{{end}}
