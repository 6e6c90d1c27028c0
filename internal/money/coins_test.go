package money_test

import (
	"encoding/json"
	"testing"

	"hongyun/internal/money"
)

func TestCoinsAndRatesAreReadAndPrintedExactly(t *testing.T) {
	for text, want := range map[string]money.Coins{"0": 0, "13.89": 13_890_000, "0.000001": 1, "999999999999": 999_999_999_999_000_000, "7.5": 7_500_000} {
		if got, err := money.ParseCoins(text); err != nil || got != want {
			t.Errorf("coins %s: %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "-1", "+1", "1e3", "01", "1.", ".5", "0.0000001", "1,000", "１", " 1", "NaN", "9999999999999"} {
		if got, err := money.ParseCoins(text); err == nil {
			t.Errorf("coins %q were read as %d", text, got)
		}
	}
	for _, text := range []string{"0", "0.00", "-7", "7.15250", "7,15", "1e1", "x", ""} {
		if got, err := money.ParseRate(text); err == nil {
			t.Errorf("rate %q was read as %d", text, got)
		}
	}
	r, err := money.ParseRate("7.1525")
	if err != nil || r != 71525 || r.String() != "7.1525" || money.Rate(72000).String() != "7.20" || money.Rate(70500).String() != "7.05" {
		t.Errorf("rate %s, %v", r, err)
	}
	text, err := json.Marshal(map[string]any{"c": money.Coins(1_388_880_000), "d": money.Coins(1), "r": r})
	if err != nil || string(text) != `{"c":1388.88,"d":0.000001,"r":7.1525}` {
		t.Errorf("%s, %v", text, err)
	}
}

// trust MON-5: the player sends at least the ordered amount, the operator sends
// at most the requested one, and either rounds once.
func TestAnAmountAndARateMeetOnce(t *testing.T) {
	r := money.Rate(72000)
	for _, c := range []struct {
		fen      money.Fen
		up, down money.Coins
	}{{10000, 13_890_000, 13_880_000}, {7200, 10_000_000, 10_000_000}, {1, 10_000, 0}, {720_000_000, 1_000_000_000_000, 1_000_000_000_000}} {
		up, err := r.Coins(c.fen, money.Up)
		if err != nil || up != c.up {
			t.Errorf("%s up: %s, %v", c.fen, up, err)
		}
		if down, err := r.Coins(c.fen, money.Down); err != nil || down != c.down {
			t.Errorf("%s down: %s, %v", c.fen, down, err)
		}
		if back, err := r.Yuan(up); err != nil || back < c.fen {
			t.Errorf("%s comes back as %s, %v", c.fen, back, err)
		}
	}
	if got, err := r.Yuan(13_890_000); err != nil || got != 10000 {
		t.Errorf("13.89 at 7.2: %s, %v", got, err)
	}
	for fen := money.Fen(1); fen < 200_000; fen += 37 {
		for _, rate := range []money.Rate{71525, 68999, 10001, 99999} {
			up, _ := rate.Coins(fen, money.Up)
			down, _ := rate.Coins(fen, money.Down)
			in, _ := rate.Yuan(up)
			out, _ := rate.Yuan(down)
			if in < fen || out > fen || up-down > money.Cent {
				t.Fatalf("%s at %s: %s up, %s down", fen, rate, in, out)
			}
		}
	}
	if _, err := money.Rate(1).Coins(1<<62, money.Up); err == nil {
		t.Error("an amount out of range")
	}
}
