package site

import (
	"context"
	"net"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"
)

// Boot is what an index page carries so that its first paint waits for no
// call. The front end reads it under these names.
type Boot struct {
	SiteName       string            `json:"siteName"`
	Licence        string            `json:"licence"`
	Demo           bool              `json:"demo"` // play money only, marked on every page (D-19)
	ReqTokenSecret string            `json:"reqTokenSecret"`
	ServerTimeMs   int64             `json:"serverTimeMs"`
	Maintenance    Maintenance       `json:"maintenance"`
	H5Hosts        map[string]string `json:"h5Hosts"` // www host → h5 host, the operator's domains only (D-12)
	Form           string            `json:"form"`    // desktop, h5 or auto (by width)
	Banners        []string          `json:"banners"` // addresses of pictures
	Ticker         []string          `json:"ticker"`  // plain text
}

// Maintenance is the site's own maintenance (MNT-01).
type Maintenance struct {
	Status    bool   `json:"status"`
	StartTime string `json:"startTime,omitempty"`
	EndTime   string `json:"endTime,omitempty"`
}

// mobile are the user agents that the documented redirect names.
var mobile = regexp.MustCompile(`(?i)iPhone|iPad|iPod|iOS|Android`)

// formFor decides which form of the site a request gets before a bundle loads:
// the H5 form on an h5 host and for phones, else whatever fits the window.
func formFor(r *http.Request, h5Hosts map[string]string) string {
	host := hostOf(r)
	for _, h5 := range h5Hosts {
		if host == h5 {
			return "h5"
		}
	}
	if mobile.MatchString(r.UserAgent()) {
		return "h5"
	}
	return "auto"
}

// hostsFor gives a page the operator's hosts only if it was asked for under
// one of them; an IP address, localhost or an unknown Host learns nothing and
// moves nobody.
func hostsFor(r *http.Request, h5Hosts map[string]string) map[string]string {
	host := hostOf(r)
	for www, h5 := range h5Hosts {
		if host == www || host == h5 {
			return h5Hosts
		}
	}
	return map[string]string{}
}

func hostOf(r *http.Request) string {
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// keep is how old the shared part of the boot data may be.
const keep = 2 * time.Second

// memory keeps the part of the boot data that is the same for everybody, so
// that a rush of visitors is one read.
type memory struct {
	mu    sync.Mutex
	until time.Time
	boot  Boot
	read  func(context.Context) (Boot, error)
}

func (m *memory) get(ctx context.Context, now time.Time) (Boot, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if now.Before(m.until) && now.After(m.until.Add(-2*keep)) {
		return m.boot, nil
	}
	boot, err := m.read(ctx)
	if err != nil {
		return Boot{}, err
	}
	m.boot, m.until = boot, now.Add(keep)
	return boot, nil
}
