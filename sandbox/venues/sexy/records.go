package sexy

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

const (
	history  = 24 * time.Hour
	rowsMost = 1000
)

// Values of txStatus of a bet.
const (
	betOpen      = 0
	betSettled   = 1
	betCancelled = -1
)

// row is one bet of the feed.
type row struct {
	PlatformTxID     string    `json:"platformTxId"`
	UserID           string    `json:"userId"`
	Platform         string    `json:"platform"`
	GameType         string    `json:"gameType"`
	GameCode         string    `json:"gameCode"`
	GameName         string    `json:"gameName"`
	Currency         string    `json:"currency"`
	BetType          string    `json:"betType"`
	BetAmount        money.Fen `json:"betAmount"`
	WinAmount        money.Fen `json:"winAmount"`
	RealBetAmount    money.Fen `json:"realBetAmount"`
	RealWinAmount    money.Fen `json:"realWinAmount"`
	Turnover         money.Fen `json:"turnover"`
	JackpotBetAmount money.Fen `json:"jackpotBetAmount"`
	JackpotWinAmount money.Fen `json:"jackpotWinAmount"`
	TxTime           string    `json:"txTime"`
	BetTime          string    `json:"betTime"`
	UpdateTime       string    `json:"updateTime"`
	TxStatus         int       `json:"txStatus"`
	SettleStatus     int       `json:"settleStatus"`
	RoundID          string    `json:"roundId"`
	GameInfo         string    `json:"gameInfo"`
}

// changedAt is the time of a bet's last change.
func changedAt(b books.Bet) time.Time {
	if b.SettledAt.IsZero() {
		return b.PlacedAt
	}
	return b.SettledAt
}

// transactions is getTransactionByUpdateDate.
func (s *Server) transactions(ctx context.Context, a ask) (reply, error) {
	from, err := time.Parse(time.RFC3339, a.get("timeFrom"))
	switch {
	case err != nil:
		return failed(codeTimeForm), nil
	case a.get("platform") != platform:
		return failed(codePlatform), nil
	case s.Clock.Now().Sub(from) > history:
		return failed(codeTimeRange), nil
	case !s.mayPull():
		return failed(codeLater), nil
	case a.fault.Kind == faults.Refuse:
		return failed(codeFail), nil
	}
	bets, err := s.changedSince(ctx, from)
	if err != nil {
		return reply{}, err
	}
	if len(bets) == 0 || a.fault.Kind == faults.NotFoundFlap {
		return failed(codeNoData), nil
	}
	list, err := s.rows(ctx, bets)
	if err != nil {
		return reply{}, err
	}
	switch a.fault.Kind {
	case faults.Duplicate:
		list = append(list, list...)
	case faults.WrongAmount:
		list[len(list)-1].RealWinAmount++
	}
	return ok(fields{"transactions": list}), nil
}

// mayPull keeps questions for bets apart.
func (s *Server) mayPull() bool {
	s.pullMu.Lock()
	defer s.pullMu.Unlock()
	now := calendar.System().Now()
	if !s.lastPull.IsZero() && now.Sub(s.lastPull) < s.PullGap {
		return false
	}
	s.lastPull = now
	return true
}

// changedSince lists the bets that changed at a time or later, in that order, as many as
// an answer holds.
func (s *Server) changedSince(ctx context.Context, from time.Time) ([]books.Bet, error) {
	bets, err := s.Books.SettledBetween(ctx, s.Code, from.UnixMilli(), s.Clock.Now().UnixMilli())
	if err != nil {
		return nil, err
	}
	open, err := s.Books.OpenBets(ctx, s.Code)
	if err != nil {
		return nil, err
	}
	for _, b := range open {
		if !b.PlacedAt.Before(from) {
			bets = append(bets, b)
		}
	}
	slices.SortStableFunc(bets, func(x, y books.Bet) int {
		return cmp.Or(changedAt(x).Compare(changedAt(y)), cmp.Compare(x.ID, y.ID))
	})
	end := min(s.rowsMost, len(bets))
	for end > 0 && end < len(bets) && changedAt(bets[end]).Unix() == changedAt(bets[end-1]).Unix() {
		end++
	}
	return bets[:end], nil
}

func (s *Server) rows(ctx context.Context, bets []books.Bet) ([]row, error) {
	names := map[string]string{}
	var list []row
	for _, b := range bets {
		if names[b.Player] == "" {
			account, err := s.Books.Account(ctx, s.Code, b.Player)
			if err != nil {
				return nil, err
			}
			names[b.Player] = account.Name
		}
		r, err := s.row(b, names[b.Player])
		if err != nil {
			return nil, err
		}
		list = append(list, r)
	}
	return list, nil
}

func (s *Server) row(b books.Bet, userID string) (row, error) {
	at := s.Place(b)
	r := row{
		PlatformTxID: b.ID, UserID: userID, Platform: platform, GameType: gameType, Currency: currency, BetType: at.Spot, BetAmount: b.Stake,
		TxTime: written(b.PlacedAt), BetTime: written(b.PlacedAt), UpdateTime: written(changedAt(b)), TxStatus: betOpen, RoundID: at.Round,
	}
	r.GameCode, r.GameName = s.Table(b.Game)
	info := fields{"odds": cmp.Or(b.Odds, at.Odds), "result": b.Cards}
	if len(at.Result) > 0 {
		info["result"], info["winner"], info["tableId"] = at.Result, at.Winner, at.Table
	}
	if at.Name != "" {
		info["tableId"] = at.Name
	}
	switch b.Status {
	case books.BetSettled:
		r.TxStatus, r.WinAmount, r.RealBetAmount, r.RealWinAmount, r.Turnover = betSettled, b.Payout, b.Stake, b.Payout, b.Valid
		info["winLoss"] = b.Payout - b.Stake
	case books.BetVoid:
		r.TxStatus = betCancelled
	}
	text, err := json.Marshal(info)
	r.GameInfo = string(text)
	return r, err
}
