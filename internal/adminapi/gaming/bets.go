package adminapi

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"hongyun/internal/api"
	"hongyun/internal/bet"
	"hongyun/internal/fault"
	"hongyun/internal/player"
	"hongyun/internal/staff"
	"hongyun/internal/venue"
)

var errNoBet = fault.New(fault.NotFound, "admin.no_bet", "没有找到该注单")

// HouseBet is a bet in the list of all players' bets.
type HouseBet struct {
	Bet
	PlayerID string `json:"playerId"`
	Player   string `json:"player"`
	Account  string `json:"account"` // the player's name at the venue
	GameCode string `json:"gameCode"`
	Odds     string `json:"odds"`     // as the venue writes them, "" if it tells none
	OddsType string `json:"oddsType"` // the venue's word
	Parlay   bool   `json:"parlay"`
	Round    string `json:"round"` // the venue's number of the round or match, "" where it tells none
}

// BetDetail is a bet with everything that is known of it.
type BetDetail struct {
	HouseBet
	Market   string       `json:"market"` // of the round, "" if the venue tells none or its bets cannot oppose each other
	Side     string       `json:"side"`   // of the market: bets on sides that cover it oppose each other
	Legs     []BetLeg     `json:"legs"`   // the picks; empty: the venue tells none
	Reason   *string      `json:"reason"` // why nothing of it is a valid bet
	Entry    *string      `json:"entry"`  // the entry of the books that carries its result
	Turnover *BetTurnover `json:"turnover"`
	Replay   bool         `json:"replay"`   // whether the vendor may show the round once more
	Versions []BetVersion `json:"versions"` // the first one first
	Facts    BetRound     `json:"roundFacts"`
}

// BetRound is what the venue's newest row says of the round of a bet. "" where the venue
// does not tell.
type BetRound struct {
	Number  string `json:"number"`
	Table   string `json:"table"`
	Play    string `json:"play"`
	Outcome string `json:"outcome"`
}

// BetLeg is one pick of a bet, in the venue's own words.
type BetLeg struct {
	League   string `json:"league"`
	Event    string `json:"event"`
	Match    string `json:"match"` // the venue's number
	Market   string `json:"market"`
	Pick     string `json:"pick"`
	Side     string `json:"side"`
	Odds     string `json:"odds"`
	OddsType string `json:"oddsType"`
	Score    string `json:"score"` // of the match when the bet was placed
	Result   string `json:"result"`
}

// BetTurnover is what a bet gave to its player's requirements.
type BetTurnover struct {
	Weight  string  `json:"weight"`
	Counted Yuan    `json:"counted"`
	Reason  *string `json:"reason"` // why not all of it counts
}

// BetVersion is a bet as its venue reported it at one time.
type BetVersion struct {
	Version   int    `json:"version"`
	Status    string `json:"status" enumOf:"bet status"`
	Stake     Yuan   `json:"stake"`
	Valid     Yuan   `json:"valid"`
	WinLoss   Yuan   `json:"winLoss"`
	SettledAt *Ms    `json:"settledAt"`
	StoredAt  Ms     `json:"storedAt"`
	Raw       string `json:"raw"` // the venue's own row
}

// What from and to of a search are times of.
const (
	byPlacing  = "placed"
	bySettling = "settled"
)

// betOutcomes are what a finished bet may have come to.
var betOutcomes = []string{bet.Won, bet.Lost, bet.Drawn, bet.Void}

func houseBet(l bet.Line, names map[string]string) HouseBet {
	return HouseBet{
		Bet: Bet{
			ID: l.Venue + ":" + l.BetID, Venue: l.Venue, VenueName: cmp.Or(names[l.Venue], l.Venue), BetID: l.BetID, Game: l.GameName,
			BetAt: ms(l.BetAt), SettledAt: msOf(l.SettledAt), Stake: yuan(l.Stake), Valid: yuan(l.Valid), WinLoss: yuan(l.Win),
			Status: l.Status, Version: l.Version,
		},
		PlayerID: l.Player, Player: l.Player, Account: l.Account, GameCode: l.Game, Odds: l.Odds, OddsType: l.OddsType, Parlay: l.Parlay,
		Round: l.Round,
	}
}

func betLegShown(l venue.BetLeg) BetLeg {
	return BetLeg{
		League: l.League, Event: l.Event, Match: l.Match, Market: l.Market, Pick: l.Pick, Side: l.Side, Odds: l.Odds, OddsType: l.OddsType,
		Score: l.Score, Result: l.Result,
	}
}

// betSearch is the search that a call asks for, without its page.
func betSearch(c *call) (bet.Search, error) {
	f := bet.Search{
		Player: player.Fold(c.text("player")), Account: c.text("account"), Venue: c.text("venue"), BetID: c.text("bet"), Round: c.text("round"),
		Kind: venue.Kind(c.one("kind", textsOf(venue.Kinds)...)), Game: c.text("game"), Code: c.text("code"),
		Status: c.one("status", bet.Statuses...), Outcome: c.one("outcome", betOutcomes...), Parlay: c.either("parlay"), Changed: c.flag("changed"),
		Min: c.yuan("min"), Max: c.yuan("max"), MinOdds: c.decimal("oddsMin"), MaxOdds: c.decimal("oddsMax"),
		BySettling: c.one("time", byPlacing, bySettling) == bySettling, From: c.time("from"), To: c.time("to"),
	}
	return f, c.checked()
}

