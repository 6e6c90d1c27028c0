package games

import (
	"crypto/rand"
	"embed"
	"encoding/json"
	"errors"
	"html/template"
	"io/fs"
	"net/http"
	"net/url"
	"strconv"

	"hongyun/sandbox/books"
)

//go:embed pages assets
var files embed.FS

var pages = template.Must(template.ParseFS(files, "pages/*.html"))

// policy keeps a page to what the sandbox itself serves.
const policy = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'self'"

// Handler serves everything under /games/.
func (g *Games) Handler() http.Handler {
	assets, err := fs.Sub(files, "assets")
	if err != nil {
		panic(err) // the folder is part of the program
	}
	mux := http.NewServeMux()
	mux.Handle("GET /games/assets/", http.StripPrefix("/games/assets/", http.FileServerFS(assets)))
	mux.HandleFunc("GET /games/enter", g.enter)
	mux.HandleFunc("GET /games/s/{token}/{$}", g.lobby)
	mux.HandleFunc("GET /games/s/{token}/play/{kind}", g.play)
	mux.HandleFunc("GET /games/s/{token}/state", g.api(g.state))
	mux.HandleFunc("POST /games/s/{token}/rounds", g.api(g.bet))
	mux.HandleFunc("POST /games/s/{token}/rounds/{id}/reveal", g.api(g.turn))
	return mux
}

// enter changes a launch address, once, into a session and goes there.
func (g *Games) enter(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	back := safeBack(q.Get("backUrl"))
	if q.Get("jumpType") == "1" { // no way-back button, says the protocol
		back = ""
	}
	now := g.clock.Now()
	play, err := g.books.Enter(r.Context(), q.Get("token"),
		books.Session{Token: rand.Text(), BackURL: back, ExpiresAt: now.Add(launchSession)}, now)
	if errors.Is(err, books.ErrNotFound) {
		g.refusal(w, http.StatusForbidden, "链接已失效", "进入游戏的链接只能使用一次。请返回平台，重新进入游戏。", back)
		return
	}
	if err != nil {
		g.failed(w, err)
		return
	}
	to := "/games/s/" + play.Token + "/"
	if play.Kind != 0 {
		to += "play/" + strconv.Itoa(play.Kind)
	}
	w.Header().Set("Referrer-Policy", "no-referrer")
	http.Redirect(w, r, to, http.StatusSeeOther)
}

// safeBack lets only web addresses through: the link is shown to the player.
func safeBack(text string) string {
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return ""
	}
	return u.String()
}

// card is a game as the lobby shows it.
type card struct {
	Game
	Art string
}

func (g *Games) lobby(w http.ResponseWriter, r *http.Request) {
	s, ok := g.session(w, r)
	if !ok {
		return
	}
	account, err := g.books.Account(r.Context(), s.Venue, s.Player)
	if err != nil {
		g.failed(w, err)
		return
	}
	var cards []card
	for _, game := range Catalogue(s.Venue) {
		known, _ := ruleOf(game.KindID)
		cards = append(cards, card{game, known.art})
	}
	g.page(w, http.StatusOK, "lobby.html", map[string]any{
		"Venue": venueNames[s.Venue], "Player": account.Name, "Balance": account.Balance.Grouped(),
		"Back": s.BackURL, "Token": s.Token, "Games": cards,
	})
}

func (g *Games) play(w http.ResponseWriter, r *http.Request) {
	s, ok := g.session(w, r)
	if !ok {
		return
	}
	kind, _ := strconv.Atoi(r.PathValue("kind"))
	known, ok := ruleOf(kind)
	if !ok || !g.Has(s.Venue, kind) {
		g.refusal(w, http.StatusNotFound, "没有这个游戏", "请返回大厅选择其他游戏。", s.BackURL)
		return
	}
	account, err := g.books.Account(r.Context(), s.Venue, s.Player)
	if err != nil {
		g.failed(w, err)
		return
	}
	g.page(w, http.StatusOK, "play.html", map[string]any{
		"Venue": venueNames[s.Venue], "Player": account.Name, "Balance": account.Balance.Grouped(),
		"Back": s.BackURL, "Token": s.Token, "Kind": kind, "Name": names[s.Venue][kind],
		"Hint": known.hint, "Sides": known.sides, "Covered": known.covered, "Labels": known.labels,
		"Chips": []int{1, 10, 50, 100, 500},
	})
}

// venueNames are the venues' names as the house's catalogue has them.
var venueNames = map[string]string{"ky": "鸿运棋院", "leg": "乐弈楼", "b45": "听雨轩", "b37": "观棋阁", "b36": "松月斋"}

// session finds the play session of the address, or shows that it has ended.
func (g *Games) session(w http.ResponseWriter, r *http.Request) (books.Session, bool) {
	s, err := g.books.Playing(r.Context(), r.PathValue("token"), g.clock.Now())
	if errors.Is(err, books.ErrNotFound) {
		g.refusal(w, http.StatusForbidden, "会话已结束", "请返回平台，重新进入游戏。", "")
		return s, false
	}
	if err != nil {
		g.failed(w, err)
		return s, false
	}
	return s, true
}

func (g *Games) refusal(w http.ResponseWriter, status int, title, text, back string) {
	g.page(w, status, "refusal.html", map[string]any{"Title": title, "Text": text, "Back": back})
}

func (g *Games) failed(w http.ResponseWriter, err error) {
	g.log.Error("sandbox game failed", "err", err)
	g.refusal(w, http.StatusInternalServerError, "系统繁忙", "请稍后再试。", "")
}

func (g *Games) page(w http.ResponseWriter, status int, name string, values map[string]any) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", policy)
	h.Set("Referrer-Policy", "no-referrer") // the address carries the session
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	if err := pages.ExecuteTemplate(w, name, values); err != nil {
		g.log.Error("sandbox page failed", "page", name, "err", err)
	}
}

// writeJSON answers a page's script. Any origin may read it: who knows the
// address knows the session, and a sandboxed frame has no origin of its own.
func writeJSON(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.Header().Set("Access-Control-Allow-Origin", "*")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}
