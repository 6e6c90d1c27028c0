-- +goose Up

-- What comparing ourselves with the companies found, each time. looked and
-- unasked are JSON: how many rows of what, and who did not answer.
CREATE TABLE recon_run (
	id          TEXT    NOT NULL PRIMARY KEY,
	cause       TEXT    NOT NULL CHECK (cause IN ('nightly', 'hand', 'command', 'restore')),
	made_by     TEXT    NOT NULL,
	from_at     BIGINT  NOT NULL,
	to_at       BIGINT  NOT NULL,
	started_at  BIGINT  NOT NULL,
	finished_at BIGINT  NOT NULL DEFAULT 0,
	state       TEXT    NOT NULL CHECK (state IN ('running', 'done', 'error')),
	problem     TEXT    NOT NULL DEFAULT '',
	looked      TEXT    NOT NULL DEFAULT '',
	unasked     TEXT    NOT NULL DEFAULT '',
	waiting     INTEGER NOT NULL DEFAULT 0, -- balances that differ and wait for the bet feed
	opened      INTEGER NOT NULL DEFAULT 0  -- findings this run was the first to see
);
CREATE INDEX recon_run_newest ON recon_run (started_at DESC, id DESC);
CREATE UNIQUE INDEX recon_run_one ON recon_run (state) WHERE state = 'running';

-- Breaks. A row stays for good: seen again it is the same row, settled by
-- people it is closed, and what differs in another way later is a new one.
CREATE TABLE recon_finding (
	id          TEXT    NOT NULL PRIMARY KEY,
	kind        TEXT    NOT NULL,
	subject     TEXT    NOT NULL, -- type:id
	channel     TEXT    NOT NULL, -- books, bank, gateway:{code}, venue:{code}
	player      TEXT    NOT NULL DEFAULT '',
	expected    TEXT    NOT NULL, -- what we have
	found       TEXT    NOT NULL, -- what there is
	difference  BIGINT  NOT NULL DEFAULT 0, -- fen, found less expected; 0 where it is not about an amount
	detail      TEXT    NOT NULL DEFAULT '', -- of the check that found it
	ref         TEXT    NOT NULL DEFAULT '', -- the company's row: our order number there,
	txn         TEXT    NOT NULL DEFAULT '', -- its own number,
	amount      BIGINT  NOT NULL DEFAULT 0,  -- and what it moved
	happened_at BIGINT  NOT NULL DEFAULT 0,
	first_seen  BIGINT  NOT NULL,
	last_seen   BIGINT  NOT NULL,
	seen        INTEGER NOT NULL DEFAULT 1,
	state       TEXT    NOT NULL CHECK (state IN ('open', 'settled', 'cleared')),
	note        TEXT    NOT NULL DEFAULT '',
	settled_by  TEXT    NOT NULL DEFAULT '',
	ended_at    BIGINT  NOT NULL DEFAULT 0,
	CHECK ((state = 'open') = (ended_at = 0))
);
CREATE UNIQUE INDEX recon_finding_open ON recon_finding (kind, subject) WHERE state = 'open';
CREATE INDEX recon_finding_subject ON recon_finding (subject, kind);
CREATE INDEX recon_finding_list ON recon_finding (state, first_seen DESC, id DESC);

-- The last comparison of each player's money at a venue with our mirror. A
-- difference counts only when it is there again after the bet feed has passed
-- the instant of the first look, for until then it may be a bet under way.
CREATE TABLE recon_balance (
	player   TEXT   NOT NULL,
	venue    TEXT   NOT NULL,
	live     BIGINT NOT NULL, -- what the venue said
	drift    BIGINT NOT NULL, -- live less what we expect
	since    BIGINT NOT NULL, -- when this live balance was first seen with this many transfers
	moved    BIGINT NOT NULL, -- newest transfer of the pair then
	looked   BIGINT NOT NULL,
	state    TEXT   NOT NULL CHECK (state IN ('right', 'waiting', 'drift')),
	PRIMARY KEY (player, venue)
);
CREATE INDEX recon_balance_waiting ON recon_balance (venue, state) WHERE state <> 'right';

-- How far each watch has come.
CREATE TABLE recon_mark (
	name TEXT   NOT NULL PRIMARY KEY,
	mark TEXT   NOT NULL,
	at   BIGINT NOT NULL
);

-- The day's transfers, for asking a venue about each.
CREATE INDEX transfer_created ON transfer (created_at);
