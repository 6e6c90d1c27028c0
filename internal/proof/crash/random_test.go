package crash

import (
	"fmt"
	"math/rand/v2"
	"syscall"
	"testing"
	"time"

	"hongyun/internal/proof"
)

// besides lets a test run beside the others in make test, where it mostly waits;
// a whole storm has the machine to itself.
func besides(t *testing.T) {
	if !proof.Whole() {
		t.Parallel()
	}
}

// stormy is a house with nodes and everybody at their desks.
func stormy(e *engine, name string, nodes int) (*storm, error) {
	h, err := open(e, name)
	if err != nil {
		return nil, err
	}
	for range nodes {
		if _, err := h.startNode(); err != nil {
			h.close()
			return nil, err
		}
	}
	for _, d := range h.desks {
		if err := h.nodes[0].logIn(d); err != nil {
			h.close()
			return nil, err
		}
	}
	return &storm{h: h}, nil
}

// ended lets a storm come to its end and looks at the whole.
func (s *storm) ended() (took time.Duration, err error) {
	if s.failed != nil {
		return 0, fmt.Errorf("%w\n%s", s.failed, s.h.lastWords())
	}
	if took, err = s.calm(); err != nil {
		return 0, fmt.Errorf("%w\n%s", err, s.h.lastWords())
	}
	for _, look := range []func() error{s.audit, s.h.agree, s.h.verify} {
		if err := look(); err != nil {
			return 0, err
		}
	}
	return took, nil
}

// acknowledged counts the operations that were answered with an order.
func (s *storm) acknowledged() (n int) {
	for _, o := range s.ops {
		if o.taken {
			n++
		}
	}
	for _, p := range s.payouts {
		n += p.done
	}
	return n
}

// The program is killed again and again while players and staff do everything
// at once (trust CRA-1). Whoever had no answer asks again under the same key.
// In the end every operation that was acknowledged is there, once, and nothing
// else is. On PostgreSQL two nodes are killed in turn, and the leases of the
// dead run out by themselves.
func TestKilledInAStorm(t *testing.T) {
	besides(t)
	for _, name := range []string{"sqlite", "postgres"} {
		t.Run(name, func(t *testing.T) {
			tally := proof.Begin(t, "crash", "the program killed at random under mixed load: every acknowledged operation is there once, companies agree")
			e, err := engines[name]()
			if err != nil {
				t.Fatal(err)
			}
			s, err := stormy(e, name+"/storm", map[string]int{"sqlite": 1, "postgres": 2}[name])
			if err != nil {
				t.Fatal(err)
			}
			defer s.h.close()
			r := rand.New(rand.NewPCG(7, 7))
			s.blow(time.Duration(proof.Of(2, 45))*time.Second, 7, func() {
				for !s.over.Load() {
					time.Sleep(time.Duration(100+r.IntN(700)) * time.Millisecond)
					n := s.h.nodes[r.IntN(len(s.h.nodes))]
					n.kill()
					if err := n.start(); err != nil {
						s.fail(err)
						return
					}
					s.deaths.Add(1)
				}
			})
			took, err := s.ended()
			if err != nil {
				t.Fatal(err)
			}
			tally.Count(int(s.deaths.Load()))
			tally.Note("%d acknowledged operations, %d requests without an answer; all final after %s of the house's time at most; slowest start %s",
				s.acknowledged(), s.retried.Load(), took.Round(time.Second), time.Duration(s.h.slowStart.Load()).Round(time.Millisecond))
		})
	}
}

// The database server is killed under the running house (trust CRA-1, CRA-2): a
// commit whose answer was lost is found again by its key. Its commits are
// durable, and nothing that was acknowledged is missing after its recovery.
func TestTheDatabaseServerIsKilled(t *testing.T) {
	besides(t)
	t.Run("postgres", func(t *testing.T) {
		tally := proof.Begin(t, "crash", "the database server killed under mixed load: every acknowledged operation is there once, companies agree")
		own, err := newServer()
		if err != nil {
			t.Fatal(err)
		}
		defer own.stop()
		e, err := ofServer(own)
		if err != nil {
			t.Fatal(err)
		}
		s, err := stormy(e, "postgres/server", 1)
		if err != nil {
			t.Fatal(err)
		}
		defer s.h.close()
		r := rand.New(rand.NewPCG(9, 9))
		var slowest time.Duration
		s.blow(time.Duration(proof.Of(2, 45))*time.Second, 9, func() {
			for !s.over.Load() {
				time.Sleep(time.Duration(200+r.IntN(900)) * time.Millisecond)
				own.strike([]syscall.Signal{syscall.SIGKILL, syscall.SIGQUIT}[r.IntN(2)])
				began := time.Now()
				if err := own.start(); err != nil {
					s.fail(err)
					return
				}
				slowest = max(slowest, time.Since(began))
				s.deaths.Add(1)
			}
		})
		took, err := s.ended()
		if err != nil {
			t.Fatal(err)
		}
		tally.Count(int(s.deaths.Load()))
		tally.Note("by SIGKILL and by immediate stop, fsync on; %d acknowledged operations, %d requests without an answer; slowest recovery of the server %s; all final after %s of the house's time at most",
			s.acknowledged(), s.retried.Load(), slowest.Round(time.Millisecond), took.Round(time.Second))
	})
}
