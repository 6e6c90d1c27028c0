package usdt

import (
	"hongyun/internal/cashier/order"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
)

// Book keeps what two people decide about USDT: the rates, the addresses that
// players send to, and the wallets that pay out. It also shows the nodes of the
// chains.
type Book struct {
	*order.Deps
	rates *setting.Rulebook[rateTerms]
}

// New opens the book of a house.
func New(h *order.Deps) *Book { return &Book{Deps: h, rates: newRates(h)} }

// Kinds of second-person requests about USDT, with what each is asked about.
const (
	kindPayee  staff.Kind[payeeAsked] = "coin.payee"
	kindWallet staff.Kind[payeeAsked] = "coin.wallet"
)

// RegisterKinds tells staff what approved requests about USDT do.
func (u *Book) RegisterKinds(s *staff.Staff) {
	kindPayee.OnApproved(s, u.payeeApproved)
	kindWallet.OnApproved(s, u.walletApproved)
}
