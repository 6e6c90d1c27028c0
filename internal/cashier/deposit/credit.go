package deposit

import (
	"context"
	"fmt"
	"time"

	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/db"
	"hongyun/internal/inbox"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/turnover"
)

// Arrival is money that arrived for an order: how much, where, and by which
// number of the company that reports it.
type Arrival struct {
	Received money.Fen
	From     ledger.Account
	Coins    money.Coins // where what arrived is USDT: from holds coins, and received is their worth
	Txn      string      // the gateway's number
	BankRef  string      // or the bank's
	By       string      // for the books and the history
	Reason   string
}

// Suspense is where a payment waits whose order a person must look at first:
// it arrived, so the books have it, and it belongs to nobody yet.
func Suspense() ledger.Account { return ledger.Suspense("deposit") }

// Credit books what was really received, with everything that follows from
// it: one transaction, so that no part can be there without the others. The
// conditional update is what makes a second credit of an order impossible;
// the ledger's key says the same once more.
//
// It takes the player's lock: a withdrawal looks at the requirement first and
// at the balance later, and must not see this money without what it requires.
func (d *Deposits) Credit(ctx context.Context, tx *db.Tx, dep *Deposit, a Arrival) error {
	if err := order.LockPlayer(ctx, tx, dep.Player); err != nil {
		return err
	}
	moved, err := creditMove.Apply(ctx, tx, dep.SN, `received = ?0, ended_at = ?1, poll_at = 0, suspended = FALSE,
		gateway_txn = CASE WHEN ?2 = '' THEN gateway_txn ELSE ?2 END, bank_ref = ?3`, int64(a.Received), tx.NowMillis(), a.Txn, a.BankRef)
	if err != nil {
		return err
	}
	if !moved {
		return ErrState.With(StateTexts[dep.State])
	}
	if err := d.dropLostTurnover(ctx, tx, dep.Player); err != nil {
		return err
	}
	postings := []ledger.Posting{{From: a.From, To: ledger.Centre(dep.Player), Amount: int64(a.Received)}}
	if a.Coins > 0 {
		postings = usdt.CoinsIn(a.From, a.Coins, dep.Player, a.Received)
	}
	_, err = d.Ledger.Post(ctx, tx, ledger.Entry{
		Scope: "deposit", Key: dep.SN + ":credit", Kind: "deposit.credit", Ref: dep.SN, By: a.By, Postings: postings,
	})
	if err != nil {
		return fmt.Errorf("book deposit %s: %w", dep.SN, err)
	}
	required, err := money.MulDiv(a.Received, d.Rules().TurnoverPercent, 100, money.Down)
	if err != nil {
		return err
	}
	err = d.Turnover.Open(ctx, tx, turnover.Bucket{
		Player: dep.Player, Source: "deposit", Ref: dep.SN, Amount: a.Received, Required: required,
	})
	if err != nil {
		return err
	}
	_, err = tx.NewRaw("INSERT INTO deposit_notice (sn, player, amount, at) VALUES (?, ?, ?, ?)",
		dep.SN, dep.Player, int64(a.Received), tx.NowMillis()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("notice of deposit %s: %w", dep.SN, err)
	}
	what := "到账" + a.Received.String() + "元"
	if a.Coins > 0 {
		what = "到账" + a.Coins.String() + " USDT，入账" + a.Received.String() + "元"
	}
	if err := order.AddNote(ctx, tx, dep.SN, a.By, what, a.Reason); err != nil {
		return err
	}
	dep.State, dep.Received, dep.EndedAt, dep.suspended = Credited, a.Received, tx.Now(), false
	if a.Txn != "" {
		dep.GatewayTxn = a.Txn
	}
	dep.BankRef = a.BankRef
	if err := inbox.Write(ctx, tx, creditedMessage(*dep)); err != nil {
		return err
	}
	if d.Notify != nil {
		tx.AfterCommit(func() { d.Notify(dep.Player) })
	}
	return d.followUp(ctx, tx, *dep)
}

