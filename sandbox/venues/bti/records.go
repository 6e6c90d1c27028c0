package bti

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

const (
	stamp         = "2006-01-02T15:04:05.000" // UTC
	longestWindow = 24 * time.Hour
	longestPage   = 1000 // rows
	tokenFor      = 10 * time.Minute
)

// Values of BetTypeId.
const (
	single = 1
	combo  = 2
)

// windowBody is what a call for bets asks.
type windowBody struct {
	From, To   string
	Pagination struct {
		Page       int `json:"page"`
		RowPerPage int `json:"rowperpage"`
	}
}

// row is one bet.
type row struct {
	PurchaseID         string
	MerchantCustomerID string
	BetStatus          string
	BetTypeID          int `json:"BetTypeId"`
	BetTypeName        string
	TotalStake         money.Fen
	ValidStake         money.Fen
	PL                 *money.Fen
	Return             *money.Fen
	RealMoneyAmount    money.Fen
	Odds               any
	OddsDec            any
	OddsInUserStyle    string
	OddsStyleOfUser    string
	CreationDate       string
	BetSettledDate     *string
	UpdateDate         string
	NumberOfBets       int
	Selections         []selection
	FreeBet            bool
}

// selection is one pick of a bet. The sheet names none of its fields.
type selection struct {
	BranchName, LeagueName, HomeTeam, AwayTeam, EventTypeName, YourBet string
	OddsInUserStyle                                                    string
	OddsDec                                                            any
	Score                                                              string
}

// authorise is authorize_v2: a token for the calls for bets.
func (s *Server) authorise(context.Context, ask) (reply, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	token, now := rand.Text(), s.Clock.Now()
	for old, end := range s.tokens {
		if !now.Before(end) {
			delete(s.tokens, old)
		}
	}
	s.tokens[token] = now.Add(tokenFor)
	return reply{data: map[string]any{"errorCode": dataOK, "token": token}}, nil
}

// lives says whether a token is known and not over.
func (s *Server) lives(token string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	end, known := s.tokens[token]
	return known && s.Clock.Now().Before(end)
}

// history is get-history-bets-paging: the bets that were decided in a window.
func (s *Server) history(ctx context.Context, a ask) (reply, error) {
	return s.page(ctx, a, func(start, end time.Time) ([]books.Bet, error) {
		return s.Books.SettledBetween(ctx, s.Code, start.UnixMilli(), end.UnixMilli())
	})
}

// open is get-open-bets-paging: the open bets that were placed in a window.
func (s *Server) open(ctx context.Context, a ask) (reply, error) {
	return s.page(ctx, a, func(start, end time.Time) ([]books.Bet, error) {
		bets, err := s.Books.PlacedBetween(ctx, s.Code, start.UnixMilli(), end.UnixMilli())
		var open []books.Bet
		for _, b := range bets {
			if b.Status == books.BetOpen {
				open = append(open, b)
			}
		}
		return open, err
	})
}

// page answers with one page of a window's bets.
func (s *Server) page(ctx context.Context, a ask, bets func(start, end time.Time) ([]books.Bet, error)) (reply, error) {
	start, errStart := instant(a.window.From)
	end, errEnd := instant(a.window.To)
	number, size := a.window.Pagination.Page, a.window.Pagination.RowPerPage
	switch {
	case errStart != nil || errEnd != nil || end.Before(start) || end.Sub(start) > longestWindow:
		return dataFailed(dataParameter), nil
	case number < 0 || size < 1 || size > longestPage:
		return dataFailed(dataParameter), nil
	case a.fault.Kind == faults.Refuse:
		return dataFailed(dataGeneral), nil
	}
	var all []books.Bet
	if a.fault.Kind != faults.NotFoundFlap {
		var err error
		if all, err = bets(start, end); err != nil {
			return reply{}, err
		}
	}
	from, to := min(number*size, len(all)), min((number+1)*size, len(all))
	rows, err := s.rows(ctx, all[from:to])
	if err != nil {
		return reply{}, err
	}
	switch {
	case a.fault.Kind == faults.Duplicate:
		rows = append(rows, rows...)
	case a.fault.Kind == faults.WrongAmount && len(rows) > 0 && rows[len(rows)-1].PL != nil:
		last := &rows[len(rows)-1]
		net, back := *last.PL+1, *last.Return+1
		last.PL, last.Return = &net, &back
	}
	pages := (len(all) + size - 1) / size
	if pages == 0 {
		pages = -1
	}
	return reply{data: map[string]any{
		"errorCode": dataOK, "Bets": rows, "currentPage": number, "totalPages": pages, "LastUpdateDate": written(s.Clock.Now()),
	}}, nil
}

