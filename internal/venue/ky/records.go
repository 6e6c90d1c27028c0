package ky

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/wire"
)

// beijing is the zone of the vendor's written times.
var beijing = time.FixedZone("GMT+8", 8*60*60)

// The vendor's window rules: it filters on the time of settlement and refreshes
// every 30 s. It answers up to a minute ago and for at most 40 minutes at once.
const (
	recordWindow  = 40 * time.Minute
	recordLag     = time.Minute
	recordOverlap = 2 * time.Minute
	recordHistory = 7 * 24 * time.Hour
)

// columns is the list of rows, turned on its side: row i is the i-th element
// of every array.
type columns struct {
	GameID        []wire.Text    `json:"GameID"`
	Accounts      []wire.Text    `json:"Accounts"`
	ServerID      []wire.Text    `json:"ServerID"`
	KindID        []wire.Text    `json:"KindID"`
	TableID       []wire.Text    `json:"TableID"`
	ChairID       []wire.Text    `json:"ChairID"`
	UserCount     []wire.Text    `json:"UserCount"`
	CellScore     []wire.Decimal `json:"CellScore"`
	AllBet        []wire.Decimal `json:"AllBet"`
	Profit        []wire.Decimal `json:"Profit"`
	Revenue       []wire.Decimal `json:"Revenue"`
	GameStartTime []wire.Text    `json:"GameStartTime"`
	GameEndTime   []wire.Text    `json:"GameEndTime"`
	CardValue     []wire.Text    `json:"CardValue"`
	ChannelID     []wire.Text    `json:"ChannelID"`
	LineCode      []wire.Text    `json:"LineCode"`
}

// records is the inner object of the record answer.
type records struct {
	Code  *wire.Integer `json:"code"`
	Count *wire.Integer `json:"count"`
	List  *columns      `json:"list"`
}

// row is one bet as it is kept with its version.
type row struct {
	GameID, Accounts, ServerID, KindID, TableID, ChairID, UserCount wire.Text
	CellScore, AllBet, Profit, Revenue                              wire.Decimal
	GameStartTime, GameEndTime, CardValue, ChannelID, LineCode      wire.Text
}

// FeedRules gives the vendor's window rules.
func (v *Venue) FeedRules() venue.FeedRules {
	return venue.FeedRules{
		MaxWindow: recordWindow, Lag: v.config.Lag, Overlap: recordOverlap,
		MinGap: v.config.MinGap, History: recordHistory, Tells: told,
	}
}

// PullBets reads the rounds settled in [from, to). The vendor has one page for
// a window, and both of its ends are inclusive, so the last millisecond is
// left out.
func (v *Venue) PullBets(ctx context.Context, from, to time.Time, page string) (venue.BetPage, error) {
	if page != "" || !from.Before(to) || to.Sub(from) > recordWindow || to.After(v.config.Clock.Now().Add(-v.config.Lag)) {
		return venue.BetPage{}, errors.New("ky: not a window this venue answers")
	}
	inner := fmt.Sprintf("s=%d&startTime=%d&endTime=%d", cmdRecords, from.UnixMilli(), to.UnixMilli()-1)
	body, err := v.get(ctx, v.config.RecordURL, inner, recordLimit)
	if err != nil {
		return venue.BetPage{}, fmt.Errorf("ky: command %d: %w", cmdRecords, err)
	}
	return readRecords(body, v.config.Agent)
}

// readRecords reads a record answer. A row that cannot be read spoils the
// page: a window is complete or it is not.
func readRecords(body []byte, agent string) (venue.BetPage, error) {
	inner, err := open(body, cmdRecords)
	if err != nil {
		return venue.BetPage{}, err
	}
	var r records
	if err := json.Unmarshal(inner, &r); err != nil || r.Code == nil {
		return venue.BetPage{}, errGarbage
	}
	switch code := int(*r.Code); {
	case code == codeNoRows:
		return venue.BetPage{}, nil
	case code == codeTooOften:
		return venue.BetPage{}, venue.ErrTooSoon
	case code != codeOK:
		return venue.BetPage{}, fmt.Errorf("ky: command %d answered code %d", cmdRecords, code)
	case r.Count == nil:
		return venue.BetPage{}, errGarbage
	}
	n := int(*r.Count)
	if n == 0 {
		return venue.BetPage{}, nil
	}
	if n < 0 || r.List == nil || !r.List.complete(n) {
		return venue.BetPage{}, fmt.Errorf("%w: columns and count disagree", errGarbage)
	}
	page := venue.BetPage{Lines: make([]venue.BetLine, 0, n), Count: n}
	for i := range n {
		row := r.List.row(i)
		l, err := row.line(agent)
		if err != nil { // one row must not keep the others out
			page.Unreadable = append(page.Unreadable, row.unreadable(agent, err))
			continue
		}
		page.Lines = append(page.Lines, l)
	}
	return page, nil
}

