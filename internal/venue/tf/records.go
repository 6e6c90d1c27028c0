package tf

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// Rules of the feed. The vendor answers for a day at once; an hour is ours.
const (
	feedWindow  = time.Hour
	feedOverlap = 5 * time.Minute
	pageSize    = 1000 // the most
	firstPage   = 1
	askedStamp  = "2006-01-02T15:04:05Z"
	lobby       = "0" // of our catalogue: the game of a bet on several, whose row names none
)

// row is what is read of a bet; all of it is kept as it came.
type row struct {
	ID               wire.Text    `json:"id"`
	MemberCode       wire.Text    `json:"member_code"`
	Amount           wire.Decimal `json:"amount"`
	Earnings         optional     `json:"earnings"`
	SettlementStatus wire.Text    `json:"settlement_status"`
	ResultStatus     wire.Text    `json:"result_status"`
	DateCreated      wire.Text    `json:"date_created"`
	SettledAt        wire.Text    `json:"settlement_datetime"`
	ModifiedAt       wire.Text    `json:"modified_datetime"`
	Odds             wire.Text    `json:"odds"`
	GameTypeID       wire.Text    `json:"game_type_id"`
	GameTypeName     wire.Text    `json:"game_type_name"`
	IsCombo          wire.Text    `json:"is_combo"`
	EventID          wire.Text    `json:"event_id"`
	EventName        wire.Text    `json:"event_name"`
	BetTypeName      wire.Text    `json:"bet_type_name"`
	BetSelection     wire.Text    `json:"bet_selection"`
}

// optional is an amount that may be missing.
type optional struct{ decimal wire.Decimal }

func (o *optional) UnmarshalJSON(b []byte) error {
	if string(b) == "null" {
		return nil
	}
	return o.decimal.UnmarshalJSON(b)
}

// FeedRules gives the limits of the feed.
func (v *Venue) FeedRules() venue.FeedRules {
	return venue.FeedRules{MaxWindow: feedWindow, Lag: v.config.Lag, Overlap: feedOverlap, MinGap: v.config.MinGap}
}

// PullBets reads a page of the bets changed in [from, to).
func (v *Venue) PullBets(ctx context.Context, from, to time.Time, page string) (venue.BetPage, error) {
	p, err := wire.ParsePage(page, firstPage)
	if err != nil {
		return venue.BetPage{}, fmt.Errorf("tf: %w", err)
	}
	if !from.Before(to) || to.Sub(from) > feedWindow || to.After(v.config.Clock.Now().Add(-v.config.Lag)) {
		return venue.BetPage{}, errors.New("tf: not a window this venue answers")
	}
	window := wire.Window{From: from, To: to}
	start, end := window.Asked()
	r, err := v.get(ctx, "bet-transaction", url.Values{
		"from_modified_datetime": {start.UTC().Format(askedStamp)}, "to_modified_datetime": {end.UTC().Format(askedStamp)},
		"page": {strconv.Itoa(p.Number)}, "page_size": {strconv.Itoa(pageSize)},
	}, recordLimit)
	if err != nil {
		return venue.BetPage{}, err
	}
	if r.code != "" || r.status != http.StatusOK {
		return venue.BetPage{}, fmt.Errorf("tf: bet-transaction answered %s", r.said())
	}
	out, err := readPage(r.body, p, window, v.config.Markets)
	if err != nil {
		return venue.BetPage{}, fmt.Errorf("bet-transaction: %w", err)
	}
	return out, nil
}

