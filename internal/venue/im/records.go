package im

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// The vendor's window rules. A window is a minute shorter than its 10 minutes,
// because whole seconds are asked for on both sides.
const (
	feedWindow  = 9 * time.Minute
	feedLag     = 15 * time.Minute
	feedOverlap = 3 * time.Minute
	firstPage   = 1
	stampForm   = "2006-01-02 15.04.05" // dots in the clock part
)

// list is one of two questions for bets: those that are open by their placing,
// then those that are decided by their last change. A bet is in one of them.
type list struct {
	name           string
	filter, status int // DateFilterType and BetStatus
	at             func(venue.BetLine) time.Time
}

var lists = []list{
	{name: "open", filter: 1, status: 0, at: func(l venue.BetLine) time.Time { return l.BetAt }},
	{name: "settled", filter: 3, status: 1, at: func(l venue.BetLine) time.Time { return l.UpdatedAt }},
}

// row is what is read of a bet; all of it is kept as it came.
type row struct {
	GameID                wire.Text     `json:"GameId"`
	BetID                 wire.Text     `json:"BetId"`
	WagerCreationDateTime wire.Text     `json:"WagerCreationDateTime"`
	LastUpdatedDate       wire.Text     `json:"LastUpdatedDate"`
	SettlementDateTime    wire.Text     `json:"SettlementDateTime"`
	PlayerID              wire.Text     `json:"PlayerId"`
	StakeAmount           wire.Decimal  `json:"StakeAmount"`
	WinLoss               *wire.Decimal `json:"WinLoss"`
	OddsType              wire.Text     `json:"OddsType"`
	WagerType             wire.Text     `json:"WagerType"`
	IsSettled             *wire.Integer `json:"IsSettled"`
	IsCancelled           wire.Integer  `json:"IsCancelled"`
	DetailItems           []struct {
		Odds wire.Text `json:"Odds"`
	} `json:"DetailItems"`
}

// FeedRules gives the vendor's window rules.
func (v *Venue) FeedRules() venue.FeedRules {
	return venue.FeedRules{MaxWindow: feedWindow, Lag: v.config.Lag, Overlap: feedOverlap, MinGap: v.config.MinGap}
}

// PullBets reads a page of the open bets that were placed in [from, to), and
// then of the decided bets that changed in it.
func (v *Venue) PullBets(ctx context.Context, from, to time.Time, page string) (venue.BetPage, error) {
	which, p, err := parsePage(page)
	if err != nil {
		return venue.BetPage{}, err
	}
	if !from.Before(to) || to.Sub(from) > feedWindow || to.After(v.config.Clock.Now().Add(-v.config.Lag)) {
		return venue.BetPage{}, errors.New("im: not a window this venue answers")
	}
	window, kind := wire.Window{From: from, To: to}, lists[which]
	start, end := window.Asked()
	v.report.Lock()
	r, err := v.ask(ctx, v.config.ReportURL, "/Report/GetBetLog", fields{
		"StartDate": stamp(start), "EndDate": stamp(end), "Page": p.Number, "ProductWallet": v.config.Wallet, "Currency": "CNY",
		"DateFilterType": kind.filter, "BetStatus": kind.status, "Language": "ZH-CN",
	}, recordLimit)
	v.report.Unlock()
	if err != nil {
		return venue.BetPage{}, err
	}
	out, err := kind.readPage(r, p, window)
	switch {
	case err != nil:
		return venue.BetPage{}, fmt.Errorf("GetBetLog: %w", err)
	case out.Next != "":
		out.Next = kind.name + ":" + out.Next
	case which+1 < len(lists):
		out.Next = lists[which+1].name + ":"
	}
	return out, nil
}

func stamp(t time.Time) string { return t.In(beijing).Format(stampForm) }

// parsePage tells which list a page belongs to, and which of its pages it is.
func parsePage(page string) (which int, p wire.Page, err error) {
	name, number, found := strings.Cut(page, ":")
	for i, kind := range lists {
		if kind.name == name || (page == "" && i == 0) {
			p, err = wire.ParsePage(number, firstPage)
			if err == nil && (found || page == "") {
				return i, p, nil
			}
		}
	}
	return 0, wire.Page{}, errors.New("im: not a page of this feed")
}

