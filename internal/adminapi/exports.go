package adminapi

import (
	"context"
	"net/http"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/door"
	"hongyun/internal/sheet"
	"hongyun/internal/staff"
)

// send writes a file, after the trail says who took it. What fails once the
// file has begun cuts the connection, so that no browser takes a part for the whole.
func (s *Server) send(ctx context.Context, c *route.Call, f *route.File) error {
	if !s.Staff.Can(c.By, f.View) {
		return route.ErrNoExport
	}
	if err := s.Staff.Note(ctx, c.By, staff.Change{Action: "data.export", Subject: "export:" + f.Name, Label: f.Title, After: f.Filter}); err != nil {
		return err
	}
	door.VisitOf(ctx).Stream = true
	header := c.Writer.Header()
	header.Set("Content-Type", sheet.Types[f.Format])
	header.Set("Content-Disposition", `attachment; filename="`+f.Name+"-"+s.Clock.Now().UTC().Format("20060102-150405")+"."+f.Format+`"`)
	header.Set("X-Content-Type-Options", "nosniff")
	if err := s.stream(c, f); err != nil {
		s.Log.ErrorContext(ctx, "export broke off", "file", f.Name, "request", c.By.RequestID, "err", err)
		panic(http.ErrAbortHandler)
	}
	return nil
}

// stream writes the rows of a file at the pace that a browser has to keep.
func (s *Server) stream(c *route.Call, f *route.File) error {
	w, err := sheet.New(f.Format, s.pace.writer(c.Writer, f.Fixed), f.Title)
	if err != nil {
		return err
	}
	if err := w.Row(f.Head...); err != nil {
		return err
	}
	if err := f.Rows(w.Row); err != nil {
		return err
	}
	return w.Close()
}
