package fb

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

// The vendor's window rules: the files of at most ten minutes, asked for every
// minute. The overlap finds files that were listed late.
const (
	feedWindow  = 10 * time.Minute
	feedLag     = time.Minute
	feedOverlap = 5 * time.Minute
)

// States of an order. An order in 0 to 3 is uncertain.
const (
	orderConfirmed = 4
	orderSettled   = 5
)

// The vendor's number of the yuan.
const currencyCNY = 1

// row is what is read of an order; all of it is kept as it came.
type row struct {
	ID                     wire.Text     `json:"id"`
	MerchantUserID         wire.Text     `json:"merchantUserId"`
	Currency               *wire.Integer `json:"currency"`
	SeriesType             wire.Integer  `json:"seriesType"`
	StakeAmount            wire.Decimal  `json:"stakeAmount"`
	SettleAmount           *wire.Decimal `json:"settleAmount"`
	ValidSettleStakeAmount *wire.Decimal `json:"validSettleStakeAmount"`
	OrderStatus            *wire.Integer `json:"orderStatus"`
	CreateTime             wire.Integer  `json:"createTime"`
	ModifyTime             wire.Integer  `json:"modifyTime"`
	SettleTime             wire.Integer  `json:"settleTime"`
	CancelTime             wire.Integer  `json:"cancelTime"`
	Version                wire.Integer  `json:"version"`
	BetList                []pick        `json:"betList"`
}

// FeedRules gives the vendor's window rules.
func (v *Venue) FeedRules() venue.FeedRules {
	return venue.FeedRules{MaxWindow: feedWindow, Lag: v.config.Lag, Overlap: feedOverlap, MinGap: v.config.MinGap}
}

// PullBets lists the files of a window, and reads the one whose id is the page.
func (v *Venue) PullBets(ctx context.Context, from, to time.Time, page string) (venue.BetPage, error) {
	if !from.Before(to) || to.Sub(from) > feedWindow || to.After(v.config.Clock.Now().Add(-v.config.Lag)) {
		return venue.BetPage{}, errors.New("fb: not a window this venue answers")
	}
	if page != "" {
		return v.readFile(ctx, page)
	}
	r, err := v.ask(ctx, "/order/file/ids", filesAsk{StartTime: from.UnixMilli(), EndTime: to.UnixMilli()}, recordLimit)
	if err := v.unanswered(r, err); err != nil {
		return venue.BetPage{}, err
	}
	var list *[]struct {
		FileID wire.Text `json:"fileId"`
	}
	if err := json.Unmarshal(r.data, &list); err != nil || list == nil {
		return venue.BetPage{}, fmt.Errorf("/order/file/ids: %w", errForm)
	}
	out := venue.BetPage{Files: []string{}, Count: -1}
	seen := map[string]bool{}
	for _, f := range *list {
		id := string(f.FileID)
		if id == "" || len(id) > venue.MaxFileID {
			return venue.BetPage{}, fmt.Errorf("/order/file/ids: %w", errForm)
		}
		if !seen[id] {
			seen[id] = true
			out.Files = append(out.Files, id)
		}
	}
	return out, nil
}

// unanswered is why an answer about files is none; nil for a good one.
func (v *Venue) unanswered(r reply, err error) error {
	switch {
	case err != nil:
		return err
	case v.means(r) == TooSoon:
		return venue.ErrTooSoon
	case !r.ok():
		return fmt.Errorf("fb: answered %q", r.code)
	}
	return nil
}

