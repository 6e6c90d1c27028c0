package sandbox

import "net/http"

// Bots are the simulated players: a crowd of other operators' players at the
// companies' games, and players of the operator that the program lets play.
type Bots struct {
	Crowd   bool `json:"crowd"`
	Players int  `json:"players"`
}

// Bots tells which simulated players play now.
func (s *Server) Bots() Bots {
	s.botsLock.Lock()
	defer s.botsLock.Unlock()
	return s.bots
}

// SetBots changes which simulated players play.
func (s *Server) SetBots(b Bots) {
	s.botsLock.Lock()
	defer s.botsLock.Unlock()
	if s.bots.Crowd != b.Crowd {
		s.play.SetCrowd(b.Crowd)
	}
	s.bots = b
}

func (s *Server) listBots(*http.Request) (any, error) {
	return struct {
		Bots
		MaxPlayers int `json:"maxPlayers"`
	}{s.Bots(), s.maxPlayers}, nil
}

// setBots is the switch. A field that is left out stays as it is.
func (s *Server) setBots(r *http.Request) (any, error) {
	var ask struct {
		Crowd   *bool `json:"crowd"`
		Players *int  `json:"players"`
	}
	if err := read(r, &ask); err != nil {
		return nil, err
	}
	next := s.Bots()
	if ask.Crowd != nil {
		next.Crowd = *ask.Crowd
	}
	if ask.Players != nil {
		next.Players = *ask.Players
	}
	if next.Players < 0 || next.Players > s.maxPlayers {
		return nil, bad("players %d is not between 0 and %d", next.Players, s.maxPlayers)
	}
	s.SetBots(next)
	return s.listBots(r)
}
