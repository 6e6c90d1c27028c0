package wallet_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/wallet"
)

func parts(r wallet.Recycled) string {
	var b strings.Builder
	for _, p := range r.Parts {
		fmt.Fprintf(&b, "%s %s %s left %s %s|", p.Venue, p.State, p.Amount, p.Left, p.Text())
	}
	return b.String()
}

func (h *fixture) centre() money.Fen {
	h.t.Helper()
	held, err := h.ledger.Balance(h.t.Context(), h.db, ledger.Centre("ming"))
	if err != nil {
		h.t.Fatal(err)
	}
	return money.Fen(held)
}

// TRF-05, trust F17: one key covers all venues and each venue is independent.
// The report says what happened, part by part.
func TestRecycle(t *testing.T) {
	for _, tc := range []struct {
		name  string
		setup func(h *fixture)
		parts string
		whole bool
		left  money.Fen // in the centre wallet
		end   money.Fen // when the resolver is through
	}{
		{"everything comes back", nil,
			"ky done 50.00 left 0.00 已回收 50.00 元|leg done 20.50 left 0.00 已回收 20.50 元|", true, 7050, 7050},
		{"one venue refuses", func(h *fixture) { h.ky.refuse = &venue.Refusal{Reason: venue.InGame} },
			"ky refused 50.00 left 0.00 您正在游戏中，请退出游戏后再试|leg done 20.50 left 0.00 已回收 20.50 元|", false, 2050, 2050},
		{"one venue's answer is lost", func(h *fixture) { h.ky.plan("debit", dropResponse) },
			"ky pending 50.00 left 0.00 处理中 50.00 元|leg done 20.50 left 0.00 已回收 20.50 元|", false, 2050, 7050},
		{"one venue is silent", func(h *fixture) { h.leg.plan("balance", down) },
			"ky done 50.00 left 0.00 已回收 50.00 元|leg skipped 0.00 left 0.00 场馆没有响应，请稍后再试|", false, 5000, 5000},
		{"one venue is in maintenance", func(h *fixture) { h.close("leg", venue.StateMaintenance) },
			"ky done 50.00 left 0.00 已回收 50.00 元|leg skipped 0.00 left 0.00 场馆维护中，已跳过|", true, 5000, 5000},
		{"one venue is closed", func(h *fixture) { h.close("ky", venue.StateClosed) },
			"ky skipped 0.00 left 0.00 场馆已关闭，已跳过|leg done 20.50 left 0.00 已回收 20.50 元|", true, 2050, 2050},
		{"a venue takes whole yuan only", func(h *fixture) { h.leg.rules.WholeYuan = true },
			"ky done 50.00 left 0.00 已回收 50.00 元|leg done 20.00 left 0.50 已回收 20.00 元|", true, 7000, 7000},
		{"less than a yuan is left where only whole ones move", func(h *fixture) {
			h.leg.rules.WholeYuan = true
			h.leg.book["legming"] = 40
			h.post("lost", ledger.VenueWallet("ming", "leg"), ledger.HouseGaming(), 2010)
		}, "ky done 50.00 left 0.00 已回收 50.00 元|leg skipped 0.00 left 0.40 该场馆只转整元，¥0.40 留在场馆|", true, 5000, 5000},
		{"a venue gives so much at once", func(h *fixture) { h.ky.rules.MaxAmount = 30 * money.Yuan },
			"ky done 30.00 left 20.00 已回收 30.00 元|leg done 20.50 left 0.00 已回收 20.50 元|", true, 5050, 5050},
		{"a transfer is under way", func(h *fixture) {
			h.ky.plan("debit", working)
			if _, err := h.FromVenue(h.t.Context(), order("t1", 10)); err != nil {
				h.t.Fatal(err)
			}
			h.ky.arrive()
		}, "ky skipped 0.00 left 0.00 有转账正在处理中|leg done 20.50 left 0.00 已回收 20.50 元|", false, 2050, 3050},
		{"nothing is left", func(h *fixture) {
			h.ky.book["kyming"] = 0
			h.post("lost", ledger.VenueWallet("ming", "ky"), ledger.HouseGaming(), 50*money.Yuan)
		}, "ky skipped 0.00 left 0.00 没有可回收的余额|leg done 20.50 left 0.00 已回收 20.50 元|", true, 2050, 2050},
	} {
		t.Run(tc.name, func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				h := newHouse(t, d)
				h.playing("ming", "ky", 50*money.Yuan)
				h.playing("ming", "leg", 2050)
				if tc.setup != nil {
					tc.setup(h)
				}
				for range 2 { // the second is the impatient click
					got, err := h.Recycle(t.Context(), wallet.RecycleOrder{ID: "r1", Player: "ming"})
					if err != nil || parts(got) != tc.parts || got.Whole() != tc.whole || got.Moved() != tc.left {
						t.Errorf("Recycle = %v (whole %v, moved %s)\nwant %s", parts(got), got.Whole(), got.Moved(), tc.parts)
					}
				}
				if got := h.centre(); got != tc.left {
					t.Errorf("centre %s, want %s", got, tc.left)
				}
				h.resolve()
				if got := h.centre(); got != tc.end {
					t.Errorf("centre at the end %s, want %s", got, tc.end)
				}
				h.sound()
			})
		})
	}
}

