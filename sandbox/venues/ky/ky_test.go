package ky

import (
	"context"
	"fmt"
	"net/netip"
	"net/url"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

// Every check in front of the commands has its own code. A client maps them to
// alarms, so a wrong one would page the wrong person.
func TestRequestsThatFailTheCommonChecks(t *testing.T) {
	r := newRig(t)
	stamp := func(q url.Values, at time.Time) {
		text := strconv.FormatInt(at.UnixMilli(), 10)
		q.Set("timestamp", text)
		q.Set("key", sign(vectorAgent, text, vectorMD5Key))
	}
	for _, c := range []struct {
		name  string
		text  string
		spoil func(url.Values)
		code  int
	}{
		{"no param", "s=14", func(q url.Values) { q.Del("param") }, 6},
		{"no key", "s=14", func(q url.Values) { q.Del("key") }, 6},
		{"other agent", "s=14", func(q url.Values) { q.Set("agent", "70002") }, 2},
		{"bad key", "s=14", func(q url.Values) { q.Set("key", strings.Repeat("0", 32)) }, 15},
		{"upper-case key", "s=14", func(q url.Values) { q.Set("key", strings.ToUpper(q.Get("key"))) }, 15},
		{"timestamp too old", "s=14", func(q url.Values) { stamp(q, r.at.Now().Add(-5*time.Minute-time.Second)) }, 3},
		{"timestamp ahead", "s=14", func(q url.Values) { stamp(q, r.at.Now().Add(6*time.Minute)) }, 3},
		{"timestamp just inside", "s=14", func(q url.Values) { stamp(q, r.at.Now().Add(-5*time.Minute)) }, 0},
		{"cipher of another key", "s=14", func(q url.Values) { q.Set("param", seal("s=14", "fedcba9876543210")) }, 22},
		{"param is no Base64", "s=14", func(q url.Values) { q.Set("param", "%%%") }, 22},
		{"unknown command", "s=99", nil, 8},
		{"no command", "account=test001", nil, 8},
		{"record command at the command address", "s=6&startTime=1&endTime=2", nil, 8},
		{"good", "s=14", nil, 0},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := r.query(c.text)
			if c.spoil != nil {
				c.spoil(q)
			}
			p, err := r.get("/channelHandle", q)
			if err != nil || p.code() != c.code || p.M != "/channelHandle" {
				t.Errorf("answer %+v, %v; want code %d", p, err, c.code)
			}
		})
	}
}

func TestCallersFromElsewhereAreRefused(t *testing.T) {
	r := newRig(t)
	r.AllowFrom = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	if p := r.ask("s=14"); p.code() != 5 {
		t.Errorf("code %d, want 5", p.code())
	}
	r.AllowFrom = []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}
	if p := r.ask("s=14"); p.code() != 0 {
		t.Errorf("code %d, want 0", p.code())
	}
}

