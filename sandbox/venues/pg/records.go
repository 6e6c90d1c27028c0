package pg

import (
	"context"
	"encoding/json"
	"strconv"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

const (
	leastRows    = 1500
	mostRows     = 5000
	longestRange = time.Hour
	history      = 60 * 24 * time.Hour

	betReal       = 1 // of betType
	paidInCash    = 1 // of transactionType
	lastHand      = 2 // of handsStatus
	adjusted      = 3 // of handsStatus
	allHands      = "0"
	versionOffset = 1 // the first version of the books is rowVersion 2, for the first question is for what came after 1
)

// row is one bet.
type row struct {
	BetID           string      `json:"betId"`
	ParentBetID     string      `json:"parentBetId"`
	PlayerName      string      `json:"playerName"`
	GameID          json.Number `json:"gameId"`
	BetType         int         `json:"betType"`
	TransactionType int         `json:"transactionType"`
	Platform        int         `json:"platform"`
	Currency        string      `json:"currency"`
	BetAmount       money.Fen   `json:"betAmount"`
	WinAmount       money.Fen   `json:"winAmount"`
	JackpotShare    money.Fen   `json:"jackpotRtpContributionAmount"`
	JackpotWin      money.Fen   `json:"jackpotWinAmount"`
	BalanceBefore   money.Fen   `json:"balanceBefore"`
	BalanceAfter    money.Fen   `json:"balanceAfter"`
	HandsStatus     int         `json:"handsStatus"`
	RowVersion      int64       `json:"rowVersion"`
	BetTime         int64       `json:"betTime"`
	BetEndTime      int64       `json:"betEndTime"`
}

// listing reads what both questions for bets have in common: how many rows.
func listing(a ask) (count int, good bool) {
	count, err := strconv.Atoi(a.get("count"))
	good = err == nil && count >= leastRows && count <= mostRows && a.get("bet_type") == strconv.Itoa(betReal) && a.get("hands_status") == allHands
	return count, good
}

// history lists the bets that changed after a version.
func (s *Server) history(ctx context.Context, a ask) (reply, error) {
	count, good := listing(a)
	after, err := strconv.ParseInt(a.get("row_version"), 10, 64)
	if !good || err != nil || after < versionOffset {
		return failed(codeRequest), nil
	}
	after -= versionOffset
	var bets []books.Bet
	for len(bets) < count {
		part, err := s.Books.ChangedSince(ctx, s.Code, after, count)
		if err != nil {
			return reply{}, err
		}
		for _, b := range part {
			if after = b.Version; b.Status != books.BetOpen && len(bets) < count {
				bets = append(bets, b)
			}
		}
		if len(part) < count {
			break
		}
	}
	return s.tell(ctx, a, bets)
}

// historyOfRange lists the bets that ended in a stretch of time.
func (s *Server) historyOfRange(ctx context.Context, a ask) (reply, error) {
	count, good := listing(a)
	from, errFrom := strconv.ParseInt(a.get("from_time"), 10, 64)
	to, errTo := strconv.ParseInt(a.get("to_time"), 10, 64)
	oldest := s.Clock.Now().Add(-history).UnixMilli()
	if !good || errFrom != nil || errTo != nil || to < from || to-from > longestRange.Milliseconds() || from < oldest {
		return failed(codeRequest), nil
	}
	bets, err := s.Books.SettledBetween(ctx, s.Code, from, to)
	if err != nil {
		return reply{}, err
	}
	return s.tell(ctx, a, bets[:min(count, len(bets))])
}

// tell writes bets as the answer of a list.
func (s *Server) tell(ctx context.Context, a ask, bets []books.Bet) (reply, error) {
	switch a.fault.Kind {
	case faults.Refuse:
		return failed(codeAction), nil
	case faults.NotFoundFlap:
		bets = nil
	}
	rows := []row{}
	accounts := map[string]books.Account{}
	for _, b := range bets {
		account, known := accounts[b.Player]
		if !known {
			var err error
			if account, err = s.Books.Account(ctx, s.Code, b.Player); err != nil {
				return reply{}, err
			}
			accounts[b.Player] = account
		}
		rows = append(rows, newRow(b, account))
	}
	switch {
	case a.fault.Kind == faults.Duplicate:
		rows = append(rows, rows...)
	case a.fault.Kind == faults.WrongAmount && len(rows) > 0:
		rows[len(rows)-1].WinAmount++
	}
	return ok(rows), nil
}

func newRow(b books.Bet, account books.Account) row {
	r := row{
		BetID: b.ID, ParentBetID: b.ID, PlayerName: account.Name, GameID: json.Number(b.Game), BetType: betReal, TransactionType: paidInCash, Platform: 1, Currency: currency,
		BetAmount: b.Stake, WinAmount: b.Payout, HandsStatus: lastHand, RowVersion: b.Version + versionOffset,
		BetTime: b.PlacedAt.UnixMilli(), BetEndTime: b.SettledAt.UnixMilli(),
	}
	if b.Status == books.BetVoid {
		r.BetAmount, r.WinAmount, r.HandsStatus = 0, 0, adjusted
	}
	r.BalanceAfter = account.Balance
	r.BalanceBefore = account.Balance - r.WinAmount + r.BetAmount
	return r
}
