package chain

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/db"
	"hongyun/internal/due"
	"hongyun/internal/ledger"
	"hongyun/internal/number"
	"hongyun/internal/payment"
)

// pagesMost is how many pages of one chain are read in one go; the rest waits
// for the next.
const pagesMost = 50

// newPulls makes the due work that reads the chains: a lane for each.
func (c *Chains) newPulls(metrics prometheus.Registerer) *due.Work {
	return &due.Work{
		Name: "chain.pull", Clock: c.DB.Clock(), Metrics: metrics, InTurn: c.InTurn, Lanes: c.Networks, Run: c.pull,
		Oldest: func(ctx context.Context, network string) (time.Time, error) {
			var at int64
			err := c.DB.NewRaw("SELECT COALESCE(MIN(answered_at), 0) FROM chain_cursor WHERE network = ?", network).Scan(ctx, &at)
			return order.Stamped(at), err
		},
	}
}

// Pull asks every chain for what came to our addresses since it was last read,
// keeps each transfer once, and settles those that are final. A chain that does
// not answer is read on from the same place the next time, and holds up no other.
func (c *Chains) Pull(ctx context.Context) error { return c.Pulls.RunAll(ctx) }

func (c *Chains) pull(ctx context.Context, network string) error {
	chain := c.Chains[network]
	if err := c.retryTransfers(ctx, network); err != nil {
		return err
	}
	rows, err := usdt.Payees(ctx, c.DB, network)
	if err != nil {
		return err
	}
	// In the order in which they were added, so that each stays in its part.
	slices.SortFunc(rows, func(a, b usdt.PayeeRow) int { return cmp.Or(cmp.Compare(a.MadeAt, b.MadeAt), cmp.Compare(a.ID, b.ID)) })
	failed := c.pullOwn(ctx, chain)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var all []payment.Address
	for _, p := range rows {
		if p.IsKey() {
			continue
		}
		a, err := payment.ParseAddress(network, p.Address)
		if err != nil {
			c.Log.ErrorContext(ctx, "a receiving address is none and is not watched", "id", p.ID, "network", network)
			continue
		}
		all = append(all, a)
	}
	most := max(chain.Rules().MaxAddresses, 1)
	for part := 0; part*most < len(all); part++ {
		if err := c.pullPart(ctx, chain, part, all[part*most:min((part+1)*most, len(all))]); err != nil {
			return errors.Join(failed, err)
		}
	}
	return failed
}

func (c *Chains) pullPart(ctx context.Context, chain payment.Chain, part int, to []payment.Address) error {
	network := chain.Network()
	for range pagesMost {
		c.Seam("Chain.C0")
		from, err := c.cursor(ctx, network, part)
		if err != nil {
			return err
		}
		c.Seam("Chain.C4")
		list, next, err := chain.Incoming(ctx, to, payment.Cursor{Text: from})
		due.Asked(ctx, err)
		c.Seam("Chain.C5")
		if err != nil {
			c.Log.WarnContext(ctx, "a chain does not answer", "network", network, "err", err)
			return fmt.Errorf("read %s: %w", network, err)
		}
		for _, t := range list {
			if err := c.take(ctx, network, t); err != nil {
				return err
			}
		}
		c.Seam("Chain.C6")
		if err := c.moveCursor(ctx, network, part, from, next.Text); err != nil {
			return err
		}
		c.Seam("Chain.C7")
		if !next.More {
			return nil
		}
	}
	return nil
}

// cursor reads how far a chain was read, and notes that it is asked now.
func (c *Chains) cursor(ctx context.Context, network string, part int) (text string, err error) {
	err = c.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(`INSERT INTO chain_cursor (network, part, text, asked_at) VALUES (?, ?, '', ?)
			ON CONFLICT (network, part) DO UPDATE SET asked_at = EXCLUDED.asked_at`, network, part, tx.NowMillis()).Exec(ctx)
		if err != nil {
			return err
		}
		return tx.NewRaw("SELECT text FROM chain_cursor WHERE network = ? AND part = ?", network, part).Scan(ctx, &text)
	})
	if err != nil {
		return "", fmt.Errorf("how far %s was read: %w", network, err)
	}
	return text, nil
}

// moveCursor notes how far a chain was read, if nobody else moved it meanwhile:
// two nodes that read one page move on once.
func (c *Chains) moveCursor(ctx context.Context, network string, part int, from, to string) error {
	err := c.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw("UPDATE chain_cursor SET text = ?, answered_at = ? WHERE network = ? AND part = ? AND text = ?",
			to, tx.NowMillis(), network, part, from).Exec(ctx)
		return err
	})
	if err != nil {
		return fmt.Errorf("read on in %s: %w", network, err)
	}
	return nil
}