func (s *Server) rows(ctx context.Context, bets []books.Bet) ([]row, error) {
	names := map[string]string{}
	list := []row{}
	for _, b := range bets {
		if names[b.Player] == "" {
			account, err := s.Books.Account(ctx, s.Code, b.Player)
			if err != nil {
				return nil, err
			}
			names[b.Player] = account.Name
		}
		list = append(list, s.row(b, names[b.Player]))
	}
	return list, nil
}

var styles = map[string]string{"EU": "Decimal", "HK": "HongKong", "MY": "Malay"}

func (s *Server) row(b books.Bet, name string) row {
	t := s.Ticket(b)
	r := row{
		PurchaseID: b.ID, MerchantCustomerID: name, BetStatus: "Opened", BetTypeID: single, BetTypeName: "Single bets",
		TotalStake: b.Stake, RealMoneyAmount: b.Stake, Odds: number(t.Decimal), OddsDec: number(t.Decimal),
		OddsInUserStyle: t.Odds, OddsStyleOfUser: cmp.Or(styles[t.OddsType], t.OddsType),
		CreationDate: written(b.PlacedAt), UpdateDate: written(b.PlacedAt), NumberOfBets: 1, Selections: []selection{},
	}
	for _, leg := range t.Legs {
		r.Selections = append(r.Selections, selection{
			BranchName: leg.Sport, LeagueName: leg.League, HomeTeam: leg.Home, AwayTeam: leg.Away, EventTypeName: leg.BetType, YourBet: leg.Selection,
			OddsInUserStyle: leg.Odds, OddsDec: number(leg.Decimal), Score: leg.Score,
		})
	}
	if len(t.Legs) == 0 {
		r.Selections = append(r.Selections, selection{OddsInUserStyle: t.Odds, OddsDec: number(t.Decimal)})
	}
	if len(t.Legs) > 1 || b.IsParlay() {
		r.BetTypeID, r.BetTypeName = combo, "Combo bets"
	}
	if b.Status == books.BetOpen {
		return r
	}
	at, back := written(b.SettledAt), b.Payout
	if b.Status == books.BetVoid {
		back = b.Stake
	}
	net := back - b.Stake
	r.UpdateDate, r.BetSettledDate, r.PL, r.Return = at, &at, &net, &back
	if b.Status == books.BetSettled {
		r.ValidStake = b.Valid
	}
	r.BetStatus = result(b, t, net)
	return r
}

// result names what became of a bet.
func result(b books.Bet, t Ticket, net money.Fen) string {
	switch {
	case b.Status == books.BetVoid:
		return "Canceled"
	case t.Sold > 0:
		return "Cashout"
	case net == 0:
		return "Draw"
	case net > 0:
		return "Won"
	case net == -(b.Stake+1)/2 || net == -b.Stake/2:
		return "Half Lost"
	}
	return "Lost"
}

// instant reads a time in UTC, with or without a zone and parts of a second.
func instant(text string) (time.Time, error) {
	if at, err := time.Parse(time.RFC3339, text); err == nil {
		return at, nil
	}
	return time.Parse("2006-01-02T15:04:05", text)
}

func written(at time.Time) string { return at.UTC().Format(stamp) }

// number is a text as a number, null where there is none.
func number(text string) any {
	if text == "" {
		return nil
	}
	return json.Number(text)
}
