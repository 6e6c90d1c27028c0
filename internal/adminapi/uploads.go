package adminapi

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"reflect"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/staff"
	"hongyun/internal/upload"
)

// fileType is the content type of a body that is a file. Browsers send it to us
// alone: a page of another site would have to ask first.
const fileType = "application/octet-stream"

const (
	uploadStep = 30 * time.Second // within which a part of a file must come
	uploadMost = 20 * time.Minute // for a whole file, and once more until it is stored

	refusedMost = 8 << 20 // of a refused file, that is read all the same
)

var uploadRoutes = []route{
	takesFile("/uploads/picture", staff.ContentEdit, upload.Picture, "upload a picture of a banner, a promotion or a game"),
	takesFile("/uploads/payment", staff.PaymentManage, upload.Payment, "upload a code to scan or the mark of a way to pay"),
	takesFile("/uploads/brand", staff.SiteManage, upload.Brand, "upload a picture of the brand"),
	takesFile("/uploads/package", staff.SiteManage, upload.Package, "upload an app of Android"),
}

// Uploaded is a file that is kept. Its address never shows anything else.
type Uploaded struct {
	Address string `json:"address"`
	Name    string `json:"name"`
	Size    int64  `json:"size" doc:"bytes as they are stored"`
	Width   int    `json:"width" doc:"pixels; 0 for an app"`
	Height  int    `json:"height"`
}

// takesFile is a POST whose body is a file. Who asks is found out before the body is
// read, and once more behind it. The same bytes are kept once, so that a repeated
// request needs no key.
func takesFile(path string, p staff.Permission, kind, summary string) route {
	r := route{
		method: http.MethodPost, status: http.StatusOK, path: path, permission: p, summary: summary, once: true, raw: true, query: []string{"name"},
		in: reflect.TypeFor[none](), out: reflect.TypeFor[Uploaded](),
	}
	admit := r
	r.serve = func(s *Server, ctx context.Context, c *call) (any, error) {
		return s.takeFile(ctx, c, kind, func() error { return s.admit(c, admit) })
	}
	return r
}

func (s *Server) takeFile(ctx context.Context, c *call, kind string, admit func() error) (Uploaded, error) {
	name := c.text("name")
	if err := c.checked(); err != nil {
		return Uploaded{}, err
	}
	if sent, _, err := mime.ParseMediaType(c.r.Header.Get("Content-Type")); err != nil || sent != fileType {
		return Uploaded{}, errFileType
	}
	control := http.NewResponseController(c.w)
	limit := calendar.System().Now().Add(uploadMost)
	body := slowly(func(p []byte) (int, error) {
		now := calendar.System().Now()
		if now.After(limit) {
			return 0, errSlow
		}
		_ = control.SetReadDeadline(now.Add(uploadStep)) // a server that cannot keeps its own
		return c.r.Body.Read(p)
	})
	in, err := s.Uploads.Receive(ctx, c.by, kind, body)
	_ = control.SetWriteDeadline(calendar.System().Now().Add(uploadMost))
	if err != nil {
		_, _ = io.CopyN(io.Discard, body, refusedMost) // a browser that still sends would not read why
		return Uploaded{}, err
	}
	defer in.Close()
	if err := admit(); err != nil {
		return Uploaded{}, err
	}
	f, err := s.Uploads.Keep(ctx, c.by, in, name)
	return Uploaded{Address: f.Address(), Name: f.Name, Size: f.Size, Width: f.Width, Height: f.Height}, err
}

var errSlow = errors.New("the file comes too slowly")

// slowly is a reader that gives each part of a file its own time.
type slowly func(p []byte) (int, error)

func (s slowly) Read(p []byte) (int, error) { return s(p) }

var _ io.Reader = slowly(nil)
