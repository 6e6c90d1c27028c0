-- +goose Up

-- Transfers between a player's centre wallet and a venue. A row is written and
-- committed before the venue hears of it, with our reference in the venue's own
-- format; internal/wallet tells the story.
CREATE TABLE transfer (
	id          TEXT    NOT NULL PRIMARY KEY, -- chosen by the caller: repeating it is repeating the order
	player      TEXT    NOT NULL CHECK (player <> ''),
	venue       TEXT    NOT NULL,
	direction   TEXT    NOT NULL CHECK (direction IN ('in', 'out')), -- in: to the venue
	amount      BIGINT  NOT NULL CHECK (amount > 0),
	account     TEXT    NOT NULL CHECK (account <> ''), -- the player's name at the venue
	ref         TEXT    NOT NULL CHECK (ref <> ''),
	batch       TEXT    NOT NULL DEFAULT '', -- the recycle it is part of
	made_by     TEXT    NOT NULL,
	state       TEXT    NOT NULL CHECK (state IN ('pending', 'manual', 'completed', 'refused', 'disputed')),
	booked      TEXT    NOT NULL CHECK (booked IN ('', 'held', 'done', 'back')), -- where the books have the money
	version     INTEGER NOT NULL DEFAULT 0, -- counts the changes of state
	reason      TEXT    NOT NULL DEFAULT '',
	asks        INTEGER NOT NULL DEFAULT 0, -- how often the venue was asked what became of it
	asked_at    BIGINT  NOT NULL DEFAULT 0,
	last_answer TEXT    NOT NULL DEFAULT '',
	absent_at   BIGINT  NOT NULL DEFAULT 0, -- since when the venue says that it never heard of it
	next_ask_at BIGINT  NOT NULL DEFAULT 0, -- 0: not to be asked again
	created_at  BIGINT  NOT NULL,
	settled_at  BIGINT  NOT NULL DEFAULT 0,
	UNIQUE (venue, ref),
	CONSTRAINT transfer_settled CHECK ((state IN ('pending', 'manual')) = (settled_at = 0)),
	CONSTRAINT transfer_booked CHECK (
		CASE state
			WHEN 'completed' THEN booked = 'done'
			WHEN 'refused'   THEN booked = 'back'
			WHEN 'disputed'  THEN booked IN ('done', 'back')
			ELSE booked = CASE direction WHEN 'in' THEN 'held' ELSE '' END
		END)
);

-- One at a time for a player and venue: the venue's own rule (a second call at
-- once gets a refusal that says nothing about the first), and what keeps two
-- tabs from becoming two transfers.
CREATE UNIQUE INDEX transfer_one_open ON transfer (player, venue) WHERE state IN ('pending', 'manual');
CREATE INDEX transfer_player ON transfer (player, created_at, id);
CREATE INDEX transfer_due ON transfer (next_ask_at) WHERE next_ask_at > 0;
CREATE INDEX transfer_unsettled ON transfer (created_at, id) WHERE state IN ('pending', 'manual', 'disputed');
CREATE INDEX transfer_disputed ON transfer (player, venue) WHERE state = 'disputed';
CREATE INDEX transfer_batch ON transfer (batch) WHERE batch <> '';

-- What a venue said about a transfer, whenever it was not simply done at once.
CREATE TABLE transfer_ask (
	transfer TEXT    NOT NULL REFERENCES transfer (id),
	seq      INTEGER NOT NULL,
	at       BIGINT  NOT NULL,
	call     TEXT    NOT NULL CHECK (call IN ('send', 'ask', 'hand')),
	answer   TEXT    NOT NULL,
	text     TEXT    NOT NULL,
	made_by  TEXT    NOT NULL,
	PRIMARY KEY (transfer, seq)
);

-- One-key recycles, so that a repeated one is answered and not done again.
-- parts is JSON, written when all venues have been looked at.
CREATE TABLE recycle (
	id          TEXT   NOT NULL PRIMARY KEY,
	player      TEXT   NOT NULL,
	parts       TEXT   NOT NULL DEFAULT '',
	created_at  BIGINT NOT NULL,
	finished_at BIGINT NOT NULL DEFAULT 0
);

-- Whether a launch moves the centre balance to the venue first. No row: no.
CREATE TABLE wallet_setting (
	player     TEXT    NOT NULL PRIMARY KEY,
	auto       BOOLEAN NOT NULL,
	changed_at BIGINT  NOT NULL
);

