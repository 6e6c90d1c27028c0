package demo

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
)

// AE Sexy opens its lobby and its game as the live tables of the sandbox. A bet is taken
// there, and the rest of the money comes home.
func TestTheTablesOfAESexyArePlayed(t *testing.T) {
	d := start(t, t.TempDir(), "")
	defer stop(t, d)
	v, ok := d.App.Venues.Adapter("sexy")
	if !ok {
		t.Fatal("no adapter")
	}
	account := v.AccountName("ming01")
	order := func(amount money.Fen) venue.Movement {
		return venue.Movement{Ref: v.NewRef(account, time.Now()), Account: account, Amount: amount}
	}
	if got, err := v.Credit(t.Context(), order(50*money.Yuan)); got != venue.Done {
		t.Fatalf("Credit = %v, %v", got, err)
	}
	page := ""
	for _, game := range []string{"0", "MX-LIVE-001"} {
		address, err := v.Launch(t.Context(), venue.Launch{Account: account, Game: game, Device: "pc"})
		if err != nil {
			t.Fatal(err)
		}
		opened, err := http.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		_ = opened.Body.Close()
		page = opened.Request.URL.String()
		var state struct {
			Balance string
			Game    struct{ Kind string }
		}
		if ask(t, page+"state", "", &state); !strings.HasPrefix(opened.Request.URL.Path, "/play/s/") || state.Game.Kind != "live" || state.Balance != "50.00" {
			t.Errorf("%s opens %s: %+v", game, opened.Request.URL.Path, state)
		}
	}
	playOneBet(t, page)
	if got, err := v.Balance(t.Context(), account); err != nil || got < 40*money.Yuan { // more where the tie came meanwhile
		t.Errorf("Balance = %s, %v", got, err)
	}
	if got, err := v.Debit(t.Context(), order(40*money.Yuan)); got != venue.Done {
		t.Errorf("Debit = %v, %v", got, err)
	}
}

// playOneBet puts ten yuan on a tie at the first table that takes bets.
func playOneBet(t *testing.T, page string) {
	t.Helper()
	for range 30 {
		var floor struct {
			Tables []struct{ Code, Game, Round, Phase string }
		}
		ask(t, page+"live/floor", "", &floor)
		for i, one := range floor.Tables {
			var put struct{ Balance string }
			body := `{"id":"tie-bet-` + string(rune('a'+i)) + `","round":"` + one.Round + `","bets":[{"spot":"tie","stake":"10"}]}`
			if one.Phase == "betting" && one.Game == "baccarat" && ask(t, page+"live/bet", body, &put) == http.StatusOK && put.Balance == "40.00" {
				return
			}
		}
		time.Sleep(time.Second)
	}
	t.Error("no table took a bet")
}

// ask puts a call of a game's page, with a body or without, and reads its answer.
func ask(t *testing.T, address, body string, into any) int {
	t.Helper()
	method := http.MethodGet
	if body != "" {
		method = http.MethodPost
	}
	request, err := http.NewRequestWithContext(t.Context(), method, address, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.DefaultClient.Do(request)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	if err := json.NewDecoder(response.Body).Decode(into); err != nil {
		t.Errorf("%s: %v", address, err)
	}
	return response.StatusCode
}