// take keeps a transfer and, once it is final, settles it: one transaction, so
// that what is kept as settled is settled. A transfer that cannot be settled
// holds back itself alone: its row says why, and is tried again.
func (c *Chains) take(ctx context.Context, network string, t payment.Transfer) error {
	if t.Network != network || t.To.Network() != network || t.Amount <= 0 {
		return fmt.Errorf("%s told of a transfer that is not its own", network)
	}
	failed := c.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		kept, err := keepTransfer(ctx, tx, t)
		if err != nil || kept.State != usdt.TransferSeen || !t.Final || kept.RetryAt.After(tx.Now()) {
			return err
		}
		if err := c.settleTransfer(ctx, tx, kept); err != nil {
			return err
		}
		c.Seam("Chain.C1")
		return nil
	})
	if failed != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		err := c.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			kept, err := keepTransfer(ctx, tx, t)
			if err != nil || !t.Final {
				return err
			}
			return c.holdBack(ctx, tx, kept, failed)
		})
		if err != nil {
			return fmt.Errorf("transfer %s on %s: %w", t.Tx, network, errors.Join(failed, err))
		}
	}
	c.Seam("Chain.C2")
	return nil
}

// holdBack notes why a final transfer could not be settled, and when it is
// tried again.
func (c *Chains) holdBack(ctx context.Context, tx *db.Tx, t usdt.Transfer, failed error) error {
	if t.State != usdt.TransferSeen {
		return nil // another node settled it
	}
	c.Log.ErrorContext(ctx, "a transfer cannot be settled and is tried again", "network", t.Network, "tx", t.Tx, "tries", t.Tries+1, "err", failed)
	_, err := tx.NewRaw("UPDATE chain_transfer SET failure = ?, tries = ?, retry_at = ? WHERE network = ? AND tx = ? AND idx = ? AND state = 'seen'",
		order.FailureText(failed), t.Tries+1, tx.Now().Add(order.RetryAfter(t.Tries+1)).UnixMilli(), t.Network, t.Tx, t.Index).Exec(ctx)
	if err != nil {
		return fmt.Errorf("note a failure: %w", err)
	}
	return nil
}

// retryTransfers settles the transfers of a network that failed before and are
// due. Their chain called them final then, and need not be asked again.
func (c *Chains) retryTransfers(ctx context.Context, network string) error {
	var due []usdt.TransferRow
	err := c.DB.NewRaw("SELECT * FROM chain_transfer WHERE network = ? AND retry_at > 0 AND retry_at <= ? ORDER BY retry_at, tx, idx LIMIT ?",
		network, c.DB.Clock().Now().UnixMilli(), order.AtOnce).Scan(ctx, &due)
	if err != nil {
		return fmt.Errorf("transfers to try again: %w", err)
	}
	for _, d := range due {
		failed := c.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			now, err := lockTransfer(ctx, tx, d.Network, d.Tx, d.Idx)
			if err != nil || now.State != usdt.TransferSeen || now.RetryAt.IsZero() || now.RetryAt.After(tx.Now()) {
				return err
			}
			return c.settleTransfer(ctx, tx, now)
		})
		if failed == nil {
			continue
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		err := c.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			now, err := lockTransfer(ctx, tx, d.Network, d.Tx, d.Idx)
			if err != nil {
				return err
			}
			return c.holdBack(ctx, tx, now, failed)
		})
		if err != nil {
			return fmt.Errorf("try transfer %s on %s again: %w", d.Tx, network, errors.Join(failed, err))
		}
	}
	return nil
}

// keepTransfer writes a transfer down as its chain tells it now, and keeps
// others off it until tx ends. One that has ended stays what it was.
func keepTransfer(ctx context.Context, tx *db.Tx, t payment.Transfer) (usdt.Transfer, error) {
	_, err := tx.NewRaw(`INSERT INTO chain_transfer (network, tx, idx, sender, receiver, coins, at, block, confirmations, state, seen_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'seen', ?) ON CONFLICT (network, tx, idx) DO NOTHING`,
		t.Network, t.Tx, t.Index, t.From.String(), t.To.String(), int64(t.Amount), calendar.Millis(t.At), t.Block, t.Confirmations, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return usdt.Transfer{}, fmt.Errorf("keep it: %w", err)
	}
	kept, err := lockTransfer(ctx, tx, t.Network, t.Tx, t.Index)
	if err != nil || kept.State != usdt.TransferSeen {
		return kept, err
	}
	kept.From, kept.To, kept.Coins = t.From.String(), t.To.String(), t.Amount
	kept.At, kept.Block, kept.Confirmations = t.At, t.Block, t.Confirmations
	_, err = tx.NewRaw("UPDATE chain_transfer SET sender = ?, receiver = ?, coins = ?, at = ?, block = ?, confirmations = ? WHERE network = ? AND tx = ? AND idx = ?",
		kept.From, kept.To, int64(kept.Coins), calendar.Millis(kept.At), kept.Block, kept.Confirmations, t.Network, t.Tx, t.Index).Exec(ctx)
	if err != nil {
		return usdt.Transfer{}, fmt.Errorf("keep it: %w", err)
	}
	return kept, nil
}

