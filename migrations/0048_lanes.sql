-- +goose Up

-- Each company has a lane of its own: its due rows are found without reading
-- those of the others.
CREATE INDEX transfer_lane ON transfer (venue, next_ask_at, id) WHERE next_ask_at > 0;
CREATE INDEX deposit_lane ON deposit (gateway, poll_at, sn) WHERE poll_at > 0;
CREATE INDEX withdrawal_lane ON withdrawal (network, payout_ask, sn) WHERE payout_ask > 0;
