package crash

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/proof"
	"hongyun/internal/turnover"
)

// slip is a bet as its company has it in the end.
type slip struct {
	id, account   string
	stake, payout money.Fen
	status        string
}

func (s slip) win() money.Fen {
	if s.status != "settled" {
		return 0
	}
	return s.payout - s.stake
}

// bookmaker writes the bets of one firm. It settles one in twenty late, voids
// one in twenty and settles one in twenty again.
type bookmaker struct {
	h        *house
	firm     string
	accounts []string
	r        *rand.Rand
	slips    []slip
	open     []int // of slips
}

func (b *bookmaker) write(count int) error {
	if err := b.settleLate(len(b.open)); err != nil {
		return err
	}
	for range count {
		s := slip{
			id: fmt.Sprintf("%s-%07d", b.firm, len(b.slips)), account: b.accounts[b.r.IntN(len(b.accounts))],
			stake: money.Fen(100 + b.r.IntN(50_000)), status: "settled",
		}
		s.payout = b.payout(s.stake)
		late := b.r.IntN(20) == 0
		if late {
			s.status, s.payout = "open", 0
			b.open = append(b.open, len(b.slips))
		}
		b.slips = append(b.slips, s)
		if err := b.tell(s); err != nil {
			return err
		}
		if len(b.slips) < 10 {
			continue
		}
		switch at := b.r.IntN(len(b.slips)); {
		case b.slips[at].status != "settled":
		case b.r.IntN(20) == 0:
			b.slips[at].status, b.slips[at].payout = "void", 0
			if err := b.tell(b.slips[at]); err != nil {
				return err
			}
		case b.r.IntN(19) == 0:
			b.slips[at].payout = b.payout(b.slips[at].stake)
			if err := b.tell(b.slips[at]); err != nil {
				return err
			}
		}
	}
	return nil
}

// settleLate settles open bets, up to count of them.
func (b *bookmaker) settleLate(count int) error {
	for range min(count, len(b.open)) {
		at := b.open[0]
		b.open = b.open[1:]
		b.slips[at].status, b.slips[at].payout = "settled", b.payout(b.slips[at].stake)
		if err := b.tell(b.slips[at]); err != nil {
			return err
		}
	}
	return nil
}

func (b *bookmaker) payout(stake money.Fen) money.Fen {
	if b.r.IntN(2) == 0 {
		return 0
	}
	return stake + money.Fen(b.r.IntN(int(stake)))
}

func (b *bookmaker) tell(s slip) error {
	wish := map[string]any{"venue": b.firm, "player": s.account, "betId": s.id, "stake": s.stake.String(), "status": s.status}
	if s.status == "settled" {
		wish["payout"] = s.payout.String()
	}
	return b.h.control(http.MethodPost, "/bets", wish, nil)
}

// Five venues report bets, many of them late, void or settled again. One
// request in fifty meets a fault, and the program is killed three times while
// it reads. In the end counts, sums, requirements and balances are those of
// the companies.
func TestKilledWhileBetsAreRead(t *testing.T) {
	besides(t)
	for _, name := range []string{"sqlite", "postgres"} {
		t.Run(name, func(t *testing.T) {
			tally := proof.Begin(t, "crash", "bets of five venues, late, void and settled again, read under faults and kills: counts, sums, requirements and balances are the companies'")
			e, err := engines[name]()
			if err != nil {
				t.Fatal(err)
			}
			h, err := open(e, name+"/feed", feedFirms...)
			if err != nil {
				t.Fatal(err)
			}
			defer h.close()
			makers, err := h.bookmakers()
			if err != nil {
				t.Fatalf("%v\n%s", err, h.lastWords())
			}
			h.losses.perMille.Store(20)
			rounds := proof.Of(12, 40)
			kills := []int{rounds / 4, rounds / 2, rounds * 3 / 4}
			each := proof.Of(1_800, 200_000) / rounds / len(makers)
			for round := range rounds {
				if err := writeAll(makers, each); err != nil {
					t.Fatal(err)
				}
				if err := h.fiveMinutes(500 * time.Millisecond); err != nil {
					t.Fatal(err)
				}
				if slices.Contains(kills, round) {
					time.Sleep(time.Duration(100+rand.IntN(400)) * time.Millisecond)
					h.nodes[0].kill()
					if err := h.nodes[0].start(); err != nil {
						t.Fatal(err)
					}
				}
			}
			for _, b := range makers {
				if err := b.settleLate(len(b.open)); err != nil {
					t.Fatal(err)
				}
			}
			if err := h.readToTheEnd(); err != nil {
				t.Fatalf("%v\n%s", err, h.lastWords())
			}
			bets := 0
			for _, b := range makers {
				bets += len(b.slips)
				if err := b.compare(); err != nil {
					t.Error(err)
				}
			}
			if err := errors.Join(h.requirements(), h.verify()); err != nil {
				t.Error(err)
			}
			tally.Count(bets)
			tally.Note("%d kills, %d of %d requests met a fault", len(kills), h.losses.met.Load(), h.losses.met.Load()+h.losses.passed.Load())
		})
	}
}

