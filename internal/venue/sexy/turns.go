package sexy

import (
	"context"
	"sync"
)

// turns lets the orders of one account through one at a time.
type turns struct {
	mu   *sync.Mutex
	open map[string]*turn // by account, while a call has or wants one
}

// turn is one account's; who has put a value into taken has it.
type turn struct {
	taken chan struct{}
	users int
}

func newTurns() turns { return turns{mu: &sync.Mutex{}, open: map[string]*turn{}} }

// take waits for an account's turn, or fails with ctx. leave gives it back.
func (t turns) take(ctx context.Context, account string) (leave func(), err error) {
	t.mu.Lock()
	one := t.open[account]
	if one == nil {
		one = &turn{taken: make(chan struct{}, 1)}
		t.open[account] = one
	}
	one.users++
	t.mu.Unlock()
	select {
	case one.taken <- struct{}{}:
		return func() {
			<-one.taken
			t.drop(account, one)
		}, nil
	case <-ctx.Done():
		t.drop(account, one)
		return nil, ctx.Err()
	}
}

func (t turns) drop(account string, one *turn) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if one.users--; one.users == 0 {
		delete(t.open, account)
	}
}
