package apptest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"

	"github.com/getkin/kin-openapi/openapi3"

	"hongyun/internal/playerapi"
)

// document is what the house publishes of its calls, as a stranger reads it.
var document = sync.OnceValues(func() (*openapi3.T, error) {
	text, err := playerapi.OpenAPI()
	if err != nil {
		return nil, err
	}
	return openapi3.NewLoader().LoadFromData(text)
})

// Deviation says in what an answer is not what the published document says of
// its call: a field that is missing, of another kind, or not in the document
// at all (API-05). Calls that the document does not have say nothing.
func Deviation(method, path string, status int, answer []byte) error {
	doc, err := document()
	if err != nil {
		return err
	}
	call := doc.Paths.Find(path)
	if call == nil || call.GetOperation(method) == nil {
		return nil
	}
	response := call.GetOperation(method).Responses.Default()
	if status == http.StatusOK && !refused(answer) {
		response = call.GetOperation(method).Responses.Status(status)
	}
	described := response.Value.Content["application/json"]
	if described == nil {
		return nil // a picture or a stream
	}
	var said any
	if err := json.Unmarshal(answer, &said); err != nil {
		return fmt.Errorf("no JSON: %w", err)
	}
	return described.Schema.Value.VisitJSON(said, openapi3.MultiErrors())
}

// refused says that an answer of 200 is a refusal, which has the shape of every
// other failure (D-22).
func refused(answer []byte) bool {
	var said struct {
		IsSuc bool
		Code  string
	}
	return json.Unmarshal(answer, &said) == nil && !said.IsSuc && said.Code != ""
}

// asDocumented fails the test over an answer that deviates from the document:
// so every test of a house proves a part of it.
func (b *Browser) asDocumented(r *http.Request, out Reply) {
	b.h.t.Helper()
	path := strings.TrimPrefix(r.URL.Path, "/common")
	if err := Deviation(r.Method, path, out.Status, out.Raw); err != nil {
		b.h.t.Errorf("%s %s answers otherwise than its document says: %v\n%s", r.Method, path, err, out)
	}
}
