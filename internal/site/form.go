package site

import (
	"fmt"
	"net"
	"net/http"
	"regexp"
	"strings"
)

// mobile are the user agents that the documented redirect names.
var mobile = regexp.MustCompile(`(?i)iPhone|iPad|iPod|iOS|Android`)

// formFor chooses the form of the site before a bundle loads. It is the H5 form
// on an h5 host and for phones, otherwise the one that fits the window.
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

// hostsFor gives a page the operator's hosts only if it was requested under one
// of them. An IP address, localhost or an unknown Host gets none and redirects
// no visitor.
func hostsFor(r *http.Request, h5Hosts map[string]string) map[string]string {
	host := hostOf(r)
	for www, h5 := range h5Hosts {
		if host == www || host == h5 {
			return h5Hosts
		}
	}
	return map[string]string{}
}

// hostOf is the name the page was asked for under. It is compared with the
// operator's hosts and never written anywhere (trust T6); what a proxy says of
// it in X-Forwarded-Host is not looked at.
func hostOf(r *http.Request) string {
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// hostName is a host as browsers write it: no scheme, no port, no path.
var hostName = regexp.MustCompile(`^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])?$`)

// CleanHosts normalises the operator's www hosts and their h5 hosts for
// comparison. It refuses a map that would lead nowhere or in a circle (D-12).
func CleanHosts(h5Hosts map[string]string) (map[string]string, error) {
	clean := make(map[string]string, len(h5Hosts))
	for www, h5 := range h5Hosts {
		www, h5 = strings.ToLower(strings.TrimSpace(www)), strings.ToLower(strings.TrimSpace(h5))
		if !hostName.MatchString(www) || !hostName.MatchString(h5) {
			return nil, fmt.Errorf("h5 hosts: %q to %q: two host names without scheme, port and path are wanted", www, h5)
		}
		clean[www] = h5
	}
	for www, h5 := range clean {
		if _, both := clean[h5]; both {
			return nil, fmt.Errorf("h5 hosts: %q is the h5 host of %q and a www host as well", h5, www)
		}
	}
	return clean, nil
}

// CleanFrames normalises the frame viewer's hosts from the configuration to the
// form that staff write: the name alone. A leading https:// is allowed, because
// the viewer uses it (D-05).
func CleanFrames(hosts []string) ([]string, error) {
	clean := make([]string, 0, len(hosts))
	for _, host := range hosts {
		name := strings.TrimSuffix(strings.TrimPrefix(strings.ToLower(strings.TrimSpace(host)), "https://"), "/")
		if !hostName.MatchString(name) {
			return nil, fmt.Errorf("frame hosts: %q is no host name", host)
		}
		clean = append(clean, name)
	}
	return clean, nil
}
