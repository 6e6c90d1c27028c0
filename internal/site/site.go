package site

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"sync/atomic"

	"github.com/vearutop/statigz"
	"github.com/vearutop/statigz/brotli"

	"hongyun/internal/calendar"
	"hongyun/internal/door"
)

// marker is where the boot data go in an index page.
const marker = "<!--boot-->"

// Config holds the dependencies of a site.
type Config struct {
	Files   fs.FS // the built pages with index.html at the top; nil or empty: not built
	Clock   calendar.Clock
	Log     *slog.Logger
	Boot    func(context.Context) (Boot, error) // nil: the pages carry no boot data (the back office)
	H5Hosts map[string]string
	// SiteName is the site's name on home screens; "" keeps the built one.
	SiteName string
	// Named, where set, gives the name that holds now, instead of SiteName.
	Named func() string
	// AssetLinks, where set, gives the file that names the operator's Android app;
	// nil while there is none.
	AssetLinks func() ([]byte, error)
	// Policy makes the page's own Content-Security-Policy. Its inputs are the
	// frame viewer's hosts, which staff change at run time, and the hashes of
	// its inline scripts. Nil keeps the listener's policy.
	Policy func(frames, scripts []string) string
	// NoWorker takes the service worker back from every browser that has it.
	NoWorker bool
	// DeepLinks says that paths without a file are the page's own routes and
	// get the index page. Otherwise they are redirected to the route after the
	// #.
	DeepLinks bool
}

// Site serves one front end.
type Site struct {
	config Config
	built  indexPage // under builtName; zero: the front end is not built
	hashes []string  // of the inline scripts in it
	files  *statigz.Server
	memory memory[Boot]

	page     atomic.Pointer[indexPage] // under the name that was asked for last
	manifest atomic.Pointer[namedManifest]
}

// New reads the index page. A front end that was not built yet is no error
// here: the program runs without it, and visitors see a notice.
func New(c Config) (*Site, error) {
	s := &Site{config: c, memory: memory[Boot]{read: c.Boot, clock: c.Clock, log: c.Log}}
	if c.Files == nil {
		return s, nil
	}
	index, err := fs.ReadFile(c.Files, "index.html")
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err != nil {
		return nil, err
	}
	tree, ok := c.Files.(fs.ReadDirFS)
	if !ok {
		return nil, errors.New("site: the built files cannot be listed")
	}
	before, after, found := bytes.Cut(index, []byte(marker))
	if !found && c.Boot != nil {
		return nil, fmt.Errorf("site: index.html has no place for the boot data (%s)", marker)
	}
	s.built, s.hashes = indexPage{builtName, before, after}, scriptHashes(index)
	if slices.ContainsFunc(inlineScript.FindAll(index, -1), func(script []byte) bool { return bytes.Contains(script, []byte(builtName)) }) {
		return nil, errors.New("site: a script of index.html contains the name of the site, so another name would break its hash")
	}
	if _, err := s.manifestNow(); err != nil {
		return nil, err
	}
	s.files = statigz.FileServer(tree, brotli.AddEncoding, func(f *statigz.Server) { f.OnNotFound = s.noFile })
	return s, nil
}

// Built reports whether there is a front end to serve.
func (s *Site) Built() bool { return s.built.before != nil }

// ServeHTTP serves a page or a file.
func (s *Site) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	v := door.VisitOf(r.Context())
	switch {
	case !s.Built():
		v.Route = "not built"
		http.Error(w, "页面尚未构建。The front end is not built: run make build.", http.StatusServiceUnavailable)
	case r.URL.Path == "/" || r.URL.Path == "/index.html":
		v.Route = "/"
		s.index(w, r)
	case r.URL.Path == assetLinksPath && s.config.AssetLinks != nil:
		v.Route = assetLinksPath
		s.assetLinks(w, r)
	default:
		s.file(w, r)
	}
}

// route is a path that a visitor may have typed for a page of the router.
var route = regexp.MustCompile(`^/[A-Za-z0-9_]+(/[A-Za-z0-9_]+)?/?$`)

func (s *Site) noFile(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("Cache-Control", "no-cache")
	h.Del("Service-Worker-Allowed")
	if !route.MatchString(r.URL.Path) {
		http.NotFound(w, r)
		return
	}
	if s.config.DeepLinks {
		s.index(w, r)
		return
	}
	to := "/#" + strings.TrimSuffix(r.URL.Path, "/")
	if r.URL.RawQuery != "" {
		to += "?" + r.URL.RawQuery // an invitation's id is in there
	}
	http.Redirect(w, r, to, http.StatusFound)
}
