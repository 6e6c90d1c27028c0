package sandbox

import (
	"context"
	"crypto/aes"
	"crypto/md5" //nolint:gosec // the protocol signs with MD5
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// ky asks venue ky one thing, as the vendor's client does, and gives what came
// back; err tells of a torn connection.
func (r *rig) ky(text string) (body string, err error) {
	r.t.Helper()
	block, err := aes.NewCipher([]byte("0123456789abcdef"))
	if err != nil {
		r.t.Fatal(err)
	}
	plain := []byte(text)
	fill := 16 - len(plain)%16
	plain = append(plain, []byte(strings.Repeat(string(rune(fill)), fill))...)
	for at := 0; at < len(plain); at += 16 {
		block.Encrypt(plain[at:], plain[at:at+16])
	}
	stamp := fmt.Sprint(r.at.Now().UnixMilli())
	sum := md5.Sum([]byte("70001" + stamp + "k")) //nolint:gosec // see above
	answer, err := http.Get(r.http.URL + "/venues/ky/channelHandle?" + url.Values{
		"agent": {"70001"}, "timestamp": {stamp}, "param": {base64.StdEncoding.EncodeToString(plain)}, "key": {hex.EncodeToString(sum[:])},
	}.Encode())
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	raw, err := io.ReadAll(answer.Body)
	return strings.TrimSpace(string(raw)), err
}

// number is ming's n-th order at ky.
func number(n int) string { return fmt.Sprintf("7000120261121120000%03dming", n) }

func (r *rig) kySays(n int, want string) {
	r.t.Helper()
	if got, err := r.ky("s=4&orderid=" + number(n)); err != nil || !strings.Contains(got, want) {
		r.t.Errorf("asked about %d: %s, %v, want %s", n, got, err, want)
	}
}

// enter opens ming's purse at ky with 100 in it.
func (r *rig) enter() {
	r.t.Helper()
	if _, err := r.ky("s=0&account=ming&money=100&orderid=" + number(0) + "&ip=127.0.0.1&lineCode=hy&KindID=0"); err != nil {
		r.t.Fatal(err)
	}
	if got := r.purse("ming"); got != "100.00" {
		r.t.Fatalf("purse %v", got)
	}
}

// Each shape of nonsense comes by its name, after the work was done.
func TestNonsenseByItsName(t *testing.T) {
	r := newRig(t)
	r.enter()
	for i, c := range []struct {
		fault string
		holds func(body string) bool
	}{
		{"truncated", func(b string) bool { return strings.HasPrefix(b, "{") && !json.Valid([]byte(b)) }},
		{"html", func(b string) bool { return strings.HasPrefix(b, "<html>") }},
		{"empty", func(b string) bool { return b == "" }},
		{"unknown_code", func(b string) bool { return strings.Contains(b, `"s":102`) && strings.Contains(b, `"code":98765`) }},
		{"wrong_order", func(b string) bool { return strings.Contains(b, `"s":103`) && strings.Contains(b, `"code":0`) }},
	} {
		r.control("POST", "/faults", `{"target":"venue:ky","call":"transfer_in","fault":"`+c.fault+`"}`, 200)
		body, err := r.ky("s=2&account=ming&money=1&orderid=" + number(i+1))
		if err != nil || !c.holds(body) {
			t.Errorf("%s: %q, %v", c.fault, body, err)
		}
		if got, want := r.purse("ming"), fmt.Sprintf("%d.00", 101+i); got != want {
			t.Errorf("%s: %v, want %s", c.fault, got, want)
		}
	}
}

// Late work is done at the release, and slow answers come then.
func TestLateWorkAndSlowAnswersWaitForTheRelease(t *testing.T) {
	r := newRig(t)
	r.enter()
	r.control("POST", "/faults", `{"target":"venue:ky","call":"transfer_in","fault":"late"}`, 200)
	if body, err := r.ky("s=2&account=ming&money=5&orderid=" + number(1)); err == nil {
		t.Errorf("answered %s", body)
	}
	r.kySays(1, `"status":-1`)
	r.control("POST", "/faults", `{"target":"venue:ky","call":"transfer_out","fault":"refuse","hold":true}`, 200)
	answered := make(chan string, 1)
	go func() {
		body, _ := r.ky("s=3&account=ming&money=7&orderid=" + number(2))
		answered <- body
	}()
	for range 300 {
		if fmt.Sprint(r.control("GET", "/faults", "", 200)["held"]) == "2" {
			break
		}
		time.Sleep(10 * time.Millisecond)
	}
	select {
	case body := <-answered:
		t.Errorf("answered before the release: %s", body)
	default:
	}
	r.kySays(2, `"status":2`)
	if got := fmt.Sprint(r.control("POST", "/release", "", 200)); got != "map[released:2]" {
		t.Error(got)
	}
	if body := <-answered; !strings.Contains(body, `"code":20`) {
		t.Error(body)
	}
	r.kySays(1, `"status":0`)
	if got := r.purse("ming"); got != "105.00" {
		t.Error(got)
	}
	if got := fmt.Sprint(r.control("POST", "/release", "", 200)); got != "map[released:0]" {
		t.Error(got)
	}
}

// A switch for one order passes others by, and a question can be lied about.
func TestLiesAboutOneOrder(t *testing.T) {
	r := newRig(t)
	r.enter()
	for n := 1; n <= 2; n++ {
		if body, err := r.ky("s=2&account=ming&money=5&orderid=" + number(n)); err != nil {
			t.Fatal(body, err)
		}
	}
	for _, c := range []struct {
		fault string
		n     int
		want  string
	}{
		{"say_failed", 1, `"status":2`}, {"say_done", 9, `"status":0`}, {"wrong_unit", 1, `"money":500.00`}, {"wrong_amount", 1, `"money":5.01`},
	} {
		r.control("POST", "/faults", fmt.Sprintf(`{"target":"venue:ky","call":"status","fault":%q,"order":%q}`, c.fault, number(c.n)), 200)
		r.kySays(2, `"money":5.00`)
		r.kySays(c.n, c.want)
	}
	r.kySays(9, `"status":-1`)
	r.kySays(1, `"money":5.00`)
	r.control("POST", "/faults", `{"target":"venue:ky","call":"transfer_in","fault":"wrong_unit"}`, 200)
	if body, err := r.ky("s=2&account=ming&money=3&orderid=" + number(3)); err != nil || !strings.Contains(body, `"code":44`) {
		t.Error(body, err)
	}
	r.kySays(3, `"money":300.00`)
	for _, body := range []string{
		`{"target":"venue:ky","call":"any","fault":"late"}`, `{"target":"venue:ky","call":"balance","fault":"say_done"}`,
		`{"target":"venue:ky","call":"status","fault":"wrong_merchant"}`, `{"target":"gateway:epay","call":"status","fault":"too_many_requests"}`,
	} {
		r.control("POST", "/faults", body, 400)
	}
}

// A transfer that is taken back is failed from then on, and the money where it was.
func TestAVenueTakesATransferBack(t *testing.T) {
	r := newRig(t)
	r.enter()
	if _, err := r.ky("s=3&account=ming&money=30&orderid=" + number(1)); err != nil {
		t.Fatal(err)
	}
	at := "/venues/ky/transfers/" + number(1) + "/reverse"
	r.control("POST", at, "", 200)
	r.kySays(1, `"status":2`)
	if got := r.purse("ming"); got != "100.00" {
		t.Error(got)
	}
	r.control("POST", at, "", 404)
	r.control("POST", "/venues/xx/transfers/1/reverse", "", 404)
	if err := r.books.Check(context.Background()); err != nil {
		t.Error(err)
	}
}

// A gateway that names another order signs it as it should; one that takes a
// payment back sends no notice.
func TestAGatewaySpeaksOfSomethingElse(t *testing.T) {
	r := newRig(t)
	query := func(order string) string {
		answer, err := http.Get(r.http.URL + "/gateways/epay/api.php?act=order&pid=1001&key=demoEpayKey&out_trade_no=" + order)
		if err != nil {
			t.Fatal(err)
		}
		defer answer.Body.Close()
		body, _ := io.ReadAll(answer.Body)
		return string(body)
	}
	r.order("D1", "50.00")
	for _, c := range []struct{ fault, want string }{
		{"wrong_order", `"out_trade_no":"D7"`}, {"wrong_merchant", `"pid":"1007"`}, {"wrong_unit", `"money":"5000.00"`},
		{"say_done", `"status":1`}, {"say_failed", `"status":2`}, {"unknown_code", `"code":98765`}, {"empty", ``},
	} {
		r.control("POST", "/faults", `{"target":"gateway:epay","call":"status","fault":"`+c.fault+`","order":"D1"}`, 200)
		if got := query("D1"); !strings.Contains(got, c.want) || (c.want == "") != (got == "") {
			t.Errorf("%s: %s", c.fault, got)
		}
	}
	for i, fault := range []string{"wrong_order", "wrong_merchant", ""} {
		if fault != "" {
			r.control("POST", "/faults", `{"target":"gateway:epay","call":"transfer_in","fault":"`+fault+`"}`, 200)
		}
		r.control("POST", "/gateways/epay/orders/D1/pay", `{}`, 200)
		heard := r.merchant.waitFor(t, i+1)[i]
		other := heard.Get("out_trade_no") != "D1" || heard.Get("pid") != "1001"
		if other != (fault != "") {
			t.Errorf("%s: %v", fault, heard)
		}
	}
	r.control("POST", "/gateways/epay/orders/D1/reverse", "", 200)
	if got := query("D1"); !strings.Contains(got, `"status":0`) {
		t.Error(got)
	}
	r.control("POST", "/gateways/epay/orders/D1/reverse", "", 404)
}
