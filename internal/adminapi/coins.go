package adminapi

import (
	"context"
	"strconv"

	"hongyun/internal/cashier/chain"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/payer"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/money"
	"hongyun/internal/payment"
)

// Coins is a decimal amount of USDT.
type Coins string

func coins(c money.Coins) Coins { return Coins(c.String()) }

func coinsOf(c money.Coins) *Coins {
	if c == 0 {
		return nil
	}
	text := coins(c)
	return &text
}

// CoinRate is what one USDT costs on a network, and the bounds of one order.
type CoinRate struct {
	Network    string  `json:"network" enumOf:"network"`
	Direction  string  `json:"direction" enumOf:"rate direction"`
	Rate       string  `json:"rate"`
	Least      Coins   `json:"least"`
	Most       Coins   `json:"most"`
	Open       bool    `json:"open"`
	Stale      bool    `json:"stale"` // too old: new orders are refused
	MadeBy     string  `json:"madeBy"`
	MadeAt     Ms      `json:"madeAt"`
	ApprovalID *string `json:"approvalId"`
}

// CoinRateChange is a rate as it shall be.
type CoinRateChange struct {
	Network   string `json:"network"`
	Direction string `json:"direction"`
	Rate      string `json:"rate"`
	Least     string `json:"least"`
	Most      string `json:"most"`
	Open      bool   `json:"open"`
	Reason    string `json:"reason"`
}

// CoinPayee is an address of the house that players send coins to.
type CoinPayee struct {
	ID         string  `json:"id"`
	Network    string  `json:"network" enumOf:"network"`
	Address    string  `json:"address"`
	Label      string  `json:"label"`
	Enabled    bool    `json:"enabled"`
	Altered    bool    `json:"altered"`
	Received   Coins   `json:"received"`
	Transfers  int     `json:"transfers"`
	MadeBy     string  `json:"madeBy"`
	MadeAt     Ms      `json:"madeAt"`
	ChangedBy  string  `json:"changedBy"`
	ChangedAt  Ms      `json:"changedAt"`
	ApprovalID *string `json:"approvalId"`
}

// CoinPayeeAdd is an address to be put into use.
type CoinPayeeAdd struct {
	Network string `json:"network"`
	Address string `json:"address"`
	Label   string `json:"label"`
	Reason  string `json:"reason"`
}

// PayoutWallet is a wallet of ours from which withdrawals in USDT are paid.
type PayoutWallet struct {
	ID         string  `json:"id"`
	Network    string  `json:"network" enumOf:"network"`
	Address    string  `json:"address"`
	Label      string  `json:"label"`
	Enabled    bool    `json:"enabled"`
	Altered    bool    `json:"altered"`
	MadeBy     string  `json:"madeBy"`
	MadeAt     Ms      `json:"madeAt"`
	ChangedBy  string  `json:"changedBy"`
	ChangedAt  Ms      `json:"changedAt"`
	ApprovalID *string `json:"approvalId"`
}

// CoinNode is the node by which a network is read.
type CoinNode struct {
	Network   string  `json:"network" enumOf:"network"`
	CheckedAt *Ms     `json:"checkedAt"` // when it last said which network it serves
	Wrong     *string `json:"wrong"`     // why nothing of it is read
	ReadAt    *Ms     `json:"readAt"`    // when transfers were last read
}

// SenderDecision says whether a transfer without a registered sender was ours.
type SenderDecision struct {
	Ours   bool   `json:"ours"`
	Reason string `json:"reason"`
}

// CoinTransfer is a movement of coins to an address of the house.
type CoinTransfer struct {
	Network       string  `json:"network" enumOf:"network"`
	Tx            string  `json:"tx"`
	Index         int     `json:"index"`
	From          string  `json:"from"`
	To            string  `json:"to"`
	Coins         Coins   `json:"coins"`
	At            Ms      `json:"at"`
	Block         int64   `json:"block"`
	Confirmations int     `json:"confirmations"`
	State         string  `json:"state" enumOf:"chain transfer state"`
	Order         *string `json:"order"` // the deposit it credited, or the money without an order
	SeenAt        Ms      `json:"seenAt"`
	EndedAt       *Ms     `json:"endedAt"`
	Failure       *string `json:"failure"` // why it could not be settled yet
	RetryAt       *Ms     `json:"retryAt"` // when it is tried again
}

