package pg

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

// Windows are for days that are asked for once more; live bets come by version.
const (
	feedWindow   = time.Hour
	feedOverlap  = 5 * time.Minute
	feedHistory  = 60 * 24 * time.Hour
	pageSize     = 5000 // the most rows that the vendor sends
	firstVersion = "1"

	paidInCash = 1 // of transactionType
	freeGame   = 3
	adjusted   = 3 // of handsStatus
)

// row is what is read of a bet; all of it is kept as it came.
type row struct {
	BetID           wire.Text    `json:"betId"`
	PlayerName      wire.Text    `json:"playerName"`
	GameID          wire.Text    `json:"gameId"`
	ParentBetID     wire.Text    `json:"parentBetId"`
	TransactionType wire.Integer `json:"transactionType"`
	Currency        wire.Text    `json:"currency"`
	BetAmount       wire.Decimal `json:"betAmount"`
	WinAmount       wire.Decimal `json:"winAmount"`
	HandsStatus     wire.Integer `json:"handsStatus"`
	BetTime         wire.Integer `json:"betTime"`
	BetEndTime      wire.Integer `json:"betEndTime"`
}

// place is the order of lists. A row without one has 0.
type place struct {
	RowVersion wire.Integer `json:"rowVersion"`
	BetEndTime wire.Integer `json:"betEndTime"`
}

func byVersion(p place) int64 { return int64(p.RowVersion) }

func byEnd(p place) int64 { return int64(p.BetEndTime) }

// FeedRules gives the limits of the feed.
func (v *Venue) FeedRules() venue.FeedRules {
	return venue.FeedRules{MaxWindow: feedWindow, Lag: v.config.Lag, Overlap: feedOverlap, MinGap: v.config.MinGap, History: feedHistory, Tells: told}
}

// PullVersions reads the bets that changed after a version.
func (v *Venue) PullVersions(ctx context.Context, after string) (venue.BetPage, error) {
	after = wire.Or(after, firstVersion)
	since, err := strconv.ParseInt(after, 10, 64)
	if err != nil || since < 1 {
		return venue.BetPage{}, errors.New("pg: not a version of this feed")
	}
	rows, err := v.bets(ctx, "GetHistory", url.Values{"row_version": {after}})
	if err != nil {
		return venue.BetPage{}, err
	}
	rows, last, more, err := whole(rows, byVersion)
	next := max(since, last)
	if more {
		next = last - 1 // so that all rows of the last version come with the next page
	}
	if err != nil || more && next <= since || last == 0 && len(rows) > 0 {
		return venue.BetPage{}, errors.Join(errors.New("pg: GetHistory does not lead on"), err)
	}
	out := page(rows, nil)
	out.Next = strconv.FormatInt(next, 10)
	return out, nil
}

// PullBets reads a page of the bets that ended in [from, to). A page is named by the
// time that it begins at.
func (v *Venue) PullBets(ctx context.Context, from, to time.Time, name string) (venue.BetPage, error) {
	begin := from.UnixMilli()
	if name != "" {
		n, err := strconv.ParseInt(name, 10, 64)
		if err != nil || n <= begin || n > to.UnixMilli() {
			return venue.BetPage{}, errors.New("pg: not a page of this window")
		}
		begin = n
	}
	if !from.Before(to) || to.Sub(from) > feedWindow || to.After(v.config.Clock.Now().Add(-v.config.Lag)) {
		return venue.BetPage{}, errors.New("pg: not a window this venue answers")
	}
	rows, err := v.bets(ctx, "GetHistoryForSpecificTimeRange", url.Values{
		"from_time": {strconv.FormatInt(begin, 10)}, "to_time": {strconv.FormatInt(to.UnixMilli(), 10)},
	})
	if err != nil {
		return venue.BetPage{}, err
	}
	rows, last, more, err := whole(rows, byEnd)
	if err != nil || more && last <= begin {
		return venue.BetPage{}, errors.Join(errors.New("pg: GetHistoryForSpecificTimeRange does not lead on"), err)
	}
	out := page(rows, func(l venue.BetLine) bool { return !l.SettledAt.Before(from) && l.SettledAt.Before(to) })
	if more {
		out.Next = strconv.FormatInt(last, 10)
	}
	return out, nil
}

