package credential

import (
	"fmt"
	"net"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"
	"golang.org/x/net/publicsuffix"
)

const (
	browserTimeout = 2 * time.Minute                 // how long a browser lets its user answer
	challengeValid = browserTimeout + 30*time.Second // how long the server takes an answer, which has a way to go
)

// Sites are the addresses of the player's site at which passkeys work. The zero value
// has none.
type Sites struct {
	sites  []passkeySite
	engine *webauthn.WebAuthn
}

// passkeySite is one address of the site. Its passkeys belong to the registrable
// domain, so that www.example.com and m.example.com share them.
type passkeySite struct{ origin, domain string }

// NewSites reads the public address of the site and its other host names, which are
// reached by the same scheme. Browsers know passkeys at https addresses and on
// localhost alone: an address of loopback counts as localhost, and any other address
// that is no such place is left out.
func NewSites(public string, hosts []string) (Sites, error) {
	at, err := url.Parse(public)
	if err != nil {
		return Sites{}, fmt.Errorf("address of the site %q: %w", public, err)
	}
	var s Sites
	s.add(at.Scheme, at.Hostname(), at.Port())
	for _, host := range hosts {
		s.add(at.Scheme, host, at.Port())
	}
	if len(s.sites) == 0 {
		return Sites{}, nil
	}
	origins := make([]string, len(s.sites))
	for i, site := range s.sites {
		origins[i] = site.origin
	}
	limit := webauthn.TimeoutConfig{Timeout: browserTimeout, TimeoutUVD: browserTimeout}
	s.engine, err = webauthn.New(&webauthn.Config{
		RPOrigins: origins, AttestationPreference: protocol.PreferNoAttestation,
		AuthenticatorSelection: protocol.AuthenticatorSelection{
			ResidentKey: protocol.ResidentKeyRequirementRequired, RequireResidentKey: new(true), UserVerification: protocol.VerificationRequired,
		},
		Timeouts: webauthn.TimeoutsConfig{Login: limit, Registration: limit},
		// Password managers answer more than they were asked.
		ExtensionsUnsolicitedOutputPolicy: protocol.UnsolicitedOutputPolicyIgnore,
	})
	if err != nil {
		return Sites{}, fmt.Errorf("passkeys of the site: %w", err)
	}
	return s, nil
}

// defaultPorts are the ports that an origin of a browser does not name.
var defaultPorts = map[string]string{"https": "443", "http": "80"}

func (s *Sites) add(scheme, host, port string) {
	host = strings.ToLower(host)
	if ip := net.ParseIP(host); ip != nil && ip.IsLoopback() {
		host = "localhost"
	}
	domain := passkeyDomain(scheme, host)
	if domain == "" {
		return
	}
	origin := scheme + "://" + host
	if port != "" && port != defaultPorts[scheme] {
		origin += ":" + port
	}
	site := passkeySite{origin: origin, domain: domain}
	if !slices.Contains(s.sites, site) {
		s.sites = append(s.sites, site)
	}
}

// passkeyDomain is the domain to which passkeys of a host are bound, "" where browsers
// know none.
func passkeyDomain(scheme, host string) string {
	switch {
	case host == "localhost":
		return host
	case scheme != "https" || net.ParseIP(host) != nil:
		return ""
	}
	domain, err := publicsuffix.EffectiveTLDPlusOne(host)
	if err != nil || protocol.ValidateRPID(domain) != nil {
		return ""
	}
	return domain
}

// At reports whether passkeys work at an address that a browser names as its origin.
func (s Sites) At(origin string) bool {
	_, found := s.find(origin)
	return found
}

// find is the site of an origin. A client that names none means the first.
func (s Sites) find(origin string) (passkeySite, bool) {
	if origin == "" && len(s.sites) > 0 {
		return s.sites[0], true
	}
	at := slices.IndexFunc(s.sites, func(site passkeySite) bool { return strings.EqualFold(site.origin, origin) })
	if at < 0 {
		return passkeySite{}, false
	}
	return s.sites[at], true
}
