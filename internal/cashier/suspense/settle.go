package suspense

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/number"
	"hongyun/internal/payment"
	"hongyun/internal/player/identity"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
)

// Kinds of second-person requests about money without an order, with what each is
// asked about.
const (
	kindAssign   staff.Kind[assignment]        = "money.assign"
	kindSendBack staff.Kind[order.ReportAsked] = "money.return"
)

// RegisterKinds tells staff what approved requests about money without an order do.
func (i *Incoming) RegisterKinds(s *staff.Staff) {
	kindAssign.OnApproved(s, i.assignApproved)
	kindSendBack.OnApproved(s, i.sendBackApproved)
}

// Assignment gives money in suspense to a deposit order, or to a player who
// made none.
type Assignment struct {
	SN      string // of the money
	Deposit string // the order
	Player  string // or the player
	Reason  string
}

type assignment struct {
	SN      string `json:"sn"`
	Deposit string `json:"deposit"`
	Player  string `json:"player"` // of the order; without an order, for whom one is made
	Amount  int64  `json:"amount"`
	Rate    int64  `json:"rate,omitempty"`  // of coins: the order's, or that of the day it was asked for
	Coins   int64  `json:"coins,omitempty"` // of coins: amount is what they are worth
}

// Assign asks for a second person's yes to credit money in suspense. Faults:
// ErrNoMoney, ErrMoneyGone, ErrAssignTo, ErrNotFound, ErrState,
// player.ErrNotFound, staff's.
func (i *Incoming) Assign(ctx context.Context, by staff.Actor, o Assignment) (order.Outcome, error) {
	if (o.Deposit == "") == (o.Player == "") {
		return order.Outcome{}, ErrAssignTo
	}
	return i.Request(ctx, by, func(ctx context.Context, tx *db.Tx) (staff.Request, error) {
		if err := i.Guard.Gate.CheckIn(ctx, tx, guard.DoorDeposits); err != nil {
			return staff.Request{}, err
		}
		m, err := i.lockHeld(ctx, tx, o.SN)
		if err != nil {
			return staff.Request{}, err
		}
		place := i.PlaceLabel(ctx, tx, m.account)
		p := assignment{SN: m.sn, Deposit: o.Deposit, Player: identity.Fold(o.Player), Amount: int64(m.amount), Coins: int64(m.coins)}
		to := "新建存款订单"
		var rate money.Rate
		if o.Deposit != "" {
			dep, err := i.lockTarget(ctx, tx, m, o.Deposit)
			if err != nil {
				return staff.Request{}, err
			}
			p.Player, to, rate = dep.Player, dep.SN+" "+dep.Amount.Grouped()+"元", dep.Rate
		} else if _, err := i.Players.Find(ctx, tx, p.Player); err != nil {
			return staff.Request{}, err
		}
		details := []staff.Detail{
			{Label: "金额", Value: m.text()}, {Label: "收款账户", Value: place}, {Label: "付款人", Value: m.payer},
			{Label: "流水号", Value: m.txn}, {Label: "入账玩家", Value: p.Player}, {Label: "入账订单", Value: to},
		}
		if m.coins > 0 {
			if m.amount, rate, err = i.worth(ctx, tx, m, rate); err != nil {
				return staff.Request{}, err
			}
			p.Amount, p.Rate = int64(m.amount), int64(rate)
			details = append(details, staff.Detail{Label: "汇率", Value: rate.String()}, staff.Detail{Label: "入账金额", Value: m.amount.Grouped()})
		}
		return kindAssign.Request(p, staff.Request{
			Subject: m.subject, Label: m.sn, Title: "来款认领 " + m.amount.Grouped() + " 元", Amount: &m.amount,
			Details: details, Reason: o.Reason,
		}), order.AddNote(ctx, tx, m.sn, by.Name, "提交认领，入账玩家"+p.Player, o.Reason)
	})
}

// worth is what coins in suspense credit: at the rate of the order they are
// given to, or, for a player who made none, at the rate of the day.
func (i *Incoming) worth(ctx context.Context, tx *db.Tx, m held, rate money.Rate) (money.Fen, money.Rate, error) {
	if rate == 0 {
		now, err := usdt.RateRow(ctx, tx, usdt.NetworkOf(m.account), usdt.ForDeposit)
		if err != nil {
			return 0, 0, err
		}
		rate = now.Rate
	}
	amount, err := rate.Yuan(m.coins)
	if err == nil && amount <= 0 {
		err = ErrCoinWorth
	}
	return amount, rate, err
}

