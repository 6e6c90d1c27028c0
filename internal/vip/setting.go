package vip

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/player"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
)

// Rules are the settings of both programmes.
type Rules struct {
	// Start is the first business day whose bets count.
	Start Date `json:"start"`
	// Enabled says which tracks are on; Month is the monthly programme. A track
	// that is off raises no level and pays nothing, and does not make up for it
	// later.
	Enabled map[Track]bool `json:"enabled"`
	// WeeklyCap is the most that one player's income of a track comes to in a
	// week, in C$; bonuses are beside it.
	WeeklyCap map[Track]money.Fen `json:"weeklyCap"`
	// Weekday (1 Monday to 7 Sunday) and Weekly (minutes after midnight, GMT+8)
	// are when the week before is run.
	Weekday int `json:"weekday"`
	Weekly  int `json:"weekly"`
	// Monthly is when, on the first of a month, the month before is run: minutes
	// after midnight, GMT+8.
	Monthly int `json:"monthly"`
	// Marks are the facts by which two accounts count as one for VIP income
	// (VIP-05).
	Marks []player.Mark `json:"marks"`
}

// Settings are rules and their authors.
type Settings struct {
	Rules
	Version int
	MadeBy  string
	MadeAt  time.Time
}

// shippedRules are the rules of a new installation (D-11, H-63).
//
// The programme began on 1 June 2019, US Eastern, which is noon of that day in
// GMT+8; days are counted whole. Both runs begin late on the day after their
// period, so late venues have nearly a day to report. The monthly run still
// ends before midnight of the 1st, when levels are due. It pays income with
// them, which is before the 5th.
var shippedRules = Rules{
	Start:     20190601,
	Enabled:   map[Track]bool{Card: true, Sport: true, Live: true, Month: true},
	WeeklyCap: map[Track]money.Fen{Card: 250_000 * money.Yuan, Sport: 250_000 * money.Yuan, Live: 80_000 * money.Yuan},
	Weekday:   1, Weekly: 23 * 60, Monthly: 22 * 60,
	Marks: player.Marks,
}

// on reports whether any track of a programme is on.
func (r Rules) on(p Programme) bool {
	return slices.ContainsFunc(p.tracks(), func(t Track) bool { return r.Enabled[t] })
}

// due is when the week or month that ends with a day is run.
func (r Rules) due(p Programme, upto Date) time.Time {
	if p == Monthly {
		return upto.End().Add(time.Duration(r.Monthly) * time.Minute)
	}
	return upto.AddDays(r.Weekday).Start().Add(time.Duration(r.Weekly) * time.Minute)
}

func (r Rules) check(today Date) error {
	switch {
	case r.Start < 20000101 || r.Start > today:
		return ErrStart
	case r.Weekday < 1 || r.Weekday > 7:
		return ErrWeekday
	case r.Weekly < 0 || r.Weekly >= 24*60, r.Monthly < 0 || r.Monthly >= 24*60:
		return ErrTime
	}
	for _, t := range Tracks {
		if _, said := r.Enabled[t]; !said { // a track left out would be switched off by a slip
			return ErrTrack
		}
	}
	for _, t := range Weekly.tracks() {
		if limit := r.WeeklyCap[t]; limit < 0 || limit > bonusMost {
			return ErrCap
		}
	}
	for _, m := range r.Marks {
		if !slices.Contains(player.Marks, m) {
			return ErrMark
		}
	}
	return nil
}

// clean gives rules their one form: every track named, marks in their order.
func (r Rules) clean() Rules {
	out := r
	out.Enabled, out.WeeklyCap, out.Marks = map[Track]bool{}, map[Track]money.Fen{}, []player.Mark{}
	for _, t := range Tracks {
		out.Enabled[t] = r.Enabled[t]
	}
	for _, t := range Weekly.tracks() {
		out.WeeklyCap[t] = r.WeeklyCap[t]
	}
	for _, m := range player.Marks {
		if slices.Contains(r.Marks, m) {
			out.Marks = append(out.Marks, m)
		}
	}
	return out
}

var weekdays = []string{"", "周一", "周二", "周三", "周四", "周五", "周六", "周日"}

// Weekday is a day of the week in Chinese, 1 to 7.
func Weekday(n int) string { return weekdays[n] }

// Clock writes minutes after midnight as 15:04.
func Clock(minutes int) string { return fmt.Sprintf("%02d:%02d", minutes/60, minutes%60) }

