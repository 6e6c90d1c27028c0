package avia

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

const (
	longestWindow = 24 * time.Hour
	defaultPage   = 20
	largestPage   = 1024
)

// row is one bet of log/get.
type row struct {
	OrderID      string
	UserName     string
	Type         string
	Status       string
	BetAmount    money.Fen // stake
	BetMoney     money.Fen // valid bet
	Money        money.Fen // net win
	CreateAt     string
	ResultAt     string
	RewardAt     string
	UpdateAt     string
	Odds         string
	OddsType     string
	CateID       string
	Category     string
	League       string
	Match        string
	Bet          string
	Content      string
	Result       string
	Details      []Leg
	ReSettlement int
	IsTest       int
	Currency     string
}

// times are what log/get can ask for, and the time of a bet that each means.
var times = map[string]func(books.Bet) time.Time{
	"UpdateAt": updatedAt,
	"CreateAt": func(b books.Bet) time.Time { return b.PlacedAt },
	"ResultAt": func(b books.Bet) time.Time { return b.SettledAt },
	"RewardAt": func(b books.Bet) time.Time { return b.SettledAt },
	"UserName": func(b books.Bet) time.Time { return b.PlacedAt },
}

var orderTypes = []string{"", "All", "Single", "Combo", "Smart", "Anchor", "VisualSport"}

func updatedAt(b books.Bet) time.Time {
	if b.SettledAt.IsZero() {
		return b.PlacedAt
	}
	return b.SettledAt
}

// bets is log/get: the bets of a window of time, a page of them.
func (s *Server) bets(ctx context.Context, a ask) (reply, error) {
	by := a.get("Type")
	if by == "" {
		by = "UpdateAt"
	}
	start, errStart := time.ParseInLocation(stamp, a.get("StartAt"), calendar.Beijing)
	end, errEnd := time.ParseInLocation(stamp, a.get("EndAt"), calendar.Beijing)
	page, pageOK := number(a.get("PageIndex"), 1)
	size, sizeOK := number(a.get("PageSize"), defaultPage)
	switch {
	case errStart != nil || errEnd != nil || end.Before(start) || end.Sub(start) > longestWindow:
		return failed(codeDate), nil
	case times[by] == nil || !slices.Contains(orderTypes, a.get("OrderType")) || !pageOK || !sizeOK || size > largestPage:
		return failed(codeContent), nil
	case by == "UserName" && a.get("UserName") == "":
		return failed(codeContent), nil
	case a.fault.Kind == faults.Refuse:
		return failed(codeConfig), nil
	}
	var all []row
	if a.fault.Kind != faults.NotFoundFlap {
		var err error
		if all, err = s.rows(ctx, a, by, start, end); err != nil {
			return reply{}, err
		}
	}
	from, to := min((page-1)*size, len(all)), min(page*size, len(all))
	list := append([]row{}, all[from:to]...)
	switch {
	case a.fault.Kind == faults.Duplicate:
		list = append(list, list...)
	case a.fault.Kind == faults.WrongAmount && len(list) > 0:
		list[len(list)-1].Money++
	}
	return ok(map[string]any{"RecordCount": len(all), "PageIndex": page, "PageSize": size, "list": list}), nil
}

// number reads a number of at least 1, or gives the default for none.
func number(text string, otherwise int) (n int, ok bool) {
	if text == "" {
		return otherwise, true
	}
	n, err := strconv.Atoi(text)
	return n, err == nil && n >= 1
}

// rows lists all bets of a window in the order of the time asked for.
func (s *Server) rows(ctx context.Context, a ask, by string, start, end time.Time) ([]row, error) {
	bets, err := s.betsBy(ctx, by, start, end)
	if err != nil {
		return nil, err
	}
	at := times[by]
	slices.SortStableFunc(bets, func(x, y books.Bet) int { return at(x).Compare(at(y)) })
	names := map[string]string{}
	var list []row
	for _, b := range bets {
		if by == "UserName" && b.Player != books.Key(a.get("UserName")) {
			continue
		}
		if names[b.Player] == "" {
			account, err := s.Books.Account(ctx, s.Code, b.Player)
			if err != nil {
				return nil, err
			}
			names[b.Player] = account.Name
		}
		r := s.row(b, names[b.Player])
		if want := a.get("OrderType"); want == "" || want == "All" || want == r.Type {
			list = append(list, r)
		}
	}
	return list, nil
}

// betsBy lists the bets whose time of one kind lies in a window.
func (s *Server) betsBy(ctx context.Context, by string, start, end time.Time) ([]books.Bet, error) {
	switch by {
	case "CreateAt", "UserName":
		return s.Books.PlacedBetween(ctx, s.Code, start.UnixMilli(), end.UnixMilli())
	case "ResultAt", "RewardAt":
		return s.Books.SettledBetween(ctx, s.Code, start.UnixMilli(), end.UnixMilli())
	}
	bets, err := s.Books.SettledBetween(ctx, s.Code, start.UnixMilli(), end.UnixMilli())
	if err != nil {
		return nil, err
	}
	open, err := s.Books.OpenBets(ctx, s.Code)
	for _, b := range open {
		if !b.PlacedAt.Before(start) && !b.PlacedAt.After(end) {
			bets = append(bets, b)
		}
	}
	return bets, err
}

func (s *Server) row(b books.Bet, name string) row {
	t := s.Ticket(b)
	r := row{
		OrderID: b.ID, UserName: name, Type: "Single", Status: "None", BetAmount: b.Stake, BetMoney: b.Valid,
		CreateAt: written(b.PlacedAt), ResultAt: written(b.SettledAt), RewardAt: written(b.SettledAt), UpdateAt: written(updatedAt(b)),
		Odds: cmp.Or(t.Odds, b.Odds), OddsType: cmp.Or(t.OddsType, b.OddsType), CateID: cmp.Or(t.CateID, b.Game), Category: cmp.Or(t.Category, s.category(b.Game)),
		League: t.League, Match: t.Match, Bet: t.Bet, Content: t.Content, Result: t.Result, Details: append([]Leg{}, t.Legs...), Currency: currency,
	}
	if len(t.Legs) > 1 || b.IsParlay() {
		r.Type = "Combo"
	}
	if t.Resettled {
		r.ReSettlement = 1
	}
	switch b.Status {
	case books.BetSettled:
		r.Money, r.Status = b.Payout-b.Stake, "Lose"
		if r.Money >= 0 {
			r.Status = "Win"
		}
	case books.BetVoid:
		r.Status, r.BetMoney = "Revoke", 0
	case books.BetOpen:
		r.BetMoney = 0
	}
	return r
}

// category is the name of a CateID.
func (s *Server) category(code string) string {
	for _, g := range s.Games {
		if g.Code == code {
			return g.Name
		}
	}
	return ""
}
