// Package games carries the built pages of the simulated venues' games. Only
// the sandbox and the demo import it; the production binary has none of them.
package games

import (
	"embed"
	"io/fs"
)

//go:embed all:dist
var dist embed.FS

// Pages is the build: index.html and assets/. Before the first build it holds
// neither.
func Pages() fs.FS {
	pages, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	return pages
}
