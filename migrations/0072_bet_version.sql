-- +goose Up

-- Venues that give each change of a bet a version: the newest version that a
-- feed has read, and of a window, the one after which its reading goes on.
ALTER TABLE bet_cursor ADD COLUMN version TEXT NOT NULL DEFAULT '';
ALTER TABLE bet_window ADD COLUMN version TEXT NOT NULL DEFAULT '';
