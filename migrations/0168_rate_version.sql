-- +goose Up

-- The versions of the USDT rates are kept in one book with those of all other
-- settings. coin_rate stays: orders and channels read the approved rates there.
INSERT INTO setting_version (id, kind, key, version, value, live_on, from_at, made_by, made_at)
SELECT 'coin.rate/' || network || '/' || direction || '/' || version, 'coin.rate', network || ':' || direction, version,
{{if .Postgres}}	CAST(json_build_object('network', network, 'direction', direction, 'rate', rate, 'least', least, 'most', most, 'open', open) AS TEXT),{{end}}
{{if .SQLite}}	json_object('network', network, 'direction', direction, 'rate', rate, 'least', least, 'most', most, 'open', json(CASE WHEN open THEN 'true' ELSE 'false' END)),{{end}}
	TRUE, 0, made_by, made_at
FROM coin_rate n
WHERE NOT EXISTS (SELECT 1 FROM setting_version v WHERE v.kind = 'coin.rate' AND v.key = n.network || ':' || n.direction);

UPDATE setting_version SET approved_by = made_by, approved_at = made_at, effective_at = made_at WHERE kind = 'coin.rate' AND approved_at = 0;
