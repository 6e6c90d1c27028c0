-- +goose Up

-- Lists of the back office are read by keyset: each of their orders has an index
-- with its columns, down to the ones that make a row unique.
DROP INDEX deposit_created;
DROP INDEX deposit_state;
DROP INDEX deposit_player;
CREATE INDEX deposit_created ON deposit (created_at, sn);
CREATE INDEX deposit_state ON deposit (state, created_at, sn);
CREATE INDEX deposit_player ON deposit (player, created_at, sn);
CREATE INDEX deposit_amount ON deposit (amount, sn);

DROP INDEX withdrawal_created;
DROP INDEX withdrawal_state;
DROP INDEX withdrawal_player;
CREATE INDEX withdrawal_created ON withdrawal (created_at, sn);
CREATE INDEX withdrawal_state ON withdrawal (state, created_at, sn);
CREATE INDEX withdrawal_player ON withdrawal (player, created_at, sn);
CREATE INDEX withdrawal_amount ON withdrawal (amount, sn);

DROP INDEX transfer_created;
CREATE INDEX transfer_created ON transfer (created_at, id);

DROP INDEX player_created;
CREATE INDEX player_created ON player (created_at, id);

DROP INDEX staff_approval_state;
CREATE INDEX staff_approval_state ON staff_approval (state, made_at, id);
CREATE INDEX staff_approval_made ON staff_approval (made_at, id);
CREATE INDEX staff_approval_kind ON staff_approval (kind, made_at, id);

DROP INDEX ticket_state;
DROP INDEX ticket_of_player;
CREATE INDEX ticket_state ON ticket (state, changed_at, id);
CREATE INDEX ticket_of_player ON ticket (player, changed_at, id);
CREATE INDEX ticket_changed ON ticket (changed_at, id);

DROP INDEX chain_transfer_at;
DROP INDEX chain_transfer_state;
CREATE INDEX chain_transfer_at ON chain_transfer (at, network, tx, idx);
CREATE INDEX chain_transfer_state ON chain_transfer (state, at, network, tx, idx);

CREATE INDEX bank_line_at ON bank_line (at, id);
CREATE INDEX recon_finding_seen ON recon_finding (first_seen, id);
CREATE INDEX bet_window_made ON bet_window (made_at, id);
