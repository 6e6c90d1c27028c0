package chaintest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"
	"time"
)

// Sandbox is a Company played by the sandbox, through its control calls.
type Sandbox struct {
	URL     string // of the sandbox
	Network string
}

var _ Company = Sandbox{}

// Pay makes a transfer.
func (s Sandbox) Pay(t *testing.T, p Payment) string {
	t.Helper()
	ask := map[string]any{"to": p.To, "amount": p.Amount.String(), "times": max(p.Times, 1)}
	if p.Fake {
		ask["token"] = "fake"
	}
	if p.Failed {
		ask["status"] = "failed"
	}
	var answer struct {
		Tx string `json:"tx"`
	}
	s.call(t, http.MethodPost, s.path("transfers"), ask, &answer)
	return answer.Tx
}

// Mine lets blocks come.
func (s Sandbox) Mine(t *testing.T, count int) {
	t.Helper()
	s.call(t, http.MethodPost, s.path("blocks"), map[string]any{"count": count}, nil)
}

// Reorganise takes a transaction out of its block.
func (s Sandbox) Reorganise(t *testing.T, tx string, lost bool) {
	t.Helper()
	s.call(t, http.MethodPost, s.path("transfers/"+tx+"/reorganise"), map[string]any{"lost": lost}, nil)
}

// Fault sets a switch.
func (s Sandbox) Fault(t *testing.T, call, fault string, times int, length time.Duration) {
	t.Helper()
	s.call(t, http.MethodPost, "/control/faults", map[string]any{
		"target": "chain:" + s.Network, "call": call, "fault": fault, "times": times, "delayMs": length.Milliseconds(),
	}, nil)
}

// Heal removes all switches.
func (s Sandbox) Heal(t *testing.T) {
	t.Helper()
	s.call(t, http.MethodDelete, "/control/faults", nil, nil)
}

func (s Sandbox) path(what string) string { return "/control/chains/" + s.Network + "/" + what }

func (s Sandbox) call(t *testing.T, method, path string, ask, answer any) {
	t.Helper()
	body, err := json.Marshal(ask)
	if err != nil {
		t.Fatal(err)
	}
	request, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultTransport.RoundTrip(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if response.StatusCode/100 != 2 {
		t.Fatalf("%s %s: status %d", method, path, response.StatusCode)
	}
	if answer == nil {
		return
	}
	if err := json.NewDecoder(response.Body).Decode(answer); err != nil {
		t.Fatalf("%s %s: %v", method, path, err)
	}
}
