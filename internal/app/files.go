package app

import (
	"cmp"
	"context"
	"io"
	"net/http"
	"net/url"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/door"
	"hongyun/internal/fault"
	"hongyun/internal/upload"
)

func (a *App) newUploads() *upload.Uploads {
	c := upload.Config{DB: a.DB, Staff: a.Staff, S3: a.Storage, Machine: a.Machine, Log: a.Log}
	if a.Metrics != nil {
		c.Metrics = a.Metrics
	}
	return upload.New(c)
}

// connectUploads lets nouns keep the files they show.
func (a *App) connectUploads() {
	a.Content.Hold, a.Catalogue.Hold, a.Book.Hold = a.Uploads.Hold, a.Uploads.Hold, a.Uploads.Hold
	a.Uploads.ShownBy = []upload.Shower{a.Content.Shows, a.Catalogue.ShowsFile, func(ctx context.Context, r db.Reader, address string) (bool, error) {
		return a.Book.Holds(ctx, r, address)
	}}
}

// filePolicy is that of uploaded files: nothing in one may run or load anything.
const filePolicy = "default-src 'none'; frame-ancestors 'none'; sandbox"

// fileStep is how long a browser may take to read one part of a file.
const fileStep = time.Minute

// files serves uploaded files. Their addresses hold the hash of their bytes, so
// browsers and proxies keep them for ever.
type files struct{ uploads *upload.Uploads }

func (f files) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	visit := door.VisitOf(r.Context())
	visit.Route = "GET " + upload.Root
	h := w.Header()
	h.Set("Content-Security-Policy", filePolicy)
	h.Set("X-Content-Type-Options", "nosniff")
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		h.Set("Allow", "GET, HEAD")
		plainly(w, http.StatusMethodNotAllowed, "请求方式不正确")
		return
	}
	file, err := f.uploads.Open(r.Context(), r.URL.Path)
	if err != nil {
		f.fail(w, err)
		return
	}
	defer file.Close()
	visit.Stream = file.IsPackage()
	// The listener's deadlines are for short answers, and its end of reading would end
	// the request's context too.
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{}) // a server that cannot keeps its own
	h.Set("Cache-Control", "public, max-age=31536000, immutable")
	h.Set("Etag", `"`+file.Hash+`"`)
	h.Set("Content-Type", file.Type())
	h.Set("Content-Disposition", disposition(file.Stored))
	to := &lateWriter{to: w, control: http.NewResponseController(w)}
	http.ServeContent(to, r, "", time.Time{}, file)
	switch failed := file.Failed(); {
	case failed != nil && to.begun:
		panic(http.ErrAbortHandler) // no browser takes a part for the whole
	case failed != nil:
		for _, name := range []string{"Cache-Control", "Etag", "Content-Disposition", "Content-Length", "Content-Range", "Accept-Ranges"} {
			h.Del(name)
		}
		f.fail(w, failed)
	default:
		to.begin()
	}
}

// lateWriter sends the head of an answer with its first bytes, so that a file whose
// first part cannot be read still gets a sentence. Each write has fileStep: a download
// may last as long as its browser reads.
type lateWriter struct {
	to      http.ResponseWriter
	control *http.ResponseController
	status  int
	begun   bool
}

func (l *lateWriter) Header() http.Header { return l.to.Header() }

func (l *lateWriter) WriteHeader(status int) { l.status = status }

func (l *lateWriter) Write(p []byte) (int, error) {
	_ = l.control.SetWriteDeadline(calendar.System().Now().Add(fileStep)) // a server that cannot keeps its own
	l.begin()
	return l.to.Write(p)
}

func (l *lateWriter) begin() {
	if !l.begun {
		l.begun = true
		l.to.WriteHeader(cmp.Or(l.status, http.StatusOK))
	}
}

// fail says plainly why there is no file. A store that is away has lost nothing.
func (f files) fail(w http.ResponseWriter, err error) {
	told, known := fault.Of(err)
	switch {
	case known && told.Kind == fault.NotFound:
		plainly(w, http.StatusNotFound, told.Message())
	case known && told.Code == upload.ErrCrowded.Code:
		w.Header().Set("Retry-After", "60")
		plainly(w, http.StatusServiceUnavailable, told.Message())
	default:
		w.Header().Set("Retry-After", "30")
		plainly(w, http.StatusServiceUnavailable, "文件暂时无法读取，请稍后再试")
	}
}

func plainly(w http.ResponseWriter, status int, text string) {
	w.Header().Set("Content-Type", "text/plain; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_, _ = io.WriteString(w, text+"\n")
}

// disposition has browsers save a package, under the name it was sent with.
func disposition(s upload.Stored) string {
	if !s.IsPackage() {
		return "inline"
	}
	plain := s.Hash[:12] + ".apk"
	if s.Name == "" {
		return `attachment; filename="` + plain + `"`
	}
	return `attachment; filename="` + plain + `"; filename*=UTF-8''` + url.PathEscape(s.Name)
}
