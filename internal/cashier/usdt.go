package cashier

import "hongyun/internal/staff"

// USDT keeps what two people decide about USDT: the rates, the addresses that
// players send to, and the wallets that pay out. It also shows the nodes of the
// chains.
type USDT struct{ *Deps }

// Kinds of second-person requests about USDT, with what each is asked about.
const (
	kindRate   staff.Kind[rateAsked]  = "coin.rate"
	kindPayee  staff.Kind[payeeAsked] = "coin.payee"
	kindWallet staff.Kind[payeeAsked] = "coin.wallet"
)

// registerKinds tells staff what approved requests about USDT do.
func (u *USDT) registerKinds(s *staff.Staff) {
	kindRate.OnApproved(s, u.rateApproved)
	kindPayee.OnApproved(s, u.payeeApproved)
	kindWallet.OnApproved(s, u.walletApproved)
}