// unreadable is a row that is no line, as it came.
func (r row) unreadable(agent string, cause error) venue.UnreadableBet {
	raw, err := json.Marshal(r)
	if err != nil {
		raw = fmt.Appendf(nil, "%+v", r)
	}
	return venue.UnreadableBet{BetID: string(r.GameID), Account: strings.TrimPrefix(string(r.Accounts), agent+"_"), Raw: raw, Why: cause.Error()}
}

// complete says whether every needed column has n elements and no other
// column has a different number of them.
func (c *columns) complete(n int) bool {
	for _, length := range []int{len(c.GameID), len(c.Accounts), len(c.CellScore), len(c.AllBet), len(c.Profit), len(c.GameStartTime), len(c.GameEndTime)} {
		if length != n {
			return false
		}
	}
	for _, length := range []int{len(c.ServerID), len(c.KindID), len(c.TableID), len(c.ChairID), len(c.UserCount), len(c.Revenue), len(c.CardValue), len(c.ChannelID), len(c.LineCode)} {
		if length != n && length != 0 {
			return false
		}
	}
	return true
}

func at[T ~string](column []T, i int) T {
	if i < len(column) {
		return column[i]
	}
	return ""
}

func (c *columns) row(i int) row {
	return row{
		GameID: c.GameID[i], Accounts: c.Accounts[i], ServerID: at(c.ServerID, i), KindID: at(c.KindID, i),
		TableID: at(c.TableID, i), ChairID: at(c.ChairID, i), UserCount: at(c.UserCount, i),
		CellScore: c.CellScore[i], AllBet: c.AllBet[i], Profit: c.Profit[i], Revenue: at(c.Revenue, i),
		GameStartTime: c.GameStartTime[i], GameEndTime: c.GameEndTime[i],
		CardValue: at(c.CardValue, i), ChannelID: at(c.ChannelID, i), LineCode: at(c.LineCode, i),
	}
}

// line puts a row into our units. The vendor reports rounds when they are
// settled, so a bet is never open; a round without stake and result was
// cancelled. It sends no time of change: a corrected round comes again under
// its GameID with other figures.
func (r row) line(agent string) (venue.BetLine, error) {
	stake, err := r.AllBet.Fen(money.HalfUp)
	if err != nil {
		return venue.BetLine{}, err
	}
	valid, err := r.CellScore.Fen(money.HalfUp)
	if err != nil {
		return venue.BetLine{}, err
	}
	profit, err := r.Profit.Fen(money.HalfUp)
	if err != nil {
		return venue.BetLine{}, err
	}
	payout, err := money.Add(stake, profit)
	if err != nil || stake < 0 || valid < 0 || r.GameID == "" || r.Accounts == "" {
		return venue.BetLine{}, fmt.Errorf("%w: round %q", errGarbage, wire.Clip(string(r.GameID)))
	}
	began, err := time.ParseInLocation(time.DateTime, string(r.GameStartTime), beijing)
	if err != nil {
		return venue.BetLine{}, fmt.Errorf("%w: round %q has no start", errGarbage, wire.Clip(string(r.GameID)))
	}
	ended, err := time.ParseInLocation(time.DateTime, string(r.GameEndTime), beijing)
	if err != nil {
		return venue.BetLine{}, fmt.Errorf("%w: round %q has no end", errGarbage, wire.Clip(string(r.GameID)))
	}
	raw, err := json.Marshal(r)
	if err != nil {
		return venue.BetLine{}, err
	}
	status := venue.BetSettled
	if stake == 0 && valid == 0 && profit == 0 {
		status = venue.BetVoid
	}
	return venue.BetLine{
		BetID: string(r.GameID), Account: strings.TrimPrefix(string(r.Accounts), agent+"_"),
		Game: string(r.KindID), GameName: kindNames[string(r.KindID)],
		Stake: stake, Valid: valid, HasValid: true, Payout: payout, Status: status, Round: wire.Key(string(r.GameID)),
		BetAt: began.UTC(), SettledAt: ended.UTC(), UpdatedAt: ended.UTC(), Raw: raw,
	}, nil
}
