package adminapi

import (
	"context"
	"net/http"
	"time"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/calendar"
	"hongyun/internal/door"
	"hongyun/internal/sheet"
	"hongyun/internal/staff"
)

// exportStep is how long a browser may take to read what lies before it.
const exportStep = time.Minute

// fixingAtOnce is how many files with fixed rows are written at once: each keeps the keys
// of its rows in memory for as long as its browser reads (H-440).
const fixingAtOnce = 2

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

func (s *Server) stream(c *route.Call, f *route.File) error {
	w, err := sheet.New(f.Format, c.Writer, f.Title)
	if err != nil {
		return err
	}
	control, rows := http.NewResponseController(c.Writer), 0
	if err := w.Row(f.Head...); err != nil {
		return err
	}
	err = f.Rows(func(cells ...any) error {
		if rows++; rows%1000 == 0 {
			_ = control.SetWriteDeadline(calendar.System().Now().Add(exportStep)) // a server that cannot keeps its own
		}
		return w.Row(cells...)
	})
	if err != nil {
		return err
	}
	_ = control.SetWriteDeadline(calendar.System().Now().Add(10 * exportStep))
	return w.Close()
}
