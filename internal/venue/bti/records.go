package bti

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

const (
	feedWindow  = 30 * time.Minute
	feedLag     = 15 * time.Minute
	feedOverlap = 5 * time.Minute
	pageRows    = 1000 // at most, by the vendor
	stampForm   = "2006-01-02T15:04:05Z"
	lobby       = "0"
)

// list is one of two questions for bets: those that are open by their placing,
// then those that are decided by their last change. A bet is in one of them.
type list struct {
	name, call string
	at         func(venue.BetLine) time.Time
}

var lists = []list{
	{name: "open", call: "get-open-bets-paging", at: func(l venue.BetLine) time.Time { return l.BetAt }},
	{name: "history", call: "get-history-bets-paging", at: func(l venue.BetLine) time.Time { return l.UpdatedAt }},
}

// statuses are the vendor's words for what became of a bet.
var statuses = map[string]venue.BetStatus{
	"Opened": venue.BetOpen, "Won": venue.BetSettled, "Lost": venue.BetSettled, "Half Won": venue.BetSettled, "Half Lost": venue.BetSettled,
	"Draw": venue.BetSettled, "Cashout": venue.BetSettled, "Canceled": venue.BetVoid, "Declined": venue.BetVoid,
}

const comboType = 2 // of BetTypeId; 3 is a system

// row is what is read of a bet; all of it is kept as it came.
type row struct {
	PurchaseID         wire.Text
	MerchantCustomerID wire.Text
	BetStatus          wire.Text
	BetTypeID          wire.Integer `json:"BetTypeId"`
	TotalStake         wire.Decimal
	ValidStake         *wire.Decimal
	PL                 *wire.Decimal
	Return             *wire.Decimal
	OddsDec            wire.Text
	OddsInUserStyle    wire.Text
	OddsStyleOfUser    wire.Text
	CreationDate       wire.Text
	BetSettledDate     wire.Text
	UpdateDate         wire.Text
	Selections         []json.RawMessage
	FreeBet            json.RawMessage
}

// FeedRules gives the limits of the feed. Bets show up five to ten minutes late.
func (v *Venue) FeedRules() venue.FeedRules {
	return venue.FeedRules{MaxWindow: feedWindow, Lag: v.config.Lag, Overlap: feedOverlap, MinGap: v.config.MinGap}
}

// windowAsk is what a question for bets holds.
type windowAsk struct {
	From       string     `json:"From"`
	To         string     `json:"To"`
	Pagination pagination `json:"Pagination"`
}

type pagination struct {
	Page       int `json:"page"`
	RowPerPage int `json:"rowperpage"`
}

// PullBets reads a page of the open bets that were placed in [from, to), and
// then of the decided bets that changed in it.
func (v *Venue) PullBets(ctx context.Context, from, to time.Time, page string) (venue.BetPage, error) {
	which, p, err := parsePage(page)
	if err != nil {
		return venue.BetPage{}, err
	}
	if !from.Before(to) || to.Sub(from) > feedWindow || to.After(v.config.Clock.Now().Add(-v.config.Lag)) {
		return venue.BetPage{}, errors.New("bti: not a window this venue answers")
	}
	window, kind := wire.Window{From: from, To: to}, lists[which]
	start, end := window.Asked()
	r, err := v.askSigned(ctx, kind.call, windowAsk{From: stamp(start), To: stamp(end), Pagination: pagination{Page: p.number, RowPerPage: pageRows}})
	if err != nil {
		return venue.BetPage{}, err
	}
	out, err := kind.readPage(r, p, window)
	switch {
	case err != nil:
		return venue.BetPage{}, fmt.Errorf("%s: %w", kind.call, err)
	case out.Next != "":
		out.Next = kind.name + ":" + out.Next
	case which+1 < len(lists):
		out.Next = lists[which+1].name + ":"
	}
	return out, nil
}

func stamp(t time.Time) string { return t.UTC().Format(stampForm) }

// feedPage is a page of a window whose pages are counted and whose rows are
// not. The pages are read from the last to the first. A row that leaves the
// window moves those behind it to an earlier page, which is read later, so none
// is missed. The first question only counts the pages, unless one page is all.
type feedPage struct {
	number int
	pages  int // -1 before they were counted
}

func (p feedPage) String() string { return fmt.Sprintf("%d/%d", p.number, p.pages) }

// parsePage tells which list a page belongs to, and which of its pages it is.
func parsePage(text string) (which int, p feedPage, err error) {
	name, rest, found := strings.Cut(text, ":")
	for i, kind := range lists {
		if (kind.name != name || !found) && (text != "" || i != 0) {
			continue
		}
		if rest == "" {
			return i, feedPage{pages: -1}, nil
		}
		number, pages, _ := strings.Cut(rest, "/")
		n, err1 := strconv.Atoi(number)
		total, err2 := strconv.Atoi(pages)
		if err1 == nil && err2 == nil && n >= 0 && n < total && total > 1 {
			return i, feedPage{number: n, pages: total}, nil
		}
	}
	return 0, feedPage{}, errors.New("bti: not a page of this feed")
}

