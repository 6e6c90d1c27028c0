package guard_test

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/fault"
	"hongyun/internal/guard"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
	"hongyun/internal/staff/account"
)

// office is a guard with two people who may open the gate.
type office struct {
	*guard.Guard
	people *staff.Staff
	d      *db.DB
	anna   staff.Actor
	bert   staff.Actor
}

func openOffice(t *testing.T, d *db.DB) *office {
	t.Helper()
	box, err := secret.NewBox(make([]byte, secret.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	o := &office{people: staff.New(staff.Config{DB: d, Box: box, Log: dbtest.Quiet()}), d: d}
	o.Guard = guard.New(d, o.people)
	return o
}

func (o *office) hire(t *testing.T) {
	t.Helper()
	for name, actor := range map[string]*staff.Actor{"anna": &o.anna, "bert": &o.bert} {
		added, err := account.New(o.people, account.Config{}).Add(t.Context(), staff.System("test"), account.NewStaff{Name: name, Person: "id " + name, Roles: []string{"finance"}, Reason: "测试人员"})
		if err != nil {
			t.Fatal(err)
		}
		*actor = staff.Actor{ID: added.Person.ID, Name: name, Roles: added.Person.Roles}
	}
}

func (o *office) decide(t *testing.T, by staff.Actor, approval string) error {
	t.Helper()
	_, err := o.people.Decide(t.Context(), by, approval, true, "")
	return err
}

// A closed door stops its own way and no other; DoorAll stops each (trust
// WDR-7). Players get 503, and their session goes on.
func TestAClosedDoorStopsItsOwnWay(t *testing.T) {
	ways := map[string][]guard.Door{
		"deposit":  {guard.DoorDeposits, guard.GatewayDoor("epay")},
		"withdraw": {guard.DoorWithdrawals},
		"ky":       {guard.DoorTransfers, guard.VenueDoor("ky")},
		"leg":      {guard.DoorTransfers, guard.VenueDoor("leg")},
	}
	for door, stopped := range map[guard.Door]string{
		guard.DoorAll: "deposit withdraw ky leg", guard.DoorDeposits: "deposit", guard.DoorWithdrawals: "withdraw",
		guard.DoorTransfers: "ky leg", guard.VenueDoor("ky"): "ky", guard.GatewayDoor("epay"): "deposit", guard.VenueDoor("ag"): "",
	} {
		t.Run(strings.ReplaceAll(string(door), ":", "-"), func(t *testing.T) {
			dbtest.Each(t, func(t *testing.T, d *db.DB) {
				o := openOffice(t, d)
				if _, err := o.Gate.Close(t.Context(), risk, door, "发现异常"); err != nil {
					t.Fatal(err)
				}
				for way, doors := range ways {
					err, staffErr := o.Gate.Check(t.Context(), doors...), o.Gate.CheckIn(t.Context(), d, doors...)
					if strings.Contains(stopped, way) != errors.Is(err, guard.ErrClosed) || strings.Contains(stopped, way) != errors.Is(staffErr, guard.ErrClosedStaff) {
						t.Errorf("%s: player heard %v, staff heard %v", way, err, staffErr)
					}
				}
			})
		})
	}
	if guard.ErrClosed.Kind != fault.Unavailable || guard.ErrClosedStaff.Kind != fault.Unavailable {
		t.Error("a closed gate is not answered with 503")
	}
}

// One person closes; the same person cannot open (trust BAK-2).
func TestOneClosesAndTwoOpen(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx, o := t.Context(), openOffice(t, d)
		o.hire(t)
		if _, err := o.Gate.AskToOpen(ctx, o.anna, guard.DoorAll, "误操作"); !errors.Is(err, guard.ErrOpenAlready) {
			t.Errorf("open what is open: %v", err)
		}
		if _, err := o.Gate.Close(ctx, o.anna, "window", "发现异常"); !errors.Is(err, guard.ErrDoor) {
			t.Errorf("close no door: %v", err)
		}
		closed, err := o.Gate.Close(ctx, o.anna, guard.DoorAll, "发现异常")
		if err != nil || closed.By != "anna" || closed.Cause != guard.ByHand || closed.Reason != "发现异常" {
			t.Fatalf("closed %+v, %v", closed, err)
		}
		if _, err := o.Gate.Close(ctx, o.bert, guard.DoorAll, "发现异常"); !errors.Is(err, guard.ErrClosedAlready) {
			t.Errorf("close twice: %v", err)
		}
		notYet := fault.New(fault.Refused, "test.not_yet"+t.Name(), "尚未核对")
		ready := error(notYet)
		o.Gate.Ready = func(context.Context, db.Reader, guard.Closing) error { return ready }
		if _, err := o.Gate.AskToOpen(ctx, o.anna, guard.DoorAll, "已核对"); !errors.Is(err, notYet) {
			t.Errorf("asked too early: %v", err)
		}
		ready = nil
		approval, err := o.Gate.AskToOpen(ctx, o.anna, guard.DoorAll, "已核对")
		if err != nil {
			t.Fatal(err)
		}
		if err := o.decide(t, o.anna, approval); !errors.Is(err, staff.ErrOwnRequest) {
			t.Errorf("opened alone: %v", err)
		}
		ready = notYet
		if err := o.decide(t, o.bert, approval); !errors.Is(err, notYet) {
			t.Errorf("something turned up meanwhile: %v", err)
		}
		if err := o.Gate.Check(ctx, guard.DoorDeposits); !errors.Is(err, guard.ErrClosed) {
			t.Errorf("open too early: %v", err)
		}
		ready = nil
		if err := o.decide(t, o.bert, approval); err != nil {
			t.Fatal(err)
		}
		if err := o.Gate.Check(ctx, guard.DoorDeposits); err != nil {
			t.Errorf("still closed: %v", err)
		}
		past, err := o.Gate.History(ctx, d, 10)
		if err != nil || len(past) != 1 || past[0].OpenedBy != "anna、bert" || past[0].OpenReason != "已核对" {
			t.Errorf("history %+v, %v", past, err)
		}
		// A yes to an earlier closing does not open a later one.
		if _, err := o.Gate.Close(ctx, o.anna, guard.DoorAll, "发现异常"); err != nil {
			t.Fatal(err)
		}
		if approval, err = o.Gate.AskToOpen(ctx, o.anna, guard.DoorAll, "已核对"); err != nil {
			t.Fatal(err)
		}
		err = d.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			return o.Gate.CloseRestored(ctx, tx, staff.System("restore"), "从备份恢复")
		})
		if err != nil {
			t.Fatal(err)
		}
		if err := o.decide(t, o.bert, approval); !errors.Is(err, staff.ErrSubjectChange) {
			t.Errorf("an old yes: %v", err)
		}
		if standing, err := o.Gate.Standing(ctx, d); err != nil || len(standing) != 1 || standing[0].Cause != guard.ByRestore {
			t.Errorf("standing %+v, %v", standing, err)
		}
	})
}

