package fault_test

import (
	"crypto/md5" //nolint:gosec // the convention signs with MD5
	"encoding/hex"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/money"
)

const (
	gateway = "gateway:epay"
	expiry  = 1200 * time.Second
)

// depositStory is an order to deposit as its player asks for it and sees it.
type depositStory struct {
	r      *rig
	amount money.Fen
	key    string
	had    money.Fen // in the centre, before
	sn     string
	reply  apptest.Reply
}

func (r *rig) deposit() *depositStory {
	r.t.Helper()
	return &depositStory{r: r, amount: r.amount(100, 900) + money.Fen(r.rnd.IntN(100)), key: r.key(), had: r.centre()}
}

func (d *depositStory) ask() (apptest.Reply, error) {
	return d.r.call(d.key, "/v1/Do/CallDepositPay", "payment_id", "2", "amount", d.amount.String(), "device_id", "1")
}

// place sends the order as the player's browser does, or repeats it.
func (d *depositStory) place() *depositStory {
	d.r.t.Helper()
	reply, err := d.ask()
	d.r.ok(err)
	d.reply = reply
	if reply.OK() {
		if sn := reply.Text("Data.order_sn"); d.sn != "" && d.sn != sn {
			d.r.errorf("the order %s is now %s", d.sn, sn)
		} else if d.sn = sn; reply.Text("Data.link") == "" {
			d.r.errorf("an order that leads nowhere: %s", reply)
		}
	}
	return d
}

// open places an order that nothing is wrong with.
func (r *rig) openDeposit() *depositStory {
	r.t.Helper()
	d := r.deposit().place()
	if d.sn == "" {
		r.t.Fatalf("%s × %s, seed %d: %s", r.row, r.flow, r.seed, d.reply)
	}
	return d
}

// number finds the order's number where its player was not given one.
func (d *depositStory) number() string {
	d.r.t.Helper()
	if d.sn == "" {
		d.r.ok(d.r.h.DB.NewRaw("SELECT sn FROM deposit WHERE player = ? ORDER BY created_at DESC, sn DESC LIMIT 1", d.r.id).Scan(d.r.t.Context(), &d.sn))
	}
	return d.sn
}

// strikes sets a switch for this order alone.
func (d *depositStory) strikes(call, kind string, times int) *depositStory {
	d.r.t.Helper()
	d.r.fault(wish{Target: gateway, Call: call, Fault: kind, Times: times, Order: d.number()})
	return d
}

// pay has the payer pay at the gateway, or the gateway tell of it again, and
// gives how many notices were understood.
func (d *depositStory) pay(how map[string]any) int {
	d.r.t.Helper()
	if how == nil {
		how = map[string]any{}
	}
	got := d.r.control(http.MethodPost, "/gateways/epay/orders/"+d.number()+"/pay", how)
	delivered, _ := got["delivered"].(float64)
	return int(delivered)
}

// see has the player look at the order, and holds what they are told against
// what they have.
func (d *depositStory) see(status string) {
	d.r.t.Helper()
	reply, err := d.r.call(d.r.key(), "/v1/Do/DepositOrder", "OrderSn", d.number())
	d.r.ok(err)
	told := reply.Text("Data.status")
	if got := d.r.centre() - d.had; (told == "credited") != (got > 0) {
		d.r.errorf("the player is told %q and has got %s: %s", told, got, reply)
	}
	if told != status {
		d.r.errorf("the player is told %q, not %q", told, status)
	}
}

// waits lets time go by while the house asks and expires.
func (r *rig) waits(d time.Duration) {
	r.t.Helper()
	for until := r.h.Clock.Now().Add(d); r.h.Clock.Now().Before(until); {
		r.h.Clock.Advance(min(time.Duration(20+r.rnd.IntN(60))*time.Second, until.Sub(r.h.Clock.Now())))
		r.ok(r.h.Cashier.Deposits.PollOpen(r.t.Context()))
		r.ok(r.h.Cashier.Deposits.ExpireOld(r.t.Context()))
	}
}

// credited wants the order credited with this, once, and told of once.
func (d *depositStory) credited(amount money.Fen) {
	d.r.t.Helper()
	d.see("credited")
	if got := d.r.centre() - d.had; got != amount {
		d.r.errorf("%s arrived for %s and the player got %s", amount, d.sn, got)
	}
	if n := d.r.count("SELECT COUNT(*) FROM deposit_notice WHERE sn = ?", d.sn); n != 1 {
		d.r.errorf("told of %d times", n)
	}
}

// isCase wants the order in review, nothing credited, and people to see why.
func (d *depositStory) isCase(why string) {
	d.r.t.Helper()
	d.see("review")
	d.r.want(d.r.maker.get("/deposits?state=review&order="+d.sn), http.StatusOK, "total", "1", "items.0.order", d.sn)
	a := d.r.want(d.r.maker.get("/deposits/"+d.sn), http.StatusOK, "state", "review")
	if !strings.Contains(a.at("reviewReason"), why) {
		d.r.errorf("the case says %q, not %q", a.at("reviewReason"), why)
	}
}

// byTwoPeople credits a case with what arrived, by two people; one alone cannot.
func (d *depositStory) byTwoPeople(received money.Fen) {
	d.r.t.Helper()
	d.r.byTwo(d.r.maker.post("/deposits/"+d.sn+"/resolve", map[string]any{
		"action": "credit", "received": received.String(), "reason": "与支付通道核对一致",
	}))
	d.credited(received)
}

// notice sends a notice of ours making, rightly signed, to the order's address.
func (d *depositStory) notice(changes map[string]string) int {
	d.r.t.Helper()
	var at string
	d.r.ok(d.r.h.DB.NewRaw("SELECT token FROM deposit WHERE sn = ?", d.number()).Scan(d.r.t.Context(), &at))
	contract := d.r.h.Config.Companies.Gateways[0]
	fields := map[string]string{
		"pid": contract.PID, "trade_no": "T" + d.sn, "out_trade_no": d.sn, "type": "alipay", "name": "deposit",
		"money": d.amount.String(), "trade_status": "TRADE_SUCCESS",
	}
	for name, value := range changes {
		fields[name] = value
	}
	return d.r.hook(at, signedNotice(fields, contract.Key))
}

func signedNotice(fields map[string]string, key string) url.Values {
	var parts []string
	values := url.Values{}
	for name, value := range fields {
		parts = append(parts, name+"="+value)
		values.Set(name, value)
	}
	slices.Sort(parts)
	sum := md5.Sum([]byte(strings.Join(parts, "&") + key)) //nolint:gosec // see above
	values.Set("sign", hex.EncodeToString(sum[:]))
	values.Set("sign_type", "MD5")
	return values
}

// hook sends a notice to the address with this token and gives the status.
func (r *rig) hook(token string, values url.Values) int {
	r.t.Helper()
	response, err := http.Get(r.h.URL("hooks") + "/pay/epay/" + token + "?" + values.Encode())
	r.ok(err)
	_ = response.Body.Close()
	return response.StatusCode
}
