package ky

import (
	"cmp"
	"context"
	"strconv"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

// maxWindow is the longest stretch one pull may ask for.
const maxWindow = 40 * time.Minute

// records is s=6: the finished bets of a window, one array a field.
func (s *Server) records(ctx context.Context, a ask) fields {
	if a.fields["startTime"] == "" || a.fields["endTime"] == "" {
		return failed(codeMissing)
	}
	start, errStart := strconv.ParseInt(a.fields["startTime"], 10, 64)
	end, errEnd := strconv.ParseInt(a.fields["endTime"], 10, 64)
	switch {
	case errStart != nil || errEnd != nil || start < 0 || end < start:
		return failed(codeParameter)
	case end-start > maxWindow.Milliseconds():
		return failed(codeLongWindow)
	case !s.mayPull():
		return failed(codeTooOften)
	}
	switch a.fault.Kind {
	case faults.Refuse:
		return failed(codeAddress)
	case faults.NotFoundFlap:
		return failed(codeNoRows)
	}
	bets, err := s.Books.SettledBetween(ctx, s.Code, start, end)
	if err != nil {
		return s.broken(err)
	}
	if len(bets) == 0 {
		return failed(codeNoRows)
	}
	if a.fault.Kind == faults.Duplicate {
		bets = append(bets, bets...)
	}
	names, err := s.names(ctx, bets)
	if err != nil {
		return s.broken(err)
	}
	list := s.columns(bets, names)
	if a.fault.Kind == faults.WrongAmount {
		list.Profit[len(bets)-1]++
	}
	return fields{"code": codeOK, "start": start, "end": end, "count": len(bets), "list": list}
}

// mayPull keeps pulls apart.
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

// names finds how the players of some bets are spelled.
func (s *Server) names(ctx context.Context, bets []books.Bet) (map[string]string, error) {
	names := map[string]string{}
	for _, b := range bets {
		if names[b.Player] != "" {
			continue
		}
		account, err := s.Books.Account(ctx, s.Code, b.Player)
		if err != nil {
			return nil, err
		}
		names[b.Player] = account.Name
	}
	return names, nil
}

// columnar is the feed's list: element i of every array is row i. Amounts are
// JSON numbers in yuan written from whole fen.
type columnar struct {
	GameID, Accounts                   []string
	ServerID, KindID, TableID, ChairID []int
	UserCount                          []int
	CellScore, AllBet, Profit, Revenue []money.Fen
	GameStartTime, GameEndTime         []string
	CardValue                          []string
	ChannelID                          []int
	LineCode                           []string
	Currency                           []string
	Language                           []string
}

func (s *Server) columns(bets []books.Bet, names map[string]string) *columnar {
	list := &columnar{}
	channel, _ := strconv.Atoi(s.Agent)
	for _, b := range bets {
		kind, _ := strconv.Atoi(b.Game)
		kind = cmp.Or(b.Kind, kind)
		stake, valid, profit, revenue := b.Stake, b.Valid, b.Payout-b.Stake, b.Revenue
		if b.Status == books.BetVoid {
			stake, valid, profit, revenue = 0, 0, 0, 0
		}
		list.GameID = append(list.GameID, b.ID)
		list.Accounts = append(list.Accounts, s.Agent+"_"+names[b.Player])
		seat := Seat{1, 1, 1, 2}
		if s.Seat != nil {
			seat = s.Seat(b)
		}
		list.ServerID = append(list.ServerID, kind*10+seat.Level)
		list.KindID = append(list.KindID, kind)
		list.TableID = append(list.TableID, seat.Table)
		list.ChairID = append(list.ChairID, seat.Chair)
		list.UserCount = append(list.UserCount, seat.Players)
		list.CellScore = append(list.CellScore, valid)
		list.AllBet = append(list.AllBet, stake)
		list.Profit = append(list.Profit, profit)
		list.Revenue = append(list.Revenue, revenue)
		list.GameStartTime = append(list.GameStartTime, calendar.Stamp(b.PlacedAt))
		list.GameEndTime = append(list.GameEndTime, calendar.Stamp(b.SettledAt))
		list.CardValue = append(list.CardValue, b.Cards)
		list.ChannelID = append(list.ChannelID, channel)
		list.LineCode = append(list.LineCode, s.Agent+"_"+s.LineCode)
		list.Currency = append(list.Currency, "CNY")
		list.Language = append(list.Language, "zh-CN")
	}
	return list
}
