package guard

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/staff"
)

// StopKind is which of the two stops a player set for themself.
type StopKind string

// The kinds.
const (
	TimeOut   StopKind = "timeout"   // a day to six weeks; ends by itself
	Exclusion StopKind = "exclusion" // half a year or more; ends some time after the player asks, once its time is over
)

// StopKinds are the kinds of stops.
var StopKinds = []StopKind{TimeOut, Exclusion}

// Term is how long an exclusion lasts at least, as the player chose it.
type Term string

// The terms. The end of an indefinite exclusion can be requested after half a
// year.
const (
	HalfYear   Term = "6m"
	OneYear    Term = "1y"
	FiveYears  Term = "5y"
	Indefinite Term = "indefinite"
)

// Terms are the terms of an exclusion.
var Terms = []Term{HalfYear, OneYear, FiveYears, Indefinite}

// The days of a time-out, and how long an exclusion lasts after the player
// requested its end.
const (
	TimeOutMost    = 42 // days; the least is one
	coolTimed      = 24 * time.Hour
	coolIndefinite = 7 * 24 * time.Hour
)

// ExclusionTerm is the term of an exclusion, "" for a time-out.
func (s Stop) ExclusionTerm() Term {
	if s.Kind == TimeOut {
		return ""
	}
	return s.Term
}

// Days is how long a time-out lasts, 0 for an exclusion.
func (s Stop) Days() int {
	if s.Kind != TimeOut {
		return 0
	}
	days, _ := strconv.Atoi(strings.TrimSuffix(string(s.Term), "d"))
	return days
}

// over is when the term that begins now is over.
func (t Term) over(now time.Time) (time.Time, bool) {
	at := now.In(calendar.Beijing)
	switch t {
	case HalfYear, Indefinite:
		return at.AddDate(0, 6, 0).UTC(), true
	case OneYear:
		return at.AddDate(1, 0, 0).UTC(), true
	case FiveYears:
		return at.AddDate(5, 0, 0).UTC(), true
	}
	return time.Time{}, false
}

// cools is how long an exclusion of the term lasts after its end was requested.
func (t Term) cools() time.Duration {
	if t == Indefinite {
		return coolIndefinite
	}
	return coolTimed
}

// Stop is a player's own decision not to play. During a stop the player cannot
// deposit, move money to a venue, open a game or get a bonus. Reading, bringing
// money back and withdrawing go on. A stop cannot end early: there is no method
// for it, and the database refuses it.
type Stop struct {
	ID      string
	Player  string
	Kind    StopKind
	Term    Term // of an exclusion; of a time-out its days, as "7d"
	Since   time.Time
	Until   time.Time // not over before; of an exclusion the earliest time to ask for its end
	AskedAt time.Time // when that was asked; zero until then
	EndsAt  time.Time // zero: lasts until the player asks to return
}

// Standing reports whether a stop holds at an instant.
func (s Stop) Standing(now time.Time) bool { return s.EndsAt.IsZero() || now.Before(s.EndsAt) }

// refusal is the fault that a stopped player sees.
func (s Stop) refusal(now time.Time) *fault.Fault {
	switch {
	case s.Kind == TimeOut:
		return ErrTimedOut.With(calendar.Stamp(s.EndsAt))
	case !s.EndsAt.IsZero():
		return ErrExcludedEnding.With(calendar.Stamp(s.EndsAt))
	case !now.Before(s.Until):
		return ErrExcludedOver
	case s.Term == Indefinite:
		return ErrExcludedForever.With(calendar.Stamp(s.Until))
	}
	return ErrExcluded.With(calendar.Stamp(s.Until))
}

// longer reports whether s holds a player longer than o. No end is longer than
// any end; between two without one, the later request date is longer.
func (s Stop) longer(o Stop) bool {
	if s.EndsAt.IsZero() != o.EndsAt.IsZero() {
		return s.EndsAt.IsZero()
	}
	if s.EndsAt.IsZero() {
		return s.Until.After(o.Until)
	}
	return s.EndsAt.After(o.EndsAt)
}

