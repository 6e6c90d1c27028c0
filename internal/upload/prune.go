package upload

import (
	"context"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/db"
)

// pruned is how many files, and how many objects, one run looks at.
const pruned = 100

// maxWait is the longest pause between two tries to remove an object.
const maxWait = 24 * time.Hour

// Prune removes files that nothing showed for Grace, what broke off on its way, and
// the objects of both. An object that its store does not give up is tried again,
// with pauses that grow to a day.
func (u *Uploads) Prune(ctx context.Context) error {
	var failed error
	for _, of := range []struct {
		state string
		after time.Duration
	}{{ready, Grace}, {coming, unfinished}} {
		var hashes []string
		before := u.DB.Clock().Now().Add(-of.after).UnixMilli()
		err := u.DB.NewRaw("SELECT hash FROM upload WHERE state = ? AND used_at < ? ORDER BY used_at LIMIT ?", of.state, before, pruned).Scan(ctx, &hashes)
		if err != nil {
			return fmt.Errorf("uploads to remove: %w", err)
		}
		for _, hash := range hashes {
			failed = errors.Join(failed, u.pruneOne(ctx, hash, of.state, before))
		}
	}
	return errors.Join(failed, u.emptyTrash(ctx))
}

// pruneOne removes a file unless something shows it. The row stays locked while its
// showers are asked: a writer that saves its address meanwhile waits in Hold and is refused.
func (u *Uploads) pruneOne(ctx context.Context, hash, state string, before int64) error {
	return u.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		r, err := find(ctx, tx, hash, tx.ForUpdate())
		if err != nil || r.State != state || r.UsedAt >= before {
			return err
		}
		for _, shows := range u.ShownBy {
			shown, err := shows(ctx, tx, r.stored().Address())
			if err != nil {
				return err
			}
			if shown {
				_, err := tx.NewRaw("UPDATE upload SET used_at = ? WHERE hash = ?", tx.NowMillis(), hash).Exec(ctx)
				return err
			}
		}
		if err := throwAway(ctx, tx, r); err != nil {
			return err
		}
		if _, err := tx.NewRaw("DELETE FROM upload WHERE hash = ?", hash).Exec(ctx); err != nil {
			return fmt.Errorf("remove upload %s: %w", hash, err)
		}
		tx.AfterCommit(func() { u.pictures.Invalidate(r.stored().Address()) })
		return nil
	})
}

func (u *Uploads) emptyTrash(ctx context.Context) error {
	var rows []struct {
		Object, Store string
		Tries         int
	}
	err := u.DB.NewRaw("SELECT object, store, tries FROM upload_trash WHERE due_at <= ? ORDER BY due_at LIMIT ?", u.DB.Clock().Now().UnixMilli(), pruned).Scan(ctx, &rows)
	if err != nil {
		return fmt.Errorf("objects to remove: %w", err)
	}
	var failed error
	for _, r := range rows {
		if ctx.Err() != nil {
			return errors.Join(failed, ctx.Err())
		}
		s, configured := u.stores[r.Store]
		err := errors.New("its store is not configured")
		if configured {
			err = s.Remove(ctx, r.Object)
		}
		failed = errors.Join(failed, u.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			if err == nil {
				_, err := tx.NewRaw("DELETE FROM upload_trash WHERE object = ?", r.Object).Exec(ctx)
				return err
			}
			wait := min(time.Minute<<min(r.Tries, 20), maxWait)
			_, err := tx.NewRaw("UPDATE upload_trash SET tries = tries + 1, due_at = ? WHERE object = ?", tx.Now().Add(wait).UnixMilli(), r.Object).Exec(ctx)
			return err
		}))
		if err != nil {
			failed = errors.Join(failed, fmt.Errorf("remove an object from the file storage %s: %s", r.Store, reason(err)))
		}
	}
	return failed
}
