package bbin_test

import (
	"encoding/json"
	"net/http"
	"testing"
)

func decode(t *testing.T, answer *http.Response, into any) {
	t.Helper()
	defer answer.Body.Close()
	if err := json.NewDecoder(answer.Body).Decode(into); err != nil || answer.StatusCode != http.StatusOK {
		t.Fatalf("%d %v", answer.StatusCode, err)
	}
}
