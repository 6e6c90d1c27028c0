package contract

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"strconv"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

// errNoRow is the error of a look-up without a result.
var errNoRow = sql.ErrNoRows

// maxVersions is how many entries of a venue are shown.
const maxVersions = 10

// row is an entry as it is stored.
type row struct {
	ID, Venue      string
	Version        int
	Protocol, Host string
	Fields, Sealed string
	MadeBy         string
	MadeAt         int64
	ApprovedBy     string
	ApprovedAt     int64
}

const contractColumns = `id, venue, version, protocol, host, fields, sealed, made_by, made_at, approved_by, approved_at`

// where binds the sealed values to their row.
func (r row) where() string {
	return "venue_contract/" + r.ID + "/" + r.Venue + "/" + strconv.Itoa(r.Version) + "/" + r.Protocol
}

func (r row) version() (Entry, error) {
	v := Entry{
		ID: r.ID, Venue: r.Venue, Version: r.Version, Protocol: r.Protocol, Host: r.Host, MadeBy: r.MadeBy, MadeAt: calendar.FromStored(r.MadeAt),
		ApprovedBy: r.ApprovedBy, ApprovedAt: calendar.FromStored(r.ApprovedAt),
	}
	if err := json.Unmarshal([]byte(r.Fields), &v.Fields); err != nil {
		return v, fmt.Errorf("read contract %s: %w", r.ID, err)
	}
	return v, nil
}

func insertContract(ctx context.Context, tx *db.Tx, r row) error {
	_, err := tx.NewRaw(`
		INSERT INTO venue_contract (id, venue, version, protocol, host, fields, sealed, made_by, made_at)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		r.ID, r.Venue, r.Version, r.Protocol, r.Host, r.Fields, r.Sealed, r.MadeBy, r.MadeAt).Exec(ctx)
	return err
}

func lastContract(ctx context.Context, tx *db.Tx, venue string) (int, error) {
	var last int
	err := tx.NewRaw(`SELECT COALESCE(MAX(version), 0) FROM venue_contract WHERE venue = ?`, venue).Scan(ctx, &last)
	return last, err
}

// lockContract reads an entry and keeps other writers off it until tx ends.
func lockContract(ctx context.Context, tx *db.Tx, id string) (row, error) {
	var row row
	err := tx.NewRaw(`SELECT `+contractColumns+` FROM venue_contract WHERE id = ?`+tx.ForUpdate(), id).Scan(ctx, &row)
	return row, err
}

func approveContract(ctx context.Context, tx *db.Tx, id, by string) error {
	_, err := tx.NewRaw(`UPDATE venue_contract SET approved_by = ?, approved_at = ? WHERE id = ?`, by, tx.NowMillis(), id).Exec(ctx)
	return err
}

func findInForce(ctx context.Context, r db.Reader, venue string) (row, error) {
	var row row
	err := r.NewRaw(`
		SELECT `+contractColumns+` FROM venue_contract
		WHERE venue = ? AND approved_at > 0
		ORDER BY version DESC LIMIT 1`, venue).Scan(ctx, &row)
	return row, err
}

func listContracts(ctx context.Context, r db.Reader, venue string) ([]row, error) {
	var rows []row
	err := r.NewRaw(`
		SELECT `+contractColumns+` FROM venue_contract
		WHERE venue = ?
		ORDER BY version DESC LIMIT ?`, venue, maxVersions).Scan(ctx, &rows)
	return rows, err
}

func listInForce(ctx context.Context, r db.Reader) ([]row, error) {
	var rows []row
	err := r.NewRaw(`
		SELECT `+contractColumns+` FROM venue_contract AS c
		WHERE approved_at > 0 AND NOT EXISTS (
			SELECT 1 FROM venue_contract AS l WHERE l.venue = c.venue AND l.version > c.version AND l.approved_at > 0)
		ORDER BY venue`).Scan(ctx, &rows)
	return rows, err
}
