package award

import (
	"strings"
	"testing"

	"hongyun/internal/inbox"
	"hongyun/internal/promo/rule"
)

// The card, the list, the record and the message have one word for an award.
func TestAMessageHasTheWordOfTheStatus(t *testing.T) {
	for _, c := range []struct {
		row   Row
		word  string
		about inbox.About
	}{
		{Row{State: Withheld, Why: WhyUnknown, Kind: rule.FirstBonus}, "待完善资料", inbox.AboutIdentity},
		{Row{State: Withheld, Why: WhyUnknown, Kind: rule.Referral}, "待好友完善资料", inbox.AboutPromotion},
		{Row{State: Withheld, Why: "按活动规则须核实", Kind: rule.FirstBonus}, "审核中", inbox.AboutPromotion},
		{Row{State: Paid, Kind: rule.FirstBonus}, "已派发", inbox.AboutPromotion},
		{Row{State: Refused, Why: "同一人领取", Kind: rule.FirstBonus}, "未通过", inbox.AboutPromotion},
		{Row{State: Cancelled, Why: "存款已被冲正", Kind: rule.FirstBonus}, "已取消", inbox.AboutPromotion},
	} {
		c.row.ID, c.row.Amount = "promo:39:hong:first", 2000
		m, shown := message(c.row, false), Award{State: c.row.State, Why: c.row.Why, Kind: c.row.Kind}.Status()
		if shown.Text != c.word || c.row.Status() != shown || !strings.HasSuffix(m.Title, c.word) || !strings.HasSuffix(m.Body, shown.Next) || m.About != c.about {
			t.Errorf("%s: page %+v, message %q %q about %q", c.word, shown, m.Title, m.Body, m.About)
		}
		if strings.Contains(shown.Next, WhyUnknown) || shown.Act != (c.about == inbox.AboutIdentity) {
			t.Errorf("%s: %+v", c.word, shown)
		}
	}
}

// An award waits for a name and then goes to a person: that is another event. Else
// the second message would be taken for the first.
func TestAnAwardThatGoesToAPersonLaterIsToldAgain(t *testing.T) {
	waits, looked := Row{ID: "a", State: Withheld, Why: WhyUnknown}, Row{ID: "a", State: Withheld, Why: "金额超过1,000元，须人工确认"}
	if message(waits, false).Event == message(looked, true).Event {
		t.Error("both messages are one event")
	}
}

// An award that the sweep paid once name and card were there was not reviewed.
func TestAPaymentByTheSweepClaimsNoReview(t *testing.T) {
	if body := message(Row{ID: "a", State: Paid, DecidedBy: "system:promo"}, true).Body; strings.Contains(body, "审核") {
		t.Error(body)
	}
	if body := message(Row{ID: "a", State: Paid, DecidedBy: "li、wang"}, true).Body; !strings.Contains(body, "审核已通过") {
		t.Error(body)
	}
}
