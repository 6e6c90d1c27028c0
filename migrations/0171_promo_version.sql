-- +goose Up

-- The versions of the promotions are kept in one book with those of all other
-- settings. promo_rule stays: each award refers to the version that it was given by.
-- Who made the older versions, and when before their day, is in the audit trail alone.
INSERT INTO setting_version (id, kind, key, version, value, live_on, from_at, made_by, made_at)
SELECT 'promo.rule/' || id || '/' || from_day, 'promo.rule', CAST(id AS TEXT), ROW_NUMBER() OVER (PARTITION BY id ORDER BY from_day),
{{if .Postgres}}	CAST(json_build_object('ID', id, 'FromDay', from_day, 'Kind', kind, 'Name', name, 'Activity', activity, 'Params', CAST(params AS JSON),
		'StartsOn', starts_on, 'EndsOn', ends_on, 'Budget', budget / 100 || '.' || LPAD(CAST(budget % 100 AS TEXT), 2, '0')) AS TEXT),
	TRUE, 0, '系统', CAST(TO_DATE(CAST(from_day AS TEXT), 'YYYYMMDD') - DATE '1970-01-01' AS BIGINT) * 86400000 - 28800000{{end}}
{{if .SQLite}}	json_object('ID', id, 'FromDay', from_day, 'Kind', kind, 'Name', name, 'Activity', activity, 'Params', json(params),
		'StartsOn', starts_on, 'EndsOn', ends_on, 'Budget', printf('%d.%02d', budget / 100, budget % 100)),
	TRUE, 0, '系统', CAST(strftime('%s', substr(from_day, 1, 4) || '-' || substr(from_day, 5, 2) || '-' || substr(from_day, 7, 2)) AS INTEGER) * 1000 - 28800000{{end}}
FROM promo_rule r
WHERE NOT EXISTS (SELECT 1 FROM setting_version v WHERE v.kind = 'promo.rule' AND v.key = CAST(r.id AS TEXT));

UPDATE setting_version SET approved_by = made_by, approved_at = made_at, effective_at = made_at WHERE kind = 'promo.rule' AND approved_at = 0;