// CoinOrder is what a deposit in USDT waits for.
type CoinOrder struct {
	Network    string  `json:"network" enumOf:"network"`
	Address    string  `json:"address"`
	Coins      Coins   `json:"coins"`
	Rate       string  `json:"rate"`
	Worth      Yuan    `json:"worth"`
	PayAddress *string `json:"payAddress"` // where the player says it comes from
	Tx         *string `json:"tx"`         // with the index of the transfer that credited it
}

// CoinPayout is what a withdrawal in USDT pays, and by which transaction.
type CoinPayout struct {
	Network string  `json:"network" enumOf:"network"`
	Coins   Coins   `json:"coins"`
	Rate    string  `json:"rate"`
	Tx      *string `json:"tx"`
	SentAt  *Ms     `json:"sentAt"`
	SentBy  *string `json:"sentBy"`
	From    *string `json:"from"`                                                                       // the sender that the chain names
	Said    string  `json:"said" enum:",open,paid,failed,absent,unknown,differs,sender,sender_unknown"` // by the chain, when it was last asked
}

// CoinAddress is an address that a player withdraws to, masked.
type CoinAddress struct {
	ID        string `json:"id"`
	Network   string `json:"network" enumOf:"network"`
	Address   string `json:"address"`
	IsDefault bool   `json:"isDefault"`
	AddedAt   Ms     `json:"addedAt"`
}

func coinOrder(d deposit.Deposit) *CoinOrder {
	if d.Network == "" {
		return nil
	}
	return &CoinOrder{
		Network: d.Network, Address: d.CoinAddress, Coins: coins(d.Coins), Rate: d.Rate.String(), Worth: yuan(d.Worth()),
		PayAddress: textOf(d.PayAddress), Tx: textOf(d.GatewayTxn),
	}
}

func coinPayout(p *withdrawal.CoinPayout) *CoinPayout {
	if p == nil {
		return nil
	}
	return &CoinPayout{
		Network: p.Network, Coins: coins(p.Coins), Rate: p.Rate.String(), Tx: textOf(p.Tx), SentAt: msOf(p.SentAt), SentBy: textOf(p.SentBy),
		From: textOf(p.From), Said: p.Said,
	}
}

func (s *Server) coinRates(ctx context.Context, _ *call) (Items[CoinRate], error) {
	rates, err := s.Cashier.USDT.Rates(ctx, s.Read)
	return itemsOf(rates, func(r usdt.CoinRate) CoinRate {
		return CoinRate{
			Network: r.Network, Direction: r.Direction, Rate: r.Rate.String(), Least: coins(r.Least), Most: coins(r.Most), Open: r.Open, Stale: r.Stale,
			MadeBy: r.MadeBy, MadeAt: ms(r.MadeAt), ApprovalID: textOf(r.ApprovalID),
		}
	}), err
}

func (s *Server) coinRateChange(ctx context.Context, c *call, in CoinRateChange) (Outcome, error) {
	o := usdt.RateOrder{Network: in.Network, Direction: in.Direction, Open: in.Open}
	var err error
	if o.Rate, err = money.ParseRate(in.Rate); err != nil {
		return Outcome{}, usdt.ErrRate
	}
	if o.Least, err = money.ParseCoins(in.Least); err != nil {
		return Outcome{}, usdt.ErrRateLimits
	}
	if o.Most, err = money.ParseCoins(in.Most); err != nil {
		return Outcome{}, usdt.ErrRateLimits
	}
	return outcome(s.Cashier.USDT.SetRate(ctx, c.by, o, in.Reason))
}

func (s *Server) coinPayees(ctx context.Context, _ *call) (Items[CoinPayee], error) {
	payees, err := s.Cashier.USDT.Payees(ctx, s.Read)
	return itemsOf(payees, func(p usdt.CoinPayee) CoinPayee {
		return CoinPayee{
			ID: strconv.FormatInt(p.ID, 10), Network: p.Network, Address: p.Address, Label: p.Label, Enabled: p.Enabled, Altered: p.Altered,
			Received: coins(p.Received), Transfers: p.Transfers, MadeBy: p.MadeBy, MadeAt: ms(p.MadeAt), ChangedBy: p.ChangedBy, ChangedAt: ms(p.ChangedAt),
			ApprovalID: textOf(p.ApprovalID),
		}
	}), err
}

