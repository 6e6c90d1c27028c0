package door

import (
	"net/http"
	"net/netip"
	"strings"
)

// clientIP is the address of the client: the peer's, unless the peer is a proxy
// the operator named. Behind a proxy it is the last address in X-Forwarded-For
// that is not such a proxy. The client wrote the addresses before it (trust
// DOS-1).
func clientIP(r *http.Request, proxies []netip.Prefix) netip.Addr {
	peer, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return netip.Addr{}
	}
	at := peer.Addr().Unmap()
	if !within(at, proxies) {
		return at
	}
	hops := strings.Split(strings.Join(r.Header.Values("X-Forwarded-For"), ","), ",")
	for i := len(hops) - 1; i >= 0; i-- {
		hop, err := netip.ParseAddr(strings.TrimSpace(hops[i]))
		if err != nil {
			return at
		}
		at = hop.Unmap()
		if !within(at, proxies) {
			return at
		}
	}
	return at
}

func within(a netip.Addr, list []netip.Prefix) bool {
	for _, p := range list {
		if p.Contains(a) {
			return true
		}
	}
	return false
}

// Network is the address by which a client is counted: an IPv4 address as it
// is, an IPv6 one by its /64. One client has a /64 to itself.
func Network(a netip.Addr) string {
	if a.Is4() || !a.IsValid() {
		return a.String()
	}
	p, err := a.Prefix(64)
	if err != nil {
		return a.String()
	}
	return p.String()
}
