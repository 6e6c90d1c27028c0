package access

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"sync"
	"time"

	"hongyun/internal/db"
)

// writeSeenEvery is how often FollowSeen writes noted activity.
const writeSeenEvery = 5 * time.Second

// seenBatch is how many sessions one transaction writes. No other write waits
// long for it.
const seenBatch = 500

// seenNotes are the last activities of sessions that the database does not know
// yet, in Unix milliseconds by the hash of the ticket. A request only makes a
// note, so it does not wait for a commit; WriteSeen stores all notes together
// (H-453).
type seenNotes struct {
	mu sync.Mutex
	at map[string]int64
}

func newSeenNotes() *seenNotes { return &seenNotes{at: map[string]int64{}} }

// note remembers that a session was active.
func (n *seenNotes) note(hash string, at int64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.at[hash] = max(n.at[hash], at)
}

// of is the noted activity of a session; 0 without a note.
func (n *seenNotes) of(hash string) int64 {
	n.mu.Lock()
	defer n.mu.Unlock()
	return n.at[hash]
}

// all is a copy of the notes.
func (n *seenNotes) all() map[string]int64 {
	n.mu.Lock()
	defer n.mu.Unlock()
	return maps.Clone(n.at)
}

// forget removes a note that is stored, unless a later one has replaced it.
func (n *seenNotes) forget(hash string, at int64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.at[hash] == at {
		delete(n.at, hash)
	}
}

// touch records that a session is active now. The activity is written behind
// the request, unless the activity that is stored is nearer to its idle limit
// than to now: another node, which does not see the note, must not take the
// session for expired. So it is also while notes cannot be written.
func (p *Tickets) touch(ctx context.Context, hash string, remember bool, stored int64, now time.Time) error {
	if !remember && now.UnixMilli()-stored > p.Limits.Idle.Milliseconds()/2 {
		return p.writeSeen(ctx, map[string]int64{hash: now.UnixMilli()})
	}
	p.seen.note(hash, now.UnixMilli())
	return nil
}

// FollowSeen runs WriteSeen every few seconds until ctx ends, and then once
// more, so that only a crash loses notes. A crash costs a session at most these
// seconds of its idle limit. Notes that cannot be written stay for the next time.
func (p *Tickets) FollowSeen(ctx context.Context) {
	tick := time.NewTicker(writeSeenEvery)
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			last, cancel := context.WithTimeout(context.WithoutCancel(ctx), writeSeenEvery)
			defer cancel()
			if err := p.WriteSeen(last); err != nil {
				p.Log.WarnContext(last, "cannot write when sessions were last active", "err", err)
			}
			return
		case <-tick.C:
			if err := p.WriteSeen(ctx); err != nil && ctx.Err() == nil {
				p.Log.WarnContext(ctx, "cannot write when sessions were last active", "err", err)
			}
		}
	}
}

// WriteSeen stores the noted activities, many sessions in one statement.
func (p *Tickets) WriteSeen(ctx context.Context) error {
	notes := p.seen.all()
	var failed error
	for hashes := range slices.Chunk(slices.Sorted(maps.Keys(notes)), seenBatch) {
		part := make(map[string]int64, len(hashes))
		for _, hash := range hashes {
			part[hash] = notes[hash]
		}
		if err := p.writeSeen(ctx, part); err != nil {
			failed = errors.Join(failed, err) // one row that is locked for long must not keep the others waiting
			continue
		}
		for hash, at := range part {
			p.seen.forget(hash, at)
		}
	}
	return failed
}

// writeSeen stores activities of sessions that have not ended. It never sets
// one back.
func (p *Tickets) writeSeen(ctx context.Context, part map[string]int64) error {
	rows := make([][]any, 0, len(part))
	for _, hash := range slices.Sorted(maps.Keys(part)) {
		rows = append(rows, []any{part[hash], hash})
	}
	err := p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		// The caches forget the rows before WriteSeen forgets the notes.
		tx.AfterCommit(func() { p.sessions.drop(slices.Collect(maps.Keys(part))...) })
		_, err := tx.ExecRows(ctx,
			`UPDATE player_ticket SET seen_at = ?1 WHERE hash = ?2 AND ended_at = 0 AND seen_at < ?1`,
			`UPDATE player_ticket SET seen_at = seen.at FROM {rows} AS seen (at, hash)
				WHERE player_ticket.hash = seen.hash AND player_ticket.ended_at = 0 AND player_ticket.seen_at < seen.at`, rows)
		return err
	})
	if err != nil {
		return fmt.Errorf("write when %d sessions were last active: %w", len(part), err)
	}
	return nil
}
