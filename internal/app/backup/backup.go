package backup

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"hongyun/internal/app/command"
	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/ledger"
)

// Manifest lies beside a copy of the database and says what is in it.
type Manifest struct {
	File        string    `json:"file"`
	Bytes       int64     `json:"bytes"`
	SHA256      string    `json:"sha256"`
	TakenAt     time.Time `json:"takenAt"` // what was committed before is in the copy
	Took        string    `json:"took"`
	Program     string    `json:"program"` // version that took it
	Schema      int64     `json:"schema"`  // the newest migration in it
	LastEntry   string    `json:"lastEntry"`
	LastEntryAt time.Time `json:"lastEntryAt"`
	Accounts    int64     `json:"accounts"`
	Entries     int64     `json:"entries"`
	Postings    int64     `json:"postings"`
	Books       string    `json:"books"` // "right", or the first broken row
}

// booksRight is Manifest.Books of a copy whose books are proved.
const booksRight = "right"

// ManifestOf is where the manifest of a copy lies.
func ManifestOf(file string) string { return file + ".json" }

// Backup is a wish for a copy.
type Backup struct {
	Database string // sqlite:PATH
	To       string // a file that does not exist yet, or a folder that gets one named after the time
	Keep     int    // in a folder: how many copies stay, the newest; 0 keeps all
	Program  string
	Clock    calendar.Clock // the machine's if nil
	Log      *slog.Logger
}

// ErrCopyBroken says that a copy was taken whose books are not right. It is
// kept: it is as right as the database is.
var ErrCopyBroken = errors.New("the copy was taken, and its books are broken")

// copyName is a copy's name in a folder; it sorts by time.
const copyName, copyPrefix, copySuffix = "20060102-150405.000", "hongyun-", ".db"

// TakeBackup copies a SQLite database while the house works on it, proves the
// copy, and writes its manifest. Under its final name a copy is whole: what was
// interrupted leaves only a file called .partial behind.
func TakeBackup(ctx context.Context, b Backup) (Manifest, string, error) {
	if b.Clock == nil {
		b.Clock = calendar.System()
	}
	if b.Log == nil {
		b.Log = slog.Default()
	}
	if db.Path(b.Database) == "" {
		return Manifest{}, "", errors.New("this command copies SQLite; for PostgreSQL see docs/operations.md: pg_basebackup with a WAL archive, or pg_dump")
	}
	m := Manifest{TakenAt: b.Clock.Now().UTC(), Program: b.Program}
	began := calendar.System().Now()
	to, folder, err := b.target(m.TakenAt)
	if err != nil {
		return m, "", err
	}
	partial := to + ".partial"
	for _, stale := range []string{partial, partial + "-wal", partial + "-shm"} {
		if err := os.Remove(stale); err != nil && !errors.Is(err, os.ErrNotExist) {
			return m, "", err
		}
	}
	if err := copyOut(ctx, b, partial); err != nil {
		return m, "", errors.Join(err, os.Remove(partial))
	}
	if err := m.examine(ctx, partial, b.Log); err != nil {
		return m, "", errors.Join(err, os.Remove(partial))
	}
	m.File, m.Took = filepath.Base(to), calendar.System().Now().Sub(began).Round(time.Millisecond).String()
	if err := m.write(partial, to); err != nil {
		return m, "", err
	}
	if folder && b.Keep > 0 && m.Books == booksRight { // a broken one pushes no good one out
		if err := rotate(filepath.Dir(to), b.Keep, b.Log); err != nil {
			return m, to, fmt.Errorf("the copy is taken; remove older ones: %w", err)
		}
	}
	if m.Books != booksRight {
		return m, to, fmt.Errorf("%w: %s", ErrCopyBroken, m.Books)
	}
	return m, to, nil
}

// target is the file a copy gets. One that is there is never written over.
func (b Backup) target(at time.Time) (to string, folder bool, err error) {
	to = b.To
	if info, err := os.Stat(to); err == nil && info.IsDir() {
		to, folder = filepath.Join(to, copyPrefix+at.Format(copyName)+copySuffix), true
	}
	for _, name := range []string{to, ManifestOf(to)} {
		if _, err := os.Stat(name); !errors.Is(err, os.ErrNotExist) {
			return "", false, errors.Join(fmt.Errorf("%s exists: name another file, or a folder", name), err)
		}
	}
	return to, folder, nil
}

