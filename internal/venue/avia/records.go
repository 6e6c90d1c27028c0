package avia

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// Rules of the feed. The vendor answers for a day at once; an hour is ours.
const (
	feedWindow  = time.Hour
	feedLag     = 30 * time.Second
	feedOverlap = 5 * time.Minute
	pageSize    = 1000 // of at most 1024
	firstPage   = 1
	noTimeYear  = 1900 // a time that is not known yet
)

// row is what is read of a bet; all of it is kept as it came.
type row struct {
	OrderID   wire.Text    `json:"OrderID"`
	UserName  wire.Text    `json:"UserName"`
	Type      wire.Text    `json:"Type"`
	Status    wire.Text    `json:"Status"`
	BetAmount wire.Decimal `json:"BetAmount"`
	BetMoney  optional     `json:"BetMoney"`
	Money     optional     `json:"Money"`
	CreateAt  wire.Text    `json:"CreateAt"`
	ResultAt  wire.Text    `json:"ResultAt"`
	RewardAt  wire.Text    `json:"RewardAt"`
	UpdateAt  wire.Text    `json:"UpdateAt"`
	Odds      wire.Text    `json:"Odds"`
	OddsType  wire.Text    `json:"OddsType"`
	CateID    wire.Text    `json:"CateID"`
	Category  wire.Text    `json:"Category"`
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
		return venue.BetPage{}, fmt.Errorf("avia: %w", err)
	}
	if !from.Before(to) || to.Sub(from) > feedWindow || to.After(v.config.Clock.Now().Add(-v.config.Lag)) {
		return venue.BetPage{}, errors.New("avia: not a window this venue answers")
	}
	window := wire.Window{From: from, To: to}
	start, end := window.Asked()
	r, err := v.call(ctx, "log/get", url.Values{
		"Type": {"UpdateAt"}, "StartAt": {stamp(start)}, "EndAt": {stamp(end)}, "OrderType": {"All"},
		"PageIndex": {strconv.Itoa(p.Number)}, "PageSize": {strconv.Itoa(pageSize)},
	}, recordLimit)
	if err != nil {
		return venue.BetPage{}, err
	}
	if !r.ok {
		return venue.BetPage{}, fmt.Errorf("avia: log/get answered %q", r.code)
	}
	out, err := readPage(r.info, p, window)
	if err != nil {
		return venue.BetPage{}, fmt.Errorf("log/get: %w", err)
	}
	return out, nil
}

func stamp(t time.Time) string { return t.In(beijing).Format(time.DateTime) }

// readPage reads a page. A row that cannot be read does not keep the others out.
func readPage(info []byte, p wire.Page, window wire.Window) (venue.BetPage, error) {
	var r struct {
		RecordCount *wire.Integer      `json:"RecordCount"`
		PageIndex   *wire.Integer      `json:"PageIndex"`
		List        *[]json.RawMessage `json:"list"`
	}
	if err := json.Unmarshal(info, &r); err != nil || r.RecordCount == nil || (r.List == nil && *r.RecordCount != 0) {
		return venue.BetPage{}, errForm
	}
	if r.PageIndex != nil && *r.RecordCount > 0 && int(*r.PageIndex) != p.Number {
		return venue.BetPage{}, fmt.Errorf("%w: it is another page", errForm)
	}
	var rows []json.RawMessage
	if r.List != nil {
		rows = *r.List
	}
	next, err := p.Next(pageSize, len(rows), int(*r.RecordCount))
	if err != nil {
		return venue.BetPage{}, fmt.Errorf("avia: %w", err)
	}
	out := venue.BetPage{Count: -1, Next: next} // rows of the ends are left out, so the vendor's count is not ours
	for _, raw := range rows {
		line, err := readLine(raw)
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
		OrderID  wire.Text `json:"OrderID"`
		UserName wire.Text `json:"UserName"`
	}
	_ = json.Unmarshal(raw, &r) // what can be had
	return venue.UnreadableBet{BetID: string(r.OrderID), Account: string(r.UserName), Raw: raw, Why: cause.Error()}
}

// readLine puts a row into our units. The net result is paid out beside the stake.
func readLine(raw []byte) (venue.BetLine, error) {
	var r row
	if err := json.Unmarshal(raw, &r); err != nil || r.OrderID == "" || r.UserName == "" || r.BetAmount == "" {
		return venue.BetLine{}, errForm
	}
	created, err1 := readTime(r.CreateAt)
	updated, err2 := readTime(r.UpdateAt)
	stake, err3 := r.BetAmount.Fen(money.HalfUp)
	if errors.Join(err1, err2, err3) != nil || stake < 0 || created.IsZero() || updated.IsZero() {
		return venue.BetLine{}, errForm
	}
	l := venue.BetLine{
		BetID: string(r.OrderID), Account: string(r.UserName), Game: string(wire.Or(r.CateID, r.Type)), GameName: string(r.Category),
		Stake: stake, HasValid: r.BetMoney.decimal != "", Odds: string(r.Odds), OddsType: string(r.OddsType), Parlay: r.Type == "Combo",
		BetAt: created, UpdatedAt: updated, Raw: raw,
	}
	switch r.Status {
	case "None":
		return l, nil
	case "Revoke", "Cancel":
		l.Status, l.Payout = venue.BetVoid, stake
	case "Win", "Lose":
		l.Status = venue.BetSettled
		if r.Money.decimal == "" {
			return venue.BetLine{}, errForm
		}
		net, err1 := r.Money.decimal.Fen(money.HalfUp)
		payout, err2 := money.Add(stake, net)
		if errors.Join(err1, err2) != nil {
			return venue.BetLine{}, errForm
		}
		l.Payout = payout
		if l.HasValid {
			if l.Valid, err1 = r.BetMoney.decimal.Fen(money.HalfUp); err1 != nil || l.Valid < 0 {
				return venue.BetLine{}, errForm
			}
		}
	default:
		return venue.BetLine{}, fmt.Errorf("avia: bet has the unknown state %q", wire.Clip(string(r.Status)))
	}
	var err error
	l.SettledAt, err = r.settledAt(updated)
	return l, err
}

// settledAt is when the bet was paid, else when its result was known, else the
// last change.
func (r row) settledAt(updated time.Time) (time.Time, error) {
	for _, text := range []wire.Text{r.RewardAt, r.ResultAt} {
		t, err := readTime(text)
		if err != nil {
			return time.Time{}, err
		}
		if !t.IsZero() {
			return t, nil
		}
	}
	return updated, nil
}

// readTime reads a time of a row; zero where it is not known yet.
func readTime(text wire.Text) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	for _, form := range []string{time.DateTime, "2006/1/2 15:04:05", "2006-01-02T15:04:05"} {
		if t, err := time.ParseInLocation(form, string(text), beijing); err == nil {
			if t.Year() <= noTimeYear {
				return time.Time{}, nil
			}
			return t.UTC(), nil
		}
	}
	return time.Time{}, errForm
}
