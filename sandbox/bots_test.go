package sandbox

import (
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

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

func TestTheSwitchOfTheBotsIsAPage(t *testing.T) {
	r := newRig(t)
	page := func() string {
		got, err := http.Get(r.http.URL + "/control/")
		if err != nil {
			t.Fatal(err)
		}
		defer got.Body.Close()
		text, _ := io.ReadAll(got.Body)
		return string(text)
	}
	if text := page(); strings.Contains(text, "checked") || !strings.Contains(text, "模拟玩家") {
		t.Error(text)
	}
	saved, err := http.PostForm(r.http.URL+"/control/bots/form", url.Values{"crowd": {"on"}})
	if err != nil || saved.StatusCode != http.StatusOK {
		t.Fatal(saved, err)
	}
	_ = saved.Body.Close()
	if !r.play.Crowd() || !strings.Contains(page(), "checked") {
		t.Error("the form did not let the crowd in")
	}
	// A page elsewhere must not be able to turn the switch.
	q, _ := http.NewRequest(http.MethodPost, r.http.URL+"/control/bots/form", strings.NewReader(""))
	q.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	q.Header.Set("Origin", "http://elsewhere.example")
	other, err := http.DefaultClient.Do(q)
	if err != nil {
		t.Fatal(err)
	}
	_ = other.Body.Close()
	if other.StatusCode != http.StatusForbidden || !r.play.Crowd() {
		t.Errorf("a form of another site: %d", other.StatusCode)
	}
}
