package staff

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"

	"hongyun/internal/db"
	"hongyun/internal/fault"
)

// Faults of saved views.
var (
	ErrNoView      = fault.New(fault.NotFound, "staff.no_view", "没有该视图，或它不属于您")
	ErrViewName    = fault.New(fault.Invalid, "staff.view_name", "视图名称为1-20个字，不能包含特殊字符")
	ErrViewTaken   = fault.New(fault.Conflict, "staff.view_taken", "您在该列表已有名为“%s”的视图")
	ErrTooManyView = fault.New(fault.Refused, "staff.views_full", "每人最多保存%d个视图，请先删除不用的")
)

// Bounds of saved views.
const (
	MaxViews     = 50 // of one person
	maxViewName  = 20 // characters
	maxShownView = 200
)

// View is a saved view of a list: what was chosen in it, under a name.
type View struct {
	ID, Owner, OwnerName string
	List                 string // the path of the list's call
	Name                 string
	Shared               bool   // everybody who may see the list sees it
	Contents             string // JSON of the caller
	Start                bool   // the list opens with it, for the person who asks
}

// Views are a person's own views of a list and those that colleagues share, own
// ones first, by name.
func (s *Staff) Views(ctx context.Context, r db.Reader, by Actor, list string) ([]View, error) {
	var rows []struct {
		ID, Owner, OwnerName, List, Name string
		Shared                           bool
		Contents                         string
		Start                            bool
	}
	err := r.NewRaw(`
		SELECT v.id, v.owner, COALESCE(p.name, '') AS owner_name, v.list, v.name, v.shared, v.contents, s.view IS NOT NULL AS start
		FROM staff_view v
		LEFT JOIN staff_person p ON p.id = v.owner
		LEFT JOIN staff_view_start s ON s.person = ?0 AND s.list = v.list AND s.view = v.id
		WHERE v.list = ?1 AND (v.owner = ?0 OR v.shared)
		ORDER BY CASE WHEN v.owner = ?0 THEN 0 ELSE 1 END, v.name, v.id LIMIT ?2`, by.ID, list, maxShownView).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("list views: %w", err)
	}
	out := make([]View, len(rows))
	for i, row := range rows {
		out[i] = View(row)
	}
	return out, nil
}

// SaveView keeps a view of the caller, a new one where it has no id, and returns
// its id. The list of a view never changes. Faults: ErrViewName, ErrViewTaken,
// ErrTooManyView, ErrNoView.
func (s *Staff) SaveView(ctx context.Context, by Actor, v View) (string, error) {
	v.Name = strings.TrimSpace(v.Name)
	if n := utf8.RuneCountInString(v.Name); n < 1 || n > maxViewName || !utf8.ValidString(v.Name) ||
		strings.ContainsFunc(v.Name, func(r rune) bool { return unicode.Is(unicode.C, r) }) {
		return "", ErrViewName
	}
	err := s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var person string // locked, so that the count holds for two saves at once
		if err := tx.NewRaw("SELECT id FROM staff_person WHERE id = ?"+tx.ForUpdate(), by.ID).Scan(ctx, &person); err != nil {
			return fmt.Errorf("lock %s: %w", by.ID, err)
		}
		var taken int
		err := tx.NewRaw("SELECT COUNT(*) FROM staff_view WHERE owner = ? AND list = ? AND name = ? AND id <> ?", by.ID, v.List, v.Name, v.ID).Scan(ctx, &taken)
		if err != nil {
			return fmt.Errorf("find a view: %w", err)
		}
		if taken > 0 {
			return ErrViewTaken.With(v.Name)
		}
		if v.ID != "" {
			err := changed(tx.NewRaw("UPDATE staff_view SET name = ?, shared = ?, contents = ?, changed_at = ? WHERE id = ? AND owner = ? AND list = ?",
				v.Name, v.Shared, v.Contents, tx.NowMillis(), v.ID, by.ID, v.List).Exec(ctx))
			if err != nil {
				return err
			}
			return s.auditView(ctx, tx, by, "view.save", v, v.written())
		}
		var n int
		if err := tx.NewRaw("SELECT COUNT(*) FROM staff_view WHERE owner = ?", by.ID).Scan(ctx, &n); err != nil {
			return fmt.Errorf("count views: %w", err)
		}
		if n >= MaxViews {
			return ErrTooManyView.With(MaxViews)
		}
		v.ID = uuid.Must(uuid.NewV7()).String()
		_, err = tx.NewRaw("INSERT INTO staff_view (id, owner, list, name, shared, contents, changed_at) VALUES (?, ?, ?, ?, ?, ?, ?)",
			v.ID, by.ID, v.List, v.Name, v.Shared, v.Contents, tx.NowMillis()).Exec(ctx)
		if err != nil {
			return fmt.Errorf("save a view: %w", err)
		}
		return s.auditView(ctx, tx, by, "view.save", v, v.written())
	})
	return v.ID, err
}

