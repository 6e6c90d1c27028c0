package sandbox

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"strings"
	"testing"
	"time"

	"hongyun/sandbox/chains"
)

const (
	tronHouse = "T9yZXXENpbqxic72funvcNeQuM4bnKkDAS"
	ercHouse  = "0x00112233445566778899aabbccddeeff00112233"
	omniHouse = "11MXTrefsj1ZS3Q5e9D6DxGzZKHWALyo9"
)

var houses = map[string]string{"trc20": tronHouse, "erc20": ercHouse, "omni": omniHouse}

// onChain is what GET /control/books says of a chain.
func (r *rig) onChain(network string) []any {
	r.t.Helper()
	return r.control("GET", "/books", "", 200)["chains"].(map[string]any)[network].([]any)
}

// Blocks come with the program's clock; a jump of it makes some, not millions.
func TestTransfersGetConfirmationsWithTheClock(t *testing.T) {
	r := newRig(t)
	for network, house := range houses {
		tx := r.control("POST", "/chains/"+network+"/transfers", `{"to":"`+house+`","amount":"15.63"}`, 200)["tx"].(string)
		if strings.HasPrefix(tx, "0x") != (network == "erc20") {
			t.Errorf("%s: %s", network, tx)
		}
	}
	for _, step := range []struct {
		by   time.Duration
		want float64
	}{{0, 0}, {time.Second, 1}, {11 * time.Second, 12}, {24 * time.Hour, 2012}} {
		r.at.Advance(step.by)
		for network, house := range houses {
			rows := r.onChain(network)
			row := rows[0].(map[string]any)
			if len(rows) != 1 || row["confirmations"] != step.want || row["amount"] != "15.63" || row["to"] != house || row["token"] != "USDT" || row["status"] != "done" {
				t.Errorf("%s after %v: %v", network, step.by, rows)
			}
		}
	}
	if got := r.control("POST", "/chains/trc20/blocks", `{"count":7}`, 200); got["height"].(float64) < 1_002_019 {
		t.Error(got)
	}
	if row := r.onChain("trc20")[0].(map[string]any); row["confirmations"] != 2019.0 {
		t.Error(row)
	}
}

// C2: what was answered is there after a restart, as deep as it was or deeper.
func TestChainsSurviveARestart(t *testing.T) {
	r := newRig(t)
	for network, house := range houses {
		r.control("POST", "/chains/"+network+"/transfers", `{"to":"`+house+`","amount":"0.000001","from":"`+house+`"}`, 200)
	}
	r.at.Advance(50 * time.Second) // fewer blocks than are kept at a time
	before := fmt.Sprint(r.control("GET", "/books", "", 200)["chains"])
	r.end()
	r.start()
	if after := fmt.Sprint(r.control("GET", "/books", "", 200)["chains"]); after != before || !strings.Contains(after, "0.000001") {
		t.Errorf("%s, was %s", after, before)
	}
}

