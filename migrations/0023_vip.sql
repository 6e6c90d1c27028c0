-- +goose Up

-- What players may share, the first who registered first: an address of
-- thousands is answered from the beginning of its part of the index.
DROP INDEX player_true_name;
DROP INDEX player_email;
CREATE INDEX player_true_name ON player (true_name_index, created_at, id) WHERE true_name_index <> '';
CREATE INDEX player_email ON player (email_index, created_at, id) WHERE email_index <> '';
CREATE INDEX player_register_ip ON player (register_ip, created_at, id) WHERE register_ip <> '';
CREATE INDEX player_device_hash ON player_device (device_hash, player);

-- What a level asks for and brings, by track and version. A version is never
-- changed: a change is a further one, in force from the next run on.
CREATE TABLE vip_table (
	track    TEXT    NOT NULL CHECK (track IN ('card', 'sport', 'live', 'monthly')),
	version  INTEGER NOT NULL CHECK (version > 0),
	approval TEXT    NOT NULL, -- '': shipped
	made_by  TEXT    NOT NULL,
	made_at  BIGINT  NOT NULL,
	PRIMARY KEY (track, version)
);
CREATE TABLE vip_level (
	track   TEXT    NOT NULL,
	version INTEGER NOT NULL,
	level   INTEGER NOT NULL CHECK (level > 0),
	valid   BIGINT  NOT NULL CHECK (valid > 0),  -- fen bet validly since the programme's start
	bonus   BIGINT  NOT NULL CHECK (bonus > 0),  -- hundredths of a C$, once
	income  BIGINT  NOT NULL CHECK (income > 0), -- hundredths of a C$, every week or month
	PRIMARY KEY (track, version, level),
	FOREIGN KEY (track, version) REFERENCES vip_table (track, version)
);

-- The settings of both programmes, by version, as the tables.
CREATE TABLE vip_setting (
	version  BIGINT  NOT NULL PRIMARY KEY CHECK (version > 0),
	value    TEXT    NOT NULL, -- JSON
	approval TEXT    NOT NULL,
	made_by  TEXT    NOT NULL,
	made_at  BIGINT  NOT NULL
);

-- One row a programme: the last day of the week or month that runs next.
-- Locking it is how a run is opened once.
CREATE TABLE vip_programme (
	programme TEXT    NOT NULL PRIMARY KEY CHECK (programme IN ('track', 'monthly')),
	next_upto INTEGER NOT NULL -- yyyymmdd in GMT+8
);

-- A run goes through all players in the order of their ids. What it works by is
-- fixed when it is opened; player_after and the sums are written with each page.
CREATE TABLE vip_run (
	id           TEXT    NOT NULL PRIMARY KEY, -- programme-upto
	programme    TEXT    NOT NULL CHECK (programme IN ('track', 'monthly')),
	upto         INTEGER NOT NULL, -- the last business day that counts
	due_at       BIGINT  NOT NULL,
	state        TEXT    NOT NULL CHECK (state IN ('open', 'done', 'skipped')), -- skipped: the programme was switched off
	setting      BIGINT  NOT NULL REFERENCES vip_setting (version),
	versions     TEXT    NOT NULL, -- JSON: version of each table by track
	player_after TEXT    NOT NULL DEFAULT '',
	players      BIGINT  NOT NULL DEFAULT 0, -- looked at
	awards       BIGINT  NOT NULL DEFAULT 0,
	paid         BIGINT  NOT NULL DEFAULT 0, -- by the run itself, in hundredths of a C$
	withheld     BIGINT  NOT NULL DEFAULT 0,
	opened_at    BIGINT  NOT NULL,
	ended_at     BIGINT  NOT NULL DEFAULT 0,
	UNIQUE (programme, upto)
);
CREATE INDEX vip_run_due ON vip_run (due_at, id);

-- The levels a player reached. They never fall.
CREATE TABLE vip_player (
	player  TEXT    NOT NULL PRIMARY KEY,
	card    INTEGER NOT NULL CHECK (card >= 0),
	sport   INTEGER NOT NULL CHECK (sport >= 0),
	live    INTEGER NOT NULL CHECK (live >= 0),
	monthly INTEGER NOT NULL CHECK (monthly >= 0),
	run     TEXT    NOT NULL, -- the last that raised one
	at      BIGINT  NOT NULL
);