func TestCommandsAndTheirCodes(t *testing.T) {
	r := newRig(t)
	r.enter("ming")
	good := r.id("ming")
	launch := func(change string) string {
		fields := map[string]string{"account": "ming", "money": "0", "orderid": good, "ip": "127.0.0.1", "lineCode": "hy", "KindID": "0"}
		name, value, _ := strings.Cut(change, "=")
		fields[name] = value
		text := "s=0"
		for name, value := range fields {
			text += "&" + name + "=" + value
		}
		return text
	}
	move := func(account, id, amount string) string {
		return "s=2&account=" + account + "&orderid=" + id + "&money=" + amount
	}
	for _, c := range []struct {
		name, text string
		code       int
	}{
		{"launch", launch("KindID=720"), 0},
		{"launch without account", launch("account="), 6},
		{"launch without ip", launch("ip="), 6},
		{"launch of an unknown game", launch("KindID=999"), 36},
		{"launch with a line code of eleven", launch("lineCode=abcdefghijk"), 45},
		{"launch with a misshapen order", launch("orderid=1"), 29},
		{"launch with a negative amount", launch("money=-1"), 31},
		{"account of 65", launch("account=" + strings.Repeat("a", 65)), 45},
		{"deposit without order", "s=2&account=ming&money=1", 6},
		{"deposit of nothing", move("ming", good, "0"), 31},
		{"deposit of less than nothing", move("ming", good, "-5.00"), 31},
		{"deposit of three decimals", move("ming", good, "1.001"), 45},
		{"deposit of an exponent", move("ming", good, "1e3"), 45},
		{"deposit of full-width digits", move("ming", good, "１００"), 45},
		{"deposit above ten millions", move("ming", good, "10000000.01"), 40},
		{"deposit of a very long number", move("ming", good, strings.Repeat("9", 40)), 40},
		{"order of another agent", move("ming", "8"+good[1:], "1"), 29},
		{"order of another account", move("ming", good[:len(good)-4]+"hong", "1"), 29},
		{"order with a letter in its time", move("ming", strings.Replace(good, "2026", "20a6", 1), "1"), 29},
		{"order in month 13", move("ming", strings.Replace(good, "202611", "202613", 1), "1"), 29},
		{"unknown player", move("hong", r.id("hong"), "1"), 35},
		{"balance of an unknown player", "s=1&account=hong", 35},
		{"balance of nobody", "s=1", 6},
		{"total of an unknown player", "s=7&account=hong", 35},
		{"kick an unknown player", "s=8&account=hong", 35},
		{"status of no order", "s=4", 6},
		{"withdraw more than there is", "s=3&account=ming&orderid=" + r.id("ming") + "&money=1", 38},
		{"ten millions exactly", move("ming", r.id("ming"), "10000000.00"), 0},
		{"ten more", move("ming", r.id("ming"), "10000000"), 0},
		{"beyond the agent's credit", move("ming", r.id("ming"), "0.01"), 1002},
	} {
		t.Run(c.name, func(t *testing.T) {
			if p := r.ask(c.text); p.code() != c.code {
				t.Errorf("%s: answer %+v, want code %d", c.text, p, c.code)
			}
		})
	}
}

// F14: an order id moves money once; what it did can be asked for.
func TestATransferIsBookedOnceAndCanBeAskedFor(t *testing.T) {
	r := newRig(t)
	r.enter("Ming")
	in := r.id("Ming")
	text := "s=2&account=Ming&orderid=" + in + "&money=100.50"
	if p := r.ask(text); p.code() != 0 || fmt.Sprint(p.D["money"]) != "100.50" || p.S != 102 {
		t.Fatalf("deposit: %+v", p)
	}
	if p := r.ask(text); p.code() != 34 {
		t.Errorf("again: %+v", p)
	}
	if p := r.ask("s=3&account=Ming&orderid=" + in + "&money=1"); p.code() != 34 {
		t.Errorf("same id the other way: %+v", p)
	}
	code, out := r.move(3, "Ming", "100.51")
	if code != 38 {
		t.Errorf("withdraw too much: %d", code)
	}
	if code, _ := r.move(3, "Ming", "0.50"); code != 0 {
		t.Errorf("withdraw: %d", code)
	}
	for _, c := range []struct {
		id, status, amount string
	}{{in, "0", "100.50"}, {out, "2", "100.51"}, {r.id("Ming"), "-1", "0.00"}} {
		p := r.ask("s=4&orderid=" + c.id)
		if p.code() != 0 || fmt.Sprint(p.D["status"]) != c.status || fmt.Sprint(p.D["money"]) != c.amount {
			t.Errorf("status of %s: %+v, want %s of %s", c.id, p, c.status, c.amount)
		}
	}
	// D-01: names are the same without regard to case.
	if got := fmt.Sprint(r.ask("s=1&account=ming").D["money"]); got != "100.00" {
		t.Errorf("balance %s", got)
	}
	if got := r.ask("s=14").D["money"]; got != "19999900.00" {
		t.Errorf("agent credit %v", got)
	}
}

