package turnover

import (
	"context"
	"fmt"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
)

// Codes kept with bets and lines; ReasonText says them in Chinese.
const (
	lineCounted        = "counted"
	lineResettled      = "resettled"
	betNoValid         = "no_valid"
	betWeightless      = "weightless"
	betExactWeightless = "weightless_exact"
	betSurplus         = "surplus"
	betNoneOpen        = "none_open"
	betTooEarly        = "too_early"
)

var reasonTexts = map[string]string{
	lineCounted:        "计入流水",
	lineResettled:      "注单重新结算，更正差额",
	betNoValid:         "无有效投注",
	betWeightless:      "该类场馆的投注不计入此项优惠的流水",
	betExactWeightless: "该游戏或场馆的投注不计入流水",
	betSurplus:         "流水要求已满足，超出部分不计入",
	betNoneOpen:        "下注时没有未完成的流水要求",
	betTooEarly:        "下注时间早于该笔存款或奖金",
}

// ReasonText says a reason in the player's language. A reason that came with
// the bet is returned as it is.
func ReasonText(code string) string {
	if text, known := reasonTexts[code]; known {
		return text
	}
	return code
}

// BucketReport is a bucket with its progress.
type BucketReport struct {
	ID       string
	Source   string
	Ref      string
	OpenedAt time.Time
	ClosedAt time.Time // zero while open
	Amount   money.Fen
	Required money.Fen
	Done     money.Fen
	State    string // StateOpen, StateMet or StateDropped
	Reason   string // why it was dropped
	Lines    []Line // the newest linesShown; Lines reads all

	weights termsKey
}

// Multiple is the requirement as a multiple of the amount, with two places.
func (b BucketReport) Multiple() string {
	if b.Amount <= 0 {
		return "0.00"
	}
	hundredths, err := money.MulDiv(b.Required, 100, int64(b.Amount), money.HalfUp)
	if err != nil {
		return "0.00"
	}
	return hundredths.String()
}

// Line is the amount that one bet gave to one bucket in one step.
type Line struct {
	ID      string
	Bucket  string
	Venue   string
	BetID   string
	Version int
	BetAt   time.Time
	At      time.Time // when it was counted
	Valid   money.Fen // the bet's whole valid stake
	Weight  int       // thousandths of it that count
	Counted money.Fen // what went into this bucket; below zero for a correction
	Reason  string    // Chinese
}

// Uncounted is a bet of which nothing, or not all, served a requirement.
type Uncounted struct {
	Venue, BetID string
	BetAt        time.Time
	Valid        money.Fen
	Weight       int
	Counted      money.Fen // what served a requirement
	Reason       string    // Chinese: why no more
}

const (
	bucketsShown = 50
	linesShown   = 20
)

