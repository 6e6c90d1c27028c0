package cashier

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// BankStatements keeps the statements of our bank accounts that staff import,
// and proposes which orders their lines pay.
type BankStatements struct {
	*Deps
	deposits *Deposits
	payouts  *Payouts
	incoming *Incoming
}

func newStatements(h *Deps, d *Deposits, p *Payouts, i *Incoming) *BankStatements {
	return &BankStatements{Deps: h, deposits: d, payouts: p, incoming: i}
}

// The states of a line. A used line credited a deposit, was put into suspense or
// paid a withdrawal; a linked one explains an order that was booked under
// another number; an undone one was imported for the wrong account.
const (
	LineOpen    = "open"
	LineUsed    = "used"
	LineLinked  = "linked"
	LineIgnored = "ignored"
	LineUndone  = "undone"
)

// LineStates is every state, in the order of the screen.
var LineStates = []string{LineOpen, LineUsed, LineLinked, LineIgnored, LineUndone}

var lineStates = map[string]string{
	LineOpen: "待处理", LineUsed: "已入账", LineLinked: "已关联", LineIgnored: "已忽略", LineUndone: "已撤销",
}

// lineEdges are the ways from state to state. The database has the same in a guard.
var lineEdges = map[string][]string{
	LineUsed:    {LineOpen, LineIgnored},
	LineLinked:  {LineOpen},
	LineIgnored: {LineOpen},
	LineUndone:  {LineOpen, LineIgnored},
	LineOpen:    {LineLinked, LineIgnored},
}