// readPage reads a page. A row that cannot be read does not keep the others out.
func (k list) readPage(r reply, p wire.Page, window wire.Window) (venue.BetPage, error) {
	size, total := 1, 0
	var rows []json.RawMessage
	switch {
	case r.code == codeNoData || r.code == codeNoBets:
	case busy[r.code]:
		return venue.BetPage{}, venue.ErrTooSoon
	case r.code != codeOK:
		return venue.BetPage{}, fmt.Errorf("im: answered %q", r.code)
	case r.pagination == nil || r.pagination.TotalCount == nil || r.pagination.ItemPerPage == nil || *r.pagination.ItemPerPage < 1 || r.result == nil:
		return venue.BetPage{}, errForm
	case r.pagination.CurrentPage != nil && int(*r.pagination.CurrentPage) != p.Number:
		return venue.BetPage{}, fmt.Errorf("%w: it is another page", errForm)
	default:
		size, total, rows = int(*r.pagination.ItemPerPage), int(*r.pagination.TotalCount), *r.result
	}
	next, err := p.Next(size, len(rows), total)
	if err != nil {
		return venue.BetPage{}, fmt.Errorf("im: %w", err)
	}
	out := venue.BetPage{Count: -1, Next: next} // rows of the ends are left out, so the vendor's count is not ours
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
		BetID    wire.Text `json:"BetId"`
		PlayerID wire.Text `json:"PlayerId"`
	}
	_ = json.Unmarshal(raw, &r) // what can be had
	return venue.UnreadableBet{BetID: string(r.BetID), Account: string(r.PlayerID), Raw: raw, Why: cause.Error()}
}

// readLine puts a row into our units. The net result is paid out beside the stake.
func readLine(raw []byte) (venue.BetLine, error) {
	var r row
	if err := json.Unmarshal(raw, &r); err != nil || r.BetID == "" || r.PlayerID == "" || r.StakeAmount == "" || r.IsSettled == nil || *r.IsSettled>>1 != 0 {
		return venue.BetLine{}, errForm
	}
	created, err1 := readTime(r.WagerCreationDateTime)
	updated, err2 := readTime(r.LastUpdatedDate)
	settled, err3 := readTime(r.SettlementDateTime)
	stake, err4 := r.StakeAmount.Fen(money.HalfUp)
	if errors.Join(err1, err2, err3, err4) != nil || stake < 0 || created.IsZero() {
		return venue.BetLine{}, errForm
	}
	updated = wire.Or(updated, wire.Or(settled, created))
	l := venue.BetLine{
		BetID: string(r.BetID), Account: string(r.PlayerID), Game: string(wire.Or(r.GameID, r.WagerType)), Stake: stake,
		OddsType: string(r.OddsType), Parlay: r.isParlay(), BetAt: created, UpdatedAt: updated, Raw: raw,
	}
	if len(r.DetailItems) == 1 {
		l.Odds = string(r.DetailItems[0].Odds)
	}
	switch {
	case r.IsCancelled == 1:
		l.Status, l.Payout = venue.BetVoid, stake
	case *r.IsSettled == 0:
		return l, nil
	case r.WinLoss == nil:
		return venue.BetLine{}, errForm
	default:
		net, err1 := r.WinLoss.Fen(money.HalfUp)
		payout, err2 := money.Add(stake, net)
		if errors.Join(err1, err2) != nil {
			return venue.BetLine{}, errForm
		}
		l.Status, l.Payout = venue.BetSettled, payout
	}
	l.SettledAt = wire.Or(settled, updated)
	return l, nil
}

func (r row) isParlay() bool {
	kind := strings.ToLower(string(r.WagerType))
	return len(r.DetailItems) > 1 || strings.Contains(kind, "parlay") || strings.Contains(kind, "combo")
}

// readTime reads a time of a row; zero where there is none.
func readTime(text wire.Text) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	for _, form := range []string{time.DateTime, "2006-01-02 15:04:05 -07:00", "2006-01-02T15:04:05", time.RFC3339, stampForm} {
		if t, err := time.ParseInLocation(form, string(text), beijing); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, errForm
}
