-- +goose Up

-- What staff publish is shown from shown_from until just before shown_to
-- (unix ms); 0 is open at that end. The lists stay so short that reading one
-- whole costs less than keeping an index.
ALTER TABLE content_announcement ADD COLUMN shown_from BIGINT NOT NULL DEFAULT 0;
ALTER TABLE content_announcement ADD COLUMN shown_to   BIGINT NOT NULL DEFAULT 0;
ALTER TABLE content_ticker       ADD COLUMN shown_from BIGINT NOT NULL DEFAULT 0;
ALTER TABLE content_ticker       ADD COLUMN shown_to   BIGINT NOT NULL DEFAULT 0;
ALTER TABLE content_banner       ADD COLUMN shown_from BIGINT NOT NULL DEFAULT 0;
ALTER TABLE content_banner       ADD COLUMN shown_to   BIGINT NOT NULL DEFAULT 0;

-- The words over a picture; a picture without them stands alone.
ALTER TABLE content_banner ADD COLUMN title  TEXT NOT NULL DEFAULT '';
ALTER TABLE content_banner ADD COLUMN line   TEXT NOT NULL DEFAULT '';
ALTER TABLE content_banner ADD COLUMN button TEXT NOT NULL DEFAULT '';

-- Texts with headings, lists and tables, clean HTML: only what passed the
-- sanitiser is in here. The documented ones are 2 and 4 to 12.
CREATE TABLE content_block (
	id         BIGINT NOT NULL PRIMARY KEY,
	html       TEXT   NOT NULL,
	created_at BIGINT NOT NULL,
	changed_at BIGINT NOT NULL
);

-- starts_on and ends_on are the days that players read (yyyymmdd in GMT+8, 0:
-- not said); whether the row is shown is shown_from and shown_to alone.
CREATE TABLE content_promotion (
	id         BIGINT  NOT NULL PRIMARY KEY,
	name       TEXT    NOT NULL,
	line       TEXT    NOT NULL,
	picture    TEXT    NOT NULL,
	content    BIGINT  NOT NULL REFERENCES content_block (id),
	needs      TEXT    NOT NULL DEFAULT '', -- a kind of venue it makes no sense without
	starts_on  INTEGER NOT NULL,
	ends_on    INTEGER NOT NULL,
	position   INTEGER NOT NULL,
	published  BOOLEAN NOT NULL,
	shown_from BIGINT  NOT NULL DEFAULT 0,
	shown_to   BIGINT  NOT NULL DEFAULT 0,
	created_at BIGINT  NOT NULL
);

-- Whether a block may be removed is asked of its promotions.
CREATE INDEX content_promotion_content ON content_promotion (content);
