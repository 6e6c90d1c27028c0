package bbin

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// Rules of the feed. The vendor answers within one day; half an hour is ours.
const (
	feedWindow  = 30 * time.Minute
	feedLag     = 2 * time.Minute
	feedOverlap = 10 * time.Minute
	pageSize    = 500
	firstPage   = 1
	lastSecond  = 24*time.Hour - time.Second
)

// Values of gamekind.
const (
	kindSports  = "1"
	kindLive    = "3"
	kindLottery = "12"
)

// gameKinds are the lists of bets, in the order in which they are read.
var gameKinds = []string{kindLive, kindSports, kindLottery}

// lobbyOf is the game of our catalogue that a bet of a kind belongs to. A live
// table is a game itself.
var lobbyOf = map[string]string{kindSports: sportsLobby, kindLottery: lotteryLobby}

// row is what is read of a bet; all of it is kept as it came.
type row struct {
	WagersID       wire.Text     `json:"WagersID"`
	UserName       wire.Text     `json:"UserName"`
	WagersDate     wire.Text     `json:"WagersDate"`
	ModifiedDate   wire.Text     `json:"ModifiedDate"`
	GameType       wire.Text     `json:"GameType"`
	BetAmount      *wire.Decimal `json:"BetAmount"`
	Commissionable *wire.Decimal `json:"Commissionable"`
	Payoff         *wire.Decimal `json:"Payoff"`
	Result         wire.Text     `json:"Result"`
	ResultType     *wire.Text    `json:"ResultType"`
	Currency       wire.Text     `json:"Currency"`
	SerialID       wire.Text     `json:"SerialID"`
	RoundNo        wire.Text     `json:"RoundNo"`
}

// FeedRules gives the limits of the feed.
func (v *Venue) FeedRules() venue.FeedRules {
	return venue.FeedRules{MaxWindow: feedWindow, Lag: v.config.Lag, Overlap: feedOverlap, MinGap: v.config.MinGap, PageGap: v.config.PageGap, Tells: told}
}

// part is one list of bets in one day of a window.
type part struct {
	kind       string
	start, end time.Time // whole seconds, both included
}

// parts cuts a window into lists and days: the vendor answers no question that
// reaches over its midnight.
func parts(w wire.Window) []part {
	from, to := w.Asked()
	var list []part
	for _, kind := range gameKinds {
		for start := from.In(easternFixed); !start.After(to); {
			midnight := time.Date(start.Year(), start.Month(), start.Day(), 0, 0, 0, 0, easternFixed)
			end := midnight.Add(lastSecond)
			if to.Before(end) {
				end = to.In(easternFixed)
			}
			list = append(list, part{kind, start, end})
			start = midnight.Add(24 * time.Hour)
		}
	}
	return list
}

// PullBets reads a page of the bets changed in [from, to): the pages of each
// list and day, one after another.
func (v *Venue) PullBets(ctx context.Context, from, to time.Time, page string) (venue.BetPage, error) {
	if !from.Before(to) || to.Sub(from) > feedWindow || to.After(v.config.Clock.Now().Add(-v.config.Lag)) {
		return venue.BetPage{}, errors.New("bbin: not a window this venue answers")
	}
	window := wire.Window{From: from, To: to}
	list := parts(window)
	number, inner, _ := strings.Cut(wire.Or(page, "0:"), ":")
	at, err := strconv.Atoi(number)
	if err != nil || at < 0 || at >= len(list) {
		return venue.BetPage{}, errors.New("bbin: not a page of this feed")
	}
	p, err := wire.ParsePage(inner, firstPage)
	if err != nil {
		return venue.BetPage{}, fmt.Errorf("bbin: %w", err)
	}
	of := list[at]
	r, err := v.call(ctx, betRecord, url.Values{
		"website": {v.config.Website}, "uppername": {v.config.Upper}, "gamekind": {of.kind},
		"rounddate": {of.start.Format(time.DateOnly)}, "starttime": {of.start.Format(time.TimeOnly)}, "endtime": {of.end.Format(time.TimeOnly)},
		"page": {strconv.Itoa(p.Number)}, "pagelimit": {strconv.Itoa(pageSize)},
	}, recordLimit)
	if err != nil {
		return venue.BetPage{}, err
	}
	if !r.ok {
		return venue.BetPage{}, fmt.Errorf("bbin: BetRecord answered %q", r.code)
	}
	out, err := readPage(r, of.kind, p, window)
	if err != nil {
		return venue.BetPage{}, fmt.Errorf("BetRecord: %w", err)
	}
	switch {
	case out.Next != "":
		out.Next = fmt.Sprintf("%d:%s", at, out.Next)
	case at+1 < len(list):
		out.Next = fmt.Sprintf("%d:", at+1)
	}
	return out, nil
}

