package site

import (
	"context"
	"sync"
	"time"
)

const (
	keep    = 2 * time.Second // how old the shared part of the boot data may be
	forRead = 2 * time.Second // how long a visitor waits for a new one
)

// memory keeps the part of the boot data that is the same for everybody, so
// that a rush of visitors is one read.
type memory struct {
	mu    sync.Mutex
	until time.Time
	boot  Boot
	read  func(context.Context) (Boot, error)
}

// get gives the boot data, with an error also the last that could be read: a
// page with old banners works, one without a request token does not. The read
// is not the visitor's who happened to start it, and goes on without them.
func (m *memory) get(ctx context.Context, now time.Time) (Boot, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if now.Before(m.until) && now.After(m.until.Add(-2*keep)) {
		return m.boot, nil
	}
	within, cancel := context.WithTimeout(context.WithoutCancel(ctx), forRead)
	defer cancel()
	boot, err := m.read(within)
	m.until = now.Add(keep) // after a failure too: the next visitor must not wait for the same
	if err != nil && m.boot.ReqTokenSecret == "" {
		m.boot = boot // nothing was read yet: what the settings alone say
	}
	if err != nil {
		return m.boot, err
	}
	m.boot = boot
	return boot, nil
}
