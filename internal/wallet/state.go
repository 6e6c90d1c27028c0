package wallet

import (
	"maps"
	"slices"
	"time"

	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/venue"
)

// Direction of a transfer, seen from the venue.
type Direction string

// The directions.
const (
	In  Direction = "in"  // centre wallet to venue
	Out Direction = "out" // venue to centre wallet
)

// Directions are the directions of a transfer.
var Directions = []Direction{In, Out}

// State of a transfer.
type State string

// The states. The database lets a transfer go from pending or manual to
// completed or refused, and from pending to manual. From there it goes on only
// when the venue contradicts itself: to disputed, and back by a person.
const (
	Pending   State = "pending"   // asked, or about to be; no answer yet
	Manual    State = "manual"    // the same, for so long that a person is called
	Completed State = "completed" // the venue has proved that it was done
	Refused   State = "refused"   // it was not done, and the player has the money where it was
	Disputed  State = "disputed"  // settled, and then the venue said the opposite
)

// Where the books have the money of a transfer.
const (
	bookedNone = ""     // where it was; of a transfer from a venue
	bookedHeld = "held" // in transit
	bookedDone = "done" // where it was to go
	bookedBack = "back" // where it came from
)

// Transfer is one movement between centre wallet and venue.
type Transfer struct {
	ID        string
	Player    string
	Venue     string // code
	Direction Direction
	Amount    money.Fen
	Account   string // the player's name at the venue
	Ref       string // our reference there
	Batch     string
	By        string
	State     State
	Booked    string
	Moved     money.Fen // what the venue says it moved, or what people found, where that is not Amount; else 0
	Version   int64
	Reason    string // why it was refused or needs a person; one of the keys of reasonTexts

	Asks       int // how often the venue was asked what became of it
	AskedAt    time.Time
	LastAnswer string // done, refused, absent, unknown; "" if never asked
	AbsentAt   time.Time
	NextAskAt  time.Time // zero: it is not asked any more

	CreatedAt time.Time
	SettledAt time.Time // zero while open
}

// There is how much of the transfer moved at the venue: what it has proved or
// people found out, and otherwise the order's amount. Nothing unless it is done.
func (t Transfer) There() money.Fen {
	switch {
	case t.Booked != bookedDone:
		return 0
	case t.Moved > 0:
		return t.Moved
	}
	return t.Amount
}

// Stuck says that people should look at it: it is open, or disputed.
func (t Transfer) Stuck() bool { return t.Open() || t.State == Disputed }

// Open says that the venue's answer is not known yet.
func (t Transfer) Open() bool { return t.State == Pending || t.State == Manual }

// The reasons that are not a venue's own.
const (
	reasonAbsent = "absent"   // the venue never heard of it
	reasonSilent = "silent"   // it does not answer
	reasonMute   = "no_query" // it answers no question about a transfer
	reasonAmount = "amount"   // it moved another amount
	reasonLate   = "late"     // it said yes after we had to take it for no
	reasonTurned = "reversed" // it said no after yes
	reasonHand   = "hand"     // people decided
)

// Reasons are the reasons of a transfer that was refused or waits for a person.
func Reasons() []string { return slices.Sorted(maps.Keys(reasonTexts)) }

var reasonTexts = map[string]string{
	venue.InGame.String():       "您正在游戏中，请退出游戏后再试",
	venue.Insufficient.String(): "场馆余额不足",
	venue.Limit.String():        "金额超出场馆限额",
	venue.Float.String():        "场馆繁忙，请稍后再试",
	venue.Blocked.String():      "您在该场馆的账号暂时不能使用，请联系客服",
	venue.Maintenance.String():  "场馆维护中，请稍后再试",
	venue.Setup.String():        "场馆暂时不可用，请稍后再试",
	venue.Other.String():        "场馆未接受本次转账，请稍后再试",
	reasonAbsent:                "场馆未收到本次转账，请重新操作",
	reasonSilent:                "场馆长时间没有响应",
	reasonMute:                  "场馆不支持订单查询，须人工核实",
	reasonAmount:                "场馆金额与订单不一致",
	reasonLate:                  "场馆在退回之后又报告成功",
	reasonTurned:                "场馆在成功之后又报告失败",
	reasonHand:                  "已由客服核实",
}

// ReasonText is the reason in Chinese, "" where there is none.
func (t Transfer) ReasonText() string { return reasonTexts[t.Reason] }

// Message tells the player the transfer's state (trust SAG-5: never a false
// success, never a false failure).
func (t Transfer) Message() string {
	switch {
	case t.State == Completed && t.Moved > 0:
		return "转账已核实，场馆实际转账" + t.Moved.String() + "元"
	case t.State == Completed:
		return "转账成功"
	case t.State == Refused:
		return "转账失败：" + t.ReasonText()
	case t.State == Pending:
		return "转账处理中，请稍后查看，订单号：" + t.Number()
	}
	return "转账正在人工核实，请稍后查看，订单号：" + t.Number()
}

// entry is the books' entry for a step of this transfer.
func (t Transfer) entry(step string, postings ...ledger.Posting) ledger.Entry {
	return ledger.Entry{
		Scope: "transfer", Key: t.ID + ":" + step, Kind: "transfer." + step,
		Ref: t.ID, Memo: t.Venue + " " + t.Ref, By: t.By, Postings: postings,
	}
}