// Two restores in a row: what the first one lost is still to be looked for.
func TestASecondRestoreKeepsTheEarlierGap(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := openOffice(t, d)
		first := dbtest.Noon.Add(-time.Hour)
		for _, known := range []time.Time{first, dbtest.Noon} {
			o.Gate.KnownUntil = func(context.Context, db.Reader) (time.Time, error) { return known, nil }
			err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return o.Gate.CloseRestored(ctx, tx, staff.System("restore"), "从备份恢复")
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		standing, err := o.Gate.Standing(t.Context(), d)
		if err != nil || len(standing) != 1 || !standing[0].From.Equal(first) {
			t.Errorf("standing %+v, %v", standing, err)
		}
	})
}

// A single operator opens from the command line: with the comparison, or
// stating that there was none.
func TestTheCommandLineOpensAlone(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx, o := t.Context(), openOffice(t, d)
		notYet := fault.New(fault.Refused, "test.not_yet"+t.Name(), "尚未核对")
		o.Gate.Ready = func(context.Context, db.Reader, guard.Closing) error { return notYet }
		if _, err := o.Gate.Close(ctx, risk, guard.DoorAll, "发现异常"); err != nil {
			t.Fatal(err)
		}
		if err := o.Gate.OpenAlone(ctx, staff.System("gate open"), guard.DoorAll, "已核对", false); !errors.Is(err, notYet) {
			t.Errorf("opened without the comparison: %v", err)
		}
		if err := o.Gate.OpenAlone(ctx, staff.System("gate open"), guard.DoorAll, "紧急", true); err != nil {
			t.Fatal(err)
		}
		past, err := o.Gate.History(ctx, d, 10)
		if err != nil || len(past) != 1 || !strings.Contains(past[0].OpenReason, "未经核对") {
			t.Errorf("history %+v, %v", past, err)
		}
	})
}

