package jdb

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

const (
	longestWindow = 5 * time.Minute
	recentFor     = 2 * time.Hour
	currency      = "RB"
	fishing       = "7" // of gType
)

// row is one round.
type row struct {
	HistoryID      string      `json:"historyId"`
	PlayerID       string      `json:"playerId"`
	GType          json.Number `json:"gType"`
	MType          json.Number `json:"mtype"`
	GameDate       string      `json:"gameDate"`
	Bet            money.Fen   `json:"bet"`
	Win            money.Fen   `json:"win"`
	Total          money.Fen   `json:"total"`
	Currency       string      `json:"currency"`
	Jackpot        money.Fen   `json:"jackpot"`
	LastModifyTime string      `json:"lastModifyTime"`
	ClientType     string      `json:"clientType"`
	HasFreegame    int         `json:"hasFreegame"`
	RoomType       *int        `json:"roomType,omitempty"`
	SystemTakeWin  int         `json:"systemTakeWin"`
}

// recent is action 29.
func (s *Server) recent(ctx context.Context, a ask) (reply, error) {
	start, end, good := s.window(a)
	if !good || start.Before(s.border()) {
		return failed(codeWindow), nil
	}
	return s.records(ctx, a, start, end)
}

// older is action 64.
func (s *Server) older(ctx context.Context, a ask) (reply, error) {
	start, end, good := s.window(a)
	if !good || end.After(s.border().Add(time.Minute)) {
		return failed(codeWindow), nil
	}
	return s.records(ctx, a, start, end)
}

// border is the minute that was two hours ago. Both lists have it.
func (s *Server) border() time.Time {
	return s.Clock.Now().Add(-recentFor).Truncate(time.Minute)
}

// window reads the two ends of a question.
func (s *Server) window(a ask) (start, end time.Time, good bool) {
	start, errStart := time.ParseInLocation(stamp, a.get("starttime"), zone)
	end, errEnd := time.ParseInLocation(stamp, a.get("endtime"), zone)
	good = errStart == nil && errEnd == nil && strings.HasSuffix(a.get("starttime"), ":00") && strings.HasSuffix(a.get("endtime"), ":00") &&
		start.Before(end) && end.Sub(start) <= longestWindow && !end.After(s.Clock.Now())
	return start, end, good
}

// records lists the rounds of the kinds asked for that changed in a window.
func (s *Server) records(ctx context.Context, a ask, start, end time.Time) (reply, error) {
	var kinds []string
	list, _ := a.fields["gTypes"].([]any)
	for _, kind := range list {
		kinds = append(kinds, text(kind))
	}
	switch {
	case len(kinds) == 0:
		return failed(codeField), nil
	case a.fault.Kind == faults.Refuse:
		return failed(codeClosed), nil
	case a.fault.Kind == faults.NotFoundFlap:
		return failed(codeNoData), nil
	}
	bets, err := s.Books.SettledBetween(ctx, s.Code, start.UnixMilli(), end.UnixMilli()-1)
	if err != nil {
		return nil, err
	}
	var rows []row
	names := map[string]string{}
	for _, b := range bets {
		if names[b.Player] == "" {
			account, err := s.Books.Account(ctx, s.Code, b.Player)
			if err != nil {
				return nil, err
			}
			names[b.Player] = account.Name
		}
		if r := s.row(b, names[b.Player]); slices.Contains(kinds, r.GType.String()) {
			rows = append(rows, r)
		}
	}
	switch {
	case len(rows) == 0:
		return failed(codeNoData), nil
	case a.fault.Kind == faults.Duplicate:
		rows = append(rows, rows...)
	case a.fault.Kind == faults.WrongAmount:
		rows[len(rows)-1].Win++
		rows[len(rows)-1].Total++
	}
	return told(rows), nil
}

func (s *Server) row(b books.Bet, name string) row {
	r := row{
		HistoryID: b.ID, PlayerID: name, GType: "0", MType: "0", GameDate: b.PlacedAt.In(zone).Format(stamp),
		Bet: -b.Stake, Win: b.Payout, Total: b.Payout - b.Stake, Currency: currency, LastModifyTime: b.SettledAt.In(zone).Format(stamp), ClientType: "WEB",
	}
	for _, g := range s.Games {
		if g.Code == b.Game {
			r.GType, r.MType = json.Number(g.GType), json.Number(g.MType)
		}
	}
	if s.Spins != nil {
		if free, _ := s.Spins(b); free > 0 {
			r.HasFreegame = 1
		}
	}
	if r.GType == fishing && s.Rich != nil {
		room := 0
		if s.Rich(b) {
			room = 1
		}
		r.RoomType = &room
	}
	if b.Status == books.BetVoid {
		r.Bet, r.Win, r.Total = 0, 0, 0
	}
	return r
}
