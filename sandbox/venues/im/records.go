package im

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
	asked         = "2006-01-02 15.04.05" // dots in the clock part
	shown         = time.DateTime
	longestWindow = 10 * time.Minute
)

// Values of DateFilterType.
const (
	byPlacing = "1"
	byEvent   = "2"
	byChange  = "3"
)

// row is one bet of GetBetLog.
type row struct {
	Provider              string
	GameID                string `json:"GameId"`
	BetID                 string `json:"BetId"`
	WagerCreationDateTime string
	LastUpdatedDate       string
	PlayerID              string `json:"PlayerId"`
	ProviderPlayerID      string `json:"ProviderPlayerId"`
	Currency              string
	StakeAmount           money.Fen
	MemberExposure        money.Fen
	PayoutAmount          money.Fen
	WinLoss               money.Fen
	OddsType              string
	WagerType             string
	Platform              string
	IsSettled             int
	IsConfirmed           int
	IsCancelled           int
	BetTradeStatus        string
	BetTradeCommission    money.Fen
	BetTradeBuybackAmount money.Fen
	ComboType             string
	SettlementDateTime    string
	DetailItems           []Leg
}

// betLog is /Report/GetBetLog: the bets of a window of time, a page of them.
func (s *Server) betLog(ctx context.Context, a ask) (reply, error) {
	if !s.report.TryLock() {
		return failed(codeParallel), nil
	}
	defer s.report.Unlock()
	start, errStart := time.ParseInLocation(asked, a.get("StartDate"), calendar.Beijing)
	end, errEnd := time.ParseInLocation(asked, a.get("EndDate"), calendar.Beijing)
	page, errPage := strconv.Atoi(a.get("Page"))
	switch {
	case errStart != nil || errEnd != nil:
		return failed(codeTime), nil
	case end.Before(start) || end.Sub(start) > longestWindow:
		return failed(codeRange), nil
	case a.get("Currency") != currency:
		return failed(codeCurrency), nil
	case errPage != nil || page < 1:
		return failed(codeParameter), nil
	case !slices.Contains([]string{byPlacing, byEvent, byChange}, a.get("DateFilterType")) || !slices.Contains([]string{"", "0", "1"}, a.get("BetStatus")):
		return failed(codeParameter), nil
	case a.fault.Kind == faults.Refuse:
		return failed(codeFailed), nil
	case a.fault.Kind == faults.NotFoundFlap:
		return failed(codeNoData), nil
	}
	all, err := s.rows(ctx, a, start, end)
	from, to := min((page-1)*s.perPage, len(all)), min(page*s.perPage, len(all))
	if err != nil || from == to {
		return failed(codeNoData), err
	}
	list := slices.Clone(all[from:to])
	switch a.fault.Kind {
	case faults.Duplicate:
		list = append(list, list...)
	case faults.WrongAmount:
		list[len(list)-1].WinLoss++
	}
	return ok(map[string]any{
		"Pagination": map[string]int{"CurrentPage": page, "TotalPage": (len(all) + s.perPage - 1) / s.perPage, "ItemPerPage": s.perPage, "TotalCount": len(all)},
		"Result":     list,
	}), nil
}

// rows lists the bets of a window.
func (s *Server) rows(ctx context.Context, a ask, start, end time.Time) ([]row, error) {
	var bets []books.Bet
	var err error
	if a.get("DateFilterType") == byChange {
		bets, err = s.changedBetween(ctx, a.wallet.Code, start, end)
	} else {
		bets, err = s.Books.PlacedBetween(ctx, a.wallet.Code, start.UnixMilli(), end.UnixMilli())
	}
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	var list []row
	for _, b := range bets {
		if want := a.get("BetStatus"); want != "" && (want == "0") != (b.Status == books.BetOpen) {
			continue
		}
		if names[b.Player] == "" {
			account, err := s.Books.Account(ctx, a.wallet.Code, b.Player)
			if err != nil {
				return nil, err
			}
			names[b.Player] = account.Name
		}
		list = append(list, s.row(b, a.wallet, names[b.Player]))
	}
	return list, nil
}

// changedBetween lists the bets that changed last in a window. An open bet
// changed last when it was placed.
func (s *Server) changedBetween(ctx context.Context, code string, start, end time.Time) ([]books.Bet, error) {
	bets, err := s.Books.SettledBetween(ctx, code, start.UnixMilli(), end.UnixMilli())
	if err != nil {
		return nil, err
	}
	open, err := s.Books.OpenBets(ctx, code)
	for _, b := range open {
		if !b.PlacedAt.Before(start) && !b.PlacedAt.After(end) {
			bets = append(bets, b)
		}
	}
	return bets, err
}

func (s *Server) row(b books.Bet, w Wallet, name string) row {
	t := s.Ticket(b)
	r := row{
		Provider: "SANDBOX", GameID: w.GameCode, BetID: b.ID, WagerCreationDateTime: written(b.PlacedAt), LastUpdatedDate: written(b.PlacedAt),
		PlayerID: name, ProviderPlayerID: w.Code + "_" + name, Currency: currency, StakeAmount: b.Stake, MemberExposure: b.Stake,
		OddsType: cmp.Or(t.OddsType, b.OddsType), WagerType: "Single", Platform: "Web", IsConfirmed: 1, DetailItems: append([]Leg{}, t.Legs...),
	}
	if len(t.Legs) == 0 {
		r.DetailItems = []Leg{{Odds: b.Odds}}
	}
	if len(t.Legs) > 1 || b.IsParlay() {
		r.WagerType = "Combo"
	}
	if len(t.Legs) > 1 {
		r.ComboType = strconv.Itoa(len(t.Legs)) + "-fold"
	}
	if t.Sold > 0 {
		r.BetTradeStatus, r.BetTradeBuybackAmount = "Sold", t.Sold
	}
	if b.Status == books.BetOpen {
		return r
	}
	r.IsSettled, r.LastUpdatedDate, r.SettlementDateTime = 1, written(b.SettledAt), written(b.SettledAt)
	r.PayoutAmount = b.Payout
	if b.Status == books.BetVoid {
		r.IsCancelled, r.PayoutAmount = 1, b.Stake
	}
	r.WinLoss = r.PayoutAmount - b.Stake
	return r
}

func written(at time.Time) string { return at.In(calendar.Beijing).Format(shown) }
