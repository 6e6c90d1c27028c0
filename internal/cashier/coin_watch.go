package cashier

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/payment"
)

// The states of a transfer on a chain.
const (
	TransferSeen     = "seen"     // not final: it may still change its place, or vanish
	TransferCredited = "credited" // it credited its order
	TransferStray    = "stray"    // it fits no order, and is money for two people
)

// ChainTransfer is a movement of coins to an address of the house, and what
// became of it.
type ChainTransfer struct {
	Network       string
	Tx            string
	Index         int
	From, To      string
	Coins         money.Coins
	At            time.Time // of its block
	Block         int64
	Confirmations int
	State         string
	SN            string // the deposit, or the money without an order
	SeenAt        time.Time
	EndedAt       time.Time
}

// key is the transfer's own number, by which it counts once.
func (t ChainTransfer) key() string { return transferKey(t.Tx, t.Index) }

func transferKey(tx string, index int) string { return tx + ":" + strconv.Itoa(index) }

// pagesMost is how many pages of one chain are read in one go; the rest waits
// for the next.
const pagesMost = 50

// Pull asks every chain for what came to the house's addresses since it was
// last read, keeps each transfer once, and settles those that are final. A
// chain that does not answer is read on from the same place the next time.
func (c *Chains) Pull(ctx context.Context) error {
	var failed error
	for _, network := range c.Networks() {
		failed = errors.Join(failed, c.pull(ctx, network))
	}
	return failed
}

func (c *Chains) pull(ctx context.Context, network string) error {
	chain := c.chains[network]
	rows, err := payees(ctx, c.db, network)
	if err != nil {
		return err
	}
	// In the order in which they were added, so that each stays in its part.
	slices.SortFunc(rows, func(a, b payeeRow) int { return cmp.Or(cmp.Compare(a.MadeAt, b.MadeAt), cmp.Compare(a.ID, b.ID)) })
	var all []payment.Address
	for _, p := range rows {
		a, err := payment.ParseAddress(network, p.Address)
		if err != nil {
			c.log.ErrorContext(ctx, "a receiving address is none and is not watched", "id", p.ID, "network", network)
			continue
		}
		all = append(all, a)
	}
	most := max(chain.Rules().MaxAddresses, 1)
	for part := 0; part*most < len(all); part++ {
		if err := c.pullPart(ctx, chain, part, all[part*most:min((part+1)*most, len(all))]); err != nil {
			return err
		}
	}
	return nil
}

func (c *Chains) pullPart(ctx context.Context, chain payment.Chain, part int, to []payment.Address) error {
	network := chain.Network()
	for range pagesMost {
		c.seam("Chain.C0")
		from, err := c.cursor(ctx, network, part)
		if err != nil {
			return err
		}
		c.seam("Chain.C4")
		list, next, err := chain.Incoming(ctx, to, payment.Cursor{Text: from})
		c.seam("Chain.C5")
		if err != nil {
			c.log.WarnContext(ctx, "a chain does not answer", "network", network, "err", err)
			return fmt.Errorf("read %s: %w", network, err)
		}
		for _, t := range list {
			if err := c.take(ctx, network, t); err != nil {
				return err
			}
		}
		c.seam("Chain.C6")
		if err := c.moveCursor(ctx, network, part, from, next.Text); err != nil {
			return err
		}
		c.seam("Chain.C7")
		if !next.More {
			return nil
		}
	}
	return nil
}

// cursor reads how far a chain was read, and notes that it is asked now.
func (c *Chains) cursor(ctx context.Context, network string, part int) (text string, err error) {
	err = c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
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
	err := c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
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
// that what is kept as settled is settled.
func (c *Chains) take(ctx context.Context, network string, t payment.Transfer) error {
	if t.Network != network || t.To.Network() != network || t.Amount <= 0 {
		return fmt.Errorf("%s told of a transfer that is not its own", network)
	}
	err := c.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		kept, err := keepTransfer(ctx, tx, t)
		if err != nil || kept.State != TransferSeen || !t.Final {
			return err
		}
		if err := c.settleTransfer(ctx, tx, kept); err != nil {
			return err
		}
		c.seam("Chain.C1")
		return nil
	})
	if err != nil {
		return fmt.Errorf("transfer %s on %s: %w", t.Tx, network, err)
	}
	c.seam("Chain.C2")
	return nil
}

