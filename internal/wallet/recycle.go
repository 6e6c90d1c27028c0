package wallet

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/venue"
)

// recycleWithin is how long a recycle may take before a repeat of it goes on
// where the first one must have died.
const recycleWithin = 2 * time.Minute

// RecycleOrder is a wish to have everything back from the venues.
type RecycleOrder struct {
	ID     string // the same ID is the same order
	Player string
	By     string // who asks, if not the player
}

// PartState is the result of one venue in a recycle.
type PartState string

// The states of a part.
const (
	PartDone    PartState = "done"
	PartPending PartState = "pending" // the venue has not answered; the resolver sees to it
	PartRefused PartState = "refused"
	PartSkipped PartState = "skipped"
)

// Part is one venue's share of a recycle.
type Part struct {
	Venue      string    `json:"venue"`
	PlatformID int       `json:"platformId"`
	Name       string    `json:"name"`
	State      PartState `json:"state"`
	Reason     string    `json:"reason,omitempty"` // why it was skipped or refused; a key of partTexts or reasonTexts
	Transfer   string    `json:"transfer,omitempty"`
	Amount     money.Fen `json:"amount"`
	Left       money.Fen `json:"left"`              // what stays there: dust where only whole yuan move, or what one transfer cannot carry
	LeftWhy    string    `json:"leftWhy,omitempty"` // why it stays; a key of leftTexts
}

// Why a venue was skipped.
const (
	skipZero        = "zero"
	skipMaintenance = "maintained"
	skipClosed      = "closed"
	skipBusy        = "busy"
	skipSilent      = "no balance"
)

var partTexts = map[string]string{
	skipZero: "没有可回收的余额", skipMaintenance: "场馆维护中，已跳过", skipClosed: "场馆已关闭，已跳过",
	skipBusy: "有转账正在处理中", skipSilent: "场馆没有响应，请稍后再试",
}

// Why money stays at a venue after a transfer of all that it lets go.
const (
	leftDust = "whole yuan"
	leftMost = "transfer limit"
)

var leftTexts = map[string]string{
	leftDust: "该场馆只转整元，¥%s 留在场馆", leftMost: "单次转出有上限，¥%s 留在场馆，可再次回收",
}

// LeftText says in Chinese what stays at the venue and why; "" where nothing does.
func (p Part) LeftText() string {
	text := leftTexts[p.LeftWhy]
	if text == "" || p.Left == 0 {
		return ""
	}
	return fmt.Sprintf(text, p.Left.Grouped())
}

// Empty says that the venue had no money of the player.
func (p Part) Empty() bool { return p.Reason == skipZero && p.Left == 0 }

// Text is the part in one Chinese sentence.
func (p Part) Text() string {
	switch p.State {
	case PartDone:
		return "已回收 " + p.Amount.Grouped() + " 元"
	case PartPending:
		return "处理中 " + p.Amount.Grouped() + " 元"
	}
	if p.Reason == skipZero && p.Left > 0 {
		return p.LeftText()
	}
	if text := partTexts[p.Reason]; text != "" {
		return text
	}
	return reasonTexts[p.Reason]
}

// Recycled is the result of a recycle, venue by venue.
type Recycled struct {
	ID    string
	Parts []Part
}

// Moved is the amount that certainly came back.
func (r Recycled) Moved() money.Fen {
	var sum money.Fen
	for _, p := range r.Parts {
		if p.State == PartDone {
			sum += p.Amount
		}
	}
	return sum
}

// Whole says that nothing failed and nothing is open. Every venue returned its
// money, had none, or is closed for the moment.
func (r Recycled) Whole() bool {
	for _, p := range r.Parts {
		if p.State == PartPending || p.State == PartRefused || p.Reason == skipBusy || p.Reason == skipSilent {
			return false
		}
	}
	return true
}

// Recycle brings a player's money back from all venues. All venues are asked at
// once and each transfer is independent, so a failing venue does not delay the
// others. The result lists each part: returned, open or left out (TRF-05, trust
// F17).
//
// Repeating the order reports the first recycle with its present state;
// ErrRecycling says that it is still at work. A report that could not be stored
// is returned all the same, because the money moved; the repeat finds the
// transfers by their ids.
func (w *Wallets) Recycle(ctx context.Context, order RecycleOrder) (Recycled, error) {
	if order.ID == "" || len(order.ID) > 150 || order.Player == "" {
		return Recycled{}, ErrOrder
	}
	if err := w.Guard.Gate.Check(ctx, guard.DoorTransfers); err != nil {
		return Recycled{}, err
	}
	again, err := w.begin(ctx, order)
	if err != nil {
		return Recycled{}, err
	}
	if again != nil {
		return w.reported(ctx, *again)
	}
	ctx = context.WithoutCancel(ctx) // begun is to be finished, whoever goes away
	venues, err := w.Venues.List(ctx, w.DB)
	if err != nil {
		return Recycled{}, err
	}
	parts := make([]*Part, len(venues))
	w.each(len(venues), func(i int) { parts[i] = w.recycleOne(ctx, order, venues[i]) })
	done := Recycled{ID: order.ID}
	for _, p := range parts {
		if p != nil {
			done.Parts = append(done.Parts, *p)
		}
	}
	w.seam("Recycle.parts")
	if err := w.finish(ctx, done); err != nil {
		w.Log.ErrorContext(ctx, "what a recycle came to was not kept", "recycle", done.ID, "player", order.Player, "err", err)
	}
	return done, nil
}

