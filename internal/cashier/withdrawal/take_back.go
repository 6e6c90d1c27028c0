package withdrawal

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/guard"
	"hongyun/internal/staff"
)

// What players may be told about taking a withdrawal back.
var (
	ErrTakeBackOff     = fault.New(fault.Refused, "withdrawal.take_back_off", "本站不支持撤回提款，如有疑问请联系客服")
	ErrTakeBackLate    = fault.New(fault.Refused, "withdrawal.take_back_late", "这笔提款已进入审核或已结束，不能撤回")
	ErrTakeBackTimes   = fault.New(fault.Refused, "withdrawal.take_back_times", "今日撤回次数已达上限（每日%d次）")
	ErrTakeBackBlocked = fault.New(fault.Refused, "withdrawal.take_back_blocked", "冷静期、自我排除或账号受限期间，提款不能撤回")
)

// takenBackReason is what stands as the reason of a withdrawal that its player
// took back; staff and the player read it.
const takenBackReason = "玩家撤回"

// CanTakeBack reports whether a player may take a withdrawal back as it stands.
func (w *Withdrawals) CanTakeBack(o Withdrawal) bool {
	return w.Rules().TakeBack && o.State == Submitted
}

// TakeBack ends a player's own withdrawal before staff claim it: the money
// returns to the centre wallet, once. The row's lock and the state in the
// update's own condition decide between the player and a claiming member of
// staff. Repeating it is answered with the withdrawal as it stands.
func (w *Withdrawals) TakeBack(ctx context.Context, player, sn string) (Withdrawal, error) {
	if !w.Rules().TakeBack {
		return Withdrawal{}, ErrTakeBackOff
	}
	var row Row
	err := w.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		// One player's take-backs wait for each other, so that their number holds.
		if err := order.LockPlayers(ctx, tx, []string{player}); err != nil {
			return err
		}
		var err error
		if row, err = Lock(ctx, tx, sn); err != nil {
			return err
		}
		switch {
		case row.Player != player:
			return ErrNotFound
		case row.TakenBack:
			return nil
		case row.State != Submitted:
			return ErrTakeBackLate
		}
		if err := w.mayTakeBack(ctx, tx, player); err != nil {
			return err
		}
		w.Seam("TakeBack.C0")
		if err := w.Move(ctx, tx, &row, takeBackMove, "taken_back = TRUE"); err != nil {
			return err
		}
		row.TakenBack = true
		if err := order.AddNote(ctx, tx, sn, order.ByPlayer, "撤回提款，款项退回", ""); err != nil {
			return err
		}
		return w.GiveBack(ctx, tx, &row, staff.Actor{ID: player, Name: player}, takenBackReason)
	})
	if err != nil {
		return Withdrawal{}, err
	}
	w.Seam("TakeBack.C2")
	return w.Show(row)
}

// mayTakeBack refuses players who may not play with the money that would come
// back, and more take-backs a day than there are withdrawals: each costs staff a
// look at a queue that moves.
func (w *Withdrawals) mayTakeBack(ctx context.Context, tx *db.Tx, player string) error {
	for _, act := range []guard.Act{guard.Bet, guard.Deposit} {
		err := w.Guard.Check(ctx, tx, player, act)
		if _, told := fault.Of(err); told {
			return ErrTakeBackBlocked
		}
		if err != nil {
			return err
		}
	}
	var times int
	err := tx.NewRaw("SELECT COUNT(*) FROM withdrawal WHERE player = ? AND created_at >= ? AND day = ? AND taken_back",
		player, tx.Now().Add(-24*time.Hour).UnixMilli(), order.DayOf(tx.Now())).Scan(ctx, &times)
	if err != nil {
		return fmt.Errorf("what %s took back today: %w", player, err)
	}
	limits, err := w.LimitsOf(ctx, tx, player)
	if err != nil {
		return err
	}
	if times >= limits.Times {
		return ErrTakeBackTimes.With(limits.Times)
	}
	return nil
}

// TakenBackState is the state under which players see a withdrawal they took back.
const TakenBackState = "taken_back"

const (
	usualLooks = 100                // paid withdrawals that are looked at
	usualLeast = 10                 // fewer say nothing
	usualSince = 7 * 24 * time.Hour // older ones say nothing about today
)

// usualQuery reads for each network the end of an index by network and time of
// payouts. SQLite takes it only where its condition is written as in the index, and is
// told to be rare.
func (w *Withdrawals) usualQuery(networks int) string {
	one := "SELECT network, took FROM (SELECT network, ended_at - created_at AS took FROM withdrawal WHERE state = 'paid' AND network = ? AND ended_at > 0 AND " +
		w.DB.Few("ended_at > ?") + " ORDER BY ended_at DESC LIMIT ?) AS lately"
	return strings.Join(slices.Repeat([]string{one}, networks), " UNION ALL ")
}

// Usual is how long withdrawals of the same kind of destination took lately,
// from the order to the payout: four of five were faster. known is false where
// too few were paid.
func (w *Withdrawals) Usual(ctx context.Context, r db.Reader, o Withdrawal) (usual time.Duration, known bool, err error) {
	network := ""
	if o.Payout != nil {
		network = o.Payout.Network
	}
	all, err := w.UsualOf(ctx, r, network)
	usual, known = all[network]
	return usual, known, err
}

// UsualOf is Usual for each of the networks, in one read; "" means bank cards.
// A network is missing where too few withdrawals were paid.
func (w *Withdrawals) UsualOf(ctx context.Context, r db.Reader, networks ...string) (map[string]time.Duration, error) {
	since := w.DB.Clock().Now().Add(-usualSince).UnixMilli()
	var args []any
	for _, network := range networks {
		args = append(args, network, since, usualLooks)
	}
	var rows []struct {
		Network string
		Took    int64
	}
	if err := r.NewRaw(w.usualQuery(len(networks)), args...).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("how long withdrawals take: %w", err)
	}
	took := map[string][]int64{}
	for _, row := range rows {
		took[row.Network] = append(took[row.Network], row.Took)
	}
	out := map[string]time.Duration{}
	for network, times := range took {
		if usual, known := fourInFive(times); known {
			out[network] = usual
		}
	}
	return out, nil
}

// fourInFive is a duration in which at least four of five of the times, in
// milliseconds, were over. It is not known for fewer than usualLeast.
func fourInFive(times []int64) (usual time.Duration, known bool) {
	if len(times) < usualLeast {
		return 0, false
	}
	slices.Sort(times)
	return time.Duration(times[len(times)*4/5]) * time.Millisecond, true
}
