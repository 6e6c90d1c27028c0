package vip

import (
	"context"
	_ "embed"
	"encoding/csv"
	"fmt"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
)

// Level is a row of a table.
type Level struct {
	Level  int
	Valid  money.Fen // valid bets since the programme's start that it asks for
	Bonus  money.Fen // C$, once, on reaching it
	Income money.Fen // C$, every week or month at this level
}

// Table is the requirements and rewards of a track's levels. Levels[0] is level
// 1.
type Table struct {
	Track   Track
	Version int
	MadeBy  string
	MadeAt  time.Time
	Levels  []Level
}

// Reached is the highest level that so many valid bets reach, 0 if none.
func (t Table) Reached(valid money.Fen) int {
	level := 0
	for _, l := range t.Levels {
		if valid < l.Valid {
			break
		}
		level = l.Level
	}
	return level
}

// At is the row of a level; that of 0, and of one beyond the last, is empty.
func (t Table) At(level int) Level {
	if level < 1 || level > len(t.Levels) {
		return Level{}
	}
	return t.Levels[level-1]
}

// Cumulative is the sum of the bonuses up to and with a level.
func (t Table) Cumulative(level int) money.Fen {
	var sum money.Fen
	for _, l := range t.Levels[:min(level, len(t.Levels))] {
		sum += l.Bonus
	}
	return sum
}

// levelsOfTrack is the number of levels of a track. It does not change: a level
// that a player reached must stay in the table.
func levelsOfTrack(t Track) int {
	if t == Month {
		return 30
	}
	return 50
}

const (
	validMost = 100_000_000_000 * money.Yuan
	bonusMost = 10_000_000 * money.Yuan
)

// check refuses a table that would not rise: valid bets from level to level,
// and what they bring at least not falling.
func (t Table) check() error {
	if trackNames[t.Track] == "" {
		return ErrTrack
	}
	if want := levelsOfTrack(t.Track); len(t.Levels) != want {
		return ErrLevels.With(want)
	}
	var last Level
	for i, l := range t.Levels {
		switch {
		case l.Level != i+1:
			return ErrLevels.With(len(t.Levels))
		case l.Valid <= last.Valid || l.Valid > validMost:
			return ErrValid.With(l.Level)
		case l.Bonus <= 0 || l.Bonus < last.Bonus || l.Bonus > bonusMost:
			return ErrBonus.With(l.Level)
		case l.Income <= 0 || l.Income < last.Income || l.Income > bonusMost:
			return ErrIncome.With(l.Level)
		}
		last = l
	}
	return nil
}

//go:embed shipped.csv
var shipped string

// shippedTables are the tables of a new installation, for its operator to
// change.
func shippedTables() (map[Track][]Level, error) {
	r := csv.NewReader(strings.NewReader(shipped))
	r.Comment, r.FieldsPerRecord = '#', 5
	rows, err := r.ReadAll()
	if err != nil {
		return nil, fmt.Errorf("vip: shipped tables: %w", err)
	}
	tables := map[Track][]Level{}
	for _, row := range rows {
		level, err := strconv.Atoi(row[1])
		if err != nil {
			return nil, fmt.Errorf("vip: shipped tables: %w", err)
		}
		l := Level{Level: level}
		for i, to := range []*money.Fen{&l.Valid, &l.Bonus, &l.Income} {
			if *to, err = money.ParseYuan(row[2+i]); err != nil {
				return nil, fmt.Errorf("vip: shipped tables: %s: %w", row[2+i], err)
			}
		}
		tables[Track(row[0])] = append(tables[Track(row[0])], l)
	}
	for t, levels := range tables {
		if err := (Table{Track: t, Levels: levels}).check(); err != nil {
			return nil, fmt.Errorf("vip: shipped table %s: %w", t, err)
		}
	}
	return tables, nil
}

// TableNow is a table as the next run will work by it.
type TableNow struct {
	Table
	ApprovalID string // of a change that waits for a second person
}

// Tables are the newest tables, by which the next runs work, in the order of
// the tracks.
func (v *Vip) Tables(ctx context.Context, r db.Reader) ([]TableNow, error) {
	tables, err := newestTables(ctx, r)
	if err != nil {
		return nil, err
	}
	list := make([]TableNow, len(Tracks))
	keys := make([]string, len(Tracks))
	for i, t := range Tracks {
		list[i].Table, keys[i] = tables[t], string(t)
	}
	waiting, err := v.tables.Waiting(ctx, r, keys)
	for i := range list {
		list[i].ApprovalID = waiting[keys[i]]
	}
	return list, err
}

