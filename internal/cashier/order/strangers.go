package order

import (
	"context"
	"log/slog"
	"sync"
	"time"
)

// Strangers counts callbacks at addresses of no order. They leave one line a
// minute in the log and nothing in the database.
type Strangers struct {
	mu    sync.Mutex
	count int
	told  time.Time
}

// Note counts a callback that named a gateway.
func (s *Strangers) Note(ctx context.Context, log *slog.Logger, now time.Time, gateway string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.count++
	if now.Sub(s.told) < time.Minute {
		return
	}
	log.WarnContext(ctx, "callbacks at addresses of no order", "count", s.count, "gateway", Cut(gateway, 40))
	s.count, s.told = 0, now
}
