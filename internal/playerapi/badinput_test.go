package playerapi_test

import (
	"fmt"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"
	"unicode"

	"hongyun/internal/apptest"
	"hongyun/internal/content"
	"hongyun/internal/money"
	"hongyun/internal/playerapi"
	"hongyun/internal/staff"
)

// right is a right set of parameters for each call that has any: tests spoil
// one thing at a time, so that nothing else can be the reason of a refusal.
var right = map[string]string{
	"/token":                                "vRand=0f8fad5b-d9cb-469f-a165-70867728950e",
	"/v1/PubInterface/GetVerificationImage": "vRand=0f8fad5b-d9cb-469f-a165-70867728950f",
	"/v1/PubInterface/CallRegAction": "PlayerName=newbie1&password=secret99&withdrawpassword=secret99&tell=13700009999" +
		"&verifyCode=zzzz&vRand=0f8fad5b-d9cb-469f-a165-708677289501&regDomain=localhost&invitePeopleId=",
	"/v1/PubInterface/CallLogInAction": "playerName=victim&password=wrong123&verifyCode=&vRand=&clientType=Windows&loginDomain=x&loginUrl=x" +
		"&system=x&deviceType=1&browser=x&browserVersion=1&loginIp=0&rememberPassword=0",
	"/v1/PubInterface/ResetPassword": "playerName=victim&resetCode=1234123412341234&newPassword=another88&confirmPassword=another88" +
		"&verifyCode=zzzz&vRand=0f8fad5b-d9cb-469f-a165-708677289502",
	"/v1/Do/CallUpdatePlayerInfoAction":           "type=3&inputMessage=someone@example.com",
	"/v1/Do/CallPlayerUpdatePasswordAction":       "playername=spoiler&currentPassword=wrong123&newPassword=another88",
	"/v1/Do/SetWithdrawPassword":                  "currentPassword=wrong123&newPassword=another88",
	"/v1/Do/ResetWithdrawPassword":                "resetCode=1234123412341234&newPassword=another88&confirmPassword=another88",
	"/v1/PubInterface/GetBannerImgPathList":       "device=pc",
	"/v1/PubInterface/PlatformMaintenanceMessage": "platformCode=WEB",
	"/v1/Do/CallPlatformTranscationAction":        "playerName=spoiler&platformId=26&transactionType=1&amount=10",
	"/v1/Do/SetAutoAction":                        "auto=0",
	"/v1/Do/SetLaunchMoneyAction":                 "brings=amount&amount=100",
	"/v1/Do/CallPlatformLoginToAction":            "platformId=45&playerName=spoiler&gameId=0&mode=0&language=1&HomeUrl=localhost",
	"/v1/Select/GameInfo":                         "PageIndex=1&PlatformId=47&Type=0&GameName=",
	"/v1/Do/AddGameFavoritesAction":               "GameInfoId=470001",
	"/v1/Do/CancelGameFavoritesAction":            "GameInfoId=470001",
	"/v1/PubInterface/GetAGFishingInfo":           "PageIndex=1",
	"/v1/PubInterface/Vitals":                     "name=LCP&value=812.5&route=/Deposit&form=h5",
	"/v1/Do/GetPayment":                           "channel_code=bank",
	"/v1/Do/GetPaymentPreInfo":                    "payment_code=bank_transfer",
	"/v1/Do/CallDepositPay":                       "payment_id=1&amount=100&deposit_name=%E5%BC%A0%E4%B8%89&deposit_type=1&device_id=1",
	"/v1/Do/DepositPayAction":                     "OrderSn=D000",
	"/v1/Do/DepositOrder":                         "OrderSn=D000",
	"/v1/Select/DepositSlips":                     "OrderSn=D000",
	"/v1/Select/DepositSlip":                      "OrderSn=D000&id=p1",
	"/v1/Do/DepositSlipAction":                    "OrderSn=D000&picture=AAAA",
	"/v1/Do/UsdtDepositPayAction":                 "OrderSn=D000",
	"/v1/Do/UsdtWithdrawPre":                      "id=12345&withdrawAmount=100",
	"/v1/Do/UsdtWithdrawAction":                   "usdtId=12345&withdrawAmount=100",
	"/v1/Do/UsdtAddAddress":                       "Address=13800138000&type=1",
	"/v1/Do/SetUsdtAddAddressDefault":             "id=12345",
	"/v1/Select/GetUsdtAddAddress":                "type=1",
	"/v1/Select/BankItem":                         "Id=1",
	"/v1/Do/CallWithdrawAction":                   "playerName=spoiler&playerBankId=12345&withdrawAmount=100",
	"/v1/Do/CallBindSavingCardAction":             "playerName=spoiler&bankType=ICBC&accountNumber=6222020000000000000&bankAddress=x&province=x&city=x&trueName=x",
	"/v1/Do/SetBankItemDefaultAction":             "id=12345",
	"/v1/Do/RemoveBankItemAction":                 "id=12345&password=wrong123",
	"/v1/Do/RemoveUsdtAddAddress":                 "id=12345&password=wrong123",
	"/v1/Fund/GetFundDetail":                      "DetailType=1&PageIndex=1&StartTime=2026-03-01 00:00:00&EndTime=2026-03-02 23:59:59",
	"/v1/Fund/FundOk":                             "id=1",
	"/v1/Do/PromotionClaimAction":                 "id=1",
	"/v1/Select/PromotionAwards":                  "PageIndex=1",
	"/v1/Do/DepositLimitAction":                   "period=day&limit=100",
	"/v1/Do/ConfirmLimitAction":                   "period=day",
	"/v1/Do/CancelLimitAction":                    "period=day",
	"/v1/Do/TimeOutLimitAction":                   "days=7",
	"/v1/Do/ExcludeLimitAction":                   "term=6m&password=wrong123",
	"/v1/Do/ReturnLimitAction":                    "password=wrong123",
	"/v1/Do/RealityLimitAction":                   "minutes=30",
	"/v1/Select/FundingItems":                     "PageIndex=1&FinanceType=&startDate=2026-03-01 00:00:00&endDate=2026-03-02 23:59:59",
	"/v1/Select/PointTransferItems":               "PageIndex=1&ActionType=-1&startDate=2026-03-01 00:00:00&endDate=2026-03-02 23:59:59",
	"/v1/Select/GetBetRecordMemberByDay":          "PageIndex=1&TimeType=1",
	"/v1/Select/GetBetRecordPlatform":             "PageIndex=1&DateTime=2026-03-02",
	"/v1/Select/GetBetRecordDetail":               "PageIndex=1&DateTime=2026-03-02&GameType=26",
	"/v1/Select/TurnoverItems":                    "OrderSn=",
	"/v1/Select/TurnoverShares":                   "OrderSn=&PromotionId=0",
	"/v1/Select/BetReplay":                        "GameType=26&BetOrdersn=b1",
	"/v1/Select/BetDetail":                        "GameType=26&BetOrdersn=b1",
	"/v1/Select/VipAwards":                        "PageIndex=1",
	"/v1/Do/EndSessionAction":                     "id=01a219c4-125d-7455-a1e7-03e7b879de80",
	"/v1/Do/BeginSecondAction":                    "password=wrong123",
	"/v1/Do/ConfirmSecondAction":                  "secondCode=000000",
	"/v1/Do/EndSecondAction":                      "password=wrong123&secondCode=000000",
	"/v1/Do/RenewRecoveryAction":                  "secondCode=000000",
	"/v1/PubInterface/PasskeyLoginAction":         "credential=x&rememberPassword=0",
	"/v1/Do/BeginPasskeyAction":                   "password=wrong123&secondCode=",
	"/v1/Do/AddPasskeyAction":                     "credential=x&name=x",
	"/v1/Do/RenamePasskeyAction":                  "id=01a219c4-125d-7455-a1e7-03e7b879de80&name=x",
	"/v1/Do/RemovePasskeyAction":                  "id=01a219c4-125d-7455-a1e7-03e7b879de80&password=wrong123&secondCode=",
	"/v1/PubInterface/SendResetCode":              "address=13900000000&verifyCode=zzzz&vRand=0f8fad5b-d9cb-469f-a165-708677289502",
	"/v1/PubInterface/ResetByCode":                "ask=x&code=123456&newPassword=another88&confirmPassword=another88",
	"/v1/Do/SendCodeAction":                       "channel=sms&purpose=prove&password=x&address=&oldAsk=&oldCode=",
	"/v1/Do/ProveContactAction":                   "ask=x&code=123456",
	"/v1/Do/ChangeContactAction":                  "oldAsk=x&oldCode=123456&ask=y&code=123456",
	"/v1/Do/ContactNoticesAction":                 "channel=sms&on=1",
	"/v1/PubInterface/HelpItems":                  "q=",
	"/v1/PubInterface/HelpItem":                   "id=1",
	"/v1/PubInterface/SearchGames":                "Text=long",
	"/v1/PubInterface/GameAbout":                  "GameInfoId=470001",
	"/v1/PubInterface/VenueFront":                 "PlatformId=26&Kind=board",
	"/v1/Do/WithdrawTakeBackAction":               "OrderSn=W000",
	"/v1/Select/Referrals":                        "PageIndex=1",
	"/v1/Select/PushState":                        "endpoint=https://push.example/x",
	"/v1/Do/PushOnAction":                         "endpoint=https://push.example/x&p256dh=x&auth=x",
	"/v1/Do/PushOffAction":                        "endpoint=https://push.example/x",
	"/v1/Select/InboxItems":                       "PageIndex=1",
	"/v1/Do/InboxReadAction":                      "id=m1",
	"/v1/Select/TicketItems":                      "PageIndex=1",
	"/v1/Select/TicketThread":                     "id=t1",
	"/v1/Select/TicketPicture":                    "id=p1",
	"/v1/Do/TicketOpenAction":                     "kind=other&text=%E6%B2%A1%E6%9C%89%E5%88%B0%E8%B4%A6&about=&ref=&pictures=",
	"/v1/Do/TicketReplyAction":                    "id=t1&text=%E6%B2%A1%E6%9C%89%E5%88%B0%E8%B4%A6&pictures=",
	"/v1/Do/TicketRateAction":                     "id=t1&score=5&comment=",
	"/v1/Do/TicketPictureAction":                  "picture=AAAA",
	"/v1/Select/LedgerItems":                      "startDate=2026-03-01&endDate=2026-03-02&Before=",
	"/v1/Select/LedgerExport":                     "startDate=2026-03-01&endDate=2026-03-02",
	"/v1/Select/RecordDetail":                     "OrderSn=D000",
}