// keepTransfer writes a transfer down as its chain tells it now, and keeps
// others off it until tx ends. One that has ended stays what it was.
func keepTransfer(ctx context.Context, tx *db.Tx, t payment.Transfer) (ChainTransfer, error) {
	_, err := tx.NewRaw(`INSERT INTO chain_transfer (network, tx, idx, sender, receiver, coins, at, block, confirmations, state, seen_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, 'seen', ?) ON CONFLICT (network, tx, idx) DO NOTHING`,
		t.Network, t.Tx, t.Index, t.From.String(), t.To.String(), int64(t.Amount), calendar.Millis(t.At), t.Block, t.Confirmations, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return ChainTransfer{}, fmt.Errorf("keep it: %w", err)
	}
	var row transferRow
	err = tx.NewRaw("SELECT * FROM chain_transfer WHERE network = ? AND tx = ? AND idx = ?"+tx.ForUpdate(), t.Network, t.Tx, t.Index).Scan(ctx, &row)
	if err != nil {
		return ChainTransfer{}, fmt.Errorf("read it: %w", err)
	}
	if row.State != TransferSeen {
		return row.transfer(), nil
	}
	row.Sender, row.Receiver, row.Coins = t.From.String(), t.To.String(), int64(t.Amount)
	row.At, row.Block, row.Confirmations = calendar.Millis(t.At), t.Block, t.Confirmations
	_, err = tx.NewRaw("UPDATE chain_transfer SET sender = ?, receiver = ?, coins = ?, at = ?, block = ?, confirmations = ? WHERE network = ? AND tx = ? AND idx = ?",
		row.Sender, row.Receiver, row.Coins, row.At, row.Block, row.Confirmations, t.Network, t.Tx, t.Index).Exec(ctx)
	if err != nil {
		return ChainTransfer{}, fmt.Errorf("keep it: %w", err)
	}
	return row.transfer(), nil
}

// transferRow is a row of chain_transfer.
type transferRow struct {
	Network, Tx      string
	Idx              int
	Sender, Receiver string
	Coins, At, Block int64
	Confirmations    int
	State            string
	SN               string `bun:"sn"`
	SeenAt, EndedAt  int64
}

func (r transferRow) transfer() ChainTransfer {
	return ChainTransfer{
		Network: r.Network, Tx: r.Tx, Index: r.Idx, From: r.Sender, To: r.Receiver, Coins: money.Coins(r.Coins), At: stamped(r.At), Block: r.Block,
		Confirmations: r.Confirmations, State: r.State, SN: r.SN, SeenAt: stamped(r.SeenAt), EndedAt: stamped(r.EndedAt),
	}
}

// settleTransfer decides about a final transfer, once: it credits the one
// order it fits, or waits for people.
func (c *Chains) settleTransfer(ctx context.Context, tx *db.Tx, t ChainTransfer) error {
	dep, why, err := c.orderOf(ctx, tx, t)
	if err == nil && why == "" {
		// By what was ordered: the few fen that tell orders apart lift no limit.
		if why, err = c.overLimit(ctx, tx, dep, dep.Amount); why != "" {
			why = "订单" + dep.SN + "：" + why
		}
	}
	if err != nil {
		return err
	}
	state, sn := TransferCredited, dep.SN
	if why == "" {
		err = c.creditTransfer(ctx, tx, dep, t)
	} else {
		state = TransferStray
		sn, err = c.strayTransfer(ctx, tx, t, why)
	}
	if err != nil {
		return err
	}
	_, err = tx.NewRaw("UPDATE chain_transfer SET state = ?, sn = ?, ended_at = ? WHERE network = ? AND tx = ? AND idx = ? AND state = 'seen'",
		state, sn, tx.NowMillis(), t.Network, t.Tx, t.Index).Exec(ctx)
	if err != nil {
		return fmt.Errorf("end it: %w", err)
	}
	return nil
}

