package company

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"log/slog"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"hongyun/internal/calendar"
	"hongyun/internal/secret"
	"hongyun/internal/venue/bbin"
)

// The form of a protocol asks for what its adapter needs, no more and no less:
// a contract of its required fields is taken, and one without any of them is not.
func TestTheFieldsOfAProtocolAreThoseThatItsAdapterNeeds(t *testing.T) {
	box, err := secret.NewBox(make([]byte, secret.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	samples := sampleKeys(t)
	if got, want := slices.Sorted(maps.Keys(contractFields)), slices.Sorted(maps.Keys(protocols)); !slices.Equal(got, want) {
		t.Fatalf("fields are declared for %v, protocols are %v", got, want)
	}
	builds := func(protocol string, values map[string]any) bool {
		text, err := json.Marshal(values)
		if err != nil {
			t.Fatal(err)
		}
		v, err := ReadVenue("ky", protocol, text)
		if err != nil {
			t.Errorf("%s: a declared field is not one of the file's: %v", protocol, err)
		}
		_, _, err = Companies{Venues: []VenueContract{v}}.VenueAdapters(box, calendar.System(), slog.New(slog.DiscardHandler), nil)
		return err == nil
	}
	for protocol := range contractFields {
		all := requiredFields(t, protocol, samples)
		if !builds(protocol, all) {
			t.Errorf("%s does not take a contract of its required fields %v", protocol, slices.Sorted(maps.Keys(all)))
		}
		for name := range all {
			less := maps.Clone(all)
			delete(less, name)
			if builds(protocol, less) {
				t.Errorf("%s takes a contract without %s, which its form requires", protocol, name)
			}
		}
	}
}

// requiredFields are values of the fields that a contract must have.
func requiredFields(t *testing.T, protocol string, samples map[string]any) map[string]any {
	t.Helper()
	all := map[string]any{}
	for _, f := range contractFields[protocol] {
		if f.Label == "" || strings.TrimSpace(f.Label) != f.Label {
			t.Errorf("%s: %s has no label", protocol, f.Name)
		}
		if !f.Required {
			continue
		}
		switch value, special := samples[protocol+" "+f.Name]; {
		case special:
			all[f.Name] = value
		case f.Kind == "address":
			all[f.Name] = "https://api.example.com"
		case f.Length > 0:
			all[f.Name] = strings.Repeat("a", f.Length)
		default:
			all[f.Name] = "1234"
		}
	}
	return all
}

// sampleContract is a contract of the required fields.
func sampleContract(t *testing.T, protocol string, samples map[string]any) VenueContract {
	t.Helper()
	text, err := json.Marshal(requiredFields(t, protocol, samples))
	if err != nil {
		t.Fatal(err)
	}
	v, err := ReadVenue("ky", protocol, text)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Each field that a contract of a file can have is declared by some protocol.
func TestEveryFieldOfAContractIsDeclared(t *testing.T) {
	declared := map[string]bool{"code": true, "protocol": true}
	for _, fields := range contractFields {
		for _, f := range fields {
			declared[f.Name] = true
		}
	}
	for _, f := range reflect.VisibleFields(reflect.TypeFor[VenueContract]()) {
		if name := f.Tag.Get("json"); name != "-" && !declared[name] {
			t.Errorf("no protocol declares %s", name)
		}
	}
}

// sampleKeys are values that an adapter reads more closely.
func sampleKeys(t *testing.T) map[string]any {
	t.Helper()
	private, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	ours, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	theirs, err := x509.MarshalPKIXPublicKey(&private.PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	keys := map[string]bbin.Key{}
	for _, method := range bbin.Methods {
		keys[method] = bbin.Key{Secret: "s", Before: 1, After: 1}
	}
	return map[string]any{
		"hub88 key":       string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: ours})),
		"hub88 publicKey": string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: theirs})),
		"bbin keys":       keys,
		"sexy limitIds":   []string{"260901"},
	}
}
