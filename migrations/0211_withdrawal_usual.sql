-- +goose Up

-- How long the latest payouts took is read for each network by the pages of withdrawals.
CREATE INDEX withdrawal_network_ended ON withdrawal (network, ended_at) WHERE state = 'paid' AND ended_at > 0;
