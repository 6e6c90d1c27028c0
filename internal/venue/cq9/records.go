package cq9

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

// The vendor's window rules.
const (
	feedWindow  = 60 * time.Minute
	feedLag     = 3 * time.Minute
	feedOverlap = 5 * time.Minute
	pageSize    = 1000
	stampForm   = "2006-01-02T15:04:05.000-07:00"
)

// row is one bet as it is kept with its version.
type row struct {
	GameHall     wire.Text    `json:"gamehall"`
	GameType     wire.Text    `json:"gametype"`
	GamePlat     wire.Text    `json:"gameplat"`
	GameCode     wire.Text    `json:"gamecode"`
	Account      wire.Text    `json:"account"`
	Round        wire.Text    `json:"round"`
	Balance      wire.Decimal `json:"balance,omitempty"`
	Win          wire.Decimal `json:"win"`
	Bet          wire.Decimal `json:"bet"`
	ValidBet     wire.Decimal `json:"validbet,omitempty"`
	Jackpot      wire.Decimal `json:"jackpot,omitempty"`
	Status       wire.Text    `json:"status"`
	EndRoundTime wire.Text    `json:"endroundtime"`
	CreateTime   wire.Text    `json:"createtime"`
	BetTime      wire.Text    `json:"bettime"`
	Rake         wire.Decimal `json:"rake,omitempty"`
	RoomFee      wire.Decimal `json:"roomfee,omitempty"`

	// The fields of the round, as they came (facts.go).
	Detail       json.RawMessage `json:"detail,omitempty"`
	SingleRowBet json.RawMessage `json:"singlerowbet,omitempty"`
	GameRole     json.RawMessage `json:"gamerole,omitempty"`
	TableID      json.RawMessage `json:"tableid,omitempty"`
	TableType    json.RawMessage `json:"tabletype,omitempty"`
	RoundNumber  json.RawMessage `json:"roundnumber,omitempty"`
	BetType      json.RawMessage `json:"bettype,omitempty"`
	GameResult   json.RawMessage `json:"gameresult,omitempty"`
}

// FeedRules gives the vendor's window rules.
func (v *Venue) FeedRules() venue.FeedRules {
	return venue.FeedRules{MaxWindow: feedWindow, Lag: v.config.Lag, Overlap: feedOverlap, MinGap: v.config.MinGap, Tells: told}
}

// PullBets reads a page of the rounds created in [from, to). Both ends are
// asked for inclusively; rows outside the window are another window's.
func (v *Venue) PullBets(ctx context.Context, from, to time.Time, page string) (venue.BetPage, error) {
	number, told, err := readPlace(page)
	if err != nil {
		return venue.BetPage{}, err
	}
	if !from.Before(to) || to.Sub(from) > feedWindow || to.After(v.config.Clock.Now().Add(-v.config.Lag)) {
		return venue.BetPage{}, errors.New("cq9: not a window this venue answers")
	}
	r, err := v.get(ctx, "/order/view", url.Values{
		"starttime": {stamp(from)}, "endtime": {stamp(to)}, "page": {strconv.Itoa(number)}, "pagesize": {strconv.Itoa(pageSize)},
	}, recordLimit)
	if err != nil {
		return venue.BetPage{}, err
	}
	switch r.code {
	case codeNoData:
		return venue.BetPage{Count: -1}, nil
	case codeOK:
		return v.readPage(r.data, number, told, from, to)
	}
	return venue.BetPage{}, fmt.Errorf("cq9: /order/view answered code %s", wire.Clip(r.code))
}

func stamp(t time.Time) string { return t.In(easternFixed).Format(stampForm) }

// place names a page and how many rows the window had when its first page
// was read.
func place(number, total int) string { return fmt.Sprintf("%d of %d rows", number, total) }