func TestLaunchCarriesADepositAndOpensOnce(t *testing.T) {
	r := newRig(t)
	id := r.id("ming")
	p := r.ask("s=0&account=ming&money=20&orderid=" + id + "&ip=127.0.0.1&lineCode=hy&KindID=720")
	if p.code() != 0 || !strings.HasPrefix(fmt.Sprint(p.D["url"]), "http://sandbox/play/enter?") {
		t.Fatalf("launch: %+v", p)
	}
	if got := r.balance("ming"); got != "20.00" {
		t.Errorf("balance %s", got)
	}
	if p := r.ask("s=4&orderid=" + id); number(p.D["status"]) != 0 || fmt.Sprint(p.D["money"]) != "20.00" {
		t.Errorf("order: %+v", p)
	}
	if p := r.ask("s=5&account=ming"); number(p.D["status"]) != 0 {
		t.Errorf("online before entering: %+v", p)
	}
	if p := r.ask("s=5&account=nobody"); p.code() != 0 || number(p.D["status"]) != -1 {
		t.Errorf("online of nobody: %+v", p)
	}
	launch, _ := url.Parse(fmt.Sprint(p.D["url"]))
	play := books.Session{Token: "t", ExpiresAt: r.at.Now().Add(time.Hour)}
	if _, err := r.Books.Enter(context.Background(), launch.Query().Get("token"), play, r.at.Now()); err != nil {
		t.Fatal(err)
	}
	if p := r.ask("s=5&account=ming"); number(p.D["status"]) != 1 {
		t.Errorf("online after entering: %+v", p)
	}
	if p := r.ask("s=8&account=ming"); p.code() != 0 {
		t.Errorf("kick: %+v", p)
	}
	if p := r.ask("s=5&account=ming"); number(p.D["status"]) != 0 {
		t.Errorf("online after the kick: %+v", p)
	}
}

// A second transfer of a player while one runs is refused with 39, and
// leaves nothing behind.
func TestOneTransferAtATimeForAPlayer(t *testing.T) {
	r := newRig(t)
	r.enter("ming")
	r.wish(faults.TransferIn, faults.Delay, 400)
	first := make(chan int)
	go func() {
		p, _ := r.get("/channelHandle", r.query("s=2&account=ming&orderid="+vectorAgent+"20261121120000900ming&money=5"))
		first <- p.code()
	}()
	time.Sleep(150 * time.Millisecond)
	code, id := r.move(2, "ming", "7")
	if code != 39 {
		t.Errorf("second: %d, want 39", code)
	}
	if p := r.ask("s=4&orderid=" + id); number(p.D["status"]) != -1 {
		t.Errorf("second's order: %+v", p)
	}
	if p := r.ask("s=4&orderid=" + vectorAgent + "20261121120000900ming"); number(p.D["status"]) != -1 {
		t.Errorf("first's order before it was worked on: %+v", p)
	}
	if code := <-first; code != 0 {
		t.Errorf("first: %d", code)
	}
	if got := r.balance("ming"); got != "5.00" {
		t.Errorf("balance %s", got)
	}
}

// Concurrent transfers of many players leave books that add up (the rig checks
// them at the end of every test).
func TestConcurrentTransfersKeepTheBooks(t *testing.T) {
	r := newRig(t)
	var all sync.WaitGroup
	booked := make([]int, 4)
	for p := range booked {
		account := fmt.Sprintf("player%d", p)
		r.enter(account)
		var mu sync.Mutex
		for n := range 10 {
			all.Go(func() {
				text := fmt.Sprintf("s=2&account=%s&orderid=%s20261121130000%03d%s&money=1.01", account, vectorAgent, n, account)
				answer, err := r.get("/channelHandle", r.query(text))
				if err == nil && answer.code() == 0 {
					mu.Lock()
					booked[p]++
					mu.Unlock()
				} else if err != nil || answer.code() != 39 {
					t.Errorf("%+v, %v", answer, err)
				}
			})
		}
	}
	all.Wait()
	for p, n := range booked {
		if got, want := r.balance(fmt.Sprintf("player%d", p)), (101 * money.Fen(n)).String(); got != want || n == 0 {
			t.Errorf("player%d has %s after %d transfers, want %s", p, got, n, want)
		}
	}
}