// badNumbers and badAmounts are what no number and no amount may look like
// (trust INP-1).
var (
	badNumbers = []string{"x", "-1", "+1", "1e3", "0x10", "1.5", "01", " 1", "1 ", "１", "٣", "NaN", "-0", "1,000", "99999999999999999999", strings.Repeat("9", 400)}
	badAmounts = []string{
		"0", "-1", "-100", "+100", "1e3", "1E3", "0x10", "１００", "100．5", "1,000", "NaN", "Infinity", "-0", "00.1", "01", "0.001", "100.001",
		"1.", ".5", "1..5", "1.5.5", "abc", "100元", "¥100", "1 00", " 100", "100 ", "1000000000000000", strings.Repeat("9", 5000), "١٠٠", "1_000", "--1", "1-", "1/2", "$1", "1%",
	}
)

// spoiled is one request that must be refused.
type spoiled struct {
	name    string
	request *http.Request
	status  int
}

// API-02, API-03, and the bad input every call gets: a clear Chinese sentence,
// the right status, 401 for the ticket alone, never a 500, and no change. A
// call that is added to the table is tested here without being named.
func TestBadInputChangesNothing(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Register("spoiler")
		other := h.Register("victim")
		h.Grant("spoiler", 1000*money.Yuan)
		h.Grant("victim", 1000*money.Yuan)
		state := func() string {
			_, asked, err := h.Tickets.Mine(t.Context(), "spoiler", 1, 0)
			if err != nil {
				t.Fatal(err)
			}
			return fmt.Sprint(h.Book("spoiler", "ky", "leg"), h.Book("victim", "ky", "leg"), entries(t, h), asked)
		}
		before := state()
		for _, c := range playerapi.Calls() {
			form, known := right[c.Path]
			if !known && len(c.Inputs) > 0 {
				t.Errorf("%s has no right parameters in this test", c.Path)
				continue
			}
			form = strings.ReplaceAll(form, " ", "+")
			for _, s := range append(spoilt(b, c, form), spoiltInputs(b, c, form)...) {
				check(t, c, s, b.Send(s.request))
			}
		}
		if after := state(); after != before {
			t.Errorf("the books changed:\nbefore %s\nafter  %s", before, after)
		}
		if r := b.Post("/v1/Select/PlayerInfoItem"); !r.OK() || r.Text("Email") != "" {
			t.Errorf("the player changed: %s", r)
		}
		if r := other.Post("/v1/Select/PlayerInfoItem"); !r.OK() {
			t.Errorf("the other player's session is gone: %s", r)
		}
	})
}

