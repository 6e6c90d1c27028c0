package cashier

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/player"
)

// Withdrawals takes orders to withdraw and leads them through review to
// payment. There is no way for a player to take an order back (trust WDR-5).
type Withdrawals struct{ *house }

// The states of a withdrawal.
const (
	Submitted = "submitted" // waits for staff
	Taken     = "claimed"   // one member of staff looks at it
	Second    = "second"    // waits for a second person
	Approved  = "approved"  // waits to be paid
	Paid      = "paid"      // final
	Rejected  = "rejected"  // final, the money returned
	Failed    = "failed"    // final, the bank sent it back and the money returned
)

var withdrawalStates = map[string]string{
	Submitted: "待领取", Taken: "审核中", Second: "待第二人审批", Approved: "待出款", Paid: "已出款", Rejected: "已拒绝", Failed: "出款失败",
}

// WithdrawOrder is what a player asks for. The caller chooses ID; repeating an
// order returns the first withdrawal.
type WithdrawOrder struct {
	ID       string
	Keyless  bool // ID was derived, not chosen: equal orders at once are a double click
	Player   string
	CardID   int64
	Amount   money.Fen
	Password string // the withdrawal password, once the player has set one (D-03)
	ClientIP string
}

// Withdrawal is an order and what became of it. Number and holder are masked.
type Withdrawal struct {
	SN             string
	Player         string
	Amount         money.Fen
	Fee            money.Fen
	State          string
	CardID         int64
	Bank           string
	BankName       string
	Number         string
	Tail           string
	Holder         string
	Province       string
	City           string
	Branch         string
	NeedsSecond    bool
	Flags          []Flag
	HeldUntil      time.Time // zero: not held
	ClaimedBy      string
	ClaimedName    string
	ClaimedAt      time.Time
	ClaimExpiresAt time.Time
	ApprovedBy     []string // names
	Reference      string   // of the payout
	Reason         string   // of a rejection or failure; the player reads it
	ClientIP       string
	CreatedAt      time.Time
	EndedAt        time.Time
}

// Flag is something staff should look at.
type Flag struct{ Code, Text string }

// Ask takes an order to withdraw to one of the player's bank cards: every rule
// is checked here, whatever the page showed (trust WDR-1), and the money is
// locked in the transaction that writes the order, with a copy of where it is
// to go (trust WDR-2).
func (w *Withdrawals) Ask(ctx context.Context, o WithdrawOrder) (Withdrawal, error) {
	w.seam("Ask.C0")
	if o.ID == "" || o.Player == "" {
		return Withdrawal{}, errors.New("withdrawal order without id or player")
	}
	contents := contentsOf(o.Player, o.CardID, o.Amount)
	first, err := readWithdrawal(ctx, w.db, "SELECT * FROM withdrawal WHERE order_id = ?", o.ID)
	if err == nil {
		return w.repeat(first, contents)
	}
	if !errors.Is(err, ErrNoWithdrawal) {
		return Withdrawal{}, err
	}
	p, err := w.mayAsk(ctx, o)
	if err != nil {
		return Withdrawal{}, err
	}
	if p.WithdrawPasswordSet {
		// A whole operation of its own: a wrong guess counts even though nothing else happens.
		if err := w.players.CheckWithdrawPassword(ctx, o.Player, o.Password); err != nil {
			return Withdrawal{}, err
		}
	}
	sn := newSN("W", w.db.Clock().Now())
	var row withdrawalRow
	repeated := false
	err = w.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		row, repeated = withdrawalRow{}, false
		if err := lockPlayer(ctx, tx, o.Player); err != nil {
			return err
		}
		first, err := readWithdrawal(ctx, tx, "SELECT * FROM withdrawal WHERE order_id = ?", o.ID)
		if !errors.Is(err, ErrNoWithdrawal) {
			row, repeated = first, true
			return err
		}
		if row, err = w.lock(ctx, tx, o, p, sn, contents); err != nil {
			return err
		}
		w.seam("Ask.C1")
		return nil
	})
	if err != nil {
		return Withdrawal{}, err
	}
	w.seam("Ask.C2")
	if repeated {
		return w.repeat(row, contents)
	}
	return w.show(row)
}

