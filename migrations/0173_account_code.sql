-- +goose Up

-- The picture of a code that payers scan instead of typing an account: the address of
-- an upload, '' for none. The seal of the number binds it.
ALTER TABLE company_bank ADD COLUMN code TEXT NOT NULL DEFAULT '';
