package sexy

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// Rules of the feed. The vendor answers for 24 hours; a minute of them is kept for a
// question that waits.
const (
	feedWindow  = 30 * time.Minute
	feedOverlap = 5 * time.Minute
	feedHistory = 24*time.Hour - time.Minute
)

// row is what is read of a bet; all of it is kept as it came.
type row struct {
	TxID       wire.Text     `json:"platformTxId"`
	UserID     wire.Text     `json:"userId"`
	Platform   wire.Text     `json:"platform"`
	GameCode   wire.Text     `json:"gameCode"`
	GameName   wire.Text     `json:"gameName"`
	RoundID    wire.Text     `json:"roundId"`
	BetType    wire.Text     `json:"betType"`
	Currency   wire.Text     `json:"currency"`
	BetAmount  wire.Decimal  `json:"betAmount"`
	RealBet    *wire.Decimal `json:"realBetAmount"`
	RealWin    *wire.Decimal `json:"realWinAmount"`
	Turnover   *wire.Decimal `json:"turnover"`
	TxTime     wire.Text     `json:"txTime"`
	BetTime    wire.Text     `json:"betTime"`
	UpdateTime wire.Text     `json:"updateTime"`
	TxStatus   *wire.Integer `json:"txStatus"`
}

// FeedRules gives the limits of the feed.
func (v *Venue) FeedRules() venue.FeedRules {
	return venue.FeedRules{
		MaxWindow: feedWindow, Lag: v.config.Lag, Overlap: feedOverlap, MinGap: v.config.MinGap, PageGap: v.config.PageGap, History: feedHistory,
		Tells: told,
	}
}

// PullBets reads the bets that changed in [from, to). The vendor is told a beginning and
// no end, and may cut its answer. So a window is read on from the newest row until a row
// behind its end came or nothing newer comes.
func (v *Venue) PullBets(ctx context.Context, from, to time.Time, page string) (venue.BetPage, error) {
	p := feedPage{window: wire.Window{From: from, To: to}}
	if err := p.parse(page); err != nil {
		return venue.BetPage{}, err
	}
	now := v.config.Clock.Now()
	if !from.Before(to) || to.Sub(from) > feedWindow || to.After(now.Add(-v.config.Lag)) || from.Before(now.Add(-feedHistory)) {
		return venue.BetPage{}, errors.New("sexy: not a window this venue answers")
	}
	r, err := v.ask(ctx, betsByUpdate, url.Values{"timeFrom": {p.asked().In(calendar.Beijing).Format(time.RFC3339)}, "platform": {platform}}, recordLimit)
	if err != nil {
		return venue.BetPage{}, err
	}
	switch r.status {
	case codeOK:
	case codeNoData:
		return p.read(nil)
	case codeLater:
		return venue.BetPage{}, venue.ErrTooSoon
	default:
		return venue.BetPage{}, fmt.Errorf("sexy: %s answered %s", betsByUpdate, r.said())
	}
	var answer struct {
		Rows *[]json.RawMessage `json:"transactions"`
	}
	if json.Unmarshal(r.body, &answer) != nil || answer.Rows == nil {
		return venue.BetPage{}, fmt.Errorf("%s: %w", betsByUpdate, errForm)
	}
	return p.read(*answer.Rows)
}

// feedPage is one question about a window. Each but the first begins at the newest row of
// the one before, which sends the rows of that moment again.
type feedPage struct {
	window wire.Window
	begin  time.Time // zero for the first
}

func (p *feedPage) parse(page string) (err error) {
	if page == "" {
		return nil
	}
	if p.begin, err = time.Parse(time.RFC3339Nano, page); err != nil {
		return errors.New("sexy: not a page of this feed")
	}
	return nil
}

// asked is the whole second to ask from, one early: the vendor does not say whether it
// counts the beginning.
func (p *feedPage) asked() time.Time {
	from, _ := p.window.Asked()
	if !p.begin.IsZero() {
		from = p.begin.Truncate(time.Second)
	}
	return from.Add(-time.Second)
}

// read sorts out the rows of an answer. A row that cannot be read does not keep the others
// out; without a time it belongs to every page.
func (p *feedPage) read(rows []json.RawMessage) (venue.BetPage, error) {
	newest := p.newest(rows)
	if newest.Before(p.begin) {
		return venue.BetPage{}, fmt.Errorf("sexy: %w", wire.ErrMoved) // the rows to go on from are not there any more
	}
	out := venue.BetPage{Count: -1} // the vendor gives none
	end := p.window.To
	if newest.After(p.begin) && newest.Before(end) {
		out.Next, end = newest.Format(time.RFC3339Nano), newest
	}
	for _, raw := range rows {
		if t, err := updatedAt(raw); err == nil && !p.owns(t, end) {
			continue
		}
		line, err := readLine(raw)
		if err != nil {
			out.Unreadable = append(out.Unreadable, unreadable(raw, err))
			continue
		}
		out.Lines = append(out.Lines, line)
	}
	return out, nil
}