// bets asks for a list of bets.
func (v *Venue) bets(ctx context.Context, list string, form url.Values) ([]json.RawMessage, error) {
	form.Set("count", strconv.Itoa(pageSize))
	form.Set("bet_type", "1")
	form.Set("hands_status", "0")
	r, err := v.ask(ctx, v.config.RecordURL, "Bet/v4/"+list, form, recordLimit)
	if err != nil {
		return nil, err
	}
	if r.code != codeOK {
		return nil, fmt.Errorf("pg: %s answered %s", list, r.said())
	}
	var rows []json.RawMessage
	if json.Unmarshal(r.data, &rows) != nil {
		return nil, fmt.Errorf("%s: %w", list, errForm)
	}
	return rows, nil
}

// whole returns the rows that can be taken and the last place among all of
// them. A full list may end between rows of one place. Those of its last place
// are left for the next page, and its rows must be in order.
func whole(rows []json.RawMessage, by func(place) int64) (taken []json.RawMessage, last int64, more bool, err error) {
	places := make([]int64, len(rows))
	inOrder := true
	for i, raw := range rows {
		var p place
		_ = json.Unmarshal(raw, &p) // a row without a place becomes a finding
		places[i] = by(p)
		inOrder = inOrder && (places[i] == 0 || places[i] >= last)
		last = max(last, places[i])
	}
	switch {
	case len(rows) < pageSize:
		return rows, last, false, nil
	case !inOrder:
		return nil, 0, false, errors.New("pg: the rows of a full list are not in order")
	}
	for i, raw := range rows {
		if places[i] < last {
			taken = append(taken, raw)
		}
	}
	return taken, last, true, nil
}

// page reads rows, and keeps the lines that belong to it; nil keeps all. A row that
// cannot be read does not keep the others out.
func page(rows []json.RawMessage, belongs func(venue.BetLine) bool) venue.BetPage {
	out := venue.BetPage{Count: -1} // rows outside are left out, so the vendor's count is not ours
	for _, raw := range rows {
		line, err := readLine(raw)
		switch {
		case err != nil:
			out.Unreadable = append(out.Unreadable, unreadable(raw, err))
		case belongs == nil || belongs(line):
			out.Lines = append(out.Lines, line)
		}
	}
	return out
}

func unreadable(raw []byte, cause error) venue.UnreadableBet {
	var r struct {
		BetID      wire.Text `json:"betId"`
		PlayerName wire.Text `json:"playerName"`
	}
	_ = json.Unmarshal(raw, &r) // what can be had
	return venue.UnreadableBet{BetID: string(r.BetID), Account: string(r.PlayerName), Raw: raw, Why: cause.Error()}
}

// readLine puts a row into our units.
func readLine(raw []byte) (venue.BetLine, error) {
	var r row
	if err := json.Unmarshal(raw, &r); err != nil || r.BetID == "" || r.PlayerName == "" || r.BetAmount == "" || r.WinAmount == "" || r.BetTime <= 0 || r.BetEndTime <= 0 {
		return venue.BetLine{}, errForm
	}
	stake, err1 := r.BetAmount.Fen(money.HalfUp)
	win, err2 := r.WinAmount.Fen(money.HalfUp)
	switch {
	case errors.Join(err1, err2) != nil || stake < 0 || win < 0:
		return venue.BetLine{}, errForm
	case r.Currency != "" && r.Currency != currency:
		return venue.BetLine{}, fmt.Errorf("pg: bet in the currency %q", wire.Clip(string(r.Currency)))
	case r.TransactionType != paidInCash && (r.TransactionType != freeGame || stake != 0):
		return venue.BetLine{}, fmt.Errorf("pg: bet of the transaction type %d is not paid in cash", r.TransactionType)
	}
	status := venue.BetSettled
	if r.HandsStatus == adjusted && stake == 0 && win == 0 {
		status = venue.BetVoid
	}
	ended := time.UnixMilli(int64(r.BetEndTime)).UTC()
	return venue.BetLine{
		BetID: string(r.BetID), Account: string(r.PlayerName), Game: string(r.GameID), Stake: stake, Payout: win, Status: status,
		Round: wire.Key(string(wire.Or(r.ParentBetID, r.BetID))),
		BetAt: time.UnixMilli(int64(r.BetTime)).UTC(), SettledAt: ended, UpdatedAt: ended, Raw: raw,
	}, nil
}
