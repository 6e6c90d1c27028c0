-- +goose Up

-- How often a calendar run has failed since it last succeeded: each failure
-- doubles the time until it is tried again.
ALTER TABLE job_due ADD COLUMN failures INTEGER NOT NULL DEFAULT 0;

-- A long check says every minute that it is still at work, by the database's
-- time. A check that has been silent for long was killed with its process.
ALTER TABLE books_run ADD COLUMN beat_at BIGINT NOT NULL DEFAULT 0;
ALTER TABLE recon_run ADD COLUMN beat_at BIGINT NOT NULL DEFAULT 0;
