-- +goose Up

-- One row a player who ever changed something here. Locking it makes two
-- changes of one player see each other.
CREATE TABLE guard_player (
	player     TEXT    NOT NULL PRIMARY KEY,
	reality    INTEGER NOT NULL DEFAULT 60 CHECK (reality IN (0, 30, 60, 120)), -- minutes between two reality checks, 0: none
	changed_at BIGINT  NOT NULL
);

-- Players who stopped themselves. A stop is never removed and never shortened:
-- a time-out ends by itself when its time is over; an exclusion stands until
-- the player, after its time, asks for its end, and then for a while longer.
CREATE TABLE guard_stop (
	id       TEXT   NOT NULL PRIMARY KEY,
	player   TEXT   NOT NULL,
	kind     TEXT   NOT NULL CHECK (kind IN ('timeout', 'exclusion')),
	term     TEXT   NOT NULL, -- as the player chose it
	since    BIGINT NOT NULL,
	until    BIGINT NOT NULL,           -- not over before; of an indefinite one, the earliest time to ask
	asked_at BIGINT NOT NULL DEFAULT 0, -- when the player asked for the end of an exclusion
	ends_at  BIGINT NOT NULL DEFAULT 0, -- 0: stands until asked
	-- A day to six weeks.
	CONSTRAINT guard_stop_timeout CHECK (kind <> 'timeout' OR (until - since BETWEEN 86400000 AND 3628800000 AND asked_at = 0 AND ends_at = until)),
	-- Half a year or more; the shortest that calendar months, a year and five years come to.
	CONSTRAINT guard_stop_term CHECK (kind <> 'exclusion' OR until - since >=
		CASE term WHEN '6m' THEN 15638400000 WHEN '1y' THEN 31536000000 WHEN '5y' THEN 157766400000 WHEN 'indefinite' THEN 15638400000 END),
	CONSTRAINT guard_stop_known CHECK (kind <> 'exclusion' OR term IN ('6m', '1y', '5y', 'indefinite')),
	-- Asked for after its time, and over a day (indefinite: a week) later.
	CONSTRAINT guard_stop_end CHECK (kind <> 'exclusion' OR (asked_at = 0 AND ends_at = 0) OR
		(asked_at >= until AND ends_at - asked_at >= CASE term WHEN 'indefinite' THEN 604800000 ELSE 86400000 END))
);
CREATE INDEX guard_stop_player ON guard_stop (player, since);
CREATE INDEX guard_stop_ends ON guard_stop (ends_at, player);

-- What players decided about their deposit limits, each decision a row. The
-- limit in force is that of the last row that was applied. A limit is lowered
-- at once; what raises or removes one is applied when the player confirms it,
-- a day later or more, or never.
CREATE TABLE guard_limit (
	player       TEXT    NOT NULL REFERENCES guard_player (player),
	period       TEXT    NOT NULL CHECK (period IN ('day', 'week', 'month')),
	n            INTEGER NOT NULL CHECK (n > 0),        -- counts the player's decisions about the period
	amount       BIGINT  NOT NULL CHECK (amount >= 0),  -- fen; 0: no limit
	was          BIGINT  NOT NULL CHECK (was >= 0),     -- in force before
	asked_at     BIGINT  NOT NULL,
	ready_at     BIGINT  NOT NULL,                      -- may be applied from here on
	applied_at   BIGINT  NOT NULL DEFAULT 0,
	cancelled_at BIGINT  NOT NULL DEFAULT 0,            -- withdrawn, replaced or lapsed
	PRIMARY KEY (player, period, n),
	CONSTRAINT guard_limit_change CHECK (amount <> was),
	CONSTRAINT guard_limit_waits CHECK (ready_at = asked_at OR ready_at - asked_at >= 86400000),
	CONSTRAINT guard_limit_raise CHECK (NOT (was > 0 AND (amount = 0 OR amount > was)) OR ready_at > asked_at),
	-- Confirmed within three days, or asked for anew: a raise kept in store would be one at once.
	CONSTRAINT guard_limit_applied CHECK (applied_at = 0 OR (cancelled_at = 0 AND applied_at - ready_at BETWEEN 0 AND 259200000))
);
CREATE UNIQUE INDEX guard_limit_pending ON guard_limit (player, period) WHERE applied_at = 0 AND cancelled_at = 0;

