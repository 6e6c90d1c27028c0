package app

import (
	"io/fs"
	"net/http"
	"path"
	"slices"
	"strings"
)

// pictures are the pictures that the player site ships, by their addresses.
// The back office chooses among them and shows them in its previews.
type pictures struct {
	files     fs.FS
	addresses []string // in the order of the alphabet
}

// isPicture are the endings of files that staff may choose.
var isPicture = map[string]bool{".svg": true, ".png": true, ".jpg": true, ".jpeg": true, ".webp": true, ".avif": true}

func picturesOf(files fs.FS) pictures {
	p := pictures{files: files, addresses: []string{}}
	if files == nil {
		return p
	}
	// A front end that was not built has none.
	_ = fs.WalkDir(files, "art", func(name string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() && isPicture[path.Ext(name)] {
			p.addresses = append(p.addresses, "/"+name)
		}
		return err
	})
	slices.Sort(p.addresses)
	return p
}

// has reports whether a path is one of the pictures.
func (p pictures) has(address string) bool {
	_, found := slices.BinarySearch(p.addresses, address)
	return found
}

func (p pictures) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "public, max-age=3600")
	http.ServeFileFS(w, r, p.files, strings.TrimPrefix(r.URL.Path, "/"))
}
