package backup

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"time"

	"hongyun/internal/app/command"
	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

// Restoring is a wish to put a copy in a database's place.
type Restoring struct {
	From     string // a copy with its manifest
	Database string // sqlite:PATH
	Force    bool   // there is a database; it is kept beside
	Clock    calendar.Clock
	Log      *slog.Logger
}

// Restored is what a restore came to.
type Restored struct {
	Manifest
	Aside      string    // where the database that was there is now, "" if there was none
	KnownUntil time.Time // the companies must be asked about everything after this
	Took       time.Duration
}

// What stops a restore.
var (
	ErrNotEmpty  = errors.New("there is a database already: with --force it is put aside and the copy takes its place")
	ErrUnmatched = errors.New("the copy is not the one its manifest describes")
)

// Restore puts a copy into a database's place and closes its gate: the copy
// does not know what the house did after it was taken. A database that is in
// use is refused; one that is there is put aside, never deleted. The new one is
// made ready beside it and takes the name in one step, so that whatever
// interrupts a restore leaves either the old database or the restored one.
func Restore(ctx context.Context, r Restoring) (out Restored, err error) {
	if r.Log == nil {
		r.Log = slog.Default()
	}
	began := calendar.System().Now()
	path := db.Path(r.Database)
	if path == "" {
		return out, errors.New("this command restores SQLite; for PostgreSQL restore with its own tools, then run: hongyun restore --mark")
	}
	text, err := os.ReadFile(ManifestOf(r.From))
	if err != nil {
		return out, fmt.Errorf("the copy has no manifest, so it was not finished: %w", err)
	}
	if err := json.Unmarshal(text, &out.Manifest); err != nil {
		return out, fmt.Errorf("manifest: %w", err)
	}
	release, there, err := r.take(ctx, path)
	if err != nil {
		return out, err
	}
	defer release()
	ready := path + ".restoring"
	if err := out.bringIn(r.From, ready); err != nil {
		return out, err
	}
	if err := out.prepare(ctx, r, ready); err != nil {
		return out, err
	}
	kept := path + ".replaced-" + began.UTC().Format(copyName)
	if there {
		out.Aside = kept
	}
	out.Took = calendar.System().Now().Sub(began)
	return out, exchange(ready, path, kept, there)
}

// take makes sure that nobody works on what is at the path, as long as the
// restore lasts.
func (r Restoring) take(ctx context.Context, path string) (release func(), there bool, err error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return func() {}, false, nil
	case err != nil:
		return nil, false, err
	case info.Size() == 0:
		return func() {}, true, nil
	}
	if release, err = db.Alone(ctx, path); err != nil {
		return nil, false, err
	}
	if !r.Force {
		release()
		return nil, false, ErrNotEmpty
	}
	return release, true, nil
}

// bringIn copies the copy beside the place, and compares it with its manifest
// on the way.
func (m Manifest) bringIn(from, ready string) error {
	for _, stale := range []string{ready, ready + "-wal", ready + "-shm"} {
		if err := os.Remove(stale); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	f, err := os.OpenFile(ready, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
	if err != nil {
		return err
	}
	bytes, sum, err := sumOf(from, f)
	if err := errors.Join(err, f.Close()); err != nil {
		return err
	}
	if bytes != m.Bytes || sum != m.SHA256 {
		return errors.Join(ErrUnmatched, os.Remove(ready))
	}
	return nil
}

// prepare brings the copy up to this program's version, proves it, and closes
// its gate.
func (out *Restored) prepare(ctx context.Context, r Restoring, ready string) error {
	d, err := db.Open(ctx, "sqlite:"+ready, db.Options{Clock: r.Clock, Log: r.Log})
	if err != nil {
		return err
	}
	err = func() error {
		if err := d.Sound(ctx); err != nil {
			return err
		}
		if err := command.Migrate(ctx, d); err != nil {
			return err
		}
		report, err := command.VerifyBooks(ctx, d)
		if err != nil {
			return err
		}
		if !report.OK && out.Books == booksRight {
			return errors.New("the books of the copy are broken, and were not when it was taken:\n" + report.Text())
		}
		out.KnownUntil, err = command.MarkRestored(ctx, d, fmt.Sprintf("从备份恢复：%s，备份时间 %s", filepath.Base(r.From), calendar.Stamp(out.TakenAt)))
		return err
	}()
	if err := errors.Join(err, d.Close()); err != nil {
		return fmt.Errorf("make the copy ready: %w", err)
	}
	return db.SyncFile(ready)
}

// exchange gives the restored database its name in one step. The old one keeps
// a name of its own, with the files that belong to it: its write-ahead log must
// not be taken for the new one's, also where the old database itself is lost.
func exchange(ready, path, aside string, there bool) error {
	if there {
		if err := os.Link(path, aside); err != nil {
			return fmt.Errorf("put the old database aside: %w", err)
		}
	}
	for _, beside := range []string{"-wal", "-shm", "-journal"} {
		if err := os.Rename(path+beside, aside+beside); err != nil && !errors.Is(err, os.ErrNotExist) {
			return fmt.Errorf("put the old database aside: %w", err)
		}
	}
	if err := os.Rename(ready, path); err != nil {
		return err
	}
	return db.SyncFile(path)
}
