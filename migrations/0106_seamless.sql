-- +goose Up

-- Venues that play on the centre wallet. A session is one player in one game;
-- opening the game again replaces its token, so the rows do not grow with time.
CREATE TABLE seamless_session (
	player     TEXT   NOT NULL CHECK (player <> ''),
	venue      TEXT   NOT NULL REFERENCES venue (code),
	game       TEXT   NOT NULL, -- '' or '0': the lobby, where every game may be played
	account    TEXT   NOT NULL,
	hash       TEXT   NOT NULL UNIQUE, -- of the token
	created_at BIGINT NOT NULL,
	expires_at BIGINT NOT NULL,
	PRIMARY KEY (player, venue, game)
);

-- One row for each transaction that a venue named. What it said never changes.
-- A bet also keeps what its wins come to; a tombstone stands for a transaction
-- that was rolled back before it came.
CREATE TABLE seamless_transaction (
	id          TEXT    NOT NULL PRIMARY KEY, -- venue:uuid
	venue       TEXT    NOT NULL REFERENCES venue (code),
	kind        TEXT    NOT NULL CHECK (kind IN ('bet', 'win', 'rollback', 'unknown')),
	player      TEXT    NOT NULL CHECK (player <> ''),
	account     TEXT    NOT NULL CHECK (account <> ''),
	amount      BIGINT  NOT NULL CHECK (amount >= 0 AND amount <= 1000000000000000),
	rest        INTEGER NOT NULL CHECK (rest >= 0 AND rest < 1000), -- of a win: what was below one fen, in thousandths
	ref         TEXT    NOT NULL, -- the transaction a win or a rollback refers to, as id
	round_key   TEXT    NOT NULL, -- venue:player:round of a bet, '' where there is none
	round       TEXT    NOT NULL,
	game        TEXT    NOT NULL,
	contents    TEXT    NOT NULL, -- hash of what the venue said
	at          BIGINT  NOT NULL,
	state       TEXT    NOT NULL CHECK (state IN ('done', 'reversed', 'tombstone')),
	paid        BIGINT  NOT NULL CHECK (paid >= 0), -- of a bet: its wins that stand
	wins        INTEGER NOT NULL CHECK (wins >= 0),
	closed      BOOLEAN NOT NULL, -- of a bet: its round is closed
	reversed_at BIGINT  NOT NULL, -- 0: not
	reversed_by TEXT    NOT NULL, -- id of the rollback
	touched_at  BIGINT  NOT NULL, -- last change
	CHECK ((state = 'done') = (reversed_at = 0) AND (state = 'done') = (reversed_by = '')),
	CHECK ((kind = 'unknown') = (state = 'tombstone')),
	CHECK (kind IN ('bet', 'win') OR (amount = 0 AND rest = 0)),
	CHECK (kind = 'bet' OR (paid = 0 AND wins = 0 AND NOT closed AND round_key = '')),
	CHECK (wins > 0 OR paid = 0),
	CHECK (kind = 'win' OR rest = 0),
	CHECK ((kind IN ('win', 'rollback')) = (ref <> '')),
	CHECK (kind <> 'rollback' OR state = 'done')
);
CREATE INDEX seamless_open_round ON seamless_transaction (round_key) WHERE kind = 'bet' AND NOT closed AND round_key <> '';
CREATE INDEX seamless_unfinished ON seamless_transaction (player, at) WHERE kind = 'bet' AND NOT closed AND round_key <> '' AND state = 'done';
CREATE INDEX seamless_ref ON seamless_transaction (ref) WHERE ref <> '';
CREATE INDEX seamless_touched ON seamless_transaction (touched_at);

