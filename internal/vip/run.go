package vip

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/bet"
	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/fund"
	"hongyun/internal/guard"
	"hongyun/internal/inbox"
	"hongyun/internal/money"
	"hongyun/internal/player"
	"hongyun/internal/staff"
)

func dayOf(t time.Time) Date { return calendar.DayOf(t) }

// The states of a run.
const (
	Open    = "open"
	Done    = "done"
	Skipped = "skipped" // the programme was switched off when it came due
)

// RunStates are the states of a run.
var RunStates = []string{Open, Done, Skipped}

// Run is one week of the track programme, or one month of the monthly one.
type Run struct {
	ID        string
	Programme Programme
	Upto      Date // the last business day that counts
	DueAt     time.Time
	State     string
	Setting   int           // version
	Versions  map[Track]int // of the tables
	Players   int64         // looked at so far
	Awards    int64
	Paid      money.Fen // C$ that the run itself paid
	Withheld  money.Fen // C$ that it wrote down and did not pay
	OpenedAt  time.Time
	EndedAt   time.Time // zero while open

	after string // the last player that was looked at
}

// playersAtOnce bounds the players of one transaction of a run.
const playersAtOnce = 100

// RunDue does every run that is due, missed weeks and months in order, and
// resumes an interrupted one. It may be called at any time and by any number of
// nodes at once. While the money switch is closed it does nothing.
func (v *Vip) RunDue(ctx context.Context) error {
	var failed error
	for _, p := range Programmes {
		failed = errors.Join(failed, v.runDue(ctx, p))
	}
	return failed
}

func (v *Vip) runDue(ctx context.Context, p Programme) error {
	for {
		due, err := v.isDue(ctx, p)
		if err != nil || !due {
			return err
		}
		if err := v.Guard.Gate.Check(ctx, guard.DoorAll); err != nil {
			return ignoreClosed(err)
		}
		run, err := v.open(ctx, p)
		if err != nil || run == nil {
			return err
		}
		v.seam("opened")
		for done := false; !done; {
			if done, err = v.page(ctx, run.ID); err != nil {
				return ignoreClosed(err)
			}
			v.seam("page")
		}
	}
}

// ignoreClosed treats a closed money switch as "nothing due".
func ignoreClosed(err error) error {
	if errors.Is(err, guard.ErrClosed) || errors.Is(err, guard.ErrClosedStaff) {
		return nil
	}
	return err
}

// isDue tells most calls, which find nothing to do, without a write.
func (v *Vip) isDue(ctx context.Context, p Programme) (bool, error) {
	open, err := openRun(ctx, v.DB, p)
	if err != nil || open != nil {
		return open != nil, err
	}
	upto, err := nextUpto(ctx, v.DB, p, "")
	if err != nil {
		return false, err
	}
	set, err := newestSettings(ctx, v.DB)
	return err == nil && !v.DB.Clock().Now().Before(set.due(p, upto)), err
}

// open returns the run under way, or begins the next if it is due; nil if there
// is none. It fixes the rules and tables of the run.
func (v *Vip) open(ctx context.Context, p Programme) (run *Run, err error) {
	err = v.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		run = nil
		upto, err := nextUpto(ctx, tx, p, tx.ForUpdate())
		if err != nil {
			return err
		}
		if run, err = openRun(ctx, tx, p); err != nil || run != nil {
			return err
		}
		set, err := newestSettings(ctx, tx)
		if err != nil {
			return err
		}
		due := set.due(p, upto)
		if tx.Now().Before(due) {
			return nil
		}
		tables, err := newestTables(ctx, tx)
		if err != nil {
			return err
		}
		versions := map[Track]int{}
		for _, t := range p.tracks() {
			versions[t] = tables[t].Version
		}
		run = &Run{
			ID: string(p) + "-" + strconv.Itoa(int(upto)), Programme: p, Upto: upto, DueAt: due, State: Open, Setting: set.Version, Versions: versions, OpenedAt: tx.Now(),
		}
		if !set.on(p) {
			run.State, run.EndedAt = Skipped, tx.Now()
		}
		if err := insertRun(ctx, tx, *run); err != nil {
			return err
		}
		tx.AfterCommit(func() { v.Log.InfoContext(ctx, "vip run opened", "run", run.ID, "state", run.State, "due", due) })
		return advance(ctx, tx, p, p.periodOf(upto.AddDays(1)))
	})
	return run, err
}

