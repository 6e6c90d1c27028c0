package play

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io/fs"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
)

// Kind is what a page of a game looks like.
type Kind string

// The kinds of games.
const (
	KindSlot    Kind = "slot"
	KindLive    Kind = "live"
	KindFishing Kind = "fish"
	KindLottery Kind = "lottery"
	KindSports  Kind = "sport"
	KindEsports Kind = "esport"
	KindBoard   Kind = "board"
)

// Game is one game of a venue, as its catalogue tells it. Motif, Palette,
// Rarity and Seed are what its pictures are drawn from.
type Game struct {
	Code    string `json:"code"`
	Name    string `json:"name"`
	Kind    Kind   `json:"kind"`
	Theme   string `json:"theme"`
	Motif   string `json:"motif"`
	Palette string `json:"palette"`
	Rarity  int    `json:"rarity"`
	Seed    int    `json:"seed"`
}

// Venue is a venue whose games are played here.
type Venue struct {
	Code  string
	Name  string
	Games []Game
}

// Config is what the pages are made of.
type Config struct {
	Books  *books.Books
	Clock  calendar.Clock
	Log    *slog.Logger
	Venues []Venue
	// NoBots leaves the board tables to people.
	NoBots bool
	// Pages is the built front end: index.html and assets/. Without one the page
	// says that it was not built.
	Pages fs.FS
}

// Arcade is what the games of all kinds work with: the venues with their
// catalogues, the books, the clock, and who is there beside the player.
type Arcade struct {
	Config
	attendance attendance
}

// Play serves the games.
type Play struct {
	*Arcade
	machines *machines
	tables   *dealerTables
	boards   *boards
	ponds    *ponds
	shop     *ticketShop
	book     *bookmaker
	// settlers are the engines whose bets are decided later, by the kind of game.
	settlers map[Kind]func(ctx context.Context, venue string) (settler, error)
	crowd    crowd
}

// New makes the server of the games.
func New(c Config) *Play {
	a := &Arcade{Config: c}
	p := &Play{
		Arcade: a, machines: &machines{a}, tables: &dealerTables{a}, boards: &boards{Arcade: a}, ponds: &ponds{Arcade: a},
		shop: &ticketShop{a}, book: &bookmaker{a},
	}
	p.settlers = map[Kind]func(ctx context.Context, venue string) (settler, error){
		KindLive: p.tables.liveSettler, KindLottery: p.shop.lotterySettler, KindSports: p.book.sportsSettler,
		KindEsports: p.book.sportsSettler, KindBoard: p.boards.boardSettler,
	}
	return p
}

const (
	sessionFor = 12 * time.Hour
	guestChips = 10_000 * money.Yuan
)

// guestVenue is the prefix of a venue's code where visitors play for fun.
const guestVenue = "fun:"

// maxBody is the longest body of a call, in bytes.
const maxBody = 4096

// Handler serves everything under /play/.
func (p *Play) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /play/enter", p.enter)
	mux.HandleFunc("GET /play/fun/{venue}/{game}", p.guest)
	mux.HandleFunc("GET /play/s/{token}/{$}", p.page)
	mux.HandleFunc("GET /play/s/{token}/state", p.api(p.machines.state))
	mux.HandleFunc("POST /play/s/{token}/spin", p.api(p.machines.spin))
	mux.HandleFunc("GET /play/s/{token}/slot/room", p.api(func(ctx context.Context, s books.Session, r *http.Request) (any, error) {
		return p.machines.slotRoom(ctx, s, r.URL.Query().Get("game"))
	}))
	mux.HandleFunc("POST /play/s/{token}/seed", p.api(p.machines.reseed))
	mux.HandleFunc("GET /play/s/{token}/live/floor", p.api(p.tables.floor))
	mux.HandleFunc("GET /play/s/{token}/live/table", p.api(p.tables.seat))
	mux.HandleFunc("POST /play/s/{token}/live/bet", p.api(p.tables.putOnTable))
	mux.HandleFunc("GET /play/s/{token}/board/floor", p.api(p.boards.boardFloor))
	mux.HandleFunc("GET /play/s/{token}/board/table", p.api(p.boards.boardTableOf))
	mux.HandleFunc("POST /play/s/{token}/board/act", p.api(p.boards.boardAct))
	mux.HandleFunc("GET /play/s/{token}/fish/halls", p.api(p.ponds.fishHalls))
	mux.HandleFunc("GET /play/s/{token}/fish/room", p.api(p.ponds.fishRoom))
	mux.HandleFunc("GET /play/s/{token}/fish/records", p.api(p.ponds.fishRecords))
	mux.HandleFunc("POST /play/s/{token}/fish/shots", p.api(p.ponds.shoot))
	mux.HandleFunc("GET /play/s/{token}/lottery/hall", p.api(p.shop.lotteries))
	mux.HandleFunc("GET /play/s/{token}/lottery/draw", p.api(p.shop.draw))
	mux.HandleFunc("POST /play/s/{token}/lottery/bet", p.api(p.shop.buy))
	mux.HandleFunc("GET /play/s/{token}/sports/matches", p.api(p.book.matches))
	mux.HandleFunc("GET /play/s/{token}/sports/match", p.api(p.book.match))
	mux.HandleFunc("GET /play/s/{token}/sports/bets", p.api(p.book.slips))
	mux.HandleFunc("POST /play/s/{token}/sports/quotes", p.api(p.book.quotes))
	mux.HandleFunc("POST /play/s/{token}/sports/bet", p.api(p.book.putSlip))
	mux.HandleFunc("POST /play/s/{token}/sports/sell", p.api(p.book.sell))
	if p.Pages != nil {
		mux.Handle("GET /play/assets/", http.StripPrefix("/play/", http.FileServerFS(p.Pages)))
	}
	return mux
}

