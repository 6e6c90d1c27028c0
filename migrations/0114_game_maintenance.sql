-- +goose Up

-- The maintenance of one game. It ends by itself, so it always has an end.
ALTER TABLE venue_game ADD COLUMN maintenance_from   BIGINT NOT NULL DEFAULT 0; -- unix ms; 0: since it was set
ALTER TABLE venue_game ADD COLUMN maintenance_to     BIGINT NOT NULL DEFAULT 0; -- unix ms; 0: none
ALTER TABLE venue_game ADD COLUMN maintenance_reason TEXT   NOT NULL DEFAULT '';
