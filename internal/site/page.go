package site

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"html"
	"net/http"
	"strings"
	"sync"
)

// index writes the page with its boot data. The data are JSON in a block that
// no browser runs; Go's encoder escapes < > &, so no text in them can end it.
func (s *Site) index(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Cache-Control", "no-cache")
	h.Add("Vary", "User-Agent, Accept-Encoding")
	if s.config.NoWorker {
		h.Set("X-Worker", "off")
	}
	var page bytes.Buffer
	var boot Boot
	if s.config.Boot != nil {
		boot = s.bootFor(r)
	}
	built := s.pageNamed(boot.SiteName)
	page.Write(built.before)
	if s.config.Boot != nil {
		if s.config.Policy != nil {
			h.Set("Content-Security-Policy", s.config.Policy(boot.Frames, s.hashes))
		}
		text, _ := json.Marshal(boot) // texts, numbers and lists of them
		page.WriteString(`<script id="boot" type="application/json">`)
		page.Write(text)
		page.WriteString(`</script>`)
		if boot.Style != "" { // beside no layer, so that it wins over the style sheets; the first paint has it
			page.WriteString(`<style id="brand">` + boot.Style + `</style>`)
		}
	}
	page.Write(built.after)
	sendPacked(w, r, page.Bytes())
}

// builtName is the name of the site in the built index page: its title, its
// description and its first bar.
const builtName = "鸿运"

// indexPage is the index page under a name, up to the marker and after it.
type indexPage struct {
	name          string
	before, after []byte
}

// pageNamed is the index page under a name, "" for the built one. Search engines
// and previews of links read no boot data. It is made once for each name.
func (s *Site) pageNamed(name string) *indexPage {
	if name == "" || name == builtName {
		return &s.built
	}
	if p := s.page.Load(); p != nil && p.name == name {
		return p
	}
	put := func(part []byte) []byte {
		return bytes.ReplaceAll(part, []byte(builtName), []byte(html.EscapeString(name)))
	}
	p := &indexPage{name, put(s.built.before), put(s.built.after)}
	s.page.Store(p)
	return p
}

// bootFor is the boot data as one visitor gets them. If they could not be read,
// the page asks the calls instead.
func (s *Site) bootFor(r *http.Request) Boot {
	boot, _ := s.memory.get(r.Context())
	boot.ServerTimeMs = s.config.Clock.Now().UnixMilli()
	boot.Form = formFor(r, s.config.H5Hosts)
	boot.H5Hosts = hostsFor(r, s.config.H5Hosts)
	return boot
}

// sendPacked writes a page that was made for this visitor, packed if the
// browser takes it. On a slow line the first packets are all that counts. The
// page holds no secret beside a stranger's input, so its length tells nothing.
func sendPacked(w http.ResponseWriter, r *http.Request, page []byte) {
	if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		_, _ = w.Write(page)
		return
	}
	w.Header().Set("Content-Encoding", "gzip")
	pack := packers.Get().(*gzip.Writer)
	defer packers.Put(pack)
	pack.Reset(w)
	_, _ = pack.Write(page)
	_ = pack.Close()
	pack.Reset(nil)
}

// packers are reused. One takes nearly a megabyte, so a flood of page requests
// must not allocate one each.
var packers = sync.Pool{New: func() any { return gzip.NewWriter(nil) }}
