package sandbox

import "testing"

func TestTheSwitchOfTheBots(t *testing.T) {
	r := newRig(t)
	if got := r.control("GET", "/bots", "", 200); got["crowd"] != false || got["players"] != 0.0 || got["maxPlayers"] != 0.0 {
		t.Errorf("at first: %v", got)
	}
	if got := r.control("POST", "/bots", `{"crowd":true}`, 200); got["crowd"] != true || !r.play.Crowd() {
		t.Errorf("on: %v", got)
	}
	for _, body := range []string{`{"players":1}`, `{"players":-1}`, `{"crowd":"yes"}`, `{"bots":true}`} {
		r.control("POST", "/bots", body, 400) // this program has no players to let play
	}
	if got := r.control("GET", "/bots", "", 200); got["crowd"] != true {
		t.Errorf("a refused change changed the switch: %v", got)
	}
	if got := r.control("POST", "/bots", `{"crowd":false}`, 200); got["crowd"] != false || r.play.Crowd() {
		t.Errorf("off: %v", got)
	}
}