-- Guards. They hold no logic: they only refuse.
{{if .Postgres}}
-- +goose StatementBegin
CREATE FUNCTION refuse_limits_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '%: what a player decided is never changed or removed', TG_TABLE_NAME;
END
$$;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE FUNCTION refuse_limit_from_nowhere() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF NEW.was <> COALESCE((SELECT amount FROM guard_limit WHERE player = NEW.player AND period = NEW.period AND applied_at > 0 ORDER BY n DESC LIMIT 1), 0) THEN
		RAISE EXCEPTION 'guard_limit: not the limit that is in force';
	END IF;
	RETURN NEW;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER guard_stop_stays BEFORE DELETE ON guard_stop FOR EACH ROW EXECUTE FUNCTION refuse_limits_change();
CREATE TRIGGER guard_stop_not_emptied BEFORE TRUNCATE ON guard_stop FOR EACH STATEMENT EXECUTE FUNCTION refuse_limits_change();
CREATE TRIGGER guard_stop_as_made BEFORE UPDATE OF id, player, kind, term, since, until ON guard_stop FOR EACH ROW EXECUTE FUNCTION refuse_limits_change();
CREATE TRIGGER guard_stop_ends_once BEFORE UPDATE ON guard_stop FOR EACH ROW WHEN (OLD.ends_at > 0) EXECUTE FUNCTION refuse_limits_change();
CREATE TRIGGER guard_limit_stays BEFORE DELETE ON guard_limit FOR EACH ROW EXECUTE FUNCTION refuse_limits_change();
CREATE TRIGGER guard_limit_not_emptied BEFORE TRUNCATE ON guard_limit FOR EACH STATEMENT EXECUTE FUNCTION refuse_limits_change();
CREATE TRIGGER guard_limit_as_made BEFORE UPDATE OF player, period, n, amount, was, asked_at, ready_at ON guard_limit
	FOR EACH ROW EXECUTE FUNCTION refuse_limits_change();
CREATE TRIGGER guard_limit_ends_once BEFORE UPDATE ON guard_limit FOR EACH ROW WHEN (OLD.applied_at > 0 OR OLD.cancelled_at > 0)
	EXECUTE FUNCTION refuse_limits_change();
CREATE TRIGGER guard_limit_follows BEFORE INSERT ON guard_limit FOR EACH ROW EXECUTE FUNCTION refuse_limit_from_nowhere();
CREATE TRIGGER guard_limit_applies BEFORE UPDATE ON guard_limit FOR EACH ROW WHEN (NEW.applied_at > 0) EXECUTE FUNCTION refuse_limit_from_nowhere();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER guard_stop_stays BEFORE DELETE ON guard_stop BEGIN SELECT RAISE(ABORT, 'a stop is never removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER guard_stop_as_made BEFORE UPDATE OF id, player, kind, term, since, until ON guard_stop
	BEGIN SELECT RAISE(ABORT, 'a stop is never changed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER guard_stop_ends_once BEFORE UPDATE ON guard_stop WHEN OLD.ends_at > 0
	BEGIN SELECT RAISE(ABORT, 'a stop ends once'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER guard_limit_stays BEFORE DELETE ON guard_limit BEGIN SELECT RAISE(ABORT, 'a decision is never removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER guard_limit_as_made BEFORE UPDATE OF player, period, n, amount, was, asked_at, ready_at ON guard_limit
	BEGIN SELECT RAISE(ABORT, 'a decision is never changed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER guard_limit_ends_once BEFORE UPDATE ON guard_limit WHEN OLD.applied_at > 0 OR OLD.cancelled_at > 0
	BEGIN SELECT RAISE(ABORT, 'a decision ends once'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER guard_limit_follows BEFORE INSERT ON guard_limit
	WHEN NEW.was <> COALESCE((SELECT amount FROM guard_limit WHERE player = NEW.player AND period = NEW.period AND applied_at > 0 ORDER BY n DESC LIMIT 1), 0)
	BEGIN SELECT RAISE(ABORT, 'not the limit that is in force'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER guard_limit_applies BEFORE UPDATE ON guard_limit
	WHEN NEW.applied_at > 0 AND NEW.was <> COALESCE((SELECT amount FROM guard_limit WHERE player = NEW.player AND period = NEW.period AND applied_at > 0 ORDER BY n DESC LIMIT 1), 0)
	BEGIN SELECT RAISE(ABORT, 'not the limit that is in force'); END;
-- +goose StatementEnd
{{end}}
