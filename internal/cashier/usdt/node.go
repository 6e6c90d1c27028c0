package usdt

import (
	"context"
	"errors"
	"log/slog"
	"sync"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/payment"
)

// How often a node is asked which network it serves, and how soon again after it
// gave no answer.
const (
	nodeCheckEvery = 10 * time.Minute
	nodeCheckAgain = time.Minute
)

// checkedChain reads a chain only while its node serves the network that is
// configured. It asks at the first call and then every nodeCheckEvery. A node of
// another network stops its lane: every call fails and nothing is believed.
type checkedChain struct {
	payment.Chain
	clock calendar.Clock
	log   *slog.Logger
	note  func(ctx context.Context, network string, wrong error) error

	mu    sync.Mutex
	at    time.Time // of the last answer; zero before the first
	wrong error     // what the node was found to be, nil while it is right
	next  time.Time
}

func (c *checkedChain) Incoming(ctx context.Context, to []payment.Address, from payment.Cursor) ([]payment.Transfer, payment.Cursor, error) {
	if err := c.Check(ctx); err != nil {
		return nil, payment.Cursor{}, err
	}
	return c.Chain.Incoming(ctx, to, from)
}

func (c *checkedChain) Lookup(ctx context.Context, tx string) (payment.Sent, error) {
	if err := c.Check(ctx); err != nil {
		return payment.Sent{}, err
	}
	return c.Chain.Lookup(ctx, tx)
}

// Check asks the node when it is due and else repeats what is known. Without an
// answer, a node that was right before is still read; one that never answered is
// not.
func (c *checkedChain) Check(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	now := c.clock.Now()
	if !c.at.IsZero() && now.Before(c.next) && !now.Before(c.at) {
		return c.wrong
	}
	err := c.Chain.Check(ctx)
	var wrong *payment.WrongNetwork
	if err != nil && !errors.As(err, &wrong) {
		if c.at.IsZero() || c.wrong != nil {
			return err
		}
		c.next = now.Add(nodeCheckAgain)
		c.log.WarnContext(ctx, "a chain's node does not say which network it serves", "network", c.Network(), "err", err)
		return nil
	}
	if wrong != nil {
		c.log.ErrorContext(ctx, "a chain's node serves another network: nothing of it is read", "network", c.Network(), "err", err)
	} else if c.wrong != nil {
		c.log.WarnContext(ctx, "a chain's node serves the right network again", "network", c.Network())
	}
	c.at, c.next, c.wrong = now, now.Add(nodeCheckEvery), err
	if err := c.note(ctx, c.Network(), err); err != nil {
		c.log.WarnContext(ctx, "cannot note what a chain's node serves", "network", c.Network(), "err", err)
	}
	return c.wrong
}

// CheckChains puts the check before every call to a chain.
func CheckChains(h *order.Deps, chains map[string]payment.Chain) map[string]payment.Chain {
	checked := make(map[string]payment.Chain, len(chains))
	for network, chain := range chains {
		checked[network] = &checkedChain{
			Chain: chain, clock: h.DB.Clock(), log: h.Log,
			note: func(ctx context.Context, network string, wrong error) error { return noteNode(ctx, h, network, wrong) },
		}
	}
	return checked
}

// noteNode keeps what a node was found to serve, for the pages and the watch.
func noteNode(ctx context.Context, h *order.Deps, network string, wrong error) error {
	text := ""
	if wrong != nil {
		text = wrong.Error()
	}
	return h.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(`INSERT INTO chain_node (network, checked_at, wrong) VALUES (?, ?, ?)
			ON CONFLICT (network) DO UPDATE SET checked_at = EXCLUDED.checked_at, wrong = EXCLUDED.wrong`, network, tx.NowMillis(), text).Exec(ctx)
		return err
	})
}

// Node is the node of a network, as it was last found.
type Node struct {
	Network   string
	CheckedAt time.Time // zero: it never answered
	Wrong     string    // why nothing of it is read; "" while it serves the right network
	ReadAt    time.Time // when its blocks were last read; zero: never
}

// Nodes lists the nodes of the networks that are connected.
func (u *Book) Nodes(ctx context.Context, r db.Reader) ([]Node, error) {
	nodes := make([]Node, 0, len(u.Chains))
	for _, network := range u.Networks() {
		var at struct {
			CheckedAt, ReadAt int64
			Wrong             string
		}
		err := r.NewRaw(`SELECT COALESCE(MAX(n.checked_at), 0) AS checked_at, COALESCE(MAX(n.wrong), '') AS wrong,
			(SELECT COALESCE(MAX(c.answered_at), 0) FROM chain_cursor c WHERE c.network = ?0) AS read_at
			FROM chain_node n WHERE n.network = ?0`, network).Scan(ctx, &at)
		if err != nil {
			return nil, err
		}
		nodes = append(nodes, Node{network, order.Stamped(at.CheckedAt), at.Wrong, order.Stamped(at.ReadAt)})
	}
	return nodes, nil
}