// A closing on one node stops the sends of another in less than 5 s (trust
// WDR-7).
func TestAnotherNodeHearsOfAClosingInTime(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		here, there := openOffice(t, d), openOffice(t, d)
		if err := there.Gate.Check(t.Context(), guard.DoorTransfers); err != nil {
			t.Fatal(err)
		}
		if _, err := here.Gate.Close(t.Context(), risk, guard.DoorTransfers, "发现异常"); err != nil {
			t.Fatal(err)
		}
		began := time.Now()
		for there.Gate.Check(t.Context(), guard.DoorTransfers) == nil {
			if time.Since(began) > 5*time.Second {
				t.Fatal("the other node goes on")
			}
			time.Sleep(10 * time.Millisecond)
		}
		t.Logf("heard after %v", time.Since(began))
	})
}

// A closing of this process counts for every later check, however many check
// and read at the moment.
func TestAClosingCountsAtOnceHere(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := openOffice(t, d)
		stop := make(chan struct{})
		var asking sync.WaitGroup
		for range 4 {
			asking.Go(func() {
				for {
					select {
					case <-stop:
						return
					default:
						_ = o.Gate.Check(t.Context(), guard.DoorDeposits)
					}
				}
			})
		}
		for range 10 {
			if _, err := o.Gate.Close(t.Context(), risk, guard.DoorDeposits, "发现异常"); err != nil {
				t.Fatal(err)
			}
			if err := o.Gate.Check(t.Context(), guard.DoorDeposits); !errors.Is(err, guard.ErrClosed) {
				t.Fatalf("closed, and then heard %v", err)
			}
			if err := o.Gate.OpenAlone(t.Context(), staff.System("gate open"), guard.DoorDeposits, "已核对", false); err != nil {
				t.Fatal(err)
			}
			if err := o.Gate.Check(t.Context(), guard.DoorDeposits); err != nil {
				t.Fatalf("opened, and then heard %v", err)
			}
		}
		close(stop)
		asking.Wait()
	})
}

// A PostgreSQL that was restored to a point in time, or whose standby took
// over, is on another timeline. The gate closes by itself, also in a running
// program.
func TestARestoredDatabaseClosesItsGate(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		if !d.Postgres() {
			return // there `hongyun restore` says so
		}
		o := openOffice(t, d)
		move := func() {
			t.Helper()
			err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.NewRaw("UPDATE gate_place SET place = 'elsewhere'").Exec(ctx)
				return err
			})
			if err != nil {
				t.Fatal(err)
			}
		}
		if err := o.Gate.Begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := o.Gate.Check(t.Context(), guard.DoorAll); err != nil {
			t.Fatalf("a new house: %v", err)
		}
		move()
		later := openOffice(t, d)
		if err := later.Gate.Begin(t.Context()); err != nil {
			t.Fatal(err)
		}
		if err := later.Gate.Check(t.Context(), guard.DoorAll); !errors.Is(err, guard.ErrClosed) {
			t.Errorf("a restored house: %v", err)
		}
		standing, err := later.Gate.Standing(t.Context(), d)
		if err != nil || len(standing) != 1 || standing[0].Cause != guard.ByRestore {
			t.Errorf("standing %+v, %v", standing, err)
		}
	})
}
