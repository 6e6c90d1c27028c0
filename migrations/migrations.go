// Package migrations holds the tables: one numbered list for both engines.
// A file is a template; {{if .Postgres}} and {{if .SQLite}} stand where the two
// must differ.
package migrations

import "embed"

// Files are the migrations, in the order of their numbers.
//
//go:embed *.sql
var Files embed.FS
