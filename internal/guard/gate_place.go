package guard

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// placeQuery says where a PostgreSQL database is: which server's data it is,
// which database there, and on which timeline. A restore to a point in time
// and a standby's promotion begin another timeline; a dump read back is
// another database.
const placeQuery = `SELECT (SELECT system_identifier FROM pg_control_system())::text || '/' ||
	(SELECT oid FROM pg_database WHERE datname = current_database())::text || '/' || substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8)`

// placeWithin is how long noting a new place may take.
const placeWithin = 10 * time.Second

// Begin compares the position of the database with its last known position, and
// closes the gate if it moved. The program calls it before it opens. Engines
// without a position (SQLite, and databases that only speak like PostgreSQL)
// are left out; for those `hongyun restore` closes the gate.
func (g *Gate) Begin(ctx context.Context) error {
	if !g.db.Postgres() {
		return nil
	}
	place, err := g.whereIs(ctx)
	if err != nil {
		g.db.Log().InfoContext(ctx, "this database does not say where it is: mark a restore by hand", "err", err)
		return nil
	}
	g.placing.Lock()
	defer g.placing.Unlock()
	return g.notePlace(ctx, place)
}

// checkPlace is Begin while the program is running, to detect a failover of the
// database. Only under reading.
func (g *Gate) checkPlace(ctx context.Context) error {
	if g.place == "" {
		return nil
	}
	place, err := g.whereIs(ctx)
	if err != nil || place == g.place {
		return err
	}
	return g.notePlace(ctx, place)
}

// Restores counts how often this database was restored, as far as it knows:
// what it gave out after the backup is unknown to it.
func (g *Gate) Restores(ctx context.Context, r db.Reader) (n int, err error) {
	if err := r.NewRaw("SELECT COUNT(*) FROM gate_closing WHERE cause = 'restore'").Scan(ctx, &n); err != nil {
		return 0, fmt.Errorf("guard: count restores: %w", err)
	}
	return n, nil
}

// LastRestore is when this database was last found to be restored, as far as it
// knows; zero for never.
func (g *Gate) LastRestore(ctx context.Context, r db.Reader) (time.Time, error) {
	var at int64
	if err := r.NewRaw("SELECT COALESCE(MAX(closed_at), 0) FROM gate_closing WHERE cause = 'restore'").Scan(ctx, &at); err != nil {
		return time.Time{}, fmt.Errorf("guard: find the last restore: %w", err)
	}
	if at == 0 {
		return time.Time{}, nil
	}
	return calendar.FromMillis(at), nil
}

func (g *Gate) whereIs(ctx context.Context) (string, error) {
	var place string
	if err := g.db.NewRaw(placeQuery).Scan(ctx, &place); err != nil {
		return "", fmt.Errorf("guard: ask where the database is: %w", err)
	}
	return place, nil
}

// notePlace writes down where the database is, and closes the gate if it was
// elsewhere before. The caller may be inside a transaction of its own, whose
// fate has nothing to do with this.
func (g *Gate) notePlace(_ context.Context, place string) error {
	ctx, cancel := context.WithTimeout(context.Background(), placeWithin)
	defer cancel()
	err := g.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var was string
		err := tx.NewRaw("SELECT place FROM gate_place WHERE one = 1"+tx.ForUpdate()).Scan(ctx, &was)
		if err != nil && !errors.Is(err, sql.ErrNoRows) {
			return err
		}
		if was == place {
			return nil
		}
		_, err = tx.NewRaw(`INSERT INTO gate_place (one, place, noted_at) VALUES (1, ?, ?)
			ON CONFLICT (one) DO UPDATE SET place = EXCLUDED.place, noted_at = EXCLUDED.noted_at`, place, tx.NowMillis()).Exec(ctx)
		if err != nil || was == "" {
			return err
		}
		return g.CloseRestored(ctx, tx, staff.System("gate"), "数据库已从备份恢复或切换到备机（"+was+" → "+place+"）")
	})
	if err != nil {
		return fmt.Errorf("guard: note where the database is: %w", err)
	}
	g.place = place
	return nil
}