// readFile reads a file. An unreadable order does not keep the others out. If
// an order is in it several times, the highest version counts.
func (v *Venue) readFile(ctx context.Context, id string) (venue.BetPage, error) {
	r, err := v.ask(ctx, "/order/list", fileAsk{id}, recordLimit)
	if err := v.unanswered(r, err); err != nil {
		return venue.BetPage{}, err
	}
	var rows *[]json.RawMessage
	if err := json.Unmarshal(r.data, &rows); err != nil || rows == nil {
		return venue.BetPage{}, fmt.Errorf("/order/list: %w", errForm)
	}
	out := venue.BetPage{Count: -1}
	at, versions := map[string]int{}, map[string]wire.Integer{}
	for _, raw := range *rows {
		line, version, err := readLine(raw, v.config.Markets)
		if err != nil {
			out.Unreadable = append(out.Unreadable, unreadable(raw, err))
			continue
		}
		i, again := at[line.BetID]
		switch {
		case !again:
			at[line.BetID], versions[line.BetID] = len(out.Lines), version
			out.Lines = append(out.Lines, line)
		case version > versions[line.BetID]:
			out.Lines[i], versions[line.BetID] = line, version
		}
	}
	return out, nil
}

func unreadable(raw []byte, cause error) venue.UnreadableBet {
	var r struct {
		ID             wire.Text `json:"id"`
		MerchantUserID wire.Text `json:"merchantUserId"`
	}
	_ = json.Unmarshal(raw, &r) // what can be had
	return venue.UnreadableBet{BetID: string(r.ID), Account: string(r.MerchantUserID), Raw: raw, Why: cause.Error()}
}

// readLine puts an order into our units, and gives its version.
func readLine(raw []byte, markets wire.Markets) (venue.BetLine, wire.Integer, error) {
	var r row
	if err := json.Unmarshal(raw, &r); err != nil || r.ID == "" || r.MerchantUserID == "" || r.StakeAmount == "" || r.OrderStatus == nil || r.CreateTime <= 0 {
		return venue.BetLine{}, 0, errForm
	}
	if r.Currency != nil && *r.Currency != currencyCNY {
		return venue.BetLine{}, 0, errors.New("fb: an order in another currency")
	}
	stake, err := r.StakeAmount.Fen(money.HalfUp)
	if err != nil || stake < 0 {
		return venue.BetLine{}, 0, errForm
	}
	l := venue.BetLine{
		BetID: string(r.ID), Account: string(r.MerchantUserID), Game: lobby, Stake: stake, BetAt: instant(r.CreateTime),
		UpdatedAt: instant(wire.Or(r.ModifyTime, max(r.CreateTime, r.SettleTime, r.CancelTime))),
		Parlay:    r.SeriesType != 0 || len(r.BetList) > 1, Raw: raw,
	}
	if len(r.BetList) == 1 {
		one := r.BetList[0]
		l.Odds, l.OddsType = string(one.Odds), string(one.OddsFormat)
		if !l.Parlay {
			l.Round, l.Market, l.Side = one.side(markets).Place()
		}
	}
	switch {
	case *r.OrderStatus == orderSettled:
		return l, r.Version, r.settle(&l)
	case *r.OrderStatus == orderConfirmed:
		return l, r.Version, nil
	case *r.OrderStatus >= 0 && *r.OrderStatus < orderConfirmed && r.CancelTime > 0:
		l.Status, l.Payout, l.SettledAt = venue.BetVoid, stake, instant(r.CancelTime)
		return l, r.Version, nil
	}
	return venue.BetLine{}, 0, fmt.Errorf("fb: what orderStatus %d means is not known", *r.OrderStatus)
}

// settle writes the result of an order, with the vendor's own valid bet if it is there.
func (r row) settle(l *venue.BetLine) error {
	if r.SettleAmount == nil {
		return errForm
	}
	payout, err := r.SettleAmount.Fen(money.HalfUp)
	if err != nil {
		return errForm
	}
	l.Status, l.Payout, l.SettledAt = venue.BetSettled, payout, l.UpdatedAt
	if r.SettleTime > 0 {
		l.SettledAt = instant(r.SettleTime)
	}
	if r.ValidSettleStakeAmount == nil {
		return nil
	}
	l.HasValid = true
	if l.Valid, err = r.ValidSettleStakeAmount.Fen(money.HalfUp); err != nil || l.Valid < 0 {
		return errForm
	}
	return nil
}

func instant(millis wire.Integer) time.Time { return time.UnixMilli(int64(millis)).UTC() }