// page processes the next players of a run, in one transaction with its
// progress. An interrupted run resumes behind the last page, and two nodes take
// turns.
func (v *Vip) page(ctx context.Context, id string) (done bool, err error) {
	err = v.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		done = false
		run, err := findRun(ctx, tx, id, tx.ForUpdate())
		if err != nil {
			return err
		}
		if run.State != Open {
			done = true
			return nil
		}
		if err := v.Guard.Gate.CheckIn(ctx, tx, guard.DoorAll); err != nil {
			return err
		}
		players, err := v.Players.After(ctx, tx, run.after, playersAtOnce)
		if err != nil {
			return err
		}
		if len(players) == 0 {
			done, run.State, run.EndedAt = true, Done, tx.Now()
			tx.AfterCommit(func() {
				v.Log.InfoContext(ctx, "vip run done", "run", run.ID, "players", run.Players, "awards", run.Awards, "paid", run.Paid.String(), "withheld", run.Withheld.String())
			})
			return updateRun(ctx, tx, run)
		}
		c, err := v.cutOf(ctx, tx, run)
		if err != nil {
			return err
		}
		results, err := v.evaluate(ctx, tx, c, players)
		if err != nil {
			return err
		}
		v.seam("evaluated")
		if err := v.pay(ctx, tx, &run, results); err != nil {
			return err
		}
		v.seam("paid")
		run.after, run.Players = players[len(players)-1], run.Players+int64(len(players))
		return updateRun(ctx, tx, run)
	})
	return done, err
}

// cut is all that a run works by.
type cut struct {
	run    string
	p      Programme
	upto   Date
	rules  Rules
	tables map[Track]Table
	places []bet.Place
	fresh  bool // nothing of it was written yet: a dry run
}

func (v *Vip) cutOf(ctx context.Context, r db.Reader, run Run) (cut, error) {
	c := cut{run: run.ID, p: run.Programme, upto: run.Upto}
	set, err := settingsOf(ctx, r, run.Setting)
	if err != nil {
		return c, err
	}
	c.rules = set.Rules
	if c.tables, err = tablesOf(ctx, r, run.Versions); err != nil {
		return c, err
	}
	c.places, err = v.Bets.Places(ctx, r)
	return c, err
}

// result is the outcome of a run for one player.
type result struct {
	player string
	levels Levels // of the run's tracks, after it
	raised bool
	awards []Award
}

// evaluate works out what a run brings some players, and writes nothing: the
// dry run sees what the run does because it is the same.
func (v *Vip) evaluate(ctx context.Context, r db.Reader, c cut, players []string) ([]result, error) {
	valid, err := v.Bets.ValidByVenue(ctx, r, players, c.rules.Start, c.upto)
	if err != nil {
		return nil, err
	}
	held, err := readLevels(ctx, r, players)
	if err != nil {
		return nil, err
	}
	var results []result
	var gaining []string
	for _, p := range players {
		res := result{player: p, levels: Levels{}}
		for _, t := range c.p.tracks() {
			was := held[p][t]
			now := was
			if c.rules.Enabled[t] {
				// Never lower: a bet that is settled anew, a table or a start that changed
				// do not take back a reached level.
				now = max(was, c.tables[t].Reached(t.sum(c.places, valid[p])))
				res.awards = append(res.awards, c.awards(p, t, was, now)...)
			}
			res.levels[t], res.raised = now, res.raised || now > was
		}
		if len(res.awards) > 0 {
			gaining = append(gaining, p)
			results = append(results, res)
		}
	}
	if len(gaining) == 0 {
		return nil, nil
	}
	if !c.fresh {
		written, err := writtenBy(ctx, r, c.run, gaining)
		if err != nil {
			return nil, err
		}
		for i := range results {
			results[i].leaveOut(written)
		}
	}
	return results, v.withhold(ctx, r, c, gaining, results)
}

// sum is how many of a player's valid bets count for a track.
func (t Track) sum(places []bet.Place, valid map[string]money.Fen) money.Fen {
	var sum money.Fen
	for _, p := range places {
		if t.counts(p.Kind) {
			sum += valid[p.Code]
		}
	}
	return sum
}

