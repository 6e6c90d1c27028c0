package apptest

import (
	"slices"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/app"
	"hongyun/internal/app/company"
	"hongyun/internal/venue/fb"
	"hongyun/internal/venue/im"
	"hongyun/sandbox"
	"hongyun/sandbox/play/arcade"
	fbcompany "hongyun/sandbox/venues/fb"
)

// offered is a simulated venue that the house has a contract with only where a
// test asks for one.
type offered struct {
	code     string
	platform int
	game     arcade.Game
	protocol func(h *House) sandbox.Protocol
	contract company.VenueContract // without its address
}

// offers are one venue each of a protocol with two-phase transfers (ag), of one with
// version cursors and a verify callback (pg), of one with record files (fb), and of
// the two kinds of games that no other test venue has: e-sports (ime) and lotteries (vr).
var offers = []offered{
	{
		code: "ag", platform: 2, game: arcade.Game{Code: "BAC", Name: "百家乐", Kind: arcade.KindLive},
		protocol: func(*House) sandbox.Protocol {
			return sandbox.AG{Agent: "TEST_AGIN", DESKey: "desKey-8", MD5Key: "test-md5-key-0002", RecordKey: "test-record-key"}
		},
		contract: company.VenueContract{
			Protocol: "ag", Agent: "TEST_AGIN", DESKey: "desKey-8", MD5Key: "test-md5-key-0002", RecordKey: "test-record-key",
			PasswordKey: "test-password-key", PageGap: time.Nanosecond,
		},
	},
	{
		code: "s8", platform: 8, game: arcade.Game{Code: "8001", Name: "滚滚丰年", Kind: arcade.KindSlot},
		protocol: func(h *House) sandbox.Protocol {
			return sandbox.PG{
				OperatorToken: "test-operator", SecretKey: "test-secret-key", VerifyURL: func() string { return h.URL("hooks") + "/venue/s8/session" },
			}
		},
		contract: company.VenueContract{Protocol: "pg", Agent: "test-operator", Token: "test-secret-key", GameCode: "8001"},
	},
	{
		code: "fb", platform: 14, game: arcade.Game{Code: "0", Name: "体育大厅", Kind: arcade.KindSports},
		protocol: func(*House) sandbox.Protocol { return sandbox.FB{MerchantID: "1000014", Secret: "test-fb-secret"} },
		contract: company.VenueContract{Protocol: "fb", Agent: "1000014", Token: "test-fb-secret", Codes: map[string]string{
			strconv.Itoa(fbcompany.CodeNoUser): string(fb.NoUser), strconv.Itoa(fbcompany.CodeBlocked): string(fb.Blocked),
			strconv.Itoa(fbcompany.CodeShort): string(fb.Insufficient), strconv.Itoa(fbcompany.CodeCredit): string(fb.NoFloat),
			strconv.Itoa(fbcompany.CodeInGame): string(fb.InGame), strconv.Itoa(fbcompany.CodeRefused): string(fb.Refused),
			strconv.Itoa(fbcompany.CodeOngoing): string(fb.Ongoing), strconv.Itoa(fbcompany.CodeNoOrder): string(fb.NoOrder),
		}, Markets: map[string]string{"大小": "total", "独赢": "result"}},
	},
	{
		code: "ime", platform: 43, game: arcade.Game{Code: "0", Name: "电竞大厅", Kind: arcade.KindEsports},
		protocol: func(*House) sandbox.Protocol {
			return sandbox.IM{MerchantCode: esportMerchant, Wallet: im.WalletEsports}
		},
		contract: company.VenueContract{Protocol: "im", Token: esportMerchant, Wallet: im.WalletEsports, PasswordKey: "test-password-key"},
	},
	{
		code: "vr", platform: 52, game: arcade.Game{Code: "2", Name: "极速彩", Kind: arcade.KindLottery},
		protocol: func(*House) sandbox.Protocol { return sandbox.VR{Merchant: "TESTVR", Key: lotteryKey} },
		contract: company.VenueContract{Protocol: "vr", Agent: "TESTVR", Key: lotteryKey},
	},
}

const (
	esportMerchant = "TESTMERCHANT00000000000000000043"
	lotteryKey     = "test-vr-key-of-32-characters-000"
)

// Contract is an Option: the house has a contract with one of the venues "ag", "s8"
// (which speaks PG), "fb", "ime" and "vr", too.
func Contract(code string) Option {
	return func(c *app.Config) {
		sandboxAt, _, _ := strings.Cut(c.Companies.Gateways[0].BaseURL, "/gateways/")
		v := offers[slices.IndexFunc(offers, func(o offered) bool { return o.code == code })].contract
		v.Code, v.BaseURL = code, sandboxAt+"/venues/"+code
		v.Timeout, v.MinGap, v.Lag = 10*time.Second, time.Nanosecond, time.Second
		c.Companies.Venues = append(c.Companies.Venues, v)
	}
}
