package main

import (
	"strings"
	"testing"
	"time"

	"github.com/alecthomas/kong"

	"hongyun/internal/money"
	"hongyun/internal/staff/account"
)

// parsed is the product's configuration as its command line makes it.
func parsed(t *testing.T, args ...string) (houseFlags, error) {
	t.Helper()
	t.Setenv("HONGYUN_DATA_KEY", strings.Repeat("ab", 32))
	t.Setenv("HONGYUN_REQ_TOKEN_SECRETS", "s")
	var flags houseFlags
	parser, err := kong.New(&flags)
	if err != nil {
		t.Fatal(err)
	}
	_, err = parser.Parse(args)
	return flags, err
}

// D-19, trust RG-2: the product as shipped asks for an age of 18, no setting
// switches that off, and it serves no phone number until the operator names some.
func TestTheProductChecksTheAge(t *testing.T) {
	flags, err := parsed(t)
	if err != nil {
		t.Fatal(err)
	}
	c, err := flags.config()
	if err != nil || c.MinAge != 18 || c.Demo || len(c.Phones) != 0 || c.Serves != nil {
		t.Errorf("age %d, demo %v, phones %v, %v", c.MinAge, c.Demo, c.Phones, err)
	}
	flags, err = parsed(t, "--min-age=0", "--serve-phones=+86139,+86138")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := flags.config(); err == nil {
		t.Error("an age of 0 is accepted")
	}
	flags.MinAge = 21
	if c, err = flags.config(); err != nil || c.MinAge != 21 || len(c.Phones) != 2 {
		t.Errorf("%+v, %v", c, err)
	}
}

// WD-08: how often and how much a player withdraws a day is the operator's.
func TestWD_08_TheLimitsOfADayAreSettings(t *testing.T) {
	for _, c := range []struct {
		args  []string
		times int
		daily money.Fen
	}{
		{nil, 5, 200_000 * money.Yuan},
		{[]string{"--withdrawals-a-day=2", "--withdrawn-a-day=5000"}, 2, 5000 * money.Yuan},
		{[]string{"--withdrawals-a-day=0"}, 0, 0},
		{[]string{"--withdrawn-a-day=0.01"}, 0, 0},
		{[]string{"--withdrawn-a-day=much"}, 0, 0},
	} {
		flags, err := parsed(t, c.args...)
		if err != nil {
			t.Fatal(err)
		}
		got, err := flags.config()
		if c.times == 0 {
			if err == nil {
				t.Errorf("%v is accepted", c.args)
			}
			continue
		}
		if err != nil || got.Cashier.WithdrawTimes != c.times || got.Cashier.WithdrawDaily != c.daily || got.Cashier.DepositExpiry == 0 {
			t.Errorf("%v: %d %s %v", c.args, got.Cashier.WithdrawTimes, got.Cashier.WithdrawDaily, err)
		}
	}
}

// The networks of the office and how long a request waits are the operator's.
func TestTheOfficesSettingsReachTheHouse(t *testing.T) {
	flags, err := parsed(t, "--office-networks=203.0.113.0/24,2001:db8::/32", "--request-limit=48h", "--newcomer-wait=1h")
	if err != nil {
		t.Fatal(err)
	}
	c, err := flags.config()
	if err != nil || len(c.Office) != 2 || c.RequestFor != 48*time.Hour || c.NewcomerWait != time.Hour {
		t.Errorf("%v %v %v, %v", c.Office, c.RequestFor, c.NewcomerWait, err)
	}
	if flags, err = parsed(t); err == nil {
		c, err = flags.config()
	}
	if err != nil || len(c.Office) != 0 || c.RequestFor != 7*24*time.Hour || c.NewcomerWait != account.NewcomerWait {
		t.Errorf("as shipped: %v %v %v, %v", c.Office, c.RequestFor, c.NewcomerWait, err)
	}
	if flags, err = parsed(t, "--office-networks=somewhere"); err == nil {
		if _, err = flags.config(); err == nil {
			t.Error("a network that is none is taken")
		}
	}
}
