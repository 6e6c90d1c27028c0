package hub88

import (
	"crypto"
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"encoding/pem"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"hongyun/internal/money"
	"hongyun/internal/venue"
)

// The keys of both sides, made once.
var keys = sync.OnceValue(func() [2]*rsa.PrivateKey {
	ours, err1 := rsa.GenerateKey(rand.Reader, 2048)
	theirs, err2 := rsa.GenerateKey(rand.Reader, 2048)
	if err1 != nil || err2 != nil {
		panic("no keys")
	}
	return [2]*rsa.PrivateKey{ours, theirs}
})

func openTest(t *testing.T, base string) *Venue {
	t.Helper()
	theirs, err := x509.MarshalPKIXPublicKey(&keys()[1].PublicKey)
	if err != nil {
		t.Fatal(err)
	}
	v, err := New(Config{
		Code: "s10", BaseURL: base, OperatorID: "7", Prefix: "hy",
		PrivateKey: string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(keys()[0])})),
		PublicKey:  string(pem.EncodeToMemory(&pem.Block{Type: "PUBLIC KEY", Bytes: theirs})),
	})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func signedBy(t *testing.T, key *rsa.PrivateKey, body string) http.Header {
	t.Helper()
	sum := sha256.Sum256([]byte(body))
	signature, err := rsa.SignPKCS1v15(nil, key, crypto.SHA256, sum[:])
	if err != nil {
		t.Fatal(err)
	}
	return http.Header{"X-Hub88-Signature": {base64.StdEncoding.EncodeToString(signature)}}
}

const betBody = `{"user":"hyming","token":"tok","transaction_uuid":"16d2dcfe-b89e-11e7-854a-58404eea6d16","request_uuid":"583c985f","round":"r1","round_closed":true,` +
	`"is_free":false,"game_code":"clt_dragonrising","currency":"CNY","bet":"zero","amount":1234000,"reward_uuid":null,"meta":{"x":1},"supplier_user":"u","is_aggregated":false}`

// The sheet's section 1: the signature of a key of 2048 bits is 344 characters, and it is of the raw bytes.
func TestOnlyTheVendorsSignatureOverTheRawBodyIsTaken(t *testing.T) {
	v := openTest(t, "https://api.example")
	right := signedBy(t, keys()[1], betBody)
	if n := len(right.Get(signatureHeader)); n != 344 {
		t.Errorf("a signature has %d characters", n)
	}
	if _, verdict := v.OpenCall("transaction/bet", right, []byte(betBody)); verdict != venue.VerdictOK {
		t.Errorf("the right signature: %v", verdict)
	}
	twice := http.Header{signatureHeader: nil}
	twice["X-Hub88-Signature"] = []string{right.Get(signatureHeader), right.Get(signatureHeader)}
	for name, c := range map[string]struct {
		header http.Header
		body   string
	}{
		"none": {http.Header{}, betBody}, "of our own key": {signedBy(t, keys()[0], betBody), betBody},
		"of another body": {right, strings.Replace(betBody, "1234000", "9234000", 1)}, "with a space more": {right, betBody + " "},
		"not Base64": {http.Header{"X-Hub88-Signature": {"!"}}, betBody}, "empty": {http.Header{"X-Hub88-Signature": {""}}, betBody}, "two": {twice, betBody},
	} {
		if call, verdict := v.OpenCall("transaction/bet", c.header, []byte(c.body)); verdict != venue.VerdictSignature || call.ID != "" {
			t.Errorf("%s: %v, %+v", name, verdict, call)
		}
	}
}

func TestABetIsReadInOurUnits(t *testing.T) {
	v := openTest(t, "https://api.example")
	got, verdict := v.OpenCall("transaction/bet", signedBy(t, keys()[1], betBody), []byte(betBody))
	if verdict != venue.VerdictOK || got.Kind != venue.SeamlessBet || got.Account != "hyming" || got.Token != "tok" || got.RequestID != "583c985f" ||
		got.ID != "16d2dcfe-b89e-11e7-854a-58404eea6d16" || got.Ref != "" || got.Round != "r1" || !got.RoundClosed || got.Game != "clt_dragonrising" || got.Amount != 12_34 || got.Rest != 0 {
		t.Errorf("%v %+v", verdict, got)
	}
}

