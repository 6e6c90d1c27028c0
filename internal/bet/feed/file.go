package feed

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/due"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
)

// The states of files.
const (
	fileListed  = "listed"
	fileRead    = "read"
	fileMissing = "missing" // asked for and not read to its end
)

// FileStates are the states of files, for filters and forms.
var FileStates = []string{fileListed, fileRead, fileMissing}

// File is a file of bets at a venue that cuts its lines into files.
type File struct {
	ID       string // the venue's
	Venue    string
	State    string // one of FileStates
	Attempts int    // that failed
	Lines    int    // rows in it, as far as it was read
	Error    string
	ListedAt time.Time
	ReadAt   time.Time // the last time; zero: never
}

// Files lists the files that belong to a window, those that are not read before
// the others, and says how many there are. A file belongs to the window that
// listed it first.
func (f *Feed) Files(ctx context.Context, window string, page staff.Page) ([]File, int, error) {
	rows, total, err := listFiles(ctx, f.db, window, page)
	if err != nil {
		return nil, 0, fmt.Errorf("list files of window %s: %w", window, err)
	}
	files := make([]File, len(rows))
	for i, r := range rows {
		files[i] = File{
			ID: r.File, Venue: r.Venue, State: r.State, Attempts: r.Attempts, Lines: r.Lines, Error: r.Error,
			ListedAt: calendar.FromStored(r.ListedAt), ReadAt: calendar.FromStored(r.ReadAt),
		}
	}
	return files, total, nil
}

// missingFiles says that a window is not complete because of its files. To ask
// for half of the window would not help: each file is asked for by itself.
type missingFiles struct {
	missing, all int
	file         string // the first of them
	cause        error
}

func (m *missingFiles) Error() string {
	return fmt.Sprintf("%d of %d files are missing, such as %s: %v", m.missing, m.all, m.file, m.cause)
}

func (m *missingFiles) Unwrap() error { return m.cause }

// readFiles reads the files of a window that are not read yet. A failed file is
// missing and does not block the others. After a few failures in a row the
// venue itself may be down, and the rest waits. The window is complete only
// when no file is missing.
func (f *Feed) readFiles(ctx context.Context, source venue.BetSource, w *windowRow, listed []string, gap time.Duration) error {
	unread, err := f.expectFiles(ctx, w, listed)
	if err != nil {
		return err
	}
	w.FilesMissing = len(unread)
	var missing *missingFiles
	inARow := 0
	for _, file := range unread {
		if inARow == failuresHeld {
			break
		}
		if err := f.betweenPages(ctx, w, gap); err != nil {
			return err
		}
		before := *w
		cause := f.readFile(ctx, source, w, file.File)
		switch {
		case ctx.Err() != nil:
			return ctx.Err()
		case errors.Is(cause, venue.ErrTooSoon):
			return cause
		case cause == nil:
			inARow = 0
			w.FilesMissing--
			w.filesRead++
			file.State, file.Error, file.Lines = fileRead, "", w.Lines-before.Lines
		default:
			f.log.WarnContext(ctx, "a file of the bet feed is missing", "venue", w.Venue, "window", w.ID, "file", file.File, "attempt", file.Attempts+1, "err", cause)
			inARow++
			file.State, file.Error = fileMissing, clip(cause.Error())
			file.Attempts++
			if missing == nil {
				missing = &missingFiles{file: file.File, cause: cause}
			}
		}
		if err := f.saveFile(ctx, file); err != nil {
			return err
		}
	}
	if w.FilesMissing == 0 {
		return nil
	}
	missing.missing, missing.all = w.FilesMissing, w.Files
	return missing
}

// readFile asks for one file and stores its lines.
func (f *Feed) readFile(ctx context.Context, source venue.BetSource, w *windowRow, file string) error {
	w.askedAt = f.db.Clock().Now().UnixMilli()
	w.Pages++
	p, err := source.PullBets(ctx, calendar.FromStored(w.FromAt), calendar.FromStored(w.ToAt), file)
	due.Asked(ctx, err)
	if err != nil {
		return err
	}
	if p.Next != "" || p.Files != nil {
		return errors.New("the file does not end")
	}
	if p.Count >= 0 && p.Count != len(p.Lines)+len(p.Unreadable) {
		return fmt.Errorf("the venue counts %d lines of the file and sent %d", p.Count, len(p.Lines)+len(p.Unreadable))
	}
	if err := f.store(ctx, w, p.Lines); err != nil {
		return err
	}
	return f.keepUnreadable(ctx, w, p.Unreadable)
}

// expectFiles records which files a window listed, counts them, and returns
// those it has to read. Files with the fewest failures come first, so files
// that never come do not block the others. A live window reads the files that
// belong to it; one that asks again reads all files unread since it was made. A
// file that was listed once is still expected when the list drops it.
func (f *Feed) expectFiles(ctx context.Context, w *windowRow, listed []string) (unread []fileRow, err error) {
	err = f.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := insertFiles(ctx, tx, *w, listed); err != nil {
			return err
		}
		files, err := windowFiles(ctx, tx, *w, listed)
		if err != nil {
			return err
		}
		w.Files, unread = len(files), nil
		for _, file := range files {
			if file.State != fileRead && (w.Kind == again || file.WindowID == w.ID) || w.Kind == again && file.ReadAt < w.MadeAt {
				unread = append(unread, file)
			}
		}
		slices.SortStableFunc(unread, func(a, b fileRow) int { return cmp.Compare(a.Attempts, b.Attempts) })
		return nil
	})
	return unread, err
}

func (f *Feed) saveFile(ctx context.Context, file fileRow) error {
	return f.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if file.State == fileRead {
			file.ReadAt = tx.NowMillis()
		}
		return updateFile(ctx, tx, file)
	})
}
