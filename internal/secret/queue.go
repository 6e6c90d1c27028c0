package secret

import (
	"context"
	"fmt"
	"runtime"
	"slices"
	"sync"

	"hongyun/internal/fault"
)

// ErrBusy means that too many callers already wait for a password hash.
var ErrBusy = fault.New(fault.Unavailable, "secret.busy", "当前登录与注册人数较多，请稍后再试")

// maxWaiting bounds the callers that wait for a hash (trust DOS-2).
const maxWaiting = 100

// queue bounds how many hashes are computed at once, and how many callers wait
// for one. Each hash takes 19 MiB and a core. Without the first bound a flood
// of logins takes all memory; without the second every caller waits for
// minutes.
//
// The networks that wait take turns. When the queue is full, a caller of a
// network with few waiters displaces the last waiter of the network with the
// most. So one network cannot keep the others out.
type queue struct {
	mu      sync.Mutex
	slots   int
	running int
	waiting map[string][]*waiter // by network, first come first
	turns   []string             // the networks of waiting, the next one first
	total   int
}

// waiter is one caller that waits. Its channel gets nil for a slot, or ErrBusy.
type waiter struct{ turn chan error }

var hashing = newQueue(2 * runtime.NumCPU())

func newQueue(slots int) *queue { return &queue{slots: slots, waiting: map[string][]*waiter{}} }

// enter waits for a slot. It fails with ErrBusy, or with the context's error.
func (q *queue) enter(ctx context.Context) error {
	network := networkOf(ctx)
	q.mu.Lock()
	if q.running < q.slots && q.total == 0 {
		q.running++
		q.mu.Unlock()
		return nil
	}
	if q.total >= maxWaiting && !q.displace(network) {
		q.mu.Unlock()
		return ErrBusy
	}
	w := &waiter{turn: make(chan error, 1)}
	q.add(network, w)
	q.mu.Unlock()
	select {
	case err := <-w.turn:
		return err
	case <-ctx.Done():
		q.abandon(network, w)
		return fmt.Errorf("wait to hash a password: %w", ctx.Err())
	}
}

// leave gives the slot to the next waiter, or frees it.
func (q *queue) leave() {
	q.mu.Lock()
	defer q.mu.Unlock()
	if q.total == 0 {
		q.running--
		return
	}
	network := q.turns[0]
	w := q.waiting[network][0]
	q.remove(network, 0)
	if len(q.waiting[network]) > 0 { // to the end of the turns
		q.turns = append(q.turns[1:], network)
	}
	w.turn <- nil
}

// displace makes room for a caller of a network. It removes a waiter of the
// network with the most waiters, if that network has at least two more.
func (q *queue) displace(network string) bool {
	longest := slices.MaxFunc(q.turns, func(a, b string) int { return len(q.waiting[a]) - len(q.waiting[b]) })
	n := len(q.waiting[longest])
	if n < len(q.waiting[network])+2 {
		return false
	}
	last := q.waiting[longest][n-1]
	q.remove(longest, n-1)
	last.turn <- ErrBusy
	return true
}

// abandon takes a caller out whose context is over. One that got its slot at
// the same moment gives it back.
func (q *queue) abandon(network string, w *waiter) {
	q.mu.Lock()
	at := slices.Index(q.waiting[network], w)
	if at >= 0 {
		q.remove(network, at)
	}
	q.mu.Unlock()
	if at < 0 && <-w.turn == nil {
		q.leave()
	}
}

func (q *queue) add(network string, w *waiter) {
	if len(q.waiting[network]) == 0 {
		q.turns = append(q.turns, network)
	}
	q.waiting[network] = append(q.waiting[network], w)
	q.total++
}

func (q *queue) remove(network string, at int) {
	q.waiting[network] = slices.Delete(q.waiting[network], at, at+1)
	q.total--
	if len(q.waiting[network]) == 0 {
		delete(q.waiting, network)
		q.turns = slices.DeleteFunc(q.turns, func(n string) bool { return n == network })
	}
}

type networkKey struct{}

// WithNetwork names the client's network for the hashes computed under ctx, so
// that networks share the queue fairly.
func WithNetwork(ctx context.Context, network string) context.Context {
	return context.WithValue(ctx, networkKey{}, network)
}

// networkOf is the network of ctx, empty for work of our own.
func networkOf(ctx context.Context) string {
	network, _ := ctx.Value(networkKey{}).(string)
	return network
}
