package cashier_test

import (
	"errors"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/method"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/player"
	"hongyun/internal/player/identity"
)

// DEP-01, DEP-02, DEP-03: the form is data.
func TestThePlayerSeesTheWaysToDepositWithTheirInputs(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		methods, err := h.Methods.Methods(t.Context())
		if err != nil || len(methods) != 2 {
			t.Fatalf("%d methods, %v", len(methods), err)
		}
		if m := methods[0]; m.Name != "网银转账" || !m.ShowName || !m.ShowAmount || m.ShowAddress || !strings.HasPrefix(m.AmountRange, "100,") {
			t.Errorf("method %+v", m)
		}
		channels, err := h.Methods.Channels(t.Context(), "online")
		if err != nil || len(channels) != 4 || channels[0].Name != "扫码支付甲" || channels[0].MinAmount != 1000 {
			t.Errorf("channels %+v, %v", channels, err)
		}
		info, err := h.Methods.PreInfo(t.Context(), "bank_transfer")
		if err != nil || len(info.Types) == 0 || len(info.Banks) != 0 {
			t.Errorf("PreInfo %+v, %v", info, err)
		}
		h.exec("UPDATE pay_method SET show_banks = TRUE WHERE code = 'bank'")
		if info, err = h.Methods.PreInfo(t.Context(), "bank_transfer"); err != nil || len(info.Banks) != len(bank.Banks()) {
			t.Errorf("PreInfo with banks %+v, %v", info, err)
		}
		_, err = h.Methods.PreInfo(t.Context(), "nothing")
		expect(t, "unknown channel", err, method.ErrNoChannel)

		h.exec("UPDATE pay_channel SET enabled = FALSE WHERE method = 'online'")
		if methods, _ := h.Methods.Methods(t.Context()); len(methods) != 1 {
			t.Errorf("a method without open channels is shown")
		}
		_, err = h.Deposits.Create(t.Context(), h.order(10000))
		expect(t, "closed channel", err, method.ErrNoChannel)
	})
}

// DEP-04: both styles give the player what they need, and an order number.
func TestADepositOrderLeadsToAPlaceToPay(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		link := h.deposit(h.order(10000))
		if link.Style != method.StyleLink || link.Link != "https://pay.example/"+link.SN || link.State != deposit.Pending {
			t.Errorf("link order %+v", link)
		}
		bank := h.deposit(h.bankOrder(10000))
		if bank.Style != method.StyleBank || bank.Payee.Number == "" || bank.Payee.Holder == "" || len(bank.Payee.Code) != 8 {
			t.Errorf("bank order %+v", bank)
		}
		if left := bank.ExpiresAt.Sub(h.clock.Now()); left != 1200*time.Second {
			t.Errorf("%v to pay", left)
		}
		for _, d := range []deposit.Deposit{link, bank} {
			got, err := h.Deposits.Find(t.Context(), "ming", d.SN)
			if err != nil || got.Amount != 10000 || got.Payee != d.Payee {
				t.Errorf("Find: %+v, %v", got, err)
			}
			_, err = h.Deposits.Find(t.Context(), "hong", d.SN)
			expect(t, "another player's order", err, deposit.ErrNotFound)
			expect(t, "another player's order", h.Deposits.MarkPaid(t.Context(), "hong", d.SN), deposit.ErrNotFound)
		}
		h.expectBook("ming", "")
	})
}