// stoppable are the acts that a stop stops.
var stoppable = map[Act]bool{Deposit: true, Transfer: true, Launch: true, Bet: true}

// checkStop is the part of Check about the player's own stops.
func (g *Guard) checkStop(ctx context.Context, r db.Reader, player string) error {
	var rows []stopRow
	now := g.db.Clock().Now()
	err := db.ReadAllFixed(ctx, r, &rows, "SELECT "+stopColumns+" FROM guard_stop WHERE player = ? AND (ends_at = 0 OR ends_at > ?)", player, now.UnixMilli())
	if err != nil {
		return fmt.Errorf("guard: stops of %s: %w", player, err)
	}
	if longest := longestOf(rows); longest != nil {
		return longest.refusal(now)
	}
	return nil
}

// StoppedAmong gives, of some players, those who stopped themselves, each with
// the fault that says so. It is one read for many, for orders that are written
// together.
func (g *Guard) StoppedAmong(ctx context.Context, tx *db.Tx, players []string) (map[string]error, error) {
	if len(players) == 0 {
		return nil, nil
	}
	var rows []stopRow
	theirs, arg := tx.Among("player", players)
	err := db.ReadAllFixed(ctx, tx, &rows, "SELECT "+stopColumns+" FROM guard_stop WHERE "+theirs+" AND (ends_at = 0 OR ends_at > ?)", arg, tx.NowMillis())
	if err != nil {
		return nil, fmt.Errorf("guard: stops of %d players: %w", len(players), err)
	}
	of := map[string][]stopRow{}
	for _, row := range rows {
		of[row.Player] = append(of[row.Player], row)
	}
	out := make(map[string]error, len(of))
	for player, rows := range of {
		out[player] = longestOf(rows).refusal(tx.Now())
	}
	return out, nil
}

// ExcludedAmong returns those players who are self-excluded. They cannot bet,
// so they must not be asked to do anything that takes bets.
func (g *Guard) ExcludedAmong(ctx context.Context, r db.Reader, players []string) (map[string]bool, error) {
	out := map[string]bool{}
	if len(players) == 0 {
		return out, nil
	}
	var names []string
	err := r.NewRaw("SELECT DISTINCT player FROM guard_stop WHERE player IN (?) AND kind = 'exclusion' AND (ends_at = 0 OR ends_at > ?)",
		bun.List(players), g.db.Clock().Now().UnixMilli()).Scan(ctx, &names)
	if err != nil {
		return nil, fmt.Errorf("guard: who is excluded: %w", err)
	}
	for _, name := range names {
		out[name] = true
	}
	return out, nil
}

// Excluded lists the players who stopped themselves and are still held by it,
// by name, at most limit.
func (g *Guard) Excluded(ctx context.Context, r db.Reader, limit int) ([]string, error) {
	var players []string
	err := r.NewRaw("SELECT DISTINCT player FROM guard_stop WHERE ends_at = 0 OR ends_at > ? ORDER BY player LIMIT ?",
		g.db.Clock().Now().UnixMilli(), limit).Scan(ctx, &players)
	if err != nil {
		return nil, fmt.Errorf("guard: list players who stopped: %w", err)
	}
	return players, nil
}

// StandingOf gives, for a page of players, the stop that holds each longest now.
func (g *Guard) StandingOf(ctx context.Context, r db.Reader, players []string) (map[string]Stop, error) {
	out := map[string]Stop{}
	if len(players) == 0 {
		return out, nil
	}
	var rows []stopRow
	err := r.NewRaw("SELECT "+stopColumns+" FROM guard_stop WHERE player IN (?) AND (ends_at = 0 OR ends_at > ?)",
		bun.List(players), g.db.Clock().Now().UnixMilli()).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("guard: stops of %d players: %w", len(players), err)
	}
	for _, row := range rows {
		s := row.stop()
		if o, there := out[s.Player]; !there || s.longer(o) {
			out[s.Player] = s
		}
	}
	return out, nil
}

