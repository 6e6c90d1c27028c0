package upload

import (
	"context"
	"fmt"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// The states of a file.
const (
	coming = "coming" // on its way into the store; not served
	ready  = "ready"
)

// row is a row of upload.
type row struct {
	Hash, Kind, Ext string
	Size            int64
	Width, Height   int
	Name            string
	Store, Object   string
	State           string
	MadeBy          string
	MadeName        string
	MadeAt, UsedAt  int64
	Parts           []byte // the SHA-256 of each part of an app; none: not known yet
}

const columns = "hash, kind, ext, size, width, height, name, store, object, state, made_by, made_name, made_at, used_at, parts"

func (r row) stored() Stored {
	return Stored{Hash: r.Hash, Kind: r.Kind, Ext: r.Ext, Size: r.Size, Width: r.Width, Height: r.Height, Name: r.Name}
}

// find reads a row by its hash; an empty one if there is none.
func find(ctx context.Context, r db.Reader, hash, lock string) (row, error) {
	var rows []row
	if err := r.NewRaw("SELECT "+columns+" FROM upload WHERE hash = ?"+lock, hash).Scan(ctx, &rows); err != nil {
		return row{}, fmt.Errorf("find upload %s: %w", hash, err)
	}
	if len(rows) == 0 {
		return row{}, nil
	}
	return rows[0], nil
}

// begin writes a file down before its bytes are stored, unless it is ready. The
// bytes of an earlier try are thrown away.
func (u *Uploads) begin(ctx context.Context, r row) (out row, err error) {
	err = u.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		r.State, r.Object, r.MadeAt, r.UsedAt = coming, newObject(r.Hash, r.Ext), tx.NowMillis(), tx.NowMillis()
		res, err := tx.NewRaw("INSERT INTO upload ("+columns+`) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (hash) DO NOTHING`,
			r.Hash, r.Kind, r.Ext, r.Size, r.Width, r.Height, r.Name, r.Store, r.Object, r.State, r.MadeBy, r.MadeName, r.MadeAt, r.UsedAt, r.Parts).Exec(ctx)
		if err != nil {
			return fmt.Errorf("begin upload %s: %w", r.Hash, err)
		}
		out = r
		if n, err := res.RowsAffected(); n == 1 || err != nil {
			return err
		}
		found, err := find(ctx, tx, r.Hash, tx.ForUpdate())
		if err != nil {
			return err
		}
		if found.State == coming {
			return u.renewIn(ctx, tx, found, r, &out)
		}
		out = found
		return nil
	})
	return out, err
}

// renew gives a file whose object is lost a new object.
func (u *Uploads) renew(ctx context.Context, old, r row) (out row, err error) {
	err = u.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		found, err := find(ctx, tx, old.Hash, tx.ForUpdate())
		if err != nil {
			return err
		}
		if found.Object != old.Object {
			return ErrAgain // another writer was faster
		}
		return u.renewIn(ctx, tx, found, r, &out)
	})
	return out, err
}

func (u *Uploads) renewIn(ctx context.Context, tx *db.Tx, old, r row, out *row) error {
	if err := throwAway(ctx, tx, old); err != nil {
		return err
	}
	r.State, r.Object, r.MadeAt, r.UsedAt = coming, newObject(r.Hash, r.Ext), old.MadeAt, tx.NowMillis()
	_, err := tx.NewRaw("UPDATE upload SET kind = ?, name = ?, store = ?, object = ?, state = ?, made_by = ?, made_name = ?, used_at = ?, parts = ? WHERE hash = ?",
		r.Kind, r.Name, r.Store, r.Object, r.State, r.MadeBy, r.MadeName, r.UsedAt, r.Parts, r.Hash).Exec(ctx)
	if err != nil {
		return fmt.Errorf("begin upload %s again: %w", r.Hash, err)
	}
	*out = r
	return nil
}

// finish says that a file is there. It fails with ErrAgain if another upload of the
// same bytes took its place meanwhile.
func (u *Uploads) finish(ctx context.Context, by staff.Actor, r row) error {
	return u.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		res, err := tx.NewRaw("UPDATE upload SET state = ?, used_at = ? WHERE hash = ? AND object = ? AND state = ?", ready, tx.NowMillis(), r.Hash, r.Object, coming).Exec(ctx)
		if err != nil {
			return fmt.Errorf("finish upload %s: %w", r.Hash, err)
		}
		if n, _ := res.RowsAffected(); n != 1 {
			return ErrAgain
		}
		return u.audit(ctx, tx, by, r)
	})
}

// again notes that a file that is there was sent once more.
func (u *Uploads) again(ctx context.Context, by staff.Actor, r row) error {
	return u.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		res, err := tx.NewRaw("UPDATE upload SET used_at = ? WHERE hash = ? AND state = ?", tx.NowMillis(), r.Hash, ready).Exec(ctx)
		if err != nil {
			return fmt.Errorf("touch upload %s: %w", r.Hash, err)
		}
		if n, _ := res.RowsAffected(); n != 1 {
			return ErrAgain
		}
		return u.audit(ctx, tx, by, r)
	})
}

func (u *Uploads) audit(ctx context.Context, tx *db.Tx, by staff.Actor, r row) error {
	label := r.Name
	if label == "" {
		label = r.Hash[:12] + "." + r.Ext
	}
	return u.Staff.Audit(ctx, tx, by, staff.Change{
		Action: "upload.add", Subject: "upload:" + r.Hash, Label: label,
		After: map[string]any{"kind": r.Kind, "address": r.stored().Address(), "size": r.Size, "width": r.Width, "height": r.Height},
	})
}

// Hold keeps the files of some addresses that are about to be saved in the same
// transaction. It fails with ErrGone if one of them is not there.
func (u *Uploads) Hold(ctx context.Context, tx *db.Tx, texts ...string) error {
	for _, text := range texts {
		for _, address := range Addresses(text) {
			parts := addressForm.FindStringSubmatch(address)
			res, err := tx.NewRaw("UPDATE upload SET used_at = ? WHERE hash = ? AND ext = ? AND state = ?", tx.NowMillis(), parts[1], parts[2], ready).Exec(ctx)
			if err != nil {
				return fmt.Errorf("hold upload %s: %w", parts[1], err)
			}
			if n, _ := res.RowsAffected(); n != 1 {
				return ErrGone
			}
		}
	}
	return nil
}

func throwAway(ctx context.Context, tx *db.Tx, r row) error {
	_, err := tx.NewRaw("INSERT INTO upload_trash (object, store, tries, due_at) VALUES (?, ?, 0, ?)", r.Object, r.Store, tx.Now().Add(trashWait).UnixMilli()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("throw object %s away: %w", r.Object, err)
	}
	return nil
}

// countDay counts a file against what its sender may send on a day of GMT+8.
func (u *Uploads) countDay(ctx context.Context, by staff.Actor, kind Kind) error {
	return u.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		today := int32(calendar.DayOf(tx.Now()))
		var sent int
		err := tx.NewRaw(`INSERT INTO upload_person (person, kind, day, sent) VALUES (?0, ?1, ?2, 1)
			ON CONFLICT (person, kind) DO UPDATE SET sent = CASE WHEN upload_person.day = ?2 THEN upload_person.sent + 1 ELSE 1 END, day = ?2
			RETURNING sent`, by.ID, kind.Code, today).Scan(ctx, &sent)
		if err != nil {
			return fmt.Errorf("uploads of %s today: %w", by.ID, err)
		}
		if sent > kind.ADay {
			return ErrDay.With(kind.Title, kind.ADay)
		}
		return nil
	})
}
