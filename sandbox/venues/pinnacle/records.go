package pinnacle

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"hash/fnv"
	"slices"
	"strings"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

// Values of filterBy.
const (
	byEvent   = "event_date"
	byPlacing = "wager_date"
	bySettled = "settle_date"
	byUpdate  = "update_date"
)

const (
	windowOfAll = 24 * time.Hour
	windowOfOne = 7 * 24 * time.Hour
	parlayType  = 6 // of betType
)

// oddsFormats by their number in a row.
var oddsNumbers = map[string]int{"AM": 0, "EU": 1, "HK": 2, "ID": 3, "MY": 4}

// row is one bet of all-wagers.
type row struct {
	WagerID            string      `json:"wagerId"`
	EventID            uint32      `json:"eventId"`
	EventName          string      `json:"eventName"`
	WagerDate          string      `json:"wagerDateFm"`
	EventDate          *string     `json:"eventDateFm"`
	SettleDate         *string     `json:"settleDateFm"`
	ResettleDate       *string     `json:"resettleDateFm"`
	Status             string      `json:"status"`
	HomeTeam           string      `json:"homeTeam"`
	AwayTeam           string      `json:"awayTeam"`
	Selection          string      `json:"selection"`
	Handicap           json.Number `json:"handicap"`
	Odds               any         `json:"odds"`
	OddsFormat         int         `json:"oddsFormat"`
	WagerType          string      `json:"wagerType"`
	BetType            int         `json:"betType"`
	LeagueID           int         `json:"leagueId"`
	League             string      `json:"league"`
	Stake              money.Fen   `json:"stake"`
	SportID            int         `json:"sportId"`
	Sport              string      `json:"sport"`
	CurrencyCode       string      `json:"currencyCode"`
	InplayScore        string      `json:"inplayScore"`
	InPlay             bool        `json:"inPlay"`
	Period             int         `json:"period"`
	CancellationStatus *string     `json:"cancellationStatus"`
	ParlaySelections   []rowLeg    `json:"parlaySelections"`
	ToWin              money.Fen   `json:"toWin"`
	ToRisk             money.Fen   `json:"toRisk"`
	Product            string      `json:"product"`
	IsResettle         bool        `json:"isResettle"`
	UserCode           string      `json:"userCode"`
	LoginID            string      `json:"loginId"`
	WinLoss            money.Fen   `json:"winLoss"`
	Turnover           money.Fen   `json:"turnover"`
	Scores             []score     `json:"scores"`
	Result             *string     `json:"result"`
	Volume             money.Fen   `json:"volume"`
	View               string      `json:"view"`
}

type rowLeg struct {
	EventID    uint32      `json:"eventId"`
	EventName  string      `json:"eventName"`
	Selection  string      `json:"selection"`
	Handicap   json.Number `json:"handicap"`
	Odds       any         `json:"odds"`
	BetType    int         `json:"betType"`
	LeagueID   int         `json:"leagueId"`
	League     string      `json:"league"`
	SportID    int         `json:"sportId"`
	InplayText string      `json:"inplayScore"`
	LegStatus  string      `json:"legStatus"`
	Scores     []score     `json:"scores"`
}

type score struct {
	Period int    `json:"period"`
	Score  string `json:"score"`
}

// allWagers is /report/all-wagers: the bets of a window of time.
func (s *Server) allWagers(ctx context.Context, a ask) (reply, error) {
	by := cmp.Or(a.get("filterBy"), byPlacing)
	form := stamp
	if by == bySettled && len(a.get("dateFrom")) == len(time.DateOnly) {
		form = time.DateOnly
	}
	start, errStart := time.ParseInLocation(form, a.get("dateFrom"), eastern)
	end, errEnd := time.ParseInLocation(form, a.get("dateTo"), eastern)
	if form == time.DateOnly {
		end = end.AddDate(0, 0, 1).Add(-time.Millisecond)
	}
	longest, only := windowOfAll, ""
	if a.get("userCode") != "" {
		account, code, err := s.player(ctx, a)
		if err != nil || code != codeOK {
			return failed(code), err
		}
		longest, only = windowOfOne, books.Key(account.Name)
	}
	switch {
	case errStart != nil || errEnd != nil || end.Before(start) || end.Sub(start) > longest:
		return failed(codeParameter), nil
	case !slices.Contains([]string{byEvent, byPlacing, bySettled, byUpdate}, by) || !slices.Contains([]string{"", "-1", "0", "1"}, a.get("settle")):
		return failed(codeParameter), nil
	case a.fault.Kind == faults.Refuse:
		return failed(codeForbidden), nil
	}
	list := []row{}
	if a.fault.Kind != faults.NotFoundFlap {
		bets, err := s.betsBy(ctx, by, start, end)
		if err != nil {
			return reply{}, err
		}
		if list, err = s.rows(ctx, a, bets, only); err != nil {
			return reply{}, err
		}
	}
	switch {
	case a.fault.Kind == faults.Duplicate:
		list = append(list, list...)
	case a.fault.Kind == faults.WrongAmount && len(list) > 0:
		list[len(list)-1].WinLoss++
	}
	return ok(list), nil
}

