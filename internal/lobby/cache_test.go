package lobby

import (
	"context"
	"errors"
	"testing"
	"testing/synctest"
	"time"
)

// A request that is given up stops waiting at once. The reading goes on for the others.
func TestAWaitingRequestEndsWithItsOwnContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c cache[string, int]
		first, leave := context.WithCancel(t.Context())
		go func() {
			got, err := c.get(first, time.Now, "k", func(ctx context.Context) (int, error) {
				time.Sleep(time.Second)
				return 7, ctx.Err()
			})
			if got != 7 || err != nil {
				t.Errorf("the reader has %d, %v", got, err)
			}
		}()
		synctest.Wait()
		leave()
		short, end := context.WithTimeout(t.Context(), time.Millisecond)
		defer end()
		if _, err := c.get(short, time.Now, "k", nil); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("the impatient one has %v", err)
		}
		if got, err := c.get(t.Context(), time.Now, "k", nil); got != 7 || err != nil {
			t.Errorf("the patient one has %d, %v", got, err)
		}
	})
}

// While one request reads, the others get the value before it, unless that is too old.
func TestTheOldPageIsGivenOutWhileOneReads(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c cache[string, int]
		value := 1
		read := func(context.Context) (int, error) {
			time.Sleep(time.Second)
			value++
			return value, nil
		}
		for _, step := range []struct {
			later time.Duration
			want  int
		}{{FrontAge, 2}, {staleAge, 4}} {
			if _, err := c.get(t.Context(), time.Now, "k", read); err != nil {
				t.Fatal(err)
			}
			time.Sleep(step.later)
			go func() { _, _ = c.get(t.Context(), time.Now, "k", read) }()
			synctest.Wait()
			if got, err := c.get(t.Context(), time.Now, "k", nil); got != step.want || err != nil {
				t.Errorf("after %s: %d, %v, want %d", step.later, got, err, step.want)
			}
			time.Sleep(time.Second)
		}
	})
}

// A failure is the answer for a second, so that waiting requests do not try one by one.
func TestAFailureIsNotTriedAgainByEveryRequest(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var c cache[string, int]
		reads, fail := 0, errors.New("down")
		read := func(context.Context) (int, error) {
			reads++
			return 0, fail
		}
		for range 3 {
			if _, err := c.get(t.Context(), time.Now, "k", read); !errors.Is(err, fail) {
				t.Errorf("%v", err)
			}
		}
		time.Sleep(failureAge)
		if fail = nil; reads != 1 {
			t.Errorf("it was read %d times", reads)
		}
		if _, err := c.get(t.Context(), time.Now, "k", read); err != nil || reads != 2 {
			t.Errorf("after a second: %d, %v", reads, err)
		}
	})
}
