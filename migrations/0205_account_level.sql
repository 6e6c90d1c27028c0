-- +goose Up

-- The levels of VIP whose players are given a company account; vip_max 0: no upper one.
ALTER TABLE company_bank ADD COLUMN vip_min INTEGER NOT NULL DEFAULT 0;
ALTER TABLE company_bank ADD COLUMN vip_max INTEGER NOT NULL DEFAULT 0;