// BankLine is one movement of an account of ours.
type BankLine struct {
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

type bankLineRow struct {
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

func lineOfRow(h *Deps, r bankLineRow) (BankLine, error) {
	name, err := h.box.Open(sealedAt("bank_line", "name", r.ID), r.Name)
	if err != nil {
		return BankLine{}, err
	}
	remark, err := h.box.Open(sealedAt("bank_line", "remark", r.ID), r.Remark)
	return BankLine{
		ID: r.ID, File: r.File, No: r.No, Account: r.Account, Incoming: r.Incoming, Amount: money.Fen(r.Amount), At: stamped(r.At), Timed: r.Timed,
		Name: name, Tail: r.Tail, Remark: remark, Serial: r.Serial, Ref: r.Ref, State: r.State, SN: r.SN,
		DecidedBy: r.DecidedBy, DecidedAt: stamped(r.DecidedAt), Reason: r.Reason, source: r.Source,
	}, err
}

// readLine is a line, or ErrNoLine; lock is empty or what keeps other writers off it.
func readLine(ctx context.Context, h *Deps, r db.Reader, id, lock string) (BankLine, error) {
	if !storable(id) {
		return BankLine{}, ErrNoLine
	}
	var row bankLineRow
	err := r.NewRaw("SELECT * FROM bank_line WHERE id = ?"+lock, id).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return BankLine{}, ErrNoLine
	}
	if err != nil {
		return BankLine{}, fmt.Errorf("read bank line: %w", err)
	}
	return lineOfRow(h, row)
}

// moveLine sets the state of a line if there is an edge to it.
func moveLine(ctx context.Context, tx *db.Tx, l *BankLine, to, sn, who, reason string) error {
	if !slices.Contains(lineEdges[to], l.State) {
		return ErrLineState.With(lineStates[l.State])
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
	_, err := tx.NewRaw("UPDATE bank_line SET state = ?, sn = ?, decided_by = ?, decided_at = ?, reason = ? WHERE id = ? AND state = ?",
		to, sn, who, tx.NowMillis(), reason, l.ID, l.State).Exec(ctx)
	if err != nil {
		return fmt.Errorf("bank line %s to %s: %w", l.ID, to, err)
	}
	l.State, l.SN = to, sn
	return nil
}

// useLine marks the line that has a number of the bank as used by an order,
// however the number came into the books: from the line itself, or typed by hand.
// claimProof calls it, which lets a number be used once. An incoming line of
// another amount is ErrLineDiffers, one that was linked to another order ErrLineUsed. Where the order has a line already, as a payout
// that the bank made twice has, this one stays open for people.
func useLine(ctx context.Context, tx *db.Tx, source, ref, sn string, amount int64) error {
	if source != payoutBank && !strings.HasPrefix(source, "bank:") {
		return nil
	}
	var rows []bankLineRow
	// A bank may write the fee of a payout under the payout's own number.
	err := tx.NewRaw(`SELECT * FROM bank_line WHERE source = ? AND ref = ? AND state <> 'undone' AND (incoming OR amount <= ?) ORDER BY amount DESC, id LIMIT 1`+tx.ForUpdate(),
		source, ref, amount).Scan(ctx, &rows)
	if err != nil {
		return fmt.Errorf("bank lines of %s: %w", ref, err)
	}
	if len(rows) == 0 {
		return nil
	}
	if rows[0].Incoming && rows[0].Amount != amount {
		return ErrLineDiffers
	}
	l := BankLine{ID: rows[0].ID, Incoming: rows[0].Incoming, State: rows[0].State, SN: rows[0].SN}
	if l.State == LineLinked && l.SN != sn {
		return ErrLineUsed.With(l.SN)
	}
	if err := moveLine(ctx, tx, &l, LineUsed, sn, "", ""); !errors.Is(err, ErrLineOrder) {
		return err
	}
	return nil
}

// importers are the accounts of staff that imported the line with a number of the bank.
func importersOf(ctx context.Context, h *Deps, tx *db.Tx, source, ref string) ([]string, error) {
	var accounts []string
	err := tx.NewRaw("SELECT DISTINCT f.made_by FROM bank_line l JOIN bank_file f ON f.id = l.file WHERE l.source = ? AND l.ref = ? AND l.state <> 'undone' ORDER BY f.made_by",
		source, ref).Scan(ctx, &accounts)
	if err != nil {
		return nil, fmt.Errorf("who imported %s: %w", ref, err)
	}
	return accounts, nil
}

// notImporter is ErrOwnImport for the person who imported the line by which
// another person asks to credit: the file is the only word that the money came.
func notImporter(ctx context.Context, h *Deps, tx *db.Tx, by staff.Actor, source, ref string) error {
	accounts, err := importersOf(ctx, h, tx, source, ref)
	if err != nil {
		return err
	}
	own, err := h.staff.SamePerson(ctx, tx, by, accounts)
	if err == nil && own {
		err = ErrOwnImport
	}
	return err
}

// vouch records that whoever imported a line said that its money arrived: they do
// not approve withdrawals of it (H-85). It comes after the acts of those who
// credited, whose sums must stay.
func (d *Deposits) vouch(ctx context.Context, tx *db.Tx, dep Deposit, source, ref string) error {
	if ref == "" {
		return nil
	}
	accounts, err := importersOf(ctx, d.Deps, tx, source, ref)
	if err != nil {
		return err
	}
	for _, account := range accounts {
		if err := d.addAct(ctx, tx, act{sn: dep.SN, act: actCredit, staff: account, player: dep.Player}); err != nil {
			return err
		}
	}
	return nil
}

// checkLine requires that a credit agrees with the line that it names, or else
// with the amount of the line that has its number, and locks the named line.
func (d *Deposits) checkLine(ctx context.Context, tx *db.Tx, dep Deposit, c handCredit) error {
	if c.Line == "" {
		return otherAmount(ctx, tx, bankSource(dep.companyBank), c.BankRef, int64(c.Received))
	}
	l, err := readLine(ctx, d.Deps, tx, c.Line, tx.ForUpdate())
	switch {
	case err != nil:
		return err
	case l.State != LineOpen:
		return ErrLineState.With(lineStates[l.State])
	case !l.Incoming || l.Account != dep.companyBank:
		return ErrLineAccount
	case l.Amount != c.Received || l.Ref != c.BankRef:
		return ErrLineDiffers
	}
	return nil
}

// otherAmount is ErrLineDiffers if an incoming line with a number of the bank has
// another amount.
func otherAmount(ctx context.Context, tx *db.Tx, source, ref string, amount int64) error {
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

// BankLineFilter narrows a list of lines; empty fields do not.
type BankLineFilter struct {
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

func (f BankLineFilter) where(q *bun.SelectQuery) {
	if f.Account > 0 {
		q.Where("l.account = ?", f.Account)
	}
	if f.File != "" {
		q.Where("l.file = ?", f.File)
	}
	if len(f.States) > 0 {
		q.Where("l.state IN (?)", bun.In(f.States))
	}
	if f.Incoming != nil {
		q.Where("l.incoming = ?", *f.Incoming)
	}
	if f.Awaited {
		q.Where("l.state = 'open'").Where(awaited, matchBefore.Milliseconds(), matchAfter.Milliseconds())
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

// Lines lists lines, the newest first, and how many the filter chooses.
func (b *BankStatements) Lines(ctx context.Context, f BankLineFilter) ([]BankLine, int, error) {
	if !storable(f.File + f.Serial + f.SN) {
		return nil, 0, nil
	}
	var rows []bankLineRow
	q := b.db.NewSelect().Model(&rows)
	f.where(q)
	limit, offset := f.Page.Bounds()
	total, err := q.OrderExpr("l.at DESC, l.id DESC").Limit(limit).Offset(offset).ScanAndCount(ctx)
	if err != nil {
		return nil, 0, fmt.Errorf("list bank lines: %w", err)
	}
	list := make([]BankLine, len(rows))
	for i, r := range rows {
		if list[i], err = lineOfRow(b.Deps, r); err != nil {
			return nil, 0, err
		}
	}
	return list, int(total), nil
}
