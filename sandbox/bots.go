package sandbox

import (
	_ "embed"
	"html/template"
	"net/http"
	"strconv"
)

//go:embed bots.html
var botsText string

var botsPage = template.Must(template.New("bots").Parse(botsText))

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

// botsView is the switch as a page shows it.
type botsView struct {
	Bots
	MaxPlayers int `json:"maxPlayers"`
}

func (s *Server) listBots(*http.Request) (any, error) { return botsView{s.Bots(), s.maxPlayers}, nil }

// showBots is the switch as a page.
func (s *Server) showBots(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; base-uri 'none'")
	if err := botsPage.Execute(w, botsView{s.Bots(), s.maxPlayers}); err != nil {
		s.log.Error("sandbox control", "err", err)
	}
}

// saveBots takes the page's form.
func (s *Server) saveBots(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxBody)
	next := Bots{Crowd: r.FormValue("crowd") != ""}
	players, err := strconv.Atoi(r.FormValue("players"))
	if s.maxPlayers > 0 {
		if err != nil || players < 0 || players > s.maxPlayers {
			http.Error(w, "自动玩家的人数不正确", http.StatusBadRequest)
			return
		}
		next.Players = players
	}
	s.SetBots(next)
	http.Redirect(w, r, "/control/", http.StatusSeeOther)
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
