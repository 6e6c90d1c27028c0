package saba

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

// Windows are for days that are asked for once more; live bets come by version.
const (
	feedWindow  = time.Hour
	feedOverlap = 5 * time.Minute
	lobby       = "0"
)

// list is one of two questions for the bets of a window: open ones by their
// placing, then decided ones by their settling. A bet is in one of them.
type list struct {
	page, timeType string
	open           bool
	at             func(venue.BetLine) time.Time
}

var lists = []list{
	{page: "", timeType: "1", open: true, at: func(l venue.BetLine) time.Time { return l.BetAt }},
	{page: "settled", timeType: "2", at: func(l venue.BetLine) time.Time { return l.SettledAt }},
}

// statuses are those of ticket_status.
var statuses = map[wire.Text]venue.BetStatus{
	"waiting": venue.BetOpen, "running": venue.BetOpen,
	"won": venue.BetSettled, "lose": venue.BetSettled, "half won": venue.BetSettled, "half lose": venue.BetSettled, "draw": venue.BetSettled,
	"void": venue.BetVoid, "refund": venue.BetVoid, "reject": venue.BetVoid,
}

// oddsTypes by the vendor's number.
var oddsTypes = map[wire.Integer]string{1: "MY", 2: "HK", 3: "EU", 4: "ID", 5: "AM"}

// row is what is read of a bet; all of it is kept as it came.
type row struct {
	TransID        wire.Text         `json:"trans_id"`
	VendorMemberID wire.Text         `json:"vendor_member_id"`
	Stake          wire.Decimal      `json:"stake"`
	WinlostAmount  *wire.Decimal     `json:"winlost_amount"`
	TicketStatus   wire.Text         `json:"ticket_status"`
	TransactionAt  wire.Text         `json:"transaction_time"`
	SettlementTime wire.Text         `json:"settlement_time"`
	Odds           wire.Text         `json:"odds"`
	OddsType       wire.Integer      `json:"odds_type"`
	ParlayRefNo    wire.Text         `json:"parlay_ref_no"`
	ParlayData     []json.RawMessage `json:"ParlayData"`
	pick
}

// answerOfBets is Data of both lists. A list that is not there is empty.
type answerOfBets struct {
	LastVersionKey wire.Text         `json:"last_version_key"`
	Details        []json.RawMessage `json:"BetDetails"`
	Numbers        []json.RawMessage `json:"BetNumberDetails"`
	Virtual        []json.RawMessage `json:"BetVirtualSportDetails"`
}

// FeedRules gives the limits of the feed.
func (v *Venue) FeedRules() venue.FeedRules {
	return venue.FeedRules{MaxWindow: feedWindow, Lag: v.config.Lag, Overlap: feedOverlap, MinGap: v.config.MinGap}
}

// PullVersions reads the bets that changed after a version.
func (v *Venue) PullVersions(ctx context.Context, after string) (venue.BetPage, error) {
	after = wire.Or(after, "0")
	answer, err := v.bets(ctx, "GetBetDetail", url.Values{"version_key": {after}})
	switch {
	case err != nil:
		return venue.BetPage{}, err
	case answer.LastVersionKey == "":
		return venue.BetPage{}, fmt.Errorf("GetBetDetail: %w", errForm)
	}
	out := venue.BetPage{Count: -1, Next: string(answer.LastVersionKey)}
	answer.each(v.config.Markets, func(raw json.RawMessage, line venue.BetLine, err error) {
		if err != nil {
			out.Unreadable = append(out.Unreadable, unreadable(raw, err))
			return
		}
		out.Lines = append(out.Lines, line)
	})
	if out.Next == after && len(out.Lines)+len(out.Unreadable) > 0 {
		return venue.BetPage{}, errors.New("saba: GetBetDetail sent bets and did not go on")
	}
	return out, nil
}

