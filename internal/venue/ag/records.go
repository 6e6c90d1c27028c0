package ag

import (
	"context"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// The vendor's window rules. A window is a minute shorter than its 10 minutes,
// because whole seconds are asked for on both sides.
const (
	feedWindow  = 9 * time.Minute
	feedLag     = time.Minute
	feedOverlap = 3 * time.Minute
	pageGap     = 15 * time.Second
	pageSize    = 500
	firstPage   = 1
	fishing     = "6" // the vendor's gameType
)

// list is one of the vendor's lists of bets. A window is complete when all of
// them were read to their end.
type list struct {
	name, path, order string
	stamp             func(time.Time) string
	line              func(attributes) (l venue.BetLine, err error)
}

var lists = []list{
	{name: "live", path: "/getorders.xml", order: "reckontime", stamp: stamp, line: attributes.live},
	{name: "hunter", path: "/gethunterscene.xml", order: "billtime", stamp: seconds, line: attributes.hunter},
}

// FeedRules gives the vendor's window rules.
func (v *Venue) FeedRules() venue.FeedRules {
	return venue.FeedRules{MaxWindow: feedWindow, Lag: v.config.Lag, Overlap: feedOverlap, MinGap: v.config.MinGap, PageGap: v.config.PageGap, Tells: told}
}

// PullBets reads a page of the bets settled in [from, to): those of the live
// tables first, then those of fishing.
func (v *Venue) PullBets(ctx context.Context, from, to time.Time, page string) (venue.BetPage, error) {
	which, p, err := parsePage(page)
	if err != nil {
		return venue.BetPage{}, err
	}
	if !from.Before(to) || to.Sub(from) > feedWindow || to.After(v.config.Clock.Now().Add(-v.config.Lag)) {
		return venue.BetPage{}, errors.New("ag: not a window this venue answers")
	}
	window, kind := wire.Window{From: from, To: to}, lists[which]
	start, end := window.Asked()
	body, err := v.records(ctx, kind.path, params{
		{"cagent", v.config.Agent}, {"startdate", kind.stamp(start)}, {"enddate", kind.stamp(end)}, {"order", kind.order}, {"by", "ASC"},
		{"page", strconv.Itoa(p.Number)}, {"perpage", strconv.Itoa(pageSize)},
	})
	if err != nil {
		return venue.BetPage{}, err
	}
	out, err := kind.readPage(body, p, window)
	switch {
	case err != nil:
		return venue.BetPage{}, fmt.Errorf("%s: %w", kind.path, err)
	case out.Next != "":
		out.Next = kind.name + ":" + out.Next
	case which+1 < len(lists):
		out.Next = lists[which+1].name + ":"
	}
	return out, nil
}

// parsePage tells which list a page belongs to, and which of its pages it is.
func parsePage(page string) (which int, p wire.Page, err error) {
	name, number, found := strings.Cut(page, ":")
	for i, kind := range lists {
		if kind.name == name || (page == "" && i == 0) {
			p, err = wire.ParsePage(number, firstPage)
			if err == nil && (found || page == "") {
				return i, p, nil
			}
		}
	}
	return 0, wire.Page{}, errors.New("ag: not a page of this feed")
}

// attributes are the values of a row; names are told apart without case.
type attributes map[string]string

// readPage reads a page. A row that cannot be read does not keep the others out.
func (k list) readPage(body []byte, p wire.Page, window wire.Window) (venue.BetPage, error) {
	var x struct {
		XMLName  xml.Name
		Info     *string `xml:"info"`
		Addition *struct {
			Total       *string `xml:"total"`
			CurrentPage *string `xml:"currentpage"`
		} `xml:"addition"`
		Rows []struct {
			Attributes []xml.Attr `xml:",any,attr"`
		} `xml:"row"`
	}
	if err := xml.Unmarshal(body, &x); err != nil || x.XMLName.Local != "result" || x.Info == nil {
		return venue.BetPage{}, errForm
	}
	if info := strings.TrimSpace(*x.Info); info != codeOK {
		return venue.BetPage{}, fmt.Errorf("ag: records answered %q", wire.Clip(info))
	}
	if x.Addition == nil || x.Addition.Total == nil {
		return venue.BetPage{}, errForm
	}
	total, err := strconv.Atoi(strings.TrimSpace(*x.Addition.Total))
	if err != nil {
		return venue.BetPage{}, errForm
	}
	if c := x.Addition.CurrentPage; c != nil && total > 0 && strings.TrimSpace(*c) != strconv.Itoa(p.Number) {
		return venue.BetPage{}, fmt.Errorf("%w: it is another page", errForm)
	}
	next, err := p.Next(pageSize, len(x.Rows), total)
	if err != nil {
		return venue.BetPage{}, fmt.Errorf("ag: %w", err)
	}
	out := venue.BetPage{Count: -1, Next: next} // rows of the ends are left out, so the vendor's count is not ours
	for _, row := range x.Rows {
		a := attributes{}
		for _, attr := range row.Attributes {
			a[strings.ToLower(attr.Name.Local)] = attr.Value
		}
		raw, err := json.Marshal(named(row.Attributes))
		if err != nil {
			return venue.BetPage{}, errForm
		}
		line, err := k.line(a)
		if line.Raw = raw; err != nil {
			out.Unreadable = append(out.Unreadable, venue.UnreadableBet{BetID: a["billno"], Account: a.account(), Raw: raw, Why: err.Error()})
			continue
		}
		if window.Owns(line.UpdatedAt) {
			out.Lines = append(out.Lines, line)
		}
	}
	return out, nil
}

// named are the values of a row as they are kept.
func named(list []xml.Attr) map[string]string {
	m := make(map[string]string, len(list))
	for _, a := range list {
		m[a.Name.Local] = a.Value
	}
	return m
}

// account is the player's name, which the lists spell in three ways.
func (a attributes) account() string {
	return wire.Or(a["playname"], wire.Or(a["playername"], a["username"]))
}

// fen reads an amount of a row.
func (a attributes) fen(name string) (money.Fen, error) {
	f, err := wire.Decimal(a[name]).Fen(money.HalfUp)
	if err != nil {
		return 0, fmt.Errorf("%w: %s", errForm, name)
	}
	return f, nil
}

// at reads a time of a row, written as a date in the vendor's zone or as seconds.
func (a attributes) at(name string) (time.Time, error) {
	text := strings.TrimSpace(a[name])
	if n, err := strconv.ParseInt(text, 10, 64); err == nil && n > 0 {
		return time.Unix(n, 0).UTC(), nil
	}
	t, err := time.ParseInLocation(time.DateTime, text, easternFixed)
	if err != nil {
		return time.Time{}, fmt.Errorf("%w: %s", errForm, name)
	}
	return t.UTC(), nil
}

// live puts a row of a live table into our units. A bet that was settled
// without result and without a valid stake was cancelled or drawn.
func (a attributes) live() (venue.BetLine, error) {
	l := venue.BetLine{BetID: a["billno"], Account: a.account(), Game: a["gametype"], HasValid: true, Round: wire.Key(a["gamecode"])}
	var err1, err2, err3, err4, err5 error
	var net money.Fen
	l.Stake, err1 = a.fen("betamount")
	l.Valid, err2 = a.fen("validbetamount")
	net, err3 = a.fen("netamount")
	l.BetAt, err4 = a.at("bettime")
	if l.UpdatedAt = l.BetAt; a["recalcutime"] != "" {
		l.UpdatedAt, err5 = a.at("recalcutime")
	}
	if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
		return l, err
	}
	if l.BetID == "" || l.Account == "" || l.Stake < 0 || l.Valid < 0 {
		return l, errForm
	}
	switch flag := a["flag"]; {
	case flag == "0":
		l.Valid = 0
		return l, nil
	case flag == "1" && net == 0 && l.Valid == 0:
		l.Status, l.Payout = venue.BetVoid, l.Stake
	case flag == "1":
		l.Status = venue.BetSettled
		var err error
		if l.Payout, err = money.Add(l.Stake, net); err != nil {
			return l, errForm
		}
	default:
		return l, fmt.Errorf("ag: bet has the unknown flag %q", wire.Clip(flag))
	}
	l.SettledAt = l.UpdatedAt
	return l, nil
}

// hunter converts a row of fishing to our units: a player's shots and catches
// in one scene. The scene's number is separate from those of live bets.
func (a attributes) hunter() (venue.BetLine, error) {
	l := venue.BetLine{BetID: venue.SceneMark + a["billno"], Account: a.account(), Game: fishing, Status: venue.BetSettled, Round: wire.Key(a["sceneid"])}
	var err1, err2, err3, err4, err5 error
	l.Stake, err1 = a.fen("totalbulletcost")
	l.Payout, err2 = a.fen("totalfishcost")
	l.BetAt, err3 = a.at("starttime")
	l.SettledAt, err4 = a.at("endtime")
	l.UpdatedAt, err5 = a.at("billtime")
	if err := errors.Join(err1, err2, err3, err4, err5); err != nil {
		return l, err
	}
	if a["billno"] == "" || l.Account == "" || l.Stake < 0 || l.Payout < 0 {
		return l, errForm
	}
	if l.Stake == 0 && l.Payout == 0 {
		l.Status = venue.BetVoid
	}
	return l, nil
}
