package offers

import (
	"context"
	"strings"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/player"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
	"hongyun/internal/vip"
)

// Vip is both programmes at a glance.
type Vip struct {
	Programmes     []VipProgramme  `json:"programmes"`
	Levels         []VipLevelCount `json:"levels"`   // without those that no player is on
	Withheld       int             `json:"withheld"` // awards that wait for staff
	WithheldAmount wire.Yuan       `json:"withheldAmount"`
}

// VipProgramme is when a programme runs next.
type VipProgramme struct {
	Programme string  `json:"programme" enumOf:"vip programme"`
	Enabled   bool    `json:"enabled"`
	Upto      string  `json:"upto"` // the last business day that will count
	NextRun   wire.Ms `json:"nextRun"`
	Running   *string `json:"running"` // id of a run that is under way
}

// VipLevelCount is how many players stand on a level.
type VipLevelCount struct {
	Track   string `json:"track" enumOf:"vip track"`
	Level   int    `json:"level"`
	Players int    `json:"players"`
}

// VipRun is one week, or one month, of a programme.
type VipRun struct {
	ID        string    `json:"id"`
	Programme string    `json:"programme" enumOf:"vip programme"`
	Upto      string    `json:"upto"` // the last business day that counts
	DueAt     wire.Ms   `json:"dueAt"`
	State     string    `json:"state" enumOf:"vip run state"`
	Players   int64     `json:"players"` // looked at
	Awards    int64     `json:"awards"`
	Paid      wire.Yuan `json:"paid"`
	Withheld  wire.Yuan `json:"withheld"` // by the run, also if released since
	OpenedAt  wire.Ms   `json:"openedAt"`
	EndedAt   *wire.Ms  `json:"endedAt"`
}

// VipRunDetail is a run with what it worked by and what it brought.
type VipRunDetail struct {
	VipRun
	Setting int          `json:"setting"` // version of the settings
	Tables  []VipVersion `json:"tables"`
	Sums    []VipSum     `json:"sums"`
}

// VipVersion is which version of a track's table a run worked by.
type VipVersion struct {
	Track   string `json:"track" enumOf:"vip track"`
	Version int    `json:"version"`
}

// VipSum is what levels brought together.
type VipSum struct {
	Track  string    `json:"track" enumOf:"vip track"`
	Kind   string    `json:"kind" enumOf:"vip award"`
	Level  int       `json:"level"`
	State  string    `json:"state" enumOf:"vip award state"`
	Count  int       `json:"count"`
	Amount wire.Yuan `json:"amount"`
}

// VipAward is C$ that a level brought.
type VipAward struct {
	ID        string    `json:"id"`
	RunID     string    `json:"runId"` // empty in a dry run
	Player    string    `json:"player"`
	Track     string    `json:"track" enumOf:"vip track"`
	Period    string    `json:"period"` // the last day of its week or month
	Kind      string    `json:"kind" enumOf:"vip award"`
	KindText  string    `json:"kindText"`
	Level     int       `json:"level"`
	Amount    wire.Yuan `json:"amount"`
	State     string    `json:"state" enumOf:"vip award state"`
	Why       *string   `json:"why"` // why it was withheld
	At        *wire.Ms  `json:"at"`  // null in a dry run
	DecidedAt *wire.Ms  `json:"decidedAt"`
	DecidedBy *string   `json:"decidedBy"`
	Decision  *string   `json:"decision"`
}

// VipDry is what the next run would bring if it ran now. Nothing of it is written.
type VipDry struct {
	VipProgramme
	Players  int        `json:"players"` // who would get anything
	Paid     wire.Yuan  `json:"paid"`
	Withheld wire.Yuan  `json:"withheld"`
	Sums     []VipSum   `json:"sums"`
	Items    []VipAward `json:"items"`
	Total    int        `json:"total"` // awards
}

// VipTable is a track's table as the next run works by it.
type VipTable struct {
	Track      string     `json:"track" enumOf:"vip track"`
	Name       string     `json:"name"`
	Version    int        `json:"version"`
	By         string     `json:"by"`
	At         wire.Ms    `json:"at"`
	Levels     []VipLevel `json:"levels"`
	ApprovalID *string    `json:"approvalId"`
}