// bookmakers starts a node, brings every player's money to every venue, and
// opens a requirement for each that no run of this test can meet.
func (h *house) bookmakers() ([]*bookmaker, error) {
	need := turnover.New(turnover.Config{})
	err := h.read(func(ctx context.Context, d *db.DB) error {
		return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			for _, p := range h.e.players {
				err := need.Open(ctx, tx, turnover.Bucket{Player: p.id, Source: "deposit", Ref: "feed:" + p.id, Amount: 1 << 40, Required: 1 << 40})
				if err != nil {
					return err
				}
			}
			return nil
		})
	})
	if err != nil {
		return nil, err
	}
	n, err := h.startNode()
	if err != nil {
		return nil, err
	}
	var makers []*bookmaker
	for i, f := range h.firms {
		for _, p := range h.e.players {
			answer, err := n.call(p, "bring-"+f.code, "/v1/Do/CallPlatformTranscationAction",
				"playerName", p.id, "platformId", fmt.Sprint(f.platform), "transactionType", "1", "amount", "1000")
			if err != nil || !answer.ok() {
				return nil, fmt.Errorf("%s to %s: %s %w", p.id, f.code, answer, err)
			}
		}
		makers = append(makers, &bookmaker{h: h, firm: f.code, r: rand.New(rand.NewPCG(5, uint64(i)))})
	}
	return makers, h.read(func(ctx context.Context, d *db.DB) error {
		for _, b := range makers {
			if err := d.NewRaw("SELECT account FROM venue_account WHERE venue = ? ORDER BY player", b.firm).Scan(ctx, &b.accounts); err != nil {
				return err
			}
		}
		return nil
	})
}

// fiveMinutes moves the clock on and lets what is under way end. The count of
// earnings trusts that no transaction lasts ten minutes, and a transaction during
// which the clock jumped so far would be one.
func (h *house) fiveMinutes(pause time.Duration) error {
	err := h.clock.advance(5 * time.Minute)
	time.Sleep(pause)
	return err
}

func writeAll(makers []*bookmaker, each int) error {
	var all sync.WaitGroup
	failed := make([]error, len(makers))
	for i, b := range makers {
		all.Go(func() { failed[i] = b.write(each) })
	}
	all.Wait()
	return errors.Join(failed...)
}

