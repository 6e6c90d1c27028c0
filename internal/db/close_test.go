package db_test

import (
	"testing"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
)

// A program that restores a copy closes the database itself, and so does its caller.
func TestADatabaseMayBeClosedTwice(t *testing.T) {
	d, err := db.Open(t.Context(), "sqlite:"+t.TempDir()+"/a.db", db.Options{Log: dbtest.Quiet()})
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
}