// newest is the time of the newest row, zero where no row has one.
func (p *feedPage) newest(rows []json.RawMessage) (newest time.Time) {
	for _, raw := range rows {
		if t, err := updatedAt(raw); err == nil && t.After(newest) {
			newest = t
		}
	}
	return newest
}

// owns says whether a row belongs to this page. One from long before the question stays
// with the first page: the vendor looks at another time then, and the row must not be lost.
func (p *feedPage) owns(t, end time.Time) bool {
	if !t.Before(end) {
		return false
	}
	if !p.begin.IsZero() {
		return !t.Before(p.begin) && !t.Before(p.window.From)
	}
	return !t.Before(p.window.From) || t.Before(p.asked())
}

func updatedAt(raw []byte) (time.Time, error) {
	var r struct {
		UpdateTime wire.Text `json:"updateTime"`
	}
	if json.Unmarshal(raw, &r) != nil {
		return time.Time{}, errForm
	}
	return readTime(r.UpdateTime)
}

func unreadable(raw []byte, cause error) venue.UnreadableBet {
	var r struct {
		TxID   wire.Text `json:"platformTxId"`
		UserID wire.Text `json:"userId"`
	}
	_ = json.Unmarshal(raw, &r) // what can be had
	return venue.UnreadableBet{BetID: string(r.TxID), Account: string(r.UserID), Raw: raw, Why: cause.Error()}
}

// Values of txStatus of a bet.
const (
	betOpen      = 0
	betSettled   = 1
	betCancelled = -1

	// The sheet is not sure which of these is void and which is settled again.
	betChanged    = 2
	betChangedToo = 9
)

// readLine puts a row into our units. The net result is paid out beside the stake.
func readLine(raw []byte) (venue.BetLine, error) {
	var r row
	if err := json.Unmarshal(raw, &r); err != nil || r.TxID == "" || r.UserID == "" || r.GameCode == "" || r.BetAmount == "" || r.TxStatus == nil {
		return venue.BetLine{}, errForm
	}
	if r.Platform != platform || r.Currency != currency {
		return venue.BetLine{}, fmt.Errorf("%w: a bet of another platform or currency", errForm)
	}
	placed, err1 := readTime(wire.Or(r.BetTime, r.TxTime))
	updated, err2 := readTime(r.UpdateTime)
	stake, err3 := r.BetAmount.Fen(money.HalfUp)
	if errors.Join(err1, err2, err3) != nil || stake < 0 {
		return venue.BetLine{}, errForm
	}
	l := venue.BetLine{
		BetID: string(r.TxID), Account: strings.ToLower(string(r.UserID)), Game: string(r.GameCode), GameName: string(r.GameName), Stake: stake,
		Round: wire.Key(string(r.RoundID)), BetAt: placed, UpdatedAt: updated, Raw: raw,
	}
	if pair := plays[strings.ToLower(string(r.BetType))].pair; pair != "" {
		wire.Side(&l, strings.ToLower(string(r.BetType)), string(r.GameCode), pair)
	}
	status := *r.TxStatus
	if status == betOpen {
		return l, nil
	}
	a, err := r.amounts()
	if err != nil {
		return venue.BetLine{}, err
	}
	l.SettledAt = updated
	switch {
	case status == betCancelled:
		if a.won != 0 && a.won != a.staked {
			return venue.BetLine{}, fmt.Errorf("%w: a cancelled bet has a result", errForm)
		}
		l.Status, l.Payout = venue.BetVoid, stake
		return l, nil
	case status == betSettled:
		l.Status, l.Valid, l.HasValid = venue.BetSettled, a.turnover, true
		l.Payout, err = money.Add(stake, a.won-a.staked)
		return l, err
	case (status == betChanged || status == betChangedToo) && a.won == a.staked && a.turnover == 0:
		l.Status, l.Payout = venue.BetVoid, stake
		return l, nil
	}
	return venue.BetLine{}, fmt.Errorf("sexy: bet has the state %d, which says not enough", status)
}

// amounts are those that a result is made of.
type amounts struct{ staked, won, turnover money.Fen }

func (r row) amounts() (a amounts, err error) {
	if r.RealBet == nil || r.RealWin == nil || r.Turnover == nil {
		return a, fmt.Errorf("%w: a bet that is over lacks an amount", errForm)
	}
	var err1, err2, err3 error
	a.staked, err1 = r.RealBet.Fen(money.HalfUp)
	a.won, err2 = r.RealWin.Fen(money.HalfUp)
	a.turnover, err3 = r.Turnover.Fen(money.HalfUp)
	if errors.Join(err1, err2, err3) != nil || a.staked < 0 || a.won < 0 || a.turnover < 0 {
		return a, errForm
	}
	return a, nil
}

// readTime reads a time of a row, which names its zone.
func readTime(text wire.Text) (time.Time, error) {
	t, err := time.Parse(time.RFC3339, string(text)) // with or without parts of a second
	if err != nil {
		return time.Time{}, errForm
	}
	return t.UTC(), nil
}
