package ledger

import (
	"strings"

	"hongyun/internal/money"
)

// Account names a place where value is. Accounts come from the constructors
// below, which are the chart of accounts; the row is made when the account is
// first used.
type Account struct {
	Name     string
	Asset    money.Asset
	Negative bool // may be below zero
}

// Centre is the money a player may spend.
func Centre(player string) Account { return own(player, "centre", money.CNY) }

// Locked is the money held for a player's withdrawals.
func Locked(player string) Account { return own(player, "locked", money.CNY) }

// Transit is the money held for venue transfers whose answer is open.
func Transit(player string) Account { return own(player, "transit", money.CNY) }

// Fund is a player's bonus fund, in C$.
func Fund(player string) Account { return own(player, "fund", money.CDollar) }

// VenueWallet is our mirror of a player's money at a venue: transfers and
// settled bets. It may be below zero for a while, because the bet feed lags.
// Winnings can be taken back before the feed reports the bets that won them.
func VenueWallet(player, venue string) Account {
	a := own(player, "venue:"+venue, money.CNY)
	a.Negative = true
	return a
}

// HouseGateway is our position with a payment gateway.
func HouseGateway(code string) Account { return house("gateway:"+code, money.CNY) }

// HouseBank is one of our bank accounts.
func HouseBank(id string) Account { return house("bank:"+id, money.CNY) }

// HouseChain is our USDT on one network.
func HouseChain(network string) Account { return house("chain:"+network, money.USDT) }

// HouseGaming is the result of all bets; below zero is the operator's win.
func HouseGaming() Account { return house("gaming", money.CNY) }

// HouseBonus is the cost of promotions.
func HouseBonus() Account { return house("bonus", money.CNY) }

// HouseRebate is the cost of rebates.
func HouseRebate() Account { return house("rebate", money.CNY) }

// HouseFX is where value changes from one asset into another; each asset has
// its own side.
func HouseFX(asset money.Asset) Account { return house("fx:"+string(asset), asset) }

// HouseRounding takes the remainder of a stated rounding.
func HouseRounding(asset money.Asset) Account { return house("rounding:"+string(asset), asset) }

// HouseDust takes USDT amounts that are too small to decide about.
func HouseDust() Account { return house("dust", money.USDT) }

// HouseAdjust is the other side of manual corrections.
func HouseAdjust() Account { return house("adjust", money.CNY) }

// HouseLoss takes losses from faults that the operator cannot claim back.
func HouseLoss() Account { return house("loss", money.CNY) }

// HouseFee takes the fees that players pay for withdrawals: above zero is earned.
func HouseFee() Account { return house("fee", money.CNY) }

// HouseOwed is a player's debt to the operator. It arises when money credited
// by mistake is already spent when it must be taken back. A debt is below zero.
func HouseOwed(player string) Account { return house("owed:"+player, money.CNY) }

// HouseFund issues and takes back C$.
func HouseFund() Account { return house("fund", money.CDollar) }

// Suspense holds money that arrived and has no owner yet, by reason. It cannot
// be below zero: money that did not arrive cannot be paid out.
func Suspense(reason string) Account {
	return Account{Name: "suspense:" + reason, Asset: money.CNY}
}

// SuspenseCoins holds USDT that arrived and has no owner yet, by reason.
func SuspenseCoins(reason string) Account {
	return Account{Name: "suspense:" + reason, Asset: money.USDT}
}

func own(player, what string, asset money.Asset) Account {
	return Account{Name: "player:" + player + ":" + what, Asset: asset}
}

func house(what string, asset money.Asset) Account {
	return Account{Name: "house:" + what, Asset: asset, Negative: true}
}

// summed reports whether the account's balance is not stored in its row.
func (a Account) summed() bool { return strings.HasPrefix(a.Name, "house:") }

// player returns the account's owner, "" for a house account.
func (a Account) player() string { return playerOf(a.Name) }

func playerOf(account string) string {
	rest, mine := strings.CutPrefix(account, "player:")
	if !mine {
		return ""
	}
	player, _, _ := strings.Cut(rest, ":")
	return player
}

// wellNamed refuses names with an empty part, such as a venue wallet without
// a venue. Such a name comes from a mistake in code and would hide money.
func (a Account) wellNamed() bool {
	return strings.Contains(a.Name, ":") && !strings.Contains(a.Name, "::") && a.Name[0] != ':' && a.Name[len(a.Name)-1] != ':'
}
