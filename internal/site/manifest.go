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

// assetLinksPath is where Android looks for the app of a site.
const assetLinksPath = "/.well-known/assetlinks.json"

// assetLinks sends the file that names the operator's Android app.
func (s *Site) assetLinks(w http.ResponseWriter, r *http.Request) {
	text, err := s.config.AssetLinks()
	switch {
	case err != nil:
		s.config.Log.ErrorContext(r.Context(), "assetlinks not written", "err", err)
		http.Error(w, "not available", http.StatusInternalServerError)
	case text == nil:
		http.NotFound(w, r)
	default:
		w.Header().Set("Content-Type", "application/json")
		w.Header().Set("Cache-Control", "no-cache")
		w.Header().Set("ETag", tag(text))
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
	}
}

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

// namedManifest is the manifest under a name; its text is nil if it is the built one.
type namedManifest struct {
	name string
	text []byte
}

// manifestNow is the manifest under the name that holds now. It is made once for
// each name.
func (s *Site) manifestNow() ([]byte, error) {
	name := s.config.SiteName
	if s.config.Named != nil {
		name = s.config.Named()
	}
	if m := s.manifest.Load(); m != nil && m.name == name {
		return m.text, nil
	}
	text, err := manifestNamed(s.config.Files, name)
	if err != nil {
		return nil, err
	}
	s.manifest.Store(&namedManifest{name, text})
	return text, nil
}

// sendManifest sends a manifest, unless the browser has it.
func sendManifest(w http.ResponseWriter, r *http.Request, text []byte) {
	w.Header().Set("Content-Type", "application/manifest+json")
	w.Header().Set("Etag", tag(text))
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
}
