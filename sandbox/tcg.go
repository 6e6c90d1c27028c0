package sandbox

import (
	"errors"
	"strings"
	"time"

	"hongyun/sandbox/books"
	"hongyun/sandbox/play/lotto"
	"hongyun/sandbox/venues/tcg"
)

// TCG is a lottery protocol. The venue's games are those of Config.Games.
type TCG struct {
	Merchant     string // merchant_code
	Key          string // 8 characters
	SignKey      string
	FileUser     string // of the record files
	FilePassword string
	CutEvery     time.Duration // how much time a record file holds: whole minutes or an even part of one; five minutes if 0
}

const (
	tcgKeyBytes = 8
	tcgLobby    = "Lobby" // of the protocol; no bet is one of the lobby
)

func (p TCG) check(c Config, code string) error {
	switch {
	case p.Merchant == "" || p.SignKey == "" || p.FileUser == "" || p.FilePassword == "":
		return errors.New("needs Merchant, SignKey, FileUser and FilePassword")
	case len(p.Key) != tcgKeyBytes:
		return errors.New("needs a Key of 8 characters")
	case p.CutEvery < 0 || p.CutEvery > 0 && p.CutEvery%time.Minute != 0 && time.Minute%p.CutEvery != 0:
		return errors.New("needs a CutEvery of whole minutes, or one that divides a minute")
	}
	return needsGames(c, code)
}

func (p TCG) open(s *Server, c Config, v VenueConfig) (company, []offer) {
	var offers []offer
	var games []tcg.Game
	for _, o := range offersOf(c, v.Code) {
		if o.code == tcgLobby {
			continue
		}
		offers = append(offers, o)
		games = append(games, tcg.Game{Code: o.code, Name: o.name})
	}
	return tcg.New(tcg.Config{
		Code: v.Code, Merchant: p.Merchant, Key: p.Key, SignKey: p.SignKey, FileUser: p.FileUser, FilePassword: p.FilePassword, CutEvery: p.CutEvery,
		Credit: agentCredit, AllowFrom: v.AllowFrom, Games: games, Ticket: tcgTicket,
		Clock: c.Clock, Log: c.Log, Books: s.books, Faults: s.faults, Stop: s.stop,
	}), offers
}

// tcgTicket writes a pick as TCG's rows show it.
func tcgTicket(b books.Bet) tcg.Ticket {
	t := lotto.TicketOf(b)
	return tcg.Ticket{Issue: t.Issue, Content: strings.TrimSpace(strings.Join([]string{t.Play, t.Position, t.Number}, " ")), Odds: t.Odds}
}
