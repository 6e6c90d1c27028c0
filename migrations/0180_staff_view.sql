-- +goose Up

-- Saved views of the lists of the back office. contents holds filters, order and
-- hidden columns as JSON. A shared view is shown to everybody who may see the list.
CREATE TABLE staff_view (
	id         TEXT    NOT NULL PRIMARY KEY,
	owner      TEXT    NOT NULL,
	list       TEXT    NOT NULL CHECK (list <> ''), -- the path of its call
	name       TEXT    NOT NULL CHECK (name <> ''),
	shared     BOOLEAN NOT NULL,
	contents   TEXT    NOT NULL,
	changed_at BIGINT  NOT NULL,
	UNIQUE (owner, list, name)
);
CREATE INDEX staff_view_shared ON staff_view (list, name) WHERE shared;

-- The view with which a list opens for a person.
CREATE TABLE staff_view_start (
	person TEXT NOT NULL,
	list   TEXT NOT NULL,
	view   TEXT NOT NULL,
	PRIMARY KEY (person, list)
);
CREATE INDEX staff_view_start_view ON staff_view_start (view);
