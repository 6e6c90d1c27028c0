package play

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"io/fs"
	"net/http"
	"net/url"
	"time"

	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/play/arcade"
	"hongyun/sandbox/play/cardroom"
	"hongyun/sandbox/play/dealer"
	"hongyun/sandbox/play/fishery"
	"hongyun/sandbox/play/lotto"
	"hongyun/sandbox/play/reels"
	"hongyun/sandbox/play/sportsbook"
)

// Play serves the games.
type Play struct {
	*arcade.Arcade
	machines *reels.Machines
	tables   *dealer.Tables
	boards   *cardroom.Room
	ponds    *fishery.Fishery
	shop     *lotto.Shop
	book     *sportsbook.Bookmaker
	// settlers are the engines whose bets are decided later, by the kind of game.
	settlers map[arcade.Kind]func(ctx context.Context, venue string) (arcade.Settler, error)
	crowd    crowd
}

// New makes the server of the games.
func New(c arcade.Config) *Play {
	a := &arcade.Arcade{Config: c}
	p := &Play{
		Arcade: a, machines: &reels.Machines{Arcade: a}, tables: &dealer.Tables{Arcade: a}, boards: &cardroom.Room{Arcade: a}, ponds: &fishery.Fishery{Arcade: a},
		shop: &lotto.Shop{Arcade: a}, book: &sportsbook.Bookmaker{Arcade: a},
	}
	p.settlers = map[arcade.Kind]func(ctx context.Context, venue string) (arcade.Settler, error){
		arcade.KindLive: p.tables.Settler, arcade.KindLottery: p.shop.Settler, arcade.KindSports: p.book.Settler,
		arcade.KindEsports: p.book.Settler, arcade.KindBoard: p.boards.Settler,
	}
	return p
}

const (
	sessionFor = 12 * time.Hour
	guestChips = 10_000 * money.Yuan
)

// Handler serves everything under /play/.
func (p *Play) Handler() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /play/enter", p.enter)
	mux.HandleFunc("GET /play/fun/{venue}/{game}", p.guest)
	mux.HandleFunc("GET /play/s/{token}/{$}", p.page)
	mux.HandleFunc("GET /play/s/{token}/state", p.api(p.machines.State))
	mux.HandleFunc("POST /play/s/{token}/spin", p.api(p.machines.Spin))
	mux.HandleFunc("GET /play/s/{token}/slot/room", p.api(func(ctx context.Context, s books.Session, r *http.Request) (any, error) {
		return p.machines.SlotRoom(ctx, s, r.URL.Query().Get("game"))
	}))
	mux.HandleFunc("POST /play/s/{token}/seed", p.api(p.machines.Reseed))
	mux.HandleFunc("GET /play/s/{token}/live/floor", p.api(p.tables.Floor))
	mux.HandleFunc("GET /play/s/{token}/live/table", p.api(p.tables.Seat))
	mux.HandleFunc("POST /play/s/{token}/live/bet", p.api(p.tables.PutOnTable))
	mux.HandleFunc("GET /play/s/{token}/board/floor", p.api(p.boards.Floor))
	mux.HandleFunc("GET /play/s/{token}/board/table", p.api(p.boards.Table))
	mux.HandleFunc("POST /play/s/{token}/board/act", p.api(p.boards.Act))
	mux.HandleFunc("GET /play/s/{token}/fish/halls", p.api(p.ponds.Halls))
	mux.HandleFunc("GET /play/s/{token}/fish/room", p.api(p.ponds.Room))
	mux.HandleFunc("GET /play/s/{token}/fish/records", p.api(p.ponds.Records))
	mux.HandleFunc("POST /play/s/{token}/fish/shots", p.api(p.ponds.Shoot))
	mux.HandleFunc("GET /play/s/{token}/lottery/hall", p.api(p.shop.Lotteries))
	mux.HandleFunc("GET /play/s/{token}/lottery/draw", p.api(p.shop.Draw))
	mux.HandleFunc("POST /play/s/{token}/lottery/bet", p.api(p.shop.Buy))
	mux.HandleFunc("GET /play/s/{token}/sports/matches", p.api(p.book.Matches))
	mux.HandleFunc("GET /play/s/{token}/sports/match", p.api(p.book.Match))
	mux.HandleFunc("GET /play/s/{token}/sports/bets", p.api(p.book.Slips))
	mux.HandleFunc("POST /play/s/{token}/sports/quotes", p.api(p.book.Quotes))
	mux.HandleFunc("POST /play/s/{token}/sports/bet", p.api(p.book.PutSlip))
	mux.HandleFunc("POST /play/s/{token}/sports/sell", p.api(p.book.Sell))
	if p.Pages != nil {
		mux.Handle("GET /play/assets/", http.StripPrefix("/play/", http.FileServerFS(p.Pages)))
	}
	return mux
}

// AtTable tells whether a player takes part in a board round that is not settled.
func (p *Play) AtTable(ctx context.Context, venue, player string) (bool, error) {
	return p.boards.AtTable(ctx, venue, player)
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
	if err := p.Books.Guest(r.Context(), arcade.GuestVenue+venue, "guest"+rand.Text()[:12], guestChips, session, now); err != nil {
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

type call func(ctx context.Context, s books.Session, r *http.Request) (any, error)

// api wraps a call of the page: session in front, JSON behind.
func (p *Play) api(do call) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		// Work that a request began ends, even when the browser leaves.
		ctx := context.WithoutCancel(r.Context())
		s, err := p.Books.Playing(ctx, r.PathValue("token"), p.Clock.Now())
		var body any
		if err == nil && r.Header.Get(arcade.SimulatedHeader) != "" {
			ctx = p.PlaysItself(ctx, s)
		}
		if err == nil {
			body, err = do(ctx, s, r)
		} else if errors.Is(err, books.ErrNotFound) {
			err = arcade.ErrSession
		}
		status := http.StatusOK
		if known, ok := errors.AsType[arcade.Refusal](err); ok {
			fields := map[string]any{"error": known.Sentence}
			if more, ok := errors.AsType[arcade.Explained](err); ok {
				fields[more.Field] = more.Value
			}
			status, body = known.Status, fields
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
