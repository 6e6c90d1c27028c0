package order

import (
	"hongyun/internal/money"
)

// Fee is what a player pays for a withdrawal, on top of its amount: the amount is
// what arrives, what a quote in USDT is about, and what the limits of a day count.
type Fee struct {
	Fixed money.Fen // of each withdrawal
	Rate  int64     // of its amount, in hundredths of a percent
	Free  int64     // the first withdrawals of a GMT+8 day that cost nothing
}

// The largest fees that can be set.
const (
	maxFee     = int64(1_000 * money.Yuan)
	maxFeeRate = 2_000 // 20 %

	feeHint     = "在提款金额之外向玩家收取，到账金额不变；0 为免费"
	feeRateHint = "按提款金额计算，与每笔手续费相加"
	feeFreeHint = "当天前几笔不收手续费；撤回、拒绝和失败的不计"
)

// wholeRate is a rate of all of an amount.
const wholeRate = 10_000

// Of is the fee of a withdrawal, rounded down, of a player who asked for some
// others that day.
func (f Fee) Of(amount money.Fen, others int64) money.Fen {
	if others < f.Free {
		return 0
	}
	return f.Fixed + amount*money.Fen(f.Rate)/wholeRate
}

// Affordable is the largest amount that a wallet can pay together with its fee.
func (f Fee) Affordable(wallet money.Fen, others int64) money.Fen {
	if others < f.Free {
		return wallet
	}
	amount := max(wallet-f.Fixed, 0) * wholeRate / (wholeRate + money.Fen(f.Rate))
	for amount+1+f.Of(amount+1, others) <= wallet { // the fee is rounded down
		amount++
	}
	return amount
}
