package site

import (
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"time"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/calendar"
	"hongyun/internal/staff"
	"hongyun/internal/upload"
)

const (
	uploadStep = 30 * time.Second // within which a part of a file must come
	uploadMost = 20 * time.Minute // for a whole file, and once more until it is stored

	refusedMost = 8 << 20 // of a refused file, that is read all the same
)

// uploads are the calls that take files.
func (s *Handlers) uploads() []route.Route {
	return []route.Route{
		s.takesFile("/uploads/picture", staff.ContentEdit, upload.Picture, "upload a picture of a banner, a promotion or a game"),
		s.takesFile("/uploads/payment", staff.PaymentManage, upload.Payment, "upload a code to scan or the mark of a way to pay"),
		s.takesFile("/uploads/brand", staff.SiteManage, upload.Brand, "upload a picture of the brand"),
		s.takesFile("/uploads/package", staff.SiteManage, upload.Package, "upload an app of Android"),
	}
}

// Uploaded is a file that is kept. Its address never shows anything else.
type Uploaded struct {
	Address string `json:"address"`
	Name    string `json:"name"`
	Size    int64  `json:"size" doc:"bytes as they are stored"`
	Width   int    `json:"width" doc:"pixels; 0 for an app"`
	Height  int    `json:"height"`
}

// takesFile is a POST whose body is a file. The caller is found out before the body is
// read, and once more behind it. The same bytes are kept once, so that a repeated
// request needs no key.
func (s *Handlers) takesFile(path string, p staff.Permission, kind, summary string) route.Route {
	return route.Takes(path, p, summary, func(ctx context.Context, c *route.Call) (Uploaded, error) { return s.takeFile(ctx, c, kind) }, "name")
}

func (s *Handlers) takeFile(ctx context.Context, c *route.Call, kind string) (Uploaded, error) {
	name := c.Text("name")
	if err := c.Checked(); err != nil {
		return Uploaded{}, err
	}
	if sent, _, err := mime.ParseMediaType(c.Request.Header.Get("Content-Type")); err != nil || sent != route.FileType {
		return Uploaded{}, route.ErrFileType
	}
	control := http.NewResponseController(c.Writer)
	limit := calendar.System().Now().Add(uploadMost)
	body := slowly(func(p []byte) (int, error) {
		now := calendar.System().Now()
		if now.After(limit) {
			return 0, errSlow
		}
		_ = control.SetReadDeadline(now.Add(uploadStep)) // a server that cannot keeps its own
		return c.Request.Body.Read(p)
	})
	in, err := s.Uploads.Receive(ctx, c.By, kind, body)
	_ = control.SetWriteDeadline(calendar.System().Now().Add(uploadMost))
	if err != nil {
		_, _ = io.CopyN(io.Discard, body, refusedMost) // a browser that still sends would not read why
		return Uploaded{}, err
	}
	defer in.Close()
	if err := c.Admit(); err != nil {
		return Uploaded{}, err
	}
	f, err := s.Uploads.Keep(ctx, c.By, in, name)
	return Uploaded{Address: f.Address(), Name: f.Name, Size: f.Size, Width: f.Width, Height: f.Height}, err
}

var errSlow = errors.New("the file comes too slowly")

// slowly is a reader that gives each part of a file its own time.
type slowly func(p []byte) (int, error)

func (s slowly) Read(p []byte) (int, error) { return s(p) }

var _ io.Reader = slowly(nil)
