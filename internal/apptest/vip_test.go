package apptest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/calendar"
	"hongyun/internal/money"
)

// The VIP programmes as a player's page calls them: VIP-02, VIP-03, ACC-19, D-24;
// real bets at a venue become a level, its C$, and the number beside the name.
func TestTheVIPProgrammes(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		for _, path := range []string{"/v1/Select/PlayerBetVipLevel", "/v1/Select/VipProgrammes", "/v1/Select/VipAwards"} {
			if r := h.Visitor().Post(path); r.Status != http.StatusUnauthorized { // VIP-01
				t.Errorf("a visitor at %s: %s", path, r)
			}
		}
		h.Due()
		b := h.Register("Ming88")
		says := func(what string, r apptest.Reply, parts ...string) {
			t.Helper()
			for _, part := range parts {
				if !strings.Contains(string(r.Raw), part) {
					t.Errorf("%s: no %s in %s", what, part, r)
				}
			}
		}
		says("before any bet", must(t, "levels", b.Post("/v1/Select/PlayerBetVipLevel")),
			`"CurrentCardBetVipLevel":0,"NextCardLevelBonus":15.00,"CurrentCardLevelFund":0.00,"NextCardLevelBetAmount":30000.00`,
			`"CurrentSportBetVipLevel":0,"NextSportLevelBonus":15.00,"CurrentSportLevelFund":0.00,"NextSportLevelBetAmount":20000.00`, `"CurrentLiveBetVipLevel":0`)
		says("info", must(t, "info", b.Post("/v1/Select/PlayerInfoItem")), `"VipLevel":0`)
		says("awards", must(t, "awards", b.Post("/v1/Select/VipAwards")), `"Items":[],"RowCount":0`)

		h.Grant("Ming88", 1_000_000_00)
		must(t, "to ky", b.Post("/v1/Do/CallPlatformTranscationAction", "playerName", "Ming88", "platformId", "26", "transactionType", "1", "amount", "900000"))
		control(t, h, "/bets", map[string]any{"venue": "ky", "player": "Ming88", "stake": "85000", "payout": "80000", "status": "settled"})
		h.Advance(10 * time.Minute)
		says("between runs", must(t, "programmes", b.Post("/v1/Select/VipProgrammes")),
			`"Track":"Card","Name":"棋牌电子","Enabled":true,"Level":0,"ValidBet":85000.00,"WeeklyCap":250000.00`, `"Venues":[{"Name":"鸿运棋院","ValidBet":85000.00}]`,
			`{"Level":5,"ValidBet":800000.00,"Bonus":200.00,"Weekly":10.00,"Cumulative":400.00}`, `"Monthly":{"Enabled":true,"Level":0,"ValidBet":85000.00`,
			`{"Level":30,"ValidBet":1500000000.00,"Bonus":200000.00,"Monthly":80000.00,"Cumulative":748300.00}`, `"Start":"2019-06-01 00:00:00"`)
		_, sunday := calendar.WeekOf(calendar.DayOf(h.Clock.Now()))
		run := sunday.End().Add(23 * time.Hour)
		says("the next run", must(t, "programmes", b.Post("/v1/Select/VipProgrammes")), `"NextRun":"`+calendar.Stamp(run)+`"`)

		h.Advance(run.Sub(h.Clock.Now()))
		b = h.Visitor()
		in := must(t, "login", b.Post("/v1/PubInterface/CallLogInAction", "playerName", "Ming88", "password", "secret88", "verifyCode", "", "vRand", "", "deviceType", "1"))
		b.Name, b.Ticket = "Ming88", in.Text("Ticket")
		says("after the run", must(t, "levels", b.Post("/v1/Select/PlayerBetVipLevel")),
			`"CurrentCardBetVipLevel":2,"NextCardLevelBonus":55.00,"CurrentCardLevelFund":2.00,"NextCardLevelBetAmount":200000.00`)
		says("info", must(t, "info", b.Post("/v1/Select/PlayerInfoItem")), `"VipLevel":2`)
		says("awards", must(t, "awards", b.Post("/v1/Select/VipAwards", "PageIndex", "1")), `"Programme":"Track","Track":"Card"`, `"Kind":"income","KindText":"每周固定收入","Amount":2.00,"Status":"paid","StatusText":"已发放"`,
			`"Level":2,"Kind":"bonus","KindText":"晋级礼金","Amount":30.00`, `"RowCount":3,"PageCount":1,"PageIndex":1`)
		says("the fund", must(t, "fund", b.Post("/v1/Fund/GetFundAmount")), `"Data":47.00`)
		records := must(t, "records", b.Post("/v1/Fund/GetFundDetail", "DetailType", "1", "PageIndex", "1"))
		says("its records", records, `VIP 棋牌电子 第2级晋级礼金`, `"RowCount":3`)
		// Each of them opens, in C$ (H-361).
		rows := records.Body["Data"].([]any)
		given := must(t, "awards", b.Post("/v1/Select/VipAwards", "PageIndex", "1"))
		for _, row := range append(rows, given.Body["Data"].(map[string]any)["Items"].([]any)...) {
			sn := row.(map[string]any)["OrderSn"].(string)
			says("record "+sn, must(t, "detail", b.Post("/v1/Select/RecordDetail", "OrderSn", sn)), `"Unit":"C$"`, `"Status":1`, "C$ 存入优惠基金")
			// No line of the centre wallet has these numbers, and staff find their owner all the same.
			if owners, err := h.Statement.Owners(t.Context(), h.DB, sn); err != nil || len(owners) != 1 || owners[0] != "ming88" {
				t.Errorf("staff find %v by %s: %v", owners, sn, err)
			}
		}
	})
}