// readPage reads a page. A row that cannot be read does not keep the others out. The
// count and next must agree about what follows, so that no cut of the vendor's own
// passes for an end.
func readPage(body []byte, p wire.Page, window wire.Window, markets wire.Markets) (venue.BetPage, error) {
	var r struct {
		Count   *wire.Integer      `json:"count"`
		Next    json.RawMessage    `json:"next"`
		Results *[]json.RawMessage `json:"results"`
	}
	if err := json.Unmarshal(body, &r); err != nil || r.Count == nil || len(r.Next) == 0 || r.Results == nil {
		return venue.BetPage{}, errForm
	}
	next, err := p.Next(pageSize, len(*r.Results), int(*r.Count))
	if err != nil {
		return venue.BetPage{}, fmt.Errorf("tf: %w", err)
	}
	if more := string(r.Next) != "null"; more != (next != "") {
		return venue.BetPage{}, fmt.Errorf("%w: count and next do not agree", errForm)
	}
	out := venue.BetPage{Count: -1, Next: next} // rows of the ends are left out, so the vendor's count is not ours
	for _, raw := range *r.Results {
		line, err := readLine(raw, markets)
		if err != nil {
			out.Unreadable = append(out.Unreadable, unreadable(raw, err))
			continue
		}
		if window.Owns(line.UpdatedAt) {
			out.Lines = append(out.Lines, line)
		}
	}
	return out, nil
}

func unreadable(raw []byte, cause error) venue.UnreadableBet {
	var r struct {
		ID         wire.Text `json:"id"`
		MemberCode wire.Text `json:"member_code"`
	}
	_ = json.Unmarshal(raw, &r) // what can be had
	return venue.UnreadableBet{BetID: string(r.ID), Account: string(r.MemberCode), Raw: raw, Why: cause.Error()}
}

// readLine puts a row into our units. The net result is paid out beside the stake.
func readLine(raw []byte, markets wire.Markets) (venue.BetLine, error) {
	var r row
	if err := json.Unmarshal(raw, &r); err != nil || r.ID == "" || r.MemberCode == "" || r.Amount == "" {
		return venue.BetLine{}, errForm
	}
	created, err1 := readTime(r.DateCreated)
	modified, err2 := readTime(r.ModifiedAt)
	stake, err3 := r.Amount.Fen(money.HalfUp)
	if errors.Join(err1, err2, err3) != nil || stake < 0 {
		return venue.BetLine{}, errForm
	}
	l := venue.BetLine{
		BetID: string(r.ID), Account: string(r.MemberCode), Game: string(wire.Or(r.GameTypeID, lobby)), GameName: string(r.GameTypeName), Stake: stake,
		Odds: string(r.Odds), Parlay: r.IsCombo == "true" || r.IsCombo == "1", BetAt: created, UpdatedAt: modified, Raw: raw,
	}
	if !l.Parlay {
		l.Round, l.Market, l.Side = markets.Named(string(r.EventID), string(r.EventName), string(r.BetTypeName), string(r.BetSelection)).Place()
	}
	status := strings.ToLower(string(r.SettlementStatus))
	if status == "confirmed" {
		return l, nil
	}
	if status != "settled" && status != "cancelled" {
		return venue.BetLine{}, fmt.Errorf("tf: bet has the unknown state %q", wire.Clip(status))
	}
	net, err := r.net()
	if err != nil {
		return venue.BetLine{}, err
	}
	l.Status = venue.BetSettled
	if status == "cancelled" || strings.EqualFold(string(r.ResultStatus), "CANCELLED") {
		l.Status = venue.BetVoid
		if net != 0 {
			return venue.BetLine{}, fmt.Errorf("%w: a cancelled bet has a result", errForm)
		}
	} else if r.Earnings.decimal == "" {
		return venue.BetLine{}, fmt.Errorf("%w: a settled bet has no result", errForm)
	}
	if l.Payout, err = money.Add(stake, net); err != nil {
		return venue.BetLine{}, errForm
	}
	if l.SettledAt = modified; r.SettledAt != "" {
		l.SettledAt, err = readTime(r.SettledAt)
	}
	return l, err
}

// net is the player's result, 0 where the row tells none.
func (r row) net() (money.Fen, error) {
	if r.Earnings.decimal == "" {
		return 0, nil
	}
	net, err := r.Earnings.decimal.Fen(money.HalfUp)
	if err != nil {
		return 0, errForm
	}
	return net, nil
}

// readTime reads a time of a row, which is UTC where it names no zone.
func readTime(text wire.Text) (time.Time, error) {
	for _, form := range []string{time.RFC3339, "2006-01-02T15:04:05"} { // both with or without parts of a second
		if t, err := time.Parse(form, string(text)); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, errForm
}
