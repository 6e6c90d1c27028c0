package saba

import (
	"context"
	"strconv"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

const (
	mostBets      = 100 // of one answer by version
	longestWindow = 24 * time.Hour
	asked         = "2006-01-02T15:04:05"
	day           = "2006-01-02T00:00:00"

	byPlacing  = "1" // of time_type
	bySettling = "2"
	language   = "cs"
)

// named is a name in one language.
type named struct {
	Lang string `json:"lang"`
	Name string `json:"name"`
}

func inChinese(name string) []named {
	if name == "" {
		return nil
	}
	return []named{{language, name}}
}

// detail is a bet of BetDetails.
type detail struct {
	TransID        string    `json:"trans_id"`
	VendorMemberID string    `json:"vendor_member_id"`
	OperatorID     string    `json:"operator_id"`
	ParlayRefNo    string    `json:"parlay_ref_no"`
	ParlayData     []pick    `json:"ParlayData,omitempty"`
	Stake          money.Fen `json:"stake"`
	Odds           string    `json:"odds"`
	OddsType       int       `json:"odds_type"`
	TransactionAt  string    `json:"transaction_time"`
	WinlostDay     string    `json:"winlost_datetime,omitempty"`
	SettlementTime *string   `json:"settlement_time"`
	TicketStatus   string    `json:"ticket_status"`
	WinlostAmount  money.Fen `json:"winlost_amount"`
	Currency       int       `json:"currency"`
	VersionKey     int64     `json:"version_key"`
	pick
}

// pick is what a single is on, or one leg of a parlay.
type pick struct {
	LeagueID   int     `json:"league_id,omitempty"`
	MatchID    string  `json:"match_id,omitempty"`
	SportType  int     `json:"sport_type,omitempty"`
	BetType    int     `json:"bet_type,omitempty"`
	BetTeam    string  `json:"bet_team,omitempty"`
	HomeScore  int     `json:"home_score"`
	AwayScore  int     `json:"away_score"`
	LeagueName []named `json:"leaguename,omitempty"`
	HomeName   []named `json:"hometeamname,omitempty"`
	AwayName   []named `json:"awayteamname,omitempty"`
	IsLive     string  `json:"islive"`
	LegOdds    string  `json:"odds,omitempty"` // of a leg; a single has those of the bet
}

// list is Data of both lists.
type list struct {
	LastVersionKey int64    `json:"last_version_key"`
	BetDetails     []detail `json:"BetDetails,omitempty"`
}

// getBetDetail lists the bets that changed after a version.
func (s *Server) getBetDetail(ctx context.Context, a ask) (reply, error) {
	after, err := strconv.ParseInt(a.get("version_key"), 10, 64)
	switch {
	case err != nil || after < 0:
		return failed(codeParameter), nil
	case a.fault.Kind == faults.Refuse:
		return failed(codeSystem), nil
	}
	bets, err := s.Books.ChangedSince(ctx, s.Code, after, mostBets)
	if err != nil {
		return reply{}, err
	}
	return s.tell(ctx, a, after, bets)
}

// getBetDetailByTimeframe lists the bets of a window of time.
func (s *Server) getBetDetailByTimeframe(ctx context.Context, a ask) (reply, error) {
	start, errStart := time.ParseInLocation(asked, a.get("start_date"), eastern)
	end, errEnd := time.ParseInLocation(asked, a.get("end_date"), eastern)
	between := s.Books.SettledBetween
	switch {
	case errStart != nil || errEnd != nil || end.Before(start) || end.Sub(start) > longestWindow:
		return failed(codeParameter), nil
	case a.fault.Kind == faults.Refuse:
		return failed(codeSystem), nil
	case a.get("time_type") == byPlacing:
		between = s.Books.PlacedBetween
	case a.get("time_type") != bySettling:
		return failed(codeParameter), nil
	}
	bets, err := between(ctx, s.Code, start.UnixMilli(), end.UnixMilli())
	if err != nil {
		return reply{}, err
	}
	return s.tell(ctx, a, 0, bets)
}

// tell writes bets as the answer of a list. A list by time has no version.
func (s *Server) tell(ctx context.Context, a ask, after int64, bets []books.Bet) (reply, error) {
	if a.fault.Kind == faults.NotFoundFlap {
		bets = nil
	}
	out := list{LastVersionKey: after}
	names := map[string]string{}
	for _, b := range bets {
		if names[b.Player] == "" {
			account, err := s.Books.Account(ctx, s.Code, b.Player)
			if err != nil {
				return reply{}, err
			}
			names[b.Player] = account.Name
		}
		out.BetDetails = append(out.BetDetails, s.detail(b, names[b.Player]))
		if a.get("version_key") != "" {
			out.LastVersionKey = max(out.LastVersionKey, b.Version)
		}
	}
	switch {
	case a.fault.Kind == faults.Duplicate:
		out.BetDetails = append(out.BetDetails, out.BetDetails...)
	case a.fault.Kind == faults.WrongAmount && len(out.BetDetails) > 0:
		out.BetDetails[len(out.BetDetails)-1].WinlostAmount++
	}
	return ok(out), nil
}

// detail writes a bet.
func (s *Server) detail(b books.Bet, name string) detail {
	t := s.Ticket(b)
	d := detail{
		TransID: b.ID, VendorMemberID: name, OperatorID: s.OperatorID, ParlayRefNo: "0", Stake: b.Stake, Odds: t.Odds, OddsType: t.OddsType,
		TransactionAt: written(b.PlacedAt), TicketStatus: "running", Currency: s.Currency, VersionKey: b.Version,
	}
	switch {
	case len(t.Legs) == 1:
		d.pick = t.Legs[0].pick()
	case len(t.Legs) > 1 || b.IsParlay():
		d.ParlayRefNo = "P" + b.ID
		for _, leg := range t.Legs {
			one := leg.pick()
			one.LegOdds = leg.Odds
			d.ParlayData = append(d.ParlayData, one)
		}
	}
	if b.Status == books.BetOpen {
		return d
	}
	at := written(b.SettledAt)
	d.SettlementTime, d.WinlostDay = &at, b.SettledAt.In(eastern).Format(day)
	if b.Status == books.BetVoid {
		d.TicketStatus = "void"
		return d
	}
	d.WinlostAmount, d.TicketStatus = b.Payout-b.Stake, result(b)
	return d
}

// result is the ticket_status of a settled bet. A bet that got half of its stake
// back has lost half; one whose valid stake is half of its stake has won half.
func result(b books.Bet) string {
	switch net := b.Payout - b.Stake; {
	case net == 0:
		return "draw"
	case b.Payout > 0 && 2*b.Payout == b.Stake:
		return "half lose"
	case net < 0:
		return "lose"
	case 2*b.Valid == b.Stake:
		return "half won"
	}
	return "won"
}

// pick writes a leg. Its match was running when it was not at 0:0.
func (l Leg) pick() pick {
	live := "0"
	if l.HomeScore+l.AwayScore > 0 {
		live = "1"
	}
	return pick{
		IsLive:   live,
		LeagueID: l.LeagueID, MatchID: l.MatchID, SportType: l.SportType, BetType: l.BetType, BetTeam: l.BetTeam,
		HomeScore: l.HomeScore, AwayScore: l.AwayScore, LeagueName: inChinese(l.League), HomeName: inChinese(l.Home), AwayName: inChinese(l.Away),
	}
}