// DEP-06: the documented sentences, and the limits of the channel.
func TestDepositInputIsRefusedWithTheDocumentedSentence(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for _, tc := range []struct {
			what   string
			change func(*deposit.Order)
			text   string
		}{
			{"no amount", func(o *deposit.Order) { o.Amount = 0 }, "请输入正确金额"},
			{"negative", func(o *deposit.Order) { o.Amount = -100 }, "请输入正确金额"},
			{"below the limit", func(o *deposit.Order) { o.Amount = 9999 }, "存款金额须在100.00元至500,000.00元之间"},
			{"above the limit", func(o *deposit.Order) { o.Amount = 500_000*money.Yuan + 1 }, "存款金额须在100.00元至500,000.00元之间"},
			{"no name", func(o *deposit.Order) { o.Name = "" }, "请输入存款人姓名"},
			{"latin name", func(o *deposit.Order) { o.Name = "Wang" }, "请输入正确的姓名"},
			{"name with space", func(o *deposit.Order) { o.Name = "王 明" }, "请输入正确的姓名"},
			{"name ends in a dot", func(o *deposit.Order) { o.Name = "王明·" }, "请输入正确的姓名"},
			{"no type", func(o *deposit.Order) { o.Type = "" }, "不能为空"},
			{"unknown type", func(o *deposit.Order) { o.Type = "99" }, "不能为空"},
			{"unknown bank", func(o *deposit.Order) { o.BankID = "XX" }, "不能为空"},
			{"hidden direction in the remark", func(o *deposit.Order) { o.Remark = "a\u202eb" }, "备注含有不允许的字符"},
			{"remark of 101 characters", func(o *deposit.Order) { o.Remark = strings.Repeat("备", 101) }, "备注含有不允许的字符"},
			{"zero byte in the remark", func(o *deposit.Order) { o.Remark = "a\x00b" }, "备注含有不允许的字符"},
			{"unknown channel", func(o *deposit.Order) { o.ChannelID = 99 }, "该存款通道暂不可用，请选择其他通道"},
		} {
			o := h.bankOrder(10000)
			tc.change(&o)
			_, err := h.Deposits.Create(t.Context(), o)
			if err == nil || !strings.HasSuffix(err.Error(), ": "+tc.text) {
				t.Errorf("%s: %v, want %s", tc.what, err, tc.text)
			}
		}
		dotted := h.bankOrder(10000)
		dotted.Name, dotted.Remark = "阿卜杜拉•买买提", strings.Repeat("备", 100) // characters count, not bytes
		if d := h.deposit(dotted); d.Depositor != "阿卜杜拉·买买提" {
			t.Errorf("name kept as %q", d.Depositor)
		}
		if err := h.guard.Freeze(t.Context(), boris, "ming", []guard.Act{guard.Deposit}, time.Time{}, "核查中"); err != nil {
			t.Fatal(err)
		}
		_, err := h.Deposits.Create(t.Context(), h.order(10000))
		expect(t, "frozen player", err, guard.ErrDeposit)
		if n := h.count("SELECT COUNT(*) FROM deposit"); n != 1 {
			t.Errorf("%d orders; want the good one", n)
		}
	})
}

// DEP-07, trust IDE-1: one key is one order, whatever the network does.
func TestAnOrderSentAgainIsTheSameOrder(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for _, o := range []deposit.Order{h.order(10000), h.bankOrder(10000)} {
			var mu sync.Mutex
			seen := map[string]int{}
			var wg sync.WaitGroup
			for range 50 {
				wg.Go(func() {
					d, err := h.Deposits.Create(t.Context(), o)
					if err != nil && !errors.Is(err, deposit.ErrPending) {
						t.Error(err)
					}
					mu.Lock()
					seen[d.SN]++
					mu.Unlock()
				})
			}
			wg.Wait()
			delete(seen, "") // those that were told to wait
			if len(seen) != 1 {
				t.Errorf("%d orders from one key", len(seen))
			}
			h.clock.Advance(8 * 24 * time.Hour) // trust IDE-4: keys do not expire
			if _, err := h.Deposits.Create(t.Context(), o); err != nil {
				t.Errorf("eight days later: %v", err)
			}
			changed := o
			changed.Amount++
			_, err := h.Deposits.Create(t.Context(), changed)
			expect(t, "same key, other amount", err, deposit.ErrChanged)
		}
		if n := h.count("SELECT COUNT(*) FROM deposit"); n != 2 {
			t.Errorf("%d orders; want 2", n)
		}
	})
}

// trust IDE-3: a double click of a client without keys is one order; the same
// order a little later is a new one.
func TestADoubleClickWithoutAKeyIsOneOrder(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		var done, refused atomic.Int32
		var wg sync.WaitGroup
		for range 20 {
			o := h.bankOrder(10000)
			o.Keyless = true
			wg.Go(func() {
				switch _, err := h.Deposits.Create(t.Context(), o); {
				case err == nil:
					done.Add(1)
				case errors.Is(err, deposit.ErrTwin):
					refused.Add(1)
				default:
					t.Error(err)
				}
			})
		}
		wg.Wait()
		if done.Load() != 1 || refused.Load() != 19 {
			t.Errorf("%d done, %d refused", done.Load(), refused.Load())
		}
		other := h.bankOrder(20000)
		other.Keyless = true
		h.deposit(other)
		h.clock.Advance(4 * time.Second)
		again := h.bankOrder(10000)
		again.Keyless = true
		h.deposit(again)
	})
}

