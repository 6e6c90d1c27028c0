package wallet_test

import (
	"errors"
	"fmt"
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

// brings stores ming's choice of an amount.
func (h *fixture) brings(amount money.Fen) {
	h.t.Helper()
	if err := h.SetLaunchMoney(h.t.Context(), "ming", wallet.LaunchMoney{Brings: wallet.BringsAmount, Amount: amount}); err != nil {
		h.t.Fatal(err)
	}
}

// H-250: the choice is kept as it was made, and the documented switch agrees
// with it.
func TestLaunchMoneyAgreesWithTheDocumentedSwitch(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		kept := func(want wallet.LaunchMoney) {
			t.Helper()
			if s, err := h.Summary(t.Context(), "ming"); err != nil || s.Launch != want {
				t.Errorf("choice %+v, %v; want %+v", s.Launch, err, want)
			}
		}
		kept(wallet.LaunchMoney{Brings: wallet.BringsUnasked})
		amount := wallet.LaunchMoney{Brings: wallet.BringsAmount, Amount: 50 * money.Yuan, Recall: true}
		for _, m := range []wallet.LaunchMoney{{Brings: wallet.BringsNothing}, {Brings: wallet.BringsAll, Recall: true}, amount} {
			if err := h.SetLaunchMoney(t.Context(), "ming", m); err != nil {
				t.Fatal(err)
			}
			kept(m)
		}
		for _, on := range []bool{true, false, true} { // the switch turns the amount off and on again
			if err := h.SetAuto(t.Context(), "ming", on); err != nil {
				t.Fatal(err)
			}
			if on {
				kept(amount)
			} else {
				kept(wallet.LaunchMoney{Brings: wallet.BringsNothing, Amount: amount.Amount, Recall: true})
			}
		}
		for name, m := range map[string]wallet.LaunchMoney{
			"no choice":       {},
			"unasked":         {Brings: wallet.BringsUnasked},
			"no amount":       {Brings: wallet.BringsAmount},
			"a broken amount": {Brings: wallet.BringsAmount, Amount: 150},
			"below zero":      {Brings: wallet.BringsAmount, Amount: -money.Yuan},
		} {
			if err := h.SetLaunchMoney(t.Context(), "ming", m); !errors.Is(err, wallet.ErrBrings) && !errors.Is(err, wallet.ErrAmount) {
				t.Errorf("%s: %v", name, err)
			}
		}
		kept(amount)
		h.freeze("ming")
		if err := h.SetLaunchMoney(t.Context(), "ming", wallet.LaunchMoney{Brings: wallet.BringsAll}); !errors.Is(err, guard.ErrTransfer) {
			t.Errorf("a player who may not transfer: %v", err)
		}
		if err := h.SetLaunchMoney(t.Context(), "ming", wallet.LaunchMoney{Brings: wallet.BringsNothing}); err != nil {
			t.Errorf("nothing is always allowed: %v", err)
		}
	})
}

// H-251: a launch brings the amount at most once, however often it is sent.
// Under another name this holds within a minute.
func TestALaunchBringsTheAmountOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.pay("ming", 100*money.Yuan)
		h.brings(30 * money.Yuan)
		launch := func(order string, want venue.Brought, centre money.Fen) {
			t.Helper()
			brought, err := h.BeforeLaunch(t.Context(), "ming", "ky", order)
			if err != nil || brought != want || h.centre() != centre {
				t.Errorf("launch %s: %+v, %v, centre %s; want %+v, %s", order, brought, err, h.centre(), want, centre)
			}
		}
		once := venue.Brought{Amount: 30 * money.Yuan}
		launch("one", once, 70*money.Yuan)
		launch("one", once, 70*money.Yuan)
		h.clock.Advance(20 * time.Second)
		launch("two", venue.Brought{}, 70*money.Yuan) // another tab
		launch("", venue.Brought{}, 70*money.Yuan)    // a client without a key
		h.clock.Advance(time.Minute + time.Second)
		launch("one", once, 70*money.Yuan)
		launch("three", once, 40*money.Yuan)
		h.clock.Advance(time.Minute + time.Second)
		launch("four", once, 10*money.Yuan)
		h.clock.Advance(time.Minute + time.Second)
		launch("five", venue.Brought{Amount: 10 * money.Yuan}, 0) // what is left
		h.clock.Advance(time.Minute + time.Second)
		launch("six", venue.Brought{}, 0)
		h.sound()
	})
}

