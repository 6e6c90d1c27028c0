package dbtest

import (
	"bytes"
	"context"
	"testing"
	fill "text/template"

	"hongyun/internal/db"
	"hongyun/migrations"
)

// Again runs a migration of rows once more, for a test that wrote rows as an older
// release did.
func Again(t testing.TB, d *db.DB, name string) {
	t.Helper()
	text, err := migrations.Files.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	filled, err := fill.New(name).Parse(string(text))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := filled.Execute(&b, map[string]bool{"Postgres": d.Postgres(), "SQLite": !d.Postgres()}); err != nil {
		t.Fatal(err)
	}
	for _, statement := range bytes.Split(b.Bytes(), []byte(";\n")) {
		if len(bytes.TrimSpace(statement)) == 0 {
			continue
		}
		if err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw(string(statement)).Exec(ctx)
			return err
		}); err != nil {
			t.Fatalf("migration %s: %v", name, err)
		}
	}
}
