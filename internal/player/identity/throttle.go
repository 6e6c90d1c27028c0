package identity

import (
	"context"
	"fmt"
	"net/netip"
	"sync"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

// Hit adds one to a counter that starts anew after window, and returns it.
func Hit(ctx context.Context, tx *db.Tx, key string, window time.Duration) (int, error) {
	now := tx.NowMillis()
	var n int
	err := tx.NewRaw(`
		INSERT INTO player_throttle (key, hits, expires_at) VALUES (?0, 1, ?2)
		ON CONFLICT (key) DO UPDATE SET
			hits = CASE WHEN player_throttle.expires_at <= ?1 THEN 1 ELSE player_throttle.hits + 1 END,
			expires_at = CASE WHEN player_throttle.expires_at <= ?1 THEN ?2 ELSE player_throttle.expires_at END
		RETURNING hits`, key, now, now+window.Milliseconds()).Scan(ctx, &n)
	if err != nil {
		return 0, fmt.Errorf("count %s: %w", window, err)
	}
	return n, nil
}

const (
	checkWindow = 15 * time.Minute
	longestWait = 10 * time.Minute
)

// MayCheck counts one check of a password before it is made, and reports
// whether it may be made: a number of free ones in 15 minutes, then each later
// than the one before, and never more than the hour's cap (trust CAP-4). Nobody
// is locked out for good, and a known device has counters of its own.
func (p *People) MayCheck(ctx context.Context, tx *db.Tx, key string) (bool, error) {
	now := tx.NowMillis()
	var row struct {
		Hits              int
		NextAt, ExpiresAt int64
	}
	// The upsert locks the row, even one that was not there.
	err := tx.NewRaw(`
		INSERT INTO player_throttle (key, hits, expires_at) VALUES (?, 0, ?)
		ON CONFLICT (key) DO UPDATE SET hits = player_throttle.hits
		RETURNING hits, next_at, expires_at`, key, now+checkWindow.Milliseconds()).Scan(ctx, &row)
	if err != nil {
		return false, fmt.Errorf("lock counter: %w", err)
	}
	if row.ExpiresAt <= now {
		row.Hits, row.NextAt, row.ExpiresAt = 0, 0, now+checkWindow.Milliseconds()
	}
	if now < row.NextAt {
		return false, nil
	}
	hour, err := Hit(ctx, tx, "h/"+key, time.Hour)
	if err != nil || hour > p.Limits.ChecksPerHour {
		return false, err
	}
	row.Hits++
	if over := row.Hits - p.Limits.ChecksPerAccount; over >= 0 {
		wait := min(time.Second<<min(over, 20), longestWait)
		row.NextAt = now + wait.Milliseconds()
		row.ExpiresAt = max(row.ExpiresAt, row.NextAt)
	}
	_, err = tx.NewRaw("UPDATE player_throttle SET hits = ?, next_at = ?, expires_at = ? WHERE key = ?",
		row.Hits, row.NextAt, row.ExpiresAt, key).Exec(ctx)
	return true, err
}

// Forget removes counters, after what they counted against turned out right.
func Forget(ctx context.Context, tx *db.Tx, keys ...string) error {
	for _, key := range keys {
		if _, err := tx.NewRaw("DELETE FROM player_throttle WHERE key = ?", key).Exec(ctx); err != nil {
			return fmt.Errorf("forget counter: %w", err)
		}
	}
	return nil
}

// NetworkOf is the network an address belongs to, as far as one subscriber
// usually reaches: /24 of IPv4, /64 of IPv6 (trust CAP-3).
func NetworkOf(ip string) string {
	addr, err := netip.ParseAddr(ip)
	if err != nil {
		return "unknown"
	}
	addr = addr.Unmap()
	bits := 64
	if addr.Is4() {
		bits = 24
	}
	network, err := addr.WithZone("").Prefix(bits)
	if err != nil {
		return "unknown"
	}
	return network.Masked().String()
}

// PerMinute counts in memory, for what must cost nothing: each node by itself.
type PerMinute struct {
	clock calendar.Clock
	mu    sync.Mutex
	since time.Time
	hits  map[string]int
}

func NewPerMinute(clock calendar.Clock) *PerMinute {
	return &PerMinute{clock: clock, hits: map[string]int{}}
}

// Add counts one more for key and returns how many there were this minute.
func (m *PerMinute) Add(key string) int {
	now := m.clock.Now()
	m.mu.Lock()
	defer m.mu.Unlock()
	if age := now.Sub(m.since); age >= time.Minute || age < 0 {
		m.since = now
		clear(m.hits)
	}
	m.hits[key]++
	return m.hits[key]
}

// CountedAddress is the address of the Internet under which a client is counted: an
// IPv4 address as it is, an IPv6 one by its /64, which one client has to itself.
func CountedAddress(ip string) string { return counted(ip, 64) }

// CountedSubscriber is all that one subscriber may have, where addresses cost nothing: an IPv4
// address, or the /48 of an IPv6 one, since lines get a /56 or a /48.
func CountedSubscriber(ip string) string { return counted(ip, 48) }

// counted is an IPv4 address as it is, and so many bits of an IPv6 one.
func counted(ip string, bits int) string {
	addr, err := netip.ParseAddr(ip)
	if err != nil {
		return ip
	}
	if addr = addr.Unmap(); addr.Is4() {
		return addr.String()
	}
	network, err := addr.WithZone("").Prefix(bits)
	if err != nil {
		return ip
	}
	return network.String()
}
