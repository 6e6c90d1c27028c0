package sandbox

import (
	"errors"
	"time"

	"hongyun/sandbox/books"
	"hongyun/sandbox/play/sportsbook"
	"hongyun/sandbox/sports"
	"hongyun/sandbox/venues/fb"
)

// FB is the protocol of FB's sportsbook. The venue's games are those of
// Config.Games.
type FB struct {
	MerchantID string // digits
	Secret     string
	CutEvery   time.Duration // how much time a record file holds; a minute if 0
	HomeURL    func() string // of the merchant: where the way back from a game leads; nil for nowhere
}

func (p FB) check(c Config, code string) error {
	if p.MerchantID == "" || p.Secret == "" {
		return errors.New("needs MerchantID and Secret")
	}
	return needsGames(c, code)
}

func (p FB) open(s *Server, c Config, v VenueConfig) (company, []offer) {
	return fb.New(fb.Config{
		Code: v.Code, MerchantID: p.MerchantID, Secret: p.Secret, CutEvery: p.CutEvery, HomeURL: p.HomeURL, Credit: agentCredit, AllowFrom: v.AllowFrom,
		Ticket:  fbTicket,
		BaseURL: c.BaseURL, Clock: c.Clock, Log: c.Log, Books: s.books, Faults: s.faults, Stop: s.stop,
	}), offersOf(c, v.Code)
}

// fbTicket writes a slip as FB's orders show it.
func fbTicket(b books.Bet) fb.Ticket {
	slip := sportsbook.SlipOf(b)
	t := fb.Ticket{Odds: slip.Odds, OddsType: slip.OddsType, Sold: slip.Sold}
	for _, leg := range slip.Legs {
		t.Legs = append(t.Legs, fb.Leg{
			SportID: leg.Category, MatchID: leg.Match, MatchName: leg.Home + " VS " + leg.Away, TournamentName: leg.League, MarketName: leg.BetType,
			OptionName: leg.Content, Odds: leg.Odds, Result: leg.Result, InPlay: leg.Placed != sports.Score{}, // a match at 0:0 counts as one that has not begun
		})
	}
	return t
}
