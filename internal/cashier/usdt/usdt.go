package usdt

import (
	"hongyun/internal/cashier/order"
	"hongyun/internal/staff"
)

// Book keeps what two people decide about Book: the rates, the addresses that
// players send to, and the wallets that pay out. It also shows the nodes of the
// chains.
type Book struct{ *order.Deps }

// Kinds of second-person requests about Book, with what each is asked about.
const (
	kindRate   staff.Kind[rateAsked]  = "coin.rate"
	kindPayee  staff.Kind[payeeAsked] = "coin.payee"
	kindWallet staff.Kind[payeeAsked] = "coin.wallet"
)

// RegisterKinds tells staff what approved requests about Book do.
func (u *Book) RegisterKinds(s *staff.Staff) {
	kindRate.OnApproved(s, u.rateApproved)
	kindPayee.OnApproved(s, u.payeeApproved)
	kindWallet.OnApproved(s, u.walletApproved)
}