-- What levels brought. One that was withheld is paid or refused later, once.
CREATE TABLE vip_award (
	id         TEXT    NOT NULL PRIMARY KEY, -- the key of its income in the fund
	run        TEXT    NOT NULL REFERENCES vip_run (id),
	programme  TEXT    NOT NULL CHECK (programme IN ('track', 'monthly')),
	track      TEXT    NOT NULL CHECK (track IN ('card', 'sport', 'live', 'monthly')),
	period     INTEGER NOT NULL, -- upto of the run
	player     TEXT    NOT NULL,
	item       TEXT    NOT NULL, -- income, or bonus:LEVEL
	kind       TEXT    NOT NULL CHECK (kind IN ('bonus', 'income')),
	level      INTEGER NOT NULL CHECK (level > 0),
	amount     BIGINT  NOT NULL CHECK (amount > 0), -- hundredths of a C$
	state      TEXT    NOT NULL CHECK (state IN ('paid', 'withheld', 'refused')),
	why        TEXT    NOT NULL, -- why it was withheld, for staff; '': it was not
	at         BIGINT  NOT NULL,
	decided_at BIGINT  NOT NULL DEFAULT 0,
	decided_by TEXT    NOT NULL DEFAULT '',
	decision   TEXT    NOT NULL DEFAULT '',
	CHECK ((programme = 'monthly') = (track = 'monthly')),
	CHECK (item = CASE kind WHEN 'income' THEN 'income' ELSE 'bonus:' || level END),
	CHECK ((decided_at > 0) = (why <> '' AND state <> 'withheld')),
	CHECK (state = 'paid' OR why <> '')
);
-- A run pays a thing once, and a level has one bonus ever.
CREATE UNIQUE INDEX vip_award_once ON vip_award (programme, track, period, player, item);
CREATE UNIQUE INDEX vip_award_bonus ON vip_award (track, player, level) WHERE kind = 'bonus';
CREATE INDEX vip_award_player ON vip_award (player, at, id);
CREATE INDEX vip_award_run ON vip_award (run, id);
CREATE INDEX vip_award_at ON vip_award (at, id);
CREATE INDEX vip_award_withheld ON vip_award (at, id) WHERE state = 'withheld';

-- Players whose VIP income waits for staff. One standing at a time; it ends and
-- is never removed.
CREATE TABLE vip_hold (
	id         TEXT   NOT NULL PRIMARY KEY,
	player     TEXT   NOT NULL,
	reason     TEXT   NOT NULL,
	by_name    TEXT   NOT NULL,
	created_at BIGINT NOT NULL,
	ended_at   BIGINT NOT NULL DEFAULT 0, -- 0 while it stands
	ended_by   TEXT   NOT NULL DEFAULT '',
	end_reason TEXT   NOT NULL DEFAULT ''
);
CREATE UNIQUE INDEX vip_hold_standing ON vip_hold (player) WHERE ended_at = 0;

-- Guards. They hold no logic: they only refuse.
{{if .Postgres}}
-- +goose StatementBegin
CREATE FUNCTION refuse_vip_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '%: not allowed', TG_TABLE_NAME;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER vip_table_kept BEFORE UPDATE OR DELETE ON vip_table FOR EACH ROW EXECUTE FUNCTION refuse_vip_change();
CREATE TRIGGER vip_level_kept BEFORE UPDATE OR DELETE ON vip_level FOR EACH ROW EXECUTE FUNCTION refuse_vip_change();
CREATE TRIGGER vip_setting_kept BEFORE UPDATE OR DELETE ON vip_setting FOR EACH ROW EXECUTE FUNCTION refuse_vip_change();
CREATE TRIGGER vip_programme_on BEFORE UPDATE ON vip_programme FOR EACH ROW WHEN (NEW.next_upto <= OLD.next_upto) EXECUTE FUNCTION refuse_vip_change();
CREATE TRIGGER vip_run_stays BEFORE DELETE ON vip_run FOR EACH ROW EXECUTE FUNCTION refuse_vip_change();
CREATE TRIGGER vip_run_fixed BEFORE UPDATE OF id, programme, upto, due_at, setting, versions, opened_at ON vip_run FOR EACH ROW EXECUTE FUNCTION refuse_vip_change();
CREATE TRIGGER vip_run_ends_once BEFORE UPDATE ON vip_run FOR EACH ROW WHEN (OLD.state <> 'open') EXECUTE FUNCTION refuse_vip_change();
CREATE TRIGGER vip_player_stays BEFORE DELETE ON vip_player FOR EACH ROW EXECUTE FUNCTION refuse_vip_change();
CREATE TRIGGER vip_player_rises BEFORE UPDATE ON vip_player FOR EACH ROW
	WHEN (NEW.card < OLD.card OR NEW.sport < OLD.sport OR NEW.live < OLD.live OR NEW.monthly < OLD.monthly OR NEW.player <> OLD.player) EXECUTE FUNCTION refuse_vip_change();
CREATE TRIGGER vip_award_stays BEFORE DELETE ON vip_award FOR EACH ROW EXECUTE FUNCTION refuse_vip_change();
CREATE TRIGGER vip_award_not_emptied BEFORE TRUNCATE ON vip_award FOR EACH STATEMENT EXECUTE FUNCTION refuse_vip_change();
CREATE TRIGGER vip_award_fixed BEFORE UPDATE OF id, run, programme, track, period, player, item, kind, level, amount, why, at ON vip_award
	FOR EACH ROW EXECUTE FUNCTION refuse_vip_change();
