package adminapi_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/player"
	"hongyun/internal/staff"
)

func (r reply) risks() (codes []string) {
	for i := 0; ; i++ {
		code := r.at("risks." + string(rune('0'+i)) + ".code")
		if code == "none" {
			return codes
		}
		codes = append(codes, code)
	}
}

// Trust WDR-6: each sign is shown for the withdrawal that has it, with its figures
// and the page that shows more, and for no other.
func TestTrust_WDR_6_AWithdrawalShowsItsRisks(t *testing.T) {
	run := func(t testing.TB, h *apptest.House, statement string, args ...any) {
		t.Helper()
		err := h.DB.Write(context.Background(), func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw(statement, args...).Exec(ctx)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	cases := []struct {
		code, text, place string
		make              func(t testing.TB, h *apptest.House, boss *desk)
	}{
		{"linked", "与1名玩家共用邮箱：hong", "links", func(t testing.TB, h *apptest.House, _ *desk) {
			h.Register("hong")
			for _, name := range []string{"ming", "hong"} {
				if err := h.Players.UpdateInfo(t.Context(), name, player.InfoEmail, "same@example.com"); err != nil {
					t.Fatal(err)
				}
			}
		}},
		{"cases", "该玩家有1个未结案件", "cases", func(t testing.TB, h *apptest.House, _ *desk) {
			if err := h.Guard.BlockReturned(t.Context(), guard.Match{Player: "ming", Excluded: "gone", By: []string{"真实姓名", "设备"}}); err != nil {
				t.Fatal(err)
			}
		}},
		{"transfers", "有1笔转账没有结果", "transfers", func(t testing.TB, h *apptest.House, _ *desk) {
			fault(t, h, "transfer_in drop_request", "status maintenance")
			stuck(t, h, "ming", "ky", 100_00)
			h.Clock.Advance(2 * minute)
		}},
		{"bonus", "近30天没有存款，领取红利¥88.00", "promotions", func(t testing.TB, h *apptest.House, _ *desk) {
			h.Broken = true // an award without its entry is enough to look at
			run(t, h, "INSERT INTO promo_player (player, frozen, reason, frozen_by, frozen_at) VALUES ('ming', FALSE, '', '', 0) ON CONFLICT DO NOTHING")
			run(t, h, `INSERT INTO promo_award (id, rule, from_day, kind, player, item, period, ref, basis, amount, required, state, why, remark, packets, made_by, decided_by, month, at, ended_at)
				SELECT 'a1', id, from_day, kind, 'ming', 'x', 20260301, '', 1, 8800, 0, 'paid', '', '', '[]', 'x', '', 202603, ?, ? FROM promo_rule ORDER BY id LIMIT 1`,
				h.Clock.Now().UnixMilli(), h.Clock.Now().UnixMilli())
			h.Clock.Advance(minute)
		}},
		{"device", "提款前首次使用新设备登录", "sessions", func(t testing.TB, h *apptest.House, _ *desk) {
			run(t, h, "UPDATE player_device SET first_at = ? WHERE player = 'ming'", h.Clock.Now().Add(-100*time.Hour).UnixMilli())
			run(t, h, "INSERT INTO player_device (player, device_hash, first_at, last_at) VALUES ('ming', 'new', ?0, ?0)", h.Clock.Now().UnixMilli())
		}},
		{"unusual", "本次提款¥450.00，以往3笔平均¥100.00", "withdrawals", func(t testing.TB, h *apptest.House, boss *desk) {
			payer := sit(t, h, "qian", "finance")
			cards, err := h.Cashier.Cards.List(t.Context(), "ming")
			if err != nil {
				t.Fatal(err)
			}
			for i := range 3 {
				at := "/withdrawals/" + ask(t, h, "ming", cards[0], 100_00)
				expect(t, boss.post(at+"/claim", nil), 200)
				expect(t, boss.post(at+"/approve", nil), 200)
				expect(t, payer.post(at+"/paid", map[string]any{"reference": "OUT" + string(rune('1'+i))}), 200, "state", "paid")
				h.Clock.Advance(minute)
			}
			h.Clock.Advance(25 * 60 * minute)
			boss.logIn()
		}},
		{"through", "72小时内存入¥500.00，有效投注¥600.00，本次提款¥450.00", "bets", func(t testing.TB, h *apptest.House, boss *desk) {
			at := "/deposits/" + order(t, h, "ming", 500_00) + "/confirm"
			expect(t, boss.post(at, map[string]any{"received": "500.00", "bankReference": "ICBC 0001", "reason": "网银已到账"}), 200, "status", "done")
			move(t, h, "ming", "ky", 600_00)
			play(t, h, "ky", "ming", "g1", 600_00, 500_00)
			h.Advance(10 * minute)
		}},
	}
	for _, c := range cases {
		t.Run(c.code, func(t *testing.T) {
			apptest.Each(t, func(t *testing.T, h *apptest.House) {
				boss := sit(t, h, "boss", "owner")
				_, card := ming(t, h, "ming", cardA, 2000_00)
				if got := boss.get("/withdrawals/" + ask(t, h, "ming", card, 300_00)).risks(); len(got) != 0 {
					t.Errorf("before: %v", got)
				}
				c.make(t, h, boss)
				r := boss.get("/withdrawals/" + ask(t, h, "ming", card, 450_00))
				if got := r.risks(); len(got) != 1 || got[0] != c.code {
					t.Fatalf("%v, want %s: %s", got, c.code, r.Raw)
				}
				if text := r.at("risks.0.text"); !strings.HasPrefix(text, c.text) || r.at("risks.0.place") != c.place {
					t.Errorf("%q at %s, want %q at %s", text, r.at("risks.0.place"), c.text, c.place)
				}
				// The third of a day is one of many.
				ask(t, h, "ming", card, 100_00)
				if got := boss.get("/withdrawals/" + ask(t, h, "ming", card, 100_00)).risks(); !strings.Contains(strings.Join(got, " "), "often") {
					t.Errorf("the third of a day: %v", got)
				}
			})
		})
	}
}

// Who may not see players, cases, transfers or promotions learns nothing of them
// from a withdrawal.
func TestRisksAreShownToThoseWhoMaySeeTheirCause(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		boss, support := sit(t, h, "boss", "owner"), sit(t, h, "wu", "support")
		_, card := ming(t, h, "ming", cardA, 2000_00)
		if err := h.Guard.BlockReturned(t.Context(), guard.Match{Player: "ming", Excluded: "gone", By: []string{"真实姓名", "设备"}}); err != nil {
			t.Fatal(err)
		}
		at := "/withdrawals/" + ask(t, h, "ming", card, 300_00)
		if got := boss.get(at).risks(); len(got) != 1 || got[0] != "cases" {
			t.Errorf("the owner sees %v", got)
		}
		if got := support.get(at).risks(); len(got) != 0 {
			t.Errorf("support sees %v", got)
		}
	})
}

