-- +goose Up

-- What each promotion promises, as it stands from a business day on. A version
-- in force is never changed: a change is a version from the next period on.
CREATE TABLE promo_rule (
	id        BIGINT  NOT NULL,
	from_day  INTEGER NOT NULL, -- yyyymmdd in GMT+8
	kind      TEXT    NOT NULL CHECK (kind IN ('red_packets', 'board_packet', 'streak', 'board_rebate', 'daily_bonus', 'first_bonus',
		'referral', 'surprise', 'rescue', 'sport_rebate')),
	name      TEXT    NOT NULL,
	activity  BIGINT  NOT NULL, -- the promotion page it belongs to, 0: none
	params    TEXT    NOT NULL, -- JSON, by kind
	starts_on INTEGER NOT NULL, -- business days it is open, 0: no end on that side
	ends_on   INTEGER NOT NULL,
	budget    BIGINT  NOT NULL CHECK (budget >= 0), -- fen a month, 0: no limit
	PRIMARY KEY (id, from_day)
);

-- Whether a promotion runs. Locking the row is what keeps two awards from
-- passing its budget together.
CREATE TABLE promo_switch (
	rule       BIGINT  NOT NULL PRIMARY KEY,
	running    BOOLEAN NOT NULL,
	changed_at BIGINT  NOT NULL, -- of running: what ended before is not paid
	changed_by TEXT    NOT NULL,
	reason     TEXT    NOT NULL
);

-- One row a player who ever got, or was refused, an award. Locking it is what
-- makes two claims of one player see each other.
CREATE TABLE promo_player (
	player    TEXT    NOT NULL PRIMARY KEY,
	frozen    BOOLEAN NOT NULL,
	reason    TEXT    NOT NULL,
	frozen_by TEXT    NOT NULL,
	frozen_at BIGINT  NOT NULL
);

-- What a promotion gave a player: once for each thing it is for.
CREATE TABLE promo_award (
	id         TEXT    NOT NULL PRIMARY KEY, -- the key of its entry in the books
	rule       BIGINT  NOT NULL,
	from_day   INTEGER NOT NULL, -- the version it was given by
	kind       TEXT    NOT NULL,
	player     TEXT    NOT NULL REFERENCES promo_player (player),
	item       TEXT    NOT NULL, -- what it is for: a day, a draw of the day, a week, a streak, a friend
	period     INTEGER NOT NULL, -- first day of the period, yyyymmdd
	ref        TEXT    NOT NULL, -- the deposit, bet or friend it came from, or nothing
	basis      BIGINT  NOT NULL, -- what it was counted on, in fen
	amount     BIGINT  NOT NULL CHECK (amount > 0),
	required   BIGINT  NOT NULL CHECK (required >= 0), -- to bet before a withdrawal
	state      TEXT    NOT NULL CHECK (state IN ('paid', 'withheld', 'refused', 'cancelled')),
	why        TEXT    NOT NULL, -- withheld, refused or cancelled because
	remark     TEXT    NOT NULL, -- for the player: how it came about
	packets    TEXT    NOT NULL, -- JSON: what was drawn, in fen
	made_by    TEXT    NOT NULL,
	decided_by TEXT    NOT NULL,
	month      INTEGER NOT NULL, -- yyyymm its cost belongs to
	at         BIGINT  NOT NULL,
	ended_at   BIGINT  NOT NULL, -- paid, refused or cancelled; 0 while withheld
	CHECK ((state = 'withheld') = (ended_at = 0)),
	UNIQUE (rule, player, item),
	FOREIGN KEY (rule, from_day) REFERENCES promo_rule (id, from_day)
);
CREATE INDEX promo_award_player ON promo_award (player, at, id);
CREATE INDEX promo_award_at ON promo_award (at, id);
CREATE INDEX promo_award_month ON promo_award (month, rule);
CREATE INDEX promo_award_withheld ON promo_award (at, id) WHERE state = 'withheld';
CREATE INDEX promo_award_ref ON promo_award (ref) WHERE ref <> '';

-- The weekly and monthly payments: one row a promotion and period, and how far
-- it came.
CREATE TABLE promo_run (
	rule     BIGINT  NOT NULL,
	period   INTEGER NOT NULL, -- its first day
	after    TEXT    NOT NULL, -- the last player who was looked at
	players  BIGINT  NOT NULL,
	begun_at BIGINT  NOT NULL,
	ended_at BIGINT  NOT NULL, -- 0 while under way
	PRIMARY KEY (rule, period)
);

