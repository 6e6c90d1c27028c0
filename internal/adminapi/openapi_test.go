package adminapi

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/getkin/kin-openapi/openapi3"
	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "write docs/openapi/admin.json anew")

const golden = "../../docs/openapi/admin.json"

// The back office's types are generated from the golden document: if it and
// the table drift apart, a screen shows what the server does not send.
func TestGoldenDocumentIsTheTable(t *testing.T) {
	got, err := OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Fatalf("docs/openapi/admin.json is stale; run go test ./internal/adminapi -run Golden -update\n%s",
			cmp.Diff(string(want), string(got)))
	}
}

// An independent reader must be able to use the document, and find every call.
func TestGoldenDocumentIsValid(t *testing.T) {
	text, err := OpenAPI()
	if err != nil {
		t.Fatal(err)
	}
	doc, err := openapi3.NewLoader().LoadFromData(text)
	if err != nil {
		t.Fatal(err)
	}
	seen := map[string]bool{}
	for _, r := range routesOf(Config{}) {
		item := doc.Paths.Find(r.Path)
		if item == nil || item.GetOperation(r.Method) == nil {
			t.Fatalf("the document has no %s %s", r.Method, r.Path)
		}
		if id := item.GetOperation(r.Method).OperationID; seen[id] {
			t.Errorf("two calls are named %s", id)
		} else {
			seen[id] = true
		}
	}
}
