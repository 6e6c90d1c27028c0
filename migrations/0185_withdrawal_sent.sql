-- +goose Up

-- When the last attempt that a company was told of failed, in milliseconds; 0 if none.
-- The money of a withdrawal is not given back for some time after it.
ALTER TABLE withdrawal ADD COLUMN sent_at BIGINT NOT NULL DEFAULT 0;
UPDATE withdrawal SET sent_at = COALESCE((SELECT MAX(a.ended_at) FROM payout_attempt a WHERE a.sn = withdrawal.sn AND a.state = 'failed' AND a.asked_at > 0), 0)
	WHERE state = 'approved';