// A repeated recycle reports the first one with its present state, and moves
// nothing that was won meanwhile.
func TestARepeatedRecycleIsTheFirstOne(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.playing("ming", "ky", 50*money.Yuan)
		h.ky.plan("debit", dropResponse)
		order := wallet.RecycleOrder{ID: "r1", Player: "ming"}
		if got, err := h.Recycle(t.Context(), order); err != nil || got.Parts[0].State != wallet.PartPending {
			t.Fatalf("%+v, %v", got, err)
		}
		h.resolve()
		h.playing("ming", "leg", 10*money.Yuan)
		got, err := h.Recycle(t.Context(), order)
		if err != nil || parts(got) != "ky done 50.00 left 0.00 已回收 50.00 元|" {
			t.Errorf("%s, %v", parts(got), err)
		}
		if _, err := h.Recycle(t.Context(), wallet.RecycleOrder{ID: "r1", Player: "li"}); !errors.Is(err, wallet.ErrChanged) {
			t.Errorf("another player's: %v", err)
		}
		h.sound()
	})
}

// A process that dies in the middle of a recycle leaves independent transfers.
// The repeated order finds them and does the rest.
func TestARecycleIsTakenUpAfterACrash(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.playing("ming", "ky", 50*money.Yuan)
		h.playing("ming", "leg", 20*money.Yuan)
		h.leg.plan("debit", dropResponse)
		order := wallet.RecycleOrder{ID: "r1", Player: "ming"}
		h.restart(func(p string) {
			if p == "Recycle.parts" {
				panic(died{p})
			}
		})
		if at := dies(func() { _, _ = h.Recycle(t.Context(), order) }); at == "" {
			t.Fatal("the process lived")
		}
		h.restart(nil)
		if _, err := h.Recycle(t.Context(), order); !errors.Is(err, wallet.ErrRecycling) {
			t.Errorf("at once: %v", err)
		}
		h.resolve()
		h.clock.Advance(3 * time.Minute)
		got, err := h.Recycle(t.Context(), order)
		if err != nil || parts(got) != "ky done 50.00 left 0.00 已回收 50.00 元|leg done 20.00 left 0.00 已回收 20.00 元|" {
			t.Errorf("%s, %v", parts(got), err)
		}
		h.sound()
	})
}

// Core A10: the money is back, so the player is told so, even when the report
// could not be stored. The repeat builds it from the transfers.
func TestARecycleWhoseReportIsLostIsNotCalledFailed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.playing("ming", "ky", 50*money.Yuan)
		rename := func(from, to string) {
			t.Helper()
			if err := d.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.NewRaw("ALTER TABLE " + from + " RENAME TO " + to).Exec(ctx)
				return err
			}); err != nil {
				t.Fatal(err)
			}
		}
		h.restart(func(p string) {
			if p == "Recycle.parts" {
				rename("recycle", "recycle_gone")
			}
		})
		order, want := wallet.RecycleOrder{ID: "r1", Player: "ming"}, "ky done 50.00 left 0.00 已回收 50.00 元|"
		if got, err := h.Recycle(t.Context(), order); err != nil || parts(got) != want {
			t.Errorf("%s, %v", parts(got), err)
		}
		rename("recycle_gone", "recycle")
		h.restart(nil)
		h.clock.Advance(3 * time.Minute)
		if got, err := h.Recycle(t.Context(), order); err != nil || parts(got) != want {
			t.Errorf("repeated: %s, %v", parts(got), err)
		}
		h.sound()
	})
}

// Ten clicks on recycle at once, each an order of its own: the money comes
// back once.
func TestManyRecyclesAtOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.playing("ming", "ky", 50*money.Yuan)
		h.playing("ming", "leg", 20*money.Yuan)
		var wg sync.WaitGroup
		for i := range 10 {
			wg.Go(func() {
				if _, err := h.Recycle(t.Context(), wallet.RecycleOrder{ID: fmt.Sprint("r", i), Player: "ming"}); err != nil {
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if got := h.centre(); got != 70*money.Yuan {
			t.Errorf("centre %s", got)
		}
		h.sound()
	})
}

// A player who is not told why money stays behind looks for it.
func TestARecycleSaysWhyMoneyStays(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.playing("ming", "ky", 50*money.Yuan)
		h.playing("ming", "leg", 2050)
		h.ky.rules.MaxAmount = 30 * money.Yuan
		h.leg.rules.WholeYuan = true
		got, err := h.Recycle(t.Context(), wallet.RecycleOrder{ID: "r1", Player: "ming"})
		if err != nil || len(got.Parts) != 2 {
			t.Fatalf("%+v, %v", got, err)
		}
		want := []string{"单次转出有上限，¥20.00 留在场馆，可再次回收", "该场馆只转整元，¥0.50 留在场馆"}
		for i, p := range got.Parts {
			if p.LeftText() != want[i] || p.Empty() {
				t.Errorf("%s: %q, empty %v; want %q", p.Venue, p.LeftText(), p.Empty(), want[i])
			}
		}
	})
}
