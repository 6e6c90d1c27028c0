package apptest_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/fund"
	"hongyun/internal/money"
	"hongyun/internal/player"
)

// paid orders a deposit through the gateway and pays it.
func paid(t *testing.T, h *apptest.House, b *apptest.Browser, amount, activity string) (sn string) {
	t.Helper()
	sn = must(t, "order", b.Post("/v1/Do/CallDepositPay", "payment_id", "2", "amount", amount, "device_id", "1", "activity_id", activity)).Text("Data.order_sn")
	control(t, h, "/gateways/epay/orders/"+sn+"/pay", map[string]any{})
	return sn
}

// Promotions as a player's pages call them: DEP-09, PROMO-03, PROMO-07,
// PROMO-12, API-01; and where their money shows beside it: REC-01, WD-09.
func TestPromotions(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		if r := h.Visitor().Post("/v1/Select/PromotionClaims"); r.Status != http.StatusUnauthorized {
			t.Errorf("a visitor: %s", r)
		}
		b := h.Register("Ming88")
		says := func(what string, r apptest.Reply, parts ...string) {
			t.Helper()
			for _, part := range parts {
				if !strings.Contains(string(r.Raw), part) {
					t.Errorf("%s: no %s in %s", what, part, r)
				}
			}
		}
		says("choices", must(t, "choices", b.Post("/v1/Select/PromotionItems")),
			`"Promotions":[{"Id":38,"PromotionName":"每日存款加赠 4%","Offer":{"Id":38,"Name":"每日存款加赠 4%","First":false,"Rate":400,"Min":100.00,"Cap":2000.00,"BonusTurnover":100,"DepositTurnover":100,"Missing":""}}`,
			`{"Id":39,"PromotionName":"首存加赠 2%（填写真实姓名并绑卡后到账）","Offer":{"Id":39,`, `"Missing":"请先填写真实姓名"`)
		for _, wrong := range []string{"34", "99", "x"} {
			if r := b.Post("/v1/Do/CallDepositPay", "payment_id", "2", "amount", "500", "device_id", "1", "activity_id", wrong); r.OK() {
				t.Errorf("activity %s: %s", wrong, r)
			}
		}
		sn := paid(t, h, b, "500", "38")
		says("the bonus", must(t, "awards", b.Post("/v1/Select/PromotionAwards", "PageIndex", "1")),
			`"Name":"每日存款加赠 4%","Amount":20.00,"Kind":"daily_bonus","Status":1,"StatusText":"已派发","Remark":"存款 500.00 元的 4%","Act":false,"Turnover":20.00`, `"RowCount":1`)
		says("no second choice", must(t, "choices", b.Post("/v1/Select/PromotionItems")), `"Promotions":[]`)
		says("the requirement", must(t, "turnover", b.Post("/v1/Select/WithdrawalInfo")), `"TurnoverRequired":520.00`)

		says("a draw", must(t, "claims", b.Post("/v1/Select/PromotionClaims")), `{"Id":34,"Kind":"red_packets","Name":"天天存款红包","State":1,"StateText":"可领取","Amount":0.00,"Draws":1,`,
			`{"Name":"今日存款","Now":500.00,"Need":800.00,"Unit":"元"}`, `{"Amount":8888.00,"Chance":"0.0005%"}`)
		stolen := h.Visitor()
		stolen.Ticket = b.Ticket
		if r := stolen.Post("/v1/Do/PromotionClaimAction", "id", "34"); r.Status != http.StatusForbidden {
			t.Errorf("a ticket without its device: %s", r)
		}
		claim := func(key string) apptest.Reply {
			r := b.Request(http.MethodPost, "/v1/Do/PromotionClaimAction", "id=34")
			r.Header.Set("Idempotency-Key", key)
			return b.Send(r)
		}
		first := must(t, "claim", claim("claim-0001"))
		drawn := first.Text("Data.Amount")
		says("the claim", first, `"ResultMessage":"领取成功，已派发到中心钱包。提款前需完成有效投注 ¥`, `"Packets":[`+drawn+`]`)
		if again := must(t, "claim again", claim("claim-0001")); string(again.Raw) != string(first.Raw) {
			t.Errorf("the same request again: %s", again)
		}
		if r := claim("claim-0002"); r.Status != http.StatusOK || r.OK() || r.Text("ErrorMessage") != "该优惠已领取" {
			t.Errorf("another request: %s", r)
		}
		record := must(t, "record", b.Post("/v1/Select/FundingItems", "PageIndex", "1", "FinanceType", "5", "startDate", "2026-03-01 00:00:00", "endDate", "2026-03-03 23:59:59"))
		says("the cash record", record, "每日存款加赠 4%", "天天存款红包", `"RowCount":2`)
		says("no rebate", must(t, "record", b.Post("/v1/Select/FundingItems", "PageIndex", "1", "FinanceType", "6", "startDate", "2026-03-01 00:00:00", "endDate", "2026-03-03 23:59:59")), `"RowCount":0`)

		// A company takes the deposit back: its bonus goes with it (practice 30).
		anna, bert := h.AddStaff("anna", "finance"), h.AddStaff("bert", "finance")
		out, err := h.Cashier.Deposits.Reverse(t.Context(), anna, order.Reported{SN: sn, Reference: "CB1", Reason: "支付被撤销"})
		if err == nil {
			_, err = h.Staff.Decide(t.Context(), bert, out.ApprovalID, true, "")
		}
		if err != nil {
			t.Fatal(err)
		}
		says("taken back", must(t, "awards", b.Post("/v1/Select/PromotionAwards")), `"Kind":"daily_bonus","Status":3,"StatusText":"已取消","Remark":"存款已被冲正"`)
		if owed, err := h.Cashier.Deposits.Owed(t.Context(), h.DB, "ming88"); err != nil || owed != 0 {
			t.Errorf("owed %s %v", owed, err)
		}
		if got := h.Book("ming88"); !strings.HasPrefix(got, "centre 0.00 ") { // the packet was drawn for it too
			t.Errorf("left: %s", got)
		}
	})
}