CREATE TRIGGER vip_award_decided_once BEFORE UPDATE ON vip_award FOR EACH ROW WHEN (OLD.state <> 'withheld') EXECUTE FUNCTION refuse_vip_change();
CREATE TRIGGER vip_hold_stays BEFORE DELETE ON vip_hold FOR EACH ROW EXECUTE FUNCTION refuse_vip_change();
CREATE TRIGGER vip_hold_as_made BEFORE UPDATE OF id, player, reason, by_name, created_at ON vip_hold FOR EACH ROW EXECUTE FUNCTION refuse_vip_change();
CREATE TRIGGER vip_hold_ends_once BEFORE UPDATE ON vip_hold FOR EACH ROW WHEN (OLD.ended_at > 0) EXECUTE FUNCTION refuse_vip_change();
CREATE TRIGGER vip_table_not_emptied BEFORE TRUNCATE ON vip_table FOR EACH STATEMENT EXECUTE FUNCTION refuse_vip_change();
CREATE TRIGGER vip_level_not_emptied BEFORE TRUNCATE ON vip_level FOR EACH STATEMENT EXECUTE FUNCTION refuse_vip_change();
CREATE TRIGGER vip_setting_not_emptied BEFORE TRUNCATE ON vip_setting FOR EACH STATEMENT EXECUTE FUNCTION refuse_vip_change();
CREATE TRIGGER vip_run_not_emptied BEFORE TRUNCATE ON vip_run FOR EACH STATEMENT EXECUTE FUNCTION refuse_vip_change();
CREATE TRIGGER vip_player_not_emptied BEFORE TRUNCATE ON vip_player FOR EACH STATEMENT EXECUTE FUNCTION refuse_vip_change();
CREATE TRIGGER vip_hold_not_emptied BEFORE TRUNCATE ON vip_hold FOR EACH STATEMENT EXECUTE FUNCTION refuse_vip_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER vip_table_kept BEFORE UPDATE ON vip_table BEGIN SELECT RAISE(ABORT, 'vip_table: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER vip_table_stays BEFORE DELETE ON vip_table BEGIN SELECT RAISE(ABORT, 'vip_table: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER vip_level_kept BEFORE UPDATE ON vip_level BEGIN SELECT RAISE(ABORT, 'vip_level: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER vip_level_stays BEFORE DELETE ON vip_level BEGIN SELECT RAISE(ABORT, 'vip_level: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER vip_setting_kept BEFORE UPDATE ON vip_setting BEGIN SELECT RAISE(ABORT, 'vip_setting: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER vip_setting_stays BEFORE DELETE ON vip_setting BEGIN SELECT RAISE(ABORT, 'vip_setting: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER vip_programme_on BEFORE UPDATE ON vip_programme WHEN NEW.next_upto <= OLD.next_upto BEGIN SELECT RAISE(ABORT, 'vip_programme: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER vip_run_stays BEFORE DELETE ON vip_run BEGIN SELECT RAISE(ABORT, 'vip_run: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER vip_run_fixed BEFORE UPDATE OF id, programme, upto, due_at, setting, versions, opened_at ON vip_run BEGIN SELECT RAISE(ABORT, 'vip_run: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER vip_run_ends_once BEFORE UPDATE ON vip_run WHEN OLD.state <> 'open' BEGIN SELECT RAISE(ABORT, 'vip_run: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER vip_player_stays BEFORE DELETE ON vip_player BEGIN SELECT RAISE(ABORT, 'vip_player: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER vip_player_rises BEFORE UPDATE ON vip_player WHEN NEW.card < OLD.card OR NEW.sport < OLD.sport OR NEW.live < OLD.live OR NEW.monthly < OLD.monthly OR NEW.player <> OLD.player BEGIN SELECT RAISE(ABORT, 'vip_player: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER vip_award_stays BEFORE DELETE ON vip_award BEGIN SELECT RAISE(ABORT, 'vip_award: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER vip_award_fixed BEFORE UPDATE OF id, run, programme, track, period, player, item, kind, level, amount, why, at ON vip_award BEGIN SELECT RAISE(ABORT, 'vip_award: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER vip_award_decided_once BEFORE UPDATE ON vip_award WHEN OLD.state <> 'withheld' BEGIN SELECT RAISE(ABORT, 'vip_award: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER vip_hold_stays BEFORE DELETE ON vip_hold BEGIN SELECT RAISE(ABORT, 'vip_hold: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER vip_hold_as_made BEFORE UPDATE OF id, player, reason, by_name, created_at ON vip_hold BEGIN SELECT RAISE(ABORT, 'vip_hold: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER vip_hold_ends_once BEFORE UPDATE ON vip_hold WHEN OLD.ended_at > 0 BEGIN SELECT RAISE(ABORT, 'vip_hold: not allowed'); END;
-- +goose StatementEnd
{{end}}
