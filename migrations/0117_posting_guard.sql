-- +goose Up

-- PostgreSQL asked four questions for each posting, row by row: three foreign keys and the guard of entries that have
-- all their postings. One trigger a statement asks them all. It is as strict: the rows it looks for are never removed
-- and keep their keys (entry_kept, account_stays, account_keeps_its_kind), so a posting that found them once finds
-- them for good. Each question is a subquery of one row, answered by a key's
-- index: a plan that the server made while the tables were small must not read all of them once they have grown.
{{if .Postgres}}
ALTER TABLE posting DROP CONSTRAINT posting_entry_id_fkey;
ALTER TABLE posting DROP CONSTRAINT posting_from_account_asset_fkey;
ALTER TABLE posting DROP CONSTRAINT posting_to_account_asset_fkey;
DROP TRIGGER posting_in_time ON posting;
DROP FUNCTION refuse_late_posting();

-- +goose StatementBegin
CREATE FUNCTION refuse_false_postings() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan = off AS $$
DECLARE
	bad RECORD;
BEGIN
	SELECT * INTO bad FROM (
		SELECT a.entry_id, a.line,
			(SELECT lines FROM entry WHERE id = a.entry_id) AS lines,
			(SELECT 1 FROM account WHERE name = a.from_account AND asset = a.asset) AS from_there,
			(SELECT 1 FROM account WHERE name = a.to_account AND asset = a.asset) AS to_there
		FROM added a OFFSET 0
	) AS p WHERE lines IS NULL OR line > lines OR from_there IS NULL OR to_there IS NULL LIMIT 1;
	IF FOUND THEN
		RAISE EXCEPTION 'posting % of entry % names no entry or account, or the entry has all its postings', bad.line, bad.entry_id;
	END IF;
	RETURN NULL;
END
$$;
-- +goose StatementEnd
CREATE TRIGGER posting_in_time AFTER INSERT ON posting REFERENCING NEW TABLE AS added
	FOR EACH STATEMENT EXECUTE FUNCTION refuse_false_postings();

-- Rows that change all the time keep room for their next version on their page, so that no index has to follow it.
ALTER TABLE turnover_bucket SET (fillfactor = 50);
ALTER TABLE turnover_player SET (fillfactor = 50);
ALTER TABLE bet_day SET (fillfactor = 50);
{{end}}
{{if .SQLite}}
SELECT 1;
{{end}}
