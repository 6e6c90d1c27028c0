package bet_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"sync"
	"testing"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/money"
	"hongyun/internal/venue"
)

func TestALostAndAWonBetReachTheWalletTheReportAndTheTurnover(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.deposit("ming", 100000)
		if s := h.store(h.line("b1", 10000, 0), h.line("b2", 5000, 12000)); s != (bet.Stored{Added: 2}) {
			t.Errorf("stored %+v", s)
		}
		h.wants("ming", "wallet -3000 bets 2 stake 15000 valid 15000 win -3000 left 85000")
		h.proved()
	})
}

// practice 16: the same rows come again and again by design.
func TestTheSameLinesCountOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.deposit("ming", 100000)
		twice := []venue.BetLine{h.line("b1", 10000, 0), h.line("b1", 10000, 0), h.line("b2", 100, 300)}
		if s := h.store(twice...); s != (bet.Stored{Added: 2}) {
			t.Errorf("stored %+v", s)
		}
		for range 3 {
			if s := h.store(twice...); s != (bet.Stored{Same: 2}) {
				t.Errorf("again: %+v", s)
			}
		}
		h.wants("ming", "wallet -9800 bets 2 stake 10100 valid 10100 win -9800 left 89900")
		h.proved()
	})
}

// practice 5 of "what we do": a re-settled bet corrects everything by itself,
// and every version stays.
func TestABetSettledAgainMovesTheDifference(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.deposit("ming", 100000)
		b := h.line("b1", 10000, 0)
		h.store(b)
		again := func(status venue.BetStatus, payout money.Fen) {
			b.Status, b.Payout, b.UpdatedAt = status, payout, b.UpdatedAt.Add(time.Second)
			if s := h.store(b); s != (bet.Stored{Changed: 1}) {
				t.Errorf("%v %v: %+v", status, payout, s)
			}
		}
		again(venue.BetSettled, 25000)
		h.wants("ming", "wallet 15000 bets 1 stake 10000 valid 10000 win 15000 left 90000")
		again(venue.BetVoid, 10000)
		h.wants("ming", "wallet 0 bets 1 stake 10000 valid 0 win 0 left 100000")
		again(venue.BetSettled, 0)
		h.wants("ming", "wallet -10000 bets 1 stake 10000 valid 10000 win -10000 left 90000")
		again(venue.BetOpen, 0)
		h.wants("ming", "wallet 0 bets 0 stake 0 valid 0 win 0 left 100000")
		versions, err := h.Versions(t.Context(), "ky", "b1")
		if err != nil || len(versions) != 5 {
			t.Fatalf("%d versions, %v", len(versions), err)
		}
		for i, want := range []string{"settled -100.00", "settled 150.00", "void 0.00", "settled -100.00", "open 0.00"} {
			if got := versions[i].Status + " " + versions[i].Win.String(); got != want || versions[i].Version != i+1 {
				t.Errorf("version %d is %s, want %s", versions[i].Version, got, want)
			}
		}
		h.proved()
	})
}

// An older version that arrives late must not undo a newer one (F9).
func TestAnOlderVersionThatComesLateChangesNothing(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		first := h.line("b1", 10000, 0)
		second := first
		second.Payout, second.UpdatedAt = 20000, first.UpdatedAt.Add(time.Minute)
		h.store(second)
		if s := h.store(first); s != (bet.Stored{Same: 1}) {
			t.Errorf("stored %+v", s)
		}
		h.wants("ming", "wallet 10000 bets 1 stake 10000 valid 10000 win 10000 left 0")
		// Both in one page, in either order.
		h.store(renamed("b2", second), renamed("b2", first))
		h.store(renamed("b3", first), renamed("b3", second))
		h.wants("ming", "wallet 30000 bets 3 stake 30000 valid 30000 win 30000 left 0")
		h.proved()
	})
}

func renamed(id string, l venue.BetLine) venue.BetLine {
	l.BetID = id
	return l
}

