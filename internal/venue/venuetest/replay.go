package venuetest

import (
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"

	"hongyun/internal/venue"
)

// replayCases are the page on which the vendor shows a finished round once more.
var replayCases = []testCase{
	{name: "replay: a bet's replay opens", run: func(k *kit) {
		r := k.replays()
		if r == nil {
			return
		}
		f := k.feed()
		id := f.bet(Bet{Game: k.harness.Game, Stake: 1050, Payout: 2029, Status: venue.BetSettled})
		line := f.byID(f.pull(f.from, f.to))[id]
		address, err := r.Replay(k.t.Context(), replayOf(line))
		if err != nil {
			k.t.Fatalf("Replay: %v", k.note(err))
		}
		if u, bad := url.Parse(address); bad != nil || u.Scheme != "http" && u.Scheme != "https" || u.Host == "" {
			k.t.Fatalf("Replay = %q", address)
		}
		for _, secret := range k.Secrets {
			if strings.Contains(address, secret) {
				k.t.Error("the address holds a secret")
			}
		}
		if status, page := k.opens(address); status != http.StatusOK || !strings.Contains(page, id) || !strings.Contains(page, "20.29") {
			k.t.Errorf("the page answers %d %q", status, page)
		}
		k.Clock.Advance(24 * time.Hour)
		if status, page := k.opens(address); status == http.StatusOK || strings.Contains(page, id) {
			k.t.Errorf("a day later the page answers %d", status)
		}
	}},
	{name: "replay: a round that the vendor does not know has no address", run: func(k *kit) {
		r := k.replays()
		if r == nil {
			return
		}
		account := k.ready(0)
		address, err := r.Replay(k.t.Context(), venue.ReplayBet{BetID: "NOBET1", Account: account})
		if err != nil {
			if _, refused := errors.AsType[*venue.Refusal](k.note(err)); !refused || address != "" {
				k.t.Errorf("Replay = %q, %v", address, err)
			}
			return
		}
		if status, _ := k.opens(address); status == http.StatusOK { // the address is made here, and the page says no
			k.t.Errorf("a round of nobody opens at %q", address)
		}
	}},
	{name: "replay: a call that goes wrong gives no address", run: func(k *kit) {
		r := k.replays()
		if r == nil {
			return
		}
		account := k.ready(0)
		for _, fault := range []string{"drop_request", "drop_response", "maintenance", "garbage"} {
			k.Company.Fault(k.t, "any", fault, 1, 0)
			if address, err := r.Replay(k.t.Context(), venue.ReplayBet{BetID: "NOBET1", Account: account}); err == nil || address != "" {
				k.t.Errorf("%s: %q, %v", fault, address, err)
			} else {
				_ = k.note(err)
			}
			k.Company.Heal(k.t)
		}
	}},
}

func replayOf(l venue.BetLine) venue.ReplayBet {
	return venue.ReplayBet{BetID: l.BetID, Account: l.Account, Game: l.Game, Raw: l.Raw}
}

// replays gives nil for a venue whose vendor shows no round, and notes why.
func (k *kit) replays() venue.Replayer {
	k.t.Helper()
	r, can := k.Venue.(venue.Replayer)
	if why := k.Venue.Rules().NoReplay; can != (why == "") {
		k.t.Errorf("shows rounds %v, says why not %q", can, why)
	} else if !can {
		k.declared(why)
		return nil
	}
	return r
}

// opens follows an address as a browser does.
func (k *kit) opens(address string) (status int, page string) {
	k.t.Helper()
	request, err := http.NewRequestWithContext(k.t.Context(), http.MethodGet, address, nil)
	if err != nil {
		k.t.Fatal(err)
	}
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		k.t.Fatal(err)
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	if err != nil {
		k.t.Fatal(err)
	}
	return answer.StatusCode, string(text)
}
