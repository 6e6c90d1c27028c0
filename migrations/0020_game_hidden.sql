-- +goose Up

-- A game that staff took out of the lobby. Its favourites and its name in the
-- bet records stay, so that showing it again brings back everything.
ALTER TABLE venue_game ADD COLUMN hidden BOOLEAN NOT NULL DEFAULT FALSE;