// betsBy lists the bets of a window by one of their times.
func (s *Server) betsBy(ctx context.Context, by string, start, end time.Time) ([]books.Bet, error) {
	if by == byPlacing || by == byEvent {
		return s.Books.PlacedBetween(ctx, s.Code, start.UnixMilli(), end.UnixMilli())
	}
	bets, err := s.Books.SettledBetween(ctx, s.Code, start.UnixMilli(), end.UnixMilli())
	if err != nil || by == bySettled {
		return bets, err
	}
	open, err := s.Books.OpenBets(ctx, s.Code)
	for _, b := range open {
		if !b.PlacedAt.Before(start) && !b.PlacedAt.After(end) {
			bets = append(bets, b)
		}
	}
	return bets, err
}

// rows writes those of the bets that the call asks for.
func (s *Server) rows(ctx context.Context, a ask, bets []books.Bet, only string) ([]row, error) {
	names := map[string]string{}
	list := []row{}
	wanted := strings.Split(a.get("wagerIds"), ",")
	for _, b := range bets {
		settle := "1"
		if b.Status == books.BetOpen {
			settle = "0"
		}
		if want := a.get("settle"); want != "" && want != "-1" && want != settle {
			continue
		}
		if only != "" && b.Player != only || a.get("wagerIds") != "" && !slices.Contains(wanted, b.ID) {
			continue
		}
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

func (s *Server) row(b books.Bet, name string) row {
	t := s.Ticket(b)
	r := row{
		WagerID: b.ID, WagerDate: b.PlacedAt.In(eastern).Format(stamp), Status: "OPEN", Handicap: hundredths(0),
		Odds: number(t.Odds), OddsFormat: oddsNumbers["EU"], WagerType: "single", Stake: b.Stake, ToRisk: b.Stake, ToWin: t.ToWin, CurrencyCode: "CNY",
		ParlaySelections: []rowLeg{}, Product: "SB", UserCode: s.userCode(name), LoginID: name, Scores: []score{}, Volume: t.ToWin, View: "D-Compact",
	}
	if format, known := oddsNumbers[t.OddsType]; known {
		r.OddsFormat = format
	}
	switch {
	case len(t.Legs) > 1 || b.IsParlay():
		r.WagerType, r.BetType = "parlay", parlayType
		for _, leg := range t.Legs {
			r.ParlaySelections = append(r.ParlaySelections, rowLeg{
				EventID: eventID(leg.Match), EventName: leg.eventName(), Selection: leg.Selection, Handicap: hundredths(leg.Handicap), Odds: number(leg.Odds),
				BetType: leg.BetType, LeagueID: leg.LeagueID, League: leg.League, SportID: leg.SportID, InplayText: leg.inplay(),
				LegStatus: legStatus(leg), Scores: leg.scores(),
			})
		}
	case len(t.Legs) == 1:
		leg := t.Legs[0]
		r.EventID, r.EventName, r.HomeTeam, r.AwayTeam = eventID(leg.Match), leg.eventName(), leg.Home, leg.Away
		r.Selection, r.Handicap, r.BetType, r.LeagueID, r.League = leg.Selection, hundredths(leg.Handicap), leg.BetType, leg.LeagueID, leg.League
		r.SportID, r.Sport, r.InplayScore, r.InPlay, r.Scores = leg.SportID, leg.Sport, leg.inplay(), leg.inplay() != "", leg.scores()
	}
	if b.Status == books.BetOpen {
		return r
	}
	at := b.SettledAt.In(eastern).Format(stamp)
	r.SettleDate = &at
	if b.Status == books.BetVoid {
		cancelled := "CANCELLED"
		r.Status, r.CancellationStatus = cancelled, &cancelled
		return r
	}
	r.Status, r.WinLoss, r.Turnover = "SETTLED", b.Payout-b.Stake, b.Valid
	result := r.result()
	r.Result = &result
	return r
}

// result names what became of a settled bet.
func (r row) result() string {
	net, single := r.WinLoss, r.WagerType == "single"
	switch {
	case net == 0:
		return "DRAW"
	case net > 0 && single && r.ToWin > 0 && isHalf(net, r.ToWin):
		return "HALF_WON_HALF_PUSHED"
	case net > 0:
		return "WIN"
	case single && isHalf(-net, r.Stake):
		return "HALF_LOST_HALF_PUSHED"
	}
	return "LOSE"
}

// isHalf says whether a part is half of an amount, to the fen.
func isHalf(part, whole money.Fen) bool { return part*2-whole <= 1 && whole-part*2 <= 1 }

func legStatus(leg Leg) string {
	if leg.Result == "" {
		return "OPEN"
	}
	return "SETTLED"
}

func (l Leg) eventName() string { return l.Home + " -vs- " + l.Away }

// inplay is the score when the bet was placed, "" while there was none.
func (l Leg) inplay() string {
	if l.Score == "0-0" {
		return ""
	}
	return l.Score
}

func (l Leg) scores() []score {
	if l.Result == "" {
		return []score{}
	}
	return []score{{Period: 0, Score: l.Result}}
}

// eventID is the company's number of a match.
func eventID(match string) uint32 {
	h := fnv.New32a()
	_, _ = h.Write([]byte(match)) // a hash never fails
	return h.Sum32()
}

// hundredths writes a number of hundredths.
func hundredths(n int) json.Number {
	sign := ""
	if n < 0 {
		sign, n = "-", -n
	}
	return json.Number(fmt.Sprintf("%s%d.%02d", sign, n/100, n%100))
}

// number is a text as a number, null where there is none.
func number(text string) any {
	if text == "" {
		return nil
	}
	return json.Number(text)
}
