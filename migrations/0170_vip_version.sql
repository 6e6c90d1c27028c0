-- +goose Up

-- The versions of the tables and rules of both VIP programmes are kept in one book
-- with those of all other settings. vip_table, vip_level and vip_setting stay: each
-- run refers to the versions that it worked by.
INSERT INTO setting_version (id, kind, key, version, value, live_on, from_at, made_by, made_at)
SELECT 'vip.table/' || track || '/' || version, 'vip.table', track, version,
{{if .Postgres}}	(SELECT CAST(json_agg(json_build_object('Level', l.level, 'Valid', l.valid / 100 || '.' || LPAD(CAST(l.valid % 100 AS TEXT), 2, '0'),
		'Bonus', l.bonus / 100 || '.' || LPAD(CAST(l.bonus % 100 AS TEXT), 2, '0'),
		'Income', l.income / 100 || '.' || LPAD(CAST(l.income % 100 AS TEXT), 2, '0')) ORDER BY l.level) AS TEXT)
		FROM vip_level l WHERE l.track = t.track AND l.version = t.version),{{end}}
{{if .SQLite}}	(SELECT json_group_array(json_object('Level', l.level, 'Valid', printf('%d.%02d', l.valid / 100, l.valid % 100),
		'Bonus', printf('%d.%02d', l.bonus / 100, l.bonus % 100), 'Income', printf('%d.%02d', l.income / 100, l.income % 100)))
		FROM (SELECT * FROM vip_level WHERE track = t.track AND version = t.version ORDER BY level) l),{{end}}
	TRUE, 0, made_by, made_at
FROM vip_table t
WHERE NOT EXISTS (SELECT 1 FROM setting_version v WHERE v.kind = 'vip.table' AND v.key = t.track);

INSERT INTO setting_version (id, kind, key, version, value, live_on, from_at, made_by, made_at)
SELECT 'vip.setting/' || version, 'vip.setting', 'all', version, value, TRUE, 0, made_by, made_at
FROM vip_setting
WHERE NOT EXISTS (SELECT 1 FROM setting_version v WHERE v.kind = 'vip.setting');

UPDATE setting_version SET approved_by = made_by, approved_at = made_at, effective_at = made_at
WHERE kind IN ('vip.table', 'vip.setting') AND approved_at = 0;
