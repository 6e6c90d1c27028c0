package tcg

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"golang.org/x/text/encoding/simplifiedchinese"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// Rules of the feed. A file holds five minutes and has the time of its period in
// its name, so the lag is longer than a period. The overlap finds files that
// came late.
const (
	feedWindow  = time.Hour
	feedLag     = 10 * time.Minute
	feedOverlap = 30 * time.Minute
)

const (
	dayForm    = "20060102"
	periodForm = "200601021504"
	timeForm   = "2006-01-02 15:04:05"
)

// The folders of decided bets.
const (
	settledBets   = "SETTLED"
	cancelledBets = "CANCELLED"
)

// The values of betStatus.
const (
	betWon       = 1
	betLost      = 2
	betCancelled = 3
	betTie       = 4
)

// fileID is the path of a file below the root, which is the file's id.
var fileID = regexp.MustCompile(`^(SETTLED|CANCELLED)/([0-9]{8})/([0-9]{12})_[0-9]{4,6}\.json$`)

// row is what is read of a bet; all of it is kept as it came.
type row struct {
	OrderNum       wire.Text     `json:"orderNum"`
	Username       wire.Text     `json:"username"`
	BetAmount      *wire.Decimal `json:"betAmount"`
	NetPNL         *wire.Decimal `json:"netPNL"`
	BetStatus      *wire.Integer `json:"betStatus"`
	GameCode       wire.Text     `json:"gameCode"`
	Numero         wire.Text     `json:"numero"`
	Odds           wire.Text     `json:"odds"`
	BetTime        wire.Text     `json:"betTime"`
	TransTime      wire.Text     `json:"transTime"`
	SettlementTime wire.Text     `json:"settlementTime"`
}

// FeedRules gives the limits of the feed.
func (v *Venue) FeedRules() venue.FeedRules {
	return venue.FeedRules{MaxWindow: feedWindow, Lag: v.config.Lag, Overlap: feedOverlap, MinGap: v.config.MinGap, Tells: told}
}

// PullBets lists the files whose names have a time of the window, and reads the
// one whose id is the page.
func (v *Venue) PullBets(ctx context.Context, from, to time.Time, page string) (venue.BetPage, error) {
	if !from.Before(to) || to.Sub(from) > feedWindow || to.After(v.config.Clock.Now().Add(-v.config.Lag)) {
		return venue.BetPage{}, errors.New("tcg: not a window this venue answers")
	}
	ctx, cancel := context.WithTimeout(ctx, v.config.Timeout)
	defer cancel()
	if page != "" {
		return v.readFile(ctx, page)
	}
	out := venue.BetPage{Files: []string{}, Count: -1}
	for _, kind := range []string{settledBets, cancelledBets} {
		for day := range daysOf(from, to) {
			folder := kind + "/" + day
			names, err := v.files.list(ctx, folder)
			if err != nil {
				return venue.BetPage{}, err
			}
			slices.Sort(names)
			for _, name := range slices.Compact(names) {
				at, isFile, err := periodOf(folder, name)
				if err != nil {
					return venue.BetPage{}, err
				}
				if isFile && !at.Before(from) && at.Before(to) {
					out.Files = append(out.Files, folder+"/"+name)
				}
			}
		}
	}
	return out, nil
}

// daysOf gives the days of a window, as folders are named.
func daysOf(from, to time.Time) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		last := to.Add(-time.Nanosecond).In(beijing).Format(dayForm)
		for at := from.In(beijing); ; at = at.AddDate(0, 0, 1) {
			day := at.Format(dayForm)
			if day > last || !yield(day) {
				return
			}
		}
	}
}

// periodOf reads the time in a file's name. A name that is no file of bets, such
// as one that is still being written, is left out. A .json of another form is an
// error: its bets would be lost.
func periodOf(folder, name string) (at time.Time, isFile bool, err error) {
	if !strings.HasSuffix(strings.ToLower(name), ".json") {
		return time.Time{}, false, nil
	}
	parts := fileID.FindStringSubmatch(folder + "/" + name)
	if parts == nil || !strings.HasPrefix(parts[3], parts[2]) {
		return time.Time{}, false, fmt.Errorf("%w: a file's name in %s", errForm, folder)
	}
	at, err = time.ParseInLocation(periodForm, parts[3], beijing)
	if err != nil {
		return time.Time{}, false, fmt.Errorf("%w: a file's name in %s", errForm, folder)
	}
	return at, true, nil
}

