-- Amounts are fen, instants Unix milliseconds. "player" is the account name in
-- lower case, for names differ without regard to case.
CREATE TABLE IF NOT EXISTS account (
  venue      TEXT NOT NULL,
  player     TEXT NOT NULL,
  name       TEXT NOT NULL,
  balance    INTEGER NOT NULL DEFAULT 0,
  created_at INTEGER NOT NULL,
  PRIMARY KEY (venue, player)
);

-- What an agent has put into its players' pockets, net.
CREATE TABLE IF NOT EXISTS agent (
  venue TEXT PRIMARY KEY,
  used  INTEGER NOT NULL DEFAULT 0
);

CREATE TABLE IF NOT EXISTS transfer (
  venue     TEXT NOT NULL,
  id        TEXT NOT NULL,
  player    TEXT NOT NULL,
  direction TEXT NOT NULL CHECK (direction IN ('in', 'out')),
  amount    INTEGER NOT NULL,
  state     TEXT NOT NULL CHECK (state IN ('done', 'refused')),
  at        INTEGER NOT NULL,
  -- Until this instant of the machine's clock a status query sees veil instead.
  veil_until INTEGER NOT NULL DEFAULT 0,
  veil       TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (venue, id)
);

-- The first half of a transfer in two phases: asked for and neither confirmed
-- nor cancelled. Confirmed or cancelled, it stands in transfer too.
CREATE TABLE IF NOT EXISTS prepared (
  venue     TEXT NOT NULL,
  id        TEXT NOT NULL,
  player    TEXT NOT NULL,
  direction TEXT NOT NULL CHECK (direction IN ('in', 'out')),
  amount    INTEGER NOT NULL,
  at        INTEGER NOT NULL,
  PRIMARY KEY (venue, id)
);

CREATE TABLE IF NOT EXISTS bet (
  venue      TEXT NOT NULL,
  id         TEXT NOT NULL,
  player     TEXT NOT NULL,
  kind       INTEGER NOT NULL,
  stake      INTEGER NOT NULL CHECK (stake >= 0),
  payout     INTEGER NOT NULL CHECK (payout >= 0),
  valid      INTEGER NOT NULL CHECK (valid >= 0),
  revenue    INTEGER NOT NULL DEFAULT 0,
  status     TEXT NOT NULL CHECK (status IN ('open', 'settled', 'void')),
  placed_at  INTEGER NOT NULL,
  settled_at INTEGER NOT NULL DEFAULT 0,
  cards      TEXT NOT NULL DEFAULT '',
  odds       TEXT NOT NULL DEFAULT '',
  odds_type  TEXT NOT NULL DEFAULT '',
  parlay     TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (venue, id)
);
CREATE INDEX IF NOT EXISTS bet_settled ON bet (venue, settled_at);
CREATE INDEX IF NOT EXISTS bet_placed ON bet (venue, placed_at);
CREATE INDEX IF NOT EXISTS bet_player ON bet (venue, player, placed_at);
CREATE INDEX IF NOT EXISTS bet_open ON bet (venue, placed_at) WHERE status = 'open';

-- Rounds of the board games that sandboxes before had. No new ones are written;
-- the open ones are given back at the next start.
CREATE TABLE IF NOT EXISTS round (
  venue     TEXT NOT NULL,
  id        TEXT NOT NULL,
  player    TEXT NOT NULL,
  kind      INTEGER NOT NULL,
  side      TEXT NOT NULL,
  deal      TEXT NOT NULL,
  is_open   BOOLEAN NOT NULL,
  opened_at INTEGER NOT NULL,
  PRIMARY KEY (venue, id)
);

CREATE TABLE IF NOT EXISTS session (
  token      TEXT PRIMARY KEY,
  venue      TEXT NOT NULL,
  player     TEXT NOT NULL,
  kind       INTEGER NOT NULL,
  stage      TEXT NOT NULL CHECK (stage IN ('launch', 'play', 'ended')),
  back_url   TEXT NOT NULL DEFAULT '',
  seen_at    INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
);
CREATE INDEX IF NOT EXISTS session_player ON session (venue, player, stage);

CREATE TABLE IF NOT EXISTS pay_order (
  gateway    TEXT NOT NULL,
  trade_no   TEXT NOT NULL,
  order_no   TEXT NOT NULL,
  pay_type   TEXT NOT NULL,
  name       TEXT NOT NULL,
  amount     INTEGER NOT NULL CHECK (amount > 0),
  charged    INTEGER NOT NULL CHECK (charged > 0),
  paid       INTEGER NOT NULL DEFAULT 0,
  notify_url TEXT NOT NULL,
  return_url TEXT NOT NULL,
  param      TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  paid_at    INTEGER NOT NULL DEFAULT 0,
  veil_until INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (gateway, trade_no),
  UNIQUE (gateway, order_no)
);