func entries(t *testing.T, h *apptest.House) (n int) {
	t.Helper()
	for _, table := range []string{"entry", "transfer", "deposit", "withdrawal", "player_card", "player_address", "coin_quote"} {
		var rows int
		if err := h.DB.NewRaw("SELECT count(*) FROM "+table).Scan(t.Context(), &rows); err != nil {
			t.Fatal(err)
		}
		n = n*1000 + rows
	}
	return n
}

// check holds an answer against what every refusal must be.
func check(t *testing.T, c playerapi.CallInfo, s spoiled, r apptest.Reply) {
	t.Helper()
	name := c.Method + " " + c.Path + ": " + s.name
	if s.status != 0 && r.Status != s.status {
		t.Errorf("%s: status %d, want %d (%s)", name, r.Status, s.status, r.Raw)
		return
	}
	if r.Status >= 500 {
		t.Errorf("%s: %s", name, r)
		return
	}
	if r.Status == http.StatusUnauthorized && s.status != http.StatusUnauthorized {
		t.Errorf("%s: 401 is for the ticket alone (%s)", name, r.Raw)
	}
	if s.status == 0 {
		return
	}
	message := r.Text("Message")
	if r.Body == nil || r.Text("IsSuc") != "false" || !strings.ContainsFunc(message, func(r rune) bool { return unicode.Is(unicode.Han, r) }) {
		t.Errorf("%s: no Chinese sentence in %s", name, r.Raw)
	}
	if !strings.HasSuffix(message, r.Text("ErrorMessage")) || r.Text("ErrorMessage") != r.Text("ResultMessage") || r.Text("ErrorMessage") == "" {
		t.Errorf("%s: the three messages differ: %s", name, r.Raw)
	}
	if strings.HasPrefix(message, playerapi.WithdrawPrefix) != (c.RefuseAs && r.Status == http.StatusBadRequest) {
		t.Errorf("%s: prefix of the bank withdrawal: %s", name, r.Raw)
	}
}