-- What a venue last said a player has there, to be shown with its age when the
-- venue does not answer. No money rule rests on it.
CREATE TABLE venue_balance (
	player  TEXT   NOT NULL,
	venue   TEXT   NOT NULL,
	balance BIGINT NOT NULL,
	at      BIGINT NOT NULL,
	PRIMARY KEY (player, venue)
);

-- Guards: the order itself never changes, and its state only along these edges.
-- A settled transfer changes again only when the venue contradicts itself, and
-- then a person decides.
{{if .Postgres}}
-- +goose StatementBegin
CREATE FUNCTION transfer_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '% %: not allowed', TG_TABLE_NAME, TG_OP;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER transfer_stays BEFORE DELETE ON transfer FOR EACH ROW EXECUTE FUNCTION transfer_refuse();
CREATE TRIGGER transfer_not_emptied BEFORE TRUNCATE ON transfer FOR EACH STATEMENT EXECUTE FUNCTION transfer_refuse();
CREATE TRIGGER transfer_as_ordered BEFORE UPDATE OF id, player, venue, direction, amount, account, ref, batch, made_by, created_at ON transfer
	FOR EACH ROW EXECUTE FUNCTION transfer_refuse();
CREATE TRIGGER transfer_born BEFORE INSERT ON transfer FOR EACH ROW WHEN (NEW.state <> 'pending') EXECUTE FUNCTION transfer_refuse();
CREATE TRIGGER transfer_edges BEFORE UPDATE OF state ON transfer FOR EACH ROW
	WHEN (OLD.state <> NEW.state AND OLD.state || '>' || NEW.state NOT IN (
		'pending>completed', 'pending>refused', 'pending>manual', 'manual>completed', 'manual>refused',
		'completed>disputed', 'refused>disputed', 'disputed>completed', 'disputed>refused'))
	EXECUTE FUNCTION transfer_refuse();
CREATE TRIGGER transfer_ask_kept BEFORE UPDATE OR DELETE ON transfer_ask FOR EACH ROW EXECUTE FUNCTION transfer_refuse();
CREATE TRIGGER transfer_ask_not_emptied BEFORE TRUNCATE ON transfer_ask FOR EACH STATEMENT EXECUTE FUNCTION transfer_refuse();
CREATE TRIGGER recycle_stays BEFORE DELETE ON recycle FOR EACH ROW EXECUTE FUNCTION transfer_refuse();
CREATE TRIGGER recycle_not_emptied BEFORE TRUNCATE ON recycle FOR EACH STATEMENT EXECUTE FUNCTION transfer_refuse();
CREATE TRIGGER recycle_as_ordered BEFORE UPDATE OF id, player, created_at ON recycle FOR EACH ROW EXECUTE FUNCTION transfer_refuse();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER transfer_stays BEFORE DELETE ON transfer BEGIN SELECT RAISE(ABORT, 'transfer DELETE: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER transfer_as_ordered BEFORE UPDATE OF id, player, venue, direction, amount, account, ref, batch, made_by, created_at ON transfer
	BEGIN SELECT RAISE(ABORT, 'transfer UPDATE: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER transfer_born BEFORE INSERT ON transfer WHEN NEW.state <> 'pending' BEGIN SELECT RAISE(ABORT, 'transfer INSERT: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER transfer_edges BEFORE UPDATE OF state ON transfer
	WHEN OLD.state <> NEW.state AND OLD.state || '>' || NEW.state NOT IN (
		'pending>completed', 'pending>refused', 'pending>manual', 'manual>completed', 'manual>refused',
		'completed>disputed', 'refused>disputed', 'disputed>completed', 'disputed>refused')
	BEGIN SELECT RAISE(ABORT, 'transfer UPDATE: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER transfer_ask_kept BEFORE UPDATE ON transfer_ask BEGIN SELECT RAISE(ABORT, 'transfer_ask UPDATE: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER transfer_ask_stays BEFORE DELETE ON transfer_ask BEGIN SELECT RAISE(ABORT, 'transfer_ask DELETE: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER recycle_stays BEFORE DELETE ON recycle BEGIN SELECT RAISE(ABORT, 'recycle DELETE: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER recycle_as_ordered BEFORE UPDATE OF id, player, created_at ON recycle
	BEGIN SELECT RAISE(ABORT, 'recycle UPDATE: not allowed'); END;
-- +goose StatementEnd
{{end}}