// readFile reads a file. An unreadable bet does not keep the others out. If a
// bet is in it several times, the latest counts.
func (v *Venue) readFile(ctx context.Context, id string) (venue.BetPage, error) {
	parts := fileID.FindStringSubmatch(id)
	if parts == nil {
		return venue.BetPage{}, errors.New("tcg: not a file of this venue")
	}
	period, err := time.ParseInLocation(periodForm, parts[3], beijing)
	if err != nil {
		return venue.BetPage{}, errors.New("tcg: not a file of this venue")
	}
	body, err := v.files.read(ctx, id)
	if err != nil {
		return venue.BetPage{}, err
	}
	var file struct {
		List *[]json.RawMessage `json:"list"`
	}
	if err := json.Unmarshal(inUTF8(body), &file); err != nil || file.List == nil {
		return venue.BetPage{}, fmt.Errorf("%w: %s", errForm, parts[0])
	}
	out := venue.BetPage{Count: -1}
	at := map[string]int{}
	for _, raw := range *file.List {
		line, err := readLine(raw, parts[1], period)
		if err != nil {
			out.Unreadable = append(out.Unreadable, unreadable(raw, err))
			continue
		}
		i, again := at[line.BetID]
		switch {
		case !again:
			at[line.BetID] = len(out.Lines)
			out.Lines = append(out.Lines, line)
		case line.UpdatedAt.After(out.Lines[i].UpdatedAt):
			out.Lines[i] = line
		}
	}
	return out, nil
}

// inUTF8 turns a file into UTF-8. Some contracts have files in GBK.
func inUTF8(body []byte) []byte {
	if utf8.Valid(body) {
		return []byte(strings.TrimPrefix(string(body), "\ufeff"))
	}
	text, err := simplifiedchinese.GB18030.NewDecoder().Bytes(body)
	if err != nil {
		return nil // no JSON
	}
	return text
}

func unreadable(raw []byte, cause error) venue.UnreadableBet {
	var r struct {
		OrderNum wire.Text `json:"orderNum"`
		Username wire.Text `json:"username"`
	}
	_ = json.Unmarshal(raw, &r) // what can be had
	return venue.UnreadableBet{BetID: string(r.OrderNum), Account: string(r.Username), Raw: raw, Why: cause.Error()}
}

// readLine puts a bet of a folder into our units. Its version is the later of
// its settlement and its file's period, so that a later file outranks an
// earlier one.
func readLine(raw []byte, folder string, period time.Time) (venue.BetLine, error) {
	var r row
	if err := json.Unmarshal(raw, &r); err != nil || r.OrderNum == "" || r.Username == "" || r.BetAmount == nil || r.BetStatus == nil {
		return venue.BetLine{}, errForm
	}
	stake, err1 := r.BetAmount.Fen(money.HalfUp)
	placed, err2 := readTime(wire.Or(r.BetTime, r.TransTime))
	settled, err3 := readTime(r.SettlementTime)
	if errors.Join(err1, err2, err3) != nil || stake < 0 {
		return venue.BetLine{}, errForm
	}
	l := venue.BetLine{
		BetID: string(r.OrderNum), Account: string(r.Username), Game: string(wire.Or(r.GameCode, lobby)), Stake: stake, Odds: string(r.Odds), Round: wire.Key(string(r.Numero)),
		BetAt: placed, SettledAt: settled, UpdatedAt: settled, Raw: raw,
	}
	if period.After(settled) {
		l.UpdatedAt = period.UTC()
	}
	return l, r.decide(&l, folder)
}

// decide writes the result of a bet. It uses netPNL, not winAmount: no source
// says whether winAmount holds the stake.
func (r row) decide(l *venue.BetLine, folder string) error {
	status := *r.BetStatus
	switch {
	case status == betCancelled:
		l.Status, l.Payout = venue.BetVoid, l.Stake
		return nil
	case folder == cancelledBets:
		return fmt.Errorf("tcg: a bet of %s has betStatus %d", folder, status)
	case status != betWon && status != betLost && status != betTie:
		return fmt.Errorf("tcg: bet has the unknown betStatus %d", status)
	case r.NetPNL == nil:
		return errForm
	}
	net, err := r.NetPNL.Fen(money.HalfUp)
	if err != nil || net < -l.Stake || status == betLost && net > 0 {
		return errForm
	}
	l.Status, l.Payout = venue.BetSettled, l.Stake+net
	return nil
}

// readTime reads a time of a row: in Beijing's zone without one of its own, or
// milliseconds.
func readTime(text wire.Text) (time.Time, error) {
	if millis, err := strconv.ParseInt(string(text), 10, 64); err == nil && len(text) == len("1700000000000") {
		return time.UnixMilli(millis).UTC(), nil
	}
	if at, err := time.Parse(time.RFC3339, string(text)); err == nil {
		return at.UTC(), nil
	}
	at, err := time.ParseInLocation(timeForm, string(text), beijing)
	if err != nil {
		return time.Time{}, errForm
	}
	return at.UTC(), nil
}
