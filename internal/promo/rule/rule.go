package rule

import (
	"strconv"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/internal/staff"
)

// Rule is a version of a promotion, in force from a business day on.
type Rule struct {
	ID       int64
	FromDay  calendar.Day
	Kind     Kind
	Name     string
	Activity int64 // the promotion page it belongs to, 0: none
	Params   Params
	StartsOn calendar.Day // open from this day, 0: always was
	EndsOn   calendar.Day // and up to this one, 0: without end
	Budget   money.Fen    // what it may cost in a month, 0: no limit
}

const maxRules = 60

func (r Rule) check() error {
	switch {
	case !plain(r.Name, 2, 20):
		return ErrName
	case r.Kind.Text() == "":
		return ErrKind
	case r.Budget < 0 || r.Budget > amountMost:
		return ErrLimit
	case r.StartsOn != 0 && r.EndsOn != 0 && r.EndsOn < r.StartsOn:
		return ErrWindow
	case r.Activity < 0:
		return ErrParams.With("活动页面")
	}
	return r.Params.check(r.Kind)
}

// plain reports whether text has least to most characters and hides none.
func plain(text string, least, most int) bool {
	n := utf8.RuneCountInString(text)
	return utf8.ValidString(text) && n >= least && n <= most && text == strings.TrimSpace(text) && !strings.ContainsFunc(text, func(r rune) bool {
		return !unicode.IsPrint(r) || unicode.Is(unicode.Cf, r)
	})
}

// Open reports whether a day is within the promotion's window.
func (r Rule) Open(day calendar.Day) bool {
	return (r.StartsOn == 0 || day >= r.StartsOn) && (r.EndsOn == 0 || day <= r.EndsOn)
}

// Span is the part of the period around a day in which the promotion is open.
func (r Rule) Span(day calendar.Day) (from, to time.Time) {
	first, after := r.Kind.PeriodOf(day)
	first = max(first, r.StartsOn)
	if r.EndsOn != 0 {
		after = min(after, r.EndsOn.AddDays(1))
	}
	from, to = first.Start(), after.Start()
	if to.Before(from) {
		to = from
	}
	return from, to
}

// Details are a rule for the person who decides about it.
func (r Rule) details() []staff.Detail {
	day := func(d calendar.Day) string {
		if d == 0 {
			return "不限"
		}
		return d.String()
	}
	budget := "不限"
	if r.Budget > 0 {
		budget = r.Budget.Grouped() + " 元"
	}
	list := []staff.Detail{
		{Label: "优惠名称", Value: r.Name}, {Label: "类型", Value: r.Kind.Text()}, {Label: "活动页面", Value: strconv.FormatInt(r.Activity, 10)},
		{Label: "开始日期", Value: day(r.StartsOn)}, {Label: "结束日期", Value: day(r.EndsOn)}, {Label: "月度预算", Value: budget},
	}
	list = append(list, r.Params.details()...)
	return append(list, staff.Detail{Label: "流水要求", Value: strings.Join(r.Conditions(), "")})
}
