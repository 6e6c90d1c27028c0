package wallet_test

import (
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/wallet"
)

// LNCH-05: with the switch on, the game opens on the player's money, or not at
// all; with it off, nothing moves.
func TestBeforeLaunch(t *testing.T) {
	for _, tc := range []struct {
		name  string
		on    bool
		setup func(h *fixture)
		want  error
		text  string
		book  string
	}{
		{"off, as it is at first", false, nil, nil, "", "centre 100.50 transit 0.00 venue 0.00 ky 0.00"},
		{"on: whole yuan go along", true, nil, nil, "", "centre 0.50 transit 0.00 venue 100.00 ky 100.00"},
		{"as much as one transfer carries", true, func(h *fixture) { h.ky.rules.MaxAmount = 6050 }, nil, "", "centre 40.50 transit 0.00 venue 60.00 ky 60.00"},
		{"the venue refuses", true, func(h *fixture) { h.ky.refuse = &venue.Refusal{Reason: venue.Float} }, wallet.ErrAutoRefused,
			"自动转账失败：场馆繁忙，请稍后再试", "centre 100.50 transit 0.00 venue 0.00 ky 0.00"},
		{"the venue is silent, and the game opens", true, func(h *fixture) { h.ky.plan("credit", dropResponse) }, nil,
			"", "centre 0.50 transit 100.00 venue 0.00 ky 100.00"},
		{"the player may not", true, func(h *fixture) { h.freeze("ming") }, guard.ErrTransfer, guard.ErrTransfer.Text, "centre 100.50 transit 0.00 venue 0.00 ky 0.00"},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				h := newHouse(t, d)
				h.pay("ming", 10050)
				if tc.on {
					if err := h.SetAuto(t.Context(), "ming", true); err != nil {
						t.Fatal(err)
					}
				}
				if tc.setup != nil {
					tc.setup(h)
				}
				brought, err := h.BeforeLaunch(t.Context(), "ming", "26", "")
				if !errors.Is(err, tc.want) {
					t.Fatalf("BeforeLaunch: %v, want %v", err, tc.want)
				}
				if f := (interface{ Message() string })(nil); errors.As(err, &f) && f.Message() != tc.text {
					t.Errorf("told %q, want %q", f.Message(), tc.text)
				}
				if silent := strings.Contains(tc.book, "transit 100.00"); brought.Pending != silent {
					t.Errorf("brought %+v", brought)
				}
				if got := h.book(); got != tc.book {
					t.Errorf("book\n got %s\nwant %s", got, tc.book)
				}
				h.resolve()
				h.sound()
			})
		})
	}
}

// Two tabs open two games of one venue at once: the money goes along once, and
// both games open on it.
func TestTwoLaunchesAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.pay("ming", 100*money.Yuan)
		h.ky.delay = 150 * time.Millisecond
		if err := h.SetAuto(t.Context(), "ming", true); err != nil {
			t.Fatal(err)
		}
		var wg sync.WaitGroup
		for _, code := range []string{"ky", "ky", "ky", "leg"} {
			wg.Go(func() {
				if _, err := h.BeforeLaunch(t.Context(), "ming", code, ""); err != nil {
					t.Error(code, err)
				}
			})
		}
		wg.Wait()
		if got := h.centre(); got != 0 {
			t.Errorf("centre %s", got)
		}
		if h.ky.credits+h.leg.credits != 1 {
			t.Errorf("%d and %d transfers", h.ky.credits, h.leg.credits)
		}
		h.sound()
	})
}

// TRF-02: the switch is off at first and keeps what it was set to.
func TestTheAutoSwitch(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		for _, on := range []bool{false, true, true, false} {
			if err := h.SetAuto(t.Context(), "ming", on); err != nil {
				t.Fatal(err)
			}
			if s, err := h.Summary(t.Context(), "ming"); err != nil || s.Launch.On() != on {
				t.Errorf("auto %+v, %v; want %v", s.Launch, err, on)
			}
		}
		if s, err := h.Summary(t.Context(), "li"); err != nil || s.Launch != (wallet.LaunchMoney{Brings: wallet.BringsUnasked}) {
			t.Errorf("a new player: %+v, %v", s.Launch, err)
		}
	})
}
