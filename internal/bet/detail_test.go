package bet_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/money"
	"hongyun/internal/venue"
)

// reader is a company whose rows say more than its lines.
type reader struct{ *company }

func (reader) ReadBet(raw []byte) venue.BetFacts {
	var facts venue.BetFacts
	_ = json.Unmarshal(raw, &facts)
	return facts
}

func story(d bet.Detail) string {
	var steps []string
	for _, s := range d.Steps {
		steps = append(steps, fmt.Sprintf("%s %s valid %s win %s", s.State, s.At.Sub(dbtest.Noon), s.Valid, s.Win))
	}
	return strings.Join(steps, "\n")
}

// Each change that the venue reported is a step, with the venue's time.
func TestABetTellsItsSteps(t *testing.T) {
	at := func(l venue.BetLine, minutes int) venue.BetLine {
		l.UpdatedAt = dbtest.Noon.Add(time.Duration(minutes) * time.Minute)
		if l.Status != venue.BetOpen {
			l.SettledAt = l.UpdatedAt
		}
		return l
	}
	for _, tc := range []struct {
		name   string
		change []func(l *venue.BetLine)
		want   string
		rule   string
	}{
		{"settled at first sight", []func(l *venue.BetLine){func(*venue.BetLine) {}},
			"placed 0s valid 0.00 win 0.00\nsettled 1m0s valid 10.00 win 9.00", "以场馆回报的有效投注为准，场馆未回报时取投注额"},
		{"open", []func(l *venue.BetLine){func(l *venue.BetLine) { l.Status = venue.BetOpen }},
			"placed 0s valid 0.00 win 0.00", "未结算，结算后计算"},
		{"open, settled, settled again, void", []func(l *venue.BetLine){
			func(l *venue.BetLine) { l.Status = venue.BetOpen }, func(*venue.BetLine) {},
			func(l *venue.BetLine) { l.Payout = 0 }, func(l *venue.BetLine) { l.Status, l.Payout = venue.BetVoid, l.Stake },
		}, "placed 0s valid 0.00 win 0.00\nsettled 2m0s valid 10.00 win 9.00\nresettled 3m0s valid 10.00 win -10.00\nvoid 4m0s valid 0.00 win 0.00", "注单已取消"},
		{"sold", []func(l *venue.BetLine){
			func(l *venue.BetLine) { l.Status = venue.BetOpen },
			func(l *venue.BetLine) { l.Payout, l.Raw = 600, []byte(`{"CashedOut":true}`) },
		}, "placed 0s valid 0.00 win 0.00\ncashout 2m0s valid 10.00 win -4.00", "以场馆回报的有效投注为准，场馆未回报时取投注额"},
		{"odds corrected", []func(l *venue.BetLine){func(*venue.BetLine) {}, func(l *venue.BetLine) { l.Odds = "2.00" }},
			"placed 0s valid 0.00 win 0.00\nsettled 1m0s valid 10.00 win 9.00\ncorrected 2m0s valid 10.00 win 9.00", "以场馆回报的有效投注为准，场馆未回报时取投注额"},
		{"drawn", []func(l *venue.BetLine){func(l *venue.BetLine) { l.Payout = l.Stake }},
			"placed 0s valid 0.00 win 0.00\nsettled 1m0s valid 0.00 win 0.00", "和局，不计有效投注"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				ky := newCompany()
				h := newHouseWith(t, d, ky, reader{ky})
				for i, change := range tc.change {
					l := h.line("b1", 1000, 1900)
					l.BetAt = dbtest.Noon
					change(&l)
					h.store(at(l, i+1))
				}
				got, err := h.Detail(t.Context(), "ming", "26", "b1")
				if err != nil || story(got) != tc.want || got.Rule != tc.rule {
					t.Errorf("%v\n%s\nrule %s; want\n%s\nrule %s", err, story(got), got.Rule, tc.want, tc.rule)
				}
			})
		})
	}
}

// The picks are read from the venue's own row, and what the bet counted for
// from the requirements.
func TestABetTellsItsPicksAndItsAllocations(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ky := newCompany()
		h := newHouseWith(t, d, ky, reader{ky})
		h.deposit("ming", 600)
		l := h.line("b1", 1000, 1900)
		l.Round, l.Odds, l.OddsType, l.Parlay = "m7", "3.80", "EU", true
		l.Raw = []byte(`{"Round":{"Table":"3 号桌","Play":"庄","Outcome":"庄赢"},"Legs":[{"Event":"甲 对 乙","Pick":"甲","Odds":"1.90"},{"Event":"丙 对 丁","Pick":"大","Odds":"2.00"}]}`)
		h.store(l)
		got, err := h.Detail(t.Context(), "ming", "ky", "b1")
		if err != nil || got.GameName != "抢庄牛牛" || got.VenueName != "鸿运棋院" || got.Round != "m7" || !got.Parlay || got.Odds != "3.80" || got.OddsType != "EU" {
			t.Errorf("detail %+v, %v", got, err)
		}
		if got.Table != "3 号桌" || got.Play != "庄" || got.Outcome != "庄赢" || h.Facts(got.Line).Round != (venue.BetRound{Table: "3 号桌", Play: "庄", Outcome: "庄赢"}) {
			t.Errorf("round %q %q %q, for staff %+v", got.Table, got.Play, got.Outcome, h.Facts(got.Line).Round)
		}
		if len(got.Legs) != 2 || got.Legs[0] != (venue.BetLeg{Event: "甲 对 乙", Pick: "甲", Odds: "1.90"}) || got.Legs[1].Pick != "大" {
			t.Errorf("legs %+v", got.Legs)
		}
		if len(got.Turnover) != 1 || got.Turnover[0].Source != "deposit" || got.Turnover[0].Amount != 6*money.Yuan || got.Uncounted != "流水要求已满足，超出部分不计入" {
			t.Errorf("counted for %+v, %q", got.Turnover, got.Uncounted)
		}
		void := l
		void.Status, void.Payout, void.UpdatedAt = venue.BetVoid, l.Stake, l.UpdatedAt.Add(time.Minute)
		h.store(void)
		if got, err := h.Detail(t.Context(), "ming", "ky", "b1"); err != nil || len(got.Turnover) != 0 || got.Status != bet.Void {
			t.Errorf("cancelled: %+v, %v", got.Turnover, err)
		}
		for _, other := range [][3]string{{"hong", "ky", "b1"}, {"ming", "leg", "b1"}, {"ming", "nope", "b1"}, {"ming", "ky", "b2"}} {
			if got, err := h.Detail(t.Context(), other[0], other[1], other[2]); !errors.Is(err, bet.ErrNoBet) {
				t.Errorf("%v: %+v, %v", other, got.BetID, err)
			}
		}
	})
}
