-- +goose Up

-- Questions of players to support, with their threads.
CREATE TABLE ticket (
	id         TEXT    NOT NULL PRIMARY KEY,
	player     TEXT    NOT NULL,
	kind       TEXT    NOT NULL,
	subject    TEXT    NOT NULL,            -- the beginning of the question
	about      TEXT    NOT NULL DEFAULT '', -- deposit, withdrawal or bet; '': nothing of these
	ref        TEXT    NOT NULL DEFAULT '', -- the number of that
	state      TEXT    NOT NULL CHECK (state IN ('open', 'waiting', 'solved', 'reopened')),
	taken_by   TEXT    NOT NULL DEFAULT '',
	taken_name TEXT    NOT NULL DEFAULT '',
	unread     INTEGER NOT NULL DEFAULT 0 CHECK (unread >= 0), -- answers that the player has not seen
	asked      INTEGER NOT NULL DEFAULT 0 CHECK (asked >= 0),  -- texts of the player since the last answer
	score      INTEGER NOT NULL DEFAULT 0 CHECK (score BETWEEN 0 AND 5), -- 0: not given
	comment    TEXT    NOT NULL DEFAULT '',
	opened_at  BIGINT  NOT NULL,
	changed_at BIGINT  NOT NULL,            -- the last text of player or staff
	solved_at  BIGINT  NOT NULL DEFAULT 0,
	last_entry TEXT    NOT NULL             -- an answer names the last text it has seen
);
CREATE INDEX ticket_of_player ON ticket (player, changed_at);
CREATE INDEX ticket_state ON ticket (state, changed_at);
CREATE INDEX ticket_unread ON ticket (player) WHERE unread > 0;
CREATE INDEX ticket_mine ON ticket (taken_by, changed_at) WHERE taken_by <> '';

CREATE TABLE ticket_entry (
	id       TEXT   NOT NULL PRIMARY KEY,
	ticket   TEXT   NOT NULL REFERENCES ticket (id),
	side     TEXT   NOT NULL CHECK (side IN ('player', 'staff', 'note')), -- players never see a note
	by_id    TEXT   NOT NULL,
	by_name  TEXT   NOT NULL,
	body     TEXT   NOT NULL,
	pictures TEXT   NOT NULL DEFAULT '', -- ids, separated by commas
	at       BIGINT NOT NULL
);
CREATE INDEX ticket_entry_thread ON ticket_entry (ticket, at, id);

-- Pictures as they were made anew from what a player sent. Those of no entry are removed after a day, all after a year.
CREATE TABLE ticket_picture (
	id     TEXT    NOT NULL PRIMARY KEY,
	player TEXT    NOT NULL,
	ticket TEXT    NOT NULL DEFAULT '',
	width  INTEGER NOT NULL,
	height INTEGER NOT NULL,
	data   {{if .Postgres}}BYTEA{{else}}BLOB{{end}} NOT NULL, -- JPEG
	at     BIGINT  NOT NULL
);
CREATE INDEX ticket_picture_at ON ticket_picture (at);
CREATE INDEX ticket_picture_loose ON ticket_picture (at) WHERE ticket = '';

-- How much a player has sent on a day. The row is the lock of a player's tickets too.
CREATE TABLE ticket_player (
	player   TEXT    NOT NULL PRIMARY KEY,
	day      INTEGER NOT NULL,
	opened   INTEGER NOT NULL,
	entries  INTEGER NOT NULL,
	pictures INTEGER NOT NULL
);

-- Texts that staff begin an answer with.
CREATE TABLE ticket_template (
	id         TEXT    NOT NULL PRIMARY KEY,
	title      TEXT    NOT NULL,
	body       TEXT    NOT NULL,
	position   INTEGER NOT NULL,
	changed_at BIGINT  NOT NULL
);
INSERT INTO ticket_template (id, title, body, position, changed_at) VALUES
	('t1', '已收到，正在核实', '您好，您的问题已收到，我们正在核实，结果会在此回复您。', 10, 0),
	('t2', '请提供付款凭证', '您好，请上传付款凭证截图，需能看清付款时间、金额、付款账户尾号与交易单号。', 20, 0),
	('t3', '存款已到账', '您好，经核实您的存款已经到账，请在资金记录中查看。给您带来不便，敬请谅解。', 30, 0),
	('t4', '提款处理中', '您好，您的提款正在处理，出款后会在消息中通知您，到账时间以银行为准。', 40, 0),
	('t5', '流水说明', '您好，提款前需完成相应的有效投注。您可以在提款页查看每一笔存款与优惠还差多少。', 50, 0);