// Stops are all of a player's stops, the newest first. The second result is the
// longest stop in force now, nil if there is none.
func (g *Guard) Stops(ctx context.Context, r db.Reader, player string) (all []Stop, stands *Stop, err error) {
	var rows []stopRow
	err = r.NewRaw("SELECT "+stopColumns+" FROM guard_stop WHERE player = ? ORDER BY since DESC, id DESC LIMIT 200", player).Scan(ctx, &rows)
	if err != nil {
		return nil, nil, fmt.Errorf("guard: stops of %s: %w", player, err)
	}
	now := g.db.Clock().Now()
	for _, row := range rows {
		s := row.stop()
		all = append(all, s)
		if s.Standing(now) && (stands == nil || s.longer(*stands)) {
			stands = &s
		}
	}
	return all, stands, nil
}

// StopFor stops a player for some days, from this moment. It fails with
// ErrTimeOutDays, or ErrStopped if a stop in force lasts as long.
func (g *Guard) StopFor(ctx context.Context, player string, days int) (Stop, error) {
	if days < 1 || days > TimeOutMost {
		return Stop{}, ErrTimeOutDays.With(TimeOutMost)
	}
	return g.stop(ctx, player, func(now time.Time) Stop {
		until := now.Add(time.Duration(days) * 24 * time.Hour)
		return Stop{Kind: TimeOut, Term: Term(fmt.Sprintf("%dd", days)), Until: until, EndsAt: until}
	})
}

// Exclude stops a player for a term or longer, from this moment. Its caller has
// proved to be the player. It fails with ErrTerm, or ErrStopped if an exclusion
// in force lasts as long.
func (g *Guard) Exclude(ctx context.Context, player string, term Term) (Stop, error) {
	if _, known := term.over(g.db.Clock().Now()); !known {
		return Stop{}, ErrTerm
	}
	return g.stop(ctx, player, func(now time.Time) Stop {
		until, _ := term.over(now)
		return Stop{Kind: Exclusion, Term: term, Until: until}
	})
}

// stop writes a stop and all its consequences in one transaction. Acts
// committed before it go on, and no act comes after it.
func (g *Guard) stop(ctx context.Context, player string, draft func(now time.Time) Stop) (Stop, error) {
	var s Stop
	err := g.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := g.lock(ctx, tx, player); err != nil {
			return err
		}
		now := calendar.FromMillis(tx.NowMillis()) // as it is stored
		s = draft(now)
		s.ID, s.Player, s.Since = uuid.Must(uuid.NewV7()).String(), player, now
		all, _, err := g.Stops(ctx, tx, player)
		if err != nil {
			return err
		}
		for _, o := range all {
			if o.Standing(now) && !s.adds(o) {
				return ErrStopped
			}
		}
		_, err = tx.NewRaw("INSERT INTO guard_stop ("+stopColumns+") VALUES (?, ?, ?, ?, ?, ?, 0, ?)",
			s.ID, player, s.Kind, s.Term, s.Since.UnixMilli(), s.Until.UnixMilli(), stored(s.EndsAt)).Exec(ctx)
		if err != nil {
			return fmt.Errorf("guard: stop %s: %w", player, err)
		}
		if g.OnStop != nil {
			if err := g.OnStop(ctx, tx, s); err != nil {
				return err
			}
		}
		return g.note(ctx, tx, player, "player.stop", map[string]any{
			"kind": s.Kind, "term": s.Term, "until": s.Until.UnixMilli(), "endsAt": stored(s.EndsAt),
		})
	})
	if err != nil {
		return Stop{}, err
	}
	g.db.Log().InfoContext(ctx, "a player stopped playing", "player", player, "kind", string(s.Kind), "term", string(s.Term), "until", s.Until)
	return s, nil
}