// VipLevel is a row of a table.
type VipLevel struct {
	Level      int       `json:"level"`
	ValidBet   wire.Yuan `json:"validBet"`
	Bonus      wire.Yuan `json:"bonus"`
	Income     wire.Yuan `json:"income"`
	Cumulative wire.Yuan `json:"cumulative"`
}

// VipTableChange is a table as it shall be: every level, the first one first.
type VipTableChange struct {
	Base   int              `json:"base" doc:"the version that the change was made against"`
	Levels []VipLevelChange `json:"levels"`
	Reason string           `json:"reason"`
}

// VipLevelChange is a row of a table as it shall be.
type VipLevelChange struct {
	ValidBet string `json:"validBet"`
	Bonus    string `json:"bonus"`
	Income   string `json:"income"`
}

// VipSettings are the settings by which the next runs work.
type VipSettings struct {
	Start      string            `json:"start"` // the first business day that counts
	Tracks     []VipTrackSetting `json:"tracks"`
	Weekday    int               `json:"weekday"`    // 1 Monday to 7 Sunday
	WeeklyTime string            `json:"weeklyTime"` // 15:04, GMT+8
	MonthTime  string            `json:"monthTime"`  // on the first of the month
	Marks      []player.Mark     `json:"marks" enumOf:"mark"`
	Version    int               `json:"version"`
	By         string            `json:"by"`
	At         wire.Ms           `json:"at"`
	ApprovalID *string           `json:"approvalId"`
}

// VipTrackSetting is what is set for one track.
type VipTrackSetting struct {
	Track     string     `json:"track" enumOf:"vip track"`
	Name      string     `json:"name"`
	Enabled   bool       `json:"enabled"`
	WeeklyCap *wire.Yuan `json:"weeklyCap"` // null: the monthly programme has none
}

// VipSettingsChange are settings as they shall be.
type VipSettingsChange struct {
	Base       int              `json:"base" doc:"the version that the change was made against"`
	Start      string           `json:"start"`
	Tracks     []VipTrackChange `json:"tracks"`
	Weekday    int              `json:"weekday"`
	WeeklyTime string           `json:"weeklyTime"`
	MonthTime  string           `json:"monthTime"`
	Marks      []string         `json:"marks" enumOf:"mark"`
	Reason     string           `json:"reason"`
}

// VipTrackChange is what shall be set for one track.
type VipTrackChange struct {
	Track     string `json:"track" enumOf:"vip track"`
	Enabled   bool   `json:"enabled"`
	WeeklyCap string `json:"weeklyCap,omitempty"` // not for monthly
}

// PlayerVip is a player's levels in both programmes, and why.
type PlayerVip struct {
	Level  int           `json:"level"` // beside the name: the highest of the three tracks
	Start  string        `json:"start"`
	Tracks []PlayerTrack `json:"tracks"`
	Hold   *wire.Freeze  `json:"hold"` // their VIP income is stopped
}

// PlayerTrack is a player's progress on a track.
type PlayerTrack struct {
	Track    string           `json:"track" enumOf:"vip track"`
	Name     string           `json:"name"`
	Enabled  bool             `json:"enabled"`
	Level    int              `json:"level"`    // of the last run
	Reached  int              `json:"reached"`  // by the bets of now: what the next run makes of it
	ValidBet wire.Yuan        `json:"validBet"` // the sum of venues
	Income   wire.Yuan        `json:"income"`   // every week or month
	Next     *VipLevel        `json:"next"`     // null at the highest level
	Wants    wire.Yuan        `json:"wants"`    // valid bets until the next
	NextRun  wire.Ms          `json:"nextRun"`
	Venues   []PlayerVipVenue `json:"venues"`
}

// PlayerVipVenue is what a player bet validly at a venue.
type PlayerVipVenue struct {
	Venue    string    `json:"venue"`
	Name     string    `json:"name"`
	ValidBet wire.Yuan `json:"validBet"`
}

