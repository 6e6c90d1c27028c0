package wallet_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/wallet"
)

func shown(s wallet.Summary) string {
	var b strings.Builder
	fmt.Fprintf(&b, "sum %s centre %s locked %s transit %s", s.Sum, s.Centre, s.Locked, s.Transit)
	for _, v := range s.Venues {
		fmt.Fprintf(&b, " %s(%d) %s", v.Code, v.PlatformID, v.Balance)
		if v.Stale {
			b.WriteString(" stale")
		}
	}
	return b.String()
}

// TRF-01, D-31: the total does not dip while a transfer is open, whichever way
// it goes.
func TestTheTotalDoesNotDip(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.playing("ming", "leg", 40*money.Yuan)
		h.pay("ming", 60*money.Yuan)
		h.post("lock", ledger.Centre("ming"), ledger.Locked("ming"), 10*money.Yuan)
		h.ky.plan("credit", dropResponse)
		h.leg.plan("debit", dropResponse)
		want := func(text string) {
			t.Helper()
			s, err := h.Summary(t.Context(), "ming")
			if err != nil || shown(s) != text {
				t.Errorf("Summary = %s, %v\nwant %s", shown(s), err, text)
			}
		}
		want("sum 100.00 centre 50.00 locked 10.00 transit 0.00 ky(26) 0.00 leg(31) 40.00 b45(45) 0.00")
		if _, err := h.ToVenue(t.Context(), order("t1", 30)); err != nil {
			t.Fatal(err)
		}
		if _, err := h.FromVenue(t.Context(), wallet.Order{ID: "t2", Player: "ming", Venue: "leg", Amount: 40 * money.Yuan}); err != nil {
			t.Fatal(err)
		}
		want("sum 100.00 centre 20.00 locked 10.00 transit 30.00 ky(26) 0.00 leg(31) 40.00 b45(45) 0.00")
		h.resolve()
		want("sum 100.00 centre 60.00 locked 10.00 transit 0.00 ky(26) 30.00 leg(31) 0.00 b45(45) 0.00")
		h.sound()
	})
}

// Trust MON-8: the parts add up in every single reading, also under load.
func TestTheSummaryIsOneSnapshot(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.pay("ming", 100*money.Yuan)
		stop := make(chan struct{})
		var wg sync.WaitGroup
		wg.Go(func() {
			for i := 0; ; i++ {
				select {
				case <-stop:
					return
				default:
				}
				code := []string{"ky", "leg"}[i%2]
				if _, err := h.ToVenue(t.Context(), wallet.Order{ID: fmt.Sprint("in", i), Player: "ming", Venue: code, Amount: money.Yuan}); err != nil {
					t.Error(err)
				}
				if _, err := h.FromVenue(t.Context(), wallet.Order{ID: fmt.Sprint("out", i), Player: "ming", Venue: code, Amount: money.Yuan}); err != nil {
					t.Error(err)
				}
			}
		})
		for range 300 {
			if s, err := h.Summary(t.Context(), "ming"); err != nil || s.Sum != 100*money.Yuan {
				t.Errorf("%s, %v", shown(s), err)
				break
			}
		}
		close(stop)
		wg.Wait()
		h.sound()
	})
}

// TRF-06: the venues are asked at once, each for a limited time. A silent venue
// is shown with its last answer and that answer's time.
func TestLiveBalances(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.playing("ming", "ky", 50*money.Yuan)
		h.playing("ming", "leg", 20*money.Yuan)
		h.ky.book["kyming"] = 6500 // won, and not yet in the feed
		ask := func(text string) wallet.Summary {
			t.Helper()
			s, err := h.LiveBalances(t.Context(), "ming")
			if err != nil || shown(s) != text {
				t.Errorf("LiveBalances = %s, %v\nwant %s", shown(s), err, text)
			}
			return s
		}
		ask("sum 85.00 centre 0.00 locked 0.00 transit 0.00 ky(26) 65.00 leg(31) 20.00 b45(45) 0.00")
		asked := h.clock.Now()
		h.clock.Advance(time.Hour)
		h.ky.plan("balance", down)
		h.close("leg", venue.StateMaintenance)
		s := ask("sum 85.00 centre 0.00 locked 0.00 transit 0.00 ky(26) 65.00 stale leg(31) 20.00 stale b45(45) 0.00")
		for _, v := range s.Venues[:2] {
			if !v.AsOf.Equal(asked) {
				t.Errorf("%s as of %s, want %s", v.Code, v.AsOf, asked)
			}
		}
		if testing.Short() {
			return
		}
		h.ky.delay = time.Minute
		began := time.Now()
		ask("sum 85.00 centre 0.00 locked 0.00 transit 0.00 ky(26) 65.00 stale leg(31) 20.00 stale b45(45) 0.00")
		if took := time.Since(began); took > 20*time.Second {
			t.Errorf("one sick venue held the page for %s", took)
		}
	})
}

