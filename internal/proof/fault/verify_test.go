package fault_test

import (
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/proof"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
)

// verified is the column of a game that opens only after its vendor has asked us
// whose session it is. The player's money is at the venue, and none of it may move.
const verified = "V"

var verifyCells = []cell{
	{row: "F1", flow: verified, run: openingFails("drop_request")}, {row: "F2", flow: verified, run: openingFails("drop_response")},
	{row: "F3", flow: verified, run: openingFails("commit_then_500")}, {row: "F4", flow: verified, run: openedTooLate},
	{row: "F5", flow: verified, run: openingFails("refuse")}, {row: "F7", flow: verified, run: openedOften},
	{row: "F13", flow: verified, run: openedByAForgery}, {row: "F16", flow: verified, run: openedByTheFrozen},
	{row: "F18", flow: verified, run: openedInMaintenance},
	{row: "F6", flow: verified, why: "the vendor's question is nonsense: hookapi.TestAVendorIsToldWhoOpenedAGame"},
	{row: "F8", flow: verified, why: "the question is asked while the page waits: nothing is settled before it"},
	{row: "F9", flow: verified, why: "a question has no order: each is answered by the token alone"},
	{row: "F10", flow: verified, why: "an open game is not taken back; a kick is a call of ours"},
	{row: "F11", flow: verified, why: sessionOnly}, {row: "F12", flow: verified, why: sessionOnly},
	{row: "F14", flow: verified, why: "a session that is known already opens its game again: F7"},
	{row: "F15", flow: verified, why: "the vendor asks, and we ask nothing"},
	{row: "F17", flow: verified, why: "a recycle opens no game"},
	{row: "F19", flow: verified, why: "the answer is read and nothing is written: hookapi.TestAVendorIsToldWhoOpenedAGame counts the rows"},
	{row: "F20", flow: verified, why: rowsLost},
}

const sessionOnly = "a session holds no amount"

// opening is a game that the player has been given the address of.
type opening struct {
	r           *rig
	address     string
	there, left money.Fen // at the venue and in the centre, before
}

func (r *rig) opening() *opening {
	r.t.Helper()
	r.purse(100*money.Yuan, r.amount(1, 100))
	o := &opening{r: r, there: r.atVenue(r.vendor.code), left: r.centre()}
	o.launch()
	return o
}

// launch asks for a new address.
func (o *opening) launch() {
	o.r.t.Helper()
	opened, err := o.r.h.Launches.Open(o.r.t.Context(), venue.Opening{
		Player: o.r.id, Venue: o.r.vendor.code, Language: "zh-CN", Client: venue.Client{IP: "127.0.0.1", Device: "pc"},
	})
	o.r.ok(err)
	o.address = opened.Address
}

// opens follows an address as a browser does. It reports whether it ends at a game; the
// house of a test has no built page of one.
func opens(address string) bool {
	page, err := http.Get(address)
	if err != nil {
		return false
	}
	_ = page.Body.Close()
	return strings.HasPrefix(page.Request.URL.Path, "/play/s/")
}

// want fails the run unless the address opens the game, or does not, and no money moved.
func (o *opening) want(open bool) {
	o.r.t.Helper()
	if got := opens(o.address); got != open {
		o.r.errorf("the game opens: %v, not %v", got, open)
	}
	o.still()
}

func (o *opening) still() {
	o.r.t.Helper()
	if there, left := o.r.atVenue(o.r.vendor.code), o.r.centre(); there != o.there || left != o.left {
		o.r.errorf("the player had %s there and %s here, and has %s and %s", o.there, o.left, there, left)
	}
}

// openingFails has the page of the game fail some times. Loaded again, it opens.
func openingFails(kind string) func(*rig) {
	return func(r *rig) {
		o, times := r.opening(), r.upTo(3)
		r.fault(wish{Call: "launch", Fault: kind, Times: times})
		for range times {
			o.want(false)
		}
		o.want(true)
	}
}

// openedTooLate is F4: a session lives five minutes, however slow the page is.
func openedTooLate(r *rig) {
	o := r.opening()
	r.fault(wish{Call: "launch", Fault: "delay", Delay: 1 + r.rnd.IntN(20)})
	o.want(true)
	r.h.Clock.Advance(5*time.Minute + time.Duration(r.rnd.IntN(600))*time.Second)
	o.want(false)
	o.launch()
	o.want(true)
}

// openedOften is F7: a page that is loaded many times at once opens each time.
func openedOften(r *rig) {
	o, times := r.opening(), r.upTo(20)
	if r.seed == 1 {
		times = proof.Of(40, 400)
	}
	var all sync.WaitGroup
	var shut atomic.Int32
	for worker := range 8 {
		all.Go(func() {
			for i := worker; i < times; i += 8 {
				if !opens(o.address) {
					shut.Add(1)
				}
			}
		})
	}
	all.Wait()
	if n := shut.Load(); n != 0 {
		r.errorf("%d of %d pages did not open", n, times)
	}
	o.still()
}

// openedByAForgery is F13: a token that we did not make, or made for another venue.
func openedByAForgery(r *rig) {
	o := r.opening()
	right := o.address
	u, err := url.Parse(right)
	r.ok(err)
	query := u.Query()
	token := []byte(query.Get("ops"))
	at := r.rnd.IntN(len(token) - 4)
	for i := range 3 {
		token[at+i] ^= 1
	}
	for _, forged := range []string{string(token), r.id, "made-up"} {
		query.Set("ops", forged)
		u.RawQuery = query.Encode()
		o.address = u.String()
		o.want(false)
	}
	o.address = right
	o.want(true)
}

// openedByTheFrozen is F16: the player is stopped between the launch and the question.
func openedByTheFrozen(r *rig) {
	o, acts := r.opening(), []guard.Act{guard.Launch}
	r.ok(r.h.Guard.Freeze(r.t.Context(), staff.System("test"), r.id, acts, time.Time{}, "风控冻结测试"))
	o.want(false)
	r.ok(r.h.Guard.Unfreeze(r.t.Context(), staff.System("test"), r.id, acts, "测试结束"))
	o.want(true)
}

// openedInMaintenance is F18: the vendor is closed, or we close the venue meanwhile.
func openedInMaintenance(r *rig) {
	if r.chance(50) {
		openingFails("maintenance")(r)
		return
	}
	o := r.opening()
	r.want(r.maker.post("/venues/"+r.vendor.code+"/state", map[string]any{"state": "maintenance", "reason": "维护测试"}), http.StatusOK)
	o.want(false)
	r.want(r.maker.post("/venues/"+r.vendor.code+"/state", map[string]any{"state": "open", "reason": "维护结束"}), http.StatusOK)
	o.launch() // the clock ran while staff logged in
	o.want(true)
}
