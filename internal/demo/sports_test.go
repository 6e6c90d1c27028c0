package demo

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/player/identity"
	"hongyun/internal/venue"
)

// SABA, BTI, KY and XJ188 open the sports book by an address of their own, behind
// which the company lets the player in, and JDB its slots. The money goes there and
// comes home.
func TestGamesOpenThroughTheirContracts(t *testing.T) {
	d := start(t, t.TempDir(), "")
	defer stop(t, d)
	for _, code := range []string{"saba", "bti", "kys", "xj", "s9"} {
		v, ok := d.App.Venues.Adapter(code)
		if !ok {
			t.Fatalf("no adapter of %s", code)
		}
		account := v.AccountName("ming01")
		order := func() venue.Movement {
			return venue.Movement{Ref: v.NewRef(account, time.Now()), Account: account, Amount: 50 * money.Yuan}
		}
		if got, err := v.Credit(t.Context(), order()); got != venue.Done {
			t.Errorf("%s: Credit = %v, %v", code, got, err)
		}
		address, err := v.Launch(t.Context(), venue.Launch{Account: account, Device: "pc"})
		if err != nil {
			t.Errorf("%s: %v", code, err)
			continue
		}
		page, err := http.Get(address)
		if err != nil {
			t.Fatal(err)
		}
		_ = page.Body.Close()
		if at := page.Request.URL.Path; !strings.HasPrefix(at, "/play/s/") { // the page itself is the browser tests'
			t.Errorf("%s opens %s", code, at)
		}
		if got, err := v.Debit(t.Context(), order()); got != venue.Done {
			t.Errorf("%s: Debit = %v, %v", code, got, err)
		}
	}
}

// PG and TF ask the operator's callbacks' listener who opened a game. The seeded player's
// game opens by that answer.
func TestVendorsThatAskWhoOpenedAGameOpenIt(t *testing.T) {
	d := start(t, t.TempDir(), "")
	defer stop(t, d)
	for _, code := range []string{"s8", "tf"} {
		opened, err := d.App.Launches.Open(t.Context(), venue.Opening{Player: identity.Fold(d.Players[0].Name), Venue: code, Game: "0"})
		if err != nil {
			t.Fatalf("%s: %v", code, err)
		}
		page, err := http.Get(opened.Address)
		if err != nil {
			t.Fatal(err)
		}
		_ = page.Body.Close()
		if at := page.Request.URL.Path; !strings.HasPrefix(at, "/play/s/") {
			t.Errorf("%s opens %s", code, at)
		}
	}
}
