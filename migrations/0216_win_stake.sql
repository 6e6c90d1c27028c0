-- +goose Up

-- The stake of a win, for its multiple on the boards of the day.
ALTER TABLE bet_win ADD COLUMN stake BIGINT NOT NULL DEFAULT 0;
UPDATE bet_win SET stake = COALESCE((
	SELECT bet.stake FROM bet WHERE bet.venue = bet_win.venue AND bet.bet_id = bet_win.bet_id AND bet.current), 0);
