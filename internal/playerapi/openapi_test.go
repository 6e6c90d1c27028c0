package playerapi

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write docs/openapi/player.json anew")

const golden = "../../docs/openapi/player.json"

// The front end's types are generated from the golden document: if it and the
// table drift apart, the site sends what the server does not read (API-05).
func TestPublishedDocumentIsTheTable(t *testing.T) {
	got, err := OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.MkdirAll("../../docs/openapi", 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Fatalf("docs/openapi/player.json is stale; run go test ./internal/playerapi -run Document -update\n%s",
			cmp.Diff(string(want), string(got)))
	}
}

// An independent reader must be able to use the document.
func TestPublishedDocumentIsValid(t *testing.T) {
	text, err := OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	if n := doc.Paths.Len(); n != len((&Server{}).calls()) {
		t.Errorf("document has %d paths, table has %d calls", n, len((&Server{}).calls()))
	}
}