// spoilt spoils what stands around the parameters.
func spoilt(b *apptest.Browser, c playerapi.CallInfo, form string) []spoiled {
	var out []spoiled
	add := func(name string, status int, change func(r *http.Request)) {
		r := b.Request(c.Method, c.Path, form)
		change(r)
		out = append(out, spoiled{name, r, status})
	}
	if !c.Open {
		now := strings.SplitN(b.Request(c.Method, c.Path, "").Header.Get("X-Req-Token"), ".", 2)[0]
		seconds, _ := strconv.ParseInt(now, 10, 64)
		for name, token := range map[string]string{
			"no request token": "", "wrong request token": now + "." + strings.Repeat("0", 64),
			"request token of another path":   playerapi.RequestToken(seconds, "/v1/x", c.Method, apptest.ReqTokenSecret),
			"request token of another method": playerapi.RequestToken(seconds, c.Path, "PUT", apptest.ReqTokenSecret),
			"request token too old":           playerapi.RequestToken(seconds-301, c.Path, c.Method, apptest.ReqTokenSecret),
			"request token from the future":   playerapi.RequestToken(seconds+301, c.Path, c.Method, apptest.ReqTokenSecret),
		} {
			add(name, http.StatusForbidden, func(r *http.Request) { r.Header.Set("X-Req-Token", token) })
		}
	}
	if c.Who != "anyone" {
		add("no ticket", http.StatusUnauthorized, func(r *http.Request) { r.Header.Del("Authorization") })
		add("stale ticket", http.StatusUnauthorized, func(r *http.Request) { r.Header.Set("Authorization", strings.Repeat("a", 43)) })
		add("ticket that is rubbish", http.StatusUnauthorized, func(r *http.Request) { r.Header.Set("Authorization", "Bearer ' OR 1=1 --") })
		add("other player's name", http.StatusForbidden, func(r *http.Request) { named(b, c, r, form, "victim") })
		add("other player's name in another case", http.StatusForbidden, func(r *http.Request) { named(b, c, r, form, "VICTIM") })
	}
	wrong := map[string]string{"GET": "POST", "POST": "GET"}[c.Method]
	for _, method := range []string{wrong, "PUT", "DELETE", "PATCH"} {
		add("method "+method, http.StatusMethodNotAllowed, func(r *http.Request) { r.Method = method })
	}
	if c.Method != http.MethodPost {
		return out
	}
	long := 65 << 10
	if c.Upload {
		long = 3 << 20
	}
	add("a body that is too long", http.StatusRequestEntityTooLarge, func(r *http.Request) { refill(b, c, r, form+"&x="+strings.Repeat("x", long)) })
	add("a body that is too long, of unknown length", http.StatusRequestEntityTooLarge, func(r *http.Request) {
		refill(b, c, r, form+"&x="+strings.Repeat("x", long))
		r.ContentLength = -1
	})
	if form != "" {
		add("JSON", http.StatusBadRequest, func(r *http.Request) { r.Header.Set("Content-Type", "application/json") })
		add("no content type", http.StatusBadRequest, func(r *http.Request) { r.Header.Del("Content-Type") })
	}
	add("a body that is no form", http.StatusBadRequest, func(r *http.Request) { refill(b, c, r, form+";a=%zz") })
	return out
}