func (s *Handlers) vip(ctx context.Context, _ *route.Call) (Vip, error) {
	f, err := s.Vip.Figures(ctx, s.Read)
	return Vip{
		Programmes: api.Each(f.Next, vipNext), Withheld: f.Withheld, WithheldAmount: wire.InYuan(f.WithheldCents),
		Levels: api.Each(f.Levels, func(l vip.LevelCount) VipLevelCount {
			return VipLevelCount{Track: string(l.Track), Level: l.Level, Players: l.Players}
		}),
	}, err
}

func vipNext(n vip.Next) VipProgramme {
	return VipProgramme{Programme: string(n.Programme), Enabled: n.Enabled, Upto: n.Upto.String(), NextRun: wire.InMs(n.DueAt), Running: wire.TextOrNull(n.Run)}
}

func (s *Handlers) vipRuns(ctx context.Context, c *route.Call) (wire.Page[VipRun], error) {
	p := vip.Programme(c.OneOf("programme", wire.Texts(vip.Programmes)...))
	page := c.Page()
	if err := c.Checked(); err != nil {
		return wire.Page[VipRun]{}, err
	}
	runs, total, err := s.Vip.Runs(ctx, s.Read, p, page)
	return wire.PageOf(runs, total, vipRun), err
}

func vipRun(r vip.Run) VipRun {
	return VipRun{
		ID: r.ID, Programme: string(r.Programme), Upto: r.Upto.String(), DueAt: wire.InMs(r.DueAt), State: r.State, Players: r.Players, Awards: r.Awards,
		Paid: wire.InYuan(r.Paid), Withheld: wire.InYuan(r.Withheld), OpenedAt: wire.InMs(r.OpenedAt), EndedAt: wire.InMsOrNull(r.EndedAt),
	}
}

func (s *Handlers) vipRunDetail(ctx context.Context, c *route.Call) (VipRunDetail, error) {
	run, sums, err := s.Vip.FindRun(ctx, s.Read, c.ID())
	out := VipRunDetail{VipRun: vipRun(run), Setting: run.Setting, Tables: []VipVersion{}, Sums: api.Each(sums, vipSum)}
	for _, t := range vip.Tracks {
		if version, has := run.Versions[t]; has {
			out.Tables = append(out.Tables, VipVersion{Track: string(t), Version: version})
		}
	}
	return out, err
}

func vipSum(s vip.RunSum) VipSum {
	return VipSum{Track: string(s.Track), Kind: s.Kind, Level: s.Level, State: s.State, Count: s.Count, Amount: wire.InYuan(s.Amount)}
}

func (s *Handlers) vipAwards(ctx context.Context, c *route.Call) (wire.Page[VipAward], error) {
	return s.awards(ctx, c, vip.Filter{Player: strings.ToLower(c.Text("player")), Run: c.Text("run")})
}

func (s *Handlers) playerVipAwards(ctx context.Context, c *route.Call) (wire.Page[VipAward], error) {
	return s.awards(ctx, c, vip.Filter{Player: c.ID()})
}

func (s *Handlers) awards(ctx context.Context, c *route.Call, f vip.Filter) (wire.Page[VipAward], error) {
	f.Page, f.State = c.Page(), c.OneOf("state", vip.AwardStates...)
	f.Track, f.Kind = vip.Track(c.OneOf("track", wire.Texts(vip.Tracks)...)), c.OneOf("kind", vip.AwardKinds...)
	if err := c.Checked(); err != nil {
		return wire.Page[VipAward]{}, err
	}
	list, total, _, err := s.Vip.Awards(ctx, s.Read, f)
	return wire.PageOf(list, total, vipAward), err
}

func vipAward(a vip.Award) VipAward {
	return VipAward{
		ID: a.ID, RunID: a.Run, Player: a.Player, Track: string(a.Track), Period: a.Period.String(), Kind: a.Kind, KindText: a.KindText(), Level: a.Level,
		Amount: wire.InYuan(a.Amount), State: a.State, Why: wire.TextOrNull(a.Why), At: wire.InMsOrNull(a.At), DecidedAt: wire.InMsOrNull(a.DecidedAt), DecidedBy: wire.TextOrNull(a.DecidedBy), Decision: wire.TextOrNull(a.Decision),
	}
}

