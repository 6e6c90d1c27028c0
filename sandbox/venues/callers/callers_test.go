package callers

import (
	"net/netip"
	"testing"
)

func TestOnlyTheNetworksNamedAreAdmitted(t *testing.T) {
	networks := []netip.Prefix{netip.MustParsePrefix("203.0.113.0/24"), netip.MustParsePrefix("2001:db8::/32")}
	for remote, want := range map[string]bool{
		"203.0.113.7:80": true, "[::ffff:203.0.113.7]:80": true, "[2001:db8::1]:80": true, "203.0.114.7:80": false, "203.0.113.7": false, "": false,
	} {
		if Admit(networks, remote) != want || !Admit(nil, remote) {
			t.Errorf("%q: %v", remote, !want)
		}
	}
}