// TRF-06, D-31: a venue's last answer from before a transfer is not shown beside
// the money that the transfer moved.
func TestASilentVenueIsNotShownWithMoneyThatLeftIt(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.playing("ming", "ky", 50*money.Yuan)
		if _, err := h.LiveBalances(t.Context(), "ming"); err != nil {
			t.Fatal(err)
		}
		h.clock.Advance(time.Minute)
		if got, err := h.FromVenue(t.Context(), order("t1", 50)); err != nil || got.State != wallet.Completed {
			t.Fatalf("%+v, %v", got, err)
		}
		h.ky.plan("balance", down)
		s, err := h.LiveBalances(t.Context(), "ming")
		want := "sum 50.00 centre 50.00 locked 0.00 transit 0.00 ky(26) 0.00 stale leg(31) 0.00 b45(45) 0.00"
		if err != nil || shown(s) != want {
			t.Errorf("LiveBalances = %s, %v\nwant %s", shown(s), err, want)
		}
		h.sound()
	})
}

// Winnings taken back before the feed reported them leave our mirror below
// zero. The player has nothing there, and sees no debt.
func TestAMirrorBelowZeroIsShownAsNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.playing("ming", "ky", 50*money.Yuan)
		h.ky.book["kyming"] = 70 * money.Yuan
		if got, err := h.FromVenue(t.Context(), order("t1", 70)); err != nil || got.State != wallet.Completed {
			t.Fatalf("%+v, %v", got, err)
		}
		s, err := h.Summary(t.Context(), "ming")
		if err != nil || shown(s) != "sum 70.00 centre 70.00 locked 0.00 transit 0.00 ky(26) 0.00 leg(31) 0.00 b45(45) 0.00" {
			t.Errorf("%s, %v", shown(s), err)
		}
		h.post("won", ledger.HouseGaming(), ledger.VenueWallet("ming", "ky"), 20*money.Yuan) // the feed arrives
		h.sound()
	})
}

// Operators watch how transfers end, how many are open, and for how long.
func TestMetrics(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		metrics := prometheus.NewPedanticRegistry()
		h.Wallets = wallet.New(wallet.Config{
			DB: d, Ledger: h.ledger, Venues: h.venues, Guard: h.guard, Staff: h.staff, Log: dbtest.Quiet(), Metrics: metrics,
		})
		h.pay("ming", 100*money.Yuan)
		h.ky.plan("credit", "", working)
		for _, id := range []string{"t1", "t2"} {
			if _, err := h.ToVenue(t.Context(), order(id, 10)); err != nil {
				t.Fatal(err)
			}
		}
		h.sweep(90 * time.Second)
		families, err := metrics.Gather()
		if err != nil {
			t.Fatal(err)
		}
		var text strings.Builder
		for _, f := range families {
			for _, m := range f.Metric {
				fmt.Fprintf(&text, "%s %v %v\n", f.GetName(), m.GetLabel(), m.GetCounter().GetValue()+m.GetGauge().GetValue())
			}
		}
		for _, want := range []string{
			`hongyun_wallet_transfers_total [name:"direction" value:"in" name:"state" value:"completed" name:"venue" value:"ky"] 1`,
			`hongyun_wallet_open_transfers [name:"state" value:"pending"] 1`,
			`hongyun_wallet_oldest_open_seconds [] 90`,
		} {
			if !strings.Contains(strings.ReplaceAll(text.String(), "  ", " "), want) {
				t.Errorf("no %s in\n%s", want, text.String())
			}
		}
	})
}