// trust F1, F2 for the create call: a gateway that does not answer may have
// taken the order.
func TestAGatewayThatDoesNotAnswerLeavesTheOrderOpen(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.gw.collect = func(payment.Order) error { return errors.New("connection reset") }
		o := h.order(10000)
		_, err := h.Deposits.Create(t.Context(), o)
		expect(t, "silent gateway", err, deposit.ErrGatewaySilent)
		if n := h.count("SELECT COUNT(*) FROM deposit WHERE state = 'pending'"); n != 1 {
			t.Fatalf("%d open orders", n)
		}
		h.gw.collect = nil
		d := h.deposit(o) // the player presses again
		if d.Link == "" {
			t.Errorf("no page after the second try: %+v", d)
		}
		if n := h.count("SELECT COUNT(*) FROM deposit"); n != 1 {
			t.Errorf("%d orders", n)
		}
		raw := h.gw.pay(d.SN, 10000)
		if err := h.callback(raw, h.gw.token(d.SN)); err != nil {
			t.Error(err)
		}
		h.expectBook("ming", "centre 10000 gateway -10000")

		h.gw.collect = func(payment.Order) error { return &payment.Refusal{Code: "-1"} }
		no := h.order(20000)
		_, err = h.Deposits.Create(t.Context(), no)
		expect(t, "gateway refuses", err, deposit.ErrGatewayRefused)
		if n := h.count("SELECT COUNT(*) FROM deposit WHERE state = 'closed'"); n != 1 {
			t.Errorf("%d closed orders", n)
		}
	})
}

// trust CBK-6: "I have paid" is a word, not money.
func TestSayingItIsPaidCreditsNothing(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		d := h.deposit(h.bankOrder(10000))
		for range 200 {
			if err := h.Deposits.MarkPaid(t.Context(), "ming", d.SN); err != nil {
				t.Fatal(err)
			}
		}
		if got := h.state(d.SN); got != deposit.Claimed {
			t.Errorf("state %s", got)
		}
		h.expectBook("ming", "")
		expect(t, "unknown order", h.Deposits.MarkPaid(t.Context(), "ming", "D0"), deposit.ErrNotFound)
	})
}

// DEP-11, trust CLK-4: 1,200 seconds by the server's clock; what was perhaps
// paid is looked at by a person and never closed by a clock.
func TestAnOrderExpiresAfterItsTime(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		sweep := func() {
			t.Helper()
			if err := h.Deposits.ExpireOld(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		waits, claimed := h.deposit(h.bankOrder(10000)), h.deposit(h.bankOrder(20000))
		late, link := h.deposit(h.bankOrder(30000)), h.deposit(h.order(40000))
		if err := h.Deposits.MarkPaid(t.Context(), "ming", claimed.SN); err != nil {
			t.Fatal(err)
		}
		h.clock.Advance(1199 * time.Second)
		sweep()
		if got := h.state(waits.SN); got != deposit.Pending {
			t.Errorf("after 1199 s: %s", got)
		}
		h.clock.Advance(time.Second)
		if d, _ := h.Deposits.Find(t.Context(), "ming", waits.SN); d.State != deposit.Expired {
			t.Errorf("shown after 1200 s, before the sweep: %s", d.State)
		}
		sweep()
		for sn, want := range map[string]string{waits.SN: deposit.Expired, link.SN: deposit.Expired, claimed.SN: deposit.Claimed} {
			if got := h.state(sn); got != want {
				t.Errorf("after 1200 s: %s, want %s", got, want)
			}
		}
		// A player who pays in the last minute says so a minute later.
		h.clock.Advance(time.Minute)
		if err := h.Deposits.MarkPaid(t.Context(), "ming", late.SN); err != nil {
			t.Error(err)
		}
		if got := h.state(late.SN); got != deposit.Review {
			t.Errorf("claimed after its time: %s", got)
		}
		expect(t, "gateway order", h.Deposits.MarkPaid(t.Context(), "ming", link.SN), deposit.ErrExpired)
		h.clock.Advance(30 * time.Minute)
		sweep()
		if got := h.state(claimed.SN); got != deposit.Review {
			t.Errorf("claimed and never confirmed: %s", got)
		}
		expect(t, "long past", h.Deposits.MarkPaid(t.Context(), "ming", waits.SN), deposit.ErrExpired)
		h.expectBook("ming", "")
	})
}