-- Notices owed to a merchant. due_at is the machine's clock: networks do not
-- wait for the house's calendar.
CREATE TABLE IF NOT EXISTS notice (
  id       INTEGER PRIMARY KEY,
  gateway  TEXT NOT NULL,
  trade_no TEXT NOT NULL,
  money    INTEGER NOT NULL,
  attempts INTEGER NOT NULL DEFAULT 0,
  due_at   INTEGER NOT NULL,
  state    TEXT NOT NULL CHECK (state IN ('due', 'done', 'given up'))
);
CREATE INDEX IF NOT EXISTS notice_due ON notice (due_at) WHERE state = 'due';

-- How high a simulated chain is, and when its newest block came.
CREATE TABLE IF NOT EXISTS chain (
  network TEXT PRIMARY KEY,
  height  INTEGER NOT NULL,
  at      INTEGER NOT NULL
);

-- A movement of a token. Amounts are 1/1,000,000; addresses are the twenty
-- bytes in hex. block is where the transaction stands, or will stand once the
-- chain is that high.
CREATE TABLE IF NOT EXISTS chain_transfer (
  network   TEXT NOT NULL,
  tx        TEXT NOT NULL,
  idx       INTEGER NOT NULL,
  token     TEXT NOT NULL,
  from_hash TEXT NOT NULL,
  to_hash   TEXT NOT NULL,
  amount    INTEGER NOT NULL CHECK (amount >= 0),
  block     INTEGER NOT NULL,
  at        INTEGER NOT NULL,
  failed    BOOLEAN NOT NULL,
  PRIMARY KEY (network, tx, idx)
);
CREATE INDEX IF NOT EXISTS chain_transfer_block ON chain_transfer (network, block);
CREATE INDEX IF NOT EXISTS chain_transfer_to ON chain_transfer (network, to_hash, at);

-- Reorganisations: every block from this height on is another since.
CREATE TABLE IF NOT EXISTS chain_fork (
  id      INTEGER PRIMARY KEY,
  network TEXT NOT NULL,
  block   INTEGER NOT NULL
);

-- The seeds from which a player's rounds at a venue are drawn (package fair).
-- revealed is the server seed before this one, which the player may check.
CREATE TABLE IF NOT EXISTS seed (
  venue    TEXT NOT NULL,
  player   TEXT NOT NULL,
  server   TEXT NOT NULL,
  client   TEXT NOT NULL,
  round    INTEGER NOT NULL DEFAULT 0, -- of the next draw
  revealed TEXT NOT NULL DEFAULT '',
  PRIMARY KEY (venue, player)
);

-- The secret seed of a venue, from which its matches, tables and draws come.
CREATE TABLE IF NOT EXISTS venue_seed (
  venue  TEXT PRIMARY KEY,
  server TEXT NOT NULL
);

-- A jackpot that stakes pay into. amount is in 1/100 of a fen.
CREATE TABLE IF NOT EXISTS pot (
  venue  TEXT NOT NULL,
  name   TEXT NOT NULL,
  amount INTEGER NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (venue, name)
);

-- Our customers' balances at companies that pay out.
CREATE TABLE IF NOT EXISTS payer (
  code    TEXT PRIMARY KEY,
  balance INTEGER NOT NULL
);

-- Pay-outs that merchants ordered. state is working, paid or failed. notice_due is
-- the machine's clock, 0 when no notice is owed.
CREATE TABLE IF NOT EXISTS payout (
  payer      TEXT NOT NULL,
  txn        TEXT NOT NULL,
  order_no   TEXT NOT NULL,
  amount     INTEGER NOT NULL CHECK (amount > 0),
  bank       TEXT NOT NULL,
  holder     TEXT NOT NULL,
  number     TEXT NOT NULL,
  notify_url TEXT NOT NULL,
  state      TEXT NOT NULL CHECK (state IN ('working', 'paid', 'failed')),
  paid       INTEGER NOT NULL DEFAULT 0,
  made_at    INTEGER NOT NULL,
  ended_at   INTEGER NOT NULL DEFAULT 0,
  veil_until INTEGER NOT NULL DEFAULT 0,
  notice_due INTEGER NOT NULL DEFAULT 0,
  notices    INTEGER NOT NULL DEFAULT 0,
  PRIMARY KEY (payer, txn),
  UNIQUE (payer, order_no)
);
CREATE INDEX IF NOT EXISTS payout_notice ON payout (notice_due) WHERE notice_due > 0;