// readPlace is the number of a page, and how many rows the window had; -1 for the
// first page.
func readPlace(page string) (number, total int, err error) {
	if page == "" {
		return 1, -1, nil
	}
	if n, err := fmt.Sscanf(page, "%d of %d rows", &number, &total); n != 2 || err != nil || number < 2 || total < 0 {
		return 0, 0, errors.New("cq9: not a page of this feed")
	}
	return number, total, nil
}

// readPage reads a page. An unreadable row spoils it: a window is complete or
// it is not. A changed total spoils it too. A round that is settled anew leaves
// its window, and later rows move up by a place, from an unread page to a read
// one.
func (v *Venue) readPage(data []byte, number, told int, from, to time.Time) (venue.BetPage, error) {
	var d struct {
		TotalSize *wire.Integer `json:"TotalSize"`
		Data      []row         `json:"Data"`
	}
	if err := json.Unmarshal(data, &d); err != nil || d.TotalSize == nil || *d.TotalSize < 0 {
		return venue.BetPage{}, errForm
	}
	total, before := int(*d.TotalSize), (number-1)*pageSize
	if told >= 0 && total != told {
		return venue.BetPage{}, fmt.Errorf("cq9: the window has %d rows and had %d when it was begun", total, told)
	}
	if want := min(max(total-before, 0), pageSize); len(d.Data) < want {
		return venue.BetPage{}, fmt.Errorf("%w: %d rows of %d", errForm, len(d.Data), want)
	}
	out := venue.BetPage{Count: -1} // rows of the ends are left out, so the vendor's count is not ours
	for _, r := range d.Data {
		line, created, err := r.line(v.config.Hall)
		if err != nil {
			return venue.BetPage{}, err
		}
		if !created.Before(from) && created.Before(to) {
			out.Lines = append(out.Lines, line)
		}
	}
	if before+pageSize < total {
		out.Next = place(number+1, total)
	}
	return out, nil
}

// netOfTable says for which kinds of game win is the net result.
func netOfTable(gameType wire.Text) bool { return gameType == "table" || gameType == "live" }

// line converts a row to our units and returns the time that windows go by. A
// round's number is unique within its hall; that of the contract's own hall has
// no prefix.
func (r row) line(hall string) (l venue.BetLine, created time.Time, err error) {
	bad := fmt.Errorf("%w: round %q", errForm, wire.Clip(string(r.Round)))
	if r.Round == "" || r.Account == "" || r.Status != "complete" {
		return l, created, bad
	}
	stake, err1 := r.Bet.Fen(money.HalfUp)
	win, err2 := r.Win.Fen(money.HalfUp)
	valid := stake
	var err3 error
	if r.ValidBet != "" {
		valid, err3 = r.ValidBet.Fen(money.HalfUp)
	}
	if errors.Join(err1, err2, err3) != nil || stake < 0 || valid < 0 {
		return l, created, bad
	}
	payout := win
	if netOfTable(r.GameType) {
		if payout, err = money.Add(stake, win); err != nil {
			return l, created, bad
		}
	}
	created, err1 = time.Parse(time.RFC3339, string(r.CreateTime))
	ended, err2 := time.Parse(time.RFC3339, string(r.EndRoundTime))
	began, err3 := time.Parse(time.RFC3339, string(r.BetTime))
	if errors.Join(err1, err2, err3) != nil {
		return l, created, bad
	}
	raw, err := json.Marshal(r)
	if err != nil {
		return l, created, bad
	}
	status := venue.BetSettled
	if stake == 0 && valid == 0 && win == 0 {
		status = venue.BetVoid
	}
	id := string(r.Round)
	if r.GameHall != "" && string(r.GameHall) != hall {
		id = string(r.GameHall) + ":" + id
	}
	return venue.BetLine{
		BetID: id, Account: string(r.Account), Game: string(r.GameCode),
		Stake: stake, Valid: valid, HasValid: r.ValidBet != "", Payout: payout, Status: status, Round: wire.Key(string(r.Round)),
		BetAt: began.UTC(), SettledAt: ended.UTC(), UpdatedAt: created.UTC(), Raw: raw,
	}, created, nil
}