func TestCallsOfAnotherFormAreRefused(t *testing.T) {
	v := openTest(t, "https://api.example")
	change := func(from, to string) string { return strings.Replace(betBody, from, to, 1) }
	win := strings.Replace(betBody, `"bet":"zero"`, `"reference_transaction_uuid":"b1"`, 1)
	for _, c := range []struct {
		call, body string
		want       venue.Verdict
	}{
		{"transaction/bet", change("1234000", "1234001"), venue.VerdictSyntax}, // not whole fen
		{"transaction/bet", change("1234000", "-1000"), venue.VerdictSyntax},
		{"transaction/bet", change("1234000", "0"), venue.VerdictOK},
		{"transaction/bet", change("1234000", "12340.0"), venue.VerdictTypes},
		{"transaction/bet", change("1234000", "1e6"), venue.VerdictTypes},
		{"transaction/bet", change("1234000", `"1000"`), venue.VerdictTypes},
		{"transaction/bet", change("1234000", "null"), venue.VerdictTypes},
		{"transaction/bet", change(`"amount":1234000,`, ""), venue.VerdictTypes},
		{"transaction/bet", change("1234000", "99999999999999999999"), venue.VerdictLimit},
		{"transaction/bet", change("1234000", "999999999999999000"), venue.VerdictLimit},
		{"transaction/bet", change(`"is_free":false`, `"is_free":true`), venue.VerdictSyntax},
		{"transaction/bet", change("CNY", "EUR"), venue.VerdictCurrency},
		{"transaction/bet", change(`"hyming"`, `7`), venue.VerdictTypes},
		{"transaction/bet", change(`"hyming"`, `"hy ming"`), venue.VerdictSyntax},
		{"transaction/bet", change("16d2dcfe", ":/\\u0000"), venue.VerdictSyntax},
		{"transaction/bet", change(`"r1"`, `"`+strings.Repeat("r", 129)+`"`), venue.VerdictSyntax},
		{"transaction/bet", "{", venue.VerdictSyntax},
		{"transaction/steal", betBody, venue.VerdictSyntax},
		{"transaction/win", betBody, venue.VerdictSyntax}, // without a reference
		{"transaction/win", win, venue.VerdictOK},
		{"transaction/rollback", win, venue.VerdictOK},
		{"user/balance", `{"user":"hyming","token":"t","request_uuid":"r","game_code":"g"}`, venue.VerdictOK},
		{"user/info", `{"user":"hyming","request_uuid":"r"}`, venue.VerdictOK},
	} {
		if _, verdict := v.OpenCall(c.call, signedBy(t, keys()[1], c.body), []byte(c.body)); verdict != c.want {
			t.Errorf("%s %s: %v, want %v", c.call, c.body, verdict, c.want)
		}
	}
}

// H-233: a win is paid in whole fen, and what is below is kept with it.
func TestAWinBelowAFenIsNotRoundedUp(t *testing.T) {
	v := openTest(t, "https://api.example")
	body := strings.Replace(strings.Replace(betBody, `"bet":"zero"`, `"reference_transaction_uuid":"b1"`, 1), "1234000", "1234999", 1)
	got, verdict := v.OpenCall("transaction/win", signedBy(t, keys()[1], body), []byte(body))
	if verdict != venue.VerdictOK || got.Amount != 12_34 || got.Rest != 999 || got.Ref != "b1" {
		t.Errorf("%v %+v", verdict, got)
	}
}

func TestEveryVerdictHasAStatusOfTheSheet(t *testing.T) {
	v := openTest(t, "https://api.example")
	seen := map[string]bool{}
	for verdict := venue.VerdictUnknown; verdict <= venue.VerdictLimit; verdict++ {
		kind, answer := v.WriteReply(venue.SeamlessCall{Account: "hyming", RequestID: "r"}, venue.SeamlessReply{Verdict: verdict, Balance: 1_23})
		var a map[string]any
		if err := json.Unmarshal(answer, &a); err != nil || kind != "application/json" {
			t.Fatal(err)
		}
		status, _ := a["status"].(string)
		if !strings.HasPrefix(status, "RS_") || seen[status] {
			t.Errorf("%v: status %q", verdict, status)
		}
		seen[status] = true
		if _, told := a["balance"]; told != (verdict == venue.VerdictOK) {
			t.Errorf("%v: %s", verdict, answer)
		}
	}
	if len(seen) != 15 { // as many as the sheet has
		t.Errorf("%d statuses", len(seen))
	}
	_, answer := v.WriteReply(venue.SeamlessCall{Kind: venue.SeamlessBet, Account: "hyming", RequestID: "r"}, venue.SeamlessReply{Verdict: venue.VerdictOK, Balance: 1_23})
	if string(answer) != `{"user":"hyming","status":"RS_OK","request_uuid":"r","currency":"CNY","balance":123000}` {
		t.Errorf("%s", answer)
	}
}