// adds reports whether s holds a player longer than o, which is in force, or in
// a way that o does not.
func (s Stop) adds(o Stop) bool {
	switch {
	case s.Kind == TimeOut:
		return !o.EndsAt.IsZero() && s.EndsAt.After(o.EndsAt)
	case o.Kind == TimeOut || !o.AskedAt.IsZero():
		return true
	case s.Term == Indefinite:
		return o.Term != Indefinite
	}
	return s.Until.After(o.Until)
}

// AskToReturn sets the end of the player's exclusions after their wait: a day,
// for an indefinite one a week. Its caller has proved to be the player. It
// returns that end. It fails with ErrNotExcluded, ErrReturnEarly while the time
// of one is not over, or ErrReturnAsked.
func (g *Guard) AskToReturn(ctx context.Context, player string) (ends time.Time, err error) {
	err = g.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		ends = time.Time{}
		if err := g.lock(ctx, tx, player); err != nil {
			return err
		}
		all, _, err := g.Stops(ctx, tx, player)
		if err != nil {
			return err
		}
		var asked []string
		refused := error(ErrNotExcluded)
		for _, s := range all {
			switch {
			case s.Kind != Exclusion || !s.Standing(tx.Now()):
			case !s.AskedAt.IsZero():
				refused = ErrReturnAsked.With(calendar.Stamp(s.EndsAt))
			case tx.Now().Before(s.Until):
				return ErrReturnEarly.With(calendar.Stamp(s.Until))
			default:
				end := calendar.FromMillis(tx.NowMillis()).Add(s.Term.cools())
				_, err := tx.NewRaw("UPDATE guard_stop SET asked_at = ?, ends_at = ? WHERE id = ? AND ends_at = 0", tx.NowMillis(), end.UnixMilli(), s.ID).Exec(ctx)
				if err != nil {
					return fmt.Errorf("guard: end %s: %w", s.ID, err)
				}
				if end.After(ends) {
					ends = end
				}
				asked = append(asked, s.ID)
			}
		}
		if len(asked) == 0 {
			return refused
		}
		return g.note(ctx, tx, player, "player.return", map[string]any{"stops": asked, "endsAt": ends.UnixMilli()})
	})
	return ends, err
}

// lock makes other changes of a player's own stops and limits wait until tx
// ends, and the orders that check them.
func (g *Guard) lock(ctx context.Context, tx *db.Tx, player string) error {
	_, err := tx.NewRaw(`
		INSERT INTO guard_player (player, changed_at) VALUES (?, ?)
		ON CONFLICT (player) DO UPDATE SET changed_at = excluded.changed_at`, player, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("guard: lock %s: %w", player, err)
	}
	if g.LockOrders != nil {
		return g.LockOrders(ctx, tx, player)
	}
	return nil
}

// note writes what a player decided to the trail.
func (g *Guard) note(ctx context.Context, tx *db.Tx, player, action string, after map[string]any) error {
	by := staff.Actor{ID: "player:" + player, Name: "玩家 " + player}
	return g.staff.Audit(ctx, tx, by, staff.Change{Action: action, Subject: "player:" + player, Label: player, After: after})
}

const stopColumns = "id, player, kind, term, since, until, asked_at, ends_at"

// stopRow is a row of guard_stop.
type stopRow struct {
	ID      string
	Player  string
	Kind    StopKind
	Term    Term
	Since   int64
	Until   int64
	AskedAt int64
	EndsAt  int64
}

func (r stopRow) stop() Stop {
	return Stop{
		ID: r.ID, Player: r.Player, Kind: r.Kind, Term: r.Term, Since: calendar.FromMillis(r.Since), Until: calendar.FromMillis(r.Until),
		AskedAt: instant(r.AskedAt), EndsAt: instant(r.EndsAt),
	}
}

func longestOf(rows []stopRow) *Stop {
	var longest *Stop
	for _, row := range rows {
		if s := row.stop(); longest == nil || s.longer(*longest) {
			longest = &s
		}
	}
	return longest
}

// instant is a stored time, of which 0 means none.
func instant(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return calendar.FromMillis(ms)
}
