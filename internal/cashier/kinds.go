package cashier

import (
	"hongyun/internal/cashier/destination"
	"hongyun/internal/staff"
)

// registerKinds tells staff what approved requests do.
func (c *Cashier) registerKinds(s *staff.Staff) {
	c.Deposits.RegisterKinds(s)
	c.Withdrawals.RegisterKinds(s)
	c.Payouts.RegisterKinds(s)
	c.Batches.RegisterKinds(s)
	c.Incoming.RegisterKinds(s)
	c.USDT.RegisterKinds(s)
	destination.RegisterRemoval(s, c.Cards, c.Addresses)
}
