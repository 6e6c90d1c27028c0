-- +goose Up

-- The tasks that unlock C$, each as it stands from a business day on. A version
-- in force is never changed: a change is a version from the next day on.
CREATE TABLE fund_task (
	id        BIGINT  NOT NULL,
	from_day  INTEGER NOT NULL, -- yyyymmdd in GMT+8
	name      TEXT    NOT NULL,
	kind      TEXT    NOT NULL CHECK (kind IN ('deposit', 'bet')),
	threshold BIGINT  NOT NULL CHECK (threshold > 0), -- fen to deposit, or to bet validly, in a day
	amount    BIGINT  NOT NULL CHECK (amount > 0),    -- hundredths of a C$ it unlocks
	active    BOOLEAN NOT NULL,
	PRIMARY KEY (id, from_day)
);

-- One row a player who ever had C$. Locking it is what makes two unlocks, or
-- one and the night's expiry, see each other.
CREATE TABLE fund_player (
	player TEXT   NOT NULL PRIMARY KEY,
	since  BIGINT NOT NULL
);

-- What came into a player's fund and what left it. Rows are only added.
CREATE TABLE fund_record (
	id      TEXT    NOT NULL PRIMARY KEY, -- the key of its entry in the books
	player  TEXT    NOT NULL REFERENCES fund_player (player),
	type    TEXT    NOT NULL CHECK (type IN ('income', 'unlock', 'expired')),
	amount  BIGINT  NOT NULL CHECK (amount > 0),
	remark  TEXT    NOT NULL, -- for the player
	made_by TEXT    NOT NULL,
	day     INTEGER NOT NULL, -- business day of the task, or of the income
	task    BIGINT  NOT NULL, -- 0: none
	at      BIGINT  NOT NULL,
	CHECK ((type = 'income') = (task = 0))
);
-- A task ends once a day: unlocked or expired.
CREATE UNIQUE INDEX fund_record_task ON fund_record (player, day, task) WHERE task > 0;
CREATE INDEX fund_record_player ON fund_record (player, at, id);
CREATE INDEX fund_record_at ON fund_record (at, id);

-- What a player deposited in a day decides about a task.
CREATE INDEX deposit_player_credited ON deposit (player, ended_at) WHERE state = 'credited';

-- Guards. They hold no logic: they only refuse.
{{if .Postgres}}
-- +goose StatementBegin
CREATE FUNCTION refuse_fund_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '%: not allowed', TG_TABLE_NAME;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER fund_record_kept BEFORE UPDATE OR DELETE ON fund_record FOR EACH ROW EXECUTE FUNCTION refuse_fund_change();
CREATE TRIGGER fund_record_not_emptied BEFORE TRUNCATE ON fund_record FOR EACH STATEMENT EXECUTE FUNCTION refuse_fund_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER fund_record_kept BEFORE UPDATE ON fund_record BEGIN SELECT RAISE(ABORT, 'fund_record: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER fund_record_stays BEFORE DELETE ON fund_record BEGIN SELECT RAISE(ABORT, 'fund_record: not allowed'); END;
-- +goose StatementEnd
{{end}}
