package demo

import (
	"strconv"
	"time"

	"hongyun/internal/app/company"
	"hongyun/internal/venue/bbin"
	"hongyun/internal/venue/fb"
	"hongyun/internal/venue/im"
	"hongyun/sandbox"
	bbincompany "hongyun/sandbox/venues/bbin"
	fbcompany "hongyun/sandbox/venues/fb"
)

// demoVenue is a venue that a simulated company stands behind.
type demoVenue struct {
	code     string
	id       int    // our number of the venue
	protocol string // as company.VenueContract names it
	agent    string // ky, ag, vr, fb, pinnacle, bti, xj188, saba, wm, sexy, tcg, pg, tf and jdb
	page     string // of the player's site
}

// venues are the venues that play in the demo.
var venues = []demoVenue{
	{"ky", 26, "ky", "70001", "Boardgame_01"},
	{"leg", 31, "ky", "80001", "Boardgame_02"},
	{"b45", 45, "ky", "90045", "Boardgame_03"},
	{"b37", 37, "ky", "90037", "Boardgame_04"},
	{"b36", 36, "ky", "90036", "Boardgame_05"},
	{"bbin", 3, "bbin", "hongyun", "Reale_02"},
	{"ag", 2, "ag", "HONGYUN", "Reale_01"},
	{"wm", 21, "wm", "hongyun", "Reale_03"},
	{"sexy", 22, "sexy", "hongyun", "Reale_03"},
	{"s47", 47, "cq9", "", "Egame/47"},
	{"s8", 8, "pg", "hongyun", "Egame/8"},
	{"s9", 9, "jdb", "hongyunag", "Egame"},
	{"vr", 52, "vr", "hongyun", "Lottery_01"},
	{"tcg", 51, "tcg", "hongyun", "Lottery_00"},
	{"avia", 41, "avia", "", "Esports"},
	{"ime", 43, "im", "", "Esports"},
	{"tf", 42, "tf", "1001", "Esports"},
	{"saba", 5, "saba", "hongyun", "Sport_05"},
	{"pin", 6, "pinnacle", "HY001", "Sport_01"},
	{"im", 12, "im", "", "Sport_im"},
	{"fb", 14, "fb", "1000014", "Sport_03"},
	{"bti", 15, "bti", "hongyun", "Sport_bti"},
	{"kys", 16, "ky", "90016", "Sport_02"},
	{"xj", 17, "xj188", "hongyun", "Xiaojin"},
}

// companySecrets are the names of the secrets that house and companies share.
func companySecrets() []string {
	names := []string{"dfpay.key"}
	for _, g := range gateways {
		names = append(names, gatewaySecret(g.code))
	}
	for _, v := range venues {
		switch v.protocol {
		case "ky", "pinnacle":
			names = append(names, v.code+".des", v.code+".md5")
		case "ag":
			names = append(names, v.code+".des", v.code+".md5", v.code+".records", v.code+".password")
		case "fb", "bbin", "pg", "sexy":
			names = append(names, v.code+".token")
		case "cq9", "avia", "wm":
			names = append(names, v.code+".token", v.code+".password")
		case "tf":
			names = append(names, v.code+".token", v.code+".public")
		case "jdb":
			names = append(names, v.code+".key", v.code+".iv")
		case "tcg":
			names = append(names, v.code+".des", v.code+".token", v.code+".records", v.code+".password")
		case "bti", "xj188", "saba":
			names = append(names, v.code+".password")
		case "vr":
			names = append(names, v.code+".key1", v.code+".key2")
		case "im":
			names = append(names, v.code+".merchant", v.code+".merchant2", v.code+".password")
		}
	}
	return names
}