func (w *Withdrawals) repeat(row withdrawalRow, contents string) (Withdrawal, error) {
	if row.Contents != contents {
		return Withdrawal{}, ErrWithdrawChanged
	}
	return w.show(row)
}

// mayAsk checks what does not need the player's lock.
func (w *Withdrawals) mayAsk(ctx context.Context, o WithdrawOrder) (player.Player, error) {
	if err := w.guard.Gate.Check(ctx, guard.DoorWithdrawals); err != nil {
		return player.Player{}, err
	}
	if o.Amount <= 0 {
		return player.Player{}, ErrWithdrawAmount
	}
	if o.Amount < w.set.WithdrawMin {
		return player.Player{}, ErrWithdrawMin.With(shortYuan(w.set.WithdrawMin))
	}
	p, err := w.players.Find(ctx, w.db, o.Player)
	if err != nil {
		return p, err
	}
	if p.TrueName == "" {
		return p, ErrWithdrawName
	}
	if w.set.MinAge > 0 && !player.OfAge(p.Birthday, calendar.DayOf(w.db.Clock().Now()), w.set.MinAge) {
		return p, ErrWithdrawAge.With(w.set.MinAge)
	}
	return p, w.guard.Check(ctx, w.db, o.Player, guard.Withdraw)
}

// shortYuan writes whole yuan without decimals, as the documented text does.
func shortYuan(f money.Fen) string { return strings.TrimSuffix(f.String(), ".00") }

// lock checks the limits and moves the money, under the player's lock.
func (w *Withdrawals) lock(ctx context.Context, tx *db.Tx, o WithdrawOrder, p player.Player, sn, contents string) (withdrawalRow, error) {
	card, err := findCard(ctx, tx, o.Player, o.CardID)
	if errors.Is(err, ErrNoCard) {
		err = ErrWithdrawCard
	}
	if err != nil {
		return withdrawalRow{}, err
	}
	if o.Keyless {
		if err := w.refuseTwin(ctx, tx, o); err != nil {
			return withdrawalRow{}, err
		}
	}
	if err := w.takeFromDay(ctx, tx, o.Player, o.Amount); err != nil {
		return withdrawalRow{}, err
	}
	left, err := w.turnover.Outstanding(ctx, tx, o.Player)
	if err != nil {
		return withdrawalRow{}, err
	}
	if left > 0 {
		return withdrawalRow{}, ErrWithdrawTurnover.With(left.Grouped())
	}
	row, err := w.draft(ctx, tx, o, p, card, sn, contents)
	if err != nil {
		return withdrawalRow{}, err
	}
	if err := insertWithdrawal(ctx, tx, row); err != nil {
		return withdrawalRow{}, err
	}
	if err := addNote(ctx, tx, sn, byPlayer, "提交提款", ""); err != nil {
		return withdrawalRow{}, err
	}
	_, err = w.ledger.Post(ctx, tx, ledger.Entry{
		Scope: "withdrawal", Key: sn + ":lock", Kind: "withdrawal.lock", Ref: sn, By: o.Player,
		Postings: []ledger.Posting{{From: ledger.Centre(o.Player), To: ledger.Locked(o.Player), Amount: int64(o.Amount)}},
	})
	if errors.Is(err, ledger.ErrInsufficient) {
		err = ErrWithdrawBalance
	}
	return row, err
}

// refuseTwin refuses an order without a key of its own while an equal one is
// seconds old (trust IDE-3). Only under the player's lock can twins see each
// other.
func (w *Withdrawals) refuseTwin(ctx context.Context, tx *db.Tx, o WithdrawOrder) error {
	var twins int
	err := tx.NewRaw("SELECT COUNT(*) FROM withdrawal WHERE player = ? AND card = ? AND amount = ? AND created_at > ?",
		o.Player, o.CardID, int64(o.Amount), tx.Now().Add(-w.set.TwinWindow).UnixMilli()).Scan(ctx, &twins)
	if err != nil {
		return fmt.Errorf("look for twins: %w", err)
	}
	if twins > 0 {
		return ErrWithdrawTwin
	}
	return nil
}