// lockTransfer reads a transfer and keeps others off it until tx ends.
func lockTransfer(ctx context.Context, tx *db.Tx, network, hash string, index int) (usdt.Transfer, error) {
	var row usdt.TransferRow
	err := tx.NewRaw("SELECT * FROM chain_transfer WHERE network = ? AND tx = ? AND idx = ?"+tx.ForUpdate(), network, hash, index).Scan(ctx, &row)
	if err != nil {
		return usdt.Transfer{}, fmt.Errorf("read transfer %s: %w", hash, err)
	}
	return row.Transfer(), nil
}

// settleTransfer decides about a final transfer, once: it credits the one
// order it fits, is dust, or waits for people.
func (c *Chains) settleTransfer(ctx context.Context, tx *db.Tx, t usdt.Transfer) error {
	if t.Coins < c.Rules().DustBelow {
		sn, err := c.dustTransfer(ctx, tx, t)
		if err != nil {
			return err
		}
		return endTransfer(ctx, tx, t, usdt.DustMove, sn)
	}
	row, why, own, err := c.ownerOf(ctx, tx, t)
	if err != nil {
		return err
	}
	if own {
		return c.settleOwn(ctx, tx, t, row, why)
	}
	dep, why, err := c.orderOf(ctx, tx, t)
	if err == nil && why == "" {
		// By what was ordered: the few fen that tell orders apart lift no limit.
		if why, err = c.deposits.OverLimit(ctx, tx, dep, dep.Amount); why != "" {
			why = "订单" + dep.SN + "：" + why
		}
	}
	if err != nil {
		return err
	}
	move, sn := usdt.CreditMove, dep.SN
	if why == "" {
		err = c.creditTransfer(ctx, tx, dep, t)
	} else {
		move = usdt.StrayMove
		sn, err = c.strayTransfer(ctx, tx, t, why)
	}
	if err != nil {
		return err
	}
	return endTransfer(ctx, tx, t, move, sn)
}

func endTransfer(ctx context.Context, tx *db.Tx, t usdt.Transfer, move *order.Move, sn string) error {
	_, err := tx.NewRaw(move.Update("sn = ?, ended_at = ?, failure = '', retry_at = 0", "network = ? AND tx = ? AND idx = ?"),
		sn, tx.NowMillis(), t.Network, t.Tx, t.Index).Exec(ctx)
	if err != nil {
		return fmt.Errorf("end it: %w", err)
	}
	return nil
}

// dustTransfer books coins that are too few to decide about, such as those that
// strangers send so that their address stands in a wallet's history.
func (c *Chains) dustTransfer(ctx context.Context, tx *db.Tx, t usdt.Transfer) (string, error) {
	sn := number.NewOrder("U", tx.Now())
	holder, mine, err := bank.ClaimProof(ctx, tx, usdt.ChainAccount(t.Network), t.Key(), sn, int64(t.Coins))
	if err != nil {
		return "", err
	}
	if !mine {
		return "", fmt.Errorf("it was used for %s before", holder)
	}
	_, err = c.Ledger.Post(ctx, tx, ledger.Entry{
		Scope: "dust", Key: sn + ":in", Kind: "dust.in", Ref: sn, Memo: t.Key(), By: order.BySystem,
		Postings: []ledger.Posting{{From: ledger.HouseChain(t.Network), To: ledger.HouseDust(), Amount: int64(t.Coins)}},
	})
	if err != nil {
		return "", fmt.Errorf("book it: %w", err)
	}
	return sn, nil
}

