package usdt

import (
	"errors"
	"strings"

	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/payment"
)

// StyleCoin is the answer to an order that is paid in USDT (DEP-05).
const StyleCoin = "VirtualCoin"

// Directions of a rate.
const (
	ForDeposit    = "deposit"
	ForWithdrawal = "withdrawal"
)

// Directions are the directions that a rate is set for.
var Directions = []string{ForDeposit, ForWithdrawal}

var directionTexts = map[string]string{ForDeposit: "存款", ForWithdrawal: "提款"}

// NetworkName is what people call a network, and what the documented calls
// name UsdtType: TRC20, ERC20 or OMNI.
func NetworkName(network string) string { return strings.ToUpper(network) }

// ChainAccount names our coins on a network as an account where money comes in.
func ChainAccount(network string) string { return "chain:" + network }

// NetworkOf is the network of such an account, "" for any other.
func NetworkOf(account string) string {
	network, yes := strings.CutPrefix(account, "chain:")
	if !yes {
		return ""
	}
	return network
}

// PaidOutOn is the source of the numbers of payouts on a network. It is not
// the network's own: one transfer may leave the house and come to it.
func PaidOutOn(network string) string { return "payout:" + network }

// StrayCoins is where coins without an order wait.
func StrayCoins() ledger.Account { return ledger.SuspenseCoins("chain") }

// CoinsIn are the postings of coins that came in on a network and are worth so
// many yuan to a player. The yuan stand first: whoever reads the first posting
// of a credit reads its amount.
func CoinsIn(from ledger.Account, coins money.Coins, player string, received money.Fen) []ledger.Posting {
	return []ledger.Posting{
		{From: ledger.HouseFX(money.CNY), To: ledger.Centre(player), Amount: int64(received)},
		{From: from, To: ledger.HouseFX(money.USDT), Amount: int64(coins)},
	}
}

// CoinsOut are the postings of coins that left for yuan of an account.
func CoinsOut(from ledger.Account, amount money.Fen, network string, coins money.Coins) []ledger.Posting {
	return []ledger.Posting{
		{From: from, To: ledger.HouseFX(money.CNY), Amount: int64(amount)},
		{From: ledger.HouseFX(money.USDT), To: ledger.HouseChain(network), Amount: int64(coins)},
	}
}

// ReadAddress checks an address in full and says in Chinese what is wrong with
// it. The prefix decides the network, as the specification has it; only the
// chain's own checksum decides whether it is an address.
func ReadAddress(network, text string) (payment.Address, error) {
	a, err := payment.ParseAddress(network, text)
	var wrong *payment.AddressError
	if !errors.As(err, &wrong) {
		return a, err
	}
	switch wrong.Flaw {
	case payment.FlawChecksum, payment.FlawVersion:
		return a, ErrAddressChecksum.With(NetworkName(network))
	case payment.FlawNobody:
		return a, ErrAddressNobody
	}
	return a, ErrAddressForm
}

// MaskAddress hides the middle of an address: its first and last seven
// characters stay, from which pages make what they show (WD-03).
func MaskAddress(address string) string {
	if len(address) <= 14 {
		return address
	}
	return address[:7] + strings.Repeat("*", 7) + address[len(address)-7:]
}
