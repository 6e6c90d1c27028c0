package deposit

import (
	"errors"
	"testing"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/method"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/ledger"
)

// A new style needs a row here.
func TestEachStyleHasItsRail(t *testing.T) {
	want := map[string]rail{
		method.StyleBank: bankRail{}, usdt.StyleCoin: chainRail{},
		method.StyleLink: gatewayRail{}, method.StyleLinkOpen: gatewayRail{}, method.StyleQr: gatewayRail{}, method.StyleMsg: gatewayRail{},
	}
	for _, style := range method.Styles {
		if got := railOf(style); got != want[style] {
			t.Errorf("%s: rail %T, want %T", style, got, want[style])
		}
	}
}

// The name of an account, the order on its rail and the ledger mean the same account.
func TestAnOrderForMoneyNamesTheAccountOfThatMoney(t *testing.T) {
	for source, account := range map[string]ledger.Account{
		"bank:7": ledger.HouseBank("7"), "gateway:epay": ledger.HouseGateway("epay"), "chain:trc20": ledger.HouseChain("trc20"),
	} {
		var dep Deposit
		dep.SetSource(source)
		if got := dep.rail().source(dep); got != source {
			t.Errorf("%s: the order names %s", source, got)
		}
		if got := HouseAccount(source); got != account {
			t.Errorf("%s: account %+v, want %+v", source, got, account)
		}
	}
}

// A person credits a bank transfer at once, a gateway's payment in review, and USDT never.
func TestEachRailSaysInWhichStateAPersonMayCredit(t *testing.T) {
	for _, c := range []struct {
		style, state string
		want         error
	}{
		{method.StyleBank, Pending, nil}, {method.StyleBank, Review, nil},
		{method.StyleLink, Claimed, ErrNotBank}, {method.StyleLink, Review, nil},
		{usdt.StyleCoin, Pending, ErrCoinProof}, {usdt.StyleCoin, Review, ErrCoinProof},
	} {
		if err := railOf(c.style).mayCredit(c.state); !errors.Is(err, c.want) {
			t.Errorf("%s in %s: %v, want %v", c.style, c.state, err, c.want)
		}
	}
}

// Staff find bank transfers alone, and only a gateway has a page of its own.
func TestStaffFindBankTransfersAndGatewaysHavePages(t *testing.T) {
	for _, c := range []struct {
		rail        rail
		staff, page bool
	}{{bankRail{}, true, false}, {gatewayRail{}, false, true}, {chainRail{}, false, false}} {
		if staff, page := c.rail.foundByStaff(), c.rail.asksGateway(); staff != c.staff || page != c.page {
			t.Errorf("%T: found by staff %v, asks a gateway %v", c.rail, staff, page)
		}
	}
}

// A name of another kind of account, or a number alone, is none of our bank accounts.
func TestOnlyTheNameOfABankAccountHasItsNumber(t *testing.T) {
	for source, want := range map[string]int64{"bank:7": 7, "7": 0, "gateway:7": 0, "bank:": 0, "bank:x": 0, "": 0} {
		if got := bank.IDOf(source); got != want {
			t.Errorf("%q: account %d, want %d", source, got, want)
		}
	}
}