// PROMO-13: one card that goes from account to account is one person. It brings
// the reward of a newcomer once.
func TestACardBringsItsOwnerAFirstBonusOnce(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		newcomer := func(name string) (award string) {
			t.Helper()
			id := strings.ToLower(name)
			paid(t, h, h.Register(name), "500", "39")
			if err := h.Players.UpdateInfo(t.Context(), id, player.InfoTrueName, "王小明"); err != nil {
				t.Fatal(err)
			}
			card, err := h.Cashier.Cards.Bind(t.Context(), destination.CardOrder{Player: id, Bank: "ICBC", Number: "6222021234567890128", Province: "北京市", City: "东城区", Branch: "王府井支行"})
			if err != nil {
				t.Fatal(err)
			}
			if err := h.Jobs.RunNamed(t.Context(), "promo.pay"); err != nil {
				t.Fatal(err)
			}
			if err := h.DB.NewRaw("SELECT state || ' ' || why FROM promo_award WHERE player = ?", id).Scan(t.Context(), &award); err != nil {
				t.Fatal(err)
			}
			if err := h.Cashier.Cards.Remove(t.Context(), id, card.ID, "secret88"); err != nil {
				t.Fatal(err)
			}
			return award
		}
		if got := newcomer("Ming88"); got != "paid " {
			t.Errorf("the first account: %s", got)
		}
		if got := newcomer("Hong99"); got != "withheld 与玩家 ming88 疑为同一人（同银行卡、真实姓名），对方已参加" {
			t.Errorf("the second account: %s", got)
		}
	})
}

// A bonus that was spent when its deposit was taken back is owed with it.
func TestASpentBonusOfAReversedDepositIsOwed(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("Ming88")
		sn := paid(t, h, b, "500", "38")
		must(t, "transfer", b.Post("/v1/Do/CallPlatformTranscationAction", "playerName", "Ming88", "platformId", "26", "transactionType", "1", "amount", "510"))
		anna, bert := h.AddStaff("anna", "finance"), h.AddStaff("bert", "finance")
		out, err := h.Cashier.Deposits.Reverse(t.Context(), anna, order.Reported{SN: sn, Reference: "CB1", Reason: "支付被撤销"})
		if err == nil {
			_, err = h.Staff.Decide(t.Context(), bert, out.ApprovalID, true, "")
		}
		if err != nil {
			t.Fatal(err)
		}
		if owed, err := h.Cashier.Deposits.Owed(t.Context(), h.DB, "ming88"); err != nil || owed != 510*money.Yuan {
			t.Errorf("owed %s %v", owed, err)
		}
	})
}