// takeFromDay uses up one of the day's withdrawals and a part of its sum
// (WD-08). The day is GMT+8 and its row stays locked until tx ends (trust
// CON-4).
func (w *Withdrawals) takeFromDay(ctx context.Context, tx *db.Tx, player string, amount money.Fen) error {
	var used struct {
		Times  int
		Amount int64
	}
	err := db.ReadFixed(ctx, tx, &used, `INSERT INTO withdrawal_day (player, day, times, amount) VALUES (?, ?, 1, ?)
		ON CONFLICT (player, day) DO UPDATE SET times = withdrawal_day.times + 1, amount = withdrawal_day.amount + EXCLUDED.amount
		RETURNING times, amount`, player, int32(calendar.DayOf(tx.Now())), int64(amount))
	if err != nil {
		return fmt.Errorf("today's withdrawals of %s: %w", player, err)
	}
	if used.Times > w.set.WithdrawTimes {
		return ErrWithdrawTimes.With(w.set.WithdrawTimes)
	}
	if total := money.Fen(used.Amount); total > w.set.WithdrawDaily {
		return ErrWithdrawDaily.With(max(w.set.WithdrawDaily-(total-amount), 0).Grouped())
	}
	return nil
}

// draft makes the row, with a copy of the destination sealed for this order.
func (w *Withdrawals) draft(ctx context.Context, tx *db.Tx, o WithdrawOrder, p player.Player, card cardRow, sn, contents string) (withdrawalRow, error) {
	place := strconv.FormatInt(card.ID, 10)
	number, err := w.box.Open(sealedAt("player_card", "number", place), card.Number)
	if err != nil {
		return withdrawalRow{}, err
	}
	holder, err := w.box.Open(sealedAt("player_card", "holder", place), card.Holder)
	if err != nil {
		return withdrawalRow{}, err
	}
	if holder != p.TrueName {
		return withdrawalRow{}, ErrWithdrawCard // WDR-3: the name was changed by support since
	}
	row := withdrawalRow{
		SN: sn, OrderID: o.ID, Contents: contents, Player: o.Player, Amount: int64(o.Amount), State: Submitted,
		Card: card.ID, Bank: card.Bank, Tail: card.Tail, Province: card.Province, City: card.City, Branch: card.Branch,
		Number: w.box.Seal(sealedAt("withdrawal", "number", sn), number), Holder: w.box.Seal(sealedAt("withdrawal", "holder", sn), holder),
		NeedsSecond: o.Amount > w.set.WithdrawSecondAbove, ClientIP: o.ClientIP,
		Day: int32(calendar.DayOf(tx.Now())), CreatedAt: tx.NowMillis(),
	}
	held, err := w.heldUntil(ctx, tx, p)
	if err != nil {
		return row, err
	}
	if held.After(tx.Now()) {
		row.HeldUntil = held.UnixMilli()
	}
	row.Flags, err = w.flags(ctx, tx, row, card)
	return row, err
}

// heldUntil is until when withdrawals of a player are held for review (D-23):
// a thief who changed a password or put in a card of his own finds out that
// the owner has a day to notice. Zero when nothing changed lately.
func (w *Withdrawals) heldUntil(ctx context.Context, r db.Reader, p player.Player) (time.Time, error) {
	var firstCard int64
	err := db.ReadFixed(ctx, r, &firstCard, "SELECT COALESCE(MIN(bound_at), 0) FROM player_card WHERE player = ?", p.ID)
	if err != nil {
		return time.Time{}, fmt.Errorf("first card of %s: %w", p.ID, err)
	}
	var latest time.Time
	for _, at := range []time.Time{p.PasswordChangedAt, p.PhoneChangedAt, stamped(firstCard)} {
		if at.After(latest) {
			latest = at
		}
	}
	if latest.IsZero() || w.set.HoldAfterChange == 0 {
		return time.Time{}, nil
	}
	return latest.Add(w.set.HoldAfterChange), nil
}

