-- +goose Up

-- What a player may not do for now. A block is never deleted: it ends by its
-- time or by somebody who lifts it.
CREATE TABLE guard_block (
	id          TEXT   NOT NULL PRIMARY KEY,
	player      TEXT   NOT NULL,
	act         TEXT   NOT NULL,
	until       BIGINT NOT NULL, -- 0: until lifted
	reason      TEXT   NOT NULL,
	by_id       TEXT   NOT NULL,
	by_name     TEXT   NOT NULL,
	created_at  BIGINT NOT NULL,
	ended_at    BIGINT NOT NULL DEFAULT 0, -- 0 while it stands
	ended_by    TEXT   NOT NULL DEFAULT '',
	end_reason  TEXT   NOT NULL DEFAULT '',
	CONSTRAINT guard_block_act CHECK (act IN ('login', 'deposit', 'transfer', 'launch', 'bet', 'withdraw'))
);
CREATE UNIQUE INDEX guard_block_standing ON guard_block (player, act) WHERE ended_at = 0;
CREATE INDEX guard_block_player ON guard_block (player, created_at);

-- Guards. They hold no logic: they only refuse.
{{if .Postgres}}
-- +goose StatementBegin
CREATE FUNCTION refuse_block_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'a block is never changed or removed, it only ends';
END
$$;
-- +goose StatementEnd
CREATE TRIGGER guard_block_stays BEFORE DELETE ON guard_block FOR EACH ROW EXECUTE FUNCTION refuse_block_change();
CREATE TRIGGER guard_block_not_emptied BEFORE TRUNCATE ON guard_block FOR EACH STATEMENT EXECUTE FUNCTION refuse_block_change();
CREATE TRIGGER guard_block_as_made BEFORE UPDATE OF id, player, act, until, reason, by_id, by_name, created_at ON guard_block
	FOR EACH ROW EXECUTE FUNCTION refuse_block_change();
CREATE TRIGGER guard_block_ends_once BEFORE UPDATE ON guard_block FOR EACH ROW WHEN (OLD.ended_at > 0) EXECUTE FUNCTION refuse_block_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER guard_block_stays BEFORE DELETE ON guard_block BEGIN SELECT RAISE(ABORT, 'a block is never removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER guard_block_as_made BEFORE UPDATE OF id, player, act, until, reason, by_id, by_name, created_at ON guard_block
	BEGIN SELECT RAISE(ABORT, 'a block is never changed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER guard_block_ends_once BEFORE UPDATE ON guard_block WHEN OLD.ended_at > 0
	BEGIN SELECT RAISE(ABORT, 'a block ends once'); END;
-- +goose StatementEnd
{{end}}