-- Findings about such calls stand beside those of bet feeds: other contents under
-- a used id, a win without its bet, a win or a rollback that contradicts what was
-- said before.
{{if .Postgres}}
ALTER TABLE bet_finding DROP CONSTRAINT bet_finding_what_check;
ALTER TABLE bet_finding ADD CONSTRAINT bet_finding_what_check CHECK (what IN ('no_owner', 'other_player', 'unreadable', 'changed', 'no_bet', 'after_rollback', 'paid_back'));
{{end}}
{{if .SQLite}}
CREATE TABLE bet_finding_new (
	venue     TEXT   NOT NULL,
	bet_id    TEXT   NOT NULL,
	account   TEXT   NOT NULL,
	what      TEXT   NOT NULL CHECK (what IN ('no_owner', 'other_player', 'unreadable', 'changed', 'no_bet', 'after_rollback', 'paid_back')),
	stake     BIGINT NOT NULL,
	win       BIGINT NOT NULL,
	raw       TEXT   NOT NULL,
	first_at  BIGINT NOT NULL,
	last_at   BIGINT NOT NULL,
	solved_at BIGINT NOT NULL DEFAULT 0,
	PRIMARY KEY (venue, bet_id, account)
);
INSERT INTO bet_finding_new (venue, bet_id, account, what, stake, win, raw, first_at, last_at, solved_at)
	SELECT venue, bet_id, account, what, stake, win, raw, first_at, last_at, solved_at FROM bet_finding;
DROP TABLE bet_finding;
ALTER TABLE bet_finding_new RENAME TO bet_finding;
CREATE INDEX bet_finding_open ON bet_finding (first_at) WHERE solved_at = 0;
{{end}}

-- Guards. They hold no logic: they only refuse.
{{if .Postgres}}
-- +goose StatementBegin
CREATE FUNCTION refuse_seamless_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '%: not allowed', TG_TABLE_NAME;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER seamless_as_said BEFORE UPDATE OF id, venue, kind, player, account, amount, rest, ref, round_key, round, game, contents, at
	ON seamless_transaction FOR EACH ROW EXECUTE FUNCTION refuse_seamless_change();
CREATE TRIGGER seamless_stays BEFORE DELETE ON seamless_transaction FOR EACH ROW EXECUTE FUNCTION refuse_seamless_change();
CREATE TRIGGER seamless_not_emptied BEFORE TRUNCATE ON seamless_transaction FOR EACH STATEMENT EXECUTE FUNCTION refuse_seamless_change();
CREATE TRIGGER seamless_forward BEFORE UPDATE ON seamless_transaction FOR EACH ROW
	WHEN (OLD.state <> 'done' AND (NEW.state <> OLD.state OR NEW.reversed_at <> OLD.reversed_at OR NEW.reversed_by <> OLD.reversed_by)
		OR OLD.closed AND NOT NEW.closed OR NEW.touched_at < OLD.touched_at)
	EXECUTE FUNCTION refuse_seamless_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER seamless_as_said BEFORE UPDATE OF id, venue, kind, player, account, amount, rest, ref, round_key, round, game, contents, at
	ON seamless_transaction BEGIN SELECT RAISE(ABORT, 'seamless_transaction: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER seamless_stays BEFORE DELETE ON seamless_transaction BEGIN SELECT RAISE(ABORT, 'seamless_transaction: not allowed'); END;
-- +goose StatementEnd
-- INSERT OR REPLACE removes a row without asking the trigger above.
-- +goose StatementBegin
CREATE TRIGGER seamless_not_replaced BEFORE INSERT ON seamless_transaction WHEN EXISTS (SELECT 1 FROM seamless_transaction WHERE id = NEW.id)
	BEGIN SELECT RAISE(ABORT, 'seamless_transaction: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER seamless_forward BEFORE UPDATE ON seamless_transaction
	WHEN OLD.state <> 'done' AND (NEW.state <> OLD.state OR NEW.reversed_at <> OLD.reversed_at OR NEW.reversed_by <> OLD.reversed_by)
		OR OLD.closed AND NOT NEW.closed OR NEW.touched_at < OLD.touched_at
	BEGIN SELECT RAISE(ABORT, 'seamless_transaction: not allowed'); END;
-- +goose StatementEnd
{{end}}