func TestChainControlsThatMakeNoSense(t *testing.T) {
	r := newRig(t)
	for _, c := range []struct {
		path, body string
		status     int
	}{
		{"/chains/solana/transfers", `{"to":"x","amount":"1"}`, 404},
		{"/chains/solana/blocks", `{}`, 404},
		{"/chains/trc20/transfers", `{"to":"` + ercHouse + `","amount":"1"}`, 400},
		{"/chains/trc20/transfers", `{"to":"` + tronHouse[:33] + `T","amount":"1"}`, 400},
		{"/chains/erc20/transfers", `{"to":"` + tronHouse + `","amount":"1"}`, 400},
		{"/chains/omni/transfers", `{"to":"` + tronHouse + `","amount":"1"}`, 400},
		{"/chains/trc20/transfers", `{"to":"` + tronHouse + `"}`, 400},
		{"/chains/trc20/transfers", `{"to":"` + tronHouse + `","amount":"0.0000001"}`, 400},
		{"/chains/trc20/transfers", `{"to":"` + tronHouse + `","amount":"-1"}`, 400},
		{"/chains/trc20/transfers", `{"to":"` + tronHouse + `","amount":"1","times":11}`, 400},
		{"/chains/omni/transfers", `{"to":"` + omniHouse + `","amount":"1","times":2}`, 400},
		{"/chains/trc20/transfers", `{"to":"` + tronHouse + `","amount":"1","status":"maybe"}`, 400},
		{"/chains/trc20/transfers", `{"to":"` + tronHouse + `","amount":"999999999999"}`, 400},
		{"/chains/trc20/transfers", `{"to":"` + tronHouse + `","amount":"1","gas":1}`, 400},
		{"/chains/trc20/blocks", `{"count":0}`, 400},
		{"/chains/trc20/blocks", `{"count":100001}`, 400},
		{"/chains/trc20/transfers/ab/reorganise", `{}`, 404},
		{"/faults", `{"target":"chain:solana","call":"any","fault":"delay"}`, 400},
		{"/faults", `{"target":"chain:trc20","call":"any","fault":"wrong_merchant"}`, 400},
	} {
		r.control("POST", c.path, c.body, c.status)
	}
}

// The wallet page works without a script, as a browser uses it.
func TestTheWalletPagePays(t *testing.T) {
	r := newRig(t)
	for network, house := range houses {
		page := r.page(t, http.MethodGet, "/chains/"+network+"?to="+house+"&amount=15.63", nil, 200)
		for _, want := range []string{`>` + house + `</textarea>`, `value="15.63"`, `<button type="submit"`, "演示钱包", "虚拟币"} {
			if !strings.Contains(page, want) {
				t.Errorf("%s: no %s", network, want)
			}
		}
		if strings.Contains(page, "<script") {
			t.Error("a script")
		}
		done := r.page(t, http.MethodPost, "/chains/"+network, url.Values{"to": {house}, "amount": {"15.63"}}, 200)
		if !strings.Contains(done, "等待确认") || !strings.Contains(done, "15.63") || !strings.Contains(done, `http-equiv="refresh"`) {
			t.Errorf("%s: %s", network, done)
		}
		rows := r.onChain(network)
		if len(rows) != 1 {
			t.Fatalf("%s: %v", network, rows)
		}
		r.at.Advance(time.Minute)
		tx := rows[0].(map[string]any)["tx"].(string)
		if done = r.page(t, http.MethodGet, "/chains/"+network+"/tx/"+tx, nil, 200); !strings.Contains(done, "转账成功") || strings.Contains(done, "refresh") {
			t.Errorf("%s: %s", network, done)
		}
		for _, bad := range []url.Values{{"to": {house + "x"}, "amount": {"1"}}, {"to": {house}, "amount": {"0"}}, {"to": {house}, "amount": {"1e3"}}, {"to": {`"><script>`}, "amount": {`"><script>`}}} {
			page := r.page(t, http.MethodPost, "/chains/"+network, bad, 400)
			if !strings.Contains(page, `role="alert"`) || strings.Contains(page, "<script>") {
				t.Errorf("%s %v: %s", network, bad, page)
			}
		}
		r.page(t, http.MethodGet, "/chains/"+network+"/tx/ab", nil, 404)
		// Staff pay from the operator's wallet on the same page.
		r.page(t, http.MethodPost, "/chains/"+network, url.Values{"to": {house}, "amount": {"7"}, "from": {"payout"}}, 200)
		rows = r.onChain(network)
		if from := rows[len(rows)-1].(map[string]any)["from"]; from != chains.PayoutWallet(network) {
			t.Errorf("%s: paid from %v", network, from)
		}
	}
	r.page(t, http.MethodGet, "/chains/trc20/wallet.css", nil, 200)
}