// recycleOne brings back what one venue has; nil where the player never was.
func (w *Wallets) recycleOne(ctx context.Context, order RecycleOrder, e venue.Entry) *Part {
	p := &Part{Venue: e.Code, PlatformID: e.ID, Name: e.Name, State: PartSkipped}
	id := order.ID + ":" + e.Code
	if t, err := findTransfer(ctx, w.DB, id); err == nil { // begun by the same order before
		p.follow(t)
		return p
	}
	account, err := w.Venues.Account(ctx, w.DB, order.Player, e.Code)
	if err != nil {
		p.Reason = skipSilent
		return p
	}
	switch {
	case account == "" || !e.HasAdapter || w.rules(e.Code).Seamless:
		return nil
	case e.State == venue.StateMaintenance:
		p.Reason = skipMaintenance
		return p
	case e.State == venue.StateClosed:
		p.Reason = skipClosed
		return p
	}
	if _, err := findOpen(ctx, w.DB, order.Player, e.Code); !errors.Is(err, ErrNoTransfer) {
		p.Reason = skipBusy
		return p
	}
	have, _, err := w.balanceAt(ctx, order.Player, e.Code)
	if err != nil {
		w.Log.WarnContext(ctx, "a venue did not tell a balance", "venue", e.Code, "player", order.Player, "err", err)
		p.Reason = skipSilent
		return p
	}
	p.Amount = carried(have, w.rules(e.Code))
	p.Left = have - p.Amount
	switch {
	case p.Left > 0 && p.Left < money.Yuan && w.rules(e.Code).WholeYuan:
		p.LeftWhy = leftDust
	case p.Left > 0:
		p.LeftWhy = leftMost
	}
	if p.Amount == 0 {
		p.Reason = skipZero
		return p
	}
	t, err := w.FromVenue(ctx, Order{ID: id, Player: order.Player, Venue: e.Code, Amount: p.Amount, By: order.By, Batch: order.ID})
	if err != nil {
		w.Log.WarnContext(ctx, "a part of a recycle did not begin", "venue", e.Code, "player", order.Player, "err", err)
		p.Amount, p.Left, p.LeftWhy, p.Reason = 0, have, "", skipSilent
		switch {
		case errors.Is(err, ErrBusy) || errors.Is(err, ErrDisputed):
			p.Reason = skipBusy
		case errors.Is(err, guard.ErrClosed):
			p.Reason = skipMaintenance
		}
		return p
	}
	p.follow(t)
	return p
}

// carried is as much of a balance as one transfer can take.
func carried(have money.Fen, r venue.Rules) money.Fen {
	if r.MaxAmount > 0 {
		have = min(have, r.MaxAmount)
	}
	if r.WholeYuan {
		have = have.Whole()
	}
	return have
}

// follow copies the transfer's state into the part.
func (p *Part) follow(t Transfer) {
	p.Transfer, p.Amount, p.Reason = t.ID, t.Amount, ""
	switch t.State {
	case Completed:
		p.State = PartDone
	case Refused:
		p.State, p.Reason = PartRefused, t.Reason
	default:
		p.State = PartPending
	}
}

// begin writes the recycle down, or gives the one with the same id.
func (w *Wallets) begin(ctx context.Context, order RecycleOrder) (again *recycleRow, err error) {
	err = w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		again = nil
		done, err := tx.NewRaw(`
			INSERT INTO recycle (id, player, created_at) VALUES (?, ?, ?)
			ON CONFLICT (id) DO NOTHING`, order.ID, order.Player, tx.NowMillis()).Exec(ctx)
		if err != nil {
			return fmt.Errorf("begin recycle: %w", err)
		}
		if n, err := done.RowsAffected(); err != nil || n == 1 {
			return err
		}
		var row recycleRow
		err = tx.NewRaw(`SELECT id, player, parts, created_at, finished_at FROM recycle WHERE id = ?`, order.ID).Scan(ctx, &row)
		switch {
		case err != nil:
			return fmt.Errorf("find recycle: %w", err)
		case row.Player != order.Player:
			return ErrChanged
		case row.FinishedAt != 0:
			again = &row
			return nil
		case tx.Now().Sub(instant(row.CreatedAt)) < recycleWithin:
			return ErrRecycling
		}
		return nil // the first one died on the way; its transfers are found by their ids
	})
	return again, err
}

type recycleRow struct {
	ID, Player, Parts     string
	CreatedAt, FinishedAt int64
}

// finish keeps what the recycle came to.
func (w *Wallets) finish(ctx context.Context, r Recycled) error {
	parts, err := json.Marshal(r.Parts)
	if err != nil {
		return err
	}
	return w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(`UPDATE recycle SET parts = ?, finished_at = ? WHERE id = ?`, string(parts), tx.NowMillis(), r.ID).Exec(ctx)
		if err != nil {
			return fmt.Errorf("finish recycle: %w", err)
		}
		return nil
	})
}

// reported is a finished recycle with the present state of its transfers.
func (w *Wallets) reported(ctx context.Context, row recycleRow) (Recycled, error) {
	r := Recycled{ID: row.ID}
	if err := json.Unmarshal([]byte(row.Parts), &r.Parts); err != nil {
		return Recycled{}, fmt.Errorf("recycle %s: %w", row.ID, err)
	}
	for i, p := range r.Parts {
		if p.Transfer == "" {
			continue
		}
		t, err := findTransfer(ctx, w.DB, p.Transfer)
		if err != nil {
			return Recycled{}, err
		}
		r.Parts[i].follow(t)
	}
	return r, nil
}
