package inbox

import (
	"context"
	"log/slog"
	"time"

	"hongyun/internal/db"
)

const (
	// WatchEvery is how often a node looks for new messages.
	WatchEvery = time.Second
	// watchBack is how far each look goes back. A message has the time at which
	// its transaction began, so it can appear after younger ones. It is far
	// longer than a transaction may last.
	watchBack = 30 * time.Second
	// watchMost bounds one look. Pages of players whom a look missed see the
	// message at their next poll.
	watchMost = 5000
)

// Watcher tells the pages that players have open on this node of new messages,
// whichever node wrote them.
type Watcher struct {
	DB     *db.DB
	Log    *slog.Logger
	Wanted func() bool                 // whether any page listens on this node
	Tell   func(player, newest string) // must not block

	seen map[string]bool
}

// Run looks until ctx ends. While no page listens it asks nothing.
func (w *Watcher) Run(ctx context.Context) {
	tick := time.NewTicker(WatchEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if !w.Wanted() {
			w.seen = nil
			continue
		}
		if err := w.Look(ctx); err != nil && ctx.Err() == nil {
			w.Log.WarnContext(ctx, "cannot look for new messages", "err", err)
		}
	}
}

// Look tells of the messages that appeared since the look before.
func (w *Watcher) Look(ctx context.Context) error {
	found, err := arrivals(ctx, w.DB, w.DB.Clock().Now().Add(-watchBack), watchMost)
	if err != nil {
		return err
	}
	newest, now := map[string]string{}, make(map[string]bool, len(found))
	for _, a := range found { // the newest first
		now[a.ID] = true
		if _, later := newest[a.Player]; !w.seen[a.ID] && !later {
			newest[a.Player] = a.ID
		}
	}
	w.seen = now
	for player, id := range newest {
		w.Tell(player, id)
	}
	return nil
}
