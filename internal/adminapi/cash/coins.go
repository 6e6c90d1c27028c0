package cash

import (
	"context"
	"strconv"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/cashier/chain"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/payer"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
)

// CoinRate is what one USDT costs on a network, and the bounds of one order.
type CoinRate struct {
	Network    string     `json:"network" enumOf:"network"`
	Direction  string     `json:"direction" enumOf:"rate direction"`
	Version    int        `json:"version"` // which a change is made against
	Rate       string     `json:"rate"`
	Least      wire.Coins `json:"least"`
	Most       wire.Coins `json:"most"`
	Open       bool       `json:"open"`
	Stale      bool       `json:"stale"` // too old: new orders are refused
	MadeBy     string     `json:"madeBy"`
	MadeAt     wire.Ms    `json:"madeAt"`
	ApprovalID *string    `json:"approvalId"`
}

// CoinRateChange is a rate as it shall be.
type CoinRateChange struct {
	Base      int    `json:"base" doc:"the version that the change was made against; 0: there is none yet"`
	Network   string `json:"network"`
	Direction string `json:"direction"`
	Rate      string `json:"rate"`
	Least     string `json:"least"`
	Most      string `json:"most"`
	Open      bool   `json:"open"`
	Reason    string `json:"reason"`
}

// CoinPayee is an address of the operator that players send coins to.
type CoinPayee struct {
	ID         string     `json:"id"`
	Network    string     `json:"network" enumOf:"network"`
	Address    string     `json:"address"`
	Label      string     `json:"label"`
	Enabled    bool       `json:"enabled"`
	Altered    bool       `json:"altered"`
	Received   wire.Coins `json:"received"`
	Transfers  int        `json:"transfers"`
	MadeBy     string     `json:"madeBy"`
	MadeAt     wire.Ms    `json:"madeAt"`
	ChangedBy  string     `json:"changedBy"`
	ChangedAt  wire.Ms    `json:"changedAt"`
	ApprovalID *string    `json:"approvalId"`
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
	MadeAt     wire.Ms `json:"madeAt"`
	ChangedBy  string  `json:"changedBy"`
	ChangedAt  wire.Ms `json:"changedAt"`
	ApprovalID *string `json:"approvalId"`
}

// CoinNode is the node by which a network is read.
type CoinNode struct {
	Network   string   `json:"network" enumOf:"network"`
	CheckedAt *wire.Ms `json:"checkedAt"` // when it last said which network it serves
	Wrong     *string  `json:"wrong"`     // why nothing of it is read
	ReadAt    *wire.Ms `json:"readAt"`    // when transfers were last read
}

// SenderDecision says whether a transfer without a registered sender was ours.
type SenderDecision struct {
	Ours   bool   `json:"ours"`
	Reason string `json:"reason"`
}

// CoinTransfer is a movement of coins to an address of the operator.
type CoinTransfer struct {
	Network       string     `json:"network" enumOf:"network"`
	Tx            string     `json:"tx"`
	Index         int        `json:"index"`
	From          string     `json:"from"`
	To            string     `json:"to"`
	Coins         wire.Coins `json:"coins"`
	At            wire.Ms    `json:"at"`
	Block         int64      `json:"block"`
	Confirmations int        `json:"confirmations"`
	State         string     `json:"state" enumOf:"chain transfer state"`
	Order         *string    `json:"order"` // the deposit it credited, or the money without an order
	SeenAt        wire.Ms    `json:"seenAt"`
	EndedAt       *wire.Ms   `json:"endedAt"`
	Failure       *string    `json:"failure"` // why it could not be settled yet
	RetryAt       *wire.Ms   `json:"retryAt"` // when it is tried again
}

// CoinOrder is what a deposit in USDT waits for.
type CoinOrder struct {
	Network    string     `json:"network" enumOf:"network"`
	Address    string     `json:"address"`
	Coins      wire.Coins `json:"coins"`
	Rate       string     `json:"rate"`
	Worth      wire.Yuan  `json:"worth"`
	PayAddress *string    `json:"payAddress"` // where the player says it comes from
	Tx         *string    `json:"tx"`         // with the index of the transfer that credited it
}

// CoinPayout is what a withdrawal in USDT pays, and by which transaction.
type CoinPayout struct {
	Network string     `json:"network" enumOf:"network"`
	Coins   wire.Coins `json:"coins"`
	Rate    string     `json:"rate"`
	Tx      *string    `json:"tx"`
	SentAt  *wire.Ms   `json:"sentAt"`
	SentBy  *string    `json:"sentBy"`
	From    *string    `json:"from"`                                                                       // the sender that the chain names
	Said    string     `json:"said" enum:",open,paid,failed,absent,unknown,differs,sender,sender_unknown"` // by the chain, when it was last asked
}