// practice 23: our accounts take turns, each up to its cap.
func TestCompanyAccountsTakeTurnsUpToTheirCap(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.exec("UPDATE company_bank SET daily_cap = 30000")
		for range 2 { // each account received 100 already
			d := h.deposit(h.bankOrder(10000))
			_, err := h.Deposits.ConfirmByHand(t.Context(), anna, deposit.Confirmation{SN: d.SN, Received: 10000, BankRef: d.SN, Reason: "银行已到账"})
			if err != nil {
				t.Fatal(err)
			}
		}
		var mu sync.Mutex
		used := map[string]int{}
		codes := map[string]bool{}
		var refused int
		var wg sync.WaitGroup
		for range 12 {
			o := h.bankOrder(15000)
			wg.Go(func() {
				d, err := h.Deposits.Create(t.Context(), o)
				mu.Lock()
				defer mu.Unlock()
				if errors.Is(err, order.ErrNoPayee) {
					refused++
					return
				}
				if err != nil {
					t.Error(err)
				}
				used[d.Payee.Number]++
				codes[d.Payee.Code] = true
			})
		}
		wg.Wait()
		if refused != 10 || len(used) != 2 || len(codes) != 2 {
			t.Errorf("refused %d, used %v, %d remark codes", refused, used, len(codes))
		}
		for number, n := range used {
			if n != 1 {
				t.Errorf("account %s got %d orders of 150 with a cap of 300 of which 100 came", number, n)
			}
		}
		h.clock.Advance(24 * time.Hour) // another day, and the open ones of yesterday do not count
		a, b := h.deposit(h.bankOrder(10000)), h.deposit(h.bankOrder(10000))
		if a.Payee.Number == b.Payee.Number {
			t.Error("the accounts do not take turns")
		}
	})
}

// trust AUT-4: an order number tells nobody the next one.
func TestOrderNumbersCannotBeCounted(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		seen := map[string]bool{}
		for i := range 40 {
			o := h.bankOrder(10000 + money.Fen(i))
			d := h.deposit(o)
			if seen[d.SN[7:]] || len(d.SN) != 18 || strings.Trim(d.SN, "0123456789ABCDEFGHJKMNPQRSTVWXYZ") != "" {
				t.Errorf("order number %s", d.SN)
			}
			seen[d.SN[7:]] = true
		}
	})
}

// What no column can hold is nobody's, and never a failure of the database.
func TestTextThatCannotBeStoredIsNotFound(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		ctx := t.Context()
		for _, bad := range []string{"a\x00b", "\xff\xfe"} {
			_, err := h.Deposits.Find(ctx, "ming", bad)
			expect(t, "Find", err, deposit.ErrNotFound)
			expect(t, "MarkPaid", h.Deposits.MarkPaid(ctx, "ming", bad), deposit.ErrNotFound)
			_, err = h.Methods.PreInfo(ctx, bad)
			expect(t, "PreInfo", err, method.ErrNoChannel)
			if channels, err := h.Methods.Channels(ctx, bad); err != nil || len(channels) != 0 {
				t.Errorf("Channels: %v, %v", channels, err)
			}
			_, _, err = h.Deposits.ReceiveCallback(ctx, "epay", bad, "198.51.100.9", payment.Raw{Method: bad, Body: []byte(bad)})
			expect(t, "ReceiveCallback", err, deposit.ErrNotFound)
			if list, err := h.Deposits.List(ctx, deposit.Filter{Player: bad, Order: bad}); err != nil || list.Total != 0 {
				t.Errorf("List: %v", err)
			}
			if list, err := h.Withdrawals.List(ctx, withdrawal.Filter{Order: bad}); err != nil || list.Total != 0 {
				t.Errorf("withdrawals: %v", err)
			}
			_, err = h.Withdrawals.Claim(ctx, anna, bad)
			expect(t, "Claim", err, withdrawal.ErrNotFound)
			_, err = h.Deposits.ConfirmByHand(ctx, anna, confirm(bad, 100, "R1"))
			expect(t, "ConfirmByHand", err, deposit.ErrNotFound)
			if owners, err := h.Cards.Owners(ctx, bad); err != nil || len(owners) != 0 {
				t.Errorf("Owners: %v", err)
			}
		}
	})
}

