package fault_test

import (
	"fmt"
	"net/http"
	"net/url"
	"sync"
	"sync/atomic"
	"time"

	"hongyun/internal/apptest"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/proof"
	"hongyun/internal/staff"
)

// payout is a withdrawal as its player asks for it and sees it. Payouts are
// made by staff by hand: the bank's word reaches the house through them.
type payout struct {
	r      *rig
	amount money.Fen
	key    string
	had    money.Fen // in the centre, before
	paid   money.Fen // out of our bank, before
	sn     string
	reply  apptest.Reply
}

func (r *rig) payout() *payout {
	r.t.Helper()
	p := &payout{r: r, amount: r.amount(100, 900), key: r.key()}
	r.purse(p.amount+3000*money.Yuan, 0)
	p.had, p.paid = r.centre(), r.bank()
	return p
}

func (r *rig) bank() money.Fen {
	r.t.Helper()
	b, err := r.h.Ledger.HouseBalance(r.t.Context(), r.h.DB, ledger.HouseBank("payout"))
	r.ok(err)
	return money.Fen(b)
}

func (p *payout) ask() (apptest.Reply, error) {
	return p.r.call(p.key, "/v1/Do/CallWithdrawAction", "playerName", p.r.Name, "playerBankId", fmt.Sprint(p.r.card.ID), "withdrawAmount", p.amount.String())
}

// asked places the order, or repeats it.
func (p *payout) asked() *payout {
	p.r.t.Helper()
	var err error
	p.reply, err = p.ask()
	p.r.ok(err)
	if p.reply.OK() {
		if sn := p.reply.Text("OrderSn"); p.sn != "" && sn != p.sn {
			p.r.errorf("the order %s is now %s", p.sn, sn)
		} else {
			p.sn = sn
		}
	}
	return p
}

// open places an order that nothing is wrong with.
func (r *rig) openPayout() *payout {
	r.t.Helper()
	p := r.payout().asked()
	if p.sn == "" {
		r.t.Fatalf("%s × %s, seed %d: %s", r.row, r.flow, r.seed, p.reply)
	}
	p.see(0)
	return p
}

// see has the player look, wants this status, and holds it against the books:
// 0 locked, 1 paid, 2 back.
func (p *payout) see(status int) {
	p.r.t.Helper()
	reply, err := p.r.call(p.r.key(), "/v1/Select/FundingItems", "PageIndex", "1", "FinanceType", "4")
	p.r.ok(err)
	told := -1
	items, _ := reply.Body["FundingDataItems"].([]any)
	for _, item := range items {
		if line := item.(map[string]any); line["OrderSn"] == p.sn {
			told = int(line["Status"].(float64))
		}
	}
	if told != status {
		p.r.errorf("the player sees status %d of %s, not %d: %s", told, p.sn, status, reply)
	}
}

// books wants what the player has in the centre and locked by this order, and
// what left our bank for it.
func (p *payout) books(centre, locked, paid money.Fen) {
	p.r.t.Helper()
	got := [3]money.Fen{p.r.centre() - p.had, p.r.balance(ledger.Locked(p.r.id)), p.r.bank() - p.paid}
	if want := [3]money.Fen{centre, locked, paid}; got != want {
		p.r.errorf("centre, locked and bank changed by %v, not %v", got, want)
	}
}

// does is a step of staff.
func (p *payout) does(d *desk, step string, body map[string]any) answer {
	p.r.t.Helper()
	return d.post("/withdrawals/"+p.sn+"/"+step, body)
}

func (p *payout) approved() *payout {
	p.r.t.Helper()
	p.r.want(p.does(p.r.approver, "claim", nil), http.StatusOK)
	p.r.want(p.does(p.r.approver, "approve", nil), http.StatusOK)
	return p
}

var references atomic.Int64

func reference() string { return fmt.Sprintf("B%09d", references.Add(1)) }

// F5: the bank refuses, or we do. The lock is released once.
func payoutRefused(r *rig) {
	p := r.openPayout()
	step, body := "fail", map[string]any{"reason": "收款行拒收"}
	if r.chance(40) {
		step = "reject"
		r.want(p.does(r.maker, "claim", nil), http.StatusOK)
	} else {
		p.approved()
	}
	r.want(p.does(r.maker, step, body), http.StatusOK)
	for range r.upTo(3) {
		r.want(p.does(r.maker, pick(r, "fail", "reject"), body), http.StatusConflict)
		r.want(p.does(r.checker, "paid", map[string]any{"reference": reference()}), http.StatusConflict)
	}
	p.see(2)
	p.books(0, 0, 0)
}

