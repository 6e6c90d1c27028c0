package cq9

import (
	"context"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

const (
	longestWindow = time.Hour
	largestPage   = 20_000
)

// row is one round of GET /order/view.
type row struct {
	Hall         string    `json:"gamehall"`
	Type         string    `json:"gametype"`
	Plat         string    `json:"gameplat"`
	Game         string    `json:"gamecode"`
	Account      string    `json:"account"`
	Round        string    `json:"round"`
	Balance      money.Fen `json:"balance"`
	Win          money.Fen `json:"win"`
	Bet          money.Fen `json:"bet"`
	ValidBet     money.Fen `json:"validbet"`
	Jackpot      money.Fen `json:"jackpot"`
	Contribution []any     `json:"jackpotcontribution"`
	Status       string    `json:"status"`
	EndRoundTime string    `json:"endroundtime"`
	CreateTime   string    `json:"createtime"`
	BetTime      string    `json:"bettime"`
	Detail       []any     `json:"detail"`
	SingleRowBet bool      `json:"singlerowbet"`
	GameRole     string    `json:"gamerole"`
	BankerType   string    `json:"bankertype"`
	Rake         money.Fen `json:"rake"`
	RoomFee      money.Fen `json:"roomfee"`
}

// orders is GET /order/view: the rounds that ended within a window, a page of them.
func (s *Server) orders(ctx context.Context, a ask) (reply, error) {
	start, end, code := window(a.get("starttime"), a.get("endtime"))
	if code != codeOK {
		return failed(code), nil
	}
	page, errPage := strconv.Atoi(a.get("page"))
	size, errSize := strconv.Atoi(a.get("pagesize"))
	if errPage != nil || errSize != nil || page < 1 || size < 1 || size > largestPage {
		return failed(codeParameter), nil
	}
	switch a.fault.Kind {
	case faults.Refuse:
		return failed(codeFrozen), nil
	case faults.NotFoundFlap:
		return failed(codeNoData), nil
	}
	bets, err := s.Books.SettledBetween(ctx, s.Code, start.UnixMilli(), end.UnixMilli())
	if err != nil {
		return reply{}, err
	}
	from, to := min((page-1)*size, len(bets)), min(page*size, len(bets))
	if from == to {
		return failed(codeNoData), nil
	}
	rows := []row{}
	for _, b := range bets[from:to] {
		account, err := s.Books.Account(ctx, s.Code, b.Player)
		if err != nil {
			return reply{}, err
		}
		rows = append(rows, s.row(b, account))
	}
	switch a.fault.Kind {
	case faults.Duplicate:
		rows = append(rows, rows...)
	case faults.WrongAmount:
		rows[len(rows)-1].Win++
	}
	return ok(map[string]any{"TotalSize": len(bets), "Data": rows}), nil
}

func (s *Server) row(b books.Bet, account books.Account) row {
	kind := "slot"
	for _, g := range s.Games {
		if g.Code == b.Game {
			kind = g.Type
		}
	}
	stake, valid, win := b.Stake, b.Valid, b.Payout
	if kind == "table" || kind == "live" {
		win -= stake
	}
	if b.Status == books.BetVoid {
		stake, valid, win = 0, 0, 0
	}
	detail := []any{}
	if s.Spins != nil && kind == "slot" {
		if free, known := s.Spins(b); known {
			detail = []any{map[string]int{"freegame": free}, map[string]int{"luckydraw": 0}, map[string]int{"bonus": 0}}
		}
	}
	ended := b.SettledAt.In(zone).Format(stamp)
	return row{
		Hall: hall, Type: kind, Plat: "web", Game: b.Game, Account: account.Name, Round: b.ID, Balance: account.Balance,
		Win: win, Bet: stake, ValidBet: valid, Contribution: []any{}, Status: "complete", EndRoundTime: ended, CreateTime: ended,
		BetTime: b.PlacedAt.In(zone).Format(stamp), Detail: detail, Rake: b.Revenue,
	}
}

// window reads the two ends of a question, or gives the code that refuses it.
func window(from, to string) (start, end time.Time, code string) {
	if from == "" || to == "" {
		return start, end, codeParameter
	}
	start, errStart := time.Parse(time.RFC3339, from)
	end, errEnd := time.Parse(time.RFC3339, to)
	switch {
	case errStart != nil || errEnd != nil:
		return start, end, codeTime
	case !strings.HasSuffix(from, "-04:00") || !strings.HasSuffix(to, "-04:00"):
		return start, end, codeZone
	case end.Before(start) || end.Sub(start) > longestWindow:
		return start, end, codeRange
	}
	return start, end, codeOK
}
