-- +goose Up

-- C$ that return to a player because a deposit was reversed were counted as C$ of
-- another source. The figures are derived from the books, so they are counted anew:
-- the job needs about a minute for half a million rows, and reports wait for it.
DELETE FROM earning_bet;
DELETE FROM earning_move;
DELETE FROM earning_player;
DELETE FROM earning_cursor;