// Double clicks, tabs and reloads at the same time bring the amount once,
// whether they name the launch alike or not.
func TestLaunchesAtTheSameTimeBringTheAmountOnce(t *testing.T) {
	for name, order := range map[string]func(i int) string{
		"one name": func(int) string { return "click" },
		"names":    func(i int) string { return fmt.Sprint("tab", i) },
		"no name":  func(int) string { return "" },
	} {
		t.Run(name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				h := newHouse(t, d)
				h.pay("ming", 100*money.Yuan)
				h.brings(30 * money.Yuan)
				h.ky.delay = 20 * time.Millisecond
				var wg sync.WaitGroup
				for i := range 8 {
					wg.Go(func() {
						if _, err := h.BeforeLaunch(t.Context(), "ming", "ky", order(i)); err != nil {
							t.Error(i, err)
						}
					})
				}
				wg.Wait()
				if got := h.centre(); got != 70*money.Yuan || h.ky.credits != 1 {
					t.Errorf("centre %s after %d transfers", got, h.ky.credits)
				}
				h.sound()
			})
		})
	}
}

// A launch that overtakes another one between its look at the transfers and its
// order leaves that one nothing to bring.
func TestALaunchThatIsOvertakenBringsNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.pay("ming", 100*money.Yuan)
		h.brings(30 * money.Yuan)
		inner := false
		h.restart(func(point string) {
			if point != "ToVenue.C0" || inner {
				return
			}
			inner = true
			if brought, err := h.BeforeLaunch(t.Context(), "ming", "ky", "inner"); err != nil || brought.Amount != 30*money.Yuan {
				t.Errorf("the one that overtakes: %+v, %v", brought, err)
			}
		})
		if brought, err := h.BeforeLaunch(t.Context(), "ming", "ky", "outer"); err != nil || brought != (venue.Brought{}) {
			t.Errorf("the one that is overtaken: %+v, %v", brought, err)
		}
		if h.centre() != 70*money.Yuan || h.ky.credits != 1 {
			t.Errorf("centre %s after %d transfers", h.centre(), h.ky.credits)
		}
		h.sound()
	})
}

// H-251: the game opens while a transfer has no answer, at once and without a
// second transfer. The venue's later answer settles the first.
func TestASilentVenueDoesNotKeepTheGameShut(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.pay("ming", 100*money.Yuan)
		if err := h.SetAuto(t.Context(), "ming", true); err != nil {
			t.Fatal(err)
		}
		h.ky.plan("credit", dropResponse)
		for _, order := range []string{"one", "one", "two"} {
			began := time.Now()
			brought, err := h.BeforeLaunch(t.Context(), "ming", "ky", order)
			if err != nil || !brought.Pending {
				t.Errorf("launch %s: %+v, %v", order, brought, err)
			}
			if took := time.Since(began); took > 5*time.Second {
				t.Errorf("launch %s waited %s", order, took)
			}
		}
		if h.ky.credits != 1 {
			t.Errorf("%d transfers", h.ky.credits)
		}
		h.resolve()
		if got := h.book(); got != "centre 0.00 transit 0.00 venue 100.00 ky 100.00" {
			t.Errorf("book %s", got)
		}
		h.sound()
	})
}

// Another player's launch, or one to another venue, cannot take over a name.
func TestALaunchNameBelongsToOnePlayerAndVenue(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.pay("ming", 100*money.Yuan)
		h.brings(30 * money.Yuan)
		if _, err := h.BeforeLaunch(t.Context(), "ming", "ky", "one"); err != nil {
			t.Fatal(err)
		}
		if brought, err := h.BeforeLaunch(t.Context(), "ming", "leg", "one"); !errors.Is(err, wallet.ErrOrder) {
			t.Errorf("at another venue: %+v, %v", brought, err)
		}
	})
}