// ParseClock reads 15:04, and nothing else; ErrTime otherwise.
func ParseClock(text string) (minutes int, err error) {
	t, err := time.Parse("15:04", text)
	if err != nil || len(text) != 5 {
		return 0, ErrTime
	}
	return t.Hour()*60 + t.Minute(), nil
}

var markNames = map[player.Mark]string{player.MarkCard: "银行卡", player.MarkEmail: "邮箱", player.MarkDevice: "设备", player.MarkName: "真实姓名", player.MarkIP: "注册IP"}

func namesOf(marks []player.Mark) string {
	names := make([]string, len(marks))
	for i, m := range marks {
		names[i] = markNames[m]
	}
	return strings.Join(names, "、")
}

// details describe rules to the person who decides about them.
func (r Rules) details() []staff.Detail {
	details := []staff.Detail{{Label: "计算起始日", Value: r.Start.String()}}
	for _, t := range Tracks {
		state := "停用"
		if r.Enabled[t] {
			state = "启用"
		}
		details = append(details, staff.Detail{Label: t.Name(), Value: state})
	}
	for _, t := range Weekly.tracks() {
		details = append(details, staff.Detail{Label: t.Name() + "每周固定收入上限", Value: "C$ " + r.WeeklyCap[t].Grouped()})
	}
	return append(details,
		staff.Detail{Label: "每周派发时间", Value: weekdays[r.Weekday] + " " + Clock(r.Weekly)},
		staff.Detail{Label: "每月派发时间", Value: "1日 " + Clock(r.Monthly)},
		staff.Detail{Label: "关联账号判断依据", Value: namesOf(r.Marks)})
}

// Settings are the newest settings, used by the next runs, and the pending
// request to change them, if any.
func (v *Vip) Settings(ctx context.Context, r db.Reader) (now Settings, approval string, err error) {
	if now, err = newestSettings(ctx, r); err != nil {
		return now, "", err
	}
	waiting, err := v.settings.Waiting(ctx, r, []string{settingKey})
	return now, waiting[settingKey], err
}

// settingKey is the one key of the settings: they hold for all tracks.
const settingKey = "all"

// newSettingBook opens the book of the settings.
func newSettingBook(c Config) *setting.Rulebook[Rules] {
	return setting.NewRulebook(c.DB, c.Staff, setting.Rules[Rules]{
		Code:    "vip.setting",
		Subject: func(key string) string { return "vip.setting:" + key },
		Check: func(_ context.Context, tx *db.Tx, d *setting.Draft[Rules]) error {
			if err := d.Value.check(dayOf(tx.Now())); err != nil {
				return err
			}
			d.Value = d.Value.clean()
			return nil
		},
		Same:  ErrUnchanged,
		Lines: Rules.details,
		Words: func(setting.Draft[Rules]) staff.Request {
			return staff.Request{Label: "VIP设置", Title: "修改VIP设置", Effect: "通过后的下一次派发"}
		},
		Store: func(ctx context.Context, tx *db.Tx, r setting.Rule[Rules], request staff.Approval) error {
			return insertSettings(ctx, tx, Settings{Rules: r.Value, Version: r.Version, MadeBy: r.Authors(), MadeAt: r.ApprovedAt}, request.ID)
		},
		Entry: func(r setting.Rule[Rules]) (string, any) {
			return "VIP设置 第" + strconv.Itoa(r.Version) + "版", r.Value
		},
	})
}

// ChangeSettings asks a second person to approve other rules, in force from the
// run after the approval, and returns the request's id. The base is the version that
// the maker saw. Faults: ErrStart, ErrWeekday, ErrTime, ErrTrack, ErrCap, ErrMark,
// ErrUnchanged, setting.ErrBase, staff's.
func (v *Vip) ChangeSettings(ctx context.Context, by staff.Actor, base int, r Rules, reason string) (approval string, err error) {
	return v.settings.Ask(ctx, by, setting.Change[Rules]{Key: settingKey, Base: base, Value: r, Reason: reason})
}

// SettingsHistory gives a page of the versions of the settings, the newest first, and
// how many there are.
func (v *Vip) SettingsHistory(ctx context.Context, r db.Reader, p staff.Page) ([]setting.Version, int, error) {
	return v.settings.History(ctx, r, settingKey, p)
}
