package door

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"log/slog"
	"net/http"
	"net/netip"
	"runtime/debug"
	"strconv"
	"time"

	"github.com/google/uuid"
	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/calendar"
)

// Config is what a listener is told once.
type Config struct {
	Name    string                // of the listener, in logs and metrics: "player", "admin", "hooks"
	Log     *slog.Logger          // slog.Default if nil
	Proxies []netip.Prefix        // whose X-Forwarded-For is believed; none if empty
	Metrics prometheus.Registerer // none if nil
	// Broken writes the answer after a panic; the text of http.StatusInternalServerError if nil.
	Broken func(w http.ResponseWriter, r *http.Request)
}

// Visit is one request on its way through the middleware. Inner layers add
// facts; the access log writes it at the end.
type Visit struct {
	ID     string     // names the request in log, audit and error answers
	IP     netip.Addr // of the client; invalid if unknown
	Route  string     // the route's pattern, never the path: paths may hold tokens
	Who    string     // the player's or staff member's id, logged only as a hash
	Fault  string     // code of the failure told to the client
	Meant  bool       // staff had it answered so: a status of 500 and more is no failure of ours
	Stream bool       // lasts as long as the client listens: its time says nothing about our speed
}

type visitKey struct{}

// VisitOf is the visit a context belongs to. Outside of one it is an empty
// visit, which is never logged.
func VisitOf(ctx context.Context) *Visit {
	if v, ok := ctx.Value(visitKey{}).(*Visit); ok {
		return v
	}
	return &Visit{}
}

// IPText is the client's address as text, empty if unknown.
func (v *Visit) IPText() string {
	if !v.IP.IsValid() {
		return ""
	}
	return v.IP.String()
}

// Wrap puts the door in front of a listener's handler.
func Wrap(c Config, next http.Handler) http.Handler {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Broken == nil {
		c.Broken = func(w http.ResponseWriter, _ *http.Request) {
			http.Error(w, http.StatusText(http.StatusInternalServerError), http.StatusInternalServerError)
		}
	}
	seconds := newHistogram(c)
	watch := calendar.System() // durations use the machine's clock, not the program's
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := watch.Now()
		v := &Visit{ID: uuid.Must(uuid.NewV7()).String(), IP: clientIP(r, c.Proxies)}
		r = r.WithContext(context.WithValue(r.Context(), visitKey{}, v))
		out := &counter{ResponseWriter: w}
		out.Header().Set("X-Request-Id", v.ID)
		defer func() {
			if trouble := recover(); trouble != nil {
				if trouble == http.ErrAbortHandler {
					panic(trouble)
				}
				c.Log.ErrorContext(r.Context(), "request panicked", "listener", c.Name, "request", v.ID,
					"route", v.Route, "panic", trouble, "stack", string(debug.Stack()))
				v.Fault = "http.panic"
				if out.status == 0 {
					c.Broken(out, r)
				}
			}
			took := watch.Now().Sub(began)
			write(c, r, v, out, took)
			if seconds != nil && !v.Stream {
				seconds.WithLabelValues(v.Route, class(out.status)).Observe(took.Seconds())
			}
		}()
		next.ServeHTTP(out, r)
	})
}

// write adds the request's one line to the access log (trust LOG-1). Failures
// of ours are errors; what a client did wrong is information.
func write(c Config, r *http.Request, v *Visit, out *counter, took time.Duration) {
	level := slog.LevelDebug
	switch {
	case out.status >= 500 && !v.Meant:
		level = slog.LevelError
	case out.status >= 400 || v.Fault != "":
		level = slog.LevelInfo
	}
	if !c.Log.Enabled(r.Context(), level) {
		return
	}
	c.Log.LogAttrs(r.Context(), level, "request",
		slog.String("listener", c.Name), slog.String("request", v.ID),
		slog.String("method", r.Method), slog.String("route", v.Route),
		slog.Int("status", out.status), slog.Int64("bytes", out.bytes), slog.Duration("took", took),
		slog.String("ip", v.IPText()), slog.String("who", hashed(v.Who)), slog.String("fault", v.Fault))
}

// hashed names a person in the log without saying who it is.
func hashed(id string) string {
	if id == "" {
		return ""
	}
	sum := sha256.Sum256([]byte(id))
	return hex.EncodeToString(sum[:6])
}

func newHistogram(c Config) *prometheus.HistogramVec {
	if c.Metrics == nil {
		return nil
	}
	h := prometheus.NewHistogramVec(prometheus.HistogramOpts{
		Name: "hongyun_http_request_seconds", Help: "Time to answer a request.",
		ConstLabels: prometheus.Labels{"listener": c.Name},
		Buckets:     []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30},
	}, []string{"route", "status"})
	c.Metrics.MustRegister(h)
	return h
}

func class(status int) string { return strconv.Itoa(status/100) + "xx" }

// counter remembers what was answered.
type counter struct {
	http.ResponseWriter
	status int
	bytes  int64
}

func (c *counter) WriteHeader(status int) {
	if c.status == 0 {
		c.status = status
	}
	c.ResponseWriter.WriteHeader(status)
}

func (c *counter) Write(b []byte) (int, error) {
	if c.status == 0 {
		c.status = http.StatusOK
	}
	n, err := c.ResponseWriter.Write(b)
	c.bytes += int64(n)
	return n, err
}

// Unwrap lets http.ResponseController reach the connection.
func (c *counter) Unwrap() http.ResponseWriter { return c.ResponseWriter }