-- The monthly draw, so that anybody can do it again: who took part, in which
-- place, and the seed that chose.
CREATE TABLE promo_entrant (
	rule   BIGINT  NOT NULL,
	period INTEGER NOT NULL,
	place  BIGINT  NOT NULL, -- from 0, in the order of their names
	player TEXT    NOT NULL,
	PRIMARY KEY (rule, period, place),
	UNIQUE (rule, period, player)
);
CREATE TABLE promo_draw (
	rule     BIGINT  NOT NULL,
	period   INTEGER NOT NULL,
	entrants BIGINT  NOT NULL,
	digest   TEXT    NOT NULL, -- SHA-256 of the names, one a line, in hexadecimal
	seed     TEXT    NOT NULL, -- 32 bytes in hexadecimal, drawn after the entrants stood
	winners  TEXT    NOT NULL, -- JSON: place, player, amount
	at       BIGINT  NOT NULL,
	PRIMARY KEY (rule, period)
);

-- A streak follows the order in which bets were settled.
CREATE INDEX bet_player_settled ON bet (player, settled_at, bet_id) WHERE current AND status = 'settled';

-- Whom a player invited.
CREATE INDEX player_invited ON player (invited_by) WHERE invited_by <> '';

-- Guards. They hold no logic: they only refuse.
{{if .Postgres}}
-- +goose StatementBegin
CREATE FUNCTION refuse_promo_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '%: not allowed', TG_TABLE_NAME;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER promo_award_as_made BEFORE UPDATE OF id, rule, from_day, kind, player, item, period, ref, basis, amount, required, remark, packets, made_by, month, at ON promo_award
	FOR EACH ROW EXECUTE FUNCTION refuse_promo_change();
CREATE TRIGGER promo_award_stays BEFORE DELETE ON promo_award FOR EACH ROW EXECUTE FUNCTION refuse_promo_change();
CREATE TRIGGER promo_award_not_emptied BEFORE TRUNCATE ON promo_award FOR EACH STATEMENT EXECUTE FUNCTION refuse_promo_change();
CREATE TRIGGER promo_award_edge BEFORE UPDATE OF state ON promo_award FOR EACH ROW
	WHEN (NEW.state <> OLD.state AND NOT (OLD.state = 'withheld' AND NEW.state IN ('paid', 'refused')) AND NOT (OLD.state = 'paid' AND NEW.state = 'cancelled'))
	EXECUTE FUNCTION refuse_promo_change();
CREATE TRIGGER promo_award_final BEFORE UPDATE ON promo_award FOR EACH ROW WHEN (OLD.state IN ('refused', 'cancelled')) EXECUTE FUNCTION refuse_promo_change();
CREATE TRIGGER promo_entrant_kept BEFORE UPDATE OR DELETE ON promo_entrant FOR EACH ROW EXECUTE FUNCTION refuse_promo_change();
CREATE TRIGGER promo_entrant_not_emptied BEFORE TRUNCATE ON promo_entrant FOR EACH STATEMENT EXECUTE FUNCTION refuse_promo_change();
CREATE TRIGGER promo_draw_kept BEFORE UPDATE OR DELETE ON promo_draw FOR EACH ROW EXECUTE FUNCTION refuse_promo_change();
CREATE TRIGGER promo_draw_not_emptied BEFORE TRUNCATE ON promo_draw FOR EACH STATEMENT EXECUTE FUNCTION refuse_promo_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER promo_award_as_made BEFORE UPDATE OF id, rule, from_day, kind, player, item, period, ref, basis, amount, required, remark, packets, made_by, month, at ON promo_award
	BEGIN SELECT RAISE(ABORT, 'promo_award: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER promo_award_stays BEFORE DELETE ON promo_award BEGIN SELECT RAISE(ABORT, 'promo_award: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER promo_award_edge BEFORE UPDATE OF state ON promo_award
	WHEN NEW.state <> OLD.state AND NOT (OLD.state = 'withheld' AND NEW.state IN ('paid', 'refused')) AND NOT (OLD.state = 'paid' AND NEW.state = 'cancelled')
	BEGIN SELECT RAISE(ABORT, 'promo_award: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER promo_award_final BEFORE UPDATE ON promo_award WHEN OLD.state IN ('refused', 'cancelled')
	BEGIN SELECT RAISE(ABORT, 'promo_award: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER promo_entrant_kept BEFORE UPDATE ON promo_entrant BEGIN SELECT RAISE(ABORT, 'promo_entrant: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER promo_entrant_stays BEFORE DELETE ON promo_entrant BEGIN SELECT RAISE(ABORT, 'promo_entrant: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER promo_draw_kept BEFORE UPDATE ON promo_draw BEGIN SELECT RAISE(ABORT, 'promo_draw: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER promo_draw_stays BEFORE DELETE ON promo_draw BEGIN SELECT RAISE(ABORT, 'promo_draw: not allowed'); END;
-- +goose StatementEnd
{{end}}
