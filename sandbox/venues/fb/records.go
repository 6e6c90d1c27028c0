package fb

import (
	"cmp"
	"context"
	"slices"
	"strconv"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

const (
	cutEvery      = time.Minute
	cutDelay      = 7 * time.Second // after a file's time is over: games settle bets up to six seconds late
	longestWindow = 10 * time.Minute
	transferred   = 1 // walletType
	yuan          = 1 // currency
)

// Values of orderStatus.
const (
	orderCancelled = 3
	orderConfirmed = 4
	orderSettled   = 5
)

// order is one bet of a file.
type order struct {
	ID                     string    `json:"id"`
	UserID                 string    `json:"userId"`
	MerchantID             string    `json:"merchantId"`
	MerchantUserID         string    `json:"merchantUserId"`
	Currency               int       `json:"currency"`
	ExchangeRate           string    `json:"exchangeRate"`
	SeriesType             int       `json:"seriesType"`
	BetType                string    `json:"betType"`
	StakeAmount            string    `json:"stakeAmount"`
	LiabilityStake         string    `json:"liabilityStake"`
	SettleAmount           string    `json:"settleAmount"`
	OrderStatus            int       `json:"orderStatus"`
	CreateTime             int64     `json:"createTime"`
	ModifyTime             int64     `json:"modifyTime"`
	SettleTime             int64     `json:"settleTime"`
	CancelTime             int64     `json:"cancelTime"`
	CashOutAmount          string    `json:"cashOutAmount"`
	ValidSettleStakeAmount string    `json:"validSettleStakeAmount"`
	ValidSettleAmount      string    `json:"validSettleAmount"`
	WalletType             int       `json:"walletType"`
	Version                int64     `json:"version"`
	BetList                []betItem `json:"betList"`
}

// betItem is one pick of an order.
type betItem struct {
	SportID        string `json:"sportId"`
	MatchID        string `json:"matchId"`
	MatchName      string `json:"matchName"`
	TournamentName string `json:"tournamentName"`
	MarketName     string `json:"marketName"`
	OptionName     string `json:"optionName"`
	Odds           string `json:"odds"`
	OddsFormat     string `json:"oddsFormat"`
	BetOdds        string `json:"betOdds"`
	SettleResult   string `json:"settleResult"`
	IsInplay       bool   `json:"isInplay"`
}

// fileIDs is /order/file/ids: the files that were cut in a window of time.
func (s *Server) fileIDs(ctx context.Context, a ask) (reply, error) {
	start, errStart := strconv.ParseInt(a.get("startTime"), 10, 64)
	end, errEnd := strconv.ParseInt(a.get("endTime"), 10, 64)
	switch {
	case errStart != nil || errEnd != nil:
		return failed(CodeParameter), nil
	case end < start || end-start > longestWindow.Milliseconds():
		return failed(CodeRange), nil
	case a.fault.Kind == faults.Refuse:
		return failed(CodeFailed), nil
	}
	list := []map[string]string{}
	if a.fault.Kind == faults.NotFoundFlap {
		return ok(list), nil
	}
	every, delay := s.CutEvery.Milliseconds(), cutDelay.Milliseconds()
	first := (start-delay+every-1)/every - 1
	numbers, err := s.filled(ctx, first*every, s.cutBy(end)*every+every-1)
	if err != nil {
		return reply{}, err
	}
	for _, n := range numbers {
		list = append(list, map[string]string{"fileId": strconv.FormatInt(n, 10)})
	}
	if a.fault.Kind == faults.Duplicate {
		list = append(list, list...)
	}
	return ok(list), nil
}

// orders is /order/list: what is in a file.
func (s *Server) orders(ctx context.Context, a ask) (reply, error) {
	n, err := strconv.ParseInt(a.get("fileId"), 10, 64)
	switch {
	case err != nil:
		return failed(CodeParameter), nil
	case a.fault.Kind == faults.Refuse:
		return failed(CodeFailed), nil
	case a.fault.Kind == faults.NotFoundFlap, n > s.cutBy(s.Clock.Now().UnixMilli()):
		return failed(CodeNoFile), nil
	}
	list, err := s.file(ctx, n)
	if err != nil || len(list) == 0 {
		return failed(CodeNoFile), err
	}
	switch a.fault.Kind {
	case faults.Duplicate:
		list = append(list, list...)
	case faults.WrongAmount:
		amount, err := money.ParseYuan(list[len(list)-1].SettleAmount)
		if err != nil {
			return reply{}, err
		}
		list[len(list)-1].SettleAmount = (amount + 1).String()
	}
	return ok(list), nil
}

// cutBy is the number of the newest file that was cut by an instant.
func (s *Server) cutBy(millis int64) int64 {
	return (min(millis, s.Clock.Now().UnixMilli())-cutDelay.Milliseconds())/s.CutEvery.Milliseconds() - 1
}

// filled are the numbers of the files in which something changed, between two instants.
func (s *Server) filled(ctx context.Context, from, to int64) ([]int64, error) {
	placed, err := s.Books.PlacedBetween(ctx, s.Code, from, to)
	if err != nil {
		return nil, err
	}
	decided, err := s.Books.SettledBetween(ctx, s.Code, from, to)
	if err != nil {
		return nil, err
	}
	var numbers []int64
	for _, b := range placed {
		numbers = append(numbers, b.PlacedAt.UnixMilli()/s.CutEvery.Milliseconds())
	}
	for _, b := range decided {
		numbers = append(numbers, b.SettledAt.UnixMilli()/s.CutEvery.Milliseconds())
	}
	slices.Sort(numbers)
	return slices.Compact(numbers), nil
}

// file lists the orders that changed in the time of the n-th file, as they were at its end.
func (s *Server) file(ctx context.Context, n int64) ([]order, error) {
	every := s.CutEvery.Milliseconds()
	from, to := n*every, (n+1)*every-1
	placed, err := s.Books.PlacedBetween(ctx, s.Code, from, to)
	if err != nil {
		return nil, err
	}
	decided, err := s.Books.SettledBetween(ctx, s.Code, from, to)
	if err != nil {
		return nil, err
	}
	names := map[string]string{}
	var list []order
	add := func(b books.Bet, later bool) error {
		if names[b.Player] == "" {
			account, err := s.Books.Account(ctx, s.Code, b.Player)
			if err != nil {
				return err
			}
			names[b.Player] = account.Name
		}
		if later { // the file shows the placing alone
			b.Status, b.Payout, b.SettledAt, b.Version = books.BetOpen, 0, time.Time{}, 0
		}
		list = append(list, s.order(b, names[b.Player]))
		return nil
	}
	for _, b := range placed {
		settled := b.SettledAt.UnixMilli()
		if b.Status != books.BetOpen && from <= settled && settled <= to {
			continue // among the decided ones
		}
		if err := add(b, b.Status != books.BetOpen); err != nil {
			return nil, err
		}
	}
	for _, b := range decided {
		if err := add(b, false); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(list, func(a, b order) int { return cmp.Compare(a.ModifyTime, b.ModifyTime) })
	return list, nil
}

// order writes a bet. Its first version is the placing; later ones follow the
// count of the books.
func (s *Server) order(b books.Bet, name string) order {
	t := s.Ticket(b)
	placed := b.PlacedAt.UnixMilli()
	o := order{
		ID: b.ID, UserID: s.userID(name), MerchantID: s.MerchantID, MerchantUserID: name, Currency: yuan, ExchangeRate: "1.0000",
		BetType: "1x1*1", StakeAmount: b.Stake.String(), LiabilityStake: b.Stake.String(), SettleAmount: "0.00", OrderStatus: orderConfirmed,
		CreateTime: placed, ModifyTime: placed, CashOutAmount: "0.00", ValidSettleStakeAmount: "0.00", ValidSettleAmount: "0.00",
		WalletType: transferred, Version: 1,
	}
	if len(t.Legs) > 1 || b.IsParlay() {
		legs := strconv.Itoa(max(2, len(t.Legs)))
		o.SeriesType, o.BetType = 1, legs+"x1*1"
	}
	for _, leg := range t.Legs {
		o.BetList = append(o.BetList, betItem{
			SportID: leg.SportID, MatchID: leg.MatchID, MatchName: leg.MatchName, TournamentName: leg.TournamentName, MarketName: leg.MarketName,
			OptionName: leg.OptionName, Odds: leg.Odds, OddsFormat: t.OddsType, BetOdds: leg.Odds, SettleResult: leg.Result, IsInplay: leg.InPlay,
		})
	}
	if len(t.Legs) == 0 {
		o.BetList = []betItem{{Odds: t.Odds, OddsFormat: t.OddsType, BetOdds: t.Odds}}
	}
	if b.Status == books.BetOpen {
		for i := range o.BetList {
			o.BetList[i].SettleResult = ""
		}
		return o
	}
	o.ModifyTime, o.Version = b.SettledAt.UnixMilli(), b.Version+1
	if t.Sold > 0 {
		o.CashOutAmount = t.Sold.String()
	}
	if b.Status == books.BetVoid {
		o.OrderStatus, o.CancelTime, o.SettleAmount = orderCancelled, o.ModifyTime, b.Stake.String()
		return o
	}
	o.OrderStatus, o.SettleTime, o.SettleAmount = orderSettled, o.ModifyTime, b.Payout.String()
	o.ValidSettleStakeAmount, o.ValidSettleAmount = b.Valid.String(), b.Payout.String()
	return o
}
