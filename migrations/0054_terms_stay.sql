-- +goose Up

-- The terms of a requirement are bound once and lifted once: they are never exchanged for others, and those of a
-- requirement that is met or dropped stay as they were.
{{if .Postgres}}
CREATE TRIGGER turnover_bucket_terms_stay BEFORE UPDATE OF terms ON turnover_bucket FOR EACH ROW
	WHEN (OLD.terms <> NEW.terms AND (OLD.state <> 'open' OR (OLD.terms <> '' AND NEW.terms <> '')))
	EXECUTE FUNCTION refuse_turnover_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER turnover_bucket_terms_stay BEFORE UPDATE OF terms ON turnover_bucket
	WHEN OLD.terms <> NEW.terms AND (OLD.state <> 'open' OR (OLD.terms <> '' AND NEW.terms <> ''))
	BEGIN SELECT RAISE(ABORT, 'turnover_bucket: not allowed'); END;
-- +goose StatementEnd
{{end}}
