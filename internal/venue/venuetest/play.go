package venuetest

import (
	"net/url"
	"strings"
	"sync"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
)

// playCases are launching and throwing out.
var playCases = []testCase{
	{name: "launching gives an address a browser can open", run: func(k *kit) {
		account := k.ready(0)
		for _, game := range []string{"", "0", k.harness.Game} {
			l := venue.Launch{Account: account, Game: game, Mode: "1", Language: "zh-CN", IP: "203.0.113.7", Device: "pc", BackURL: "https://site.example/#/Boardgame_01"}
			address, err := k.Venue.Launch(k.t.Context(), l)
			u, bad := url.Parse(address)
			if err != nil || bad != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
				k.t.Errorf("game %q: %q, %v", game, address, err)
			}
		}
	}},
	{name: "launching creates who is not there yet", run: func(k *kit) {
		account := k.Venue.AccountName(player)
		if _, err := k.Venue.Launch(k.t.Context(), venue.Launch{Account: account, IP: "203.0.113.7"}); err != nil {
			k.t.Errorf("Launch: %v", err)
		}
	}},
	{name: "launching moves no money", run: func(k *kit) {
		account := k.ready(have)
		if _, err := k.Venue.Launch(k.t.Context(), venue.Launch{Account: account, IP: "203.0.113.7"}); err != nil {
			k.t.Errorf("Launch: %v", err)
		}
		k.holds(account, have)
	}},
	{name: "a game that is not there is an error", run: func(k *kit) {
		account := k.ready(0)
		if address, err := k.Venue.Launch(k.t.Context(), venue.Launch{Account: account, Game: k.harness.NoGame, IP: "203.0.113.7"}); err == nil {
			k.t.Errorf("opened %q", address)
		}
	}},
	{name: "a launch that goes wrong gives no address", run: func(k *kit) {
		if k.harness.LaunchIsLocal {
			k.declared("the adapter makes the address itself and asks nobody")
			return
		}
		account := k.ready(0)
		for _, fault := range []string{"drop_request", "drop_response", "commit_then_500", "maintenance", "garbage", "garbage", "garbage", "garbage", "refuse"} {
			k.Company.Fault(k.t, "launch", fault, 1, 0)
			if address, err := k.Venue.Launch(k.t.Context(), venue.Launch{Account: account, IP: "203.0.113.7"}); err == nil || address != "" {
				k.t.Errorf("%s: %q, %v", fault, address, err)
			} else {
				_ = k.note(err)
			}
			k.Company.Heal(k.t)
		}
	}},
	{name: "throwing out a player may be repeated", run: func(k *kit) {
		kicker, ok := k.Venue.(venue.Kicker)
		if !ok {
			k.declared("the vendor cannot throw a player out")
			return
		}
		account := k.ready(0)
		for range 2 {
			if err := kicker.Kick(k.t.Context(), account); err != nil {
				k.t.Errorf("Kick: %v", err)
			}
		}
		if err := kicker.Kick(k.t.Context(), k.Venue.AccountName("nobody")); err != nil {
			k.t.Errorf("Kick of a player who is not there: %v", err)
		}
	}},
	{name: "players do not disturb each other", patient: true, run: func(k *kit) {
		var wg sync.WaitGroup
		for _, name := range []string{"aaaa", "bbbb", "cccc", "dddd", "eeee", "ffff"} {
			account := k.Venue.AccountName(name)
			wg.Go(func() {
				for range 3 {
					if got, err := k.Venue.Credit(k.t.Context(), venue.Movement{Ref: k.Venue.NewRef(account, k.Clock.Now()), Account: account, Amount: amount}); got != venue.Done {
						k.t.Errorf("Credit of %s = %v, %v", name, got, err)
					}
				}
			})
		}
		wg.Wait()
		for _, name := range []string{"aaaa", "bbbb", "cccc", "dddd", "eeee", "ffff"} {
			k.holds(k.Venue.AccountName(name), 3*amount)
		}
	}},
	{name: "names keep players apart", run: func(k *kit) {
		seen := map[string]string{}
		for _, name := range []string{"abcd", "abcde", "abcdefghij", "1234", "a234567890", "0000"} {
			account := k.Venue.AccountName(name)
			if other := seen[account]; other != "" || account == "" || strings.ContainsAny(account, " &=?%/") {
				k.t.Errorf("%s is called %q, like %q", name, account, other)
			}
			seen[account] = name
		}
	}},
	{name: "the limits make sense", run: func(k *kit) {
		r := k.Venue.Rules()
		if r.Timeout <= 0 || r.VisibleAfter < 10*time.Second || r.MaxAmount < 0 || (r.WholeYuan && r.MaxAmount%money.Yuan != 0) {
			k.t.Errorf("Rules = %+v", r)
		}
	}},
}