func (s *Server) coinPayeeAdd(ctx context.Context, c *call, in CoinPayeeAdd) (Outcome, error) {
	return outcome(s.Cashier.USDT.AddPayee(ctx, c.by, in.Network, in.Address, in.Label, in.Reason))
}

func (s *Server) coinPayeeDisable(ctx context.Context, c *call, in Reason) (Outcome, error) {
	id, err := strconv.ParseInt(c.id(), 10, 64)
	if err != nil {
		return Outcome{}, usdt.ErrNoCoinPayee
	}
	return done, s.Cashier.USDT.DisablePayee(ctx, c.by, id, in.Reason)
}

func (s *Server) payoutWallets(ctx context.Context, _ *call) (Items[PayoutWallet], error) {
	wallets, err := s.Cashier.USDT.PayoutWallets(ctx, s.Read)
	return itemsOf(wallets, func(w usdt.PayoutWallet) PayoutWallet {
		return PayoutWallet{
			ID: strconv.FormatInt(w.ID, 10), Network: w.Network, Address: w.Address, Label: w.Label, Enabled: w.Enabled, Altered: w.Altered,
			MadeBy: w.MadeBy, MadeAt: ms(w.MadeAt), ChangedBy: w.ChangedBy, ChangedAt: ms(w.ChangedAt), ApprovalID: textOf(w.ApprovalID),
		}
	}), err
}

func (s *Server) payoutWalletAdd(ctx context.Context, c *call, in CoinPayeeAdd) (Outcome, error) {
	return outcome(s.Cashier.USDT.AddPayoutWallet(ctx, c.by, in.Network, in.Address, in.Label, in.Reason))
}

func (s *Server) payoutWalletDisable(ctx context.Context, c *call, in Reason) (Outcome, error) {
	id, err := strconv.ParseInt(c.id(), 10, 64)
	if err != nil {
		return Outcome{}, usdt.ErrNoWallet
	}
	return done, s.Cashier.USDT.DisablePayoutWallet(ctx, c.by, id, in.Reason)
}

func (s *Server) coinNodes(ctx context.Context, _ *call) (Items[CoinNode], error) {
	nodes, err := s.Cashier.USDT.Nodes(ctx, s.Read)
	return itemsOf(nodes, func(n usdt.Node) CoinNode {
		return CoinNode{Network: n.Network, CheckedAt: msOf(n.CheckedAt), Wrong: textOf(n.Wrong), ReadAt: msOf(n.ReadAt)}
	}), err
}

func (s *Server) withdrawalSender(ctx context.Context, c *call, in SenderDecision) (Outcome, error) {
	return outcome(s.Cashier.Payouts.DecideSender(ctx, c.by, payer.SenderDecision{SN: c.id(), Ours: in.Ours, Reason: in.Reason}))
}

func (s *Server) coinTransfers(ctx context.Context, c *call) (Page[CoinTransfer], error) {
	f := chain.TransferFilter{
		States: c.list("state", usdt.TransferSeen, usdt.TransferCredited, usdt.TransferStray, usdt.TransferDust), Query: c.text("q"),
		From: c.time("from"), To: c.time("to"), Page: c.page(),
	}
	if networks := c.list("network", payment.Networks...); len(networks) > 0 {
		f.Network = networks[0]
	}
	if err := c.checked(); err != nil {
		return Page[CoinTransfer]{}, err
	}
	list, total, err := s.Cashier.Chains.Transfers(ctx, f)
	return pageOf(list, total, func(t usdt.Transfer) CoinTransfer {
		return CoinTransfer{
			Network: t.Network, Tx: t.Tx, Index: t.Index, From: t.From, To: t.To, Coins: coins(t.Coins), At: ms(t.At), Block: t.Block,
			Confirmations: t.Confirmations, State: t.State, Order: textOf(t.SN), SeenAt: ms(t.SeenAt), EndedAt: msOf(t.EndedAt),
			Failure: textOf(t.Failure), RetryAt: msOf(t.RetryAt),
		}
	}), err
}

func (s *Server) playerAddresses(ctx context.Context, c *call) (Items[CoinAddress], error) {
	list, err := s.Cashier.Addresses.List(ctx, c.id())
	return itemsOf(list, func(a destination.CoinAddress) CoinAddress {
		return CoinAddress{ID: strconv.FormatInt(a.ID, 10), Network: a.Network, Address: a.Address, IsDefault: a.IsDefault, AddedAt: ms(a.AddedAt)}
	}), err
}