// VIP-03, VIP-04: what a player bets at a sportsbook and at live tables arrives by their feeds and
// raises the track of its kind and the monthly programme by the valid bets, to the fen.
func TestTheTracksSportAndLiveGrowByRealBets(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		h.Due()
		b := h.Register("Ming88")
		h.Grant("Ming88", 400_000*money.Yuan)
		for _, platform := range []string{"12", "2"} {
			must(t, "transfer", b.Post("/v1/Do/CallPlatformTranscationAction", "playerName", "Ming88", "platformId", platform, "transactionType", "1", "amount", "150000"))
		}
		tracks := func(what, sport, live, month string) {
			t.Helper()
			h.Advance(5 * time.Minute)
			h.Advance(5 * time.Minute)
			data := must(t, "programmes", b.Post("/v1/Select/VipProgrammes")).Body["Data"].(map[string]any)
			got := fmt.Sprintf("monthly %.2f", data["Monthly"].(map[string]any)["ValidBet"])
			for _, track := range data["Tracks"].([]any) {
				track := track.(map[string]any)
				got += fmt.Sprintf(" %s %.2f", track["Track"], track["ValidBet"])
				for _, v := range track["Venues"].([]any) {
					got += fmt.Sprintf(" (%s %.2f)", v.(map[string]any)["Name"], v.(map[string]any)["ValidBet"])
				}
			}
			if want := "monthly " + month + " Card 0.00 Sport " + sport + " Live " + live; got != want {
				t.Errorf("%s: %s, want %s", what, got, want)
			}
		}
		bet := func(venue, stake, payout, status string, more ...string) {
			t.Helper()
			wish := map[string]any{"venue": venue, "player": "Ming88", "stake": stake, "payout": payout, "status": status}
			for i := 0; i < len(more); i += 2 {
				wish[more[i]] = more[i+1]
			}
			control(t, h, "/bets", wish)
		}
		tracks("before any bet", "0.00", "0.00", "0.00")
		bet("im", "20000", "32000.01", "settled", "odds", "1.60", "oddsType", "EU")
		bet("im", "500", "500", "void", "odds", "1.60", "oddsType", "EU")
		bet("im", "700", "700", "settled", "odds", "1.60", "oddsType", "EU") // drawn
		tracks("a win of 12000.01", "12000.01 (IM 体育 12000.01)", "0.00", "12000.01")
		bet("ag", "30000", "58500", "settled", "valid", "28500")
		bet("ag", "100.50", "0", "settled", "valid", "100.50")
		tracks("two hands", "12000.01 (IM 体育 12000.01)", "28600.50 (听涛阁 28600.50)", "40600.51")
		bet("im", "7999.99", "0", "settled", "odds", "1.60", "oddsType", "EU")
		tracks("a loss", "20000.00 (IM 体育 20000.00)", "28600.50 (听涛阁 28600.50)", "48600.50")

		_, sunday := calendar.WeekOf(calendar.DayOf(h.Clock.Now()))
		h.Advance(sunday.End().Add(23 * time.Hour).Sub(h.Clock.Now()))
		b.Ticket = must(t, "login", b.Post("/v1/PubInterface/CallLogInAction", "playerName", "Ming88", "password", "secret88", "verifyCode", "", "vRand", "", "deviceType", "1")).Text("Ticket")
		levels := must(t, "levels", b.Post("/v1/Select/PlayerBetVipLevel"))
		for _, part := range []string{`"CurrentCardBetVipLevel":0`, `"CurrentSportBetVipLevel":1,"NextSportLevelBonus":30.00,"CurrentSportLevelFund":1.00`} {
			if !strings.Contains(string(levels.Raw), part) {
				t.Errorf("no %s in %s", part, levels)
			}
		}
	}, apptest.Sports, apptest.Contract("ag"))
}
