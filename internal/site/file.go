package site

import (
	"mime"
	"net/http"
	"strings"

	"hongyun/internal/door"
)

// These types may be missing in a machine's own tables. Browsers are told not
// to guess, so a file without its type would not work.
func init() {
	for ending, kind := range map[string]string{
		".webmanifest": "application/manifest+json", ".txt": "text/plain; charset=utf-8", ".ico": "image/x-icon", ".woff2": "font/woff2",
	} {
		_ = mime.AddExtensionType(ending, kind)
	}
}

// file serves a file of the build as long as its name promises.
func (s *Site) file(w http.ResponseWriter, r *http.Request) {
	h, v, path := w.Header(), door.VisitOf(r.Context()), r.URL.Path
	v.Route = "/files"
	switch {
	case strings.Contains(path, "/."): // what the build keeps for itself
		http.NotFound(w, r)
		return
	case strings.HasPrefix(path, "/assets/"):
		v.Route = "/assets"
		// The name holds a hash of the contents, so these files never change.
		h.Set("Cache-Control", "public, max-age=31536000, immutable")
	case strings.HasPrefix(path, "/art/"):
		v.Route = "/art"
		// A release may draw a picture anew under its old name. Then the old one
		// is shown once more at the most, while the new one comes.
		h.Set("Cache-Control", "public, max-age=86400, stale-while-revalidate=604800")
	case path == "/sw.js":
		if s.config.NoWorker {
			http.NotFound(w, r)
			return
		}
		h.Set("Cache-Control", "no-cache")
		h.Set("Service-Worker-Allowed", "/")
	case path == manifestPath:
		h.Set("Cache-Control", "public, max-age=3600")
		if text, err := s.manifestNow(); err == nil && text != nil {
			sendManifest(w, r, text)
			return
		}
	default:
		h.Set("Cache-Control", "public, max-age=86400")
	}
	s.files.ServeHTTP(&tagged{ResponseWriter: w}, untagged(r))
}

// tagged puts an answer's entity tag between quotation marks, as the standard
// wants it: caches on the way drop what has none.
type tagged struct {
	http.ResponseWriter
	told bool
}

func (t *tagged) WriteHeader(status int) {
	if tag := t.Header().Get("Etag"); !t.told && tag != "" && !strings.HasSuffix(tag, `"`) {
		t.Header().Set("Etag", `"`+tag+`"`)
	}
	t.told = true
	t.ResponseWriter.WriteHeader(status)
}

func (t *tagged) Write(b []byte) (int, error) {
	if !t.told {
		t.WriteHeader(http.StatusOK)
	}
	return t.ResponseWriter.Write(b)
}

// Unwrap lets http.ResponseController reach the connection.
func (t *tagged) Unwrap() http.ResponseWriter { return t.ResponseWriter }

// untagged is a request whose tag is as the file server made it: without its
// marks, and without the W/ that packing proxies add.
func untagged(r *http.Request) *http.Request {
	tag := r.Header.Get("If-None-Match")
	if tag == "" {
		return r
	}
	plain := r.Clone(r.Context())
	plain.Header.Set("If-None-Match", strings.Trim(strings.TrimPrefix(tag, "W/"), `"`))
	return plain
}
