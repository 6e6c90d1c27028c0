package jdb

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// Rules of the feed. The sheet has windows of 5 to 15 minutes between whole minutes, so a
// window of four is asked for as five at most.
const (
	feedWindow  = 4 * time.Minute
	feedOverlap = time.Minute
	recentFor   = 2 * time.Hour // how far back action 29 answers; what is older is action 64's
	stampForm   = "02-01-2006 15:04:05"
)

// row is what is read of a round; all of it is kept as it came.
type row struct {
	HistoryID      wire.Text     `json:"historyId"`
	SeqNo          wire.Text     `json:"seqNo"` // an older name of historyId
	PlayerID       wire.Text     `json:"playerId"`
	GType          *wire.Integer `json:"gType"`
	MType          *wire.Integer `json:"mtype"`
	GameDate       wire.Text     `json:"gameDate"`
	LastModifyTime wire.Text     `json:"lastModifyTime"`
	Bet            *wire.Decimal `json:"bet"`
	Win            *wire.Decimal `json:"win"`
	Total          *wire.Decimal `json:"total"`
	ValidBet       *wire.Decimal `json:"validBet"`
}

// FeedRules gives the limits of the feed.
func (v *Venue) FeedRules() venue.FeedRules {
	return venue.FeedRules{MaxWindow: feedWindow, Lag: v.config.Lag, Overlap: feedOverlap, MinGap: v.config.MinGap, Tells: told}
}

// PullBets reads the rounds that changed in [from, to). The vendor has no pages, but a
// window that lies in both of its lists is asked for as two.
func (v *Venue) PullBets(ctx context.Context, from, to time.Time, page string) (venue.BetPage, error) {
	now := v.config.Clock.Now()
	window := wire.Window{From: from, To: to, Step: time.Minute}
	start, end := window.Asked()
	if !from.Before(to) || to.Sub(from) > feedWindow || to.After(now.Add(-v.config.Lag)) || end.After(now) {
		return venue.BetPage{}, errors.New("jdb: not a window this venue answers")
	}
	p, err := partOf(page, start, end, now)
	if err != nil {
		return venue.BetPage{}, err
	}
	r, err := v.call(ctx, p.action, aboutWindow{
		head: v.head(p.action), Start: p.from.In(easternFixed).Format(stampForm), End: p.to.In(easternFixed).Format(stampForm), GTypes: allKinds,
	}, recordLimit)
	if err != nil {
		return venue.BetPage{}, err
	}
	switch r.code {
	case codeNoData:
		return venue.BetPage{Count: -1, Next: p.next}, nil
	case codeOK:
		out, err := readRows(r.Data, window)
		out.Next = p.next
		return out, err
	}
	return venue.BetPage{}, fmt.Errorf("jdb: action %d answered code %s", p.action, wire.Clip(r.code))
}

// part is what one question asks for, and the page after it.
type part struct {
	action   int
	from, to time.Time
	next     string
}

// partOf chooses between the two lists. The minute that is two hours old is asked of both,
// for neither is known to have all of it.
func partOf(page string, start, end, now time.Time) (part, error) {
	border := now.Add(-recentFor).Truncate(time.Minute)
	shared := border.Add(time.Minute)
	switch {
	case page != "":
		second, err := strconv.ParseInt(page, 10, 64)
		begin := time.Unix(second, 0)
		if err != nil || begin.Before(start) || !begin.Before(end) {
			return part{}, errors.New("jdb: not a page of this window")
		}
		return part{action: actionRecent, from: begin, to: end}, nil
	case !start.Before(border):
		return part{action: actionRecent, from: start, to: end}, nil
	case !end.After(shared):
		return part{action: actionOlder, from: start, to: end}, nil
	}
	return part{action: actionOlder, from: start, to: shared, next: strconv.FormatInt(border.Unix(), 10)}, nil
}

// readRows reads a window. A row that cannot be read does not keep the others out.
func readRows(data []byte, window wire.Window) (venue.BetPage, error) {
	var rows *[]json.RawMessage
	if err := json.Unmarshal(data, &rows); err != nil || rows == nil {
		return venue.BetPage{}, errForm
	}
	out := venue.BetPage{Count: -1} // rows of the ends are left out, so the vendor's count is not ours
	for _, raw := range *rows {
		line, err := readLine(raw)
		switch {
		case err != nil:
			out.Unreadable = append(out.Unreadable, unreadable(raw, err))
		case window.Owns(line.UpdatedAt):
			out.Lines = append(out.Lines, line)
		}
	}
	return out, nil
}

func unreadable(raw []byte, cause error) venue.UnreadableBet {
	var r struct {
		HistoryID wire.Text `json:"historyId"`
		PlayerID  wire.Text `json:"playerId"`
	}
	_ = json.Unmarshal(raw, &r) // what can be had
	return venue.UnreadableBet{BetID: string(r.HistoryID), Account: string(r.PlayerID), Raw: raw, Why: cause.Error()}
}

// readLine puts a row into our units. Numbers of rounds are unique within a kind of game;
// those of slots stand alone. The stake is below zero, and total is the net result.
func readLine(raw []byte) (venue.BetLine, error) {
	var r row
	err := json.Unmarshal(raw, &r)
	id := wire.Or(r.HistoryID, r.SeqNo)
	if err != nil || id == "" || r.PlayerID == "" || r.GType == nil || r.MType == nil || r.Bet == nil || r.Total == nil {
		return venue.BetLine{}, errForm
	}
	played := game{int(*r.GType), int(*r.MType)}
	if played.code() == "" {
		return venue.BetLine{}, fmt.Errorf("jdb: round of the unknown kind %d", played.kind)
	}
	if played.kind != slot {
		id = wire.Text(fmt.Sprintf("%d-%s", played.kind, id))
	}
	stake, err1 := unsigned(*r.Bet)
	net, err2 := r.Total.Fen(money.HalfUp)
	win, err3 := orNothing(r.Win)
	valid, err4 := orNothing(r.ValidBet)
	began, err5 := time.ParseInLocation(stampForm, string(r.GameDate), easternFixed)
	changed, err6 := time.ParseInLocation(stampForm, string(r.LastModifyTime), easternFixed)
	payout, err7 := money.Add(stake, net)
	if errors.Join(err1, err2, err3, err4, err5, err6, err7) != nil {
		return venue.BetLine{}, errForm
	}
	l := venue.BetLine{
		BetID: string(id), Account: string(r.PlayerID), Game: played.code(), Stake: stake, Valid: max(valid, -valid), HasValid: r.ValidBet != nil, Payout: payout,
		Status: venue.BetSettled, Round: wire.Key(string(wire.Or(r.HistoryID, r.SeqNo))), BetAt: began.UTC(), SettledAt: changed.UTC(), UpdatedAt: changed.UTC(), Raw: raw,
	}
	if stake == 0 && win == 0 && net == 0 {
		l.Status = venue.BetVoid
	}
	if l.SettledAt.Before(l.BetAt) {
		l.SettledAt = l.BetAt
	}
	return l, nil
}

// orNothing is an amount, 0 where the row has none.
func orNothing(d *wire.Decimal) (money.Fen, error) {
	if d == nil {
		return 0, nil
	}
	return d.Fen(money.HalfUp)
}