// refill gives a request another body.
func refill(b *apptest.Browser, c playerapi.CallInfo, r *http.Request, form string) {
	fresh := b.Request(c.Method, c.Path, form)
	r.Body, r.ContentLength, r.GetBody, r.URL = fresh.Body, fresh.ContentLength, fresh.GetBody, fresh.URL
}

// named puts a player's name into the parameters, under whichever spelling the
// call has, or as one it does not document.
func named(b *apptest.Browser, c playerapi.CallInfo, r *http.Request, form, player string) {
	values, _ := url.ParseQuery(form)
	for name := range values {
		if strings.EqualFold(name, "playerName") {
			delete(values, name)
		}
	}
	values.Set("playerName", player)
	refill(b, c, r, values.Encode())
}

// spoiltInputs spoils each parameter in every way that its kind allows.
func spoiltInputs(b *apptest.Browser, c playerapi.CallInfo, form string) []spoiled {
	var out []spoiled
	values, _ := url.ParseQuery(form)
	add := func(name string, change func(v url.Values)) {
		v := url.Values{}
		for k, list := range values {
			v[k] = append([]string{}, list...)
		}
		change(v)
		status := http.StatusBadRequest
		if c.Who != "anyone" && strings.Contains(name, "long") && strings.HasPrefix(strings.ToLower(name), "playername") {
			status = http.StatusForbidden // whatever is wrong with it, it is not the caller's name
		}
		if c.Beacon && strings.HasSuffix(name, "far too long") {
			status = http.StatusRequestEntityTooLarge
		}
		out = append(out, spoiled{name, b.Request(c.Method, c.Path, v.Encode()), status})
	}
	for _, i := range c.Inputs {
		set := func(what, value string) { add(i.Name+" "+what, func(v url.Values) { v.Set(i.Name, value) }) }
		add(i.Name+" twice", func(v url.Values) { v[i.Name] = []string{"1", "2"} })
		add(i.Name+" twice in two cases", func(v url.Values) { v.Set(i.Name, "1"); v.Set(swapped(i.Name), "2") })
		add(i.Name+" as an array", func(v url.Values) { v.Set(i.Name+"[]", "1") })
		set("with a zero byte", "1\x00")
		if !i.Lines {
			set("with a line break", "1\n2")
		}
		set("with a direction override", "a\u202eb")
		set("with broken UTF-8", "\xff\xfe")
		long := 5000
		if c.Method == http.MethodGet {
			long = 1000 // more would be refused as headers too large, before the call is known
		}
		if i.MaxLength < long { // a field that takes more than that is one character too long below
			set("far too long", strings.Repeat("长", long))
		}
		if i.Required {
			add(i.Name+" missing", func(v url.Values) { v.Del(i.Name) })
			set("empty", "")
		}
		if i.MaxLength > 0 {
			set("one character too long", strings.Repeat("a", i.MaxLength+1))
		}
		if i.Number {
			for _, bad := range badNumbers {
				set("= "+short(bad), bad)
			}
		}
		if i.Amount {
			for _, bad := range badAmounts {
				set("= "+short(bad), bad)
			}
		}
	}
	return out
}