// game finds a venue's game. A guest's venue has the games of the real one.
func (p *Arcade) game(venue, code string) (Venue, Game, bool) {
	real := realVenue(venue)
	i := slices.IndexFunc(p.Venues, func(v Venue) bool { return v.Code == real })
	if i < 0 {
		return Venue{}, Game{}, false
	}
	v := p.Venues[i]
	j := slices.IndexFunc(v.Games, func(g Game) bool { return g.Code == code })
	if j < 0 {
		return v, Game{}, false
	}
	return v, v.Games[j], true
}

// realVenue is the venue at which a guest or the crowd plays, or the venue itself.
func realVenue(venue string) string { return strings.TrimPrefix(sharedVenue(venue), guestVenue) }

// Has tells whether a venue has a game of this code.
func (p *Arcade) Has(venue, code string) bool {
	_, _, ok := p.game(venue, code)
	return ok
}

// AtTable tells whether a player takes part in a board round that is not settled.
func (p *Play) AtTable(ctx context.Context, venue, player string) (bool, error) {
	return p.boards.atTable(ctx, venue, player)
}

// enter changes a launch address, once, into a session and goes there.
func (p *Play) enter(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	now := p.Clock.Now()
	back := cmp.Or(q.Get("back"), q.Get("backUrl")) // the second is what merchants of KY add to the address themselves
	if q.Get("jumpType") == "1" {                   // KY: no way back is to be shown
		back = ""
	}
	session, err := p.Books.Enter(r.Context(), q.Get("token"),
		books.Session{Token: rand.Text(), BackURL: webAddress(back), ExpiresAt: now.Add(sessionFor)}, now)
	if err != nil {
		p.refuse(w, err, "进入游戏的链接只能使用一次，请返回平台重新进入。")
		return
	}
	p.goTo(w, r, session.Token)
}

// guest opens a session of a visitor who plays for fun.
func (p *Play) guest(w http.ResponseWriter, r *http.Request) {
	venue, code := r.PathValue("venue"), r.PathValue("game")
	if !p.Has(venue, code) {
		p.refuse(w, books.ErrNotFound, "没有这个游戏。")
		return
	}
	now := p.Clock.Now()
	session := books.Session{Token: rand.Text(), Game: code, BackURL: webAddress(r.URL.Query().Get("back")), ExpiresAt: now.Add(sessionFor)}
	if err := p.Books.Guest(r.Context(), guestVenue+venue, "guest"+rand.Text()[:12], guestChips, session, now); err != nil {
		p.refuse(w, err, "")
		return
	}
	p.goTo(w, r, session.Token)
}

func (p *Play) goTo(w http.ResponseWriter, r *http.Request, token string) {
	w.Header().Set("Referrer-Policy", "no-referrer") // the address carries the session
	http.Redirect(w, r, "/play/s/"+token+"/", http.StatusSeeOther)
}