// PROMO-06 with real bets: a week at a board venue, its rebate on Monday, and
// the line in the cash record (REC-01).
func TestARebateOfRealBets(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("Ming88")
		paid(t, h, b, "500", "")
		must(t, "transfer", b.Post("/v1/Do/CallPlatformTranscationAction", "playerName", "Ming88", "platformId", "26", "transactionType", "1", "amount", "500"))
		h.Clock.Advance(time.Minute)
		for i := range 4 {
			control(t, h, "/bets", map[string]any{"venue": "ky", "player": "Ming88", "stake": "100", "payout": fmt.Sprint(50 + 100*(i%2)), "status": "settled"})
		}
		h.Advance(5 * time.Minute)
		h.Advance(5 * time.Minute)
		if err := h.Promo.PayDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		record := func() apptest.Reply {
			return must(t, "record", b.Post("/v1/Select/FundingItems", "PageIndex", "1", "FinanceType", "6", "startDate", "2026-03-01 00:00:00", "endDate", "2026-03-31 23:59:59"))
		}
		if r := record(); !strings.Contains(string(r.Raw), `"RowCount":0`) {
			t.Errorf("before Monday: %s", r)
		}
		h.Advance(8 * 24 * time.Hour)
		if err := h.Promo.PayDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.Ticket = must(t, "login", b.Post("/v1/PubInterface/CallLogInAction", "playerName", "Ming88", "password", "secret88", "verifyCode", "", "vRand", "", "deviceType", "1")).Text("Ticket")
		if r := record(); !strings.Contains(string(r.Raw), "棋牌每周返水") || !strings.Contains(string(r.Raw), "1.20") {
			t.Errorf("after Monday: %s", r)
		}
	})
}

// PROMO-05, PROMO-11 with the bets of a sportsbook: four wins in a row wait for
// their check, and a week's valid bets bring one percent on Monday. A parlay and
// a bet of low odds count for neither (PROMO-12).
func TestSportsPromotionsOfRealBets(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("Ming88")
		paid(t, h, b, "5000", "")
		must(t, "transfer", b.Post("/v1/Do/CallPlatformTranscationAction", "playerName", "Ming88", "platformId", "12", "transactionType", "1", "amount", "5000"))
		bet := func(stake, payout, odds, kind string, parlay any) {
			h.Clock.Advance(time.Minute)
			control(t, h, "/bets", map[string]any{
				"venue": "im", "player": "Ming88", "stake": stake, "payout": payout, "status": "settled", "odds": odds, "oddsType": kind, "parlay": parlay,
			})
		}
		for range 4 {
			bet("200", "380", "0.90", "HK", "")
		}
		bet("500", "0", "0.50", "HK", "")    // low odds: it ends no streak, and is not in the rebate
		bet("500", "0", "4.00", "EU", "2x1") // a parlay likewise
		bet("300", "0", "3.10", "EU", "")
		h.Advance(5 * time.Minute)
		h.Advance(5 * time.Minute)
		if r := must(t, "streak", b.Post("/v1/Do/PromotionClaimAction", "id", "36")); !strings.Contains(string(r.Raw), `"Amount":40.00`) {
			t.Errorf("the streak: %s", r) // 20 % of the lowest stake
		}
		h.Advance(8 * 24 * time.Hour)
		if err := h.Promo.PayDue(t.Context()); err != nil {
			t.Fatal(err)
		}
		b.Ticket = must(t, "login", b.Post("/v1/PubInterface/CallLogInAction", "playerName", "Ming88", "password", "secret88", "verifyCode", "", "vRand", "", "deviceType", "1")).Text("Ticket")
		r := must(t, "record", b.Post("/v1/Select/FundingItems", "PageIndex", "1", "FinanceType", "6", "startDate", "2026-03-01 00:00:00", "endDate", "2026-03-31 23:59:59"))
		if !strings.Contains(string(r.Raw), "体育每周返水") || !strings.Contains(string(r.Raw), `"Amount":10.20`) || !strings.Contains(string(r.Raw), `"RowCount":1`) {
			t.Errorf("the rebate of 720, which was won with 800, and 300: %s", r)
		}
	}, apptest.Sports)
}

