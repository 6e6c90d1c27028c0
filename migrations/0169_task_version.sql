-- +goose Up

-- The versions of the fund's tasks are kept in one book with those of all other
-- settings. fund_task stays: the records of a day name its task there. Who made the
-- older versions, and at which hour of the day before, is in the audit trail alone.
INSERT INTO setting_version (id, kind, key, version, value, live_on, from_at, made_by, made_at)
SELECT 'fund.task/' || id || '/' || from_day, 'fund.task', CAST(id AS TEXT), ROW_NUMBER() OVER (PARTITION BY id ORDER BY from_day),
{{if .Postgres}}	CAST(json_build_object('ID', id, 'FromDay', from_day, 'Name', name, 'Kind', kind, 'Threshold', threshold / 100 || '.' || LPAD(CAST(threshold % 100 AS TEXT), 2, '0'),
		'Amount', amount / 100 || '.' || LPAD(CAST(amount % 100 AS TEXT), 2, '0'), 'Active', active) AS TEXT),
	TRUE, 0, '系统', CAST(TO_DATE(CAST(from_day AS TEXT), 'YYYYMMDD') - DATE '1970-01-01' AS BIGINT) * 86400000 - 28800000{{end}}
{{if .SQLite}}	json_object('ID', id, 'FromDay', from_day, 'Name', name, 'Kind', kind, 'Threshold', printf('%d.%02d', threshold / 100, threshold % 100),
		'Amount', printf('%d.%02d', amount / 100, amount % 100), 'Active', json(CASE WHEN active THEN 'true' ELSE 'false' END)),
	TRUE, 0, '系统', CAST(strftime('%s', substr(from_day, 1, 4) || '-' || substr(from_day, 5, 2) || '-' || substr(from_day, 7, 2)) AS INTEGER) * 1000 - 28800000{{end}}
FROM fund_task t
WHERE NOT EXISTS (SELECT 1 FROM setting_version v WHERE v.kind = 'fund.task' AND v.key = CAST(t.id AS TEXT));

UPDATE setting_version SET approved_by = made_by, approved_at = made_at, effective_at = made_at WHERE kind = 'fund.task' AND approved_at = 0;