// companyVenues are the companies' side of the contracts.
func (d *Demo) companyVenues() []sandbox.VenueConfig {
	var list []sandbox.VenueConfig
	for _, v := range venues {
		c := sandbox.VenueConfig{Code: v.code, PlatformID: v.id}
		home := func() string { return d.App.URL("player") + "/#/" + v.page }
		switch v.protocol {
		case "ky":
			c.Protocol = sandbox.KY{Agent: v.agent, DESKey: d.keys.Companies[v.code+".des"], MD5Key: d.keys.Companies[v.code+".md5"], LineCode: "hongyun"}
		case "ag":
			c.Protocol = sandbox.AG{
				Agent: v.agent, DESKey: d.keys.Companies[v.code+".des"][:8], MD5Key: d.keys.Companies[v.code+".md5"], RecordKey: d.keys.Companies[v.code+".records"],
			}
		case "bbin":
			c.Protocol = sandbox.BBIN{Website: "hongyun", Upper: v.agent, HomeURL: home, Keys: bbinKeys(bbincompany.Key{Secret: d.keys.Companies[v.code+".token"], Before: 5, After: 7})}
		case "cq9":
			c.Protocol = sandbox.CQ9{Token: d.keys.Companies[v.code+".token"], HomeURL: home}
		case "pg":
			c.Protocol = sandbox.PG{
				OperatorToken: v.agent, SecretKey: d.keys.Companies[v.code+".token"],
				VerifyURL: func() string { return d.App.URL("hooks") + "/venue/" + v.code + "/session" },
			}
		case "tf":
			c.Protocol = sandbox.TF{
				PrivateToken: d.keys.Companies[v.code+".token"], PublicToken: d.keys.Companies[v.code+".public"], OperatorID: v.agent, HomeURL: home,
				VerifyURL: func() string { return d.App.URL("hooks") + "/venue/" + v.code + "/session" },
			}
		case "jdb":
			c.Protocol = sandbox.JDB{DC: "HY", Parent: v.agent, Key: d.keys.Companies[v.code+".key"], IV: d.keys.Companies[v.code+".iv"]}
		case "vr":
			c.Protocol = sandbox.VR{Merchant: v.agent, Key: d.vrKey(v.code)}
		case "tcg":
			c.Protocol = sandbox.TCG{
				Merchant: v.agent, Key: d.keys.Companies[v.code+".des"][:8], SignKey: d.keys.Companies[v.code+".token"],
				FileUser: v.agent, FilePassword: d.keys.Companies[v.code+".records"], CutEvery: tcgCutEvery,
			}
		case "avia":
			c.Protocol = sandbox.AVIA{SecretKey: d.keys.Companies[v.code+".token"], HomeURL: home}
		case "im":
			c.Protocol = sandbox.IM{MerchantCode: d.merchantCode(v.code), Wallet: imWallets[v.code], HomeURL: home}
		case "fb":
			c.Protocol = sandbox.FB{MerchantID: v.agent, Secret: d.keys.Companies[v.code+".token"], CutEvery: fbCutEvery, HomeURL: home}
		case "pinnacle":
			c.Protocol = sandbox.Pinnacle{Agent: v.agent, AgentKey: d.keys.Companies[v.code+".md5"], SecretKey: d.keys.Companies[v.code+".des"]}
		case "bti":
			c.Protocol = sandbox.BTI{AgentName: v.agent, AgentSecret: d.keys.Companies[v.code+".password"], HomeURL: home}
		case "wm":
			c.Protocol = sandbox.WM{VendorID: v.agent, Signature: d.keys.Companies[v.code+".token"]}
		case "sexy":
			c.Protocol = sandbox.Sexy{AgentID: v.agent, Cert: d.keys.Companies[v.code+".token"]}
		case "saba":
			c.Protocol = sandbox.SABA{VendorID: d.keys.Companies[v.code+".password"], OperatorID: v.agent, Currency: sabaCurrency, HomeURL: home}
		case "xj188":
			c.Protocol = sandbox.XJ188{OperatorID: v.agent, VendorID: d.keys.Companies[v.code+".password"], HomeURL: home}
		}
		list = append(list, c)
	}
	return list
}

// venueContracts are the house's side.
func (d *Demo) venueContracts() []company.VenueContract {
	var list []company.VenueContract
	for _, v := range venues {
		at := d.SandboxURL() + "/venues/" + v.code
		c := company.VenueContract{Code: v.code, Protocol: v.protocol, BaseURL: at, MinGap: time.Millisecond, Lag: feedLag}
		switch v.protocol {
		case "ky":
			c.BaseURL, c.RecordURL = at+"/channelHandle", at+"/getRecordHandle"
			c.Agent, c.LineCode = v.agent, "hongyun"
			c.DESKey, c.MD5Key = d.keys.Companies[v.code+".des"], d.keys.Companies[v.code+".md5"]
		case "ag":
			c.Agent, c.DESKey, c.MD5Key = v.agent, d.keys.Companies[v.code+".des"][:8], d.keys.Companies[v.code+".md5"]
			c.RecordKey, c.PasswordKey = d.keys.Companies[v.code+".records"], d.keys.Companies[v.code+".password"]
			c.PageGap = time.Millisecond
		case "bbin":
			c.LineCode, c.Agent, c.PageGap = "hongyun", v.agent, time.Millisecond
			c.Keys = bbinKeys(bbin.Key{Secret: d.keys.Companies[v.code+".token"], Before: 5, After: 7})
		case "cq9", "avia":
			c.Token, c.PasswordKey = d.keys.Companies[v.code+".token"], d.keys.Companies[v.code+".password"]
		case "wm":
			c.Agent, c.Token, c.PasswordKey = v.agent, d.keys.Companies[v.code+".token"], d.keys.Companies[v.code+".password"]
		case "sexy":
			c.Agent, c.Token, c.LimitIDs, c.PageGap = v.agent, d.keys.Companies[v.code+".token"], sexyLimits, time.Millisecond
		case "pg":
			c.Agent, c.Token, c.GameCode = v.agent, d.keys.Companies[v.code+".token"], pgLobby
		case "tf":
			c.Agent, c.Token, c.PublicToken, c.Markets = v.agent, d.keys.Companies[v.code+".token"], d.keys.Companies[v.code+".public"], tfMarkets
		case "jdb":
			c.BaseURL, c.LineCode, c.Agent = at+"/api", "HY", v.agent
			c.Key, c.IV, c.Lag = d.keys.Companies[v.code+".key"], d.keys.Companies[v.code+".iv"], jdbLag
		case "vr":
			c.Agent, c.Key = v.agent, d.vrKey(v.code)
		case "tcg":
			c.Agent, c.DESKey, c.Token = v.agent, d.keys.Companies[v.code+".des"][:8], d.keys.Companies[v.code+".token"]
			c.RecordURL, c.RecordUser, c.RecordKey = at+"/files/ELOTTO", v.agent, d.keys.Companies[v.code+".records"]
			c.PasswordKey, c.LaunchURL, c.Lag = d.keys.Companies[v.code+".password"], d.SandboxURL(), tcgLag
		case "im":
			c.Token, c.Wallet, c.PasswordKey = d.merchantCode(v.code), imWallets[v.code], d.keys.Companies[v.code+".password"]
		case "fb":
			c.Agent, c.Token, c.Codes, c.Markets = v.agent, d.keys.Companies[v.code+".token"], fbCodes, fbMarkets
		case "pinnacle":
			c.Agent, c.Prefix = v.agent, "hy"
			c.DESKey, c.MD5Key = d.keys.Companies[v.code+".des"], d.keys.Companies[v.code+".md5"]
		case "saba":
			c.Agent, c.Token, c.Currency, c.Markets = v.agent, d.keys.Companies[v.code+".password"], sabaCurrency, sabaMarkets
		case "bti", "xj188":
			c.Agent, c.Token = v.agent, d.keys.Companies[v.code+".password"]
		}
		list = append(list, c)
	}
	return list
}

