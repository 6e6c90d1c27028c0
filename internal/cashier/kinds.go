package cashier

import "hongyun/internal/staff"

// registerKinds tells staff what approved requests do.
func (c *Cashier) registerKinds(s *staff.Staff) {
	c.Deposits.registerKinds(s)
	c.Withdrawals.registerKinds(s)
	c.Payouts.registerKinds(s)
	c.Batches.registerKinds(s)
	c.Incoming.registerKinds(s)
	c.USDT.registerKinds(s)
	registerRemoval(s, c.Cards, c.Addresses)
}
