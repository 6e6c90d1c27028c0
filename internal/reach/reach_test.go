package reach

import (
	"net/netip"
	"net/url"
	"testing"
)

// Plain http is for neighbours that the configuration names, and no address leads into another internal network.
func TestOnlyTheInternetAndNamedNetworksAreCalled(t *testing.T) {
	named := Networks{netip.MustParsePrefix("10.0.5.0/24")}
	for address, want := range map[string]bool{
		"https://pay.example/api": true, "https://203.0.114.9/": true, "https://10.0.5.7/": true, "http://10.0.5.7:8080/": true,
		"http://pay.example/": false, "http://203.0.114.9/": false, "https://127.0.0.1/": false, "https://10.0.6.1/": false, "https://[::1]/": false,
		"https://169.254.169.254/latest": false, "https://[::ffff:127.0.0.1]/": false, "https://0.0.0.0/": false, "ftp://10.0.5.7/": false, "https:///x": false,
	} {
		u, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if got := named.MayCall(u); got != want {
			t.Errorf("%s: %t", address, got)
		}
	}
	for address, want := range map[string]bool{"127.0.0.1:443": false, "10.0.5.7:443": true, "203.0.114.9:443": true, "x": false} {
		if err := named.Control("tcp", address, nil); (err == nil) != want {
			t.Errorf("%s: %v", address, err)
		}
	}
}
