package crash

import (
	"context"
	"errors"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
)

// open says what is not final: transfers, and deposits that the gateway was paid
// for. due says that something of it should be happening right now.
func (s *storm) open() (open string, due bool, err error) {
	now := s.h.clock.Now().UnixMilli()
	theirs, err := s.h.company()
	if err != nil {
		return "", false, err
	}
	err = s.h.read(func(ctx context.Context, d *db.DB) error {
		var transfers []struct {
			ID        string
			NextAskAt int64
		}
		if err := d.NewRaw("SELECT id, next_ask_at FROM transfer WHERE state IN ('pending', 'manual')").Scan(ctx, &transfers); err != nil {
			return err
		}
		var deposits []struct {
			SN     string
			PollAt int64
		}
		if err := d.NewRaw("SELECT sn, poll_at FROM deposit WHERE state <> 'credited'").Scan(ctx, &deposits); err != nil {
			return err
		}
		// A row that is being asked about is due again only later.
		for _, t := range transfers {
			open += " transfer " + t.ID
			due = due || t.NextAskAt <= now
		}
		for _, p := range deposits {
			if theirs.paid[p.SN] > 0 {
				open += " deposit " + p.SN
				due = due || p.PollAt <= now
			}
		}
		return nil
	})
	return open, due, err
}

// audit compares the house with the clients' own list: every operation that was
// acknowledged is there once, and nothing else is.
func (s *storm) audit() error {
	return s.h.read(func(ctx context.Context, d *db.DB) error {
		var failed error
		for _, check := range []func(context.Context, *db.DB) error{s.auditTransfers, s.auditDeposits, s.auditWithdrawals, s.auditMoney} {
			failed = errors.Join(failed, check(ctx, d))
		}
		return failed
	})
}

func (s *storm) auditTransfers(ctx context.Context, d *db.DB) error {
	var rows []struct {
		ID, Player, Direction, State, Batch string
		Amount, CreatedAt                   int64
	}
	if err := d.NewRaw("SELECT id, player, direction, state, batch, amount, created_at FROM transfer").Scan(ctx, &rows); err != nil {
		return err
	}
	byID, recycles := map[string]*operation{}, map[string]bool{}
	for _, o := range s.ops {
		switch o.kind {
		case moveIn, moveOut:
			byID[o.id()] = o
		case recycle:
			recycles[o.id()] = true
		}
	}
	var failed error
	wrong := func(format string, args ...any) { failed = errors.Join(failed, fmt.Errorf(format, args...)) }
	for _, row := range rows {
		if row.Batch != "" {
			if !recycles[row.Batch] || row.ID != row.Batch+":ky" {
				wrong("a transfer of no recycle: %+v", row)
			}
			continue
		}
		o := byID[row.ID]
		delete(byID, row.ID)
		state := map[string]string{"completed": "1", "refused": "2"}[row.State]
		switch {
		case o == nil:
			wrong("a transfer that nobody asked for: %+v", row)
		case !o.taken || numberOf(row.ID, row.CreatedAt) != o.ref || row.Player != o.who.id || row.Direction != string(o.kind) || row.Amount != int64(o.amount()):
			wrong("%s is stored as %+v", o, row)
		case o.state != "0" && o.state != state:
			wrong("%s was told, and it is %s", o, row.State)
		}
	}
	for _, o := range byID {
		if o.taken {
			wrong("acknowledged and missing: %s", o)
		}
	}
	return failed
}

func (s *storm) auditDeposits(ctx context.Context, d *db.DB) error {
	var rows []struct {
		SN, OrderID, State string
		Received           int64
	}
	if err := d.NewRaw("SELECT sn, order_id, state, received FROM deposit").Scan(ctx, &rows); err != nil {
		return err
	}
	byID := map[string]*operation{}
	for _, o := range s.ops {
		if o.kind == buy {
			byID[o.id()] = o
		}
	}
	var failed error
	wrong := func(format string, args ...any) { failed = errors.Join(failed, fmt.Errorf(format, args...)) }
	for _, row := range rows {
		o := byID[row.OrderID]
		delete(byID, row.OrderID)
		switch {
		case o == nil:
			wrong("a deposit that nobody ordered: %+v", row)
		case o.taken && row.SN != o.ref:
			wrong("%s is stored as %+v", o, row)
		case o.paid != (row.State == "credited") || (o.paid && row.Received != int64(o.amount())):
			wrong("%s, paid %v, is stored as %+v", o, o.paid, row)
		}
	}
	for _, o := range byID {
		if o.taken {
			wrong("acknowledged and missing: %s", o)
		}
	}
	return failed
}

func (s *storm) auditWithdrawals(ctx context.Context, d *db.DB) error {
	var rows []struct{ SN, OrderID, State, Reference string }
	if err := d.NewRaw("SELECT sn, order_id, state, reference FROM withdrawal").Scan(ctx, &rows); err != nil {
		return err
	}
	byID, decided := map[string]*operation{}, map[string]*payout{}
	for _, o := range s.ops {
		if o.kind == withdraw {
			byID[o.id()] = o
		}
	}
	for _, p := range s.payouts {
		decided[p.op.ref] = p
	}
	var failed error
	wrong := func(format string, args ...any) { failed = errors.Join(failed, fmt.Errorf(format, args...)) }
	for _, row := range rows {
		o, p := byID[row.OrderID], decided[row.SN]
		delete(byID, row.OrderID)
		switch {
		case o == nil || !o.taken || o.ref != row.SN || p == nil:
			wrong("a withdrawal that nobody asked for, or nobody was told of: %+v", row)
		case p.pay && (row.State != "paid" || row.Reference != p.reference), !p.pay && row.State != "rejected":
			wrong("%s, to be paid %v, is stored as %+v", o, p.pay, row)
		}
	}
	for _, o := range byID {
		if o.taken {
			wrong("acknowledged and missing: %s", o)
		}
	}
	return failed
}

// auditMoney adds up what each player must have by the clients' list.
func (s *storm) auditMoney(ctx context.Context, d *db.DB) error {
	has := map[string]money.Fen{}
	for _, p := range s.h.e.players {
		has[p.id] = granted
	}
	for _, o := range s.ops {
		if o.paid {
			has[o.who.id] += o.amount()
		}
	}
	var out money.Fen
	for _, p := range s.payouts {
		if p.pay {
			has[p.op.who.id] -= p.op.amount()
			out += p.op.amount()
		}
	}
	var failed error
	for id, want := range has {
		balances, err := ledger.New(d).Balances(ctx, d, id)
		if err != nil {
			return err
		}
		var sum money.Fen
		for _, b := range balances {
			sum += money.Fen(b.Minor)
		}
		if sum != want {
			failed = errors.Join(failed, fmt.Errorf("%s has %s in all, want %s", id, sum, want))
		}
	}
	paid, err := ledger.New(d).Balance(ctx, d, ledger.HouseBank("payout"))
	if err == nil && money.Fen(paid) != out {
		err = fmt.Errorf("payouts come to %s in the books and %s by the bank", money.Fen(paid), out)
	}
	return errors.Join(failed, err)
}
