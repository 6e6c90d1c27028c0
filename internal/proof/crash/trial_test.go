package crash

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
)

// trial is one death: a player of the house's own, an amount, a visit of the
// point and a moment, all drawn from the seed.
type trial struct {
	h      *house
	n      *node // the node that dies, or stops
	who    person
	seed   int
	yuan   int
	strict bool // a death; the result is the one its point allows. Else a stop: any result that agrees with the company's

	before   sums // when the operation began that is not to finish
	key      string
	ref      string // the order's number, once it is known
	point    string
	approval string // what a second person is asked for
	took     time.Duration
}

// sums are a player's money in our books and in the company's.
type sums struct{ centre, locked, transit, mirror, company money.Fen }

func (t *trial) amount() money.Fen { return money.Fen(t.yuan) * money.Yuan }

// sums reads the player's money on both sides.
func (t *trial) sums() (s sums, err error) {
	err = t.h.read(func(ctx context.Context, d *db.DB) error {
		for account, into := range map[ledger.Account]*money.Fen{
			ledger.Centre(t.who.id): &s.centre, ledger.Locked(t.who.id): &s.locked,
			ledger.Transit(t.who.id): &s.transit, ledger.VenueWallet(t.who.id, "ky"): &s.mirror,
		} {
			balance, err := ledger.New(d).Balance(ctx, d, account)
			if err != nil {
				return err
			}
			*into = money.Fen(balance)
		}
		return nil
	})
	if err != nil {
		return s, err
	}
	c, err := t.h.company()
	s.company = c.balances[t.who.id]
	return s, err
}

// expect compares the player's money with what it was before, plus a change.
func (t *trial) expect(centre, locked, transit, mirror, company money.Fen) error {
	now, err := t.sums()
	if err != nil {
		return err
	}
	b := t.before
	want := sums{b.centre + centre, b.locked + locked, b.transit + transit, b.mirror + mirror, b.company + company}
	if now != want {
		return fmt.Errorf("the player has %+v, want %+v", now, want)
	}
	return nil
}

// steps are how far the house's clock is moved while something is not final:
// 120 s in all. They meet the moments at which the house asks again.
var steps = []time.Duration{0, 16 * time.Second, 26 * time.Second, 61 * time.Second, 10 * time.Second, 7 * time.Second}

// patience is how long a step of the clock may stay without effect. Each has
// one, so that this is only for a machine that is slow just now.
const patience = 10 * time.Second

// settle waits until done says so, moving the house's clock by 120 s at most.
// settled is how long that was by the house's clock.
func (t *trial) settle(done func(ctx context.Context, d *db.DB) (final bool, mark string, err error)) error {
	began := t.h.clock.Now()
	last := ""
	err := t.h.read(func(ctx context.Context, d *db.DB) error {
		for _, step := range steps {
			if err := t.h.clock.advance(step); err != nil {
				return err
			}
			// Until something happened, or it is plain that nothing does.
			for until := time.Now().Add(patience); time.Now().Before(until); time.Sleep(3 * time.Millisecond) {
				final, mark, err := done(ctx, d)
				if err != nil || final {
					return err
				}
				if step == 0 || mark != last {
					last = mark
					break
				}
			}
		}
		return fmt.Errorf("not final after 120 s of the house's time: %s", last)
	})
	t.took = t.h.clock.Now().Sub(began)
	return err
}

// agree compares our books with the companies', account by account.
func (h *house) agree() error {
	theirs, err := h.company()
	if err != nil {
		return err
	}
	return h.read(func(ctx context.Context, d *db.DB) error {
		var rows []struct {
			Name    string
			Balance int64
		}
		if err := d.NewRaw("SELECT name, balance FROM account WHERE name LIKE 'player:%:venue:ky'").Scan(ctx, &rows); err != nil {
			return err
		}
		ours := map[string]money.Fen{}
		for _, r := range rows {
			ours[r.Name] = money.Fen(r.Balance)
		}
		var failed error
		for _, p := range h.e.players {
			if mine, their := ours[ledger.VenueWallet(p.id, "ky").Name], theirs.balances[p.id]; mine != their {
				failed = errors.Join(failed, fmt.Errorf("%s has %s at the venue by our books and %s by its own", p.id, mine, their))
			}
		}
		var sum money.Fen
		for _, paid := range theirs.paid {
			sum += paid
		}
		booked, err := ledger.New(d).Balance(ctx, d, ledger.HouseGateway("epay"))
		if mine := -money.Fen(booked); mine != sum {
			failed = errors.Join(failed, fmt.Errorf("the gateway was paid %s and we have booked %s", sum, mine))
		}
		failed = errors.Join(failed, err)
		return failed
	})
}

// freeLeases ends the leases of sweeps that a dead node held. They run out 20 s
// of the machine's time after its death, and these trials move the house's
// clock on by more than that at once. The storms wait for them.
func (h *house) freeLeases() error {
	return h.read(func(ctx context.Context, d *db.DB) error {
		return d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw("UPDATE job_due SET held_until = 0 WHERE held_by <> ''").Exec(ctx)
			return err
		})
	})
}
