package site

import (
	"context"
	"errors"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hongyun/internal/calendar"
)

// keeper is a site whose reads a test counts, and a fixed clock.
func keeper(t *testing.T, read func(ctx context.Context, nth int32) (Boot, error)) (page func() Boot, reads *atomic.Int32, clock *calendar.Fixed) {
	t.Helper()
	clock, reads = calendar.NewFixed(time.Date(2026, 3, 2, 4, 0, 0, 0, time.UTC)), &atomic.Int32{}
	s := newSite(t, func(ctx context.Context) (Boot, error) { return read(ctx, reads.Add(1)) }, func(c *Config) { c.Clock = clock })
	return func() Boot { return bootIn(t, open(s, "x", desktop, "/").Body.String()) }, reads, clock
}

// A slow read is not out of date by the time it ends.
func TestASlowReadIsKeptAsLongAsAFastOne(t *testing.T) {
	var clock *calendar.Fixed
	page, reads, clock := keeper(t, func(context.Context, int32) (Boot, error) {
		clock.Advance(keep - time.Millisecond)
		return Boot{ReqTokenSecret: "s"}, nil
	})
	page()
	clock.Advance(keep - time.Millisecond)
	if page(); reads.Load() != 1 {
		t.Errorf("%d reads in the time of one", reads.Load())
	}
	clock.Advance(time.Millisecond)
	if page(); reads.Load() != 2 {
		t.Errorf("%d reads: what is old is kept", reads.Load())
	}
}

// Trust DOS-1: a rush of visitors is one read, and who waits for it gets it.
func TestARushOfVisitorsIsOneRead(t *testing.T) {
	begun, free := make(chan struct{}), make(chan struct{})
	page, reads, _ := keeper(t, func(_ context.Context, nth int32) (Boot, error) {
		if nth == 1 {
			close(begun)
		}
		<-free
		return Boot{ReqTokenSecret: "s"}, nil
	})
	var all sync.WaitGroup
	for range 50 {
		all.Go(func() {
			if b := page(); b.ReqTokenSecret != "s" {
				t.Errorf("a page got %+v", b)
			}
		})
	}
	<-begun
	close(free)
	all.Wait()
	if reads.Load() != 1 {
		t.Errorf("%d reads", reads.Load())
	}
}

// While the database is away, pages come at once with the data read last. One
// read at a time tries again, and its result is shown.
func TestPagesDoNotWaitForALostDatabase(t *testing.T) {
	free := make(chan struct{})
	page, reads, clock := keeper(t, func(ctx context.Context, nth int32) (Boot, error) {
		switch nth {
		case 1:
			return Boot{SiteName: "before", ReqTokenSecret: "s"}, nil
		case 2:
			return Boot{}, errors.New("database is down")
		}
		select {
		case <-free:
			return Boot{SiteName: "after", ReqTokenSecret: "s"}, nil
		case <-ctx.Done():
			return Boot{}, ctx.Err()
		}
	})
	page()
	clock.Advance(keep)
	page() // finds out
	clock.Advance(keep)
	atOnce := make(chan struct{})
	go func() {
		defer close(atOnce)
		for range 5 {
			if b := page(); b.SiteName != "before" || b.ReqTokenSecret != "s" {
				t.Errorf("while it is down: %+v", b)
			}
		}
	}()
	select {
	case <-atOnce:
	case <-time.After(forRead * 3 / 4):
		t.Fatal("visitors wait for a database that is away")
	}
	close(free)
	for until := time.Now().Add(10 * time.Second); page().SiteName != "after"; time.Sleep(time.Millisecond) {
		if time.Now().After(until) {
			t.Fatal("pages never found the database again")
		}
	}
	if reads.Load() != 3 {
		t.Errorf("%d reads", reads.Load())
	}
}

// The first visitor after a lull gets present data, not the data read when the
// database was away.
func TestAVisitorAfterALullGetsPresentData(t *testing.T) {
	page, _, clock := keeper(t, func(_ context.Context, nth int32) (Boot, error) {
		switch nth {
		case 1:
			return Boot{SiteName: "before", ReqTokenSecret: "s"}, nil
		case 2:
			return Boot{}, errors.New("database is down")
		}
		return Boot{SiteName: "after", ReqTokenSecret: "s"}, nil
	})
	for range 2 {
		page()
		clock.Advance(keep)
	}
	clock.Advance(lull)
	if b := page(); b.SiteName != "after" {
		t.Errorf("after a lull: %+v", b)
	}
}

// A read runs outside of every request, where a panic would end the process.
func TestAReadThatPanicsIsAReadThatFailed(t *testing.T) {
	page, _, clock := keeper(t, func(_ context.Context, nth int32) (Boot, error) {
		if nth == 2 {
			panic("a slip")
		}
		return Boot{ReqTokenSecret: "s"}, nil
	})
	for range 4 {
		if b := page(); b.ReqTokenSecret != "s" {
			t.Errorf("a page got %+v", b)
		}
		clock.Advance(keep)
	}
}
