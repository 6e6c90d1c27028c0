-- +goose Up

-- What a player may not do for now. A block is never deleted: it ends by its
-- time or by somebody who lifts it.
CREATE TABLE guard_block (
	id          TEXT   NOT NULL PRIMARY KEY,
	player      TEXT   NOT NULL,
	act         TEXT   NOT NULL,
	until       BIGINT NOT NULL, -- 0: until lifted
	reason      TEXT   NOT NULL,
	by_id       TEXT   NOT NULL,
	by_name     TEXT   NOT NULL,
	created_at  BIGINT NOT NULL,
	ended_at    BIGINT NOT NULL DEFAULT 0, -- 0 while it stands
	ended_by    TEXT   NOT NULL DEFAULT '',
	end_reason  TEXT   NOT NULL DEFAULT '',
	CONSTRAINT guard_block_act CHECK (act IN ('login', 'deposit', 'transfer', 'launch', 'bet', 'withdraw'))
);
CREATE UNIQUE INDEX guard_block_standing ON guard_block (player, act) WHERE ended_at = 0;
CREATE INDEX guard_block_player ON guard_block (player, created_at);