// readPage reads a page. A row that cannot be read does not keep the others out.
func readPage(r reply, kind string, p wire.Page, window wire.Window) (venue.BetPage, error) {
	var rows []json.RawMessage
	var pages struct {
		Page        *wire.Integer `json:"Page"`
		TotalNumber *wire.Integer `json:"TotalNumber"`
	}
	if json.Unmarshal(r.data, &rows) != nil || json.Unmarshal(r.pages, &pages) != nil || pages.TotalNumber == nil {
		return venue.BetPage{}, errForm
	}
	if pages.Page != nil && *pages.TotalNumber > 0 && int(*pages.Page) != p.Number {
		return venue.BetPage{}, fmt.Errorf("%w: it is another page", errForm)
	}
	next, err := p.Next(pageSize, len(rows), int(*pages.TotalNumber))
	if err != nil {
		return venue.BetPage{}, fmt.Errorf("bbin: %w", err)
	}
	out := venue.BetPage{Count: -1, Next: next} // rows of the ends are left out, so the vendor's count is not ours
	for _, raw := range rows {
		line, err := readLine(raw, kind)
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
		WagersID wire.Text `json:"WagersID"`
		UserName wire.Text `json:"UserName"`
	}
	_ = json.Unmarshal(raw, &r) // what can be had
	return venue.UnreadableBet{BetID: string(r.WagersID), Account: string(r.UserName), Raw: raw, Why: cause.Error()}
}

// readLine puts a row into our units. The net result is paid out beside the stake.
func readLine(raw []byte, kind string) (venue.BetLine, error) {
	var r row
	if json.Unmarshal(raw, &r) != nil || r.WagersID == "" || r.UserName == "" || r.GameType == "" || r.BetAmount == nil {
		return venue.BetLine{}, errForm
	}
	if !isYuan(r.Currency) {
		return venue.BetLine{}, errors.New("bbin: bet is in another currency")
	}
	placed, err1 := readTime(r.WagersDate)
	changed, err2 := readTime(wire.Or(r.ModifiedDate, r.WagersDate))
	stake, err3 := r.BetAmount.Fen(money.HalfUp)
	if errors.Join(err1, err2, err3) != nil || stake < 0 {
		return venue.BetLine{}, errForm
	}
	l := venue.BetLine{
		BetID: string(r.WagersID), Account: string(r.UserName), Game: wire.Or(lobbyOf[kind], string(r.GameType)), Stake: stake,
		Round: wire.Key(string(wire.Or(r.SerialID, r.RoundNo))), BetAt: placed, UpdatedAt: changed, Raw: raw,
	}
	switch state := r.state(); state {
	case "0":
		return l, nil
	case "-1":
		l.Status, l.Payout, l.SettledAt = venue.BetVoid, stake, changed
		return l, nil
	case "":
	default:
		return venue.BetLine{}, fmt.Errorf("bbin: bet has the unknown state %q", wire.Clip(state))
	}
	if r.Payoff == nil {
		return venue.BetLine{}, errForm
	}
	net, err1 := r.Payoff.Fen(money.HalfUp)
	payout, err2 := money.Add(stake, net)
	if errors.Join(err1, err2) != nil {
		return venue.BetLine{}, errForm
	}
	l.Status, l.Payout, l.SettledAt = venue.BetSettled, payout, changed
	if r.Commissionable != nil {
		valid, err := r.Commissionable.Fen(money.HalfUp)
		if err != nil || valid < 0 {
			return venue.BetLine{}, errForm
		}
		l.Valid, l.HasValid = valid, true
	}
	return l, nil
}

// state is ResultType. Rows without that field say in Result that they are open
// or void, and otherwise how the game ended.
func (r row) state() string {
	if r.ResultType != nil {
		return string(*r.ResultType)
	}
	if r.Result == "0" || r.Result == "-1" {
		return string(r.Result)
	}
	return ""
}

// readTime reads a time of a row.
func readTime(text wire.Text) (time.Time, error) {
	t, err := time.ParseInLocation(time.DateTime, string(text), easternFixed)
	if err != nil {
		return time.Time{}, errForm
	}
	return t.UTC(), nil
}