func (s *Handlers) vipDry(ctx context.Context, c *route.Call) (VipDry, error) {
	p := vip.Programme(c.OneOf("programme", wire.Texts(vip.Programmes)...))
	page := c.Page()
	if err := c.Checked(); err != nil {
		return VipDry{}, err
	}
	if p == "" {
		p = vip.Weekly
	}
	d, err := s.Vip.DryRun(ctx, p, page)
	return VipDry{
		VipProgramme: vipNext(d.Next), Players: d.Players, Paid: wire.InYuan(d.Paid), Withheld: wire.InYuan(d.Withheld), Sums: api.Each(d.Sums, vipSum),
		Items: api.Each(d.Awards, vipAward), Total: d.Total,
	}, err
}

func (s *Handlers) vipTables(ctx context.Context, _ *route.Call) (wire.Items[VipTable], error) {
	tables, err := s.Vip.Tables(ctx, s.Read)
	return wire.ItemsOf(tables, func(t vip.TableNow) VipTable {
		return VipTable{
			Track: string(t.Track), Name: t.Track.Name(), Version: t.Version, By: t.MadeBy, At: wire.InMs(t.MadeAt), ApprovalID: wire.TextOrNull(t.ApprovalID),
			Levels: api.Each(t.Levels, func(l vip.Level) VipLevel { return vipLevel(t.Table, l) }),
		}
	}), err
}

func vipLevel(t vip.Table, l vip.Level) VipLevel {
	return VipLevel{Level: l.Level, ValidBet: wire.InYuan(l.Valid), Bonus: wire.InYuan(l.Bonus), Income: wire.InYuan(l.Income), Cumulative: wire.InYuan(t.Cumulative(l.Level))}
}

func (s *Handlers) vipTableChange(ctx context.Context, c *route.Call, in VipTableChange) (wire.Outcome, error) {
	levels := make([]vip.Level, len(in.Levels))
	for i, l := range in.Levels {
		levels[i].Level = i + 1
		for _, f := range []struct {
			to    *money.Fen
			text  string
			wrong error
		}{
			{&levels[i].Valid, l.ValidBet, vip.ErrValid.With(i + 1)}, {&levels[i].Bonus, l.Bonus, vip.ErrBonus.With(i + 1)}, {&levels[i].Income, l.Income, vip.ErrIncome.With(i + 1)},
		} {
			var err error
			if *f.to, err = money.ParseYuan(f.text); err != nil {
				return wire.Outcome{}, f.wrong
			}
		}
	}
	id, err := s.Vip.ChangeTable(ctx, c.By, in.Base, vip.Track(c.ID()), levels, in.Reason)
	return wire.Outcome{Status: "waiting", ApprovalID: id}, err
}

func (s *Handlers) vipTableHistory(ctx context.Context, c *route.Call) (wire.Page[wire.SettingVersion], error) {
	return route.Versions(c, func(p staff.Page) ([]setting.Version, int, error) {
		return s.Vip.TableHistory(ctx, s.Read, vip.Track(c.ID()), p)
	})
}

func (s *Handlers) vipSettingsHistory(ctx context.Context, c *route.Call) (wire.Page[wire.SettingVersion], error) {
	return route.Versions(c, func(p staff.Page) ([]setting.Version, int, error) { return s.Vip.SettingsHistory(ctx, s.Read, p) })
}

func (s *Handlers) vipSettings(ctx context.Context, _ *route.Call) (VipSettings, error) {
	set, approval, err := s.Vip.Settings(ctx, s.Read)
	if err != nil {
		return VipSettings{}, err
	}
	out := VipSettings{
		Start: set.Start.String(), Tracks: []VipTrackSetting{}, Weekday: set.Weekday, WeeklyTime: vip.Clock(set.Weekly), MonthTime: vip.Clock(set.Monthly),
		Marks: set.Marks, Version: set.Version, By: set.MadeBy, At: wire.InMs(set.MadeAt), ApprovalID: wire.TextOrNull(approval),
	}
	for _, t := range vip.Tracks {
		one := VipTrackSetting{Track: string(t), Name: t.Name(), Enabled: set.Enabled[t]}
		if t != vip.Month {
			limit := wire.InYuan(set.WeeklyCap[t])
			one.WeeklyCap = &limit
		}
		out.Tracks = append(out.Tracks, one)
	}
	return out, nil
}