// F7: everything many times: the player's order, and staff who press "paid". A
// thousand times for one seed.
func payoutDuplicates(r *rig) {
	times := 1 + r.upTo(20)
	if r.seed == 1 {
		times = proof.Of(40, 1000)
	}
	p := r.openPayout()
	var all sync.WaitGroup
	for worker := range 8 {
		all.Go(func() {
			for i := worker; i < times; i += 8 {
				if reply, err := p.ask(); err != nil || reply.Text("OrderSn") != p.sn {
					r.errorf("the same order again: %s, %v", reply, err)
				}
			}
		})
	}
	all.Wait()
	p.books(-p.amount, p.amount, 0)
	p.approved()
	ref := reference()
	r.checker.get("/badges") // logs in once, before many at once would
	var paid atomic.Int32
	for worker := range 8 {
		all.Go(func() {
			for i := worker; i < times; i += 8 {
				switch a := p.does(r.checker, "paid", map[string]any{"reference": ref}); a.Status {
				case http.StatusOK:
					paid.Add(1)
				case http.StatusConflict:
				default:
					r.errorf("paid again: %s", a)
				}
			}
		})
	}
	all.Wait()
	if n := paid.Load(); n != 1 {
		r.errorf("%d of %d were the one that paid", n, times)
	}
	p.see(1)
	p.books(-p.amount, 0, p.amount)
}

// F9: the bank paid after all what was given back. It is a case; who bears it is
// two people's decision, and in the end the books have paid once.
func payoutOutOfOrder(r *rig) {
	p := r.openPayout().approved()
	r.want(p.does(r.maker, "fail", map[string]any{"reason": "银行超时"}), http.StatusOK)
	p.see(2)
	p.books(0, 0, 0)
	spent := r.chance(40)
	if spent {
		r.spendAll(p.amount)
	}
	left := r.centre()
	ref := reference()
	late := func() answer {
		return p.does(r.maker, "late", map[string]any{"reference": ref, "reason": "银行对账单显示已付"})
	}
	r.byTwo(late())
	r.want(late(), http.StatusConflict)
	r.want(r.maker.get("/cases?kind=payout&player="+r.id), http.StatusOK, "total", "1", "items.0.id", "withdrawal:"+p.sn)
	if r.bank()-p.paid != p.amount || r.centre() != left {
		r.errorf("the bank paid %s, and the player has %s of %s", r.bank()-p.paid, r.centre(), left)
	}
	r.want(r.maker.get("/gate"), http.StatusOK, "doors.1.door", "withdrawals", "doors.1.closed.cause", "break") // the channel is stopped
	if reply := r.withdraw(100 * money.Yuan); reply.Status != http.StatusServiceUnavailable {
		r.errorf("withdrawals go on: %s", reply)
	}
	bearer := pick(r, "player", "loss")
	r.byTwo(p.does(r.maker, "recover", map[string]any{"action": bearer, "reason": "核实后决定"}))
	r.want(r.maker.get("/cases?kind=payout&player="+r.id), http.StatusOK, "total", "0")
	take := money.Fen(0)
	if bearer == "player" {
		take = min(p.amount, left)
	}
	if got := left - r.centre(); got != take {
		r.errorf("%s was taken from the player, not %s", got, take)
	}
	if owed := p.amount - take; bearer == "player" && owed > 0 {
		r.want(r.maker.get("/cases?kind=owed&player="+r.id), http.StatusOK, "total", "1", "items.0.amount", owed.String())
		if reply := r.withdraw(r.centre() + money.Yuan); reply.OK() {
			r.errorf("who owes money withdraws: %s", reply)
		}
		r.byTwo(r.maker.post("/players/"+r.id+"/owed", map[string]any{"action": "forgive", "amount": owed.String(), "reason": "无法追回"}))
	}
	r.byTwo(r.maker.post("/gate/open", map[string]any{"door": "withdrawals", "reason": "已查明并处理"}))
}

// spendAll leaves the player less than the amount in the centre.
func (r *rig) spendAll(amount money.Fen) {
	r.t.Helper()
	if left := (r.centre() - amount/2).Whole(); left > 0 {
		if o := r.order(in, r.vendor.code, left).send(); o.status != 1 {
			r.errorf("spending: %s", o.reply)
		}
	}
}

// F10: the bank sends back what was paid. The player has it again, once.
func payoutReturned(r *rig) {
	p := r.openPayout().approved()
	r.want(p.does(r.checker, "paid", map[string]any{"reference": reference()}), http.StatusOK)
	p.see(1)
	ref := reference()
	returned := func() answer {
		return p.does(r.maker, "returned", map[string]any{"reference": ref, "reason": "银行退票"})
	}
	asked := returned()
	p.books(-p.amount, 0, p.amount) // one person alone changes nothing
	r.want(r.maker.get("/cases?kind=request&player="+r.id), http.StatusOK, "total", "1")
	r.byTwo(asked)
	r.want(returned(), http.StatusConflict)
	p.see(2)
	p.books(0, 0, 0)
}