// D-26, by kind of venue.
func TestValidBetsAreCountedByTheRules(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		for _, tc := range []struct {
			name          string
			kind          string
			stake, payout money.Fen
			own           money.Fen // the venue's own valid stake; -1: it reports none
			status        venue.BetStatus
			want          money.Fen
		}{
			{"board: the venue's own figure", "board", 15000, 0, 10000, venue.BetSettled, 10000},
			{"board: the stake where it reports none", "board", 15000, 0, -1, venue.BetSettled, 15000},
			{"board: a draw", "board", 15000, 15000, 15000, venue.BetSettled, 0},
			{"board: cancelled", "board", 15000, 15000, 15000, venue.BetVoid, 0},
			{"board: open", "board", 15000, 0, 15000, venue.BetOpen, 0},
			{"sports: lost", "sport", 15000, 0, 9999, venue.BetSettled, 15000},
			{"sports: won less than the stake", "sport", 15000, 20000, 15000, venue.BetSettled, 5000},
			{"sports: won more than the stake", "sport", 15000, 50000, 15000, venue.BetSettled, 15000},
			{"sports: half lost", "sport", 15000, 7500, 15000, venue.BetSettled, 7500},
			{"sports: a draw", "sport", 15000, 15000, 15000, venue.BetSettled, 0},
			{"e-sports: won less than the stake", "esport", 100, 150, -1, venue.BetSettled, 50},
		} {
			t.Run(tc.name, func(t *testing.T) {
				h := newHouse(t, d)
				if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
					_, err := tx.NewRaw(`UPDATE venue SET kind = ? WHERE code = 'ky'`, tc.kind).Exec(ctx)
					return err
				}); err != nil {
					t.Fatal(err)
				}
				l := h.line("v-"+tc.name, tc.stake, tc.payout)
				l.Status, l.Valid, l.HasValid = tc.status, tc.own, tc.own >= 0
				h.store(l)
				v, err := h.Versions(t.Context(), "ky", l.BetID)
				if err != nil || len(v) != 1 || v[0].Valid != tc.want {
					t.Errorf("%+v, %v; want valid %s", v, err, tc.want)
				}
			})
		}
	})
}

// practice 5: a row of an unknown account is kept until the account's player is
// known.
func TestALineOfAnUnknownAccountIsAFinding(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		stranger := h.line("b1", 10000, 0)
		stranger.Account = "late"
		if s := h.store(stranger, h.line("b2", 100, 0)); s != (bet.Stored{Added: 1, Found: 1}) {
			t.Errorf("stored %+v", s)
		}
		h.store(stranger)
		found, total, err := h.Findings(t.Context(), page(1, 10))
		if err != nil || total != 1 || found[0].BetID != "b1" || found[0].What != "no_owner" || found[0].Raw != `{"id":"b1"}` || found[0].Win != -10000 {
			t.Fatalf("findings %+v, %v", found, err)
		}
		if _, err := h.venues.EnsureAccount(t.Context(), "late", "ky"); err != nil {
			t.Fatal(err)
		}
		h.store(stranger)
		if _, total, err := h.Findings(t.Context(), page(1, 10)); err != nil || total != 0 {
			t.Errorf("%d findings left, %v", total, err)
		}
		h.wants("late", "wallet -10000 bets 1 stake 10000 valid 10000 win -10000 left 0")
		// A bet that changes its player is not moved by a machine.
		stolen := h.line("b2", 100, 0)
		stolen.Account, stolen.Payout, stolen.UpdatedAt = "hong", 900, stolen.UpdatedAt.Add(time.Hour)
		if s := h.store(stolen); s != (bet.Stored{Found: 1}) {
			t.Errorf("stored %+v", s)
		}
		h.wants("hong", "wallet 0 bets 0 stake 0 valid 0 win 0 left 0")
		h.proved()
	})
}

func TestABetThatIsOpenCountsWhenItIsSettled(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.deposit("ming", 100000)
		b := h.line("b1", 10000, 0)
		b.Status, b.SettledAt = venue.BetOpen, time.Time{}
		h.store(b)
		h.wants("ming", "wallet 0 bets 0 stake 0 valid 0 win 0 left 100000")
		r, err := h.List(t.Context(), bet.Filter{Player: "ming", Status: bet.Open})
		if err != nil || r.Total != 1 || !r.Items[0].SettledAt.IsZero() {
			t.Errorf("open bets %+v, %v", r, err)
		}
		b.Status, b.SettledAt, b.UpdatedAt, b.Payout = venue.BetSettled, b.BetAt.Add(time.Hour), b.BetAt.Add(time.Hour), 19000
		h.store(b)
		h.wants("ming", "wallet 9000 bets 1 stake 10000 valid 10000 win 9000 left 90000")
		h.proved()
	})
}