// H-139: each queue lists the longest waiting first. Other lists do not.
func TestQueuesStandOldestFirst(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		h.Broken = true // awards of the VIP programme without what makes them
		boss := sit(t, h, "boss", "owner")
		account := boss.get("/money/accounts").at("items.0.account")
		waitingAwards(t, h, 2)
		fault(t, h, "transfer_in drop_request", "status maintenance")
		for i, name := range []string{"ming", "hong"} {
			h.Clock.Advance(minute)
			h.Register(name)
			h.Grant(name, 1000_00)
			stuck(t, h, name, "ky", 100_00)
			expect(t, boss.post("/players/"+name+"/fund", map[string]any{"amount": "88.00", "remark": "活动奖励", "reason": "周年活动"}), 202)
			expect(t, boss.post("/money", map[string]any{"account": account, "amount": "300.00", "payer": "李四", "reference": "S" + name}), 201)
			statement := fmt.Sprintf("order,txn,amount,status,time\nLOST%d,G%d,300.00,paid,2026-03-02 11:00:00\n", i, i)
			if _, err := h.Reconcile.Import(t.Context(), staff.System("test"), "gateway:epay", strings.NewReader(statement)); err != nil {
				t.Fatal(err)
			}
		}
		withheldAwards(t, h, "ming")
		tamper(t, h, "vip_award", "UPDATE vip_award SET at = 2 WHERE id LIKE '%:income'")
		h.Clock.Advance(2 * minute)
		for path, since := range map[string]string{
			"/approvals?state=pending": "madeAt", "/transfers?stuck=1": "createdAt", "/cases?kind=money": "since",
			"/reconcile/findings?kind=gateway.unknown&state=open": "firstSeen", "/promo/awards?state=withheld": "at", "/vip/awards?state=withheld": "at",
		} {
			r := expect(t, boss.get(path), 200)
			first, second := r.at("items.0."+since), r.at("items.1."+since)
			if len(first) > len(second) || len(first) == len(second) && first >= second {
				t.Errorf("%s begins with %s before %s: %s", path, first, second, r)
			}
		}
		r := expect(t, boss.get("/transfers"), 200)
		if r.at("items.0.createdAt") <= r.at("items.1.createdAt") {
			t.Errorf("the whole list does not begin with the newest: %s", r)
		}
	})
}

// H-140: each queue is counted for those who may see it, and for nobody else.
func TestEveryQueueHasItsBadge(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		h.Broken = true // rows without what makes them
		boss, support := sit(t, h, "boss", "owner"), sit(t, h, "wu", "support")
		h.Register("ming")
		expect(t, boss.get("/badges"), 200, "promoWithheld", "0", "vipWithheld", "0", "findings", "0", "forfeits", "0")
		now := h.Clock.Now().UnixMilli()
		err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			for _, statement := range []string{
				"INSERT INTO promo_player (player, frozen, reason, frozen_by, frozen_at) VALUES ('ming', FALSE, '', '', 0)",
				`INSERT INTO promo_award (id, rule, from_day, kind, player, item, period, ref, basis, amount, required, state, why, remark, packets, made_by, decided_by, month, at, ended_at)
					SELECT 'a1', id, from_day, kind, 'ming', 'x', 20260301, '', 1, 100, 0, 'withheld', '待核对', '', '[]', 'x', '', 202603, ?0, 0 FROM promo_rule ORDER BY id LIMIT 1`,
				"INSERT INTO forfeit (id, player, source, ref, account, due, taken, at, ended_at) VALUES ('bonus:a', 'ming', 'bonus', 'a', 'house:bonus', 5000, 0, ?0, 0)",
			} {
				if _, err := tx.NewRaw(statement, now).Exec(ctx); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		expect(t, boss.get("/badges"), 200, "promoWithheld", "1", "forfeits", "1")
		expect(t, support.get("/badges"), 200, "promoWithheld", "1", "forfeits", "0", "findings", "0") // support sees promotions, and no cases
	})
}
