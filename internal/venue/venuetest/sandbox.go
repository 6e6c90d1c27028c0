package venuetest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"testing"
	"time"

	"hongyun/internal/money"
)

// Sandbox is a Company played by the sandbox, through its control calls.
type Sandbox struct {
	URL   string // of the sandbox
	Venue string // our venue code
	// PlayerOf turns the name of an account into the name under which the
	// sandbox keeps it; nil when they are the same.
	PlayerOf func(account string) string
}

var _ Company = Sandbox{}

// Balance reads the sandbox's books.
func (s Sandbox) Balance(t *testing.T, account string) money.Fen {
	t.Helper()
	var books struct {
		Venues map[string]map[string]string `json:"venues"`
	}
	s.call(t, http.MethodGet, "/control/books", nil, &books)
	text, there := books.Venues[s.Venue][s.keptAs(account)]
	if !there {
		return 0
	}
	balance, err := money.ParseYuan(text)
	if err != nil {
		t.Fatalf("the sandbox counts %q", text)
	}
	return balance
}

func (s Sandbox) keptAs(account string) string {
	if s.PlayerOf == nil {
		return account
	}
	return s.PlayerOf(account)
}

// Bet makes or changes a bet.
func (s Sandbox) Bet(t *testing.T, b Bet) string {
	t.Helper()
	ask := map[string]any{
		"venue": s.Venue, "player": s.keptAs(b.Player), "stake": b.Stake.String(), "payout": b.Payout.String(), "status": b.Status.String(),
	}
	if b.ID != "" {
		ask["betId"] = b.ID
	}
	if b.Game != "" {
		ask["game"] = b.Game
	}
	if b.Valid >= 0 {
		ask["valid"] = b.Valid.String()
	}
	if b.Detail != "" {
		ask["detail"] = json.RawMessage(b.Detail)
	}
	if !b.At.IsZero() {
		ask["at"] = b.At.UTC().Format(time.RFC3339Nano)
	}
	var made struct {
		BetID string `json:"betId"`
	}
	s.call(t, http.MethodPost, "/control/bets", ask, &made)
	if made.BetID == "" {
		t.Fatal("the sandbox gave no bet id")
	}
	return made.BetID
}

// Round plays a round.
func (s Sandbox) Round(t *testing.T, r Round) Dealt {
	t.Helper()
	ask := map[string]any{"venue": s.Venue, "player": s.keptAs(r.Player), "game": r.Game, "at": r.At.UTC().Format(time.RFC3339Nano), "back": r.Back}
	var dealt struct {
		Bets    []DealtBet `json:"bets"`
		Opposed bool       `json:"opposed"`
		Facts   []string   `json:"facts"`
	}
	s.call(t, http.MethodPost, "/control/rounds", ask, &dealt)
	return Dealt(dealt)
}

// Fault sets a switch; times 0 means until Heal.
func (s Sandbox) Fault(t *testing.T, call, fault string, times int, length time.Duration) {
	t.Helper()
	s.call(t, http.MethodPost, "/control/faults", map[string]any{
		"target": "venue:" + s.Venue, "call": call, "fault": fault, "times": times, "delayMs": length.Milliseconds(),
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
