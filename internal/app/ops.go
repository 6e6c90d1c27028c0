package app

import (
	"context"
	"net/http"
	"net/http/pprof"
	"time"

	"github.com/prometheus/client_golang/prometheus/promhttp"

	"hongyun/internal/door"
)

// opsHandler serves what operators watch: health, readiness, metrics and
// profiles. It listens on this machine only unless told otherwise.
func (a *App) opsHandler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { _, _ = w.Write([]byte("ok\n")) })
	mux.HandleFunc("GET /readyz", a.ready)
	mux.Handle("GET /metrics", promhttp.HandlerFor(a.Metrics, promhttp.HandlerOpts{Registry: a.Metrics}))
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/cmdline", pprof.Cmdline)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	if a.TestRoutes != nil {
		a.TestRoutes(mux, a)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, pattern := mux.Handler(r)
		door.VisitOf(r.Context()).Route = pattern
		mux.ServeHTTP(w, r)
	})
}

// ready says whether this node should be given requests.
func (a *App) ready(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	if a.stopping.Load() {
		http.Error(w, "stopping", http.StatusServiceUnavailable)
		return
	}
	if err := a.DB.Ping(ctx); err != nil {
		a.Log.WarnContext(ctx, "not ready", "err", err)
		http.Error(w, "the database does not answer", http.StatusServiceUnavailable)
		return
	}
	if err := a.clockDrift(ctx); err != nil {
		a.Log.ErrorContext(ctx, "not ready", "err", err)
		http.Error(w, "the clock differs from the database's", http.StatusServiceUnavailable)
		return
	}
	for _, l := range a.listeners {
		if l.failed.Load() != nil {
			http.Error(w, "a listener has ended", http.StatusServiceUnavailable)
			return
		}
	}
	_, _ = w.Write([]byte("ready\n"))
}