// dropLostTurnover applies turnover's rule for tiny balances before new money
// arrives: who lost everything starts afresh.
func (d *Deposits) dropLostTurnover(ctx context.Context, tx *db.Tx, player string) error {
	balances, err := d.Ledger.Balances(ctx, tx, player)
	if err != nil {
		return err
	}
	var total money.Fen
	for _, b := range balances {
		if b.Asset == money.CNY {
			// A mirror below zero is winnings the player has taken back before
			// the feed reported them: nothing the player lacks.
			total += max(money.Fen(b.Minor), 0)
		}
	}
	if d.Unfinished != nil {
		if there, err := d.Unfinished(ctx, tx, player); err != nil || there {
			return err
		}
	}
	_, err = d.Turnover.DropBelow(ctx, tx, player, total)
	return err
}

// hold books a payment that a person must look at: it is kept in suspense,
// and the order says what was proved.
func (d *Deposits) hold(ctx context.Context, tx *db.Tx, sn string, p proof) error {
	_, err := d.Ledger.Post(ctx, tx, ledger.Entry{
		Scope: "deposit", Key: sn + ":suspense", Kind: "deposit.suspense", Ref: sn, By: order.BySystem,
		Postings: []ledger.Posting{{From: ledger.HouseGateway(p.gateway), To: Suspense(), Amount: int64(p.amount)}},
	})
	if err != nil {
		return fmt.Errorf("hold payment of %s: %w", sn, err)
	}
	_, err = tx.NewRaw("UPDATE deposit SET proved = ?, suspended = TRUE, unconfirmed = ?, gateway_txn = ? WHERE sn = ?",
		int64(p.amount), p.unasked, p.txn, sn).Exec(ctx)
	if err != nil {
		return fmt.Errorf("hold payment of %s: %w", sn, err)
	}
	return nil
}

// VoidRequest takes back an open second-person request about a deposit that
// was settled otherwise.
func (d *Deposits) VoidRequest(ctx context.Context, tx *db.Tx, sn string) error {
	return d.Staff.VoidPending(ctx, tx, staff.System("cashier"), Subject(sn), "订单状态已变更")
}

func Subject(sn string) string { return "deposit:" + sn }

// Notice is a credited deposit the player is told of (DEP-08).
type Notice struct {
	SN     string
	Amount money.Fen
	At     time.Time
}

const (
	noticeFresh = 24 * 60 * 60 * 1000 // ms: older news is no news
	noticeAgain = 3 * 1000            // ms in which a lost answer, or a second tab, may ask again
)

// Recent gives the deposits credited since the player last looked, oldest
// first, and counts the first one as announced. The documented client has no
// call to acknowledge a deposit: it shows the first amount of the list and asks
// again after the player's OK, so the others must be there at its next question.
// A deposit is given again for three seconds: to a question whose answer was
// lost, and to a second tab that the same event woke.
// Mostly this is one indexed read of nothing.
func (d *Deposits) Recent(ctx context.Context, player string) ([]Notice, error) {
	now := d.DB.Clock().Now().UnixMilli()
	rows, err := unseen(ctx, d.DB, player, now)
	if err != nil || len(rows) == 0 {
		return nil, err
	}
	err = d.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw("UPDATE deposit_notice SET shown_at = ? WHERE sn = ? AND shown_at = 0", now, rows[0].SN).Exec(ctx)
		return err
	})
	if err != nil {
		return nil, fmt.Errorf("notices of %s: %w", player, err)
	}
	d.Seam("Recent.C7")
	return rows, nil
}

func unseen(ctx context.Context, r db.Reader, player string, now int64) ([]Notice, error) {
	var rows []struct {
		SN     string `bun:"sn"`
		Amount int64
		At     int64
	}
	err := r.NewRaw(`SELECT sn, amount, at FROM deposit_notice
		WHERE player = ? AND at > ? AND (shown_at = 0 OR shown_at > ?) ORDER BY at, sn LIMIT 20`,
		player, now-noticeFresh, now-noticeAgain).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("notices of %s: %w", player, err)
	}
	notices := make([]Notice, len(rows))
	for i, n := range rows {
		notices[i] = Notice{n.SN, money.Fen(n.Amount), order.Stamped(n.At)}
	}
	return notices, nil
}
