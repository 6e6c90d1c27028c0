-- +goose Up

-- What a gateway tells the payer of a deposit to do, where it answers with a
-- message instead of a page or a code (style MSG). Plain text, kept as it came.
ALTER TABLE deposit ADD COLUMN message TEXT NOT NULL DEFAULT '';
