package adminapi

import (
	"bufio"
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/sheet"
	"hongyun/internal/staff"
)

// exporter is a server with the accounts ming and mings, which are one human being's.
func exporter(t *testing.T, pace exportPace) *Server {
	t.Helper()
	d := dbtest.Open(t, dbtest.SQLite(t))
	for _, account := range []string{"ming", "mings"} {
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw("INSERT INTO staff_person (id, name, name_key, person, roles, password, totp_secret, created_at) VALUES (?, ?, ?, 'E7', 'owner', 'x', 'x', 1)", account, account, account).Exec(ctx)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return &Server{Config: Config{Read: d}, pace: pace}
}

// H-473: the second file of one person is refused in its own words, so that the other
// place stays for others. The person has a place again when their file has ended.
func TestAPersonHasOnePlaceForFilesWithFixedRows(t *testing.T) {
	s := exporter(t, defaultPace)
	serves := func(account string, serve func() error) error {
		c := &route.Call{Request: httptest.NewRequest("GET", "/exports/tickets", nil), By: staff.Actor{ID: account}}
		_, err := s.answer(c, route.Route{Fixes: true, Serve: func(context.Context, *route.Call) (any, error) { return route.None{}, serve() }})
		return err
	}
	none := func() error { return nil }
	var own, second, other error
	err := serves("ming", func() error {
		own, second, other = serves("ming", none), serves("mings", none), serves("lin", none)
		return nil
	})
	if err != nil || other != nil {
		t.Errorf("one: %v; another person: %v", err, other)
	}
	if !errors.Is(own, route.ErrOwnExport) || own.Error() == route.ErrExports.Error() || route.Status(route.ErrOwnExport) != 429 {
		t.Errorf("a second one of the account: %v", own)
	}
	if !errors.Is(second, route.ErrOwnExport) {
		t.Errorf("one of the person's other account: %v", second)
	}
	if err := serves("ming", none); err != nil {
		t.Errorf("after the first has ended: %v", err)
	}
}

// slowExport is a server with one export, whose short deadlines stand for a server's
// long ones. Its reader is a connection that asked for the file.
type slowExport struct {
	s      *Server
	reader net.Conn
	ended  chan error // why the file ended
}

// serveExport writes a file with fixed rows, so many of 1 KB, at a pace. The server itself
// gives a request and its answer so long; 0: for ever.
func serveExport(t *testing.T, pace exportPace, limit time.Duration, rows int) *slowExport {
	t.Helper()
	e := &slowExport{s: exporter(t, pace), ended: make(chan error, 1)}
	line := strings.Repeat("x", 1<<10)
	handle := func(ctx context.Context, c *route.Call) (any, error) {
		return route.None{}, e.s.stream(c, &route.File{Format: sheet.CSV, Head: []any{"行"}, Fixed: true, Rows: func(row func(...any) error) error {
			for range rows {
				if err := errors.Join(ctx.Err(), row(line)); err != nil {
					return err
				}
			}
			return nil
		}})
	}
	r := route.Route{Fixes: true, Serve: handle}
	server := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		if _, err := e.s.answer(&route.Call{Writer: w, Request: req, By: staff.Actor{ID: "ming"}}, r); err != nil {
			e.ended <- err
			panic(http.ErrAbortHandler)
		}
		e.ended <- nil
	}))
	server.Config.ReadTimeout, server.Config.WriteTimeout = limit, limit
	server.Start()
	t.Cleanup(server.Close)
	reader, err := (&net.Dialer{}).DialContext(t.Context(), "tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = reader.Close() })
	if err := reader.(*net.TCPConn).SetReadBuffer(exportChunk); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(reader, "GET /exports/rows HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	e.reader = reader
	return e
}

// cutOff expects that the file ended for want of a reader, and that its place is free.
func (e *slowExport) cutOff(t *testing.T) {
	t.Helper()
	select {
	case err := <-e.ended:
		if !errors.Is(err, os.ErrDeadlineExceeded) {
			t.Errorf("the file ended: %v", err)
		}
	case <-time.After(20 * time.Second):
		t.Fatal("the file still waits for its reader")
	}
	leave, err := e.s.places.take("E7")
	if err != nil {
		t.Fatalf("the place: %v", err)
	}
	leave()
}

const manyRows = 1 << 20 // more than any buffer on the way holds

// H-473: a browser that stops reading in the middle of a file loses the place.
func TestABrowserThatStopsReadingLosesItsPlace(t *testing.T) {
	e := serveExport(t, exportPace{step: 300 * time.Millisecond, fixed: time.Hour}, 0, manyRows)
	if _, err := io.CopyN(io.Discard, e.reader, 1000); err != nil {
		t.Fatal(err)
	}
	e.cutOff(t)
}

// H-473: a browser that reads just fast enough for the next chunk has its place for a
// time, and not for ever.
func TestAFileWithFixedRowsKeepsItsPlaceForATime(t *testing.T) {
	e := serveExport(t, exportPace{step: 300 * time.Millisecond, fixed: 900 * time.Millisecond}, 0, manyRows)
	go func() {
		for {
			if _, err := io.CopyN(io.Discard, e.reader, 1<<20); err != nil {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
	}()
	e.cutOff(t)
}

// H-473: the deadline moves with each chunk, so that a browser that keeps reading has its
// whole file, however long that takes.
func TestABrowserThatReadsSlowlyHasItsWholeFile(t *testing.T) {
	const rows = 24 << 10
	e := serveExport(t, exportPace{step: 400 * time.Millisecond, fixed: time.Hour}, 400*time.Millisecond, rows)
	begun := time.Now()
	answer, err := http.ReadResponse(bufio.NewReader(e.reader), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var read int64
	for {
		n, err := io.CopyN(io.Discard, answer.Body, 2<<20)
		read += n
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			t.Fatalf("after %d bytes: %v", read, err)
		}
		time.Sleep(100 * time.Millisecond)
	}
	if err := <-e.ended; err != nil || read < rows<<10 {
		t.Errorf("%d bytes, %v", read, err)
	}
	if took := time.Since(begun); took < 800*time.Millisecond {
		t.Errorf("read in %v, which proves nothing", took)
	}
}

// deadlines counts how often the deadline of an answer moves.
type deadlines struct {
	*httptest.ResponseRecorder
	moved int
}

func (d *deadlines) SetWriteDeadline(time.Time) error { d.moved++; return nil }

// H-473: the deadline belongs to 64 KiB, however small the pieces are that a spreadsheet is
// written in. Otherwise 4 KiB in 30 seconds would be fast enough.
func TestSmallPiecesShareTheDeadlineOfTheirChunk(t *testing.T) {
	d := &deadlines{ResponseRecorder: httptest.NewRecorder()}
	w := defaultPace.writer(d, true)
	piece := make([]byte, 4<<10)
	for n := 1; n <= 2*exportChunk/len(piece); n++ {
		if _, err := w.Write(piece); err != nil {
			t.Fatal(err)
		}
		if want := (n*len(piece) + exportChunk - 1) / exportChunk; d.moved != want {
			t.Fatalf("after %d pieces the deadline moved %d times, want %d", n, d.moved, want)
		}
	}
}