func swapped(name string) string {
	if up := strings.ToUpper(name); up != name {
		return up
	}
	return strings.ToLower(name)
}

func short(s string) string {
	if len(s) > 20 {
		return s[:20] + "…"
	}
	return s
}

// D-30: what visitors may call does not care about a ticket that is no longer
// valid; a client with an old login must still be able to look and to log in.
func TestVisitorsCallsIgnoreAStaleTicket(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		b := h.Visitor()
		b.Ticket = strings.Repeat("a", 43)
		article := content.Article{Topic: "deposit", Title: "如何存款", Body: "一分钟内到账。", Published: true}
		id, err := h.Content.SaveArticle(t.Context(), staff.System("test"), content.Whatever, article)
		if err != nil {
			t.Fatal(err)
		}
		for _, c := range playerapi.Calls() {
			if c.Who != "anyone" || c.Guess || c.Open {
				continue
			}
			form := strings.ReplaceAll(right[c.Path], " ", "+")
			if c.Path == "/v1/PubInterface/HelpItem" {
				form = fmt.Sprintf("id=%d", id)
			}
			if r := b.Send(b.Request(c.Method, c.Path, form)); !r.OK() {
				t.Errorf("%s %s: %s", c.Method, c.Path, r)
			}
		}
		if r := b.Get("/token", "vRand", "0f8fad5b-d9cb-469f-a165-70867728950e"); !r.OK() || !strings.HasPrefix(r.Text("Data"), "data:image/png;base64,") {
			t.Errorf("captcha data: %s", r)
		}
	})
}

// D-21, trust SES-6: a ticket that was read out of a browser reads and does
// nothing else; and never is the answer a 401.
func TestTrust_SES_6_ATicketAloneMovesNothing(t *testing.T) {
	apptest.Each(t, func(t *testing.T, h *apptest.House) {
		owner := h.Register("owner")
		h.Grant("owner", 1000*money.Yuan)
		thief := h.Visitor()
		thief.Ticket = owner.Ticket
		before := h.Book("owner", "ky")
		for _, c := range playerapi.Calls() {
			form := strings.ReplaceAll(strings.ReplaceAll(right[c.Path], " ", "+"), "spoiler", "owner")
			r := thief.Send(thief.Request(c.Method, c.Path, form))
			switch {
			case c.Who == "money" && (r.Status != http.StatusForbidden || r.Text("Code") != "http.device"):
				t.Errorf("%s with a ticket alone: %s", c.Path, r)
			case c.Who == "player" && (r.Status == http.StatusForbidden || r.Status == http.StatusUnauthorized) && c.Path != "/v1/Do/LogOutAction":
				t.Errorf("%s with a ticket alone cannot be read: %s", c.Path, r)
			}
			if c.Path == "/v1/Do/LogOutAction" { // the thief may end the session; the test goes on with another
				owner = h.Register(fmt.Sprintf("own%d", time.Now().UnixNano()%1e6))
				thief.Ticket = owner.Ticket
				before = h.Book(owner.Name, "ky")
			}
		}
		if after := h.Book(owner.Name, "ky"); after != before {
			t.Errorf("book\n got %s\nwant %s", after, before)
		}
	})
}
