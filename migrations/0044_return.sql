-- +goose Up

-- A player who is likely another one under self-exclusion. The row says that the
-- match was noted; whether it still blocks is read off guard_block.
CREATE TABLE guard_return (
	player   TEXT   NOT NULL,
	excluded TEXT   NOT NULL,
	marks    TEXT   NOT NULL,
	noted_at BIGINT NOT NULL CHECK (noted_at > 0),
	PRIMARY KEY (player, excluded),
	CHECK (player <> excluded)
);

{{if .Postgres}}
-- +goose StatementBegin
CREATE FUNCTION refuse_return_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	RAISE EXCEPTION 'guard_return: a noted match is never changed or removed';
END
$$;
-- +goose StatementEnd
CREATE TRIGGER guard_return_stays BEFORE UPDATE OR DELETE ON guard_return FOR EACH ROW EXECUTE FUNCTION refuse_return_change();
CREATE TRIGGER guard_return_not_emptied BEFORE TRUNCATE ON guard_return FOR EACH STATEMENT EXECUTE FUNCTION refuse_return_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER guard_return_stays BEFORE DELETE ON guard_return BEGIN SELECT RAISE(ABORT, 'a noted match is never removed'); END;
-- +goose StatementEnd
-- +goose StatementBegin
CREATE TRIGGER guard_return_as_made BEFORE UPDATE ON guard_return BEGIN SELECT RAISE(ABORT, 'a noted match is never changed'); END;
-- +goose StatementEnd
{{end}}
