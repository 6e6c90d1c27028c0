// Package reach says which addresses the program may send to where people chose
// them in the back office: the Internet, and internal networks that the
// configuration names.
//
// It must never let a name or an address lead into another internal network.
package reach

import (
	"errors"
	"net/netip"
	"net/url"
	"slices"
	"syscall"
)

// ErrInside says that an address is in a network that is not reached from the Internet.
var ErrInside = errors.New("the address is in an internal network")

// reserved are the networks beside loopback, private and link-local ones that no
// target on the Internet is in. Two of them carry IPv4 addresses inside.
var reserved = []netip.Prefix{
	netip.MustParsePrefix("0.0.0.0/8"), netip.MustParsePrefix("100.64.0.0/10"), netip.MustParsePrefix("192.0.0.0/24"), netip.MustParsePrefix("198.18.0.0/15"),
	netip.MustParsePrefix("240.0.0.0/4"), netip.MustParsePrefix("64:ff9b::/96"), netip.MustParsePrefix("64:ff9b:1::/48"), netip.MustParsePrefix("2002::/16"),
	netip.MustParsePrefix("100::/64"), netip.MustParsePrefix("::/96"),
}

// Networks are the internal networks that the configuration names.
type Networks []netip.Prefix

// Named reports whether the configuration names a network with this address.
func (n Networks) Named(ip netip.Addr) bool {
	return slices.ContainsFunc(n, func(p netip.Prefix) bool { return p.Contains(ip.Unmap()) })
}

// Allows reports whether a target may be at an address.
func (n Networks) Allows(ip netip.Addr) bool {
	ip = ip.Unmap().WithZone("")
	if n.Named(ip) {
		return true
	}
	return ip.IsGlobalUnicast() && !ip.IsPrivate() && !slices.ContainsFunc(reserved, func(p netip.Prefix) bool { return p.Contains(ip) })
}

// Control is for net.Dialer. It looks at the address of a connection after its name
// was resolved, so that a name cannot lead elsewhere later.
func (n Networks) Control(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil || !n.Allows(at.Addr()) {
		return ErrInside
	}
	return nil
}

// MayCall reports whether an address may be called: by https, or by plain http at an
// address in a network that the configuration names.
func (n Networks) MayCall(u *url.URL) bool {
	ip, err := netip.ParseAddr(u.Hostname())
	if err != nil {
		return u.Scheme == "https" && u.Hostname() != ""
	}
	return n.Allows(ip) && (u.Scheme == "https" || u.Scheme == "http" && n.Named(ip))
}