// lockTarget is an order that money may be given to: one that waits for money
// and has none of its own in suspense.
func (i *Incoming) lockTarget(ctx context.Context, tx *db.Tx, m held, sn string) (deposit.Deposit, error) {
	dep, err := deposit.Lock(ctx, tx, i.Box, sn)
	if err != nil {
		return deposit.Deposit{}, err
	}
	if sn == m.sn || dep.Suspended() || !slices.Contains(deposit.Creditable, dep.State) {
		return deposit.Deposit{}, deposit.ErrState.With(deposit.StateTexts[dep.State])
	}
	if (m.coins > 0) != (dep.Coins > 0) {
		return deposit.Deposit{}, ErrCoinAssign
	}
	return dep, nil
}

func (i *Incoming) assignApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, p assignment) error {
	if err := i.Guard.Gate.CheckIn(ctx, tx, guard.DoorDeposits); err != nil {
		return err
	}
	m, err := i.lockHeld(ctx, tx, p.SN)
	if errors.Is(err, deposit.ErrMoneyGone) || err == nil && (int64(m.coins) != p.Coins || m.coins == 0 && int64(m.amount) != p.Amount) {
		return staff.ErrSubjectChange
	}
	if err != nil {
		return err
	}
	recorded, err := i.notRecorder(ctx, tx, m, by)
	if err != nil {
		return err
	}
	if m.coins > 0 { // what the second person saw
		m.amount = money.Fen(p.Amount)
	}
	who := a.MakerName + "、" + by.Name
	var dep deposit.Deposit
	if p.Deposit != "" {
		dep, err = i.lockTarget(ctx, tx, m, p.Deposit)
		if errors.Is(err, deposit.ErrState) {
			return staff.ErrSubjectChange
		}
	} else {
		dep, err = i.orderFor(ctx, tx, m, p)
	}
	if err != nil {
		return err
	}
	if err := i.deposits.VoidRequest(ctx, tx, dep.SN); err != nil { // another about the same order
		return err
	}
	if err := i.end(ctx, tx, m, assignMove, dep.SN, "", who, "认领至订单"+dep.SN, a.Reason); err != nil {
		return err
	}
	in := deposit.Arrival{Received: m.amount, From: m.from, Coins: m.coins, By: who, Reason: "来款" + m.sn + "认领：" + a.Reason}
	if m.coins > 0 {
		in.Txn = m.txn
	}
	if bank.IDOf(m.account) != 0 {
		in.BankRef = m.txn
	}
	before := dep.State
	if err := i.deposits.Credit(ctx, tx, &dep, in); err != nil {
		return err
	}
	if _, err := tx.NewRaw("UPDATE deposit SET came_at = ? WHERE sn = ?", m.account, dep.SN).Exec(ctx); err != nil {
		return fmt.Errorf("note where the money of %s came: %w", dep.SN, err)
	}
	if err := i.AddTwo(ctx, tx, deposit.CreditAct(dep, false, by), by, a); err != nil {
		return err
	}
	// Without an amount: the sums of the player have it from the maker already.
	for _, account := range recorded {
		if err := i.AddAct(ctx, tx, order.Act{Sn: dep.SN, Act: order.ActCredit, Staff: account, Player: dep.Player}); err != nil {
			return err
		}
	}
	return i.Staff.Audit(ctx, tx, by, staff.Change{
		Action: string(kindAssign), Subject: m.subject, Label: m.sn, Reason: a.Reason,
		Before: map[string]any{"deposit": dep.SN, "state": before},
		After:  map[string]any{"deposit": dep.SN, "state": deposit.Credited, "received": m.amount, "player": dep.Player},
	})
}

// notRecorder is ErrOwnRecord for the person who wrote money down that two
// others now give to a player, or ErrOwnImport for the one who imported its line:
// nobody else said that it arrived. It answers the accounts that did either, none
// for what a company reported.
func (i *Incoming) notRecorder(ctx context.Context, tx *db.Tx, m held, by staff.Actor) ([]string, error) {
	accounts, err := i.Staff.AccountsThatDid(ctx, tx, "money.record", m.subject)
	if err != nil {
		return nil, err
	}
	own, err := i.Staff.SamePerson(ctx, tx, by, accounts)
	if err == nil && own {
		err = ErrOwnRecord
	}
	if err != nil {
		return nil, err
	}
	imported, err := bank.ImportersOf(ctx, i.Deps, tx, m.account, m.txn)
	if err == nil {
		err = bank.NotImporter(ctx, i.Deps, tx, by, m.account, m.txn)
	}
	return append(accounts, imported...), err
}

