package vip

import (
	"context"
	"fmt"
	"log/slog"
	"strings"

	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/bet"
	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/fund"
	"hongyun/internal/guard"
	"hongyun/internal/player"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
)

// Programme is one of the two.
type Programme string

// The programmes.
const (
	Weekly  Programme = "track"   // three tracks, every week
	Monthly Programme = "monthly" // one table for everything, every month
)

// Programmes is both, in the order they are shown.
var Programmes = []Programme{Weekly, Monthly}

// Track is a table of levels with the kinds of bets that count for it.
type Track string

// The tracks. The monthly programme has one of its own, for bets of all kinds.
const (
	Card  Track = "card"
	Sport Track = "sport"
	Live  Track = "live"
	Month Track = "monthly"
)

// Tracks is every track, in the order they are shown.
var Tracks = []Track{Card, Sport, Live, Month}

// Programme is the one a track belongs to.
func (t Track) Programme() Programme {
	if t == Month {
		return Monthly
	}
	return Weekly
}

// tracks are the tracks of a programme.
func (p Programme) tracks() []Track {
	if p == Monthly {
		return []Track{Month}
	}
	return []Track{Card, Sport, Live}
}

var trackNames = map[Track]string{Card: "棋牌电子", Sport: "体育电竞", Live: "真人彩票", Month: "月度VIP"}

// Name is the track in Chinese, as players read it.
func (t Track) Name() string { return trackNames[t] }

// trackOf maps the kinds of venues to tracks of the weekly programme: board,
// slots and fishing; sports and e-sports; live and lottery (VIP-03).
var trackOf = map[string]Track{
	"board": Card, "slot": Card, "fish": Card, "sport": Sport, "esport": Sport, "live": Live, "lottery": Live,
}

// counts reports whether bets at a kind of venue count for a track.
func (t Track) counts(kind string) bool { return t == Month || trackOf[kind] == t }

// Levels are the levels of a player by track; 0 is none.
type Levels map[Track]int

// Top is the level shown beside a player's name: the highest of the three
// tracks (D-24).
func (l Levels) Top() int { return max(l[Card], l[Sport], l[Live]) }

// Config holds the programmes' dependencies.
type Config struct {
	DB      *db.DB
	Bets    *bet.Bets
	Fund    *fund.Fund
	Players *player.Players
	Guard   *guard.Guard // for its money switch: no C$ while it is closed
	Staff   *staff.Staff
	Log     *slog.Logger
	Metrics prometheus.Registerer // counted nowhere if nil
	// Seam, where set, is called at named points between two steps of a run, so
	// that tests can end it there.
	Seam func(point string)
}

// Vip is both programmes. It is safe for concurrent use, also by several nodes.
type Vip struct {
	Config
	count    metrics
	tables   *setting.Rulebook[[]Level]
	settings *setting.Rulebook[Rules]
}

// New connects the programmes to their dependencies.
func New(c Config) *Vip {
	v := &Vip{Config: c, count: newMetrics(c.Metrics), tables: newTableBook(c), settings: newSettingBook(c)}
	kindRelease.OnApproved(c.Staff, v.releaseApproved)
	return v
}

func (v *Vip) seam(point string) {
	if v.Seam != nil {
		v.Seam(point)
	}
}

// LevelsOf are the levels of some players after the last runs, in one read by
// key. Players without a level are missing.
func (v *Vip) LevelsOf(ctx context.Context, r db.Reader, players []string) (map[string]Levels, error) {
	return readLevels(ctx, r, players)
}

// Level is the level beside a player's name (D-24), of the last run. It is one
// read by key.
func (v *Vip) Level(ctx context.Context, r db.Reader, player string) (int, error) {
	levels, err := readLevels(ctx, r, []string{player})
	return levels[player].Top(), err
}

// Seed writes the shipped tables if there are none, and starts the programmes
// with the present week and month.
func (v *Vip) Seed(ctx context.Context) error {
	tables, err := shippedTables()
	if err != nil {
		return err
	}
	return v.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := v.Staff.LockAudit(ctx, tx); err != nil {
			return err
		}
		if n, err := v.settings.Count(ctx, tx); err != nil || n > 0 {
			return err
		}
		for _, t := range Tracks {
			if err := v.tables.Ship(ctx, tx, "system:vip", string(t), tables[t]); err != nil {
				return err
			}
		}
		if err := v.settings.Ship(ctx, tx, "system:vip", settingKey, shippedRules); err != nil {
			return err
		}
		today := calendar.DayOf(tx.Now())
		for _, p := range Programmes {
			if err := insertProgramme(ctx, tx, p, p.periodOf(today)); err != nil {
				return err
			}
		}
		return nil
	})
}

// Date is a business day as the programmes write it.
type Date = calendar.Day

// periodOf is the last day of the week or month around a day.
func (p Programme) periodOf(day Date) (upto Date) {
	if p == Monthly {
		_, upto = calendar.MonthOf(day)
		return upto
	}
	_, upto = calendar.WeekOf(day)
	return upto
}

// awardID names an award, and its income in the fund.
func awardID(t Track, upto Date, player, item string) string {
	return strings.Join([]string{"vip", string(t), fmt.Sprint(int(upto)), player, item}, ":")
}
