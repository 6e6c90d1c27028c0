package app

import (
	"context"
	"time"

	"hongyun/internal/app/backup"
)

// Nightly says where a copy of the database goes every night; nowhere if zero.
type Nightly struct {
	Folder string
	Keep   int
}

// backUp is the nightly job.
func (a *App) backUp(ctx context.Context, _ time.Time) error {
	m, to, err := backup.TakeBackup(ctx, backup.Backup{
		Database: a.Database, To: a.Backups.Folder, Keep: a.Backups.Keep, Program: a.Program, Clock: a.Clock, Log: a.Log,
	})
	if err != nil {
		a.Log.ErrorContext(ctx, "the nightly copy of the database failed", "err", err)
		return err
	}
	a.Log.InfoContext(ctx, "a copy of the database was taken", "file", to, "bytes", m.Bytes, "entries", m.Entries, "took", m.Took)
	return nil
}
