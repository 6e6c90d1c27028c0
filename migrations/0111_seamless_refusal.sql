-- +goose Up

-- Bets of seamless venues that were refused. A copy that was delayed on its way gets the same answer, whatever has
-- changed since: its venue has told the player no. Rows are removed after some days.
CREATE TABLE seamless_refusal (
	id       TEXT   NOT NULL PRIMARY KEY, -- of the transaction, venue:uuid
	contents TEXT   NOT NULL, -- hash of what the venue said
	verdict  TEXT   NOT NULL, -- what it was told
	at       BIGINT NOT NULL
);
CREATE INDEX seamless_refusal_at ON seamless_refusal (at);
