-- +goose Up

-- The SHA-256 of each part of 256 KB of an app, one behind another. A part is proved
-- by itself, so that a download can begin anywhere. Null for pictures, and for an app
-- from before until it is asked for.
ALTER TABLE upload ADD COLUMN parts {{if .Postgres}}BYTEA{{else}}BLOB{{end}};

-- The bucket that holds our files: an object in it has this id. Another bucket has
-- another id or none.
CREATE TABLE upload_store (
	store  TEXT    NOT NULL PRIMARY KEY CHECK (store = 's3'),
	id     TEXT    NOT NULL CHECK (length(id) = 32),
	marked BOOLEAN NOT NULL DEFAULT FALSE -- the bucket was seen with the id
);
