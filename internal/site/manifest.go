package site

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"net/http"
	"time"
)

// manifestPath is the file a phone reads when the site is put on its home
// screen.
const manifestPath = "/manifest.webmanifest"

// manifestNamed is the built manifest under the operator's own name. It is nil
// if there is no manifest or it has that name already. Its other fields stay,
// above all its id: a phone that has the site on its screen must recognise it.
func manifestNamed(files fs.FS, name string) ([]byte, error) {
	built, err := fs.ReadFile(files, manifestPath[1:])
	if errors.Is(err, fs.ErrNotExist) || name == "" {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	var fields map[string]any
	if err := json.Unmarshal(built, &fields); err != nil {
		return nil, fmt.Errorf("site: manifest: %w", err)
	}
	if fields["short_name"] == name {
		return nil, nil
	}
	fields["name"], fields["short_name"] = name, name
	return json.Marshal(fields)
}

// sendManifest sends the manifest under the operator's own name, unless the
// browser has it.
func (s *Site) sendManifest(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Content-Type", "application/manifest+json")
	w.Header().Set("Etag", tag(s.manifest))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(s.manifest))
}
