-- +goose Up

-- A transfer whose credit fails holds back itself alone: the failure is noted
-- on its row, and the row is tried again at retry_at. A transfer below the floor
-- is dust: it is booked, and nobody has to decide about it.
{{if .SQLite}}
CREATE TABLE chain_transfer_2 (
	network       TEXT    NOT NULL,
	tx            TEXT    NOT NULL,
	idx           INTEGER NOT NULL,
	sender        TEXT    NOT NULL,
	receiver      TEXT    NOT NULL,
	coins         BIGINT  NOT NULL CHECK (coins > 0),
	at            BIGINT  NOT NULL, -- of its block
	block         BIGINT  NOT NULL,
	confirmations INTEGER NOT NULL,
	state         TEXT    NOT NULL CHECK (state IN ('seen', 'credited', 'stray', 'dust')),
	sn            TEXT    NOT NULL DEFAULT '', -- the deposit, or the money without an order
	seen_at       BIGINT  NOT NULL,
	ended_at      BIGINT  NOT NULL DEFAULT 0,
	failure       TEXT    NOT NULL DEFAULT '', -- why it could not be settled yet
	tries         INTEGER NOT NULL DEFAULT 0,
	retry_at      BIGINT  NOT NULL DEFAULT 0,
	PRIMARY KEY (network, tx, idx),
	CONSTRAINT chain_transfer_ended CHECK ((state = 'seen') = (sn = '') AND (state = 'seen') = (ended_at = 0)),
	CONSTRAINT chain_transfer_held CHECK ((failure <> '') = (retry_at > 0) AND (state = 'seen' OR retry_at = 0))
);
INSERT INTO chain_transfer_2 (network, tx, idx, sender, receiver, coins, at, block, confirmations, state, sn, seen_at, ended_at)
	SELECT network, tx, idx, sender, receiver, coins, at, block, confirmations, state, sn, seen_at, ended_at FROM chain_transfer;
DROP TABLE chain_transfer;
ALTER TABLE chain_transfer_2 RENAME TO chain_transfer;
CREATE INDEX chain_transfer_at ON chain_transfer (at);
CREATE INDEX chain_transfer_state ON chain_transfer (state, at);
CREATE INDEX chain_transfer_receiver ON chain_transfer (receiver, at);
CREATE UNIQUE INDEX chain_transfer_sn ON chain_transfer (sn) WHERE sn <> '';
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
{{end}}
{{if .Postgres}}
ALTER TABLE chain_transfer DROP CONSTRAINT chain_transfer_state_check;
ALTER TABLE chain_transfer ADD CONSTRAINT chain_transfer_state_check CHECK (state IN ('seen', 'credited', 'stray', 'dust'));
ALTER TABLE chain_transfer ADD COLUMN failure TEXT NOT NULL DEFAULT '';
ALTER TABLE chain_transfer ADD COLUMN tries INTEGER NOT NULL DEFAULT 0;
ALTER TABLE chain_transfer ADD COLUMN retry_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE chain_transfer ADD CONSTRAINT chain_transfer_held CHECK ((failure <> '') = (retry_at > 0) AND (state = 'seen' OR retry_at = 0));
{{end}}
CREATE INDEX chain_transfer_retry ON chain_transfer (network, retry_at) WHERE retry_at > 0;

-- What follows from a credited deposit and failed: the money is with the
-- player, and the job tries the rest again. A row is written when it fails.
CREATE TABLE deposit_followup (
	sn       TEXT    NOT NULL PRIMARY KEY,
	made_at  BIGINT  NOT NULL,
	failure  TEXT    NOT NULL CHECK (failure <> ''),
	tries    INTEGER NOT NULL DEFAULT 1 CHECK (tries > 0),
	retry_at BIGINT  NOT NULL,
	done_at  BIGINT  NOT NULL DEFAULT 0,
	CONSTRAINT deposit_followup_done CHECK ((done_at > 0) = (retry_at = 0))
);
CREATE INDEX deposit_followup_retry ON deposit_followup (retry_at) WHERE retry_at > 0;
{{if .Postgres}}
CREATE TRIGGER deposit_followup_made BEFORE UPDATE OF sn, made_at ON deposit_followup FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER deposit_followup_done_once BEFORE UPDATE ON deposit_followup FOR EACH ROW WHEN (OLD.done_at > 0) EXECUTE FUNCTION refuse_change();
CREATE TRIGGER deposit_followup_stays BEFORE DELETE ON deposit_followup FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER deposit_followup_not_emptied BEFORE TRUNCATE ON deposit_followup FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER deposit_followup_made BEFORE UPDATE OF sn, made_at ON deposit_followup
	BEGIN SELECT RAISE(ABORT, 'deposit_followup is never changed or removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER deposit_followup_done_once BEFORE UPDATE ON deposit_followup WHEN OLD.done_at > 0
	BEGIN SELECT RAISE(ABORT, 'deposit_followup is done once'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER deposit_followup_stays BEFORE DELETE ON deposit_followup
	BEGIN SELECT RAISE(ABORT, 'deposit_followup is never changed or removed'); END;
-- +goose StatementEnd
{{end}}
