// Package callers lets the callers of a simulated company in by their address.
package callers

import (
	"net/netip"
	"slices"
)

// Admit says whether a remote address, as of a request, is in one of the
// networks; every address is where there are none.
func Admit(networks []netip.Prefix, remote string) bool {
	if len(networks) == 0 {
		return true
	}
	from, err := netip.ParseAddrPort(remote)
	return err == nil && slices.ContainsFunc(networks, func(p netip.Prefix) bool { return p.Contains(from.Addr().Unmap()) })
}
