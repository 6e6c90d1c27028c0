-- +goose Up

-- A day's sum counts the withdrawals of the day that were not given back. Those that were paid after all, once their
-- money had been given back, were missing in it.
UPDATE withdrawal_day SET times = withdrawal_day.times + late.times, amount = withdrawal_day.amount + late.amount
FROM (
	SELECT player, day, COUNT(*) AS times, CAST(SUM(amount) AS BIGINT) AS amount
	FROM withdrawal WHERE exposure <> '' AND state = 'paid' GROUP BY player, day
) AS late
WHERE late.player = withdrawal_day.player AND late.day = withdrawal_day.day;
