package bank

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// Line is one movement of an account of ours.
type Line struct {
	ID        string
	File      string
	No        int // line of the file
	Account   int64
	Incoming  bool
	Amount    money.Fen
	At        time.Time
	Timed     bool // At has a time of day
	Name      string
	Tail      string
	Remark    string
	Serial    string // the bank's number; empty where its form has none
	Ref       string // under which it is booked: the serial, or one of our own
	State     string
	SN        string // the order that it paid, or the money in suspense
	DecidedBy string
	DecidedAt time.Time
	Reason    string

	source string // with Ref, the key of cashier_proof
}

type LineRow struct {
	bun.BaseModel `bun:"table:bank_line,alias:l"`

	ID        string `bun:"id,pk"`
	File      string
	No        int
	Account   int64
	Incoming  bool
	Amount    int64
	At        int64
	Timed     bool
	Name      string
	Tail      string
	Remark    string
	Serial    string
	LineKey   string
	Source    string
	Ref       string
	State     string
	SN        string `bun:"sn"`
	DecidedBy string
	DecidedAt int64
	Reason    string
}

func LineOfRow(h *order.Deps, r LineRow) (Line, error) {
	name, err := h.Box.Open(order.SealedAt("bank_line", "name", r.ID), r.Name)
	if err != nil {
		return Line{}, err
	}
	remark, err := h.Box.Open(order.SealedAt("bank_line", "remark", r.ID), r.Remark)
	return Line{
		ID: r.ID, File: r.File, No: r.No, Account: r.Account, Incoming: r.Incoming, Amount: money.Fen(r.Amount), At: order.Stamped(r.At), Timed: r.Timed,
		Name: name, Tail: r.Tail, Remark: remark, Serial: r.Serial, Ref: r.Ref, State: r.State, SN: r.SN,
		DecidedBy: r.DecidedBy, DecidedAt: order.Stamped(r.DecidedAt), Reason: r.Reason, source: r.Source,
	}, err
}

// ReadLine is a line, or ErrNoLine; lock is empty or what keeps other writers off it.
func ReadLine(ctx context.Context, h *order.Deps, r db.Reader, id, lock string) (Line, error) {
	if !order.Storable(id) {
		return Line{}, ErrNoLine
	}
	var row LineRow
	err := r.NewRaw("SELECT * FROM bank_line WHERE id = ?"+lock, id).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return Line{}, ErrNoLine
	}
	if err != nil {
		return Line{}, fmt.Errorf("read bank line: %w", err)
	}
	return LineOfRow(h, row)
}

// MoveLine makes a move of a line. Faults: ErrLineState, ErrLineOrder.
func MoveLine(ctx context.Context, tx *db.Tx, l *Line, move *order.Move, sn, who, reason string) error {
	if !move.Leaves(l.State) {
		return ErrLineState.With(LineStateTexts[l.State])
	}
	if sn != "" {
		var other []int
		err := tx.NewRaw("SELECT no FROM bank_line WHERE sn = ? AND incoming = ? AND id <> ?", sn, l.Incoming, l.ID).Scan(ctx, &other)
		if err != nil {
			return fmt.Errorf("lines of %s: %w", sn, err)
		}
		if len(other) > 0 {
			return ErrLineOrder.With(sn)
		}
	}
	moved, err := move.Apply(ctx, tx, l.ID, "sn = ?, decided_by = ?, decided_at = ?, reason = ?", sn, who, tx.NowMillis(), reason)
	if err != nil {
		return err
	}
	if !moved {
		return ErrLineState.With(LineStateTexts[l.State])
	}
	l.State, l.SN = move.To, sn
	return nil
}

// UseLine marks the line that has a number of the bank as used by an order,
// however the number came into the books: from the line itself, or typed by hand.
// ClaimProof calls it, which lets a number be used once. An incoming line of another
// amount is ErrLineDiffers, one that was linked to another order ErrLineUsed. Where the
// order has a line already, as a payout that the bank made twice has, this one stays
// open for people.
func UseLine(ctx context.Context, tx *db.Tx, source, ref, sn string, amount int64) error {
	if source != order.PayoutBank && IDOf(source) == 0 {
		return nil
	}
	var rows []LineRow
	// A bank may write the fee of a payout under the payout's own number. The amount of a
	// lost payout was typed by people, so a line of another amount stays open for them.
	least := int64(0)
	if strings.HasPrefix(sn, order.LostPayout) {
		least = amount
	}
	err := tx.NewRaw(`SELECT * FROM bank_line WHERE source = ? AND ref = ? AND state <> 'undone' AND (incoming OR amount BETWEEN ? AND ?) ORDER BY amount DESC, id LIMIT 1`+tx.ForUpdate(),
		source, ref, least, amount).Scan(ctx, &rows)
	if err != nil {
		return fmt.Errorf("bank lines of %s: %w", ref, err)
	}
	if len(rows) == 0 {
		return nil
	}
	if rows[0].Incoming && rows[0].Amount != amount {
		return ErrLineDiffers
	}
	l := Line{ID: rows[0].ID, Incoming: rows[0].Incoming, State: rows[0].State, SN: rows[0].SN}
	if l.State == LineLinked && l.SN != sn {
		return ErrLineUsed.With(l.SN)
	}
	if err := MoveLine(ctx, tx, &l, useMove, sn, "", ""); !errors.Is(err, ErrLineOrder) {
		return err
	}
	return nil
}

