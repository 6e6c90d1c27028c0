package award

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/number"
	"hongyun/internal/promo/rule"
)

// Number is the number of the award that its player reads.
func (a Award) Number() string { return number.Of(number.Bonus, a.At, a.ID) }

const named = `SELECT a.*, COALESCE((SELECT v.name FROM promo_rule v WHERE v.id = a.rule AND v.from_day = a.from_day), '') AS name FROM promo_award a WHERE `

// ByID reads awards by their ids; one that does not exist is left out.
func ByID(ctx context.Context, r db.Reader, ids []string) (map[string]Award, error) {
	out := make(map[string]Award, len(ids))
	if len(ids) == 0 {
		return out, nil
	}
	list, err := awardsWhere(ctx, r, "a.id IN (?)", bun.List(ids))
	for _, a := range list {
		out[a.ID] = a
	}
	return out, err
}

// ForDeposit reads the awards to a player for a deposit, refused ones too: refused
// ones last, else the oldest first.
func ForDeposit(ctx context.Context, r db.Reader, player, sn string) ([]Award, error) {
	return awardsWhere(ctx, r, "a.ref = ? AND a.ref <> '' AND a.player = ? ORDER BY CASE WHEN a.state = 'refused' THEN 1 ELSE 0 END, a.at, a.id LIMIT 50", sn, player)
}

// ByRef reads the awards to a player for a deposit, without refused ones.
func ByRef(ctx context.Context, r db.Reader, player, ref string) ([]Award, error) {
	return awardsWhere(ctx, r, "a.ref = ? AND a.ref <> '' AND a.player = ? AND a.state <> 'refused' ORDER BY a.at, a.id LIMIT 50", ref, player)
}

// OfFriend reads the last award to an inviter for one invited friend.
func OfFriend(ctx context.Context, r db.Reader, inviter, friend string) (last Award, found bool, err error) {
	list, err := awardsWhere(ctx, r, "a.player = ? AND a.kind = ? AND a.ref = ? AND a.ref <> '' ORDER BY a.at DESC LIMIT 1", inviter, rule.Referral, friend)
	if err != nil || len(list) == 0 {
		return Award{}, false, err
	}
	return list[0], true, nil
}

func awardsWhere(ctx context.Context, r db.Reader, where string, args ...any) ([]Award, error) {
	var rows []struct {
		Row
		Name string
	}
	if err := r.NewRaw(named+where, args...).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("read awards: %w", err)
	}
	list := make([]Award, len(rows))
	for i, row := range rows {
		var err error
		if list[i], err = row.Award(row.Name); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// KeptItem marks the award of the packets that stay earned when others of the
// same draw are taken back.
const KeptItem = ":kept"

// Given are a player's awards of a promotion for a period, also withheld ones.
func Given(ctx context.Context, r db.Reader, promotion int64, player string, period calendar.Day) (sum money.Fen, list []Award, err error) {
	rows, err := Rows(ctx, r, "rule = ? AND player = ? AND period = ? ORDER BY at, id", promotion, player, period)
	if err != nil {
		return 0, nil, err
	}
	for _, row := range rows {
		a, err := row.Award("")
		if err != nil {
			return 0, nil, err
		}
		if a.State == Paid || a.State == Withheld {
			sum += a.Amount
		}
		if !strings.HasSuffix(a.Item, KeptItem) { // its packets are counted where they were drawn
			list = append(list, a)
		}
	}
	return sum, list, nil
}

// OwnerOf is the player of the award with a number, "" where there is none. It reads
// the second that begins at from.
func OwnerOf(ctx context.Context, r db.Reader, clean string, from time.Time) (string, error) {
	var list []number.Record
	err := r.NewRaw("SELECT id, player, at FROM promo_award WHERE at >= ? AND at < ? ORDER BY at, id LIMIT ?",
		from.UnixMilli(), from.Add(time.Second).UnixMilli(), number.MaxRead).Scan(ctx, &list)
	if err != nil {
		return "", fmt.Errorf("owner of %s: %w", clean, err)
	}
	return number.Owner(list, clean), nil
}
