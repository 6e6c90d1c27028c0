package adminapi_test

import (
	"context"
	"errors"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/uuid"

	"hongyun/internal/apptest"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/destination"
	cashier "hongyun/internal/cashier/order"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/payment"
)

// ruleRow is a field of a kind of settings, another value for it, and what the cashier works by then.
type ruleRow struct {
	value any
	read  func(cashier.Settings) any
	want  any
}

// cashierRules are all fields of three kinds. Each one differs from what the test's house begins with.
var cashierRules = map[string]map[string]ruleRow{
	"cashier.deposit": {
		"expiry":        {600, func(s cashier.Settings) any { return s.DepositExpiry }, 10 * time.Minute},
		"claimGrace":    {45, func(s cashier.Settings) any { return s.ClaimGrace }, 45 * time.Minute},
		"paidGrace":     {90, func(s cashier.Settings) any { return s.PaidGrace }, 90 * time.Second},
		"bankOrders":    {2, func(s cashier.Settings) any { return s.BankOrdersOpen }, 2},
		"gatewayOrders": {3, func(s cashier.Settings) any { return s.GatewayOrdersOpen }, 3},
		"lateWatch":     {30, func(s cashier.Settings) any { return s.LateWatch }, 30 * time.Hour},
		"twin":          {7, func(s cashier.Settings) any { return s.TwinWindow }, 7 * time.Second},
		"turnover":      {200, func(s cashier.Settings) any { return s.TurnoverPercent }, int64(200)},
		"lookup":        {123_00, func(s cashier.Settings) any { return s.LookupAbove }, money.Fen(123_00)},
	},
	"cashier.withdrawal": {
		"min":       {50_00, func(s cashier.Settings) any { return s.WithdrawMin }, money.Fen(50_00)},
		"max":       {3_000_00, func(s cashier.Settings) any { return s.WithdrawMax }, money.Fen(3_000_00)},
		"times":     {4, func(s cashier.Settings) any { return s.WithdrawTimes }, 4},
		"daily":     {4_000_00, func(s cashier.Settings) any { return s.WithdrawDaily }, money.Fen(4_000_00)},
		"feeFixed":  {3_00, func(s cashier.Settings) any { return s.WithdrawFee.Fixed }, money.Fen(3_00)},
		"feeRate":   {100, func(s cashier.Settings) any { return s.WithdrawFee.Rate }, int64(100)},
		"feeFree":   {1, func(s cashier.Settings) any { return s.WithdrawFee.Free }, int64(1)},
		"hold":      {48, func(s cashier.Settings) any { return s.HoldAfterChange }, 48 * time.Hour},
		"claimFor":  {30, func(s cashier.Settings) any { return s.ClaimFor }, 30 * time.Minute},
		"wait":      {12, func(s cashier.Settings) any { return s.PayoutWait }, 12 * time.Hour},
		"cards":     {2, func(s cashier.Settings) any { return s.CardsMost }, 2},
		"addresses": {1, func(s cashier.Settings) any { return s.AddressesMost }, 1},
		"luhnWarns": {true, func(s cashier.Settings) any { return s.LuhnWarns }, true},
		"takeBack":  {false, func(s cashier.Settings) any { return s.TakeBack }, false},
	},
	"cashier.usdt": {
		"quote":   {60, func(s cashier.Settings) any { return s.QuoteFor }, time.Minute},
		"rest":    {36, func(s cashier.Settings) any { return s.CoinRest }, 36 * time.Hour},
		"orders":  {2, func(s cashier.Settings) any { return s.CoinOrdersOpen }, 2},
		"rateAge": {1, func(s cashier.Settings) any { return s.RateMaxAge }, time.Hour},
		"dust":    {int64(money.Coin / 2), func(s cashier.Settings) any { return s.DustBelow }, money.Coin / 2},
		"giveUp":  {12, func(s cashier.Settings) any { return s.PayoutGiveUp }, 12 * time.Hour},
	},
}

// setCashierRules has two people set every field of the three kinds through the calls of staff, and says for
// each field whether the cashier works by it.
func setCashierRules(t *testing.T, h *apptest.House, boss, second *desk) {
	t.Helper()
	rules := h.Cashier.Withdrawals.Rules
	for _, kind := range slices.Sorted(maps.Keys(cashierRules)) {
		rows, before := cashierRules[kind], rules()
		value := expect(t, boss.get("/settings/"+kind), 200).Body["items"].([]any)[0].(map[string]any)["value"].(map[string]any)
		for name := range value {
			if _, found := rows[name]; !found {
				t.Errorf("%s: the field %s has no row in this test", kind, name)
			}
		}
		for name, row := range rows {
			value[name] = row.value
		}
		agreed(boss, second, kind, map[string]any{"base": 0, "value": value, "on": true, "reason": "调整规则"})
		for name, row := range rows {
			if was, is := row.read(before), row.read(rules()); was == row.want || is != row.want {
				t.Errorf("%s: %s was %v and is %v, want %v", kind, name, was, is, row.want)
			}
		}
	}
}

