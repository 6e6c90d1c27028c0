-- +goose Up

-- Which version of a content holds, who made it and when. A change names the version
-- that its page showed. What was never changed since it was shipped has no row.
CREATE TABLE content_edition (
	noun       TEXT    NOT NULL, -- banner, article, …, or the key of what there is once
	id         BIGINT  NOT NULL, -- 0 of what there is once
	version    INTEGER NOT NULL CHECK (version > 0),
	changed_at BIGINT  NOT NULL,
	changed_by TEXT    NOT NULL,
	PRIMARY KEY (noun, id)
);

-- What was changed before has its last change from the trail.
INSERT INTO content_edition (noun, id, version, changed_at, changed_by)
SELECT 'announcement', c.id, 1, a.at, a.actor_name FROM content_announcement c
	JOIN staff_audit a ON a.seq = (SELECT MAX(l.seq) FROM staff_audit l WHERE l.subject = 'announcement:' || CAST(c.id AS TEXT) AND l.action = 'content.announcement');
INSERT INTO content_edition (noun, id, version, changed_at, changed_by)
SELECT 'ticker', c.id, 1, a.at, a.actor_name FROM content_ticker c
	JOIN staff_audit a ON a.seq = (SELECT MAX(l.seq) FROM staff_audit l WHERE l.subject = 'ticker:' || CAST(c.id AS TEXT) AND l.action = 'content.ticker');
INSERT INTO content_edition (noun, id, version, changed_at, changed_by)
SELECT 'banner', c.id, 1, a.at, a.actor_name FROM content_banner c
	JOIN staff_audit a ON a.seq = (SELECT MAX(l.seq) FROM staff_audit l WHERE l.subject = 'banner:' || CAST(c.id AS TEXT) AND l.action = 'content.banner');
INSERT INTO content_edition (noun, id, version, changed_at, changed_by)
SELECT 'promotion', c.id, 1, a.at, a.actor_name FROM content_promotion c
	JOIN staff_audit a ON a.seq = (SELECT MAX(l.seq) FROM staff_audit l WHERE l.subject = 'promotion:' || CAST(c.id AS TEXT) AND l.action = 'content.promotion');
INSERT INTO content_edition (noun, id, version, changed_at, changed_by)
SELECT 'article', c.id, 1, a.at, a.actor_name FROM content_article c
	JOIN staff_audit a ON a.seq = (SELECT MAX(l.seq) FROM staff_audit l WHERE l.subject = 'article:' || CAST(c.id AS TEXT) AND l.action = 'content.article');
INSERT INTO content_edition (noun, id, version, changed_at, changed_by)
SELECT 'block', c.id, 1, a.at, a.actor_name FROM content_block c
	JOIN staff_audit a ON a.seq = (SELECT MAX(l.seq) FROM staff_audit l WHERE l.subject = 'block:' || CAST(c.id AS TEXT) AND l.action = 'content.block');
INSERT INTO content_edition (noun, id, version, changed_at, changed_by)
SELECT k.noun, 0, 1, a.at, a.actor_name
	FROM (SELECT 'support' AS noun UNION ALL SELECT 'download' UNION ALL SELECT 'maintenance' UNION ALL SELECT 'house' UNION ALL SELECT 'frames') k
	JOIN staff_audit a ON a.seq = (SELECT MAX(l.seq) FROM staff_audit l WHERE l.subject = 'content:' || k.noun AND l.action = 'content.' || k.noun);
