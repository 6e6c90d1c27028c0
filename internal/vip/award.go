package vip

import (
	"context"
	"strconv"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/fund"
	"hongyun/internal/guard"
	"hongyun/internal/inbox"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// The kinds of awards.
const (
	Bonus  = "bonus"  // once, on reaching a level
	Income = "income" // every week or month at a level
)

// AwardKinds are the kinds of awards.
var AwardKinds = []string{Bonus, Income}

// The states of awards.
const (
	Paid     = "paid"
	Withheld = "withheld"
	Refused  = "refused"
)

// AwardStates are the states of awards.
var AwardStates = []string{Paid, Withheld, Refused}

// Award is C$ that a level brought.
type Award struct {
	ID        string
	Run       string
	Track     Track
	Period    Date // the last day of its week or month
	Player    string
	Kind      string
	Level     int
	Amount    money.Fen // C$
	State     string
	Why       string // why it was withheld, for staff; empty: it was not
	At        time.Time
	DecidedAt time.Time // zero: not decided by a person
	DecidedBy string
	Decision  string // what whoever decided wrote

	item string
}

// KindText is the kind in Chinese.
func (a Award) KindText() string {
	switch {
	case a.Kind == Bonus:
		return "晋级礼金"
	case a.Track == Month:
		return "每月固定收入"
	}
	return "每周固定收入"
}

// Remark is what the award is for, as the player reads it.
func (a Award) Remark() string {
	name := "VIP " + a.Track.Name()
	if a.Track == Month {
		name = "月度VIP"
	}
	return name + " 第" + strconv.Itoa(a.Level) + "级" + a.KindText() + "（" + a.Period.String() + " 止）"
}

// income is the award as the fund books it.
func (a Award) income(by string) fund.Income {
	return fund.Income{Key: a.ID, Player: a.Player, Amount: a.Amount, Remark: a.Remark(), By: by}
}

// Filter chooses awards; empty fields do not narrow it.
type Filter struct {
	Player string
	Run    string
	State  string
	Track  Track
	Kind   string
	// From and To bound when the award was made; zero leaves an end open.
	From, To time.Time
	Page     staff.Page
}

// Awards lists awards with how many there are and what they
// come to: withheld ones oldest first, for they wait, others newest first.
func (v *Vip) Awards(ctx context.Context, r db.Reader, f Filter) ([]Award, int, money.Fen, error) {
	return listAwards(ctx, r, f)
}

const kindRelease staff.Kind[release] = "vip.release"

func awardSubject(id string) string { return "vip.award:" + id }

// release is the request that a second person approves.
type release struct {
	Award string `json:"award"`
}

// Release asks a second person to pay a withheld award, whatever its amount, and
// returns the request's id. Faults: ErrNoAward, ErrDecided,
// guard's of the gate, staff's.
func (v *Vip) Release(ctx context.Context, by staff.Actor, id, reason string) (approval string, err error) {
	err = v.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		approval = ""
		if reason, err = staff.CheckReason(reason); err != nil {
			return err
		}
		a, err := lockWithheld(ctx, tx, id)
		if err != nil {
			return err
		}
		approval, err = v.Staff.RequestApproval(ctx, tx, by, kindRelease.Request(release{id}, staff.Request{
			Subject: awardSubject(id), Label: a.Player, Title: "发放暂扣的VIP奖励 C$ " + a.Amount.Grouped(), Amount: &a.Amount, Player: a.Player,
			Details: []staff.Detail{
				{Label: "玩家", Value: a.Player}, {Label: "奖励", Value: a.Remark()}, {Label: "金额", Value: "C$ " + a.Amount.Grouped()},
				{Label: "暂扣原因", Value: a.Why},
			},
			Reason: reason,
		}))
		return err
	})
	return approval, err
}

func (v *Vip) releaseApproved(ctx context.Context, tx *db.Tx, by staff.Actor, ap staff.Approval, in release) error {
	a, err := lockWithheld(ctx, tx, in.Award)
	if err != nil {
		return err
	}
	return v.release(ctx, tx, by, a, ap.MakerName+"、"+by.Name, ap.Reason)
}

func (v *Vip) release(ctx context.Context, tx *db.Tx, by staff.Actor, a Award, who, reason string) error {
	if err := v.Guard.Gate.CheckIn(ctx, tx, guard.DoorAll); err != nil {
		return err
	}
	if err := decide(ctx, tx, a.ID, Paid, who, reason); err != nil {
		return err
	}
	if err := v.Fund.Receive(ctx, tx, a.income(who)); err != nil {
		return err
	}
	if err := inbox.Write(ctx, tx, decidedMessage(a, Paid, "")); err != nil {
		return err
	}
	return v.auditAward(ctx, tx, by, "vip.release", a, reason)
}

// Refuse ends a withheld award without paying it. Faults: ErrNoAward,
// ErrDecided, staff's.
func (v *Vip) Refuse(ctx context.Context, by staff.Actor, id, reason string) error {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return err
	}
	return v.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := v.Staff.Waiting(ctx, tx, by); err != nil {
			return err
		}
		a, err := lockWithheld(ctx, tx, id)
		if err != nil {
			return err
		}
		if err := v.Staff.VoidPending(ctx, tx, by, awardSubject(id), "该奖励已被拒绝"); err != nil {
			return err
		}
		if err := decide(ctx, tx, a.ID, Refused, by.Name, reason); err != nil {
			return err
		}
		if err := inbox.Write(ctx, tx, decidedMessage(a, Refused, reason)); err != nil {
			return err
		}
		return v.auditAward(ctx, tx, by, "vip.refuse", a, reason)
	})
}

func (v *Vip) auditAward(ctx context.Context, tx *db.Tx, by staff.Actor, action string, a Award, reason string) error {
	return v.Staff.Audit(ctx, tx, by, staff.Change{
		Action: action, Subject: "player:" + a.Player, Label: a.Player, Reason: reason,
		After: map[string]any{"award": a.ID, "amount": a.Amount, "withheld": a.Why},
	})
}

// CountWithheld counts the awards that wait for a decision of staff.
func (v *Vip) CountWithheld(ctx context.Context, r db.Reader) (int, error) {
	n, _, err := sumWithheld(ctx, r)
	return n, err
}