// written is a view as it stands in the trail.
func (v View) written() map[string]any {
	return map[string]any{"list": v.List, "shared": v.Shared, "contents": json.RawMessage(v.Contents)}
}

func (s *Staff) auditView(ctx context.Context, tx *db.Tx, by Actor, action string, v View, after any) error {
	return s.Audit(ctx, tx, by, Change{Action: action, Subject: "view:" + v.ID, Label: v.Name, After: after})
}

// RemoveView takes a view of the caller away, for all who open a list with it. Fault: ErrNoView.
func (s *Staff) RemoveView(ctx context.Context, by Actor, id string) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		v, err := s.FindView(ctx, tx, by, id)
		if err != nil {
			return err
		}
		if err := changed(tx.NewRaw("DELETE FROM staff_view WHERE id = ? AND owner = ?", id, by.ID).Exec(ctx)); err != nil {
			return err
		}
		if _, err := tx.NewRaw("DELETE FROM staff_view_start WHERE view = ?", id).Exec(ctx); err != nil {
			return fmt.Errorf("forget a view: %w", err)
		}
		return s.auditView(ctx, tx, by, "view.remove", v, nil)
	})
}

// FindView is a view that the caller may see: their own, or one that is shared.
// The list itself has a permission that the caller of this asks for. Fault: ErrNoView.
func (s *Staff) FindView(ctx context.Context, r db.Reader, by Actor, id string) (v View, err error) {
	err = r.NewRaw("SELECT id, owner, list, name, shared, contents FROM staff_view WHERE id = ? AND (owner = ? OR shared)", id, by.ID).
		Scan(ctx, &v.ID, &v.Owner, &v.List, &v.Name, &v.Shared, &v.Contents)
	if errors.Is(err, sql.ErrNoRows) {
		return v, ErrNoView
	}
	if err != nil {
		return v, fmt.Errorf("find view %s: %w", id, err)
	}
	return v, nil
}

// StartView makes a list open with a view for the caller, or with none again.
func (s *Staff) StartView(ctx context.Context, by Actor, v View, on bool) error {
	return s.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if _, err := tx.NewRaw("DELETE FROM staff_view_start WHERE person = ? AND list = ?", by.ID, v.List).Exec(ctx); err != nil {
			return fmt.Errorf("forget a view: %w", err)
		}
		if !on {
			return s.auditView(ctx, tx, by, "view.start", v, map[string]any{"on": false})
		}
		_, err := tx.NewRaw("INSERT INTO staff_view_start (person, list, view) VALUES (?, ?, ?)", by.ID, v.List, v.ID).Exec(ctx)
		if err != nil {
			return fmt.Errorf("open %s with a view: %w", v.List, err)
		}
		return s.auditView(ctx, tx, by, "view.start", v, map[string]any{"on": true})
	})
}

// changed is ErrNoView unless a statement touched a row.
func changed(result sql.Result, err error) error {
	if err != nil {
		return fmt.Errorf("change a view: %w", err)
	}
	if n, err := result.RowsAffected(); err != nil || n == 0 {
		return errors.Join(ErrNoView, err)
	}
	return nil
}