// next checks that a page is whole and returns the one to read after it, ""
// after the last. The result all says whether the rows of this page are wanted.
func (p feedPage) next(rows, pages int) (next string, all bool, err error) {
	switch {
	case p.pages >= 0 && pages > p.pages:
		return "", false, wire.ErrMoved
	case rows > pageRows, p.number < pages-1 && rows != pageRows, p.number == pages-1 && rows == 0, p.number >= pages && rows > 0:
		return "", false, fmt.Errorf("%w: page %d of %d has %d rows", errForm, p.number, pages, rows)
	case p.pages < 0 && pages > 1:
		return feedPage{number: pages - 1, pages: pages}.String(), false, nil
	case p.number > 0:
		return feedPage{number: p.number - 1, pages: p.pages}.String(), true, nil
	}
	return "", true, nil
}

// readPage reads a page. A row that cannot be read does not keep the others out.
func (k list) readPage(r dataReply, p feedPage, window wire.Window) (venue.BetPage, error) {
	if *r.Code != dataOK {
		return venue.BetPage{}, fmt.Errorf("bti: answered %d", *r.Code)
	}
	if r.Pages == nil || *r.Pages < -1 || *r.Pages > 0 && r.Bets == nil {
		return venue.BetPage{}, errForm
	}
	if *r.Pages > 0 && r.Page != nil && int(*r.Page) != p.number {
		return venue.BetPage{}, fmt.Errorf("%w: it is another page", errForm)
	}
	next, wanted, err := p.next(len(r.Bets), max(int(*r.Pages), 0)) // -1 is none
	if err != nil {
		return venue.BetPage{}, err
	}
	out := venue.BetPage{Count: -1, Next: next} // the vendor counts pages and not rows
	if !wanted {
		return out, nil
	}
	for _, raw := range r.Bets {
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
	var r struct{ PurchaseID, MerchantCustomerID wire.Text }
	_ = json.Unmarshal(raw, &r) // what can be had
	return venue.UnreadableBet{BetID: string(r.PurchaseID), Account: string(r.MerchantCustomerID), Raw: raw, Why: cause.Error()}
}

// readLine puts a row into our units.
func readLine(raw []byte) (venue.BetLine, error) {
	var r row
	if err := json.Unmarshal(raw, &r); err != nil || r.PurchaseID == "" || r.MerchantCustomerID == "" || r.TotalStake == "" {
		return venue.BetLine{}, errForm
	}
	status, known := statuses[string(r.BetStatus)]
	if !known {
		return venue.BetLine{}, fmt.Errorf("bti: unknown state %q", wire.Clip(string(r.BetStatus)))
	}
	if isFree(r.FreeBet) {
		return venue.BetLine{}, errors.New("bti: a free bet, whose stake is not the player's")
	}
	created, err1 := readTime(r.CreationDate)
	updated, err2 := readTime(r.UpdateDate)
	settled, err3 := readTime(r.BetSettledDate)
	stake, err4 := r.TotalStake.Fen(money.HalfUp)
	if errors.Join(err1, err2, err3, err4) != nil || stake < 0 || created.IsZero() {
		return venue.BetLine{}, errForm
	}
	updated = wire.Or(updated, wire.Or(settled, created))
	l := venue.BetLine{
		BetID: string(r.PurchaseID), Account: string(r.MerchantCustomerID), Game: lobby, Stake: stake, Status: status,
		Parlay: r.BetTypeID == comboType || r.BetTypeID == comboType+1 || len(r.Selections) > 1, BetAt: created, UpdatedAt: updated, Raw: raw,
	}
	l.Odds, l.OddsType = string(r.OddsInUserStyle), string(r.OddsStyleOfUser)
	if (l.Odds == "" || l.OddsType == "") && r.OddsDec != "" {
		l.Odds, l.OddsType = string(r.OddsDec), "EU"
	}
	if status == venue.BetOpen {
		return l, nil
	}
	l.SettledAt = wire.Or(settled, updated)
	if status == venue.BetVoid {
		l.Payout = stake
		return l, nil
	}
	var err error
	if l.Payout, err = r.payout(stake); err != nil {
		return venue.BetLine{}, err
	}
	if r.ValidStake != nil {
		valid, err := r.ValidStake.Fen(money.HalfUp)
		if err != nil || valid < 0 {
			return venue.BetLine{}, errForm
		}
		l.Valid, l.HasValid = valid, true
	}
	return l, nil
}

// payout is the stake and the net result. The row holds it besides, and two
// figures that contradict each other are not booked.
func (r row) payout(stake money.Fen) (money.Fen, error) {
	if r.PL == nil {
		return 0, errForm
	}
	net, err1 := r.PL.Fen(money.HalfUp)
	payout, err2 := money.Add(stake, net)
	if errors.Join(err1, err2) != nil {
		return 0, errForm
	}
	if r.Return != nil {
		if back, err := r.Return.Fen(money.HalfUp); err != nil || back != payout {
			return 0, errors.New("bti: PL and Return contradict each other")
		}
	}
	return payout, nil
}

// isFree reads FreeBet, whose form is undocumented: anything but a plain no is
// a yes.
func isFree(raw json.RawMessage) bool {
	switch string(bytes.ToLower(bytes.Trim(raw, `" `))) {
	case "", "null", "false", "0", "no":
		return false
	}
	return true
}

// readTime reads a time of a row, which is UTC where it has no zone; zero where
// there is none.
func readTime(text wire.Text) (time.Time, error) {
	if text == "" {
		return time.Time{}, nil
	}
	for _, form := range []string{"2006-01-02T15:04:05", time.RFC3339, time.DateTime} {
		if t, err := time.Parse(form, string(text)); err == nil {
			return t.UTC(), nil
		}
	}
	return time.Time{}, errForm
}
