-- +goose Up

-- A new account is opened by its own person with a link; until then it has no
-- password and nobody can log in with it.
ALTER TABLE staff_person ADD COLUMN enrolled_at BIGINT NOT NULL DEFAULT 0;  -- the last enrolment
ALTER TABLE staff_person ADD COLUMN decides_from BIGINT NOT NULL DEFAULT 0; -- may decide about requests of others from here on
UPDATE staff_person SET enrolled_at = created_at;

-- When a session last proved the second factor with a fresh code.
ALTER TABLE staff_session ADD COLUMN proved_at BIGINT NOT NULL DEFAULT 0;

-- Links that open an account (enrol) or give its owner another authenticator.
-- A used one is deleted: it works once.
CREATE TABLE staff_link (
	token_hash  TEXT   NOT NULL PRIMARY KEY,
	staff       TEXT   NOT NULL REFERENCES staff_person (id),
	purpose     TEXT   NOT NULL CHECK (purpose IN ('enrol', 'authenticator')),
	code_hash   TEXT   NOT NULL DEFAULT '', -- of the half that the maker of the request holds
	totp_secret TEXT   NOT NULL DEFAULT '', -- sealed; a new one at each opening
	created_at  BIGINT NOT NULL,
	expires_at  BIGINT NOT NULL
);
CREATE INDEX staff_link_staff ON staff_link (staff);

-- Browsers from which somebody has logged in. They have login counters of their
-- own, so that strangers who guess cannot keep the right person out.
CREATE TABLE staff_device (
	token_hash TEXT   NOT NULL PRIMARY KEY,
	staff      TEXT   NOT NULL REFERENCES staff_person (id),
	created_at BIGINT NOT NULL,
	expires_at BIGINT NOT NULL
);
CREATE INDEX staff_device_staff ON staff_device (staff);
