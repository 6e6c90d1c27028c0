package xj188

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// The vendor's windows are an hour long; ours is a minute shorter, because whole
// seconds are asked for on both sides.
const (
	feedWindow  = 59 * time.Minute
	feedLag     = 10 * time.Minute
	feedOverlap = 5 * time.Minute
	lobby       = "0"
)

// list is one of two questions for bets: those that are open by their placing,
// then those that are decided by their settling. A bet is in one of them.
type list struct {
	page, settled string
	at            func(venue.BetLine) time.Time
}

var lists = []list{
	{page: "", settled: "3", at: func(l venue.BetLine) time.Time { return l.BetAt }},
	{page: "settled", settled: "4", at: func(l venue.BetLine) time.Time { return l.SettledAt }},
}

// statuses are those of wagerStatus.
var statuses = map[wire.Integer]venue.BetStatus{1: venue.BetOpen, 2: venue.BetSettled, 3: venue.BetVoid, 4: venue.BetVoid}

// row is what is read of a bet; all of it is kept as it came.
type row struct {
	ID           wire.Text     `json:"id"`
	MemberCode   wire.Text     `json:"memberCode"`
	Stake        wire.Decimal  `json:"stake"`
	ReturnAmount *wire.Decimal `json:"returnAmount"`
	WagerStatus  wire.Integer  `json:"wagerStatus"`
	CreateTime   wire.Text     `json:"createTime"`
	SettleTime   wire.Text     `json:"settleTime"`
	Bets         wire.Text     `json:"bets"` // JSON as text
}

// noSides: the sheet does not name the fields of bets.
const noSides = "接口资料没有注单选项的字段，不能自动识别对押"

// pick is one leg in bets, whose fields the sheet does not name.
type pick struct {
	Odds     wire.Text `json:"odds"`
	OddsType wire.Text `json:"oddsType"`
}

// FeedRules gives the vendor's window rules.
func (v *Venue) FeedRules() venue.FeedRules {
	return venue.FeedRules{MaxWindow: feedWindow, Lag: v.config.Lag, Overlap: feedOverlap, MinGap: v.config.MinGap}
}

// PullBets reads the bets that were placed in [from, to) and are open, and then
// those that were settled in it. A window has no pages.
func (v *Venue) PullBets(ctx context.Context, from, to time.Time, page string) (venue.BetPage, error) {
	which := 0
	for which < len(lists) && lists[which].page != page {
		which++
	}
	if which == len(lists) || !from.Before(to) || to.Sub(from) > feedWindow || to.After(v.config.Clock.Now().Add(-v.config.Lag)) {
		return venue.BetPage{}, errors.New("xj188: not a window or a page this venue answers")
	}
	window, kind := wire.Window{From: from, To: to}, lists[which]
	start, end := window.Asked()
	r, err := v.ask(ctx, "/API/Wagers", url.Values{"from": {stamp(start)}, "to": {stamp(end)}, "isSettled": {kind.settled}}, recordLimit)
	if err != nil {
		return venue.BetPage{}, err
	}
	out, err := kind.readRows(r, window)
	if err != nil {
		return venue.BetPage{}, fmt.Errorf("/API/Wagers: %w", err)
	}
	if which+1 < len(lists) {
		out.Next = lists[which+1].page
	}
	return out, nil
}

func stamp(t time.Time) string { return t.In(eastern).Format(time.DateTime) }

// readRows reads a window. A row that cannot be read does not keep the others out.
func (k list) readRows(r reply, window wire.Window) (venue.BetPage, error) {
	var rows []json.RawMessage
	switch {
	case r.code == codeOften:
		return venue.BetPage{}, venue.ErrTooSoon
	case r.code != codeOK:
		return venue.BetPage{}, fmt.Errorf("xj188: answered %q", r.code)
	case json.Unmarshal(r.data, &rows) != nil || rows == nil:
		return venue.BetPage{}, errForm
	}
	out := venue.BetPage{Count: -1}
	for _, raw := range rows {
		line, err := readLine(raw)
		if err != nil {
			out.Unreadable = append(out.Unreadable, unreadable(raw, err))
			continue
		}
		if window.Owns(k.at(line)) {
			out.Lines = append(out.Lines, line)
		}
	}
	return out, nil
}

func unreadable(raw []byte, cause error) venue.UnreadableBet {
	var r struct {
		ID         wire.Text `json:"id"`
		MemberCode wire.Text `json:"memberCode"`
	}
	_ = json.Unmarshal(raw, &r) // what can be had
	return venue.UnreadableBet{BetID: string(r.ID), Account: string(r.MemberCode), Raw: raw, Why: cause.Error()}
}

// readLine puts a row into our units.
func readLine(raw []byte) (venue.BetLine, error) {
	var r row
	if err := json.Unmarshal(raw, &r); err != nil || r.ID == "" || r.MemberCode == "" || r.Stake == "" {
		return venue.BetLine{}, errForm
	}
	status, known := statuses[r.WagerStatus]
	created, err1 := readTime(r.CreateTime)
	settled, err2 := readTime(r.SettleTime)
	stake, err3 := r.Stake.Fen(money.HalfUp)
	if errors.Join(err1, err2, err3) != nil || !known || stake < 0 || created.IsZero() {
		return venue.BetLine{}, errForm
	}
	l := venue.BetLine{
		BetID: string(r.ID), Account: string(r.MemberCode), Game: lobby, Stake: stake, Status: status, BetAt: created, UpdatedAt: wire.Or(settled, created), Raw: raw,
	}
	var picks []pick
	if json.Unmarshal([]byte(r.Bets), &picks) == nil {
		l.Parlay = len(picks) > 1
		if len(picks) == 1 {
			l.Odds, l.OddsType = string(picks[0].Odds), string(picks[0].OddsType)
		}
	}
	if status == venue.BetOpen {
		return l, nil
	}
	l.SettledAt = wire.Or(settled, created)
	if status == venue.BetVoid {
		l.Payout = stake
		return l, nil
	}
	if r.ReturnAmount == nil {
		return venue.BetLine{}, errForm
	}
	var err error
	if l.Payout, err = r.ReturnAmount.Fen(money.HalfUp); err != nil || l.Payout < 0 {
		return venue.BetLine{}, errForm
	}
	return l, nil
}

// readTime reads a time of a row, GMT-4 where it has no zone; zero where there is none.
func readTime(text wire.Text) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	for _, form := range []string{"2006-01-02T15:04:05", time.DateTime, time.RFC3339} {
		if t, err := time.ParseInLocation(form, string(text), eastern); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, errForm
}
