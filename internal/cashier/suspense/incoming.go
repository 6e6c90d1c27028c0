package suspense

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/method"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/number"
	"hongyun/internal/staff"
)

// Incoming is money that arrived and belongs to nobody yet: a bank transfer
// without an order, which staff read off the statement, or a gateway's payment
// that did not fit its order. It waits in suspense until two people give it to
// a player's deposit or note that it went back to who sent it.
type Incoming struct {
	*order.Deps
	deposits *deposit.Deposits
	methods  *method.Methods
}

func New(h *order.Deps, d *deposit.Deposits, m *method.Methods) *Incoming {
	return &Incoming{Deps: h, deposits: d, methods: m}
}

// stray is where money without an order waits.
func stray() ledger.Account { return ledger.Suspense("stray") }

// Stray is money that belongs to no order.
type Stray struct {
	SN        string
	Account   string // where it came in: bank:{id}, gateway:{code} or chain:{network}
	Txn       string // the company's number of the payment
	Amount    money.Fen
	Coins     money.Coins // instead of Amount, for money that came on a chain
	Payer     string
	Note      string
	State     string
	Deposit   string // the order it was given to
	Reference string // the company's number of the payment back
	MadeBy    string
	CreatedAt time.Time
	EndedAt   time.Time
}

// StrayOrder is what staff read off a statement.
type StrayOrder struct {
	Account   string
	Amount    money.Fen
	Payer     string
	Reference string
	Note      string // may be empty
}

// Place is an account of ours where money can come in.
type Place struct{ Account, Label string }

// Accounts lists where money can come in.
func (i *Incoming) Accounts(ctx context.Context, r db.Reader) ([]Place, error) {
	rows, err := bank.CompanyAccounts(ctx, i.Deps, r)
	if err != nil {
		return nil, err
	}
	var places []Place
	for _, b := range rows {
		places = append(places, Place{bank.SourceOf(b.ID), b.BankName + " " + b.Holder + " 尾号" + b.Number[max(len(b.Number)-4, 0):]})
	}
	for _, code := range i.methods.GatewayCodes() {
		places = append(places, Place{method.SourceOf(code), "支付通道 " + code})
	}
	return places, nil
}

// PlaceLabel is what people call an account; its own name if it is not known.
func (i *Incoming) PlaceLabel(ctx context.Context, r db.Reader, account string) string {
	if network := usdt.NetworkOf(account); network != "" {
		return "USDT-" + usdt.NetworkName(network)
	}
	places, err := i.Accounts(ctx, r)
	at := slices.IndexFunc(places, func(p Place) bool { return p.Account == account })
	if err != nil || at < 0 {
		return account
	}
	return places[at].Label
}

// Record writes down money that arrived for no order, and books it into
// suspense. The company's number is used once: whatever it paid before is named
// (ErrBankRefUsed). Other faults: ErrReceived, ErrPlace, ErrBankRef, ErrPayer,
// staff.ErrReason.
func (i *Incoming) Record(ctx context.Context, by staff.Actor, o StrayOrder) (Stray, error) {
	return i.RecordChecked(ctx, by, o, func(context.Context, *db.Tx) error { return nil })
}