// DEP-10: many players pay at once while no callback comes through, as after an
// outage. One pass finds all of them, also behind orders of a gateway that was
// taken out meanwhile.
func TestManyLostCallbacksAreFoundInOnePass(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		const gone, paid = 100, 120
		for range gone {
			h.deposit(h.order(10000))
		}
		guard := "DROP TRIGGER deposit_order"
		if h.d.Postgres() {
			guard += " ON deposit"
		}
		h.exec(guard)
		h.exec("UPDATE deposit SET gateway = 'gone'")
		for range paid {
			h.gw.pay(h.deposit(h.order(10000)).SN, 10000)
		}
		h.clock.Advance(16 * time.Second)
		if err := h.Deposits.PollOpen(t.Context()); err != nil {
			t.Fatal(err)
		}
		h.expectBook("ming", "centre 1200000 gateway -1200000")
		h.clock.Advance(time.Hour)
		if err := h.Deposits.ExpireOld(t.Context()); err != nil {
			t.Fatal(err)
		}
		if n := h.count("SELECT COUNT(*) FROM deposit WHERE state = 'pending'"); n != 0 {
			t.Errorf("%d orders still wait an hour later", n)
		}
	})
}

// D-19, trust RG-2: an order to deposit and one to withdraw ask for the age.
func TestTrust_RG_2_AMinorNeitherDepositsNorWithdraws(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		card := h.bind("ming", 1)
		h.give("ming", 50000)
		attempt := func(name string, want error) {
			t.Helper()
			_, err := h.Deposits.Create(t.Context(), h.order(10000))
			expect(t, name+", deposit", err, want)
			_, err = h.Withdrawals.Ask(t.Context(), h.withdrawOrder(card, 10000))
			expect(t, name+", withdrawal", err, want)
		}
		h.exec("UPDATE player SET birthday = ''")
		attempt("no birthday", identity.ErrNoBirthday)
		if err := h.players.UpdateInfo(t.Context(), "ming", player.InfoBirthday, "2008-03-03"); !errors.Is(err, identity.ErrUnderAge) {
			t.Fatal(err)
		}
		attempt("one day too young", identity.ErrUnderAge)
		h.clock.Advance(24 * time.Hour)
		if _, err := h.Deposits.Create(t.Context(), h.order(10000)); err != nil {
			t.Errorf("of age: %v", err)
		}
	})
}

// DEP-05: a code and a message are kept with the order, shown again while it
// waits, and paid as every other order through a gateway. The same order sent
// again asks the gateway nothing.
func TestACodeAndAMessageAreKeptWithTheOrder(t *testing.T) {
	const message = "收款银行：演示银行\n收款账号：6222020000000000000"
	for _, c := range []struct {
		name        string
		channel     int64
		place       payment.Collection
		style       string
		qr, message string
	}{
		{"a code", channelQr, payment.Collection{QR: "wxp://f2f0abc"}, method.StyleQr, "wxp://f2f0abc", ""},
		{"an address drawn as a code", channelQr, payment.Collection{Link: "https://pay.example/c"}, method.StyleQr, "https://pay.example/c", ""},
		{"a message", channelMsg, payment.Collection{Message: message}, method.StyleMsg, "", message},
	} {
		t.Run(c.name, func(t *testing.T) {
			each(t, func(t *testing.T, h *house) {
				h.gw.place = &c.place
				o := h.order(10000)
				o.ChannelID = c.channel
				d := h.deposit(o)
				if d.Style != c.style || d.QR != c.qr || d.Message != c.message || d.State != deposit.Pending || d.ExpiresAt.Sub(d.CreatedAt) != 1200*time.Second {
					t.Fatalf("%+v", d)
				}
				again := h.deposit(o)
				found, err := h.Deposits.Find(t.Context(), "ming", d.SN)
				if err != nil || again.SN != d.SN || again.Message != c.message || found.QR != c.qr || found.Message != c.message || h.gw.opened != 1 {
					t.Errorf("%+v, then %+v, %v; the gateway was asked %d times", again, found, err, h.gw.opened)
				}
				if err := h.callback(h.gw.pay(d.SN, 10000), h.gw.token(d.SN)); err != nil {
					t.Error(err)
				}
				if h.state(d.SN) != deposit.Credited {
					t.Errorf("state %s", h.state(d.SN))
				}
				h.expectBook("ming", "centre 10000 gateway -10000")
			})
		})
	}
}
