package adminapi

import (
	"context"
	"net/http"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/door"
	"hongyun/internal/fault"
	"hongyun/internal/sheet"
	"hongyun/internal/staff"
)

var errNoExport = fault.New(fault.Denied, "admin.no_export", "您没有查看该列表的权限，不能导出")

// exportStep is how long a browser may take to read what lies before it.
const exportStep = time.Minute

// send writes a file, after the trail says who took it. What fails once the
// file has begun cuts the connection, so that no browser takes a part for the whole.
func (s *Server) send(ctx context.Context, c *call, f *file) error {
	if !s.Staff.Can(c.by, f.view) {
		return errNoExport
	}
	if err := s.Staff.Note(ctx, c.by, staff.Change{Action: "data.export", Subject: "export:" + f.name, Label: f.title, After: f.filter}); err != nil {
		return err
	}
	door.VisitOf(ctx).Stream = true
	header := c.w.Header()
	header.Set("Content-Type", sheet.Types[f.format])
	header.Set("Content-Disposition", `attachment; filename="`+f.name+"-"+s.Clock.Now().UTC().Format("20060102-150405")+"."+f.format+`"`)
	header.Set("X-Content-Type-Options", "nosniff")
	if err := s.stream(c, f); err != nil {
		s.Log.ErrorContext(ctx, "export broke off", "file", f.name, "request", c.by.RequestID, "err", err)
		panic(http.ErrAbortHandler)
	}
	return nil
}

func (s *Server) stream(c *call, f *file) error {
	w, err := sheet.New(f.format, c.w, f.title)
	if err != nil {
		return err
	}
	control, rows := http.NewResponseController(c.w), 0
	if err := w.Row(f.head...); err != nil {
		return err
	}
	err = f.rows(func(cells ...any) error {
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