// newCardFor is how long a card counts as new.
const newCardFor = 72 * time.Hour

// flags notes what staff should look at, as codes.
func (w *Withdrawals) flags(ctx context.Context, tx *db.Tx, row withdrawalRow, card cardRow) (string, error) {
	var flags []string
	var before int
	err := db.ReadFixed(ctx, tx, &before, "SELECT COUNT(*) FROM withdrawal WHERE player = ? AND state = 'paid'", row.Player)
	if err != nil {
		return "", fmt.Errorf("withdrawals of %s: %w", row.Player, err)
	}
	if before == 0 {
		flags = append(flags, "first_withdrawal")
	}
	if stamped(card.BoundAt).Add(newCardFor).After(tx.Now()) {
		flags = append(flags, "new_card")
	}
	if row.HeldUntil > 0 {
		flags = append(flags, "held")
	}
	if row.NeedsSecond {
		flags = append(flags, "large")
	}
	return strings.Join(flags, ","), nil
}

func (w *Withdrawals) flagTexts(row withdrawalRow) []Flag {
	texts := map[string]string{
		"first_withdrawal": "该玩家首次提款",
		"new_card":         "银行卡为提款前72小时内绑定",
		"held":             "近期变更过密码、手机或首次绑卡，须待" + calendar.Stamp(stamped(row.HeldUntil)) + "之后批准",
		"large":            "金额超过" + w.set.WithdrawSecondAbove.Grouped() + "元，需第二人审批",
	}
	flags := []Flag{}
	for _, code := range strings.Split(row.Flags, ",") {
		if code != "" {
			flags = append(flags, Flag{code, texts[code]})
		}
	}
	return flags
}

// show is a row as everybody may see it.
func (w *Withdrawals) show(r withdrawalRow) (Withdrawal, error) {
	holder, err := w.box.Open(sealedAt("withdrawal", "holder", r.SN), r.Holder)
	if err != nil {
		return Withdrawal{}, err
	}
	number, err := w.box.Open(sealedAt("withdrawal", "number", r.SN), r.Number)
	if err != nil {
		return Withdrawal{}, err
	}
	province, city := regionNames(r.Province, r.City)
	out := Withdrawal{
		SN: r.SN, Player: r.Player, Amount: money.Fen(r.Amount), Fee: money.Fen(r.Fee), State: r.State, CardID: r.Card,
		Bank: r.Bank, BankName: bankName(r.Bank), Number: maskNumber(number), Tail: r.Tail, Holder: player.MaskName(holder),
		Province: province, City: city, Branch: r.Branch, NeedsSecond: r.NeedsSecond, Flags: w.flagTexts(r), HeldUntil: stamped(r.HeldUntil),
		ClaimedBy: r.ClaimedBy, ClaimedName: r.ClaimedName, ClaimedAt: stamped(r.ClaimedAt), ClaimExpiresAt: stamped(r.ClaimExpiresAt),
		ApprovedBy: []string{}, Reference: r.Reference, Reason: r.Reason, ClientIP: r.ClientIP,
		CreatedAt: stamped(r.CreatedAt), EndedAt: stamped(r.EndedAt),
	}
	if r.ApprovedBy != "" {
		out.ApprovedBy = strings.Split(r.ApprovedBy, "\n")
	}
	return out, nil
}

// Find is a player's own withdrawal, or ErrNoWithdrawal, which is also the
// answer for somebody else's.
func (w *Withdrawals) Find(ctx context.Context, player, sn string) (Withdrawal, error) {
	row, err := readWithdrawal(ctx, w.db, "SELECT * FROM withdrawal WHERE sn = ?", sn)
	if err != nil {
		return Withdrawal{}, err
	}
	if row.Player != player {
		return Withdrawal{}, ErrNoWithdrawal
	}
	return w.show(row)
}
