package vip

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// Next is the time and period of a programme's next run.
type Next struct {
	Programme Programme
	Upto      Date // the last business day that will count
	DueAt     time.Time
	Enabled   bool
	Run       string // the run that is under way, if one is
}

// Next says when a programme runs next.
func (v *Vip) Next(ctx context.Context, r db.Reader, p Programme) (Next, error) {
	upto, err := nextUpto(ctx, r, p, "")
	if err != nil {
		return Next{}, err
	}
	set, err := newestSettings(ctx, r)
	if err != nil {
		return Next{}, err
	}
	open, err := openRun(ctx, r, p)
	if err != nil {
		return Next{}, err
	}
	n := Next{Programme: p, Upto: upto, DueAt: set.due(p, upto), Enabled: set.on(p)}
	if open != nil {
		n.Run = open.ID
	}
	return n, nil
}

// Dry is the result of a programme's next run if it ran now.
type Dry struct {
	Next
	Players  int // who would get anything
	Paid     money.Fen
	Withheld money.Fen
	Sums     []RunSum
	Awards   []Award // a part of them, in the order of the players
	Total    int     // awards
}

// DryRun computes the next run of a programme with the present bets, and writes
// nothing. It returns one page of the awards. It reads every player, in
// portions, in one state of the database.
func (v *Vip) DryRun(ctx context.Context, p Programme, page staff.Page) (Dry, error) {
	limit, offset := page.Bounds()
	var out Dry
	err := v.DB.Snapshot(db.ForJob(ctx), func(ctx context.Context, r db.Reader) error {
		out = Dry{Awards: []Award{}, Sums: []RunSum{}}
		var err error
		if out.Next, err = v.Next(ctx, r, p); err != nil {
			return err
		}
		c, err := v.nextCut(ctx, r, out.Next)
		if err != nil {
			return err
		}
		sums := map[RunSum]*RunSum{}
		for after := ""; ; {
			players, err := v.Players.After(ctx, r, after, playersAtOnce)
			if err != nil || len(players) == 0 {
				out.Sums = sorted(sums)
				return err
			}
			results, err := v.evaluate(ctx, r, c, players)
			if err != nil {
				return err
			}
			for _, res := range results {
				out.Players++
				for _, a := range res.awards {
					out.add(sums, a, limit, offset)
				}
			}
			after = players[len(players)-1]
		}
	})
	if err != nil {
		return Dry{}, fmt.Errorf("dry run of %s: %w", p, err)
	}
	return out, nil
}

// nextCut are the rules and tables of the next run if it were opened now.
func (v *Vip) nextCut(ctx context.Context, r db.Reader, n Next) (cut, error) {
	c := cut{p: n.Programme, upto: n.Upto, fresh: true}
	set, err := newestSettings(ctx, r)
	if err != nil {
		return c, err
	}
	c.rules = set.Rules
	if c.tables, err = newestTables(ctx, r); err != nil {
		return c, err
	}
	c.places, err = v.Bets.Places(ctx, r)
	return c, err
}

func (d *Dry) add(sums map[RunSum]*RunSum, a Award, limit, offset int64) {
	if int64(d.Total) >= offset && int64(len(d.Awards)) < limit {
		d.Awards = append(d.Awards, a)
	}
	d.Total++
	if a.State == Paid {
		d.Paid += a.Amount
	} else {
		d.Withheld += a.Amount
	}
	key := RunSum{Track: a.Track, Kind: a.Kind, Level: a.Level, State: a.State}
	if sums[key] == nil {
		sums[key] = &RunSum{Track: a.Track, Kind: a.Kind, Level: a.Level, State: a.State}
	}
	sums[key].Count++
	sums[key].Amount += a.Amount
}

// sorted puts sums into the order of the tracks, kinds and levels.
func sorted(sums map[RunSum]*RunSum) []RunSum {
	list := make([]RunSum, 0, len(sums))
	for _, s := range sums {
		list = append(list, *s)
	}
	sortSums(list)
	return list
}

func sortSums(list []RunSum) {
	slices.SortFunc(list, func(a, b RunSum) int {
		return cmp.Or(cmp.Compare(slices.Index(Tracks, a.Track), slices.Index(Tracks, b.Track)), cmp.Compare(a.Kind, b.Kind),
			cmp.Compare(a.Level, b.Level), cmp.Compare(a.State, b.State))
	})
}
