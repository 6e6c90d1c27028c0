package vr

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// Rules of the feed. The vendor documents no limit of a window; these are ours.
const (
	feedWindow  = 30 * time.Minute
	feedLag     = 30 * time.Second
	feedOverlap = 5 * time.Minute
	pageSize    = 1000
	firstPage   = 0
	all         = -1 // of lotteries and of states
)

// The states of a bet.
const (
	betOpen      = 0
	betCancelled = 1
	betLost      = 2
	betWon       = 3
)

// row is what is read of a bet; all of it is kept as it came.
type row struct {
	SerialNumber wire.Text     `json:"serialNumber"`
	PlayerName   wire.Text     `json:"playerName"`
	ChannelID    wire.Text     `json:"channelId"`
	ChannelName  wire.Text     `json:"channelName"`
	IssueNumber  wire.Text     `json:"issueNumber"`
	Odds         wire.Text     `json:"odds"`
	Cost         amount        `json:"cost"`
	PlayerPrize  amount        `json:"playerPrize"`
	State        *wire.Integer `json:"state"`
	CreateTime   wire.Text     `json:"createTime"`
	UpdateTime   wire.Text     `json:"updateTime"`
}

// FeedRules gives the limits of the feed.
func (v *Venue) FeedRules() venue.FeedRules {
	return venue.FeedRules{MaxWindow: feedWindow, Lag: v.config.Lag, Overlap: feedOverlap, MinGap: v.config.MinGap, Tells: told}
}

// PullBets reads a page of the bets changed in [from, to).
func (v *Venue) PullBets(ctx context.Context, from, to time.Time, page string) (venue.BetPage, error) {
	p, err := wire.ParsePage(page, firstPage)
	if err != nil {
		return venue.BetPage{}, fmt.Errorf("vr: %w", err)
	}
	if !from.Before(to) || to.Sub(from) > feedWindow || to.After(v.config.Clock.Now().Add(-v.config.Lag)) {
		return venue.BetPage{}, errors.New("vr: not a window this venue answers")
	}
	window := wire.Window{From: from, To: to}
	start, end := window.Asked()
	body, err := v.call(ctx, "/MerchantQuery/Bet", betsAsk{
		StartTime: stamp(start), EndTime: stamp(end), ChannelID: all, State: all, IsUpdateTime: true, Count: pageSize, Page: p.Number,
	}, recordLimit)
	if err != nil {
		return venue.BetPage{}, err
	}
	out, err := readPage(body, p, window)
	if err != nil {
		return venue.BetPage{}, fmt.Errorf("/MerchantQuery/Bet: %w", err)
	}
	return out, nil
}

// readPage reads a page. A row that cannot be read does not keep the others out.
func readPage(body []byte, p wire.Page, window wire.Window) (venue.BetPage, error) {
	var r struct {
		BetRecords   *[]json.RawMessage `json:"betRecords"`
		TotalRecords *wire.Integer      `json:"totalRecords"`
		RecordPage   *wire.Integer      `json:"recordPage"`
	}
	if err := json.Unmarshal(body, &r); err != nil || r.TotalRecords == nil || r.BetRecords == nil && *r.TotalRecords != 0 {
		return venue.BetPage{}, errForm
	}
	if r.RecordPage != nil && int(*r.RecordPage) != p.Number {
		return venue.BetPage{}, fmt.Errorf("%w: it is another page", errForm)
	}
	var rows []json.RawMessage
	if r.BetRecords != nil {
		rows = *r.BetRecords
	}
	next, err := p.Next(pageSize, len(rows), int(*r.TotalRecords))
	if err != nil {
		return venue.BetPage{}, fmt.Errorf("vr: %w", err)
	}
	out := venue.BetPage{Count: -1, Next: next} // rows of the ends are left out, so the vendor's count is not ours
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

func unreadable(raw []byte, cause error) venue.UnreadableBet {
	var r struct {
		SerialNumber wire.Text `json:"serialNumber"`
		PlayerName   wire.Text `json:"playerName"`
	}
	_ = json.Unmarshal(raw, &r) // what can be had
	return venue.UnreadableBet{BetID: string(r.SerialNumber), Account: string(r.PlayerName), Raw: raw, Why: cause.Error()}
}

// readLine converts a row to our units. The vendor gives no time of settlement;
// the last change of a finished bet is used.
func readLine(raw []byte) (venue.BetLine, error) {
	var r row
	if err := json.Unmarshal(raw, &r); err != nil || r.State == nil || r.SerialNumber == "" || r.PlayerName == "" || r.Cost.decimal == "" {
		return venue.BetLine{}, errForm
	}
	created, err1 := time.Parse(time.RFC3339, string(r.CreateTime))
	updated, err2 := time.Parse(time.RFC3339, string(r.UpdateTime))
	stake, err3 := r.Cost.decimal.Fen(money.HalfUp)
	if errors.Join(err1, err2, err3) != nil || stake < 0 {
		return venue.BetLine{}, errForm
	}
	l := venue.BetLine{
		BetID: string(r.SerialNumber), Account: string(r.PlayerName), Game: string(r.ChannelID), GameName: string(r.ChannelName),
		Stake: stake, Odds: string(r.Odds), Round: wire.Key(string(r.IssueNumber)), BetAt: created.UTC(), UpdatedAt: updated.UTC(), Raw: raw,
	}
	oppose(&l, raw)
	switch *r.State {
	case betOpen:
		return l, nil
	case betCancelled:
		l.Status, l.Payout = venue.BetVoid, stake
	case betLost, betWon:
		l.Status = venue.BetSettled
		if r.PlayerPrize.decimal == "" {
			return venue.BetLine{}, errForm
		}
		var err error
		if l.Payout, err = r.PlayerPrize.decimal.Fen(money.HalfUp); err != nil || l.Payout < 0 {
			return venue.BetLine{}, errForm
		}
	default:
		return venue.BetLine{}, fmt.Errorf("vr: bet has the unknown state %d", *r.State)
	}
	l.SettledAt = l.UpdatedAt
	return l, nil
}