// A withdrawal and its destinations obey every rule that two people set through the calls of staff.
func TestWithdrawalsObeyTheRulesThatPeopleSet(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss, second := sit(t, h, "boss", "owner"), sit(t, h, "lin", "owner")
		b, card := ming(t, h, "ming", cardA, 10_000_00)
		setCashierRules(t, h, boss, second)

		info := b.Post("/v1/Select/WithdrawalInfo")
		for field, want := range map[string]string{
			"MinAmount": "50", "MaxAmount": "3000", "TimesADay": "4", "DailyLimit": "4000", "FeeFixed": "3", "FeeRate": "100", "FeeFreeLeft": "1",
			"MaxCards": "2", "MaxAddresses": "1", "ChecksCard": "false",
		} {
			if got := info.Text("Data." + field); got != want {
				t.Errorf("the page is told %s %s, want %s", field, got, want)
			}
		}
		refused := func(what string, err, want error) {
			t.Helper()
			if !errors.Is(err, want) {
				t.Errorf("%s: %v, want %v", what, err, want)
			}
		}
		taken := func(amount, fee money.Fen) withdrawal.Withdrawal {
			t.Helper()
			h.Clock.Advance(time.Second)
			w, err := h.Cashier.Withdrawals.Ask(t.Context(), withdrawal.Order{
				ID: uuid.NewString(), Player: "ming", CardID: card.ID, Amount: amount, Password: "secret88", ClientIP: "203.0.113.9",
			})
			if err != nil || w.Fee != fee {
				t.Fatalf("withdraw %d: %v with a fee of %d, want %d", amount, err, w.Fee, fee)
			}
			return w
		}
		refused("below the least", askErr(t, h, "ming", card, 49_99), withdrawal.ErrMin)
		refused("above the most", askErr(t, h, "ming", card, 3_000_01), withdrawal.ErrMax)
		first := taken(50_00, 0) // the free one of the day
		if wait := first.HeldUntil.Sub(first.CreatedAt); wait < 47*time.Hour || wait > 48*time.Hour {
			t.Errorf("a withdrawal to a new card waits %v, want 48 hours from the card", wait)
		}
		if r := b.Post("/v1/Select/RecordDetail", "OrderSn", first.SN); !r.OK() || strings.Contains(string(r.Raw), `"TakeBack":true`) {
			t.Errorf("the player may take it back: %s", r)
		}
		expect(t, boss.post("/withdrawals/"+first.SN+"/claim", nil), 200)
		var claimed int64
		if err := h.DB.NewRaw("SELECT claim_expires_at - claimed_at FROM withdrawal WHERE sn = ?", first.SN).Scan(t.Context(), &claimed); err != nil {
			t.Fatal(err)
		}
		if claimed != (30 * time.Minute).Milliseconds() {
			t.Errorf("a claim lasts %d ms", claimed)
		}
		taken(100_00, 4_00)
		taken(3_000_00, 33_00)
		refused("above the day's sum", askErr(t, h, "ming", card, 850_01), withdrawal.ErrDaily)
		taken(850_00, 11_50)
		refused("a fifth of the day", askErr(t, h, "ming", card, 50_00), withdrawal.ErrTimes)

		bind := func(number string) error {
			_, err := h.Cashier.Cards.Bind(t.Context(), destination.CardOrder{
				Player: "ming", Bank: "ICBC", Number: number, Province: "广东省", City: "广州市", Branch: "天河支行",
			})
			return err
		}
		if err := bind(companyNumber); err != nil {
			t.Errorf("a card number with a wrong check digit: %v", err)
		}
		refused("a third card", bind(cardB), destination.ErrCardsMost)

		if err := h.Cashier.USDT.Seed(t.Context(), []usdt.Seed{{
			Network: payment.TRC20, Address: chainWallet(1), Deposit: 71_500, Payout: 72_500, Least: money.Coin, Most: 1000 * money.Coin,
		}}); err != nil {
			t.Fatal(err)
		}
		address, err := h.Cashier.Addresses.Add(t.Context(), "ming", "", chainWallet(2))
		if err != nil {
			t.Fatal(err)
		}
		_, err = h.Cashier.Addresses.Add(t.Context(), "ming", "", chainWallet(3))
		refused("a second address", err, destination.ErrAddressesMost)
		quote, err := h.Cashier.Withdrawals.Quote(t.Context(), "ming", address.ID, 100_00)
		if left := quote.ExpiresAt.Sub(h.Clock.Now()); err != nil || left != time.Minute {
			t.Errorf("a quote holds for %v, %v", left, err)
		}
		h.Clock.Advance(time.Hour + time.Second)
		_, err = h.Cashier.Withdrawals.Quote(t.Context(), "ming", address.ID, 100_00)
		refused("a rate of more than an hour", err, usdt.ErrRateOld)
	})
}

