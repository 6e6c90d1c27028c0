-- +goose Up

-- The operator weighs single games, so a bet that counts later than it came, because
-- room opened again, must still know its game. Bets from before have none: they serve
-- only requirements that were opened before any game had a weight of its own.
ALTER TABLE turnover_bet ADD COLUMN game TEXT NOT NULL DEFAULT '';

-- The version of the operator's weights that a requirement was promised with, 0 where
-- every bet counts in full. It is beside the terms of a promotion, which come and go.
ALTER TABLE turnover_bucket ADD COLUMN book INTEGER NOT NULL DEFAULT 0;

-- Open deposits without a bonus had a copy of the weights as their terms, and no
-- promotion could be bound to them.
UPDATE turnover_bucket SET terms = '', book = COALESCE((
	SELECT MAX(v.version) FROM setting_version v
	WHERE v.kind = 'turnover.weights' AND v.key = '' AND v.approved_at > 0 AND v.effective_at <= turnover_bucket.opened_at
		AND NOT EXISTS (SELECT 1 FROM setting_due d WHERE d.version = v.id AND d.state <> 'done')), 0)
WHERE source = 'deposit' AND state = 'open' AND terms <> '' AND NOT EXISTS (
	SELECT 1 FROM promo_award a WHERE a.ref = turnover_bucket.ref AND a.player = turnover_bucket.player AND a.state = 'paid');

{{if .Postgres}}
CREATE TRIGGER turnover_bucket_book_stays BEFORE UPDATE OF book ON turnover_bucket FOR EACH ROW
	WHEN (OLD.book <> NEW.book) EXECUTE FUNCTION refuse_turnover_change();
{{end}}
{{if .SQLite}}
-- +goose StatementBegin
CREATE TRIGGER turnover_bucket_book_stays BEFORE UPDATE OF book ON turnover_bucket
	WHEN OLD.book <> NEW.book BEGIN SELECT RAISE(ABORT, 'turnover_bucket: not allowed'); END;
-- +goose StatementEnd
{{end}}
