package venue

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
)

// entryRow is a venue as it is stored.
type entryRow struct {
	Code            string
	PlatformID      int
	Name            string
	Kind            string
	State           string
	MaintenanceFrom int64
	MaintenanceTo   int64
	Reason          string
	ChangedAt       int64
	ChangedBy       string
}

const entryColumns = `code, platform_id, name, kind, state, maintenance_from, maintenance_to, reason, changed_at, changed_by`

func findEntry(ctx context.Context, r db.Reader, codeOrID string) (entryRow, error) {
	query, args := `SELECT `+entryColumns+` FROM venue WHERE code = ?`, []any{codeOrID}
	if id, err := strconv.ParseInt(codeOrID, 10, 32); err == nil && strconv.FormatInt(id, 10) == codeOrID {
		query, args = query+` OR platform_id = ?`, append(args, id)
	}
	var row entryRow
	err := db.ReadFixed(ctx, r, &row, query, args...)
	return row, err
}

// lockEntry reads a venue and keeps other writers off it until tx ends.
func lockEntry(ctx context.Context, tx *db.Tx, code string) (entryRow, error) {
	var row entryRow
	err := tx.NewRaw(`
		SELECT `+entryColumns+`
		FROM venue
		WHERE code = ?`+tx.ForUpdate(), code).Scan(ctx, &row)
	return row, err
}

// Lock keeps other writers off a venue until tx ends, and gives its name. It fails
// with ErrNoVenue.
func Lock(ctx context.Context, tx *db.Tx, code string) (name string, err error) {
	row, err := lockEntry(ctx, tx, code)
	if errors.Is(err, sql.ErrNoRows) {
		return "", ErrNoVenue
	}
	if err != nil {
		return "", fmt.Errorf("lock venue %s: %w", code, err)
	}
	return row.Name, nil
}

// listEntries reads the named venues, or all for no name.
func listEntries(ctx context.Context, r db.Reader, codes []string) ([]entryRow, error) {
	where, args := "", make([]any, len(codes))
	if len(codes) > 0 {
		where = "WHERE code IN (?" + strings.Repeat(", ?", len(codes)-1) + ")"
	}
	for i, code := range codes {
		args[i] = code
	}
	var rows []entryRow
	err := db.ReadAllFixed(ctx, r, &rows, `SELECT `+entryColumns+` FROM venue `+where+` ORDER BY position, code`, args...)
	return rows, err
}

func updateState(ctx context.Context, tx *db.Tx, row entryRow) error {
	_, err := tx.NewRaw(`
		UPDATE venue
		SET state = ?, maintenance_from = ?, maintenance_to = ?, reason = ?, changed_at = ?, changed_by = ?
		WHERE code = ?`, row.State, row.MaintenanceFrom, row.MaintenanceTo, row.Reason, row.ChangedAt, row.ChangedBy, row.Code).Exec(ctx)
	return err
}

func insertEntry(ctx context.Context, tx *db.Tx, row entryRow, position int) error {
	_, err := tx.NewRaw(`
		INSERT INTO venue (code, platform_id, name, kind, position, state)
		VALUES (?, ?, ?, ?, ?, 'open')
		ON CONFLICT DO NOTHING`, row.Code, row.PlatformID, row.Name, row.Kind, position).Exec(ctx)
	return err
}

// accountRow is a player's name at a venue; created_at is 0 until the venue
// has said that the account is there.
type accountRow struct {
	Player    string
	Account   string
	CreatedAt int64
}

func findAccount(ctx context.Context, r db.Reader, player, venue string) (accountRow, error) {
	var row accountRow
	err := db.ReadFixed(ctx, r, &row, `
		SELECT player, account, created_at
		FROM venue_account
		WHERE player = ? AND venue = ?`, player, venue)
	return row, err
}

// nameAccount stores a name, or gives the one that was stored first.
func nameAccount(ctx context.Context, tx *db.Tx, player, venue, account string) (accountRow, error) {
	var row accountRow
	err := tx.NewRaw(`
		INSERT INTO venue_account (player, venue, account, named_at)
		VALUES (?, ?, ?, ?)
		ON CONFLICT (player, venue) DO UPDATE SET named_at = venue_account.named_at
		RETURNING player, account, created_at`, player, venue, account, tx.NowMillis()).Scan(ctx, &row)
	return row, err
}

// nameAccounts stores the names of several players at a venue, or gives those
// that were stored first.
func nameAccounts(ctx context.Context, tx *db.Tx, venue string, players []string, accounts map[string]string) ([]accountRow, error) {
	values := make([]any, 0, 4*len(players))
	for _, player := range players {
		values = append(values, player, venue, accounts[player], tx.NowMillis())
	}
	var rows []accountRow
	err := tx.NewRaw(`
		INSERT INTO venue_account (player, venue, account, named_at)
		VALUES `+strings.TrimSuffix(strings.Repeat("(?, ?, ?, ?), ", len(players)), ", ")+`
		ON CONFLICT (player, venue) DO UPDATE SET named_at = venue_account.named_at
		RETURNING player, account, created_at`, values...).Scan(ctx, &rows)
	return rows, err
}

func markCreated(ctx context.Context, tx *db.Tx, player, venue string) error {
	_, err := tx.NewRaw(`
		UPDATE venue_account
		SET created_at = ?
		WHERE player = ? AND venue = ? AND created_at = 0`, tx.NowMillis(), player, venue).Exec(ctx)
	return err
}

// findHolders asks each venue for a name: the index of names begins with the venue.
func findHolders(ctx context.Context, r db.Reader, account string) ([]string, error) {
	var players []string
	err := r.NewRaw(`
		SELECT DISTINCT player
		FROM venue_account
		WHERE venue IN (SELECT code FROM venue) AND account = ?
		ORDER BY player`, account).Scan(ctx, &players)
	return players, err
}

func findOwners(ctx context.Context, r db.Reader, venue string, accounts []string) ([]accountRow, error) {
	var rows []accountRow
	err := r.NewRaw(`
		SELECT player, account
		FROM venue_account
		WHERE venue = ? AND account IN (?)`, venue, bun.List(accounts)).Scan(ctx, &rows)
	return rows, err
}