// orderFor makes a deposit order for money whose player made none.
func (i *Incoming) orderFor(ctx context.Context, tx *db.Tx, m held, p assignment) (deposit.Deposit, error) {
	dep := deposit.Deposit{
		SN: number.NewOrder("R", tx.Now()), Player: p.Player, Amount: m.amount, State: deposit.Review, ReviewReason: "来款" + m.sn + "认领",
		Method: "人工认领", Channel: i.PlaceLabel(ctx, tx, m.account), Depositor: m.payer, CreatedAt: tx.Now(), ExpiresAt: tx.Now(),
		OrderID: "assigned:" + m.sn, Contents: order.ContentsOf(m.sn, p.Player), Token: secret.NewToken(),
		Coins: m.coins, Rate: money.Rate(p.Rate),
	}
	dep.SetSource(m.account)
	if err := deposit.Insert(ctx, tx, i.Box, dep); err != nil {
		return deposit.Deposit{}, err
	}
	return dep, order.AddNote(ctx, tx, dep.SN, order.BySystem, "来款认领，新建订单", m.sn)
}

// SendBack asks for a second person's yes to note that money in suspense went
// back to who sent it, under the company's number of that payment; coins, under a
// transaction that their chain calls final. Faults: ErrNoMoney, ErrMoneyGone,
// ErrReference, ErrReferenceUsed, ErrTx, ErrBackDiffers, ErrTxUnproved, staff's.
func (i *Incoming) SendBack(ctx context.Context, by staff.Actor, r order.Reported) (order.Outcome, error) {
	back, err := i.reference(ctx, r)
	if err != nil {
		return order.Outcome{}, err
	}
	return i.Request(ctx, by, func(ctx context.Context, tx *db.Tx) (staff.Request, error) {
		m, err := i.lockHeld(ctx, tx, r.SN)
		if err != nil {
			return staff.Request{}, err
		}
		for _, source := range backSources(m.account) {
			if err := bank.UnusedProof(ctx, tx, source, back.ref); err != nil {
				return staff.Request{}, err
			}
		}
		place := i.PlaceLabel(ctx, tx, m.account)
		title, amount := "来款退回 "+m.text()+" 元", &m.amount
		if m.coins > 0 {
			title, amount = "来款退回 "+m.text(), nil // coins are no yuan, and are not added to them
		}
		return kindSendBack.Request(order.ReportAsked{SN: m.sn, Reference: back.ref}, staff.Request{
			Subject: m.subject, Label: m.sn, Title: title, Amount: amount,
			Details: append([]staff.Detail{
				{Label: "金额", Value: m.text()}, {Label: "收款账户", Value: place}, {Label: "付款人", Value: m.payer},
				{Label: "来款流水号", Value: m.txn}, {Label: "退款流水号", Value: back.ref},
			}, back.details...),
			Reason: r.Reason,
		}), order.AddNote(ctx, tx, m.sn, by.Name, "提交退回", r.Reason)
	})
}

// backSources are the sources of the numbers of payments back. Coins leave the
// operator's wallets once, as a payout or as a return: both use one source, and
// older returns have their own.
func backSources(account string) []string {
	if network := usdt.NetworkOf(account); network != "" {
		return []string{usdt.PaidOutOn(network), order.BackAt(account)}
	}
	return []string{order.BackAt(account)}
}

// paymentBack is the number of a payment back in its one form, and what the
// second person compares.
type paymentBack struct {
	ref     string
	details []staff.Detail
}