// ImportersOf are the accounts of staff that imported the line with a number of the bank.
func ImportersOf(ctx context.Context, h *order.Deps, tx *db.Tx, source, ref string) ([]string, error) {
	var accounts []string
	err := tx.NewRaw("SELECT DISTINCT f.made_by FROM bank_line l JOIN bank_file f ON f.id = l.file WHERE l.source = ? AND l.ref = ? AND l.state <> 'undone' ORDER BY f.made_by",
		source, ref).Scan(ctx, &accounts)
	if err != nil {
		return nil, fmt.Errorf("who imported %s: %w", ref, err)
	}
	return accounts, nil
}

// NotImporter is ErrOwnImport for the person who imported the line by which
// another person asks to credit: the file is the only word that the money came.
func NotImporter(ctx context.Context, h *order.Deps, tx *db.Tx, by staff.Actor, source, ref string) error {
	accounts, err := ImportersOf(ctx, h, tx, source, ref)
	if err != nil {
		return err
	}
	own, err := h.Staff.SamePerson(ctx, tx, by, accounts)
	if err == nil && own {
		err = ErrOwnImport
	}
	return err
}

// OtherAmount is ErrLineDiffers if an incoming line with a number of the bank has
// another amount.
func OtherAmount(ctx context.Context, tx *db.Tx, source, ref string, amount int64) error {
	var others int
	err := tx.NewRaw("SELECT COUNT(*) FROM bank_line WHERE source = ? AND ref = ? AND state <> 'undone' AND incoming AND amount <> ?", source, ref, amount).Scan(ctx, &others)
	if err != nil {
		return fmt.Errorf("bank lines of %s: %w", ref, err)
	}
	if others > 0 {
		return ErrLineDiffers
	}
	return nil
}

// PaymentLine is the line of a payment to a player by its bank number, found where one
// was imported. A line that explains another order is ErrLineUsed. Lines of which none
// has exactly the amount are ErrLineDiffers; one of them may be the payment's fee.
func PaymentLine(ctx context.Context, h *order.Deps, tx *db.Tx, ref string, amount money.Fen) (l Line, found bool, err error) {
	var rows []LineRow
	err = tx.NewRaw("SELECT * FROM bank_line WHERE source = ? AND ref = ? AND NOT incoming AND state <> 'undone' ORDER BY id", order.PayoutBank, ref).Scan(ctx, &rows)
	if err != nil {
		return Line{}, false, fmt.Errorf("bank lines of %s: %w", ref, err)
	}
	for _, r := range rows {
		if r.SN != "" {
			return Line{}, false, ErrLineUsed.With(r.SN)
		}
	}
	for _, r := range rows {
		if r.Amount == int64(amount) {
			l, err = LineOfRow(h, r)
			return l, err == nil, err
		}
	}
	if len(rows) > 0 {
		return Line{}, false, ErrLineDiffers
	}
	return Line{}, false, nil
}

// LineFilter narrows a list of lines; empty fields do not.
type LineFilter struct {
	Account  int64
	File     string
	States   []string
	Incoming *bool
	Awaited  bool // an order waits for this amount
	Serial   string
	SN       string
	Min, Max money.Fen
	From, To time.Time
	Page     staff.Page
}

// awaited tells whether an order waits for the amount of a line: cheap, and wider than a proposal.
const awaited = `(l.incoming AND EXISTS (SELECT 1 FROM deposit d WHERE d.company_bank = l.account AND d.amount = l.amount AND d.company_bank > 0
		AND d.state IN ('pending', 'claimed', 'expired', 'review') AND d.created_at BETWEEN l.at - ?0 AND l.at + ?1)
	OR NOT l.incoming AND EXISTS (SELECT 1 FROM withdrawal w WHERE w.state = 'approved' AND w.amount = l.amount AND w.network = ''))`

func (f LineFilter) Where(q *bun.SelectQuery) {
	if f.Account > 0 {
		q.Where("l.account = ?", f.Account)
	}
	if f.File != "" {
		q.Where("l.file = ?", f.File)
	}
	if len(f.States) > 0 {
		q.Where("l.state IN (?)", bun.List(f.States))
	}
	if f.Incoming != nil {
		q.Where("l.incoming = ?", *f.Incoming)
	}
	if f.Awaited {
		q.Where("l.state = 'open'").Where(awaited, MatchBefore.Milliseconds(), MatchAfter.Milliseconds())
	}
	if f.Serial != "" {
		q.Where("l.ref = ?", strings.ToUpper(f.Serial))
	}
	if f.SN != "" {
		q.Where("l.sn = ?", f.SN)
	}
	if f.Min > 0 {
		q.Where("l.amount >= ?", int64(f.Min))
	}
	if f.Max > 0 {
		q.Where("l.amount <= ?", int64(f.Max))
	}
	if !f.From.IsZero() {
		q.Where("l.at >= ?", f.From.UnixMilli())
	}
	if !f.To.IsZero() {
		q.Where("l.at < ?", f.To.UnixMilli())
	}
}

func (r LineRow) SourceOfBank() string { return SourceOf(r.Account) }

// The time in which a transfer belongs to an order: a clock of a bank may be slow.
const (
	MatchBefore = 3 * 24 * time.Hour // the order is at most so much older than the line
	MatchAfter  = 10 * time.Minute   // or so much younger
)