// CoinAddress is an address that a player withdraws to, masked.
type CoinAddress struct {
	ID        string  `json:"id"`
	Network   string  `json:"network" enumOf:"network"`
	Address   string  `json:"address"`
	IsDefault bool    `json:"isDefault"`
	AddedAt   wire.Ms `json:"addedAt"`
}

func coinOrder(d deposit.Deposit) *CoinOrder {
	if d.Network == "" {
		return nil
	}
	return &CoinOrder{
		Network: d.Network, Address: d.CoinAddress, Coins: wire.InCoins(d.Coins), Rate: d.Rate.String(), Worth: wire.InYuan(d.Worth()),
		PayAddress: wire.TextOrNull(d.PayAddress), Tx: wire.TextOrNull(d.GatewayTxn),
	}
}

func coinPayout(p *withdrawal.CoinPayout) *CoinPayout {
	if p == nil {
		return nil
	}
	return &CoinPayout{
		Network: p.Network, Coins: wire.InCoins(p.Coins), Rate: p.Rate.String(), Tx: wire.TextOrNull(p.Tx), SentAt: wire.InMsOrNull(p.SentAt), SentBy: wire.TextOrNull(p.SentBy),
		From: wire.TextOrNull(p.From), Said: p.Said,
	}
}

func (s *Handlers) coinRates(ctx context.Context, _ *route.Call) (wire.Items[CoinRate], error) {
	rates, err := s.Cashier.USDT.Rates(ctx, s.Read)
	return wire.ItemsOf(rates, func(r usdt.CoinRate) CoinRate {
		return CoinRate{
			Network: r.Network, Direction: r.Direction, Version: int(r.Version), Rate: r.Rate.String(), Least: wire.InCoins(r.Least), Most: wire.InCoins(r.Most), Open: r.Open, Stale: r.Stale,
			MadeBy: r.MadeBy, MadeAt: wire.InMs(r.MadeAt), ApprovalID: wire.TextOrNull(r.ApprovalID),
		}
	}), err
}

func (s *Handlers) coinRateHistory(ctx context.Context, c *route.Call) (wire.Page[wire.SettingVersion], error) {
	network, direction := c.Text("network"), c.Text("direction")
	return route.Versions(c, func(p staff.Page) ([]setting.Version, int, error) {
		return s.Cashier.USDT.RateHistory(ctx, s.Read, network, direction, p)
	})
}

func (s *Handlers) coinRateChange(ctx context.Context, c *route.Call, in CoinRateChange) (wire.Outcome, error) {
	o := usdt.RateOrder{Base: in.Base, Network: in.Network, Direction: in.Direction, Open: in.Open}
	var err error
	if o.Rate, err = money.ParseRate(in.Rate); err != nil {
		return wire.Outcome{}, usdt.ErrRate
	}
	if o.Least, err = money.ParseCoins(in.Least); err != nil {
		return wire.Outcome{}, usdt.ErrRateLimits
	}
	if o.Most, err = money.ParseCoins(in.Most); err != nil {
		return wire.Outcome{}, usdt.ErrRateLimits
	}
	return wire.OutcomeOf(s.Cashier.USDT.SetRate(ctx, c.By, o, in.Reason))
}

func (s *Handlers) coinPayees(ctx context.Context, _ *route.Call) (wire.Items[CoinPayee], error) {
	payees, err := s.Cashier.USDT.Payees(ctx, s.Read)
	return wire.ItemsOf(payees, func(p usdt.CoinPayee) CoinPayee {
		return CoinPayee{
			ID: strconv.FormatInt(p.ID, 10), Network: p.Network, Address: p.Address, Label: p.Label, Enabled: p.Enabled, Altered: p.Altered,
			Received: wire.InCoins(p.Received), Transfers: p.Transfers, MadeBy: p.MadeBy, MadeAt: wire.InMs(p.MadeAt), ChangedBy: p.ChangedBy, ChangedAt: wire.InMs(p.ChangedAt),
			ApprovalID: wire.TextOrNull(p.ApprovalID),
		}
	}), err
}

func (s *Handlers) coinPayeeAdd(ctx context.Context, c *route.Call, in CoinPayeeAdd) (wire.Outcome, error) {
	return wire.OutcomeOf(s.Cashier.USDT.AddPayee(ctx, c.By, in.Network, in.Address, in.Label, in.Reason))
}

