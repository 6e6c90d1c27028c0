package ky

import (
	"fmt"
	"testing"
	"time"

	"hongyun/sandbox/faults"
)

// The fault matrix, seen from the company: what the client is told, what the
// books say, and what a later question answers.
func TestFaultsOfATransfer(t *testing.T) {
	const broken = -999 // no JSON came
	for _, c := range []struct {
		kind    faults.Kind
		code    int
		balance string // after depositing 100 with the fault
		status  int    // s=4 at once
		later   int    // s=4 after the veil
	}{
		{faults.DropRequest, broken, "0.00", -1, -1},   // F1
		{faults.DropResponse, broken, "100.00", 0, 0},  // F2
		{faults.CommitThen500, broken, "100.00", 0, 0}, // F3
		{faults.Delay, 0, "100.00", 0, 0},
		{faults.Refuse, 20, "0.00", 2, 2},              // F5
		{faults.NotFoundFlap, broken, "100.00", -1, 0}, // F15
		{faults.Duplicate, 34, "100.00", 0, 0},         // F14
		{faults.WrongAmount, 44, "99.99", 0, 0},        // F11
		{faults.Maintenance, broken, "0.00", -1, -1},   // F18
		{faults.PlayerInGame, 33, "0.00", 2, 2},
		{faults.Processing, 44, "100.00", 3, 0},
	} {
		t.Run(string(c.kind), func(t *testing.T) {
			r := newRig(t)
			r.enter("ming")
			id := r.id("ming")
			r.wish(faults.TransferIn, c.kind, 300)
			code := broken
			if p, err := r.get("/channelHandle", r.query("s=2&account=ming&orderid="+id+"&money=100")); err == nil {
				code = p.code()
			}
			if code != c.code {
				t.Errorf("code %d, want %d", code, c.code)
			}
			if got := number(r.ask("s=4&orderid=" + id).D["status"]); got != c.status {
				t.Errorf("status %d, want %d", got, c.status)
			}
			if got := r.balance("ming"); got != c.balance {
				t.Errorf("balance %s, want %s", got, c.balance)
			}
			if c.status != c.later {
				time.Sleep(320 * time.Millisecond)
			}
			p := r.ask("s=4&orderid=" + id)
			if got := number(p.D["status"]); got != c.later {
				t.Errorf("later status %d, want %d", got, c.later)
			}
			if c.kind == faults.WrongAmount && fmt.Sprint(p.D["money"]) != "99.99" {
				t.Errorf("booked amount %v", p.D["money"])
			}
			if code, _ := r.move(2, "ming", "1"); code != 0 {
				t.Errorf("the next transfer: %d", code)
			}
		})
	}
}

// F6: nonsense after the work was done, in all its shapes, is never a clear no.
func TestGarbageHidesAFinishedTransfer(t *testing.T) {
	r := newRig(t)
	r.enter("ming")
	for n := range 4 {
		r.wish(faults.TransferIn, faults.Garbage, 0)
		p, err := r.get("/channelHandle", r.query("s=2&account=ming&orderid="+r.id("ming")+"&money=10"))
		if err == nil && p.code() != 98765 {
			t.Errorf("a readable answer: %+v", p)
		}
		if got, want := r.balance("ming"), fmt.Sprintf("%d.00", 10*(n+1)); got != want {
			t.Errorf("balance %s, want %s", got, want)
		}
	}
}