// PullBets reads the bets that were placed in [from, to) and are open, and then
// those that were settled in it. A window has no pages.
func (v *Venue) PullBets(ctx context.Context, from, to time.Time, page string) (venue.BetPage, error) {
	which := 0
	for which < len(lists) && lists[which].page != page {
		which++
	}
	if which == len(lists) || !from.Before(to) || to.Sub(from) > feedWindow || to.After(v.config.Clock.Now().Add(-v.config.Lag)) {
		return venue.BetPage{}, errors.New("saba: not a window or a page this venue answers")
	}
	window, kind := wire.Window{From: from, To: to}, lists[which]
	start, end := window.Asked()
	answer, err := v.bets(ctx, "GetBetDetailByTimeframe", url.Values{"start_date": {stamp(start)}, "end_date": {stamp(end)}, "time_type": {kind.timeType}})
	if err != nil {
		return venue.BetPage{}, err
	}
	out := venue.BetPage{Count: -1} // rows of the ends are left out, so the vendor's count is not ours
	answer.each(v.config.Markets, func(raw json.RawMessage, line venue.BetLine, err error) {
		switch {
		case err != nil:
			out.Unreadable = append(out.Unreadable, unreadable(raw, err))
		case kind.open == (line.Status == venue.BetOpen) && window.Owns(kind.at(line)):
			out.Lines = append(out.Lines, line)
		}
	})
	if which+1 < len(lists) {
		out.Next = lists[which+1].page
	}
	return out, nil
}

// bets asks for bets.
func (v *Venue) bets(ctx context.Context, method string, f url.Values) (answerOfBets, error) {
	r, err := v.ask(ctx, method, f, recordLimit)
	if err != nil {
		return answerOfBets{}, err
	}
	if r.code != codeOK {
		return answerOfBets{}, fmt.Errorf("saba: %s answered %d", method, r.code)
	}
	var answer *answerOfBets
	if json.Unmarshal(r.data, &answer) != nil || answer == nil || answer.LastVersionKey == "" {
		return answerOfBets{}, fmt.Errorf("%s: %w", method, errForm)
	}
	return *answer, nil
}

// each reads the rows of all lists. A row that cannot be read does not keep the
// others out.
func (a answerOfBets) each(markets wire.Markets, take func(raw json.RawMessage, line venue.BetLine, err error)) {
	for _, rows := range [][]json.RawMessage{a.Details, a.Numbers, a.Virtual} {
		for _, raw := range rows {
			line, err := readLine(raw, markets)
			take(raw, line, err)
		}
	}
}

func stamp(t time.Time) string { return t.In(eastern).Format("2006-01-02T15:04:05") }

func unreadable(raw []byte, cause error) venue.UnreadableBet {
	var r struct {
		TransID        wire.Text `json:"trans_id"`
		VendorMemberID wire.Text `json:"vendor_member_id"`
	}
	_ = json.Unmarshal(raw, &r) // what can be had
	return venue.UnreadableBet{BetID: string(r.TransID), Account: string(r.VendorMemberID), Raw: raw, Why: cause.Error()}
}

// readLine puts a row into our units. The net result is paid out beside the stake.
func readLine(raw []byte, markets wire.Markets) (venue.BetLine, error) {
	var r row
	if err := json.Unmarshal(raw, &r); err != nil || r.TransID == "" || r.VendorMemberID == "" || r.Stake == "" {
		return venue.BetLine{}, errForm
	}
	status, known := statuses[r.TicketStatus]
	if !known {
		return venue.BetLine{}, fmt.Errorf("saba: bet has the unknown state %q", wire.Clip(string(r.TicketStatus)))
	}
	placed, err1 := readTime(r.TransactionAt)
	settled, err2 := readTime(r.SettlementTime)
	stake, err3 := r.Stake.Fen(money.HalfUp)
	if errors.Join(err1, err2, err3) != nil || stake < 0 || placed.IsZero() {
		return venue.BetLine{}, errForm
	}
	l := venue.BetLine{
		BetID: string(r.TransID), Account: string(r.VendorMemberID), Game: lobby, Stake: stake, Status: status, BetAt: placed, UpdatedAt: wire.Or(settled, placed),
		Odds: string(r.Odds), OddsType: oddsTypes[r.OddsType], Parlay: r.isParlay(), Raw: raw,
	}
	if !l.Parlay {
		l.Round, l.Market, l.Side = r.pick.side(markets).Place()
	}
	if status == venue.BetOpen {
		return l, nil
	}
	l.SettledAt = l.UpdatedAt
	if status == venue.BetVoid {
		l.Payout = stake
		return l, nil
	}
	if r.WinlostAmount == nil || settled.IsZero() {
		return venue.BetLine{}, errForm
	}
	net, err1 := r.WinlostAmount.Fen(money.HalfUp)
	payout, err2 := money.Add(stake, net)
	if errors.Join(err1, err2) != nil {
		return venue.BetLine{}, errForm
	}
	l.Payout = payout
	return l, nil
}

func (r row) isParlay() bool {
	return r.ParlayRefNo != "" && r.ParlayRefNo != "0" || len(r.ParlayData) > 1
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
