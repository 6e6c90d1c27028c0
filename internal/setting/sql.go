package setting

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math"
	"strconv"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// row is a version as it is stored.
type row struct {
	ID, Kind, Key string
	Version       int
	Value, Sealed string
	LiveOn        bool
	FromAt        int64 // asked for; 0: from the approval on
	MadeBy        string
	MadeAt        int64
	ApprovedBy    string
	ApprovedAt    int64 // 0: not
	EffectiveAt   int64 // 0: not approved
}

const columns = `id, kind, key, version, value, sealed, live_on, from_at, made_by, made_at, approved_by, approved_at, effective_at`

// where binds the secrets to their row and to the value that they were entered
// with: a person who changes the address beside a key in the database gets no key.
func (r row) where() string {
	sum := sha256.Sum256([]byte(r.Value))
	return "setting/" + r.ID + "/" + r.Kind + "/" + r.Key + "/" + strconv.Itoa(r.Version) + "/" + hex.EncodeToString(sum[:])
}

func insert(ctx context.Context, tx *db.Tx, r row) error {
	_, err := tx.NewRaw(`
		INSERT INTO setting_version (id, kind, key, version, value, sealed, live_on, from_at, made_by, made_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		r.ID, r.Kind, r.Key, r.Version, r.Value, r.Sealed, r.LiveOn, r.FromAt, r.MadeBy, r.MadeAt).Exec(ctx)
	if err != nil {
		return fmt.Errorf("store version %d of setting %s %s: %w", r.Version, r.Kind, r.Key, err)
	}
	return nil
}

func lastVersion(ctx context.Context, r db.Reader, kind, key string) (int, error) {
	var last int
	err := r.NewRaw(`SELECT COALESCE(MAX(version), 0) FROM setting_version WHERE kind = ? AND key = ?`, kind, key).Scan(ctx, &last)
	if err != nil {
		return 0, fmt.Errorf("last version of setting %s %s: %w", kind, key, err)
	}
	return last, nil
}

func lockVersion(ctx context.Context, tx *db.Tx, id string) (row, error) {
	var found row
	err := tx.NewRaw(`SELECT `+columns+` FROM setting_version WHERE id = ?`+tx.ForUpdate(), id).Scan(ctx, &found)
	if err != nil {
		return found, fmt.Errorf("lock version %s: %w", id, err)
	}
	return found, nil
}

func approve(ctx context.Context, tx *db.Tx, r row) error {
	_, err := tx.NewRaw(`UPDATE setting_version SET approved_by = ?, approved_at = ?, effective_at = ? WHERE id = ?`,
		r.ApprovedBy, r.ApprovedAt, r.EffectiveAt, r.ID).Exec(ctx)
	if err != nil {
		return fmt.Errorf("approve version %s: %w", r.ID, err)
	}
	return nil
}

// counts says that a version takes effect or will: it was neither withdrawn nor replaced.
const counts = `NOT EXISTS (SELECT 1 FROM setting_due d WHERE d.version = v.id AND d.state NOT IN ('waiting', 'done'))`

// stored says that a version counts, and that its owner has it where it is a row.
const stored = `NOT EXISTS (SELECT 1 FROM setting_due d WHERE d.version = v.id AND d.state <> 'done' AND (d.keyed OR d.state <> 'waiting'))`

// inForceOf is the version that holds at a moment, without one an empty row.
func inForceOf(ctx context.Context, r db.Reader, kind, key string, now int64) (row, error) {
	return inForceBefore(ctx, r, kind, key, math.MaxInt32, now)
}

// inForceBefore is inForceOf among the versions with a lower number.
func inForceBefore(ctx context.Context, r db.Reader, kind, key string, before int, now int64) (row, error) {
	var rows []row
	err := r.NewRaw(`SELECT `+columns+` FROM setting_version v WHERE kind = ? AND key = ? AND approved_at > 0 AND version < ? AND effective_at <= ? AND `+stored+` ORDER BY version DESC LIMIT 1`,
		kind, key, before, now).Scan(ctx, &rows)
	if err != nil {
		return row{}, fmt.Errorf("version in force of setting %s %s: %w", kind, key, err)
	}
	if len(rows) == 0 {
		return row{}, nil
	}
	return rows[0], nil
}

func byID(ctx context.Context, r db.Reader, id string) (row, error) {
	var found row
	if err := r.NewRaw(`SELECT `+columns+` FROM setting_version WHERE id = ?`, id).Scan(ctx, &found); err != nil {
		return found, fmt.Errorf("read version %s: %w", id, err)
	}
	return found, nil
}

// versionOf reads an approved version by its number.
func versionOf(ctx context.Context, r db.Reader, kind, key string, version int) (row, error) {
	var found row
	err := r.NewRaw(`SELECT `+columns+` FROM setting_version WHERE kind = ? AND key = ? AND version = ? AND approved_at > 0`, kind, key, version).Scan(ctx, &found)
	if err != nil {
		return found, fmt.Errorf("version %d of setting %s %s: %w", version, kind, key, err)
	}
	return found, nil
}

// latest is the last approved version that counts, whether it is in force yet or not.
func latest(ctx context.Context, r db.Reader, kind, key string) (row, error) {
	return latestBefore(ctx, r, kind, key, math.MaxInt32)
}

// latestBefore is latest among the versions with a lower number.
func latestBefore(ctx context.Context, r db.Reader, kind, key string, before int) (row, error) {
	var rows []row
	err := r.NewRaw(`SELECT `+columns+` FROM setting_version v WHERE kind = ? AND key = ? AND approved_at > 0 AND version < ? AND `+counts+` ORDER BY version DESC LIMIT 1`,
		kind, key, before).Scan(ctx, &rows)
	if err != nil {
		return row{}, fmt.Errorf("latest version of setting %s %s: %w", kind, key, err)
	}
	if len(rows) == 0 {
		return row{}, nil
	}
	return rows[0], nil
}

// standing are the approved versions of some kinds that are in force, or will be: an
// older one whose successor is in force is left out.
func standing(ctx context.Context, r db.Reader, kinds []string, now int64) ([]row, error) {
	var rows []row
	if len(kinds) == 0 {
		return rows, nil
	}
	err := r.NewRaw(`
		SELECT `+columns+` FROM setting_version AS v
		WHERE kind IN (?) AND approved_at > 0 AND `+stored+` AND NOT EXISTS (
			SELECT 1 FROM setting_version AS l
			WHERE l.kind = v.kind AND l.key = v.key AND l.version > v.version AND l.approved_at > 0 AND l.effective_at <= ?
			AND NOT EXISTS (SELECT 1 FROM setting_due d WHERE d.version = l.id AND d.state <> 'done' AND (d.keyed OR d.state <> 'waiting')))
		ORDER BY kind, key, version`, bun.List(kinds), now).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("settings in force: %w", err)
	}
	return rows, nil
}

// planned are the approved versions of a kind that are in force, or will be, by key. One
// that a later version takes the place of, from the same moment or before, is left out.
func planned(ctx context.Context, r db.Reader, kind string, now int64) ([]row, error) {
	var rows []row
	err := r.NewRaw(`
		SELECT `+columns+` FROM setting_version AS v
		WHERE kind = ? AND approved_at > 0 AND NOT EXISTS (
			SELECT 1 FROM setting_version AS l
			WHERE l.kind = v.kind AND l.key = v.key AND l.version > v.version AND l.approved_at > 0
			AND l.effective_at <= CASE WHEN v.effective_at > ? THEN v.effective_at ELSE ? END)
		ORDER BY LENGTH(key), key, version`, kind, now, now).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("rules %s in force and planned: %w", kind, err)
	}
	return rows, nil
}

// against refuses a change that was made against another version than the newest.
func (r row) against(base int) error {
	switch {
	case r.Version == base:
		return nil
	case r.Version < base:
		return ErrBaseGone.With(base)
	}
	return ErrBase.With(r.authors(), calendar.Stamp(calendar.FromMillis(r.ApprovedAt)), r.Version)
}

// authors are the person who made a version and the one who put it into force.
func (r row) authors() string {
	if r.MadeBy == r.ApprovedBy {
		return r.MadeBy
	}
	return r.MadeBy + "（" + r.ApprovedBy + "复核）"
}

// shown is a version as an entry of a history, without its lines.
func (r row) shown() Version {
	return Version{
		Version: r.Version, Lines: []Line{}, MadeBy: r.MadeBy, MadeAt: calendar.FromMillis(r.MadeAt), ApprovedBy: r.ApprovedBy,
		ApprovedAt: instant(r.ApprovedAt), EffectiveAt: instant(r.EffectiveAt),
	}
}

// maxApproved is how many versions are looked through for the one in force and those to come.
const maxApproved = 50

// approvedOnes are the last approved versions of a setting, the newest first.
func approvedOnes(ctx context.Context, r db.Reader, kind, key string) ([]row, error) {
	var rows []row
	err := r.NewRaw(`SELECT `+columns+` FROM setting_version v WHERE kind = ? AND key = ? AND approved_at > 0 AND `+counts+` ORDER BY version DESC LIMIT ?`, kind, key, maxApproved).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("approved versions of setting %s %s: %w", kind, key, err)
	}
	return rows, nil
}

// history is a page of the versions of a setting, the newest first, and how many there are.
func history(ctx context.Context, r db.Reader, kind, key string, p staff.Page) (rows []row, total int, err error) {
	if err := r.NewRaw(`SELECT COUNT(*) FROM setting_version WHERE kind = ? AND key = ?`, kind, key).Scan(ctx, &total); err != nil {
		return nil, 0, fmt.Errorf("count versions of setting %s %s: %w", kind, key, err)
	}
	limit, offset := p.Bounds()
	err = r.NewRaw(`SELECT `+columns+` FROM setting_version WHERE kind = ? AND key = ? ORDER BY version DESC LIMIT ? OFFSET ?`, kind, key, limit, offset).Scan(ctx, &rows)
	if err != nil {
		return nil, 0, fmt.Errorf("history of setting %s %s: %w", kind, key, err)
	}
	return rows, total, nil
}