// webAddress lets only web addresses through: the link is shown to the player.
func webAddress(text string) string {
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" {
		return ""
	}
	return u.String()
}

// policy keeps a page to what this server serves. Styles set by scripts are
// needed for animation.
const policy = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; " +
	"connect-src 'self'; font-src 'self'; base-uri 'none'; form-action 'none'"

// page serves the front end. The session is checked by its calls, so that a
// page of a past session can say so itself.
func (p *Play) page(w http.ResponseWriter, _ *http.Request) {
	var html []byte
	err := fs.ErrNotExist
	if p.Pages != nil {
		html, err = fs.ReadFile(p.Pages, "index.html")
	}
	if err != nil {
		p.refuse(w, err, "游戏页面尚未构建。")
		return
	}
	setHeaders(w, "text/html; charset=utf-8")
	_, _ = w.Write(html) // a browser that left needs no answer
}

func setHeaders(w http.ResponseWriter, kind string) {
	h := w.Header()
	h.Set("Content-Type", kind)
	h.Set("Content-Security-Policy", policy)
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	h.Set("Cache-Control", "no-store")
}

// refuse says in a plain page why nothing opened.
func (p *Play) refuse(w http.ResponseWriter, err error, sentence string) {
	status := http.StatusForbidden
	if !errors.Is(err, books.ErrNotFound) {
		p.Log.Error("sandbox game failed", "err", err)
		status = http.StatusInternalServerError
		if sentence == "" {
			sentence = "系统繁忙，请稍后再试。"
		}
	}
	setHeaders(w, "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(`<!doctype html><html lang="zh-CN"><meta charset="utf-8"><meta name="viewport" content="width=device-width">` +
		`<title>无法进入游戏</title><body style="background:#14181f;color:#f4ecd8;font-family:sans-serif;text-align:center;padding:4rem 1rem">` +
		`<h1>无法进入游戏</h1><p>` + sentence + `</p></body></html>`))
}

// refusal is a failure that a player is told of.
type refusal struct {
	status   int
	sentence string
}

func (r refusal) Error() string { return r.sentence }

// explained is a refusal with one more field for the page, such as the odds as
// they are now.
type explained struct {
	refusal
	field string
	value any
}

func (e explained) Unwrap() error { return e.refusal }

// Failures a player is told of.
var (
	errSession = refusal{http.StatusForbidden, "会话已结束，请返回平台重新进入游戏"}
	errGame    = refusal{http.StatusNotFound, "没有这个游戏"}
	errShort   = refusal{http.StatusConflict, "余额不足"}
	errCoin    = refusal{http.StatusConflict, "投注金额不正确"}
	errAsk     = refusal{http.StatusConflict, "请求不正确"}
)

type call func(ctx context.Context, s books.Session, r *http.Request) (any, error)

// api wraps a call of the page: session in front, JSON behind.
func (p *Play) api(do call) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		// Work that a request began ends, even when the browser leaves.
		ctx := context.WithoutCancel(r.Context())
		s, err := p.Books.Playing(ctx, r.PathValue("token"), p.Clock.Now())
		var body any
		if err == nil && r.Header.Get(SimulatedHeader) != "" {
			ctx = p.playsItself(ctx, s)
		}
		if err == nil {
			body, err = do(ctx, s, r)
		} else if errors.Is(err, books.ErrNotFound) {
			err = errSession
		}
		status := http.StatusOK
		if known, ok := errors.AsType[refusal](err); ok {
			fields := map[string]any{"error": known.sentence}
			if more, ok := errors.AsType[explained](err); ok {
				fields[more.field] = more.value
			}
			status, body = known.status, fields
		} else if err != nil {
			p.Log.Error("sandbox game failed", "err", err)
			status, body = http.StatusInternalServerError, map[string]string{"error": "系统繁忙，请稍后再试"}
		}
		w.Header().Set("Content-Type", "application/json; charset=utf-8")
		w.Header().Set("Cache-Control", "no-store")
		w.WriteHeader(status)
		_ = json.NewEncoder(w).Encode(body)
	}
}

// read decodes a call's body.
func read(r *http.Request, into any) error {
	decoder := json.NewDecoder(http.MaxBytesReader(nil, r.Body, maxBody))
	decoder.DisallowUnknownFields()
	if decoder.Decode(into) != nil {
		return errAsk
	}
	return nil
}
