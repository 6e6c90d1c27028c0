-- +goose Up

-- Gateways that people entered in the back office. Their addresses and keys are
-- versions of the setting pay.gateway; this row says whether one is in use.
CREATE TABLE pay_gateway (
	code    TEXT    NOT NULL PRIMARY KEY,
	name    TEXT    NOT NULL,
	enabled BOOLEAN NOT NULL
);

-- Channels: hours of the day in minutes of GMT+8 (equal: the whole day), VIP levels
-- (vip_max 0: no upper one), the company's fee in hundredths of a percent, and the
-- weight by which channels of one place in the order take the first place.
ALTER TABLE pay_channel ADD COLUMN hours_from INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pay_channel ADD COLUMN hours_to   INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pay_channel ADD COLUMN vip_min    INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pay_channel ADD COLUMN vip_max    INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pay_channel ADD COLUMN fee_rate   INTEGER NOT NULL DEFAULT 0;
ALTER TABLE pay_channel ADD COLUMN weight     INTEGER NOT NULL DEFAULT 100;

-- Company accounts: number is sealed from now on, bound to its bank and holder.
-- Rows that hold a plain number were written by SQL: they are not used until two
-- people enter the account again.
ALTER TABLE company_bank ADD COLUMN number_index TEXT    NOT NULL DEFAULT '';
ALTER TABLE company_bank ADD COLUMN sort         INTEGER NOT NULL DEFAULT 0;
CREATE UNIQUE INDEX company_bank_number ON company_bank (number_index) WHERE number_index <> '';