func (s *Handlers) coinPayeeDisable(ctx context.Context, c *route.Call, in wire.Reason) (wire.Outcome, error) {
	id, err := strconv.ParseInt(c.ID(), 10, 64)
	if err != nil {
		return wire.Outcome{}, usdt.ErrNoCoinPayee
	}
	return wire.Done, s.Cashier.USDT.DisablePayee(ctx, c.By, id, in.Reason)
}

func (s *Handlers) payoutWallets(ctx context.Context, _ *route.Call) (wire.Items[PayoutWallet], error) {
	wallets, err := s.Cashier.USDT.PayoutWallets(ctx, s.Read)
	return wire.ItemsOf(wallets, func(w usdt.PayoutWallet) PayoutWallet {
		return PayoutWallet{
			ID: strconv.FormatInt(w.ID, 10), Network: w.Network, Address: w.Address, Label: w.Label, Enabled: w.Enabled, Altered: w.Altered,
			MadeBy: w.MadeBy, MadeAt: wire.InMs(w.MadeAt), ChangedBy: w.ChangedBy, ChangedAt: wire.InMs(w.ChangedAt), ApprovalID: wire.TextOrNull(w.ApprovalID),
		}
	}), err
}

func (s *Handlers) payoutWalletAdd(ctx context.Context, c *route.Call, in CoinPayeeAdd) (wire.Outcome, error) {
	return wire.OutcomeOf(s.Cashier.USDT.AddPayoutWallet(ctx, c.By, in.Network, in.Address, in.Label, in.Reason))
}

func (s *Handlers) payoutWalletDisable(ctx context.Context, c *route.Call, in wire.Reason) (wire.Outcome, error) {
	id, err := strconv.ParseInt(c.ID(), 10, 64)
	if err != nil {
		return wire.Outcome{}, usdt.ErrNoWallet
	}
	return wire.Done, s.Cashier.USDT.DisablePayoutWallet(ctx, c.By, id, in.Reason)
}

func (s *Handlers) coinNodes(ctx context.Context, _ *route.Call) (wire.Items[CoinNode], error) {
	nodes, err := s.Cashier.USDT.Nodes(ctx, s.Read)
	return wire.ItemsOf(nodes, func(n usdt.Node) CoinNode {
		return CoinNode{Network: n.Network, CheckedAt: wire.InMsOrNull(n.CheckedAt), Wrong: wire.TextOrNull(n.Wrong), ReadAt: wire.InMsOrNull(n.ReadAt)}
	}), err
}

func (s *Handlers) withdrawalSender(ctx context.Context, c *route.Call, in SenderDecision) (wire.Outcome, error) {
	return wire.OutcomeOf(s.Cashier.Payouts.DecideSender(ctx, c.By, payer.SenderDecision{SN: c.ID(), Ours: in.Ours, Reason: in.Reason}))
}

func (s *Handlers) coinTransfers(ctx context.Context, c *route.Call) (wire.Page[CoinTransfer], error) {
	f := chain.TransferFilter{
		States: c.ListOf("state", usdt.TransferSeen, usdt.TransferCredited, usdt.TransferStray, usdt.TransferDust), Query: c.Text("q"),
		From: c.Time("from"), To: c.Time("to"), Page: c.Page(),
	}
	if networks := c.ListOf("network", payment.Networks...); len(networks) > 0 {
		f.Network = networks[0]
	}
	if err := c.Checked(); err != nil {
		return wire.Page[CoinTransfer]{}, err
	}
	list, total, err := s.Cashier.Chains.Transfers(ctx, f)
	return wire.PageOf(list, total, func(t usdt.Transfer) CoinTransfer {
		return CoinTransfer{
			Network: t.Network, Tx: t.Tx, Index: t.Index, From: t.From, To: t.To, Coins: wire.InCoins(t.Coins), At: wire.InMs(t.At), Block: t.Block,
			Confirmations: t.Confirmations, State: t.State, Order: wire.TextOrNull(t.SN), SeenAt: wire.InMs(t.SeenAt), EndedAt: wire.InMsOrNull(t.EndedAt),
			Failure: wire.TextOrNull(t.Failure), RetryAt: wire.InMsOrNull(t.RetryAt),
		}
	}), err
}

func (s *Handlers) playerAddresses(ctx context.Context, c *route.Call) (wire.Items[CoinAddress], error) {
	list, err := s.Cashier.Addresses.List(ctx, c.ID())
	return wire.ItemsOf(list, func(a destination.CoinAddress) CoinAddress {
		return CoinAddress{ID: strconv.FormatInt(a.ID, 10), Network: a.Network, Address: a.Address, IsDefault: a.IsDefault, AddedAt: wire.InMs(a.AddedAt)}
	}), err
}
