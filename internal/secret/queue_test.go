package secret

import (
	"context"
	"errors"
	"fmt"
	"testing"
	"testing/synctest"
	"time"
)

// wait has a caller of a network wait in the queue; done gets what it is told.
func wait(ctx context.Context, q *queue, network string, done chan<- string) {
	go func() {
		err := q.enter(WithNetwork(ctx, network))
		switch {
		case err == nil:
			done <- network
		case errors.Is(err, ErrBusy):
			done <- network + " busy"
		default:
			done <- network + " gone"
		}
	}()
	synctest.Wait()
}

// trust DOS-2: at most a hundred callers wait for a hash; the next one is
// refused at once with a sentence of ours.
func TestTrust_DOS_2_TheHashingQueueIsBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(2)
		done := make(chan string, 1000)
		for range 2 + maxWaiting + 5 {
			wait(t.Context(), q, "a", done)
		}
		if got := len(done); got != 2+5 {
			t.Fatalf("%d callers were answered, want 2 with a slot and 5 refused", got)
		}
		for range 2 {
			<-done
		}
		for range 5 {
			if got := <-done; got != "a busy" {
				t.Errorf("answer %q", got)
			}
		}
		for range 2 + maxWaiting {
			q.leave()
		}
		synctest.Wait()
		if len(done) != maxWaiting || q.total != 0 || q.running != 0 || len(q.waiting) != 0 || len(q.turns) != 0 {
			t.Errorf("%d served, queue %+v", len(done), q)
		}
	})
}

// trust DOS-2: one network cannot keep the others out, nor make them wait for
// all of its own callers.
func TestTrust_DOS_2_NetworksShareTheHashingQueue(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1)
		done := make(chan string, 1000)
		for range 1 + maxWaiting {
			wait(t.Context(), q, "flood", done)
		}
		<-done // the one with the slot
		wait(t.Context(), q, "player", done)
		if got := <-done; got != "flood busy" {
			t.Fatalf("a full queue answered %q", got)
		}
		for _, want := range []string{"flood", "player", "flood"} {
			q.leave()
			synctest.Wait()
			if got := <-done; got != want {
				t.Fatalf("served %q, want %q", got, want)
			}
		}
		for i := range maxWaiting { // as many networks as places: each keeps its own
			wait(t.Context(), q, fmt.Sprint(i), done)
		}
		wait(t.Context(), q, "late", done)
		if q.total != maxWaiting {
			t.Errorf("%d wait", q.total)
		}
		for range 1 + maxWaiting {
			q.leave()
		}
		synctest.Wait()
	})
}

// A caller that gives up leaves the queue, and takes no slot with it.
func TestHashingObeysItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		q := newQueue(1)
		if err := q.enter(t.Context()); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if err := q.enter(ctx); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("err = %v", err)
		}
		q.leave()
		if q.total != 0 || q.running != 0 {
			t.Errorf("queue %+v", q)
		}
	})
}
