package order

import (
	"time"

	"hongyun/internal/money"
)

// Settings are the operator's rules.
type Settings struct {
	// DepositExpiry is how long an order waits for its payment: 1,200 s by
	// the server's clock, whatever the page shows (trust CLK-4).
	DepositExpiry time.Duration
	// ClaimGrace is how much longer a player may still say "I have paid",
	// and how much longer staff may confirm such an order before it goes to
	// review.
	ClaimGrace time.Duration
	// PaidGrace is how long after an order's expiry a payment still counts as
	// paid in time where its gateway does not say when it was paid.
	PaidGrace time.Duration
	// BankOrdersOpen is how many unpaid orders of bank transfers a player may have.
	BankOrdersOpen int
	// GatewayOrdersOpen is how many orders a player may have at gateways that are
	// neither paid nor over. Each of them is asked about for a day.
	GatewayOrdersOpen int
	// LateWatch is how long after its expiry a gateway is still asked about an order.
	LateWatch time.Duration
	// TwinWindow is how long an equal order without a key of its own counts
	// as a double click (trust IDE-3).
	TwinWindow time.Duration
	// TurnoverPercent is how much of a deposit must be bet before a withdrawal: 100 is once.
	TurnoverPercent int64
	// DepositSecondAbove: a credit by hand needs a second person above it,
	// counted with what the same person credited alone, and what the player was
	// credited by hand, in 24 hours (H-86).
	DepositSecondAbove money.Fen
	// LookupAbove: a callback of this amount or more is credited only after
	// our own query to the gateway agrees (trust CBK-2). 0 means every one.
	// A gateway that answers no questions obeys its own limit instead (H-404).
	LookupAbove money.Fen

	WithdrawMin   money.Fen // smallest withdrawal
	WithdrawMax   money.Fen // largest one; 0: no limit but the day's
	WithdrawFee   Fee
	WithdrawTimes int       // withdrawals a GMT+8 day
	WithdrawDaily money.Fen // sum of a GMT+8 day's withdrawals
	// WithdrawSecondAbove: a withdrawal needs a second person above it, counted
	// with what the player asked for, and what the approver approved alone, in
	// 24 hours (H-86). The same figure holds for payouts called failed.
	WithdrawSecondAbove money.Fen
	// TakeBack lets players take a withdrawal back until staff claim it.
	TakeBack bool
	// HoldAfterChange is how long after a change of a password or the phone, or a
	// new card or address, a withdrawal is held for review (D-23, trust ADR-5).
	HoldAfterChange time.Duration
	// ClaimFor is how long a member of staff keeps a withdrawal before it goes back to the queue.
	ClaimFor time.Duration

	CardsMost int // bank cards a player may have
	// AddressesMost is how many USDT addresses a player may have.
	AddressesMost int
	// QuoteFor is how long a quote of a USDT withdrawal holds.
	QuoteFor time.Duration
	// CoinRest is how long an address and an amount of coins belong to an order
	// that is over: a late or second payment must not pay another's.
	CoinRest time.Duration
	// CoinOrdersOpen is how many unpaid orders in USDT a player may have.
	CoinOrdersOpen int
	// RateMaxAge is how old a rate may be for a new order or quote. 0: of any age.
	RateMaxAge time.Duration
	// DustBelow: a transfer of fewer coins is booked as dust and is no case for
	// people. 0 means that none is.
	DustBelow money.Coins
	// PayoutGiveUp is how long a chain must not know a payout before staff may
	// say that it was never made.
	PayoutGiveUp time.Duration
	// Levels are limits of withdrawals that hold from a VIP level on, instead of those above, with the fee of the level.
	Levels LevelRules
	// PayoutWait is how long after its destination was last read, or its result
	// was called unknown, a bank payout is not called failed (H-86).
	PayoutWait time.Duration
	// LuhnWarns lets a card number with a wrong check digit pass, with a mark in the log; otherwise it is refused.
	LuhnWarns bool
}

// DefaultSettings are the documented figures.
func DefaultSettings() Settings {
	return Settings{
		DepositExpiry:       1200 * time.Second,
		ClaimGrace:          30 * time.Minute,
		PaidGrace:           2 * time.Minute,
		BankOrdersOpen:      3,
		GatewayOrdersOpen:   30,
		LateWatch:           24 * time.Hour,
		TwinWindow:          3 * time.Second,
		TurnoverPercent:     100,
		DepositSecondAbove:  50_000 * money.Yuan,
		WithdrawMin:         100 * money.Yuan,
		WithdrawTimes:       5,
		WithdrawDaily:       200_000 * money.Yuan,
		WithdrawSecondAbove: 50_000 * money.Yuan,
		TakeBack:            true,
		HoldAfterChange:     24 * time.Hour,
		ClaimFor:            15 * time.Minute,
		CardsMost:           3,
		AddressesMost:       3,
		QuoteFor:            120 * time.Second,
		CoinRest:            24 * time.Hour,
		CoinOrdersOpen:      3,
		RateMaxAge:          24 * time.Hour,
		DustBelow:           money.Coin / 10,
		PayoutGiveUp:        24 * time.Hour,
		PayoutWait:          24 * time.Hour,
	}
}