// PROMO-05, PROMO-12, H-311: at a sportsbook that names its matches a streak is paid
// without a person. Two bets on one match are one, a win that another bet opposes or that
// was sold is none, and a loss ends the streak in any case.
func TestAStreakOfNamedMatchesIsPaidAtOnce(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("Ming88")
		paid(t, h, b, "5000", "")
		must(t, "transfer", b.Post("/v1/Do/CallPlatformTranscationAction", "playerName", "Ming88", "platformId", "14", "transactionType", "1", "amount", "5000"))
		bet := func(match, side, content, payout string, more ...string) {
			h.Clock.Advance(time.Minute)
			control(t, h, "/bets", map[string]any{
				"venue": "fb", "player": "Ming88", "stake": "200", "payout": payout, "status": "settled", "detail": json.RawMessage(fmt.Sprintf(
					`{"odds":"0.90","oddsType":"HK","legs":[{"match":%q,"market":"ou","side":%q,"line":10,"home":"青龙","away":"铁鹰","betType":"大小","content":%q,"odds":"0.90"}]%s}`,
					match, side, content, strings.Join(more, ""),
				)),
			})
		}
		claim := func() string {
			for range 3 { // a file may be cut after the second look
				h.Advance(5 * time.Minute)
			}
			return string(b.Post("/v1/Do/PromotionClaimAction", "id", "36").Raw)
		}
		for _, match := range []string{"F1-1", "F1-2", "F1-3", "F1-3"} {
			bet(match, "over", "大 2.5", "380")
		}
		bet("F1-4", "over", "大 2.5", "380")
		bet("F1-4", "under", "小 2.5", "0")
		if r := claim(); !strings.Contains(r, "连胜场次 0/4场") {
			t.Errorf("a loss that another bet opposes: %s", r)
		}
		for _, match := range []string{"F1-5", "F1-6", "F1-7", "F1-7"} {
			bet(match, "over", "大 2.5", "380")
		}
		bet("F1-9", "over", "大 2.5", "380", `,"sold":380`)
		if r := claim(); !strings.Contains(r, "连胜场次 3/4场") {
			t.Errorf("three matches: %s", r)
		}
		before := h.Book("ming88")
		bet("F1-8", "under", "小 2.5", "380")
		if r := claim(); !strings.Contains(r, `"Amount":40.00`) {
			t.Errorf("the fourth: %s", r)
		}
		if !strings.HasPrefix(before, "centre 0.00 ") || !strings.HasPrefix(h.Book("ming88"), "centre 40.00 ") {
			t.Errorf("%s, then %s", before, h.Book("ming88"))
		}
	}, apptest.Contract("fb"))
}

// RG-4, WD-09: an exclusion would turn a bonus into cash without a bet. The
// deposit leaves freely; the bonus is taken back, also from what was at a venue.
func TestAnExclusionForfeitsTheUnmetBonusAndFreesTheDeposit(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("Ming88")
		paid(t, h, b, "1000", "38") // brings 40
		h.Grant("Ming88", 10*money.Yuan)
		must(t, "packets", b.Post("/v1/Do/PromotionClaimAction", "id", "34"))
		must(t, "transfer", b.Post("/v1/Do/CallPlatformTranscationAction", "playerName", "Ming88", "platformId", "26", "transactionType", "1", "amount", "1030"))
		must(t, "name", b.Post("/v1/Do/CallUpdatePlayerInfoAction", "type", "1", "inputMessage", "王小明"))
		must(t, "card", b.Post("/v1/Do/CallBindSavingCardAction", "playerName", "Ming88", "bankType", "ICBC", "accountNumber", "6222020000000000000",
			"bankAddress", "王府井支行", "province", "北京市", "city", "东城区", "trueName", "王小明"))
		card := formatID(must(t, "cards", b.Post("/v1/Select/PlayerBankItems")).Body["PlayerBanks"].([]any)[0].(map[string]any)["Id"].(float64))
		withdraw := func(amount string) apptest.Reply {
			return b.Post("/v1/Do/CallWithdrawAction", "playerName", "Ming88", "playerBankId", card, "withdrawAmount", amount)
		}
		if r := withdraw("10"); r.OK() {
			t.Fatalf("before the exclusion: %s", r)
		}
		must(t, "stop", b.Post("/v1/Do/ExcludeLimitAction", "term", "6m", "password", "secret88"))
		book(t, h, "centre 0.00 locked 0.00 transit 0.00 ky 1030.00") // 20 and the packets of it are taken
		h.Advance(5 * time.Minute)
		must(t, "recycle", b.Post("/v1/Do/OneClickRecyclingAction"))
		if r := withdraw("1030"); r.OK() {
			t.Errorf("with what is left of the bonus: %s", r)
		}
		must(t, "the deposit", withdraw("1010"))
		book(t, h, "centre 0.00 locked 1010.00 transit 0.00 ky 0.00")
		if due, err := h.Forfeits.Due(t.Context(), h.DB, "ming88"); err != nil || due != 0 {
			t.Errorf("due %d %v", due, err)
		}
		awards := string(must(t, "awards", b.Post("/v1/Select/PromotionAwards", "PageIndex", "1")).Raw)
		if strings.Count(awards, "自我排除：未完成流水的奖金已收回") != 2 {
			t.Errorf("awards: %s", awards)
		}
	})
}

