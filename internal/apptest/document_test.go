package apptest_test

import (
	"net/http"
	"testing"

	"hongyun/internal/apptest"
)

// API-05: every answer that a test of a house gets is held against the
// published document. If this let something pass, clients written from the
// document would break on what the house really says.
func TestAnswersAreHeldAgainstTheDocument(t *testing.T) {
	const (
		path = "/v1/Select/PlayerCenterBalance"
		fine = `"IsSuc":true,"ErrorMessage":"","ResultMessage":""`
	)
	for name, tc := range map[string]struct {
		method, path string
		status       int
		answer       string
		good         bool
	}{
		"as documented":               {http.MethodPost, path, 200, `{` + fine + `,"Balance":12.50}`, true},
		"a field that is not there":   {http.MethodPost, path, 200, `{` + fine + `}`, false},
		"a field of another kind":     {http.MethodPost, path, 200, `{` + fine + `,"Balance":"12.50"}`, false},
		"a field nobody heard of":     {http.MethodPost, path, 200, `{` + fine + `,"Balance":12.50,"Secret":1}`, false},
		"a refusal without its words": {http.MethodPost, path, 401, `{"IsSuc":false}`, false},
		"no JSON":                     {http.MethodPost, path, 200, `<html>`, false},
		"a picture":                   {http.MethodGet, "/v1/PubInterface/GetVerificationImage", 200, "\x89PNG", true},
		"no call of ours":             {http.MethodGet, "/v1/Nothing", 404, `{}`, true},
	} {
		if err := apptest.Deviation(tc.method, tc.path, tc.status, []byte(tc.answer)); (err == nil) != tc.good {
			t.Errorf("%s: %v", name, err)
		}
	}
}