func (s *Handlers) vipSettingsChange(ctx context.Context, c *route.Call, in VipSettingsChange) (wire.Outcome, error) {
	r := vip.Rules{Weekday: in.Weekday, Enabled: map[vip.Track]bool{}, WeeklyCap: map[vip.Track]money.Fen{}}
	var err error
	if r.Start, err = calendar.ParseDay(in.Start); err != nil {
		return wire.Outcome{}, vip.ErrStart
	}
	if r.Weekly, err = vip.ParseClock(in.WeeklyTime); err != nil {
		return wire.Outcome{}, err
	}
	if r.Monthly, err = vip.ParseClock(in.MonthTime); err != nil {
		return wire.Outcome{}, err
	}
	for _, m := range in.Marks {
		r.Marks = append(r.Marks, player.Mark(m))
	}
	for _, t := range in.Tracks {
		track := vip.Track(t.Track)
		r.Enabled[track] = t.Enabled
		if track == vip.Month {
			continue
		}
		if r.WeeklyCap[track], err = money.ParseYuan(t.WeeklyCap); err != nil {
			return wire.Outcome{}, vip.ErrCap
		}
	}
	id, err := s.Vip.ChangeSettings(ctx, c.By, in.Base, r, in.Reason)
	return wire.Outcome{Status: "waiting", ApprovalID: id}, err
}

func (s *Handlers) vipRelease(ctx context.Context, c *route.Call, in wire.Reason) (wire.Outcome, error) {
	id, err := s.Vip.Release(ctx, c.By, c.ID(), in.Reason)
	if id != "" {
		return wire.Outcome{Status: "waiting", ApprovalID: id}, err
	}
	return wire.Done, err
}

func (s *Handlers) vipRefuse(ctx context.Context, c *route.Call, in wire.Reason) (wire.Outcome, error) {
	return wire.Done, s.Vip.Refuse(ctx, c.By, c.ID(), in.Reason)
}

func (s *Handlers) playerVip(ctx context.Context, c *route.Call) (PlayerVip, error) {
	out := PlayerVip{Tracks: []PlayerTrack{}}
	p, err := s.Players.Find(ctx, s.Read, c.ID())
	if err != nil {
		return out, err
	}
	o, err := s.Vip.Overview(ctx, s.Read, p.ID)
	if err != nil {
		return out, err
	}
	out.Start = calendar.DayOf(o.Start).String()
	for _, t := range o.Tracks {
		shown := PlayerTrack{
			Track: string(t.Table.Track), Name: t.Table.Track.Name(), Enabled: t.Enabled, Level: t.Level, Reached: t.Reached, ValidBet: wire.InYuan(t.Valid),
			Income: wire.InYuan(t.Income()), Wants: wire.InYuan(t.Wants), NextRun: wire.InMs(t.NextRun),
			Venues: api.Each(t.Venues, func(b vip.VenueBet) PlayerVipVenue {
				return PlayerVipVenue{Venue: b.Code, Name: b.Name, ValidBet: wire.InYuan(b.Valid)}
			}),
		}
		if t.Next.Level > 0 {
			next := vipLevel(t.Table, t.Next)
			shown.Next = &next
		}
		out.Tracks = append(out.Tracks, shown)
	}
	if out.Level, err = s.Vip.Level(ctx, s.Read, p.ID); err != nil {
		return out, err
	}
	hold, err := s.Vip.HoldOf(ctx, s.Read, p.ID)
	if hold != nil {
		out.Hold = &wire.Freeze{Reason: hold.Reason, By: hold.By, At: wire.InMs(hold.CreatedAt)}
	}
	return out, err
}

func (s *Handlers) vipFreeze(ctx context.Context, c *route.Call, in wire.Reason) (wire.Outcome, error) {
	return wire.Done, s.Vip.Freeze(ctx, c.By, c.ID(), in.Reason)
}

func (s *Handlers) vipLift(ctx context.Context, c *route.Call, in wire.Reason) (wire.Outcome, error) {
	return wire.Done, s.Vip.Lift(ctx, c.By, c.ID(), in.Reason)
}