// Practice 30, H-73: red packets, fund tasks and a friend's reward that a
// deposit brought go with it, as far as the other deposits do not earn them.
func TestAReversedDepositTakesBackAllThatItBrought(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		hong, b := h.Register("Hong88"), h.Register("Ming88")
		err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			if err := h.Fund.Receive(ctx, tx, fund.Income{Key: "test", Player: "ming88", Amount: 100 * money.Yuan, Remark: "测试奖金", By: "test"}); err != nil {
				return err
			}
			_, err := tx.NewRaw("UPDATE player SET invited_by = 'hong88' WHERE id = 'ming88'").Exec(ctx)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		must(t, "name", b.Post("/v1/Do/CallUpdatePlayerInfoAction", "type", "1", "inputMessage", "王小明"))
		must(t, "card", b.Post("/v1/Do/CallBindSavingCardAction", "playerName", "Ming88", "bankType", "ICBC", "accountNumber", "6222020000000000000",
			"bankAddress", "王府井支行", "province", "北京市", "city", "东城区", "trueName", "王小明"))
		paid(t, h, b, "500", "")
		sn := paid(t, h, b, "1500", "")
		awards := func(b *apptest.Browser) string {
			return string(must(t, "awards", b.Post("/v1/Select/PromotionAwards", "PageIndex", "1")).Raw)
		}
		if !strings.Contains(awards(hong), `"Kind":"referral","Status":1`) && !strings.Contains(awards(hong), `"Kind":"referral","Status":2`) {
			t.Fatalf("the friend's reward: %s", awards(hong))
		}
		packets := must(t, "packets", b.Post("/v1/Do/PromotionClaimAction", "id", "34")).Body["Data"].(map[string]any)["Packets"].([]any)
		if len(packets) != 2 {
			t.Fatalf("packets: %v", packets)
		}
		for _, task := range []string{"1", "2"} {
			must(t, "unlock", b.Post("/v1/Fund/FundOk", "id", task))
		}
		anna, bert := h.AddStaff("anna", "finance"), h.AddStaff("bert", "finance")
		out, err := h.Cashier.Deposits.Reverse(t.Context(), anna, order.Reported{SN: sn, Reference: "CB1", Reason: "支付被撤销"})
		if err == nil {
			_, err = h.Staff.Decide(t.Context(), bert, out.ApprovalID, true, "")
		}
		if err != nil {
			t.Fatal(err)
		}
		want := fmt.Sprintf("centre %.2f ", 505+packets[0].(float64)) // the first packet and the first task are earned by the other deposit
		if got := h.Book("ming88"); !strings.HasPrefix(got, want) {
			t.Errorf("ming has %s, want %s, awards %s", got, want, awards(b))
		}
		if held, err := h.Fund.Balance(t.Context(), h.DB, "ming88"); err != nil || held != 95*money.Yuan {
			t.Errorf("C$ %s %v", held, err)
		}
		if got := h.Book("hong88"); !strings.HasPrefix(got, "centre 0.00 ") {
			t.Errorf("hong has %s", got)
		}
		again := b.Request(http.MethodPost, "/v1/Do/PromotionClaimAction", "id=34")
		again.Header.Set("Idempotency-Key", "claim-again")
		if r := b.Send(again); r.OK() {
			t.Errorf("another draw: %s", r)
		}
	})
}

