package pg

import (
	"net/url"
	"testing"

	"hongyun/internal/venue"
)

// The address of a round names the round and a session of the operator, and no key.
func TestAReplayIsTheVendorsHistoryPage(t *testing.T) {
	const login = "/Login/v1/LoginProxy"
	v, s := openTest(t, map[string][]string{login: {yes(`{"operator_session":"made up&session"}`), yes(`{}`), no("1204"), "hang up"}})
	text, err := v.Replay(t.Context(), venue.ReplayBet{BetID: "90001", Account: "demo_test001", Raw: []byte(`{"betId":90001,"parentBetId":90000}`)})
	address, bad := url.Parse(text)
	if err != nil || bad != nil || address.Scheme+"://"+address.Host+address.Path != "https://games.example/history/redirect.html" {
		t.Fatalf("Replay = %q, %v", text, err)
	}
	q := address.Query()
	q.Del("trace_id")
	if want := (url.Values{"t": {"made up&session"}, "psid": {"90000"}, "sid": {"90001"}, "lang": {"zh"}, "type": {"operator"}}); q.Encode() != want.Encode() {
		t.Errorf("query %v", q)
	}
	if heard := s.heard(); len(heard) != 1 || heard[0].body != "operator_token=made-up+operator%26token&secret_key=made-up+secret%26key" {
		t.Errorf("asked %+v", heard)
	}
	for _, bet := range []venue.ReplayBet{{BetID: "90001"}, {BetID: "90001"}, {BetID: "90001"}, {}, {BetID: "90001", Raw: []byte("?")}} {
		if address, err := v.Replay(t.Context(), bet); err == nil || address != "" {
			t.Errorf("%+v: %q, %v", bet, address, err)
		}
	}
}