// awards are a player's awards for a rise from one level to another: each bonus
// between them, and the income of the new level.
func (c cut) awards(player string, t Track, was, now int) []Award {
	if now == 0 {
		return nil
	}
	var list []Award
	add := func(kind, item string, level int, amount money.Fen) {
		if amount > 0 {
			list = append(list, Award{
				ID: awardID(t, c.upto, player, item), Run: c.run, Track: t, Period: c.upto, Player: player, Kind: kind, item: item, Level: level,
				Amount: amount, State: Paid,
			})
		}
	}
	for level := was + 1; level <= now; level++ {
		add(Bonus, "bonus:"+strconv.Itoa(level), level, c.tables[t].At(level).Bonus)
	}
	income := c.tables[t].At(now).Income
	if t != Month {
		income = min(income, c.rules.WeeklyCap[t])
	}
	add(Income, "income", now, income)
	return list
}

// leaveOut takes away what the run has written already.
func (r *result) leaveOut(written map[string]bool) {
	kept := r.awards[:0]
	for _, a := range r.awards {
		if !written[a.ID] {
			kept = append(kept, a)
		}
	}
	r.awards = kept
}

// withhold marks the awards of players whose income staff stopped, and of
// accounts that are not the first of those that share a mark (VIP-05).
func (v *Vip) withhold(ctx context.Context, r db.Reader, c cut, players []string, results []result) error {
	holds, err := standingHolds(ctx, r, players)
	if err != nil {
		return err
	}
	elders, err := v.Players.Elders(ctx, r, players, c.rules.Marks)
	if err != nil {
		return err
	}
	for _, res := range results {
		why := ""
		strong := slices.DeleteFunc(slices.Clone(elders[res.player]), func(l player.Link) bool { return !l.Strong() })
		if len(strong) > 0 {
			why = elderText(strong)
		}
		if h, held := holds[res.player]; held {
			why = "VIP收入已冻结：" + h.Reason
		}
		if why == "" {
			continue
		}
		for i := range res.awards {
			res.awards[i].State, res.awards[i].Why = Withheld, why
		}
	}
	return nil
}

// elderText says for staff with whom an account shares what.
func elderText(links []player.Link) string {
	parts := make([]string, len(links))
	for i, l := range links {
		parts[i] = l.Name + "（" + namesOf(l.By) + "）"
	}
	return "与更早注册的账号关联：" + strings.Join(parts, "；")
}

// pay writes what a page brings: levels, awards, and the C$ of those that are paid.
func (v *Vip) pay(ctx context.Context, tx *db.Tx, run *Run, results []result) error {
	if err := raise(ctx, tx, *run, results); err != nil {
		return err
	}
	v.seam("raised")
	var awards []Award
	var incomes []fund.Income
	count, sum := map[string]int{}, map[string]money.Fen{}
	for _, res := range results {
		for _, a := range res.awards {
			a.At = tx.Now()
			awards = append(awards, a)
			count[a.State]++
			sum[a.State] += a.Amount
			if a.State == Paid {
				incomes = append(incomes, a.income("system:vip"))
			}
		}
	}
	if err := insertAwards(ctx, tx, awards); err != nil {
		return err
	}
	if err := inbox.Write(ctx, tx, resultMessages(*run, results)...); err != nil {
		return err
	}
	v.seam("awarded")
	if err := v.Fund.ReceiveAll(ctx, tx, incomes); err != nil {
		return fmt.Errorf("pay vip run %s: %w", run.ID, err)
	}
	run.Awards, run.Paid, run.Withheld = run.Awards+int64(len(awards)), run.Paid+sum[Paid], run.Withheld+sum[Withheld]
	programme := string(run.Programme)
	tx.AfterCommit(func() {
		for state, n := range count {
			for range n {
				v.count.awards.WithLabelValues(programme, state).Inc()
			}
		}
	})
	return nil
}

// Runs lists the runs of a programme, or of both, the newest first.
func (v *Vip) Runs(ctx context.Context, r db.Reader, p Programme, page staff.Page) ([]Run, int, error) {
	return listRuns(ctx, r, p, page)
}

// RunSum is the sum of a run by track, kind and level, with its result.
type RunSum struct {
	Track  Track
	Kind   string
	Level  int
	State  string
	Count  int
	Amount money.Fen
}

// FindRun returns a run with its awards added up, or ErrNoRun.
func (v *Vip) FindRun(ctx context.Context, r db.Reader, id string) (Run, []RunSum, error) {
	run, err := findRun(ctx, r, id, "")
	if err != nil {
		return run, nil, err
	}
	sums, err := sumRun(ctx, r, id)
	return run, sums, err
}