// RecordChecked is Record after a check in its transaction.
func (i *Incoming) RecordChecked(ctx context.Context, by staff.Actor, o StrayOrder, check func(ctx context.Context, tx *db.Tx) error) (Stray, error) {
	s, err := i.draft(ctx, o)
	if err != nil {
		return Stray{}, err
	}
	s.MadeBy = by.Name
	err = i.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := check(ctx, tx); err != nil {
			return err
		}
		s.CreatedAt = tx.Now()
		holder, mine, err := bank.ClaimProof(ctx, tx, s.Account, s.Txn, s.SN, int64(s.Amount))
		if err == nil && !mine {
			err = order.ErrBankRefUsed.With(holder)
		}
		if err != nil {
			return err
		}
		_, err = tx.NewRaw(`INSERT INTO stray_money (sn, account, txn, amount, payer, note, made_by, created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
			s.SN, s.Account, s.Txn, int64(s.Amount), i.Box.Seal(order.SealedAt("stray_money", "payer", s.SN), s.Payer), s.Note, s.MadeBy, tx.NowMillis()).Exec(ctx)
		if err != nil {
			return fmt.Errorf("write down %s: %w", s.SN, err)
		}
		_, err = i.Ledger.Post(ctx, tx, ledger.Entry{
			Scope: "stray", Key: s.SN + ":in", Kind: "stray.in", Ref: s.SN, Memo: s.Txn, By: by.Name,
			Postings: []ledger.Posting{{From: deposit.HouseAccount(s.Account), To: stray(), Amount: int64(s.Amount)}},
		})
		if err != nil {
			return fmt.Errorf("book %s: %w", s.SN, err)
		}
		if err := order.AddNote(ctx, tx, s.SN, by.Name, "登记来款"+s.Amount.String()+"元", s.Note); err != nil {
			return err
		}
		return i.Staff.Audit(ctx, tx, by, staff.Change{
			Action: "money.record", Subject: straySubject(s.SN), Label: s.SN, Reason: s.Note,
			After: map[string]any{"account": s.Account, "amount": s.Amount, "reference": s.Txn},
		})
	})
	if err != nil {
		return Stray{}, err
	}
	return s, nil
}

func straySubject(sn string) string { return "money:" + sn }

// draft checks what staff wrote.
func (i *Incoming) draft(ctx context.Context, o StrayOrder) (Stray, error) {
	s := Stray{SN: number.NewOrder("S", i.DB.Clock().Now()), Account: o.Account, Amount: o.Amount, Payer: strings.TrimSpace(o.Payer), State: StrayOpen}
	if s.Amount <= 0 {
		return s, order.ErrReceived
	}
	places, err := i.Accounts(ctx, i.DB)
	if err != nil {
		return s, err
	}
	if !slices.ContainsFunc(places, func(p Place) bool { return p.Account == s.Account }) {
		return s, ErrPlace
	}
	var ok bool
	if s.Txn, ok = order.CleanReference(o.Reference); !ok {
		return s, order.ErrBankRef
	}
	if method.GatewayOf(s.Account) != "" {
		s.Txn = strings.TrimSpace(o.Reference) // a gateway's own number counts as it writes it
	}
	if s.Payer == "" || len(s.Payer) > 120 || !order.PlainText(s.Payer) {
		return s, ErrPayer
	}
	if o.Note != "" {
		s.Note, err = staff.CheckReason(o.Note)
	}
	return s, err
}

// Find is money without an order with its history, or ErrNoMoney.
func (i *Incoming) Find(ctx context.Context, sn string) (Stray, []order.Note, error) {
	s, err := i.read(ctx, i.DB, sn, "")
	if err != nil {
		return Stray{}, nil, err
	}
	history, err := order.NotesOf(ctx, i.DB, sn)
	return s, history, err
}

func (i *Incoming) read(ctx context.Context, r db.Reader, sn, lock string) (Stray, error) {
	var row struct {
		Account, Txn               string
		Amount                     int64
		Payer, Note, State         string
		Deposit, Reference, MadeBy string
		CreatedAt, EndedAt         int64
		Asset                      money.Asset
	}
	if !order.Storable(sn) {
		return Stray{}, ErrNoMoney
	}
	err := r.NewRaw(`SELECT account, txn, amount, payer, note, state, deposit, reference, made_by, created_at, ended_at, asset
		FROM stray_money WHERE sn = ?`+lock, sn).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return Stray{}, ErrNoMoney
	}
	if err != nil {
		return Stray{}, fmt.Errorf("read %s: %w", sn, err)
	}
	amount, coins := money.Fen(row.Amount), money.Coins(0)
	if row.Asset == money.USDT {
		amount, coins = 0, money.Coins(row.Amount)
	}
	payer, err := i.Box.Open(order.SealedAt("stray_money", "payer", sn), row.Payer)
	return Stray{
		SN: sn, Account: row.Account, Txn: row.Txn, Amount: amount, Coins: coins, Payer: payer, Note: row.Note, State: row.State,
		Deposit: row.Deposit, Reference: row.Reference, MadeBy: row.MadeBy, CreatedAt: order.Stamped(row.CreatedAt), EndedAt: order.Stamped(row.EndedAt),
	}, err
}

// held is money in suspense, whichever way it came there.
type held struct {
	sn      string
	subject string
	account string // where it came in
	from    ledger.Account
	amount  money.Fen   // 0 for coins, until it is known whose they are
	coins   money.Coins // 0 for yuan
	txn     string
	payer   string
	order   *deposit.Deposit // whose payment it was; nil for money without an order
}

// lockHeld finds money in suspense by its number and keeps others off it.
// ErrNoMoney if there is none, ErrMoneyGone if it was settled.
func (i *Incoming) lockHeld(ctx context.Context, tx *db.Tx, sn string) (held, error) {
	s, err := i.read(ctx, tx, sn, tx.ForUpdate())
	switch {
	case err == nil && s.State != StrayOpen:
		return held{}, deposit.ErrMoneyGone
	case err == nil:
		m := held{sn: sn, subject: straySubject(sn), account: s.Account, from: stray(), amount: s.Amount, coins: s.Coins, txn: s.Txn, payer: s.Payer}
		if m.coins > 0 {
			m.from = usdt.StrayCoins()
		}
		return m, nil
	case !errors.Is(err, ErrNoMoney):
		return held{}, err
	}
	dep, err := deposit.Lock(ctx, tx, i.Box, sn)
	if errors.Is(err, deposit.ErrNotFound) {
		return held{}, ErrNoMoney
	}
	if err != nil {
		return held{}, err
	}
	if !dep.Suspended() {
		return held{}, deposit.ErrMoneyGone
	}
	return held{
		sn: sn, subject: deposit.Subject(sn), account: method.SourceOf(dep.Gateway), from: deposit.Suspense(), amount: dep.Proved,
		txn: dep.GatewayTxn, payer: dep.Depositor, order: &dep,
	}, nil
}

// minor is the money in the smallest unit of its asset.
func (m held) minor() int64 {
	if m.coins > 0 {
		return int64(m.coins)
	}
	return int64(m.amount)
}

// text is the money for people.
func (m held) text() string {
	if m.coins > 0 {
		return m.coins.String() + " USDT"
	}
	return m.amount.Grouped()
}

// value is the money as the trail keeps it.
func (m held) value() any {
	if m.coins > 0 {
		return m.coins
	}
	return m.amount
}

// end notes what became of money in suspense. An order that was in review
// because of it is closed.
func (i *Incoming) end(ctx context.Context, tx *db.Tx, m held, move *order.Move, given, reference, who, what, reason string) error {
	moved, err := true, error(nil)
	if m.order == nil {
		moved, err = move.Apply(ctx, tx, m.sn, "deposit = ?, reference = ?, ended_at = ?", given, reference, tx.NowMillis())
	} else {
		err = deposit.EndSuspended(ctx, tx, m.sn)
	}
	if err != nil {
		return fmt.Errorf("settle %s: %w", m.sn, err)
	}
	if !moved {
		return deposit.ErrMoneyGone
	}
	return order.AddNote(ctx, tx, m.sn, who, what, reason)
}
