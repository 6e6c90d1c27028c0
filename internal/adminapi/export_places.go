package adminapi

import (
	"net/http"
	"sync"
	"time"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/calendar"
)

// fixingAtOnce is how many files with fixed rows are written at once: each keeps the keys
// of its rows in memory for as long as its browser reads (H-440).
const fixingAtOnce = 2

// exportPlaces are the places of files with fixed rows on this node. A person has one of
// them at a time, whatever accounts they use, and keeps nobody else from theirs (H-473).
// It is safe for concurrent use; the zero value has fixingAtOnce places.
type exportPlaces struct {
	mu   sync.Mutex
	held map[string]bool // by the human being
}

// take gives a human being a place until they leave it. Faults: route.ErrOwnExport,
// route.ErrExports.
func (p *exportPlaces) take(human string) (leave func(), err error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch {
	case p.held[human]:
		return nil, route.ErrOwnExport
	case len(p.held) >= fixingAtOnce:
		return nil, route.ErrExports
	}
	if p.held == nil {
		p.held = map[string]bool{}
	}
	p.held[human] = true
	return func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		delete(p.held, human)
	}, nil
}

// exportPace is how slowly a browser may read a file. One that reads more slowly is cut
// off, so that it does not keep its place (H-473).
type exportPace struct {
	step  time.Duration // for exportChunk bytes
	fixed time.Duration // for a whole file with fixed rows
}

// exportChunk is how many bytes are written before the deadline moves on.
const exportChunk = 64 << 10

// defaultPace lets a browser read 2 KiB a second, without an end where no place is held.
var defaultPace = exportPace{step: 30 * time.Second, fixed: time.Hour}

// pacedWriter writes to a browser that has to read each chunk in time, whatever pieces
// the chunk is written in. A server that knows no deadlines keeps its own.
type pacedWriter struct {
	to      http.ResponseWriter
	control *http.ResponseController
	step    time.Duration
	end     time.Time // of the whole file; zero: none
	left    int       // bytes of the present chunk that are not written yet
}

// writer is the way to the browser of a file that begins now.
func (p exportPace) writer(to http.ResponseWriter, fixed bool) *pacedWriter {
	w := &pacedWriter{to: to, control: http.NewResponseController(to), step: p.step}
	if fixed {
		w.end = calendar.System().Now().Add(p.fixed)
	}
	return w
}

func (w *pacedWriter) Write(b []byte) (written int, err error) {
	for len(b) > 0 {
		if w.left == 0 {
			w.extend()
			w.left = exportChunk
		}
		n, err := w.to.Write(b[:min(len(b), w.left)])
		written += n
		w.left -= n
		if err != nil {
			return written, err
		}
		b = b[n:]
	}
	return written, nil
}

// extend gives the next chunk its time, which never lies behind the end of the file's.
func (w *pacedWriter) extend() {
	by := calendar.System().Now().Add(w.step)
	if !w.end.IsZero() && w.end.Before(by) {
		by = w.end
	}
	_ = w.control.SetWriteDeadline(by)
}