// imWallets are the products of IM that the venues play.
var imWallets = map[string]string{"im": im.WalletSports, "ime": im.WalletEsports}

// sexyLimits are the numbers of limits at the simulated AE Sexy, which takes any.
var sexyLimits = []string{"260901"}

// The markets of the simulated companies, for their contracts. TF's rows do not
// say from which score a handicap counts.
var (
	sabaMarkets = map[string]string{"1": "handicap", "2": "oddeven", "3": "total", "5": "result", "20": "winner"}
	fbMarkets   = map[string]string{"让球": "handicap", "大小": "total", "独赢": "result", "单双": "oddeven"}
	tfMarkets   = map[string]string{"大小": "total", "独赢": "winner"}
)

// sabaCurrency is the vendor's number of the currency of its tests.
const sabaCurrency = 20

// pgLobby is the game that PG opens where none is named: the first of its catalogue.
const pgLobby = "8001"

// fbCutEvery is how much time a file of bets holds at FB. The vendor cuts one a
// minute, which is long to wait for in a demo.
const fbCutEvery = 5 * time.Second

// tcgCutEvery is how much time a file of bets holds at TCG; tcgLag is when such a
// file is there for certain. A bet is in the records within a minute.
const (
	tcgCutEvery = 20 * time.Second
	tcgLag      = tcgCutEvery + 10*time.Second
)

// jdbLag is when a whole minute, which JDB's records are asked for in, is over for certain.
const jdbLag = time.Minute + 10*time.Second

// fbCodes are the codes of the simulated FB, with their meanings for its contract.
var fbCodes = map[string]string{
	strconv.Itoa(fbcompany.CodeIP): string(fb.Setup), strconv.Itoa(fbcompany.CodeMerchant): string(fb.Setup), strconv.Itoa(fbcompany.CodeSign): string(fb.Setup),
	strconv.Itoa(fbcompany.CodeNoUser): string(fb.NoUser), strconv.Itoa(fbcompany.CodeBlocked): string(fb.Blocked),
	strconv.Itoa(fbcompany.CodeShort): string(fb.Insufficient), strconv.Itoa(fbcompany.CodeCredit): string(fb.NoFloat),
	strconv.Itoa(fbcompany.CodeInGame): string(fb.InGame), strconv.Itoa(fbcompany.CodeRefused): string(fb.Refused),
	strconv.Itoa(fbcompany.CodeAmount): string(fb.Limit), strconv.Itoa(fbcompany.CodeOngoing): string(fb.Ongoing),
	strconv.Itoa(fbcompany.CodeNoOrder): string(fb.NoOrder),
}

// bbinKeys gives every method of BBIN the same key.
func bbinKeys[K any](key K) map[string]K {
	keys := map[string]K{}
	for _, method := range bbin.Methods {
		keys[method] = key
	}
	return keys
}

// vrKey is the secret of a VR contract: 32 characters, twice as long as the others.
func (d *Demo) vrKey(code string) string {
	return d.keys.Companies[code+".key1"] + d.keys.Companies[code+".key2"]
}

// merchantCode is the secret of an IM venue: twice as long as the others.
func (d *Demo) merchantCode(code string) string {
	return d.keys.Companies[code+".merchant"] + d.keys.Companies[code+".merchant2"]
}
