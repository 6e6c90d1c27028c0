-- +goose Up

-- Files that staff uploaded: pictures as they were made anew, and app packages.
-- hash is of the stored bytes and names the file in its address. object is its
-- name in the store that holds it. One that nothing shows is removed after a while.
CREATE TABLE upload (
	hash      TEXT    NOT NULL PRIMARY KEY CHECK (length(hash) = 64), -- SHA-256, hexadecimal
	kind      TEXT    NOT NULL CHECK (kind IN ('picture', 'payment', 'brand', 'package')),
	ext       TEXT    NOT NULL CHECK (ext IN ('png', 'jpg', 'apk')),
	size      BIGINT  NOT NULL CHECK (size > 0),  -- bytes
	width     INTEGER NOT NULL DEFAULT 0,         -- pixels; 0 for a package
	height    INTEGER NOT NULL DEFAULT 0,
	name      TEXT    NOT NULL DEFAULT '',        -- as it was sent
	store     TEXT    NOT NULL CHECK (store IN ('own', 's3')),
	object    TEXT    NOT NULL UNIQUE,
	state     TEXT    NOT NULL CHECK (state IN ('coming', 'ready')),
	made_by   TEXT    NOT NULL,
	made_name TEXT    NOT NULL,
	made_at   BIGINT  NOT NULL,
	used_at   BIGINT  NOT NULL                    -- when it was last sent, saved somewhere or found in use
);
CREATE INDEX upload_used ON upload (state, used_at);

-- The bytes of files in our own store.
CREATE TABLE upload_chunk (
	object TEXT    NOT NULL,
	no     INTEGER NOT NULL CHECK (no >= 0),
	data   {{if .Postgres}}BYTEA{{else}}BLOB{{end}} NOT NULL,
	PRIMARY KEY (object, no)
);

-- Objects that no file has any more. They leave their store at due_at or later.
CREATE TABLE upload_trash (
	object TEXT    NOT NULL PRIMARY KEY,
	store  TEXT    NOT NULL CHECK (store IN ('own', 's3')),
	tries  INTEGER NOT NULL DEFAULT 0,
	due_at BIGINT  NOT NULL
);
CREATE INDEX upload_trash_due ON upload_trash (due_at);

-- How many files of a kind a person sent on a day, refused ones too.
CREATE TABLE upload_person (
	person TEXT    NOT NULL,
	kind   TEXT    NOT NULL,
	day    INTEGER NOT NULL,
	sent   INTEGER NOT NULL,
	PRIMARY KEY (person, kind)
);