// reference reads the number of a payment back. Coins went back when their chain
// has a final transfer of as many, from a wallet of the operator to the sender of
// the coins, after they came. A sender that the chain does not name is shown as
// unknown to the second person.
func (i *Incoming) reference(ctx context.Context, r order.Reported) (paymentBack, error) {
	s, err := i.read(ctx, i.DB, r.SN, "")
	if err != nil || s.Coins == 0 {
		ref, ok := order.CleanReference(r.Reference)
		if !ok {
			return paymentBack{}, order.ErrReference
		}
		return paymentBack{ref: ref}, nil // whether there is such money is looked at under its lock
	}
	network := usdt.NetworkOf(s.Account)
	hash, ok := payment.ParseTx(network, r.Reference)
	if !ok {
		return paymentBack{}, usdt.ErrTx
	}
	sent, err := usdt.OnChain(ctx, i.Deps, network, hash)
	if err != nil {
		if errors.Is(err, usdt.ErrTxDiffers) {
			err = ErrBackDiffers
		}
		return paymentBack{}, err
	}
	var came usdt.TransferRow
	err = i.DB.NewRaw("SELECT * FROM chain_transfer WHERE network = ? AND sn = ?", network, s.SN).Scan(ctx, &came)
	if err != nil {
		return paymentBack{}, fmt.Errorf("the transfer of %s: %w", s.SN, err)
	}
	for _, t := range sent.Transfers {
		if !t.Final || t.Network != network || t.Amount != s.Coins || t.At.Before(order.Stamped(came.At)) || usdt.TransferKey(t.Tx, t.Index) == s.Txn {
			continue
		}
		fits, err := i.sentBack(ctx, came, t)
		if err != nil {
			return paymentBack{}, err
		}
		if fits {
			return paymentBack{usdt.TransferKey(t.Tx, t.Index), []staff.Detail{
				{Label: "来款付款地址", Value: usdt.SenderText(came.Sender)}, {Label: "退款付款地址", Value: usdt.SenderText(t.From.String())},
				{Label: "退款收款地址", Value: t.To.String()},
			}}, nil
		}
	}
	return paymentBack{}, ErrBackDiffers
}

// sentBack tells whether a transfer returns coins: from an address of the
// operator to the sender of what came. What the chain does not name cannot be
// compared here, and is left to the second person.
func (i *Incoming) sentBack(ctx context.Context, came usdt.TransferRow, t payment.Transfer) (bool, error) {
	if came.Sender != "" && t.To.String() != came.Sender {
		return false, nil
	}
	if came.Sender == "" { // a move between the operator's own wallets returns nothing
		ours, err := i.ours(ctx, t.To, t)
		if err != nil || ours {
			return false, err
		}
	}
	if t.From == (payment.Address{}) {
		return true, nil
	}
	return i.ours(ctx, t.From, t)
}

// ours tells whether an address is a wallet of the operator, of either kind.
func (i *Incoming) ours(ctx context.Context, a payment.Address, t payment.Transfer) (bool, error) {
	pays, err := usdt.PaysFrom(ctx, i.Deps, i.DB, a, t.At)
	if err != nil || pays {
		return pays, err
	}
	return usdt.ReceivesAt(ctx, i.Deps, i.DB, a)
}

func (i *Incoming) sendBackApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, p order.ReportAsked) error {
	m, err := i.lockHeld(ctx, tx, p.SN)
	if errors.Is(err, deposit.ErrMoneyGone) {
		return staff.ErrSubjectChange
	}
	if err != nil {
		return err
	}
	sources := backSources(m.account)
	for _, source := range sources[1:] {
		if err := bank.UnusedProof(ctx, tx, source, p.Reference); err != nil {
			return err
		}
	}
	if err := bank.UseProof(ctx, tx, sources[0], p.Reference, m.sn, money.Fen(m.minor())); err != nil {
		return err
	}
	scope := "stray"
	if m.order != nil {
		scope = "deposit"
	}
	who := a.MakerName + "、" + by.Name
	_, err = i.Ledger.Post(ctx, tx, ledger.Entry{
		Scope: scope, Key: m.sn + ":back", Kind: scope + ".back", Ref: m.sn, Memo: p.Reference, By: who,
		Postings: []ledger.Posting{{From: m.from, To: deposit.HouseAccount(m.account), Amount: m.minor()}},
	})
	if err != nil {
		return fmt.Errorf("send %s back: %w", m.sn, err)
	}
	what := "退回付款人" + m.amount.String() + "元"
	if m.coins > 0 {
		what = "退回付款人" + m.text()
	}
	if err := i.end(ctx, tx, m, returnMove, "", p.Reference, who, what, a.Reason); err != nil {
		return err
	}
	return i.Staff.Audit(ctx, tx, by, staff.Change{
		Action: string(kindSendBack), Subject: m.subject, Label: m.sn, Reason: a.Reason,
		After: map[string]any{"amount": m.value(), "account": m.account, "reference": p.Reference},
	})
}
