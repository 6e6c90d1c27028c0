package award

import (
	"encoding/json"
	"fmt"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/promo/rule"
	"hongyun/internal/staff"
)

// The states of an award.
const (
	Paid      = "paid"
	Withheld  = "withheld"  // a person looks at it; nothing moved
	Refused   = "refused"   // by a person; nothing moved
	Cancelled = "cancelled" // paid, and taken back
)

// States are the states of an award.
var States = []string{Paid, Withheld, Refused, Cancelled}

var stateTexts = map[string]string{Paid: "已派发", Withheld: "审核中", Refused: "未通过", Cancelled: "已取消"}

// StateText is a state in Chinese.
func StateText(state string) string { return stateTexts[state] }

// Award is what a promotion gave a player.
type Award struct {
	ID        string
	Rule      int64
	Name      string // of the promotion, as it was
	Kind      rule.Kind
	Player    string
	Item      string
	Period    calendar.Day
	Ref       string
	Basis     money.Fen
	Amount    money.Fen
	Required  money.Fen // to be bet before a withdrawal
	State     string
	Why       string
	Remark    string
	Packets   []money.Fen
	MadeBy    string
	DecidedBy string
	At        time.Time
	EndedAt   time.Time // zero while withheld
}

// Award is the award of a row, under the name that its promotion had.
func (a Row) Award(name string) (Award, error) {
	out := Award{
		ID: a.ID, Rule: a.Rule, Name: name, Kind: a.Kind, Player: a.Player, Item: a.Item, Period: a.Period, Ref: a.Ref, Basis: a.Basis, Amount: a.Amount,
		Required: a.Required, State: a.State, Why: a.Why, Remark: a.Remark, MadeBy: a.MadeBy, DecidedBy: a.DecidedBy, At: calendar.FromMillis(a.At),
	}
	if a.EndedAt > 0 {
		out.EndedAt = calendar.FromMillis(a.EndedAt)
	}
	if err := json.Unmarshal([]byte(a.Packets), &out.Packets); err != nil {
		return out, fmt.Errorf("read the packets of award %s: %w", a.ID, err)
	}
	return out, nil
}

// Subject names an award in the audit trail.
func Subject(id string) string { return "award:" + id }

// Details are an award for the person who decides about it.
func (a Row) Details(r rule.Rule) []staff.Detail {
	list := []staff.Detail{
		{Label: "玩家", Value: a.Player}, {Label: "优惠", Value: r.Name}, {Label: "金额", Value: a.Amount.Grouped()},
		{Label: "由来", Value: a.Remark}, {Label: "流水要求", Value: a.Required.Grouped()},
	}
	if a.Why != "" {
		list = append(list, staff.Detail{Label: "扣留原因", Value: a.Why})
	}
	return list
}

// Drawn is what an award was drawn as: of one without draws, its amount alone.
func (a Award) Drawn() []money.Fen {
	if len(a.Packets) == 0 {
		return []money.Fen{a.Amount}
	}
	return a.Packets
}

// Identity is the player whose name and card an award waits for.
func (a Row) Identity() string {
	if a.Kind == rule.Referral {
		return a.Ref
	}
	return a.Player
}
