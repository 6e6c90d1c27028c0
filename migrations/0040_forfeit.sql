-- +goose Up

-- Bonus money that is taken back because its player excluded themself before its
-- turnover was met: once for each bucket. A row rests until it is served in
-- full, or until the player has no money anywhere.
CREATE TABLE forfeit (
	id       TEXT   NOT NULL PRIMARY KEY, -- source:ref of the bucket
	player   TEXT   NOT NULL,
	source   TEXT   NOT NULL,
	ref      TEXT   NOT NULL,
	account  TEXT   NOT NULL, -- that paid the bonus, and gets it back
	due      BIGINT NOT NULL CHECK (due > 0),
	taken    BIGINT NOT NULL CHECK (taken >= 0 AND taken <= due),
	at       BIGINT NOT NULL,
	ended_at BIGINT NOT NULL, -- 0 while something is due
	CHECK (ended_at > 0 OR taken < due)
);
CREATE INDEX forfeit_open ON forfeit (player, at, id) WHERE ended_at = 0;

-- Guards. They hold no logic: they only refuse.
{{if .Postgres}}
-- +goose StatementBegin
CREATE FUNCTION refuse_forfeit_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION '%: not allowed', TG_TABLE_NAME;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER forfeit_as_made BEFORE UPDATE OF id, player, source, ref, account, due, at ON forfeit
	FOR EACH ROW EXECUTE FUNCTION refuse_forfeit_change();
CREATE TRIGGER forfeit_stays BEFORE DELETE ON forfeit FOR EACH ROW EXECUTE FUNCTION refuse_forfeit_change();
CREATE TRIGGER forfeit_not_emptied BEFORE TRUNCATE ON forfeit FOR EACH STATEMENT EXECUTE FUNCTION refuse_forfeit_change();
CREATE TRIGGER forfeit_forward BEFORE UPDATE ON forfeit FOR EACH ROW
	WHEN (OLD.ended_at > 0 OR NEW.taken < OLD.taken) EXECUTE FUNCTION refuse_forfeit_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER forfeit_as_made BEFORE UPDATE OF id, player, source, ref, account, due, at ON forfeit
	BEGIN SELECT RAISE(ABORT, 'forfeit: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER forfeit_stays BEFORE DELETE ON forfeit BEGIN SELECT RAISE(ABORT, 'forfeit: not allowed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER forfeit_forward BEFORE UPDATE ON forfeit WHEN OLD.ended_at > 0 OR NEW.taken < OLD.taken
	BEGIN SELECT RAISE(ABORT, 'forfeit: not allowed'); END;
-- +goose StatementEnd
{{end}}
