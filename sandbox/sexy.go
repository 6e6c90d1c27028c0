package sandbox

import (
	"cmp"
	"errors"
	"slices"
	"time"

	"hongyun/sandbox/live"
	"hongyun/sandbox/play/dealer"
	"hongyun/sandbox/venues/sexy"
)

// Sexy is the protocol of live tables at AE Sexy, on the AWC platform. The venue's games
// are those of Config.Games.
type Sexy struct{ AgentID, Cert string }

func (p Sexy) check(c Config, code string) error {
	if p.AgentID == "" || p.Cert == "" {
		return errors.New("needs AgentID and Cert")
	}
	return needsGames(c, code)
}

// Numbers and codes of AE Sexy.
const (
	sexyPullGap  = time.Minute
	sexyBaccarat = "MX-LIVE-001"
	sexyLobby    = "0" // of our catalogue
)

// sexyNames are the names of the tables that the sandbox deals.
var sexyNames = map[string]string{
	dealer.TableGame(live.Baccarat): "百家乐", dealer.TableGame(live.DragonTiger): "龙虎", dealer.TableGame(live.Roulette): "轮盘",
	dealer.TableGame(live.SicBo): "骰宝",
}

// sexyTable is a bet's game as the vendor's rows name it. No bet is one of the lobby.
func sexyTable(game string) (gameCode, name string) {
	if game == dealer.TableGame(live.Baccarat) || game == sexyLobby || game == sexyBaccarat {
		return sexyBaccarat, sexyNames[dealer.TableGame(live.Baccarat)]
	}
	return game, cmp.Or(sexyNames[game], game)
}

func (p Sexy) open(s *Server, c Config, v VenueConfig) (company, []offer) {
	offers, gap := offersOf(c, v.Code), c.PullGap
	if gap > 0 { // each protocol has a gap of its own
		gap = sexyPullGap
	}
	return sexy.New(sexy.Config{
		Code: v.Code, AgentID: p.AgentID, Cert: p.Cert, Credit: agentCredit, PullGap: gap, AllowFrom: v.AllowFrom,
		Has: func(game string) bool {
			return game != sexyLobby && slices.ContainsFunc(offers, func(o offer) bool { return o.code == game })
		},
		Table: sexyTable, Place: sexyPlace,
		BaseURL: c.BaseURL, Clock: c.Clock, Log: c.Log, Books: s.books, Faults: s.faults, Stop: s.stop,
	}), offers
}
