package job

import (
	"context"
	"log/slog"
	"time"
)

// beatEvery is how often a long check says that it is still at work.
const beatEvery = time.Minute

// SilentAfter is how long a check that has not ended may be silent before it
// counts as killed with its process.
const SilentAfter = 10 * time.Minute

// Beating calls beat now and every minute until stop is called. A long check
// says by it that it is still at work.
func Beating(ctx context.Context, log *slog.Logger, beat func(ctx context.Context) error) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	ended := make(chan struct{})
	go func() {
		defer close(ended)
		for {
			if err := beat(ctx); err != nil && ctx.Err() == nil {
				log.WarnContext(ctx, "a check cannot say that it is still at work", "err", err)
			}
			select {
			case <-ctx.Done():
				return
			case <-time.After(beatEvery):
			}
		}
	}()
	return func() { cancel(); <-ended }
}
