package apptest_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/pquerna/otp/totp"

	"hongyun/internal/apptest"
	"hongyun/internal/money"
)

// H-363, H-364: as the security page calls it; and a withdrawal asks for a code
// once two-step login is on.
func TestTheSecurityPage(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("Ming88")
		h.Grant("Ming88", 500*money.Yuan)
		if r := must(t, "security", b.Post("/v1/Select/PlayerSecurity")); r.Text("Data.SecondSince") != "" || !strings.Contains(string(r.Raw), `"Current":true`) {
			t.Errorf("at first: %s", r)
		}
		password := "secret88"
		secret := must(t, "begin", b.Post("/v1/Do/BeginSecondAction", "password", password)).Text("Data.Secret")
		code := func() string {
			h.Clock.Advance(time.Minute)
			text, err := totp.GenerateCode(secret, h.Clock.Now())
			if err != nil {
				t.Fatal(err)
			}
			return text
		}
		if r := must(t, "confirm", b.Post("/v1/Do/ConfirmSecondAction", "secondCode", code())); len(r.Body["Data"].([]any)) != 10 {
			t.Errorf("recovery codes: %s", r)
		}
		must(t, "name", b.Post("/v1/Do/CallUpdatePlayerInfoAction", "type", "1", "inputMessage", "王小明"))
		must(t, "card", b.Post("/v1/Do/CallBindSavingCardAction", "playerName", "Ming88", "bankType", "ICBC", "accountNumber", "6222020000000000000",
			"bankAddress", "王府井支行", "province", "北京市", "city", "东城区", "trueName", "王小明"))
		id := must(t, "cards", b.Post("/v1/Select/PlayerBankItems")).Body["PlayerBanks"].([]any)[0].(map[string]any)["Id"].(float64)
		ask := func(code string) apptest.Reply {
			return b.Post("/v1/Do/CallWithdrawAction", "playerName", "Ming88", "playerBankId", formatID(id), "withdrawAmount", "200", "secondCode", code)
		}
		if r := must(t, "info", b.Post("/v1/Select/WithdrawalInfo")); !strings.Contains(string(r.Raw), `"NeedsSecond":true`) {
			t.Errorf("info: %s", r)
		}
		for _, wrong := range []string{"", "000000"} {
			if r := ask(wrong); r.Status != http.StatusBadRequest || !strings.HasPrefix(r.Text("Code"), "player.second_") {
				t.Errorf("%q: %s", wrong, r)
			}
		}
		sn := must(t, "withdraw", ask(code())).Text("OrderSn")
		if r := must(t, "take back", b.Post("/v1/Do/WithdrawTakeBackAction", "OrderSn", sn)); r.Text("ResultMessage") != "提款已撤回，款项已退回中心钱包" {
			t.Errorf("taken back: %s", r)
		}
		if got := h.Book("ming88"); !strings.HasPrefix(got, "centre 500.00 locked 0.00") {
			t.Error(got)
		}
		if r := must(t, "others", b.Post("/v1/Do/EndSessionAction")); r.Text("ResultMessage") != "没有其他已登录的设备" {
			t.Errorf("others: %s", r)
		}
	})
}

// PROMO-08, H-365: a player sees whom they invited, by a masked name and a
// state, and what it brought; nothing of what friends deposit.
func TestTheReferralPage(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("Ming88")
		for i, name := range []string{"Freund1", "Freund2"} {
			v := h.Visitor()
			must(t, "register", v.Post("/v1/PubInterface/CallRegAction", "PlayerName", name, "password", "secret88", "withdrawpassword", "secret88",
				"tell", fmt.Sprintf("1370000000%d", i), "verifyCode", apptest.Captcha, "vRand", v.Captcha(), "regDomain", "localhost", "invitePeopleId", "Ming88"))
		}
		r := must(t, "referrals", b.Post("/v1/Select/Referrals"))
		for _, part := range []string{`"Open":true`, `"Amount":100.00`, `"DepositMin":2000.00`, `"Invited":2`, `"Rewarded":0`, `"PlayerName":"Fr***1"`, `"State":"registered"`} {
			if !strings.Contains(string(r.Raw), part) {
				t.Errorf("no %s in %s", part, r)
			}
		}
		if strings.Contains(string(r.Raw), "Freund") {
			t.Errorf("a friend's name: %s", r)
		}
	})
}
