package cashier_test

import (
	"testing"

	"github.com/google/uuid"

	"hongyun/internal/cashier/destination"
	"hongyun/internal/guard"
	"hongyun/internal/payment"
	"hongyun/internal/player"
	"hongyun/internal/player/access"
	"hongyun/internal/player/identity"
)

// came registers a player with a browser, without a birthday.
func (h *house) came(name, phone, device string) (access.Login, error) {
	return h.players.Register(h.t.Context(), player.Registration{
		Name: name, Password: "Kx7mQ2pLw", Phone: phone, VerifyCode: "abcd", VRand: uuid.NewString(),
		Client: identity.Client{IP: "198.51.100.7", UserAgent: "test", DeviceCookie: device},
	})
}

// trust RG-4: a self-excluded person who comes back under the same true name
// with the same phone, birthday, browser, card or address is kept out in five of
// five ways, and each account is a case for staff. The name alone blocks nobody.
func TestTrust_RG_4_AnExcludedPersonWhoReturnsIsBlocked(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		ctx := t.Context()
		fill := func(name string, kind int, value string) {
			t.Helper()
			if err := h.players.UpdateInfo(ctx, name, kind, value); err != nil {
				t.Fatal(err)
			}
		}
		login, err := h.came("gone", "13700000001", "")
		if err != nil {
			t.Fatal(err)
		}
		fill("gone", player.InfoTrueName, "赵大海")
		fill("gone", player.InfoBirthday, "1988-08-08")
		h.bind("gone", 1)
		address := wallet(payment.TRC20, 8)
		if _, err := h.Addresses.Add(ctx, "gone", "", address); err != nil {
			t.Fatal(err)
		}
		if _, err := h.guard.Exclude(ctx, "gone", guard.HalfYear); err != nil {
			t.Fatal(err)
		}
		_, err = h.came("phone", "13700000001", "")
		expect(t, "the same phone", err, identity.ErrPhoneTaken)
		for i, c := range []struct {
			name, device string
			birthday     string
			do           func(name string)
			blocked      bool
		}{
			{"device", login.DeviceCookie, "1990-01-31", nil, true},
			{"birth", "", "1988-08-08", nil, true},
			{"card", "", "1990-01-31", func(name string) {
				_, err := h.Cards.Bind(ctx, cardOrder(name, 1))
				expect(t, "the same card", err, destination.ErrCardTaken)
			}, true},
			{"coin", "", "1990-01-31", func(name string) {
				if _, err := h.Addresses.Add(ctx, name, "", address); err != nil {
					t.Fatal(err)
				}
			}, true},
			{"namesake", "", "1990-01-31", nil, false},
		} {
			if _, err := h.came(c.name, "1370000001"+string(rune('0'+i)), c.device); err != nil {
				t.Fatal(err)
			}
			fill(c.name, player.InfoBirthday, c.birthday)
			fill(c.name, player.InfoTrueName, "赵大海")
			if c.do != nil {
				c.do(c.name)
			}
			o := h.order(10000)
			o.Player = c.name
			if _, err := h.Deposits.Create(ctx, o); c.blocked {
				expect(t, c.name, err, guard.ErrDeposit)
			} else if err != nil {
				t.Errorf("%s: %v", c.name, err)
			}
			if err := h.guard.Check(ctx, h.d, c.name, guard.Withdraw); err != nil {
				t.Errorf("%s may not withdraw: %v", c.name, err)
			}
		}
		cases, err := h.guard.Returns(ctx, h.d, 10)
		if err != nil || len(cases) != 4 {
			t.Fatalf("%+v, %v", cases, err)
		}
		if n, err := h.guard.CountReturns(ctx, h.d); err != nil || n != 4 {
			t.Errorf("counted %d, %v", n, err)
		}
		// Two people decide that it is another person: the match blocks no second time.
		id, err := h.guard.AskLift(ctx, desk, "birth", "核实为另一人")
		if err != nil {
			t.Fatal(err)
		}
		if _, err := h.staff.Decide(ctx, boris, id, true, ""); err != nil {
			t.Fatal(err)
		}
		o := h.order(10000)
		o.Player = "birth"
		if _, err := h.Deposits.Create(ctx, o); err != nil {
			t.Errorf("after staff decided: %v", err)
		}
		h.refuses("DELETE FROM guard_return")
		h.refuses("UPDATE guard_return SET marks = ''")
	})
}

// trust RG-4: an account that was there before is found at its next order.
func TestTrust_RG_4_AnOlderAccountIsFoundAtItsNextOrder(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		ctx := t.Context()
		h.register("second", "王小明") // ming's name and birthday
		o := h.order(10000)
		o.Player = "second"
		if _, err := h.Deposits.Create(ctx, o); err != nil {
			t.Fatal(err)
		}
		if _, err := h.guard.Exclude(ctx, "ming", guard.Indefinite); err != nil {
			t.Fatal(err)
		}
		o.ID = "the next one"
		_, err := h.Deposits.Create(ctx, o)
		expect(t, "the next order", err, guard.ErrDeposit)
	})
}