// newTableBook opens the book of the tables, whose keys are the tracks.
func newTableBook(c Config) *setting.Rulebook[[]Level] {
	return setting.NewRulebook(c.DB, c.Staff, setting.Rules[[]Level]{
		Code:    "vip.table",
		Subject: func(key string) string { return "vip.table:" + key },
		Check: func(_ context.Context, _ *db.Tx, d *setting.Draft[[]Level]) error {
			return Table{Track: Track(d.Key), Levels: d.Value}.check()
		},
		Same:  ErrUnchanged,
		Lines: tableLines, Changes: tableChanges,
		Words: func(d setting.Draft[[]Level]) staff.Request {
			name := Track(d.Key).Name()
			return staff.Request{Label: name, Title: "修改VIP等级表：" + name, Effect: "通过后的下一次派发；已达到的等级不变"}
		},
		Store: func(ctx context.Context, tx *db.Tx, r setting.Rule[[]Level], request staff.Approval) error {
			return insertTable(ctx, tx, Table{Track: Track(r.Key), Version: r.Version, MadeBy: r.Authors(), MadeAt: r.ApprovedAt, Levels: r.Value}, request.ID)
		},
		Entry: func(r setting.Rule[[]Level]) (string, any) {
			return Track(r.Key).Name(), map[string]any{"version": r.Version, "levels": r.Value}
		},
	})
}

// ChangeTable asks a second person to approve a table, in force from the run
// after the approval, and returns the request's id. Levels that were reached
// stay reached. The base is the version that the maker saw. Faults: ErrTrack, ErrLevels,
// ErrValid, ErrBonus, ErrIncome, ErrUnchanged, setting.ErrBase, staff's.
func (v *Vip) ChangeTable(ctx context.Context, by staff.Actor, base int, t Track, levels []Level, reason string) (approval string, err error) {
	return v.tables.Ask(ctx, by, setting.Change[[]Level]{Key: string(t), Base: base, Value: levels, Reason: reason})
}

// TableHistory gives a page of the versions of a track's table, the newest first, and
// how many there are. It fails with ErrTrack.
func (v *Vip) TableHistory(ctx context.Context, r db.Reader, t Track, p staff.Page) ([]setting.Version, int, error) {
	if trackNames[t] == "" {
		return nil, 0, ErrTrack
	}
	return v.tables.History(ctx, r, string(t), p)
}

// tableLines are a table, level by level, and the sum of the bonuses.
func tableLines(levels []Level) []staff.Detail {
	details := make([]staff.Detail, len(levels), len(levels)+1)
	for i, l := range levels {
		details[i] = staff.Detail{
			Label: fmt.Sprintf("第%d级", l.Level), Value: "有效投注 " + l.Valid.Grouped() + "，礼金 " + l.Bonus.Grouped() + "，固定收入 " + l.Income.Grouped(),
		}
	}
	return append(details, staff.Detail{Label: "礼金合计", Value: Table{Levels: levels}.Cumulative(len(levels)).Grouped()})
}

// tableChanges are the levels that change, and the sum of the bonuses.
func tableChanges(before, after []Level) []staff.Detail {
	was, next := Table{Levels: before}, Table{Levels: after}
	arrow := func(a, b money.Fen) string {
		if a == b {
			return b.Grouped()
		}
		return a.Grouped() + " → " + b.Grouped()
	}
	var details []staff.Detail
	for _, n := range next.Levels {
		o := was.At(n.Level)
		if o == n {
			continue
		}
		details = append(details, staff.Detail{
			Label: fmt.Sprintf("第%d级", n.Level),
			Value: "有效投注 " + arrow(o.Valid, n.Valid) + "，礼金 " + arrow(o.Bonus, n.Bonus) + "，固定收入 " + arrow(o.Income, n.Income),
		})
	}
	count := len(next.Levels)
	return append(details, staff.Detail{Label: "礼金合计", Value: arrow(was.Cumulative(count), next.Cumulative(count))})
}
