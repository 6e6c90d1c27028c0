package gaming

import (
	"cmp"
	"context"
	"slices"
	"strconv"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/bet"
	"hongyun/internal/fault"
	"hongyun/internal/player/identity"
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
	Weight  string    `json:"weight"`
	Counted wire.Yuan `json:"counted"`
	Reason  *string   `json:"reason"` // why not all of it counts
}

// BetVersion is a bet as its venue reported it at one time.
type BetVersion struct {
	Version   int       `json:"version"`
	Status    string    `json:"status" enumOf:"bet status"`
	Stake     wire.Yuan `json:"stake"`
	Valid     wire.Yuan `json:"valid"`
	WinLoss   wire.Yuan `json:"winLoss"`
	SettledAt *wire.Ms  `json:"settledAt"`
	StoredAt  wire.Ms   `json:"storedAt"`
	Raw       string    `json:"raw"` // the venue's own row
}

// The times that from and to of a search are about.
const (
	ByPlacing  = "placed"
	BySettling = "settled"
)

// betOutcomes are what a finished bet may have come to.
var betOutcomes = []string{bet.Won, bet.Lost, bet.Drawn, bet.Void}

func houseBet(l bet.Line, names map[string]string) HouseBet {
	return HouseBet{
		Bet: Bet{
			ID: l.Venue + ":" + l.BetID, Venue: l.Venue, VenueName: cmp.Or(names[l.Venue], l.Venue), BetID: l.BetID, Game: l.GameName,
			BetAt: wire.InMs(l.BetAt), SettledAt: wire.InMsOrNull(l.SettledAt), Stake: wire.InYuan(l.Stake), Valid: wire.InYuan(l.Valid), WinLoss: wire.InYuan(l.Win),
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
func betSearch(c *route.Call) (bet.Search, error) {
	f := bet.Search{
		Player: identity.Fold(c.Text("player")), Account: c.Text("account"), Venue: c.Text("venue"), BetID: c.Text("bet"), Round: c.Text("round"),
		Kind: venue.Kind(c.OneOf("kind", wire.Texts(venue.Kinds)...)), Game: c.Text("game"), Code: c.Text("code"),
		Status: c.OneOf("status", bet.Statuses...), Outcome: c.OneOf("outcome", betOutcomes...), Parlay: c.Either("parlay"), Changed: c.Flag("changed"),
		Min: c.Yuan("min"), Max: c.Yuan("max"), MinOdds: c.Decimal("oddsMin"), MaxOdds: c.Decimal("oddsMax"),
		BySettling: c.OneOf("time", ByPlacing, BySettling) == BySettling, From: c.Time("from"), To: c.Time("to"),
	}
	return f, c.Checked()
}

func (s *Handlers) bets(ctx context.Context, c *route.Call) (wire.Page[HouseBet], error) {
	f, err := betSearch(c)
	if err != nil {
		return wire.Page[HouseBet]{}, err
	}
	f.Page = c.Page()
	if err := c.Checked(); err != nil {
		return wire.Page[HouseBet]{}, err
	}
	list, total, err := s.Bets.Find(ctx, f)
	if err != nil {
		return wire.Page[HouseBet]{}, err
	}
	names, err := s.Venues.Names(ctx, s.Read)
	return wire.PageOf(list, total, func(l bet.Line) HouseBet { return houseBet(l, names) }), err
}

// Replay is where a browser sees the round of a bet once more.
type Replay struct {
	Address string `json:"address"` // of the vendor's page; good for minutes
}

func (s *Handlers) betReplay(ctx context.Context, c *route.Call, _ wire.Empty) (Replay, error) {
	address, err := s.Bets.ReplayForStaff(ctx, c.By, c.Request.PathValue("venue"), c.ID())
	return Replay{address}, err
}

func (s *Handlers) bet(ctx context.Context, c *route.Call) (BetDetail, error) {
	code := c.Request.PathValue("venue")
	versions, err := s.Bets.Versions(ctx, code, c.ID())
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
		Replay: s.Bets.CanReplay(newest, true), Reason: wire.TextOrNull(newest.Reason), Facts: BetRound{facts.Round.Number, facts.Round.Place(), facts.Round.Play, facts.Round.Outcome},
		Versions: api.Each(versions, func(l bet.Line) BetVersion {
			return BetVersion{
				Version: l.Version, Status: l.Status, Stake: wire.InYuan(l.Stake), Valid: wire.InYuan(l.Valid), WinLoss: wire.InYuan(l.Win),
				SettledAt: wire.InMsOrNull(l.SettledAt), StoredAt: wire.InMs(l.StoredAt), Raw: l.Raw,
			}
		}),
	}
	for _, v := range slices.Backward(versions) { // one that only changed its valid stake has none
		if out.Entry = wire.TextOrNull(v.Entry); out.Entry != nil {
			break
		}
	}
	gave, err := s.Turnovers.OfBet(ctx, s.Read, code, c.ID())
	if gave != nil {
		out.Turnover = &BetTurnover{Weight: strconv.Itoa(gave.Weight/10) + "%", Counted: wire.InYuan(gave.Counted), Reason: wire.TextOrNull(gave.Reason)}
	}
	return out, err
}

// BetTally is what the bets of a search add up to. Open bets stand apart.
type BetTally struct {
	Count     int64     `json:"count"`
	Stake     wire.Yuan `json:"stake"`
	Valid     wire.Yuan `json:"valid"`
	WinLoss   wire.Yuan `json:"winLoss"`
	Open      int64     `json:"open"`
	OpenStake wire.Yuan `json:"openStake"`
}

func (s *Handlers) betTally(ctx context.Context, c *route.Call) (BetTally, error) {
	f, err := betSearch(c)
	if err != nil {
		return BetTally{}, err
	}
	t, err := s.Bets.SumOf(ctx, f)
	return BetTally{Count: t.Count, Stake: wire.InYuan(t.Stake), Valid: wire.InYuan(t.Valid), WinLoss: wire.InYuan(t.Win), Open: t.Open, OpenStake: wire.InYuan(t.OpenStake)}, err
}

// betQuery are the names of the query of a search of all players' bets.
var betQuery = []string{
	"player", "account", "venue", "bet", "round", "kind", "game", "code", "status", "outcome", "parlay", "changed",
	"min", "max", "oddsMin", "oddsMax", "time", "from", "to",
}

// betHead names what a bet shows, with amounts as numbers.
var betHead = []any{"注单号", "玩家", "场馆", "场馆账号", "游戏", "局号", "状态", "投注额", "有效投注", "输赢", "赔率", "投注时间", "结算时间"}

var betStateTexts = map[string]string{bet.Open: "未结算", bet.Settled: "已结算", bet.Void: "已取消"}

func (s *Handlers) exportBets(ctx context.Context, c *route.Call) (*route.File, error) {
	search, err := betSearch(c)
	if err != nil {
		return nil, err
	}
	format := c.Format()
	names, err := s.Venues.Names(ctx, s.Read)
	if err != nil {
		return nil, err
	}
	if err := s.Bets.MayEach(search); err != nil {
		return nil, err
	}
	return &route.File{Name: "bets", Title: "注单", Format: format, View: staff.FeedView, Filter: c.Filled(), Head: betHead, Rows: func(row func(...any) error) error {
		return s.Bets.Each(ctx, search, func(page []bet.Line) error {
			for _, l := range page {
				err := row(l.BetID, l.Player, cmp.Or(names[l.Venue], l.Venue), l.Account, l.GameName, l.Round, betStateTexts[l.Status], l.Stake, l.Valid, l.Win, l.Odds, l.BetAt, l.SettledAt)
				if err != nil {
					return err
				}
			}
			return nil
		})
	}}, c.Checked()
}
