package wm

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// The vendor is asked for windows of minutes.
const (
	feedWindow  = 30 * time.Minute
	feedOverlap = 5 * time.Minute
)

// row is what is read of a bet; all of it is kept as it came.
type row struct {
	User       wire.Text     `json:"user"`
	BetID      wire.Text     `json:"betId"`
	BetTime    wire.Text     `json:"betTime"`
	Bet        wire.Decimal  `json:"bet"`
	ValidBet   *wire.Decimal `json:"validbet"`
	WinLoss    *wire.Decimal `json:"winLoss"`
	Gid        wire.Text     `json:"gid"`
	Gname      wire.Text     `json:"gname"`
	SetTime    wire.Text     `json:"settime"`
	GameResult wire.Text     `json:"gameResult"`
	Event      wire.Text     `json:"event"`
	EventChild wire.Text     `json:"eventChild"`
}

// FeedRules gives the vendor's window rules.
func (v *Venue) FeedRules() venue.FeedRules {
	return venue.FeedRules{MaxWindow: feedWindow, Lag: v.config.Lag, Overlap: feedOverlap, MinGap: v.config.MinGap, Tells: told}
}

// PullBets reads the bets that were settled in [from, to). A window has no pages.
func (v *Venue) PullBets(ctx context.Context, from, to time.Time, page string) (venue.BetPage, error) {
	if page != "" {
		return venue.BetPage{}, errors.New("wm: not a page of this feed")
	}
	if !from.Before(to) || to.Sub(from) > feedWindow || to.After(v.config.Clock.Now().Add(-v.config.Lag)) {
		return venue.BetPage{}, errors.New("wm: not a window this venue answers")
	}
	window := wire.Window{From: from, To: to}
	start, end := window.Asked()
	r, err := v.ask(ctx, "GetDateTimeReport", url.Values{"startTime": {stamp(start)}, "endTime": {stamp(end)}, "timetype": {"1"}, "datatype": {"0"}}, recordLimit)
	if err != nil {
		return venue.BetPage{}, err
	}
	out := venue.BetPage{Count: -1} // rows of the ends are left out, so the vendor's count is not ours
	if r.code == codeNothing {
		return out, nil
	}
	var rows []json.RawMessage
	switch {
	case r.code != codeOK:
		return venue.BetPage{}, fmt.Errorf("wm: GetDateTimeReport answered %d", r.code)
	case json.Unmarshal(r.result, &rows) != nil || rows == nil:
		return venue.BetPage{}, fmt.Errorf("GetDateTimeReport: %w", errForm)
	}
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

func stamp(t time.Time) string { return t.In(calendar.Beijing).Format("20060102150405") }

func unreadable(raw []byte, cause error) venue.UnreadableBet {
	var r struct {
		BetID wire.Text `json:"betId"`
		User  wire.Text `json:"user"`
	}
	_ = json.Unmarshal(raw, &r) // what can be had
	return venue.UnreadableBet{BetID: string(r.BetID), Account: string(r.User), Raw: raw, Why: cause.Error()}
}

// readLine puts a row into our units. The net result is paid out beside the stake.
// A round without a result that moved nothing was cancelled.
func readLine(raw []byte) (venue.BetLine, error) {
	var r row
	if err := json.Unmarshal(raw, &r); err != nil || r.BetID == "" || r.User == "" || r.Bet == "" || r.Gid == "" || r.WinLoss == nil || r.ValidBet == nil {
		return venue.BetLine{}, errForm
	}
	placed, err1 := readTime(r.BetTime)
	settled, err2 := readTime(r.SetTime)
	stake, err3 := r.Bet.Fen(money.HalfUp)
	valid, err4 := r.ValidBet.Fen(money.HalfUp)
	net, err5 := r.WinLoss.Fen(money.HalfUp)
	payout, err6 := money.Add(stake, net)
	if errors.Join(err1, err2, err3, err4, err5, err6) != nil || stake < 0 || valid < 0 {
		return venue.BetLine{}, errForm
	}
	l := venue.BetLine{
		BetID: string(r.BetID), Account: string(r.User), Game: string(r.Gid), GameName: wire.Or(tables[string(r.Gid)], string(r.Gname)), Stake: stake,
		Valid: valid, HasValid: true, Payout: payout, Status: venue.BetSettled, Round: wire.Key(numberOf(r.Event, r.EventChild)), BetAt: placed, SettledAt: settled, UpdatedAt: settled, Raw: raw,
	}
	if net == 0 && valid == 0 && r.GameResult == "" {
		l.Status = venue.BetVoid
	}
	return l, nil
}

// readTime reads a time of a row, in China's zone.
func readTime(text wire.Text) (time.Time, error) {
	t, err := time.ParseInLocation(time.DateTime, string(text), calendar.Beijing)
	if err != nil {
		return time.Time{}, errForm
	}
	return t.UTC(), nil
}
