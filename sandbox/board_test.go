package sandbox

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"hongyun/sandbox/board"
)

// A launch of the KY protocol opens a board table. The hold of a round leaves
// the wallet at the choice, and no money leaves the venue while the round
// lasts.
func TestALaunchOpensABoardTable(t *testing.T) {
	r := newRig(t)
	r.enter()
	body, err := r.ky("s=0&account=ming&money=0&orderid=" + number(1) + "&ip=127.0.0.1&lineCode=hy&KindID=830")
	var launch struct{ D struct{ URL string } }
	if err != nil || json.Unmarshal([]byte(body), &launch) != nil || launch.D.URL == "" {
		t.Fatalf("%s %v", body, err)
	}
	client := &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}
	entered, err := client.Get(launch.D.URL)
	if err != nil {
		t.Fatal(err)
	}
	_ = entered.Body.Close()
	page := r.http.URL + entered.Header.Get("Location")
	get := func(path string, into any) {
		t.Helper()
		answer, err := http.Get(page + path)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		if err := json.NewDecoder(answer.Body).Decode(into); err != nil || answer.StatusCode != http.StatusOK {
			t.Fatalf("%s: %d %v", path, answer.StatusCode, err)
		}
	}
	var state struct {
		Venue string
		Game  struct{ Kind, Code, Name string }
	}
	if get("state", &state); state.Venue != "鸿运棋院" || state.Game.Kind != "board" || state.Game.Name != "抢庄牛牛" {
		t.Errorf("%+v", state)
	}
	var table struct {
		Table struct {
			Round, Phase string
			EndsAt       int64
		}
		Held string
	}
	for get("board/table?code=N1", &table); table.Table.Phase != string(board.Betting); get("board/table?code=N1", &table) {
		r.at.Advance(board.DealingFor / 4)
	}
	put, err := http.Post(page+"board/act", "application/json", strings.NewReader(fmt.Sprintf(`{"round":%q,"multiple":1}`, table.Table.Round)))
	if err != nil || put.StatusCode != http.StatusOK {
		t.Fatalf("%v %v", put, err)
	}
	_ = put.Body.Close()
	if get("board/table?code=N1", &table); table.Held == "0.00" || r.purse("ming") == "100.00" {
		t.Errorf("held %s, purse %s", table.Held, r.purse("ming"))
	}
	out := "s=3&account=ming&money=1&orderid="
	if got, err := r.ky(out + number(2)); err != nil || !strings.Contains(got, `"code":33`) {
		t.Errorf("withdrawal during the round: %s %v", got, err)
	}
	r.at.Advance(board.RoundFor)
	if err := r.play.Settle(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, err := r.ky(out + number(3)); err != nil || !strings.Contains(got, `"code":0`) {
		t.Errorf("withdrawal after the round: %s %v", got, err)
	}
}
