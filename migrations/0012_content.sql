-- +goose Up

-- What the site says of itself. Ids are numbers, for the documented calls have
-- numbers; they grow with time.

CREATE TABLE content_announcement (
	id         BIGINT  NOT NULL PRIMARY KEY,
	title      TEXT    NOT NULL,
	body       TEXT    NOT NULL,
	hot_until  BIGINT  NOT NULL DEFAULT 0, -- pops up until then; 0: does not
	published  BOOLEAN NOT NULL,
	created_at BIGINT  NOT NULL
);

CREATE TABLE content_ticker (
	id         BIGINT  NOT NULL PRIMARY KEY,
	body       TEXT    NOT NULL,
	position   INTEGER NOT NULL,
	published  BOOLEAN NOT NULL,
	created_at BIGINT  NOT NULL
);

CREATE TABLE content_banner (
	id         BIGINT  NOT NULL PRIMARY KEY,
	device     TEXT    NOT NULL CHECK (device IN ('pc', 'h5')),
	picture    TEXT    NOT NULL,
	link       TEXT    NOT NULL,
	alt        TEXT    NOT NULL,
	position   INTEGER NOT NULL,
	published  BOOLEAN NOT NULL,
	created_at BIGINT  NOT NULL
);

CREATE TABLE content_download (
	name       TEXT    NOT NULL PRIMARY KEY,
	link       TEXT    NOT NULL,
	position   INTEGER NOT NULL
);

-- Single values: the support link, the maintenance of the site, whether the
-- first contents were written.
CREATE TABLE content_setting (
	key        TEXT   NOT NULL PRIMARY KEY,
	value      TEXT   NOT NULL,
	changed_at BIGINT NOT NULL
);
