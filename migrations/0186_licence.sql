-- +goose Up

-- The data of the licence is a setting that two people change, beside the operator's
-- addresses for letters. Its first version is the data that one person had entered before.
-- An empty sentence of the footer is left out, and the one of the configuration holds.
INSERT INTO setting_version (id, kind, key, version, value, live_on, from_at, made_by, made_at)
SELECT 'site.licence/1', 'site.licence', '', 1,
{{if .Postgres}}	CAST(jsonb_build_object('operator', COALESCE(house ->> 'operator', ''), 'number', COALESCE(house ->> 'licence', ''), 'regulator', COALESCE(house ->> 'regulator', ''),
		'jurisdiction', COALESCE(house ->> 'jurisdiction', ''), 'address', COALESCE(house ->> 'address', ''), 'link', '', 'seal', '')
		|| CASE WHEN COALESCE(house ->> 'licenceText', '') = '' THEN CAST('{}' AS JSONB) ELSE jsonb_build_object('statement', house ->> 'licenceText') END AS TEXT),
	TRUE, 0, '系统', changed_at
FROM (SELECT CAST(value AS JSONB) AS house, changed_at FROM content_setting WHERE key = 'house') h
WHERE COALESCE(house ->> 'operator', '') || COALESCE(house ->> 'licence', '') || COALESCE(house ->> 'regulator', '') || COALESCE(house ->> 'jurisdiction', '')
	|| COALESCE(house ->> 'address', '') || COALESCE(house ->> 'licenceText', '') <> ''{{end}}
{{if .SQLite}}	json_patch(json_object('operator', COALESCE(json_extract(value, '$.operator'), ''), 'number', COALESCE(json_extract(value, '$.licence'), ''),
		'regulator', COALESCE(json_extract(value, '$.regulator'), ''), 'jurisdiction', COALESCE(json_extract(value, '$.jurisdiction'), ''),
		'address', COALESCE(json_extract(value, '$.address'), ''), 'link', '', 'seal', ''),
		CASE WHEN COALESCE(json_extract(value, '$.licenceText'), '') = '' THEN '{}' ELSE json_object('statement', json_extract(value, '$.licenceText')) END),
	TRUE, 0, '系统', changed_at
FROM content_setting
WHERE key = 'house' AND COALESCE(json_extract(value, '$.operator'), '') || COALESCE(json_extract(value, '$.licence'), '') || COALESCE(json_extract(value, '$.regulator'), '')
	|| COALESCE(json_extract(value, '$.jurisdiction'), '') || COALESCE(json_extract(value, '$.address'), '') || COALESCE(json_extract(value, '$.licenceText'), '') <> ''{{end}}
AND NOT EXISTS (SELECT 1 FROM setting_version v WHERE v.kind = 'site.licence');

UPDATE setting_version SET approved_by = made_by, approved_at = made_at, effective_at = made_at WHERE kind = 'site.licence' AND approved_at = 0;