// The golden requests of the games API, signed with our key.
func TestRequestsAreSignedWithOurKey(t *testing.T) {
	var asked []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		signature, err := base64.StdEncoding.DecodeString(r.Header.Get("X-Hub88-Signature"))
		sum := sha256.Sum256(body)
		if err != nil || rsa.VerifyPKCS1v15(&keys()[0].PublicKey, crypto.SHA256, sum[:], signature) != nil {
			t.Errorf("%s: not signed", r.URL.Path)
		}
		asked = append(asked, r.Method+" "+r.URL.Path+" "+string(body))
		if strings.HasSuffix(r.URL.Path, "/list") {
			_, _ = io.WriteString(w, `[{"game_code":"a","name":"A","product":"P","enabled":true,"category":"Video Slots"},{"game_code":"b","enabled":false},{"game_code":"c"}]`)
			return
		}
		if strings.Contains(string(body), `"game_code":"none"`) {
			_, _ = io.WriteString(w, `{"status":"RS_ERROR_INVALID_GAME"}`)
			return
		}
		_, _ = io.WriteString(w, `{"url":"https://games.example/play?x=1"}`)
	}))
	defer server.Close()
	v := openTest(t, server.URL+"/")
	l := venue.Launch{Account: "hyming", Game: "clt_dragonrising", IP: "203.0.113.9", Device: "h5", BackURL: "https://site.example/", Token: "tok"}
	if got, err := v.Launch(t.Context(), l); got != "https://games.example/play?x=1" || err != nil {
		t.Errorf("Launch = %q, %v", got, err)
	}
	games, err := v.GameList(t.Context())
	if want := []venue.VendorGame{{Code: "a", Name: "A", Maker: "P"}, {Code: "b", Closed: true}, {Code: "c"}}; err != nil || !slices.Equal(games, want) {
		t.Errorf("GameList = %+v, %v", games, err)
	}
	want := []string{
		`POST /operator/generic/v2/game/url {"user":"hyming","token":"tok","platform":"GPL_MOBILE","operator_id":7,"lobby_url":"https://site.example/","lang":"zh","ip":"203.0.113.9","game_code":"clt_dragonrising","currency":"CNY","country":"CN"}`,
		`POST /operator/generic/v2/game/list {"operator_id":7}`,
	}
	if strings.Join(asked, "\n") != strings.Join(want, "\n") {
		t.Errorf("asked\n%s\nwant\n%s", strings.Join(asked, "\n"), strings.Join(want, "\n"))
	}
	for _, game := range []string{"", "0", "none", "a b"} {
		l.Game = game
		if got, err := v.Launch(t.Context(), l); got != "" || err == nil {
			t.Errorf("game %q: %q", game, got)
		}
	}
}

func TestAVenueWithoutAWalletMovesNothing(t *testing.T) {
	v := openTest(t, "https://api.example")
	m := venue.Movement{Ref: "r", Account: "hyming", Amount: money.Yuan}
	if o, err := v.Credit(t.Context(), m); o != venue.Refused || err == nil {
		t.Errorf("Credit %v, %v", o, err)
	}
	if o, err := v.Debit(t.Context(), m); o != venue.Refused || err == nil {
		t.Errorf("Debit %v, %v", o, err)
	}
	if r := v.Rules(); !r.Seamless || !r.NoQuery {
		t.Errorf("rules %+v", r)
	}
}

func TestAContractNeedsItsKeys(t *testing.T) {
	for name, c := range map[string]Config{
		"none":     {BaseURL: "https://a.example", OperatorID: "7"},
		"operator": {BaseURL: "https://a.example", OperatorID: "x"},
		"base":     {BaseURL: "a.example", OperatorID: "7"},
		"not PEM":  {BaseURL: "https://a.example", OperatorID: "7", PrivateKey: "x", PublicKey: "y"},
	} {
		if _, err := New(c); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}

// An answer that is no list is an error and never an empty list.
func TestAListThatCannotBeReadIsAnError(t *testing.T) {
	body := ""
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, body) }))
	defer server.Close()
	v := openTest(t, server.URL)
	for _, body = range []string{"", "null", "{}", `{"status":"RS_ERROR_INVALID_SIGNATURE"}`, `[{"game_code":1}]`, `[{"game_code":"a"}`} {
		if games, err := v.GameList(t.Context()); err == nil {
			t.Errorf("%s is a list of %d games", body, len(games))
		}
	}
	body = "[]"
	if games, err := v.GameList(t.Context()); err != nil || len(games) != 0 {
		t.Errorf("an empty list is %v, %v", games, err)
	}
	body = "[" + strings.Repeat(`{"game_code":"abcdefghijklmnopqrst","name":"A name of a game"},`, 5000) + `{"game_code":"a"}]` // longer than other answers may be
	if games, err := v.GameList(t.Context()); err != nil || len(games) != 5001 {
		t.Errorf("a long list is %d games, %v", len(games), err)
	}
}
