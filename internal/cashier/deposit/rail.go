package deposit

import (
	"cmp"
	"context"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/method"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/db"
)

// rail is the way that the money of an order takes to the operator (H-436). Rows,
// filters and the wire keep the style, of which a rail may have several.
type rail interface {
	// complete sets the fields of a new order that depend on its rail, or refuses the
	// order. It writes nothing to the database.
	complete(ctx context.Context, d *Deposits, dep *Deposit, o Order, m method.Method) error
	// reserve refuses a player with too many open orders, and gives the order the place
	// that it is paid to. It runs in the transaction that stores the order.
	reserve(ctx context.Context, d *Deposits, tx *db.Tx, dep *Deposit) error
	// asksGateway says that the page on which the player pays comes from a gateway.
	asksGateway() bool
	// foundByStaff says that staff find the payment on a bank statement. A credit by
	// hand then needs the bank's number, and a late claim of the player goes to review.
	foundByStaff() bool
	// mayCredit refuses a credit by hand of an order in that state. Its faults are
	// ErrNotBank and ErrCoinProof.
	mayCredit(state string) error
	// source names the account that the money comes in at.
	source(dep Deposit) string
}

// railOf is the rail of a style. All styles but two belong to gateways.
func railOf(style string) rail {
	switch style {
	case method.StyleBank:
		return bankRail{}
	case usdt.StyleCoin:
		return chainRail{}
	}
	return gatewayRail{}
}

func (dep Deposit) rail() rail { return railOf(dep.Style) }

// SetSource puts an order on the rail that ends at the account of that name. It serves
// orders that are made for money which came before them.
func (dep *Deposit) SetSource(source string) {
	gateway, network := method.GatewayOf(source), usdt.NetworkOf(source)
	switch {
	case gateway != "":
		dep.Style, dep.Gateway = method.StyleLink, gateway
	case network != "":
		dep.Style, dep.Network = usdt.StyleCoin, network
	default:
		dep.Style, dep.CompanyBank = method.StyleBank, bank.IDOf(source)
	}
}

// TakesSlips says that players may send pictures of the transfer.
func (dep Deposit) TakesSlips() bool { return dep.rail().foundByStaff() }

// arrivedAt names the account where a deposit's money came in. Money that two people
// assigned to the order may have come in at another account than its own.
func (dep Deposit) arrivedAt() string { return cmp.Or(dep.cameAt, dep.rail().source(dep)) }

// bankRail is a transfer to a bank account of the operator.
type bankRail struct{}

func (bankRail) complete(context.Context, *Deposits, *Deposit, Order, method.Method) error {
	return nil
}

func (bankRail) reserve(ctx context.Context, d *Deposits, tx *db.Tx, dep *Deposit) error {
	if err := d.fewOpen(ctx, tx, dep.Player); err != nil {
		return err
	}
	return d.takePayee(ctx, tx, dep)
}

func (bankRail) asksGateway() bool         { return false }
func (bankRail) foundByStaff() bool        { return true }
func (bankRail) mayCredit(string) error    { return nil }
func (bankRail) source(dep Deposit) string { return bank.SourceOf(dep.CompanyBank) }

// gatewayRail is a payment through a company, which vouches for it.
type gatewayRail struct{}

// complete gives the order one number for the player, the gateway and us.
func (gatewayRail) complete(_ context.Context, d *Deposits, dep *Deposit, _ Order, _ method.Method) error {
	g := d.methods.Gateway(dep.Gateway)
	if g == nil {
		return method.ErrNoChannel
	}
	r := g.Rules()
	if dep.Amount < r.MinAmount || (r.MaxAmount > 0 && dep.Amount > r.MaxAmount) {
		return method.ErrNoChannel
	}
	dep.SN = g.NewRef(d.DB.Clock().Now())
	return nil
}

func (gatewayRail) reserve(ctx context.Context, d *Deposits, tx *db.Tx, dep *Deposit) error {
	dep.askedAt = tx.Now()
	if err := d.fewAtGateways(ctx, tx, dep.Player); err != nil {
		return err
	}
	return method.PassTrip(ctx, tx, dep.ChannelID, dep.Player, dep.CreatedAt)
}

func (gatewayRail) asksGateway() bool  { return true }
func (gatewayRail) foundByStaff() bool { return false }

// mayCredit refuses an order that is not in review, because staff read no statement of
// a gateway.
func (gatewayRail) mayCredit(state string) error {
	if state != Review {
		return ErrNotBank
	}
	return nil
}

func (gatewayRail) source(dep Deposit) string { return method.SourceOf(dep.Gateway) }

// chainRail is a transfer of USDT, which its chain proves. Its complete and reserve are
// in usdt.go.
type chainRail struct{}

func (chainRail) asksGateway() bool         { return false }
func (chainRail) foundByStaff() bool        { return false }
func (chainRail) mayCredit(string) error    { return ErrCoinProof }
func (chainRail) source(dep Deposit) string { return usdt.ChainAccount(dep.Network) }