// Buckets lists a player's requirements, newest first, each with its newest
// lines.
func (t *Turnover) Buckets(ctx context.Context, r db.Reader, player string) ([]BucketReport, error) {
	var rows []bucketRow
	err := r.NewSelect().Model(&rows).Where("player = ?", player).OrderExpr("opened_at DESC, id DESC").Limit(bucketsShown).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("turnover buckets of %s: %w", player, err)
	}
	out := make([]BucketReport, len(rows))
	for i, b := range rows {
		out[i] = BucketReport{
			ID: b.ID, Source: b.Source, Ref: b.Ref, OpenedAt: calendar.FromMillis(b.OpenedAt),
			Amount: money.Fen(b.Amount), Required: money.Fen(b.Required), Done: money.Fen(b.Done),
			State: b.State, Reason: b.Reason, weights: termsKey{b.Terms, b.Book},
		}
		if b.ClosedAt > 0 {
			out[i].ClosedAt = calendar.FromMillis(b.ClosedAt)
		}
		if b.Done == 0 && b.State != StateOpen {
			continue
		}
		if out[i].Lines, err = readLines(ctx, r, player, b.ID, "DESC", linesShown, 0); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// Lines pages through all lines of one of the player's buckets, oldest first,
// and gives their number. Pages count from 1.
func (t *Turnover) Lines(ctx context.Context, r db.Reader, player, bucket string, page, size int) ([]Line, int, error) {
	var total int
	err := r.NewRaw("SELECT COUNT(*) FROM turnover_step WHERE player = ? AND bucket = ?", player, bucket).Scan(ctx, &total)
	if err != nil {
		return nil, 0, fmt.Errorf("turnover lines of %s: %w", bucket, err)
	}
	limit, offset := window(page, size)
	lines, err := readLines(ctx, r, player, bucket, "ASC", limit, offset)
	return lines, total, err
}

func readLines(ctx context.Context, r db.Reader, player, bucket, order string, limit, offset int) ([]Line, error) {
	var rows []struct {
		lineRow
		BetAt int64
	}
	err := r.NewRaw(`
		SELECT l.id, l.bucket, l.bet, l.version, l.valid, l.weight, l.delta, l.reason, l.at, b.bet_at
		FROM (
			SELECT * FROM turnover_step WHERE bucket = ? AND player = ?
			ORDER BY at `+order+`, id `+order+` LIMIT ? OFFSET ?
		) AS l JOIN turnover_bet b ON b.bet = l.bet
		ORDER BY l.at `+order+`, l.id `+order, bucket, player, limit, offset).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("turnover lines of %s: %w", bucket, err)
	}
	out := make([]Line, len(rows))
	for i, l := range rows {
		bet := betRow{Bet: l.Bet}
		out[i] = Line{
			ID: l.ID, Bucket: l.Bucket, Venue: bet.venue(), BetID: bet.betID(), Version: l.Version,
			BetAt: calendar.FromMillis(l.BetAt), At: calendar.FromMillis(l.At),
			Valid: money.Fen(l.Valid), Weight: l.Weight, Counted: money.Fen(l.Delta), Reason: ReasonText(l.Reason),
		}
	}
	return out, nil
}

// Uncounted pages through the bets that did not count, or not fully, newest
// first, and gives their number. Pages count from 1.
func (t *Turnover) Uncounted(ctx context.Context, r db.Reader, player string, page, size int) ([]Uncounted, int, error) {
	const notAll = "player = ? AND (allocated < valid OR valid = 0)"
	var total int
	if err := r.NewRaw("SELECT COUNT(*) FROM turnover_bet WHERE "+notAll, player).Scan(ctx, &total); err != nil {
		return nil, 0, fmt.Errorf("uncounted bets of %s: %w", player, err)
	}
	limit, offset := window(page, size)
	var rows []betRow
	err := r.NewSelect().Model(&rows).Where(notAll, player).OrderExpr("bet_at DESC, bet DESC").Limit(int64(limit)).Offset(int64(offset)).Scan(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("uncounted bets of %s: %w", player, err)
	}
	out := make([]Uncounted, len(rows))
	for i, b := range rows {
		out[i] = uncounted(b)
	}
	return out, total, nil
}

func uncounted(b betRow) Uncounted {
	return Uncounted{
		Venue: b.venue(), BetID: b.betID(), BetAt: calendar.FromMillis(b.BetAt),
		Valid: money.Fen(b.Valid), Weight: Whole, Counted: money.Fen(b.Allocated), Reason: ReasonText(b.Reason),
	}
}

// OfBet tells what a bet gave to the requirements of its player; nil before it
// is settled.
func (t *Turnover) OfBet(ctx context.Context, r db.Reader, venue, betID string) (*Uncounted, error) {
	var rows []betRow
	err := r.NewSelect().Model(&rows).Where("bet = ?", key(venue, betID)).Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("turnover of bet %s of %s: %w", betID, venue, err)
	}
	if len(rows) == 0 {
		return nil, nil
	}
	shown := uncounted(rows[0])
	return &shown, nil
}

// Given is the amount that a bet gave to one requirement, corrections included.
type Given struct {
	Source, Ref string // of the requirement
	Amount      money.Fen
}

// GivenBy tells to which requirements a bet counted, and how much.
func (t *Turnover) GivenBy(ctx context.Context, r db.Reader, venue, betID string) ([]Given, error) {
	var given []Given
	err := r.NewRaw(`
		SELECT b.source, b.ref, CAST(SUM(l.delta) AS BIGINT) AS amount
		FROM turnover_step l JOIN turnover_bucket b ON b.id = l.bucket
		WHERE l.bet = ?
		GROUP BY b.id, b.source, b.ref, b.opened_at
		HAVING SUM(l.delta) <> 0
		ORDER BY b.opened_at, b.id`, key(venue, betID)).Scan(ctx, &given)
	if err != nil {
		return nil, fmt.Errorf("requirements of bet %s of %s: %w", betID, venue, err)
	}
	return given, nil
}