// orderOf finds the one order a transfer pays: its address in use, its coins
// exactly those, its block of the order's time. Whether the order is over by
// now does not matter: a chain that was out of reach for an hour makes nobody
// late. The order must be older than the transfer by more than a block: whoever
// sees a transfer before its block must not take it by a matching order.
//
// why says in Chinese what is missing. Nothing is guessed: not a payment that
// is a cent short, not one of two orders.
func (c *Chains) orderOf(ctx context.Context, tx *db.Tx, t usdt.Transfer) (dep deposit.Deposit, why string, err error) {
	var enabled bool
	err = tx.NewRaw("SELECT enabled FROM coin_payee WHERE network = ? AND address = ?", t.Network, t.To).Scan(ctx, &enabled)
	if errors.Is(err, sql.ErrNoRows) || err == nil && !enabled {
		return dep, "收款地址已停用", nil
	}
	if err != nil {
		return dep, "", fmt.Errorf("its address: %w", err)
	}
	var rows []struct {
		SN        string `bun:"sn"`
		State     string
		CreatedAt int64
		ExpiresAt int64
	}
	err = tx.NewRaw(`SELECT sn, state, created_at, expires_at FROM deposit WHERE network = ? AND coin_address = ? AND coins = ? ORDER BY created_at DESC, sn LIMIT 50`+tx.ForUpdate(),
		t.Network, t.To, int64(t.Coins)).Scan(ctx, &rows)
	if err != nil {
		return dep, "", fmt.Errorf("its order: %w", err)
	}
	var fits []string
	at := calendar.Millis(t.At)
	for _, d := range rows {
		young := at < d.CreatedAt+usdt.BlockGrace[t.Network].Milliseconds()
		inTime := !young && at <= d.ExpiresAt
		switch waits := d.State == deposit.Pending || d.State == deposit.Claimed || d.State == deposit.Expired; {
		case inTime && waits:
			fits = append(fits, d.SN)
		case inTime:
			why = cmp.Or(why, "订单"+d.SN+"当前状态为“"+deposit.StateTexts[d.State]+"”")
		case young && at >= d.CreatedAt-d.CreatedAt%1000:
			why = cmp.Or(why, "订单"+d.SN+"建立不足一个区块的时间，须核对付款人")
		case at > d.ExpiresAt:
			why = cmp.Or(why, "订单"+d.SN+"过期后到账")
		}
	}
	switch len(fits) {
	case 0:
		return dep, cmp.Or(why, "没有地址与数量完全相符的订单"), nil
	case 1:
		dep, err = deposit.Lock(ctx, tx, c.Box, fits[0])
		return dep, "", err
	}
	return dep, "同时符合多笔订单", nil
}

// creditTransfer credits an order with what its coins are worth at its rate.
func (c *Chains) creditTransfer(ctx context.Context, tx *db.Tx, dep deposit.Deposit, t usdt.Transfer) error {
	holder, mine, err := bank.ClaimProof(ctx, tx, usdt.ChainAccount(t.Network), t.Key(), dep.SN, int64(t.Coins))
	if err != nil {
		return err
	}
	if !mine {
		return fmt.Errorf("it was used for %s before", holder)
	}
	received := dep.Worth()
	if received <= 0 {
		return fmt.Errorf("order %s is worth nothing", dep.SN)
	}
	return c.deposits.Credit(ctx, tx, &dep, deposit.Arrival{
		Received: received, From: ledger.HouseChain(t.Network), Coins: t.Coins, Txn: t.Key(), By: order.BySystem,
	})
}

// strayTransfer writes down coins that fit no order, and books them into
// suspense, as coins: what they are worth is decided when they are given to
// somebody.
func (c *Chains) strayTransfer(ctx context.Context, tx *db.Tx, t usdt.Transfer, why string) (string, error) {
	sn := number.NewOrder("S", tx.Now())
	holder, mine, err := bank.ClaimProof(ctx, tx, usdt.ChainAccount(t.Network), t.Key(), sn, int64(t.Coins))
	if err != nil {
		return "", err
	}
	if !mine {
		return "", fmt.Errorf("it was used for %s before", holder)
	}
	_, err = tx.NewRaw(`INSERT INTO stray_money (sn, account, txn, amount, asset, payer, note, made_by, created_at) VALUES (?, ?, ?, ?, 'USDT', ?, ?, ?, ?)`,
		sn, usdt.ChainAccount(t.Network), t.Key(), int64(t.Coins), c.Box.Seal(order.SealedAt("stray_money", "payer", sn), t.From), why, order.BySystem, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return "", fmt.Errorf("write it down: %w", err)
	}
	_, err = c.Ledger.Post(ctx, tx, ledger.Entry{
		Scope: "stray", Key: sn + ":in", Kind: "stray.in", Ref: sn, Memo: t.Key(), By: order.BySystem,
		Postings: []ledger.Posting{{From: ledger.HouseChain(t.Network), To: usdt.StrayCoins(), Amount: int64(t.Coins)}},
	})
	if err != nil {
		return "", fmt.Errorf("book it: %w", err)
	}
	return sn, order.AddNote(ctx, tx, sn, order.BySystem, "链上来款"+t.Coins.String()+" USDT", why)
}