func TestFaultsOfOtherCalls(t *testing.T) {
	launch := "s=0&account=ming&money=0&orderid=" + vectorAgent + "20261121120000999ming&ip=127.0.0.1&lineCode=hy&KindID=0"
	for _, c := range []struct {
		call faults.Call
		kind faults.Kind
		text string
		want string // of the fields named below
	}{
		{faults.Balance, faults.Refuse, "s=1&account=ming", "code=20"},
		{faults.Balance, faults.NotFoundFlap, "s=1&account=ming", "code=35"},
		{faults.Balance, faults.WrongAmount, "s=1&account=ming", "code=0 money=50.01"},
		{faults.Balance, faults.PlayerInGame, "s=1&account=ming", "code=0 money=0.00"},
		{faults.Balance, faults.PlayerInGame, "s=7&account=ming", "code=0 totalMoney=50.00 freeMoney=0.00 status=1 gameStatus=1"},
		{faults.Launch, faults.Refuse, launch, "code=20"},
		{faults.Launch, faults.PlayerInGame, launch, "code=33"},
		{faults.Status, faults.Refuse, "s=4&orderid=%s", "code=5"},
		{faults.Status, faults.NotFoundFlap, "s=4&orderid=%s", "code=26 money=0.00 status=-1"},
		{faults.Status, faults.Processing, "s=4&orderid=%s", "code=0 money=0.00 status=3"},
		{faults.Status, faults.WrongAmount, "s=4&orderid=%s", "code=0 money=50.01 status=0"},
		{faults.Any, faults.PlayerInGame, "s=4&orderid=%s", "code=0 money=50.00 status=0"}, // waits for a call it means something to
	} {
		t.Run(fmt.Sprintf("%s %s", c.call, c.kind), func(t *testing.T) {
			r := newRig(t)
			r.enter("ming")
			_, id := r.move(2, "ming", "50")
			r.wish(c.call, c.kind, 0)
			text := c.text
			if c.call == faults.Status || c.call == faults.Any {
				text = fmt.Sprintf(text, id)
			}
			d := r.ask(text).D
			got := ""
			for _, field := range []string{"code", "totalMoney", "freeMoney", "money", "status", "gameStatus"} {
				if v, ok := d[field]; ok {
					got += fmt.Sprintf(" %s=%v", field, v)
				}
			}
			if got != " "+c.want {
				t.Errorf("answer%s, want %s", got, c.want)
			}
		})
	}
}

// A launch creates the player; "create" strikes only the first one.
func TestCreateFaultStrikesUnknownPlayersOnly(t *testing.T) {
	r := newRig(t)
	r.enter("ming")
	r.wish(faults.Create, faults.Refuse, 0)
	if p := r.enter("ming"); p.code() != 0 {
		t.Errorf("known player: %+v", p)
	}
	if p := r.enter("hong"); p.code() != 20 {
		t.Errorf("new player: %+v", p)
	}
	if p := r.enter("hong"); p.code() != 0 {
		t.Errorf("new player again: %+v", p)
	}
}

// A withdrawal while the player sits at a table is refused (33), as the real
// venue does.
func TestWithdrawalWhileSeatedIsRefused(t *testing.T) {
	r := newRig(t)
	r.enter("ming")
	r.move(2, "ming", "50")
	r.wish(faults.Any, faults.PlayerInGame, 0)
	code, id := r.move(3, "ming", "10")
	if code != 33 || number(r.ask("s=4&orderid=" + id).D["status"]) != 2 {
		t.Errorf("code %d", code)
	}
	if code, _ := r.move(3, "ming", "50"); code != 0 {
		t.Errorf("after standing up: %d", code)
	}
}

// The same with a round that is not over: the venue says so, and a kick ends the
// player's sessions and not the round.
func TestARoundThatIsNotOverKeepsTheMoneyAtTheTable(t *testing.T) {
	r := newRig(t)
	r.enter("ming")
	r.move(2, "ming", "50")
	r.tables.seated = true
	d := r.ask("s=7&account=ming").D
	if got := fmt.Sprintf("%v %v %v", d["totalMoney"], d["freeMoney"], d["gameStatus"]); got != "50.00 0.00 1" {
		t.Errorf("seated: %s", got)
	}
	if code, _ := r.move(3, "ming", "1"); code != 33 {
		t.Errorf("withdraw while seated: %d", code)
	}
	if code, _ := r.move(2, "ming", "1"); code != 0 {
		t.Errorf("deposit while seated: %d", code)
	}
	if p := r.ask("s=8&account=ming"); p.code() != 0 {
		t.Errorf("kick: %+v", p)
	}
	if code, _ := r.move(3, "ming", "51"); code != 33 {
		t.Errorf("withdraw after the kick: %d", code)
	}
	r.tables.seated = false
	if code, _ := r.move(3, "ming", "51"); code != 0 {
		t.Errorf("withdraw after the round: %d", code)
	}
}
