package guard_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/guard"
	"hongyun/internal/staff"
)

func (o *office) closeUnopened(t *testing.T) {
	t.Helper()
	err := o.d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return o.Gate.CloseUnopened(ctx, tx, staff.System("first owner"))
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (o *office) unopened(t *testing.T) bool {
	t.Helper()
	unopened, err := o.Gate.Unopened(t.Context(), o.d)
	if err != nil {
		t.Fatal(err)
	}
	return unopened
}

// A new installation moves no money in or out until two people open it (H-464).
func TestANewInstallationStartsWithTheWholeGateClosed(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx, o := t.Context(), openOffice(t, d)
		o.closeUnopened(t)
		for _, door := range []guard.Door{guard.DoorDeposits, guard.GatewayDoor("epay"), guard.DoorWithdrawals, guard.DoorTransfers, guard.VenueDoor("ky")} {
			if err := o.Gate.Check(ctx, door); !errors.Is(err, guard.ErrClosed) {
				t.Errorf("%s: %v", door, err)
			}
		}
		standing, err := o.Gate.Standing(ctx, d)
		if err != nil || len(standing) != 1 || standing[0].Door != guard.DoorAll || standing[0].Cause != guard.ByOpening || !o.unopened(t) {
			t.Fatalf("standing %+v, %v", standing, err)
		}
		o.hire(t)
		approval, err := o.Gate.AskToOpen(ctx, o.anna, guard.DoorAll, "开业")
		if err != nil {
			t.Fatal(err)
		}
		if err := o.decide(t, o.anna, approval); !errors.Is(err, staff.ErrOwnRequest) {
			t.Errorf("opened alone: %v", err)
		}
		if err := o.decide(t, o.bert, approval); err != nil || o.unopened(t) {
			t.Fatalf("two people: %v", err)
		}
		if err := o.Gate.Check(ctx, guard.DoorDeposits, guard.DoorWithdrawals); err != nil {
			t.Errorf("opened, and then %v", err)
		}
	})
}

// An installation that has booked money is in service, and stays open.
func TestAnInstallationInServiceIsNotClosedForItsOpening(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := openOffice(t, d)
		o.Gate.KnownUntil = func(context.Context, db.Reader) (time.Time, error) { return dbtest.Noon, nil }
		o.closeUnopened(t)
		if err := o.Gate.Check(t.Context(), guard.DoorDeposits); err != nil || o.unopened(t) {
			t.Errorf("an installation in service: %v", err)
		}
	})
}

// Opening is refused for what lies outside before the request for it is made.
func TestOpeningAsksSystemsOutsideBeforeItsTransaction(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := openOffice(t, d)
		o.hire(t)
		o.closeUnopened(t)
		o.Gate.ReadyOutside = func(_ context.Context, c guard.Closing) error {
			if c.Cause != guard.ByOpening {
				t.Errorf("asked about %+v", c)
			}
			return guard.ErrUnopened.With("文件存储")
		}
		if _, err := o.Gate.AskToOpen(t.Context(), o.anna, guard.DoorAll, "开业"); !errors.Is(err, guard.ErrUnopened) {
			t.Errorf("asked to open: %v", err)
		}
	})
}

// A restore of a copy from before the opening replaces its closing. Both have to
// be met then: the comparison with the companies, and the checks of the opening.
func TestARestoreDoesNotOpenANewInstallation(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := openOffice(t, d)
		o.closeUnopened(t)
		for range 2 {
			err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
				return o.Gate.CloseRestored(ctx, tx, staff.System("restore"), "从备份恢复")
			})
			if err != nil {
				t.Fatal(err)
			}
			if !o.unopened(t) {
				t.Error("a restore counts as the opening")
			}
		}
		if err := o.Gate.OpenAlone(t.Context(), staff.System("gate open"), guard.DoorAll, "已核对", false); err != nil || o.unopened(t) {
			t.Errorf("opened: %v", err)
		}
		// A restore of an installation in service later is no opening any more.
		err := d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			return o.Gate.CloseRestored(ctx, tx, staff.System("restore"), "从备份恢复")
		})
		if err != nil || o.unopened(t) {
			t.Errorf("restored in service: %v", err)
		}
	})
}

// A closing from before the first owner leaves the opening to be made: ending that closing
// makes it. What the reason says changes nothing, though it be the words of a restore (H-464).
func TestAClosingFromBeforeDoesNotOpenANewInstallation(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		ctx, o := t.Context(), openOffice(t, d)
		if _, err := o.Gate.Close(ctx, staff.System("command line"), guard.DoorAll, "先关闭"); err != nil {
			t.Fatal(err)
		}
		o.closeUnopened(t)
		if !o.unopened(t) {
			t.Fatal("the opening was lost")
		}
		if err := o.Gate.OpenAlone(ctx, staff.System("command line"), guard.DoorAll, "被恢复标记取代", false); err != nil || o.unopened(t) {
			t.Errorf("opened with the words of a restore: %v", err)
		}
	})
}

// The command line opens a new installation past its checks, and it is opened then (H-464).
func TestOpenedAnywayIsOpened(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		o := openOffice(t, d)
		if _, err := o.Gate.Close(t.Context(), staff.System("command line"), guard.DoorAll, "先关闭"); err != nil {
			t.Fatal(err)
		}
		o.closeUnopened(t)
		o.Gate.Ready = func(context.Context, db.Reader, guard.Closing) error { return guard.ErrUnopened.With("牌照资料") }
		if err := o.Gate.OpenAlone(t.Context(), staff.System("command line"), guard.DoorAll, "核对完毕", false); !errors.Is(err, guard.ErrUnopened) || !o.unopened(t) {
			t.Errorf("opened while a check is missing: %v", err)
		}
		if err := o.Gate.OpenAlone(t.Context(), staff.System("command line"), guard.DoorAll, "核对完毕", true); err != nil || o.unopened(t) {
			t.Errorf("opened anyway: %v", err)
		}
	})
}