// A foreign page, open in the same browser, does not pay.
func TestTheWalletIsNotPaidFromElsewhere(t *testing.T) {
	r := newRig(t)
	q := httptest.NewRequest(http.MethodPost, "/chains/trc20", strings.NewReader(url.Values{"to": {tronHouse}, "amount": {"1"}}.Encode()))
	q.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	q.Header.Set("Sec-Fetch-Site", "cross-site")
	w := httptest.NewRecorder()
	r.Handler().ServeHTTP(w, q)
	if w.Code != http.StatusForbidden || len(r.onChain("trc20")) != 0 {
		t.Errorf("%d, %v", w.Code, r.onChain("trc20"))
	}
}

func (r *rig) page(t *testing.T, method, path string, form url.Values, status int) string {
	t.Helper()
	q, err := http.NewRequest(method, r.http.URL+path, strings.NewReader(form.Encode()))
	if err != nil {
		t.Fatal(err)
	}
	if form != nil {
		q.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	answer, err := http.DefaultClient.Do(q)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	text, _ := io.ReadAll(answer.Body)
	if answer.StatusCode != status {
		t.Errorf("%s %s: %d, want %d", method, path, answer.StatusCode, status)
	}
	return string(text)
}

// The wire of TronGrid, field by field, as its documentation has it.
func TestTronGridsList(t *testing.T) {
	r := newRig(t)
	for range 3 {
		r.control("POST", "/chains/trc20/transfers", `{"to":"`+tronHouse+`","amount":"15.63"}`, 200)
	}
	list := func(query string) map[string]any {
		var page map[string]any
		if err := json.Unmarshal([]byte(r.page(t, http.MethodGet, "/chains/trc20/v1/accounts/"+tronHouse+"/transactions/trc20?"+query, nil, 200)), &page); err != nil {
			t.Fatal(err)
		}
		return page
	}
	r.control("POST", "/chains/trc20/blocks", `{"count":19}`, 200)
	if got := list("only_confirmed=true")["data"].([]any); len(got) != 0 {
		t.Errorf("confirmed below eighteen blocks: %v", got)
	}
	r.control("POST", "/chains/trc20/blocks", `{"count":1}`, 200)
	first := list("only_confirmed=true&limit=2&order_by=block_timestamp,asc")
	second := list("only_confirmed=true&limit=2&order_by=block_timestamp,asc&fingerprint=" + first["meta"].(map[string]any)["fingerprint"].(string))
	row := first["data"].([]any)[0].(map[string]any)
	if len(first["data"].([]any)) != 2 || len(second["data"].([]any)) != 1 || second["meta"].(map[string]any)["fingerprint"] != nil ||
		row["value"] != "15630000" || row["type"] != "Transfer" || row["to"] != tronHouse ||
		row["token_info"].(map[string]any)["address"] != "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t" {
		t.Errorf("%v\n%v", first, second)
	}
}

// C2: the chain's own process is killed; its answers remain true.
func TestAnsweredTransfersSurviveAKill(t *testing.T) {
	if os.Getenv(crashDir) != "" {
		t.Skip("this is the child")
	}
	dir := t.TempDir()
	base, kill := child(t, dir)
	var answered []string
	for range 30 {
		answer, err := http.Post(base+"/control/chains/trc20/transfers", "application/json", strings.NewReader(`{"to":"`+tronHouse+`","amount":"1"}`))
		if err != nil {
			t.Fatal(err)
		}
		var got struct{ Tx string }
		_ = json.NewDecoder(answer.Body).Decode(&got)
		_ = answer.Body.Close()
		answered = append(answered, got.Tx)
	}
	kill()
	r := &rig{t: t, dir: dir, at: newClock()}
	r.start()
	defer r.end()
	there := fmt.Sprint(r.onChain("trc20"))
	for _, tx := range answered {
		if tx == "" || !strings.Contains(there, tx) {
			t.Fatalf("%q is lost", tx)
		}
	}
}
