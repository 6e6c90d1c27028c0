package db

import (
	"bytes"
	"context"
	"fmt"
	"io/fs"
	"testing/fstest"
	"text/template"

	"github.com/pressly/goose/v3"
	"github.com/pressly/goose/v3/lock"

	"hongyun/migrations"
)

// Migrate brings the tables to this program's version. Several nodes may call
// it at once on PostgreSQL: one works, the others wait.
func (d *DB) Migrate(ctx context.Context) error {
	files, err := rendered(migrations.Files, d.postgres)
	if err != nil {
		return err
	}
	dialect, options := goose.DialectSQLite3, []goose.ProviderOption{goose.WithLogger(goose.NopLogger())}
	if d.postgres {
		locker, err := lock.NewPostgresSessionLocker()
		if err != nil {
			return err
		}
		dialect, options = goose.DialectPostgres, append(options, goose.WithSessionLocker(locker))
	}
	provider, err := goose.NewProvider(dialect, d.writer.DB, files, options...)
	if err != nil {
		return fmt.Errorf("migrations: %w", err)
	}
	if _, err := provider.Up(ForLongWork(ctx)); err != nil {
		return fmt.Errorf("migrate: %w", err)
	}
	return nil
}

// rendered fills in the few words the engines spell differently.
func rendered(files fs.FS, postgres bool) (fs.FS, error) {
	names, err := fs.Glob(files, "*.sql")
	if err != nil {
		return nil, err
	}
	out := fstest.MapFS{}
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err != nil {
			return nil, err
		}
		t, err := template.New(name).Parse(string(text))
		if err != nil {
			return nil, fmt.Errorf("migration %s: %w", name, err)
		}
		var b bytes.Buffer
		if err := t.Execute(&b, map[string]bool{"Postgres": postgres, "SQLite": !postgres}); err != nil {
			return nil, fmt.Errorf("migration %s: %w", name, err)
		}
		out[name] = &fstest.MapFile{Data: b.Bytes()}
	}
	return out, nil
}