const mostRows = 100

// window turns a page into limit and offset, inside bounds.
func window(page, size int) (limit, offset int) {
	limit = min(max(size, 1), mostRows)
	return limit, (min(max(page, 1), 1_000_000) - 1) * limit
}

// Finding is a row that breaks a rule of this package.
type Finding struct{ Table, Row, What string }

// checks are the rules that Verify holds rows to. Whole bets and the lines of the others
// are read apart. Over both together SQLite would go through all of them once for each bet.
var checks = []struct{ table, what, query string }{
	{"turnover_bucket", "what was done is not the sum of its lines", `
		SELECT b.id AS row FROM turnover_bucket b
		WHERE {time b.opened_at}
			AND b.done <> COALESCE((SELECT SUM(delta) FROM turnover_line WHERE bucket = b.id), 0)
				+ COALESCE((SELECT SUM(valid) FROM turnover_bet WHERE bucket = b.id), 0)
		ORDER BY b.id LIMIT 10`},
	{"turnover_bet", "a requirement that is not there took it", `
		SELECT b.bet AS row FROM turnover_bet b LEFT JOIN turnover_bucket u ON u.id = b.bucket
		WHERE {time b.settled_at} AND b.bucket IS NOT NULL AND u.id IS NULL ORDER BY b.bet LIMIT 10`},
	{"turnover_bet", "what was used is not the sum of its lines", `
		SELECT b.bet AS row FROM turnover_bet b LEFT JOIN turnover_line l ON l.bet = b.bet
		WHERE {time b.settled_at}
		GROUP BY b.bet, b.allocated, b.bucket
		HAVING COALESCE(SUM(l.delta + l.lost), 0) <> CASE WHEN b.bucket IS NULL THEN b.allocated ELSE 0 END ORDER BY b.bet LIMIT 10`},
	{"turnover_line", "a bet serves a bucket opened after it was placed", `
		SELECT l.id AS row FROM turnover_bet b JOIN turnover_line l ON l.bet = b.bet JOIN turnover_bucket u ON u.id = l.bucket
		WHERE {time b.settled_at} AND u.opened_at - u.opened_at % 1000 > b.bet_at ORDER BY l.id LIMIT 10`},
	{"turnover_bet", "a bet serves a bucket opened after it was placed", `
		SELECT b.bet AS row FROM turnover_bet b JOIN turnover_bucket u ON u.id = b.bucket
		WHERE {time b.settled_at} AND u.opened_at - u.opened_at % 1000 > b.bet_at ORDER BY b.bet LIMIT 10`},
	{"turnover_line", "a bet serves another player's bucket", `
		SELECT l.id AS row FROM turnover_bet b JOIN turnover_line l ON l.bet = b.bet JOIN turnover_bucket u ON u.id = l.bucket
		WHERE {time b.settled_at} AND (u.player <> b.player OR l.player <> b.player) ORDER BY l.id LIMIT 10`},
	{"turnover_bet", "a bet serves another player's bucket", `
		SELECT b.bet AS row FROM turnover_bet b JOIN turnover_bucket u ON u.id = b.bucket
		WHERE {time b.settled_at} AND u.player <> b.player ORDER BY b.bet LIMIT 10`},
}

// Verify derives sums again from the lines and names the first rows that
// disagree. The span limits the statement to some rows, as in the books' check;
// nil reads all rows.
func (t *Turnover) Verify(ctx context.Context, r db.Reader, span func(query string) string) ([]Finding, error) {
	if span == nil {
		span = strings.NewReplacer("{time b.opened_at}", "TRUE", "{time b.settled_at}", "TRUE").Replace
	}
	var found []Finding
	for _, check := range checks {
		var rows []string
		if err := r.NewRaw(span(check.query)).Scan(ctx, &rows); err != nil {
			return nil, fmt.Errorf("verify turnover: %w", err)
		}
		for _, row := range rows {
			found = append(found, Finding{check.table, row, check.what})
		}
	}
	return found, nil
}
