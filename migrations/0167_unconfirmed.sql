-- +goose Up

-- A payment in suspense that is known by a notice alone: its gateway answers no
-- questions about orders, and no company vouches for a credit of it.
ALTER TABLE deposit ADD COLUMN unconfirmed BOOLEAN NOT NULL DEFAULT FALSE;
UPDATE deposit SET unconfirmed = TRUE
	WHERE suspended AND EXISTS (SELECT 1 FROM callback_raw c WHERE c.sn = deposit.sn AND c.verdict = 'unconfirmed');
