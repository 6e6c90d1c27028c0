package bbin

import (
	"context"
	"slices"
	"strconv"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

const (
	largestPage = 500
)

// row is one bet of BetRecord.
type row struct {
	WagersID       string
	UserName       string
	WagersDate     string
	GameType       string
	BetAmount      money.Fen
	Commissionable money.Fen // valid bet
	Payoff         money.Fen // net
	ResultType     string
	SerialID       string
	RoundNo        string
	Card           string
	Result         string
	ModifiedDate   string
	Currency       string
	ExchangeRate   string
}

// pagination says how many rows there are beside those of a page.
type pagination struct {
	Page, PageLimit, TotalNumber, TotalPage int
}

func changedAt(b books.Bet) time.Time {
	if b.SettledAt.IsZero() {
		return b.PlacedAt
	}
	return b.SettledAt
}

// bets is BetRecord: the bets of one game kind that changed in a part of a day.
func (s *Server) bets(ctx context.Context, a ask) (reply, error) {
	start, errStart := time.ParseInLocation(time.DateTime, a.get("rounddate")+" "+a.get("starttime"), zone)
	end, errEnd := time.ParseInLocation(time.DateTime, a.get("rounddate")+" "+a.get("endtime"), zone)
	page, errPage := strconv.Atoi(a.get("page"))
	limit, errLimit := strconv.Atoi(a.get("pagelimit"))
	switch {
	case errStart != nil || errEnd != nil || end.Before(start):
		return failed(codeDate), nil
	case errPage != nil || errLimit != nil || page < 1 || limit < 1 || limit > largestPage:
		return failed(codeDate), nil
	case a.fault.Kind == faults.Refuse:
		return failed(codeBusy), nil
	}
	var all []row
	if a.fault.Kind != faults.NotFoundFlap {
		var err error
		if all, err = s.rows(ctx, a.get("gamekind"), start, end.Add(time.Second-time.Millisecond)); err != nil {
			return reply{}, err
		}
	}
	from, to := min((page-1)*limit, len(all)), min(page*limit, len(all))
	list := append([]row{}, all[from:to]...)
	switch {
	case a.fault.Kind == faults.Duplicate:
		list = append(list, list...)
	case a.fault.Kind == faults.WrongAmount && len(list) > 0:
		list[len(list)-1].Payoff++
	}
	return reply{ok: true, data: list, pages: pagination{page, limit, len(all), (len(all) + limit - 1) / limit}}, nil
}

func (s *Server) rows(ctx context.Context, kind string, start, end time.Time) ([]row, error) {
	bets, err := s.Books.SettledBetween(ctx, s.Code, start.UnixMilli(), end.UnixMilli())
	if err != nil {
		return nil, err
	}
	open, err := s.Books.OpenBets(ctx, s.Code)
	if err != nil {
		return nil, err
	}
	for _, b := range open {
		if !b.PlacedAt.Before(start) && !b.PlacedAt.After(end) {
			bets = append(bets, b)
		}
	}
	slices.SortStableFunc(bets, func(x, y books.Bet) int { return changedAt(x).Compare(changedAt(y)) })
	var list []row
	for _, b := range bets {
		if s.Kind(b.Game) != kind {
			continue
		}
		account, err := s.Books.Account(ctx, s.Code, b.Player)
		if err != nil {
			return nil, err
		}
		r := s.line(b, account.Name)
		r.GameType = s.GameType(b.Game)
		list = append(list, r)
	}
	return list, nil
}

func (s *Server) line(b books.Bet, name string) row {
	at := Place{Serial: b.ID, Round: b.ID}
	if s.Place != nil {
		at = s.Place(b)
	}
	r := row{
		WagersID: b.ID, UserName: name, WagersDate: written(b.PlacedAt), BetAmount: b.Stake, ResultType: "0",
		SerialID: at.Serial, RoundNo: at.Round, Card: at.Cards, Result: at.Result, ModifiedDate: written(changedAt(b)), Currency: "RMB", ExchangeRate: "1.000000",
	}
	switch b.Status {
	case books.BetSettled:
		r.ResultType, r.Commissionable, r.Payoff = "", b.Valid, b.Payout-b.Stake
	case books.BetVoid:
		r.ResultType = "-1"
	}
	return r
}

func written(at time.Time) string { return at.In(zone).Format(time.DateTime) }