// Practice 30: packets and tasks that are taken while their deposit is taken
// back go with it, whichever comes first.
func TestWhatIsClaimedWhileItsDepositIsReversedGoesWithIt(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		anna, bert := h.AddStaff("anna", "finance"), h.AddStaff("bert", "finance")
		for round := range 6 {
			name := fmt.Sprintf("Ming%d", round)
			player := strings.ToLower(name)
			b := h.Register(name)
			grant(t, h, player, 100*money.Yuan)
			sn := paid(t, h, b, "1500", "")
			out, err := h.Cashier.Deposits.Reverse(t.Context(), anna, order.Reported{SN: sn, Reference: "CB" + name, Reason: "支付被撤销"})
			if err != nil {
				t.Fatal(err)
			}
			atOnce(
				func() { b.Post("/v1/Do/PromotionClaimAction", "id", "34") },
				func() { b.Post("/v1/Fund/FundOk", "id", "1") },
				func() { b.Post("/v1/Fund/FundOk", "id", "2") },
				func() {
					if _, err := h.Staff.Decide(t.Context(), bert, out.ApprovalID, true, ""); err != nil {
						t.Error(err)
					}
				},
			)
			if got := h.Book(name); !strings.HasPrefix(got, "centre 0.00 ") {
				t.Errorf("%s keeps %s", name, got)
			}
			if held, err := h.Fund.Balance(t.Context(), h.DB, player); err != nil || held != 100*money.Yuan {
				t.Errorf("%s: C$ %s %v", name, held, err)
			}
			if owed, err := h.Cashier.Deposits.Owed(t.Context(), h.DB, player); err != nil || owed != 0 {
				t.Errorf("%s owes %s %v", name, owed, err)
			}
		}
	})
}

// RG-4, WD-09: packets and tasks that are taken while the player is excluded
// are refused or forfeited; the deposit stays.
func TestWhatIsClaimedWhileThePlayerIsExcludedIsForfeited(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		for round := range 6 {
			name := fmt.Sprintf("Ming%d", round)
			player := strings.ToLower(name)
			b := h.Register(name)
			grant(t, h, player, 100*money.Yuan)
			paid(t, h, b, "1500", "")
			later := func() { time.Sleep(time.Duration(round) * 10 * time.Millisecond) } // the password takes some time to check
			atOnce(
				func() { later(); b.Post("/v1/Do/PromotionClaimAction", "id", "34") },
				func() { later(); b.Post("/v1/Fund/FundOk", "id", "1") },
				func() { later(); b.Post("/v1/Fund/FundOk", "id", "2") },
				func() { must(t, "stop", b.Post("/v1/Do/ExcludeLimitAction", "term", "6m", "password", "secret88")) },
			)
			if got := h.Book(name); !strings.HasPrefix(got, "centre 1500.00 ") {
				t.Errorf("%s keeps %s", name, got)
			}
			if due, err := h.Forfeits.Due(t.Context(), h.DB, player); err != nil || due != 0 {
				t.Errorf("%s: due %d %v", name, due, err)
			}
			if left, err := h.Turnover.Outstanding(t.Context(), h.DB, player); err != nil || left > 1500*money.Yuan {
				t.Errorf("%s still has to bet %s %v", name, left, err)
			}
		}
	})
}

// grant gives a player money of the fund.
func grant(t *testing.T, h *apptest.House, player string, amount money.Fen) {
	t.Helper()
	err := h.DB.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return h.Fund.Receive(ctx, tx, fund.Income{Key: "test-" + player, Player: player, Amount: amount, Remark: "测试奖金", By: "test"})
	})
	if err != nil {
		t.Fatal(err)
	}
}

// atOnce runs acts at the same time and waits for all of them.
func atOnce(acts ...func()) {
	var group sync.WaitGroup
	for _, act := range acts {
		group.Go(act)
	}
	group.Wait()
}
