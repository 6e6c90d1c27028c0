package crash

import (
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
)

// losses are the faults of the network and of the companies' servers. A share
// of the requests to venues meets one: the request is lost, the answer is lost,
// the server fails, or the answer has no meaning.
type losses struct {
	perMille atomic.Int64
	met      atomic.Int64 // requests that met a fault
	passed   atomic.Int64 // and those that did not
}

func (l *losses) between(companies http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		share := l.perMille.Load()
		if share == 0 || !strings.HasPrefix(r.URL.Path, "/venues/") {
			companies.ServeHTTP(w, r)
			return
		}
		if rand.Int64N(1000) >= share {
			l.passed.Add(1)
			companies.ServeHTTP(w, r)
			return
		}
		l.met.Add(1)
		switch rand.IntN(4) {
		case 0:
			panic(http.ErrAbortHandler) // the request is lost
		case 1:
			companies.ServeHTTP(httptest.NewRecorder(), r)
			panic(http.ErrAbortHandler) // the answer is lost
		case 2:
			http.Error(w, "busy", http.StatusInternalServerError)
		default:
			_, _ = w.Write([]byte("<html><title>welcome</title></html>"))
		}
	})
}