// A deposit obeys every rule that two people set through the calls of staff.
func TestDepositsObeyTheRulesThatPeopleSet(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss, second := sit(t, h, "boss", "owner"), sit(t, h, "lin", "owner")
		b, _ := ming(t, h, "ming", cardA, 0)
		setCashierRules(t, h, boss, second)

		sn := order(t, h, "ming", 500_00)
		dep, err := h.Cashier.Deposits.Find(t.Context(), "ming", sn)
		if left := dep.ExpiresAt.Sub(h.Clock.Now()); err != nil || left != 10*time.Minute {
			t.Errorf("%v to pay, %v", left, err)
		}
		order(t, h, "ming", 600_00)
		h.Clock.Advance(time.Second)
		_, err = h.Cashier.Deposits.Create(t.Context(), deposit.Order{
			ID: uuid.NewString(), Player: "ming", ChannelID: 1, Amount: 700_00, Name: "王小明", Type: "1", ClientIP: "203.0.113.9",
		})
		if !errors.Is(err, deposit.ErrBankOrdersOpen) {
			t.Errorf("a third open bank order: %v", err)
		}
		for i, amount := range []string{"300", "301", "302", "303"} {
			h.Clock.Advance(time.Second)
			r := b.Post("/v1/Do/CallDepositPay", "payment_id", "2", "amount", amount, "device_id", "1")
			if r.OK() != (i < 3) || i == 3 && r.Text("Code") != "deposit.open" {
				t.Errorf("open order %d at a gateway: %s", i+1, r)
			}
		}
		expect(t, boss.post("/deposits/"+sn+"/confirm", map[string]any{"received": "500.00", "bankReference": "BANK0001", "reason": "网银已到账"}), 200, "status", "done")
		if r := b.Post("/v1/Select/WithdrawalInfo"); r.Text("Data.TurnoverRequired") != "1000" {
			t.Errorf("turnover of a deposit of 500: %s", r)
		}
	})
}

// H-460: a company account that two people enter is given only to players of its levels of VIP.
func TestACompanyAccountThatPeopleEnterIsGivenToPlayersOfItsLevels(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss, second := sit(t, h, "boss", "owner"), sit(t, h, "lin", "owner")
		b := h.Register("ming")
		level := 0
		h.Cashier.Deposits.LevelOf = func(context.Context, db.Reader, string) (int, error) { return level, nil }
		agreed(boss, second, "pay.method", methodEntry("bank", "网银转账"))
		agreed(boss, second, "pay.channel", channelEntry("transfer", "bank", "Bank", "", ""))
		account := accountEntry()
		maps.Copy(account["value"].(map[string]any), map[string]any{"vipMin": 3, "vipMax": 5})
		agreed(boss, second, "pay.account", account)
		for _, c := range []struct {
			level int
			given bool
		}{{0, false}, {2, false}, {3, true}, {5, true}, {6, false}} {
			level = c.level
			listed, err := h.Cashier.Methods.CompanyBanks(t.Context(), "ming")
			if err != nil || (len(listed) == 1) != c.given {
				t.Errorf("level %d is shown %d accounts, %v", level, len(listed), err)
			}
			if !c.given {
				continue
			}
			h.Clock.Advance(minute)
			list := b.Post("/v1/Do/GetPayment", "channel_code", "bank")
			r := b.Post("/v1/Do/CallDepositPay", "payment_id", firstID(t, list), "amount", "800", "device_id", "1")
			if !r.OK() || !strings.Contains(string(r.Raw), companyNumber) {
				t.Errorf("level %d: %s", level, r)
			}
		}
		level = 6
		if _, err := h.Cashier.Deposits.Create(t.Context(), deposit.Order{
			ID: uuid.NewString(), Player: "ming", ChannelID: 1, Amount: 800_00, Name: "王小明", Type: "1", ClientIP: "203.0.113.9",
		}); !errors.Is(err, cashier.ErrNoPayee) {
			t.Errorf("an order above the account's levels: %v", err)
		}
	}, bare)
}