// practice (c): a bet placed before the deposit serves no requirement of it.
func TestABetPlacedBeforeTheDepositDoesNotServeIt(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.deposit("ming", 100000)
		early := h.line("b1", 10000, 0)
		early.BetAt = dbtest.Noon.Add(-2 * time.Hour)
		h.store(early)
		h.wants("ming", "wallet -10000 bets 1 stake 10000 valid 10000 win -10000 left 100000")
	})
}

// trust MON-4: the database itself keeps versions as they are.
func TestTheDatabaseRefusesToChangeAVersion(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.store(h.line("b1", 10000, 0))
		for _, statement := range []string{
			`UPDATE bet SET win = 1`, `UPDATE bet SET player = 'hong'`, `DELETE FROM bet`, `UPDATE bet SET raw = ''`,
			`INSERT INTO bet SELECT venue, bet_id, 2, TRUE, player, account, game, game_name, status, stake, valid, win, odds, odds_type, parlay, bet_at, settled_at, updated_at, stored_at, day, reason, entry, raw FROM bet`,
		} {
			err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.NewRaw(statement).Exec(ctx)
				return err
			})
			if err == nil {
				t.Errorf("%.40s passed", statement)
			}
		}
		h.proved()
	})
}

// Two nodes, or a sweep and a person, store the same lines at once.
func TestTheSameLinesStoredAtOnceCountOnce(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.deposit("ming", 1000000)
		var lines []venue.BetLine
		for i := range 40 {
			l := h.line(fmt.Sprintf("b%02d", i), 1000, money.Fen(i%3)*900)
			if i%4 == 0 {
				l.Account = "hong"
			}
			lines = append(lines, l)
		}
		var wg sync.WaitGroup
		for range 8 {
			wg.Go(func() {
				mixed := append([]venue.BetLine(nil), lines...)
				rand.Shuffle(len(mixed), func(i, j int) { mixed[i], mixed[j] = mixed[j], mixed[i] })
				for at := 0; at < len(mixed); at += 10 {
					err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
						_, err := h.Store(ctx, tx, "ky", mixed[at:at+10])
						return err
					})
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		wg.Wait()
		r, err := h.List(t.Context(), bet.Filter{Player: "ming"})
		if err != nil || r.Total != 30 {
			t.Errorf("%d bets, %v", r.Total, err)
		}
		h.proved()
	})
}

// Random versions in random pages and order: what counts is the newest version
// of each bet, whatever way it came.
func TestAnyOrderOfAnyVersionsEndsTheSame(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		h := newHouse(t, d)
		h.deposit("ming", 500000)
		h.deposit("hong", 500000)
		for seed := range uint64(6) {
			rng := rand.New(rand.NewPCG(seed, 7))
			var all []venue.BetLine
			want := map[string]venue.BetLine{}
			for i := range 30 {
				for version := range 1 + rng.IntN(4) {
					l := h.line(fmt.Sprintf("s%d-b%d", seed, i), money.Fen(100+rng.IntN(5000)), money.Fen(rng.IntN(9000)))
					l.Account = []string{"ming", "hong"}[i%2]
					l.Status = venue.BetStatus(rng.IntN(3))
					l.BetAt = l.BetAt.Add(-time.Duration(i) * time.Hour / 2)
					l.UpdatedAt = l.UpdatedAt.Add(time.Duration(version) * time.Minute)
					all = append(all, l)
					want[l.BetID] = l
				}
			}
			rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
			for at := 0; at < len(all); at += 7 {
				h.store(all[at:min(at+7, len(all))]...)
			}
			h.store(all...)
			for id, l := range want {
				v, err := h.Versions(t.Context(), "ky", id)
				if err != nil || len(v) == 0 {
					t.Fatalf("seed %d: bet %s: %v", seed, id, err)
				}
				last := v[len(v)-1]
				if last.Stake != l.Stake || last.Status != l.Status.String() || !last.UpdatedAt.Equal(l.UpdatedAt) || last.Day != calendar.DayOf(l.BetAt) {
					t.Errorf("seed %d: bet %s ends as %+v, want %+v", seed, id, last, l)
				}
			}
			h.proved()
		}
	})
}
