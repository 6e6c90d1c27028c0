package cq9

import (
	"errors"
	"testing"

	"hongyun/internal/venue"
)

// The question names one round and one account, and only an address at a host of the
// contract comes back.
func TestAReplayIsTheVendorsDetailPage(t *testing.T) {
	const path = "/order/detail/v2"
	v, s := openTest(t, map[string][]string{path: {
		data(`"https://rounds.example/?token=t1"`), status("8"), data(`{"url":"x"}`), data(`"javascript:alert(1)"`), data(`"https://other.example/"`), "hang up",
	}})
	v.config.LaunchHosts = []string{"rounds.example"}
	bet := venue.ReplayBet{BetID: "hall2:R1", Account: "test001", Raw: []byte(`{"round":"R1"}`)}
	if address, err := v.Replay(t.Context(), bet); err != nil || address != "https://rounds.example/?token=t1" {
		t.Errorf("Replay = %q, %v", address, err)
	}
	if heard := s.heard(); len(heard) != 1 || heard[0].method != "GET" || heard[0].path != "/gameboy"+path || heard[0].query != "account=test001&roundid=R1" || heard[0].authorization != testToken {
		t.Errorf("asked %+v", heard)
	}
	for i := range 5 {
		address, err := v.Replay(t.Context(), bet)
		if _, refused := errors.AsType[*venue.Refusal](err); err == nil || address != "" || refused != (i == 0) {
			t.Errorf("answer %d: %q, %v", i, address, err)
		}
	}
	asked := len(s.heard())
	for _, odd := range []venue.ReplayBet{{Account: "test001"}, {BetID: "R1"}, {BetID: "R1&x=y", Account: "test001"}} {
		if address, err := v.Replay(t.Context(), odd); err == nil || address != "" {
			t.Errorf("%+v: %q, %v", odd, address, err)
		}
	}
	if len(s.heard()) != asked {
		t.Error("the vendor was asked about no round")
	}
}