// readToTheEnd moves the clock on until every window up to now is complete.
func (h *house) readToTheEnd() error {
	last := h.clock.Now().Add(time.Minute).UnixMilli()
	for range 3 {
		if err := h.fiveMinutes(5 * time.Second); err != nil {
			return err
		}
	}
	until := time.Now().Add(time.Duration(proof.Of(6, 15)) * time.Minute)
	var feeds []struct {
		Venue             string
		CompleteTo, Waits int64
	}
	for steps := 0; time.Now().Before(until); steps++ {
		feeds = nil
		err := h.read(func(ctx context.Context, d *db.DB) error {
			return d.NewRaw(`SELECT venue, complete_to,
				(SELECT COUNT(*) FROM bet_window w WHERE w.venue = c.venue AND w.state <> 'done' AND w.from_at < ?) AS waits
				FROM bet_cursor c ORDER BY venue`, last).Scan(ctx, &feeds)
		})
		if err != nil {
			return err
		}
		done := 0
		for _, f := range feeds {
			if f.CompleteTo > last && f.Waits == 0 {
				done++
			}
		}
		if done == len(h.firms) {
			return nil
		}
		time.Sleep(500 * time.Millisecond)
		if steps%4 == 3 { // windows that failed wait for their time
			if err := h.clock.advance(time.Minute); err != nil {
				return err
			}
		}
	}
	return fmt.Errorf("the feeds were not read to their end: %+v", feeds)
}

// compare holds our bets of the firm, their sums by player and our mirrors of
// the players' balances against the firm's own.
func (b *bookmaker) compare() error {
	type sums struct {
		Account    string
		Count      int
		Stake, Win money.Fen
	}
	want := map[string]sums{}
	for _, s := range b.slips {
		at := want[s.account]
		at.Account, at.Count, at.Win = s.account, at.Count+1, at.Win+s.win()
		if s.status == "settled" { // some venues report no stake of a void bet
			at.Stake += s.stake
		}
		want[s.account] = at
	}
	var books struct{ Venues map[string]map[string]string }
	if err := b.h.control(http.MethodGet, "/books", nil, &books); err != nil {
		return err
	}
	return b.h.read(func(ctx context.Context, d *db.DB) error {
		var rows []sums
		err := d.NewRaw(`SELECT account, COUNT(*) AS count, SUM(CASE WHEN status = 'settled' THEN stake ELSE 0 END) AS stake, SUM(win) AS win FROM bet
			WHERE venue = ? AND current GROUP BY account`, b.firm).Scan(ctx, &rows)
		if err != nil {
			return err
		}
		var failed error
		for _, row := range rows {
			if row != want[row.Account] {
				failed = errors.Join(failed, fmt.Errorf("%s: we have %+v, the company %+v", b.firm, row, want[row.Account]))
			}
			delete(want, row.Account)
		}
		for account := range want {
			failed = errors.Join(failed, fmt.Errorf("%s: no bets of %s", b.firm, account))
		}
		for i, p := range b.h.e.players {
			mirror, err := ledger.New(d).Balance(ctx, d, ledger.VenueWallet(p.id, b.firm))
			theirs, parsed := signed(books.Venues[b.firm][b.accounts[i]])
			if err != nil || parsed != nil || money.Fen(mirror) != theirs {
				failed = errors.Join(failed, fmt.Errorf("%s: our mirror of %s is %s, the company's balance %s, %v, %v",
					b.firm, p.id, money.Fen(mirror), theirs, err, parsed))
			}
		}
		return failed
	})
}

// signed reads an amount that may be below zero.
func signed(text string) (money.Fen, error) {
	if text, below := strings.CutPrefix(text, "-"); below {
		fen, err := money.ParseYuan(text)
		return -fen, err
	}
	return money.ParseYuan(text)
}

// requirements holds what counts for each player's requirement against the valid
// stakes of the bets, and the sums of the days against the bets.
func (h *house) requirements() error {
	return h.read(func(ctx context.Context, d *db.DB) error {
		var rows []struct {
			Player           string
			Done, Days, Bets int64
		}
		err := d.NewRaw(`SELECT player, done,
			(SELECT SUM(valid) FROM bet_day s WHERE s.player = b.player) AS days,
			(SELECT SUM(valid) FROM bet WHERE bet.player = b.player AND current AND status = 'settled') AS bets
			FROM turnover_bucket b WHERE source = 'deposit'`).Scan(ctx, &rows)
		if err != nil {
			return err
		}
		var failed error
		for _, row := range rows {
			if row.Bets == 0 || row.Done != row.Bets || row.Days != row.Bets {
				failed = errors.Join(failed, fmt.Errorf("valid stakes of a player: %+v", row))
			}
		}
		return failed
	})
}
