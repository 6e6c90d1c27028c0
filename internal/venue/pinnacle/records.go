package pinnacle

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// The vendor answers windows of 24 hours; an hour keeps its one list short.
const (
	feedWindow  = time.Hour
	feedLag     = time.Minute
	feedOverlap = 5 * time.Minute
	lobby       = "0" // of our catalogue; the game of a bet that names no sport
)

// The states of a bet.
const (
	betPending   = "PENDING"
	betOpen      = "OPEN"
	betSettled   = "SETTLED"
	betCancelled = "CANCELLED"
	betDeleted   = "DELETED"
)

// oddsFormats by the vendor's number.
var oddsFormats = []string{"AM", "EU", "HK", "ID", "MY"}

// The vendor's numbers of what is no single.
const (
	marketParlay = "6"
	marketTeaser = "7"
)

// row is what is read of a bet; all of it is kept as it came.
type row struct {
	WagerID          wire.Text         `json:"wagerId"`
	LoginID          wire.Text         `json:"loginId"`
	Status           wire.Text         `json:"status"`
	WagerDate        wire.Text         `json:"wagerDateFm"`
	SettleDate       wire.Text         `json:"settleDateFm"`
	ResettleDate     wire.Text         `json:"resettleDateFm"`
	Stake            wire.Decimal      `json:"stake"`
	ToRisk           *wire.Decimal     `json:"toRisk"`
	WinLoss          *wire.Decimal     `json:"winLoss"`
	Turnover         *wire.Decimal     `json:"turnover"`
	Odds             wire.Text         `json:"odds"`
	OddsFormat       *wire.Integer     `json:"oddsFormat"`
	WagerType        wire.Text         `json:"wagerType"`
	ParlaySelections []json.RawMessage `json:"parlaySelections"`
	Sport            wire.Text         `json:"sport"`
	pick
}

// FeedRules gives the vendor's window rules.
func (v *Venue) FeedRules() venue.FeedRules {
	return venue.FeedRules{MaxWindow: feedWindow, Lag: v.config.Lag, Overlap: feedOverlap, MinGap: v.config.MinGap}
}

// PullBets reads the bets that changed in [from, to). The vendor answers one
// list without pages, which either parses to its end or is refused.
func (v *Venue) PullBets(ctx context.Context, from, to time.Time, page string) (venue.BetPage, error) {
	if page != "" {
		return venue.BetPage{}, errors.New("pinnacle: not a page of this feed")
	}
	if !from.Before(to) || to.Sub(from) > feedWindow || to.After(v.config.Clock.Now().Add(-v.config.Lag)) {
		return venue.BetPage{}, errors.New("pinnacle: not a window this venue answers")
	}
	window := wire.Window{From: from, To: to}
	start, end := window.Asked()
	r, err := v.call(ctx, http.MethodGet, "/report/all-wagers", url.Values{
		"dateFrom": {stamp(start)}, "dateTo": {stamp(end)}, "filterBy": {"update_date"}, "settle": {"-1"}, "locale": {"zh-cn"},
	}, recordLimit)
	switch {
	case err != nil:
		return venue.BetPage{}, err
	case r.code != "":
		return venue.BetPage{}, fmt.Errorf("pinnacle: all-wagers answered %q", r.code)
	case r.rows == nil:
		return venue.BetPage{}, fmt.Errorf("pinnacle: all-wagers: %w", errForm)
	}
	out := venue.BetPage{Count: -1} // rows of the ends are left out, so the vendor's count is not ours
	for _, raw := range *r.rows {
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

func stamp(t time.Time) string { return t.In(eastern).Format(time.DateTime) }

func unreadable(raw []byte, cause error) venue.UnreadableBet {
	var r struct {
		WagerID wire.Text `json:"wagerId"`
		LoginID wire.Text `json:"loginId"`
	}
	_ = json.Unmarshal(raw, &r) // what can be had
	return venue.UnreadableBet{BetID: string(r.WagerID), Account: string(r.LoginID), Raw: raw, Why: "pinnacle: " + cause.Error()}
}

// readLine puts a row into our units. The net result is paid out beside what
// the bet risked.
func readLine(raw []byte) (venue.BetLine, error) {
	var r row
	if err := json.Unmarshal(raw, &r); err != nil || r.WagerID == "" || r.LoginID == "" || r.Stake == "" {
		return venue.BetLine{}, errForm
	}
	placed, err1 := readTime(r.WagerDate)
	settled, err2 := readTime(r.SettleDate)
	again, err3 := readTime(r.ResettleDate)
	stake, err4 := r.risk()
	if errors.Join(err1, err2, err3, err4) != nil || stake < 0 || placed.IsZero() {
		return venue.BetLine{}, errForm
	}
	settled = wire.Or(again, settled)
	l := venue.BetLine{
		BetID: string(r.WagerID), Account: string(r.LoginID), Game: string(wire.Or(r.SportID, lobby)), GameName: string(r.Sport), Stake: stake,
		Odds: string(r.Odds), OddsType: oddsType(r.OddsFormat), Parlay: r.isParlay(), BetAt: placed, UpdatedAt: wire.Or(settled, placed), Raw: raw,
	}
	if !l.Parlay {
		l.Round, l.Market, l.Side = r.side().Place()
	}
	switch r.Status {
	case betPending, betOpen:
		return l, nil
	case betCancelled, betDeleted:
		l.Status, l.Payout, l.SettledAt = venue.BetVoid, stake, l.UpdatedAt
		return l, nil
	case betSettled:
		return r.settle(l, settled)
	}
	return venue.BetLine{}, fmt.Errorf("bet has the unknown state %q", wire.Clip(string(r.Status)))
}

// settle gives a line the result of its bet.
func (r row) settle(l venue.BetLine, at time.Time) (venue.BetLine, error) {
	if r.WinLoss == nil || at.IsZero() {
		return venue.BetLine{}, errForm
	}
	net, err1 := r.WinLoss.Fen(money.HalfUp)
	payout, err2 := money.Add(l.Stake, net)
	if errors.Join(err1, err2) != nil {
		return venue.BetLine{}, errForm
	}
	if r.Turnover != nil {
		valid, err := r.Turnover.Fen(money.HalfUp)
		if err != nil || valid < 0 {
			return venue.BetLine{}, errForm
		}
		l.Valid, l.HasValid = valid, true
	}
	l.Status, l.Payout, l.SettledAt = venue.BetSettled, payout, at
	return l, nil
}

// risk is what the player can lose: at American, Malay and Indonesian odds below
// zero that is not the stake.
func (r row) risk() (money.Fen, error) {
	if r.ToRisk != nil {
		return r.ToRisk.Fen(money.HalfUp)
	}
	return r.Stake.Fen(money.HalfUp)
}

// oddsType is a format of odds by the vendor's number, "" of none that is known.
func oddsType(format *wire.Integer) string {
	if format == nil || *format < 0 || int(*format) >= len(oddsFormats) {
		return ""
	}
	return oddsFormats[*format]
}

func (r row) isParlay() bool {
	return len(r.ParlaySelections) > 1 || strings.EqualFold(string(r.WagerType), "parlay") || strings.EqualFold(string(r.WagerType), "teaser") ||
		r.BetType == marketParlay || r.BetType == marketTeaser
}

// readTime reads a time of a row; zero where there is none.
func readTime(text wire.Text) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	t, err := time.ParseInLocation(time.DateTime, string(text), eastern)
	if err != nil {
		return time.Time{}, errForm
	}
	return t.UTC(), nil
}
