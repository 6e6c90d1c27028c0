// Package web carries the built front ends inside the binary. It holds files only: who is served what,
// and what stands in an index page, is decided by the server that reads them.
package web

import "embed"

// Dist holds the built player site under dist/player and the back office under dist/admin. Each has an
// index.html and hashed files in assets/, with .br and .gz twins beside them. Before the first front-end
// build both folders are missing: readers must expect fs.ErrNotExist.
//
//go:embed all:dist
var Dist embed.FS
