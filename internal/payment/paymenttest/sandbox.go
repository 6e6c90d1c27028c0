package paymenttest

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
	Gateway string // our gateway code
}

var _ Company = Sandbox{}

// Pay pays an order.
func (s Sandbox) Pay(t *testing.T, ref string, p Payment) {
	t.Helper()
	ask := map[string]any{}
	if p.Amount != 0 {
		ask["amount"] = p.Amount.String()
	}
	if p.Times != 0 {
		ask["times"] = p.Times
	}
	if p.BadSign {
		ask["sign"] = "bad"
	}
	s.call(t, http.MethodPost, "/control/gateways/"+s.Gateway+"/orders/"+ref+"/pay", ask, nil)
}

// Orders counts the sandbox's own orders.
func (s Sandbox) Orders(t *testing.T, ref string) int {
	t.Helper()
	var books struct {
		Gateways map[string][]struct {
			Order string `json:"order"`
		} `json:"gateways"`
	}
	s.call(t, http.MethodGet, "/control/books", nil, &books)
	n := 0
	for _, o := range books.Gateways[s.Gateway] {
		if o.Order == ref {
			n++
		}
	}
	return n
}

// Fault sets a switch; times 0 means until Heal.
func (s Sandbox) Fault(t *testing.T, call, fault string, times int, length time.Duration) {
	t.Helper()
	s.call(t, http.MethodPost, "/control/faults", map[string]any{
		"target": "gateway:" + s.Gateway, "call": call, "fault": fault, "times": times, "delayMs": length.Milliseconds(),
	}, nil)
}

// Heal removes all switches.
func (s Sandbox) Heal(t *testing.T) {
	t.Helper()
	s.call(t, http.MethodDelete, "/control/faults", nil, nil)
}

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
	request.Header.Set("Content-Type", "application/json")
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