func (s *gamingHandlers) bets(ctx context.Context, c *call) (Page[HouseBet], error) {
	f, err := betSearch(c)
	if err != nil {
		return Page[HouseBet]{}, err
	}
	f.Page = c.page()
	if err := c.checked(); err != nil {
		return Page[HouseBet]{}, err
	}
	list, total, err := s.Bets.Find(ctx, f)
	if err != nil {
		return Page[HouseBet]{}, err
	}
	names, err := s.Venues.Names(ctx, s.Read)
	return pageOf(list, total, func(l bet.Line) HouseBet { return houseBet(l, names) }), err
}

// Replay is where a browser sees the round of a bet once more.
type Replay struct {
	Address string `json:"address"` // of the vendor's page; good for minutes
}

func (s *gamingHandlers) betReplay(ctx context.Context, c *call, _ Empty) (Replay, error) {
	address, err := s.Bets.ReplayForStaff(ctx, c.by, c.r.PathValue("venue"), c.id())
	return Replay{address}, err
}

func (s *gamingHandlers) bet(ctx context.Context, c *call) (BetDetail, error) {
	code := c.r.PathValue("venue")
	versions, err := s.Bets.Versions(ctx, code, c.id())
	if err != nil {
		return BetDetail{}, err
	}
	if len(versions) == 0 {
		return BetDetail{}, errNoBet
	}
	names, err := s.Venues.Names(ctx, s.Read)
	if err != nil {
		return BetDetail{}, err
	}
	newest := versions[len(versions)-1]
	facts := s.Bets.Facts(newest)
	out := BetDetail{
		HouseBet: houseBet(newest, names), Market: venue.MarketName(newest.Market), Side: newest.Side, Legs: api.Each(facts.Legs, betLegShown),
		Replay: s.Bets.CanReplay(newest, true), Reason: textOf(newest.Reason), Facts: BetRound(facts.Round),
		Versions: api.Each(versions, func(l bet.Line) BetVersion {
			return BetVersion{
				Version: l.Version, Status: l.Status, Stake: yuan(l.Stake), Valid: yuan(l.Valid), WinLoss: yuan(l.Win),
				SettledAt: msOf(l.SettledAt), StoredAt: ms(l.StoredAt), Raw: l.Raw,
			}
		}),
	}
	for _, v := range slices.Backward(versions) { // one that only changed its valid stake has none
		if out.Entry = textOf(v.Entry); out.Entry != nil {
			break
		}
	}
	gave, err := s.Turnovers.OfBet(ctx, s.Read, code, c.id())
	if gave != nil {
		out.Turnover = &BetTurnover{Weight: strconv.Itoa(gave.Weight/10) + "%", Counted: yuan(gave.Counted), Reason: textOf(gave.Reason)}
	}
	return out, err
}

// BetTally is what the bets of a search add up to. Open bets stand apart.
type BetTally struct {
	Count     int64 `json:"count"`
	Stake     Yuan  `json:"stake"`
	Valid     Yuan  `json:"valid"`
	WinLoss   Yuan  `json:"winLoss"`
	Open      int64 `json:"open"`
	OpenStake Yuan  `json:"openStake"`
}

func (s *gamingHandlers) betTally(ctx context.Context, c *call) (BetTally, error) {
	f, err := betSearch(c)
	if err != nil {
		return BetTally{}, err
	}
	t, err := s.Bets.SumOf(ctx, f)
	return BetTally{Count: t.Count, Stake: yuan(t.Stake), Valid: yuan(t.Valid), WinLoss: yuan(t.Win), Open: t.Open, OpenStake: yuan(t.OpenStake)}, err
}

// betQuery are the names of the query of a search of all players' bets.
var betQuery = []string{
	"player", "account", "venue", "bet", "round", "kind", "game", "code", "status", "outcome", "parlay", "changed",
	"min", "max", "oddsMin", "oddsMax", "time", "from", "to",
}

// betHead names what a bet shows, with amounts as numbers.
var betHead = []any{"注单号", "玩家", "场馆", "场馆账号", "游戏", "局号", "状态", "投注额", "有效投注", "输赢", "赔率", "投注时间", "结算时间"}

var betStateTexts = map[string]string{bet.Open: "未结算", bet.Settled: "已结算", bet.Void: "已取消"}

func (s *gamingHandlers) exportBets(ctx context.Context, c *call) (*file, error) {
	search, err := betSearch(c)
	if err != nil {
		return nil, err
	}
	format := c.format()
	names, err := s.Venues.Names(ctx, s.Read)
	if err != nil {
		return nil, err
	}
	if err := s.Bets.MayEach(search); err != nil {
		return nil, err
	}
	return &file{name: "bets", title: "注单", format: format, view: staff.FeedView, filter: c.filled(), head: betHead, rows: func(row func(...any) error) error {
		return s.Bets.Each(ctx, search, func(page []bet.Line) error {
			for _, l := range page {
				err := row(l.BetID, l.Player, cmp.Or(names[l.Venue], l.Venue), l.Account, l.GameName, l.Round, betStateTexts[l.Status], l.Stake, l.Valid, l.Win, l.Odds, l.BetAt, l.SettledAt)
				if err != nil {
					return err
				}
			}
			return nil
		})
	}}, c.checked()
}