// orderOf finds the one order a transfer pays: its address in use, its coins
// exactly those, its block of the order's time. Whether the order is over by
// now does not matter: a chain that was out of reach for an hour makes nobody
// late. Blocks tell the second, so an order's time begins with its second.
//
// why says in Chinese what is missing. Nothing is guessed: not a payment that
// is a cent short, not one of two orders.
func (c *Chains) orderOf(ctx context.Context, tx *db.Tx, t ChainTransfer) (dep Deposit, why string, err error) {
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
		second := d.CreatedAt - d.CreatedAt%1000
		inTime := second <= at && at <= d.ExpiresAt
		switch waits := d.State == Pending || d.State == Claimed || d.State == Expired; {
		case inTime && waits:
			fits = append(fits, d.SN)
		case inTime:
			why = cmp.Or(why, "订单"+d.SN+"当前状态为“"+depositStates[d.State]+"”")
		case at > d.ExpiresAt:
			why = cmp.Or(why, "订单"+d.SN+"过期后到账")
		}
	}
	switch len(fits) {
	case 0:
		return dep, cmp.Or(why, "没有地址与数量完全相符的订单"), nil
	case 1:
		dep, err = lockDeposit(ctx, tx, c.box, fits[0])
		return dep, "", err
	}
	return dep, "同时符合多笔订单", nil
}

// creditTransfer credits an order with what its coins are worth at its rate.
func (c *Chains) creditTransfer(ctx context.Context, tx *db.Tx, dep Deposit, t ChainTransfer) error {
	holder, mine, err := claimProof(ctx, tx, chainAccount(t.Network), t.key(), dep.SN, int64(t.Coins))
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
	return c.credit(ctx, tx, &dep, arrival{
		received: received, from: ledger.HouseChain(t.Network), coins: t.Coins, txn: t.key(), by: bySystem,
	})
}

// strayTransfer writes down coins that fit no order, and books them into
// suspense, as coins: what they are worth is decided when they are given to
// somebody.
func (c *Chains) strayTransfer(ctx context.Context, tx *db.Tx, t ChainTransfer, why string) (string, error) {
	sn := newSN("S", tx.Now())
	holder, mine, err := claimProof(ctx, tx, chainAccount(t.Network), t.key(), sn, int64(t.Coins))
	if err != nil {
		return "", err
	}
	if !mine {
		return "", fmt.Errorf("it was used for %s before", holder)
	}
	_, err = tx.NewRaw(`INSERT INTO stray_money (sn, account, txn, amount, asset, payer, note, made_by, created_at) VALUES (?, ?, ?, ?, 'USDT', ?, ?, ?, ?)`,
		sn, chainAccount(t.Network), t.key(), int64(t.Coins), c.box.Seal(sealedAt("stray_money", "payer", sn), t.From), why, bySystem, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return "", fmt.Errorf("write it down: %w", err)
	}
	_, err = c.ledger.Post(ctx, tx, ledger.Entry{
		Scope: "stray", Key: sn + ":in", Kind: "stray.in", Ref: sn, Memo: t.key(), By: bySystem,
		Postings: []ledger.Posting{{From: ledger.HouseChain(t.Network), To: strayCoins(), Amount: int64(t.Coins)}},
	})
	if err != nil {
		return "", fmt.Errorf("book it: %w", err)
	}
	return sn, addNote(ctx, tx, sn, bySystem, "链上来款"+t.Coins.String()+" USDT", why)
}
