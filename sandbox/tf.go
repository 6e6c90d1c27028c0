package sandbox

import (
	"errors"

	"hongyun/sandbox/books"
	"hongyun/sandbox/play/sportsbook"
	"hongyun/sandbox/venues/tf"
)

// TF is a protocol of e-sports. The venue's games are those of Config.Games.
type TF struct {
	PrivateToken string // of the calls
	PublicToken  string // of the launch address
	OperatorID   string
	VerifyURL    func() string // of the operator's verify endpoint
	HomeURL      func() string // of the operator: where the way back from a game leads; nil for nowhere
}

func (p TF) check(c Config, code string) error {
	if p.PrivateToken == "" || p.PublicToken == "" || p.OperatorID == "" {
		return errors.New("needs PrivateToken, PublicToken and OperatorID")
	}
	return needsGames(c, code)
}

func (p TF) open(s *Server, c Config, v VenueConfig) (company, []offer) {
	offers := offersOf(c, v.Code)
	var games []tf.Game
	for _, o := range offers {
		games = append(games, tf.Game{Code: o.code, Name: o.name})
	}
	return tf.New(tf.Config{
		Code: v.Code, PrivateToken: p.PrivateToken, PublicToken: p.PublicToken, OperatorID: p.OperatorID, VerifyURL: p.VerifyURL, HomeURL: p.HomeURL,
		Credit: agentCredit, AllowFrom: v.AllowFrom, Games: games, Ticket: tfTicket,
		BaseURL: c.BaseURL, Clock: c.Clock, Log: c.Log, Books: s.books, Faults: s.faults, Stop: s.stop,
	}), offers
}

// tfTicket writes a slip as TF's records show it.
func tfTicket(b books.Bet) tf.Ticket {
	slip := sportsbook.SlipOf(b)
	t := tf.Ticket{Odds: slip.Odds}
	for _, leg := range slip.Legs {
		t.Legs = append(t.Legs, tf.Leg{
			GameType: leg.Category, Competition: leg.League, EventID: leg.Match, Event: leg.Home + " VS " + leg.Away,
			BetType: leg.BetType, Selection: leg.Content, Odds: leg.Odds,
		})
	}
	return t
}