// F14: one number of the bank for two orders pays one of them.
func payoutKnownAlready(r *rig) {
	p := r.openPayout().approved()
	ref := reference()
	r.want(p.does(r.checker, "paid", map[string]any{"reference": ref}), http.StatusOK)
	r.h.Clock.Advance(5 * time.Second)
	other := r.openPayout().approved()
	for range r.upTo(3) {
		r.want(other.does(r.checker, "paid", map[string]any{"reference": ref}), http.StatusConflict, "code", "withdrawal.reference_used")
	}
	other.see(0)
	other.books(-other.amount, other.amount, 0)
	r.want(other.does(r.checker, "paid", map[string]any{"reference": reference()}), http.StatusOK)
	other.see(1)
	other.books(-other.amount, 0, other.amount)
}

// F16: the player does not sit still, and is frozen: before the payout is sent
// it stops, afterwards it is written down as what it is.
func payoutPlayerActs(r *rig) {
	p := r.openPayout()
	r.want(p.does(r.approver, "claim", nil), http.StatusOK)
	moved := money.Fen(0)
	for range r.upTo(4) {
		r.h.Clock.Advance(5 * time.Second)
		switch r.rnd.IntN(3) {
		case 0: // what is locked is not there any more
			if reply := r.withdraw(r.centre() + money.Fen(1)); reply.OK() {
				r.errorf("a withdrawal of what is locked: %s", reply)
			}
		case 1:
			o := r.order(in, r.vendor.code, r.amount(1, 50)).send()
			if o.status != 1 {
				r.errorf("a transfer beside a withdrawal: %s", o.reply)
			}
			moved += o.amount
		case 2: // another card does not change where this one goes
			if _, err := r.call(r.key(), "/v1/Do/CallBindSavingCardAction", "playerName", r.Name, "bankType", "ICBC",
				"accountNumber", fmt.Sprintf("622203%013d", references.Add(1)), "bankAddress", url.QueryEscape("支行"), "province", url.QueryEscape("北京市"),
				"city", url.QueryEscape("东城区"), "trueName", url.QueryEscape("王小明")); err != nil {
				r.ok(err)
			}
		}
	}
	freeze := []guard.Act{guard.Withdraw}
	at := int(r.seed % 3)
	if at == 0 {
		r.ok(r.h.Guard.Freeze(r.t.Context(), staff.System("test"), r.id, freeze, time.Time{}, "风控冻结测试"))
		r.want(p.does(r.approver, "approve", nil), http.StatusUnprocessableEntity, "code", "withdrawal.frozen")
		r.ok(r.h.Guard.Unfreeze(r.t.Context(), staff.System("test"), r.id, freeze, "测试结束"))
	}
	p.claimedAgain()
	r.want(p.does(r.approver, "approve", nil), http.StatusOK)
	if at == 1 {
		r.ok(r.h.Guard.Freeze(r.t.Context(), staff.System("test"), r.id, freeze, time.Time{}, "风控冻结测试"))
		r.want(p.does(r.checker, "destination", nil), http.StatusUnprocessableEntity, "code", "withdrawal.frozen")
		r.ok(r.h.Guard.Unfreeze(r.t.Context(), staff.System("test"), r.id, freeze, "测试结束"))
	}
	where := r.want(p.does(r.checker, "destination", nil), http.StatusOK)
	if want := "622202" + fmt.Sprintf("%013d", r.players); where.at("number") != want {
		r.errorf("it goes to %s, not %s", where.at("number"), want)
	}
	if at == 2 {
		r.ok(r.h.Guard.Freeze(r.t.Context(), staff.System("test"), r.id, freeze, time.Time{}, "风控冻结测试"))
	}
	r.want(p.does(r.checker, "paid", map[string]any{"reference": reference()}), http.StatusOK)
	if at == 2 {
		r.ok(r.h.Guard.Unfreeze(r.t.Context(), staff.System("test"), r.id, freeze, "测试结束"))
	}
	p.see(1)
	p.books(-p.amount-moved, 0, p.amount)
}

// claimedAgain has the approver claim the order again: a claim runs out while the
// clock runs ahead.
func (p *payout) claimedAgain() {
	p.r.t.Helper()
	p.r.want(p.does(p.r.approver, "claim", nil), http.StatusOK)
}