func copyOut(ctx context.Context, b Backup, partial string) error {
	if _, err := os.Stat(db.Path(b.Database)); err != nil {
		return err // opening would make an empty one
	}
	d, err := db.Open(ctx, b.Database, db.Options{Log: b.Log, MaxConns: 1})
	if err != nil {
		return err
	}
	defer d.Close()
	if err := d.Copy(ctx, partial); err != nil {
		return err
	}
	return os.Chmod(partial, 0o600)
}

// examine opens the copy, proves it, and notes what it holds.
func (m *Manifest) examine(ctx context.Context, file string, log *slog.Logger) error {
	d, err := db.Open(ctx, "sqlite:"+file, db.Options{Log: log})
	if err != nil {
		return err
	}
	err = m.look(ctx, d)
	if err := errors.Join(err, d.Close()); err != nil {
		return fmt.Errorf("the copy cannot be used: %w", err)
	}
	if err := db.SyncFile(file); err != nil {
		return err
	}
	m.Bytes, m.SHA256, err = sumOf(file, io.Discard)
	return err
}

func (m *Manifest) look(ctx context.Context, d *db.DB) error {
	if err := d.Sound(ctx); err != nil {
		return err
	}
	report, err := command.VerifyBooks(ctx, d)
	if err != nil {
		return err
	}
	m.Accounts, m.Entries, m.Postings, m.Books = report.Accounts, report.Entries, report.Postings, booksRight
	if !report.OK && len(report.Broken) > 0 {
		m.Books = report.Broken[0].String()
	}
	if m.LastEntry, m.LastEntryAt, err = ledger.Last(ctx, d); err != nil {
		return err
	}
	return d.NewRaw("SELECT COALESCE(MAX(version_id), 0) FROM goose_db_version").Scan(ctx, &m.Schema)
}

// write gives the copy its name, and then its manifest: a copy without one was
// not finished.
func (m *Manifest) write(partial, to string) error {
	text, err := json.MarshalIndent(m, "", "  ")
	if err != nil {
		return err
	}
	note := ManifestOf(partial)
	if err := os.WriteFile(note, append(text, '\n'), 0o600); err != nil {
		return err
	}
	if err := db.SyncFile(note); err != nil {
		return err
	}
	if err := errors.Join(os.Rename(partial, to), os.Rename(note, ManifestOf(to))); err != nil {
		return err
	}
	return db.SyncFile(ManifestOf(to))
}

// sumOf reads a file to its end, on to a writer, and gives its length and hash.
func sumOf(file string, to io.Writer) (int64, string, error) {
	f, err := os.Open(file)
	if err != nil {
		return 0, "", err
	}
	defer f.Close()
	h := sha256.New()
	n, err := io.Copy(io.MultiWriter(h, to), f)
	return n, hex.EncodeToString(h.Sum(nil)), err
}

// rotate removes all but the newest copies of a folder. Only what looks like a
// finished copy of ours is counted or touched.
func rotate(folder string, keep int, log *slog.Logger) error {
	notes, err := filepath.Glob(filepath.Join(folder, copyPrefix+"*"+ManifestOf(copySuffix)))
	if err != nil {
		return err
	}
	slices.Sort(notes)
	for _, note := range notes[:max(len(notes)-keep, 0)] {
		file := strings.TrimSuffix(note, ManifestOf(""))
		if err := errors.Join(os.Remove(note), os.Remove(file)); err != nil {
			return err
		}
		log.Info("an old copy of the database was removed", "file", file)
	}
	return nil
}

// NewestCopy is when the newest finished copy in a folder was taken; zero if there is none.
func NewestCopy(folder string) (time.Time, error) {
	notes, err := filepath.Glob(filepath.Join(folder, copyPrefix+"*"+ManifestOf(copySuffix)))
	if err != nil || len(notes) == 0 {
		return time.Time{}, err
	}
	text, err := os.ReadFile(slices.Max(notes))
	if err != nil {
		return time.Time{}, err
	}
	var m Manifest
	return m.TakenAt, json.Unmarshal(text, &m)
}
