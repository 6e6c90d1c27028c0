package db

import (
	"context"
	"database/sql"
	"errors"
	"log/slog"
	"os"
	"strconv"
	"sync"
	"time"

	"hongyun/internal/calendar"
)

// wal copies the write-ahead log of a SQLite database into the file and keeps
// the log small (H-144, H-319).
//
// A connection of its own copies, beside the writer and a few times a second.
// SQLite's own way, a copy by the writer inside a commit every thousand pages,
// takes a sixth of the writer's time.
//
// Copying alone does not begin the log anew: SQLite does that only at an instant
// at which all is copied and nobody reads from it. With readers one after the
// other there is no such instant. So the writer empties the log itself once it
// is large: it waits a moment for the readers that are at work, while new ones
// read the file alone. Where one reader takes longer, the writer goes on and
// tries again some megabytes later; from four times the size on it waits for
// seconds, for a log that outgrows the disk stops everybody.
type wal struct {
	file   string
	size   int64 // at which it is emptied
	next   int64 // at which that is tried again
	writer *sql.DB
	copier *sql.DB
	log    *slog.Logger

	written chan struct{} // holds one where a commit has not been copied
	closing sync.Once
	closed  chan struct{}
	done    chan struct{}
}

// copyEvery is the least time between the starts of two copies.
const copyEvery = 200 * time.Millisecond

const (
	walSize    = 32 << 20
	walMoment  = 100 * time.Millisecond
	walSeconds = 5 * time.Second
)

func newWAL(path string, size int64, writer, copier *sql.DB, log *slog.Logger) *wal {
	if size == 0 {
		size = walSize
	}
	w := &wal{
		file: path + "-wal", size: size, next: size, writer: writer, copier: copier, log: log,
		written: make(chan struct{}, 1), closed: make(chan struct{}), done: make(chan struct{}),
	}
	go w.copy()
	return w
}

// copy copies the log whenever something was written, until the database closes.
func (w *wal) copy() {
	defer close(w.done)
	pace := time.NewTicker(copyEvery)
	defer pace.Stop()
	for {
		select {
		case <-w.closed:
			return
		case <-w.written:
		}
		// PASSIVE blocks neither the writer nor a reader.
		if _, err := w.copier.ExecContext(context.Background(), "PRAGMA wal_checkpoint(PASSIVE)"); err != nil {
			w.log.Warn("the write-ahead log cannot be copied", "err", err)
		}
		select {
		case <-w.closed:
			return
		case <-pace.C:
		}
	}
}

// close ends the copying; closing again does nothing.
func (w *wal) close() error {
	w.closing.Do(func() { close(w.closed) })
	<-w.done
	return w.copier.Close()
}

// committed is called by the writer between two commits.
func (w *wal) committed() {
	select {
	case w.written <- struct{}{}:
	default:
	}
	w.keepSmall()
}

func (w *wal) keepSmall() {
	info, err := os.Stat(w.file)
	if err != nil || info.Size() < w.next {
		return
	}
	wait := walMoment
	if info.Size() >= 4*w.size {
		wait = walSeconds
	}
	began := calendar.System().Now()
	emptied, err := w.empty(wait)
	switch {
	case err != nil:
		w.log.Warn("the write-ahead log cannot be emptied", "bytes", info.Size(), "err", err)
	case !emptied && wait == walSeconds:
		w.log.Warn("a reader keeps the write-ahead log from being emptied", "bytes", info.Size(), "waited", calendar.System().Now().Sub(began))
	}
	w.next = w.size
	if !emptied {
		w.next = info.Size() + w.size/4
	}
}

func (w *wal) empty(wait time.Duration) (emptied bool, err error) {
	ctx := context.Background()
	conn, err := w.writer.Conn(ctx)
	if err != nil {
		return false, err
	}
	defer conn.Close()
	if _, err := conn.ExecContext(ctx, "PRAGMA busy_timeout = "+strconv.FormatInt(wait.Milliseconds(), 10)); err != nil {
		return false, err
	}
	defer func() {
		_, restored := conn.ExecContext(ctx, "PRAGMA busy_timeout = 10000") // as openSQLite has it
		err = errors.Join(err, restored)
	}()
	var busy, pages, copied int64
	err = conn.QueryRowContext(ctx, "PRAGMA wal_checkpoint(TRUNCATE)").Scan(&busy, &pages, &copied)
	return busy == 0, err
}
