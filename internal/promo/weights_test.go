package promo_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/promo/rule"
	"hongyun/internal/setting"
	"hongyun/internal/turnover"
)

// weighed is a version of the operator's weights, from an instant on.
type weighed struct {
	from time.Time
	turnover.Weights
}

// weigh puts a weight of one venue into force.
func (h *house) weigh(key, name string, percent int64) {
	h.weights = append(h.weights, weighed{h.clock.Now(), turnover.Weights{
		Kinds: map[string]int64{"fish": 50}, Exact: []setting.Listed{{Key: key, Label: name, Number: percent}},
	}})
}

func (h *house) weightBook() turnover.WeightBook {
	at := func(at time.Time) (turnover.Weights, int) {
		for i := len(h.weights) - 1; i >= 0; i-- {
			if !at.Before(h.weights[i].from) {
				return h.weights[i].Weights, i + 1
			}
		}
		return turnover.Weights{}, 0
	}
	return turnover.WeightBook{
		Kinds: []turnover.VenueKind{
			{Code: "sport", Name: "体育"}, {Code: "live", Name: "真人"}, {Code: "fish", Name: "捕鱼"}, {Code: "slot", Name: "电子"},
			{Code: "esport", Name: "电竞"}, {Code: "lottery", Name: "彩票"}, {Code: "board", Name: "棋牌"},
		},
		Now: func() (turnover.Weights, int) { return at(h.clock.Now()) },
		Version: func(_ context.Context, _ db.Reader, n int) (turnover.Weights, error) {
			return h.weights[n-1].Weights, nil
		},
		At: func(_ context.Context, _ db.Reader, when time.Time) (turnover.Weights, int, error) {
			w, n := at(when)
			return w, n, nil
		},
	}
}

// H-439: a bonus binds its deposit while the operator has weights, and the deposit keeps
// those of its day when the bonus is taken back under others.
func TestADepositWithABonusKeepsTheWeightsOfItsDay(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.weigh("vslot", "乙电子", 20)
		h.depositsWith("ming", "B1", 1000*yuan, "38")
		h.is("credited with its bonus", h.book("ming"), "centre 40.00 to bet 1040.00")
		h.clock.Advance(time.Minute)
		h.settles("ming", "a", "slot", 500*yuan, "", false)
		h.is("a fifth counts", h.book("ming"), "centre 40.00 to bet 940.00")
		h.weigh("vslot", "乙电子", 0)
		h.must(h.agree(h.Cancel(t.Context(), h.anna, "promo:38:ming:2026-03-02", "多账户套利")))
		h.is("without its bonus", h.book("ming"), "centre 0.00 to bet 900.00")
		h.clock.Advance(time.Minute)
		h.settles("ming", "b", "slot", 500*yuan, "", false)
		h.is("still a fifth", h.book("ming"), "centre 0.00 to bet 800.00")
	})
}

// H-438: the page of a promotion and the list of shares tell the operator's weights, by
// the figures of the setting.
func TestPlayersAreToldTheOperatorsWeights(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.weigh("vslot:zero", "乙电子 · 零", 0)
		pages, err := h.Conditions(t.Context(), h.d)
		text := strings.Join(pages[38], "")
		for _, want := range []string{"捕鱼投注按有效投注的 50% 计入流水。", "以下游戏或场馆的投注不计入流水：乙电子 · 零。"} {
			if err != nil || !strings.Contains(text, want) {
				t.Errorf("the page says %q without %q, %v", text, want, err)
			}
		}
		shares, required, err := h.SharesOf(t.Context(), h.d, 38)
		if err != nil || !required || len(shares.Kinds) != 7 || shares.Kinds[2].Percent != 50 || len(shares.Exact) != 1 || shares.Exact[0].Name != "乙电子 · 零" || shares.Odds == nil {
			t.Errorf("shares %+v, %v, %v", shares, required, err)
		}
		if _, _, err := h.SharesOf(t.Context(), h.d, 1); err != rule.ErrNotFound {
			t.Errorf("of none: %v", err)
		}
	})
}
