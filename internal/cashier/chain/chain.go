package chain

import (
	"sync"

	"github.com/prometheus/client_golang/prometheus"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/order"
	"hongyun/internal/due"
)

// Chains reads every transfer of USDT that comes in to our addresses on public
// chains. No company stands between: nobody calls back, so the chains are asked.
//
// It credits nothing but a transfer that its chain calls final, whose address
// and coins are those of exactly one order, and whose block is of the order's
// time. Whatever else comes waits in suspense for two people.
type Chains struct {
	*order.Deps
	deposits *deposit.Deposits

	Pulls *due.Work // reads what came to our addresses

	partsKnown sync.Map // networks whose parts of own addresses have cursors
}

func New(h *order.Deps, d *deposit.Deposits, metrics prometheus.Registerer) *Chains {
	c := &Chains{Deps: h, deposits: d}
	c.Pulls = c.newPulls(metrics)
	return c
}
