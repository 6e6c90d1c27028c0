-- +goose Up

-- Articles that help players. The body is plain text: lines that begin with ## are headings, with - list items.
CREATE TABLE content_article (
	id         BIGINT  NOT NULL PRIMARY KEY,
	topic      TEXT    NOT NULL,
	title      TEXT    NOT NULL,
	body       TEXT    NOT NULL,
	position   INTEGER NOT NULL,
	published  BOOLEAN NOT NULL,
	shown_from BIGINT  NOT NULL DEFAULT 0,
	shown_to   BIGINT  NOT NULL DEFAULT 0,
	created_at BIGINT  NOT NULL,
	changed_at BIGINT  NOT NULL
);
