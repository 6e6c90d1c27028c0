package site

import (
	"bytes"
	"context"
	"crypto/sha256"
	_ "embed" // the page and its style
	"encoding/hex"
	"html/template"
	"log/slog"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/content"
	"hongyun/internal/door"
)

// PromotionPolicy is the policy of a promotion's page (trust CSP-1): it runs
// nothing, sends nothing, and has no origin of its own. Only its links open,
// outside, in pages that it does not hold.
const PromotionPolicy = "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'self'; " +
	"sandbox allow-popups allow-popups-to-escape-sandbox"

// FramedPromotionPolicy is the policy of the same page inside a frame. The page
// keeps the origin of the site, so that the page around it can read its height
// (H-491). It still runs no script, which makes the origin harmless.
const FramedPromotionPolicy = PromotionPolicy + " allow-same-origin"

// The page and its style. They are plain HTML and CSS: the page is shown in a
// frame that runs nothing, and by itself wherever its address is passed on.
var (
	//go:embed promotion/page.html
	promotionHTML string
	//go:embed promotion/style.css
	promotionCSS []byte

	promotionPage = template.Must(template.New("promotion").Parse(promotionHTML))
)

// PromotionsConfig holds the dependencies of the promotions' pages.
type PromotionsConfig struct {
	Content  *content.Content
	Clock    calendar.Clock
	Log      *slog.Logger
	SiteName string
	// Brand, where set, gives the name and the style sheet of the accent that hold now, instead of SiteName.
	Brand func() (name, style string)
	Demo  bool // play money only, said on every page (D-19)
	// Waits is the name of a kind of venue while no venue of it has opened yet,
	// and nothing for every other kind.
	Waits func(ctx context.Context, kind string) (string, error)
	// Running are the promotions that can be taken part in today, by id. A page
	// of one that is not says so.
	Running func(ctx context.Context) (map[int64]bool, error)
	// Conditions are the sentences of each promotion's rule about turnover, by
	// page, made from its figures. Nil: the pages say nothing about it.
	Conditions func(ctx context.Context) (map[int64][]string, error)
}

// Promotions serves the details of promotions (PROMO-01, PROMO-02): GET
// /promotion/{id}, and /promotion.css.
type Promotions struct {
	PromotionsConfig
	memory memory[map[int64]*shownPromotion] // all of them: asking for one that is not there costs no read
}

// NewPromotions makes the pages of promotions.
func NewPromotions(c PromotionsConfig) *Promotions {
	p := &Promotions{PromotionsConfig: c}
	p.memory.read, p.memory.clock, p.memory.log = p.read, c.Clock, c.Log
	return p
}

// promotionView is the page's data.
type promotionView struct {
	SiteName, Style string
	Demo, Framed    bool
	Dress           string // classes of the body
	Title           string
	Hint            string // what the visitor may do, where there is no promotion
	Promotion       *shownPromotion
}

type shownPromotion struct {
	Name, Picture, Days, Remark, Waits string
	Ended, Running                     bool
	Text                               template.HTML
	Conditions                         []string
	window                             content.Window
}

// Serves reports whether a path belongs to these pages.
func (p *Promotions) Serves(path string) bool {
	return path == "/promotion.css" || strings.HasPrefix(path, "/promotion/")
}

// ServeHTTP serves a page, or the style of all of them.
func (p *Promotions) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Method != http.MethodGet && r.Method != http.MethodHead {
		w.Header().Set("Allow", "GET, HEAD")
		http.Error(w, "method not allowed", http.StatusMethodNotAllowed)
		return
	}
	v := door.VisitOf(r.Context())
	h := w.Header()
	h.Set("Content-Security-Policy", PromotionPolicy)
	// Browsers refuse a sandboxed page that also asks for its own window group.
	// Without an origin, the page has nothing to keep there.
	h.Set("Cross-Origin-Opener-Policy", "unsafe-none")
	if r.URL.Path == "/promotion.css" {
		v.Route = "/promotion.css"
		h.Set("Content-Type", "text/css; charset=utf-8")
		h.Set("Cache-Control", "public, max-age=3600")
		_, css := p.brand()
		send(w, r, http.StatusOK, css)
		return
	}
	v.Route = "/promotion/{id}"
	h.Set("Content-Type", "text/html; charset=utf-8")
	// The page depends on whether it is framed.
	h.Add("Vary", "Sec-Fetch-Dest")
	if framed(r) {
		h.Set("Content-Security-Policy", FramedPromotionPolicy)
	}
	p.page(w, r)
}

// framed reports whether a browser asks for the page of a frame.
func framed(r *http.Request) bool {
	dest := r.Header.Get("Sec-Fetch-Dest")
	return dest == "iframe" || dest == "frame"
}

// promotionID is the end of a promotion's address.
var promotionID = regexp.MustCompile(`^/promotion/([1-9][0-9]{0,15})$`)

func (p *Promotions) page(w http.ResponseWriter, r *http.Request) {
	view := p.view(r)
	var err error
	if found := promotionID.FindStringSubmatch(r.URL.Path); found != nil {
		id, _ := strconv.ParseInt(found[1], 10, 64) // 16 digits at the most
		view.Promotion, err = p.shown(r.Context(), id)
	}
	status := http.StatusOK
	switch {
	case err != nil:
		status, view.Title, view.Hint = http.StatusServiceUnavailable, "活动暂时打不开", "请稍后再试。"
	case view.Promotion == nil:
		status, view.Title, view.Hint = http.StatusNotFound, "没有找到这个活动", "它可能已经结束，看看其他优惠吧。"
	default:
		view.Title = view.Promotion.Name
	}
	// The browser asks each time; otherwise a withdrawn page would live on there.
	// The answer to an unchanged copy is short, and comes from memory.
	w.Header().Set("Cache-Control", "no-cache")
	var text bytes.Buffer
	if err := promotionPage.Execute(&text, view); err != nil {
		p.Log.ErrorContext(r.Context(), "promotion not written", "err", err)
		http.Error(w, "活动暂时打不开", http.StatusInternalServerError)
		return
	}
	send(w, r, status, text.Bytes())
}

// brand is the name of the site and the style sheet of the pages.
func (p *Promotions) brand() (name string, css []byte) {
	if p.Brand == nil {
		return p.SiteName, promotionCSS
	}
	name, style := p.Brand()
	if style == "" {
		return name, promotionCSS
	}
	return name, append(bytes.Clone(promotionCSS), style...)
}

// begin is what every view holds.
func (p *Promotions) begin() promotionView {
	name, css := p.brand()
	return promotionView{SiteName: name, Style: strings.Trim(tag(css), `"`), Demo: p.Demo}
}

func (p *Promotions) view(r *http.Request) promotionView {
	view := p.begin()
	if framed(r) {
		view.Framed, view.Dress = true, "framed"
	}
	if r.URL.Query().Get("form") == "h5" {
		view.Dress = strings.TrimSpace(view.Dress + " h5")
	}
	return view
}

// shown is a promotion that players may read now, or nil. Its window is
// looked at here too: it closes on time, whatever becomes of the next read.
func (p *Promotions) shown(ctx context.Context, id int64) (*shownPromotion, error) {
	all, err := p.memory.get(ctx)
	if shown := all[id]; shown != nil && shown.window.Has(p.Clock.Now()) {
		return shown, nil
	}
	return nil, err
}

// read reads all promotions that players may read now.
func (p *Promotions) read(ctx context.Context) (map[int64]*shownPromotion, error) {
	pages, err := p.Content.PromotionPages(ctx)
	if err != nil {
		return nil, err
	}
	running, err := p.Running(ctx)
	if err != nil {
		return nil, err
	}
	conditions, err := p.conditions(ctx)
	if err != nil {
		return nil, err
	}
	names := map[string]string{} // of kinds: one question for each
	waits := func(ctx context.Context, kind string) (string, error) {
		name, asked := names[kind]
		if asked {
			return name, nil
		}
		name, err := p.Waits(ctx, kind)
		names[kind] = name
		return name, err
	}
	all := make(map[int64]*shownPromotion, len(pages))
	for _, page := range pages {
		shown, err := p.told(ctx, page.Promotion, page.HTML, waits)
		if err != nil {
			return nil, err
		}
		shown.Running, shown.Conditions = running[page.ID], conditions[page.ID]
		all[page.ID] = shown
	}
	return all, nil
}

func (p *Promotions) conditions(ctx context.Context) (map[int64][]string, error) {
	if p.Conditions == nil {
		return nil, nil
	}
	return p.Conditions(ctx)
}

// told is a promotion with its text, which must be clean. A block's text has
// passed the sanitiser on its way in and on its way out.
func (p *Promotions) told(
	ctx context.Context, promotion content.Promotion, clean string, waits func(context.Context, string) (string, error),
) (*shownPromotion, error) {
	shown := &shownPromotion{
		Name: promotion.Name, Picture: promotion.Picture, Days: days(promotion.Starts, promotion.Ends), Text: template.HTML(withWideTables(clean)),
		window: promotion.Window,
	}
	today := calendar.DayOf(p.Clock.Now())
	switch {
	case !promotion.Ends.IsZero() && calendar.DayOf(promotion.Ends) < today:
		shown.Ended = true
	case !promotion.Starts.IsZero() && calendar.DayOf(promotion.Starts) > today:
		shown.Remark = calendar.DayOf(promotion.Starts).String() + " 开始"
	}
	if promotion.Needs != "" && !shown.Ended {
		var err error
		if shown.Waits, err = waits(ctx, promotion.Needs); err != nil {
			return nil, err
		}
	}
	return shown, nil
}

// wideTables put each table into a box that scrolls to the side. The sanitiser
// writes both marks without attributes, so no other form of them is there.
var wideTables = strings.NewReplacer(
	"<table>", `<div class="wide" role="group" aria-label="表格，可左右滑动" tabindex="0"><table>`, "</table>", "</table></div>",
)

func withWideTables(clean string) string { return wideTables.Replace(clean) }

// Preview is the page of an unpublished promotion, without the link back to the
// site, in a frame of the back office. The text is cleaned first.
func (p *Promotions) Preview(ctx context.Context, promotion content.Promotion, html string, h5 bool) (string, error) {
	shown, err := p.told(ctx, promotion, content.Sanitise(html), p.Waits)
	if err != nil {
		return "", err
	}
	running, err := p.Running(ctx)
	if err != nil {
		return "", err
	}
	conditions, err := p.conditions(ctx)
	if err != nil {
		return "", err
	}
	shown.Running, shown.Conditions = running[promotion.ID], conditions[promotion.ID]
	view := p.begin()
	view.Framed, view.Title, view.Promotion = true, promotion.Name, shown
	if h5 {
		view.Dress = "h5"
	}
	var text bytes.Buffer
	err = promotionPage.Execute(&text, view)
	return text.String(), err
}

// days are the first and the last day of a promotion, as far as they are known.
func days(starts, ends time.Time) string {
	switch {
	case starts.IsZero() && ends.IsZero():
		return "长期有效"
	case ends.IsZero():
		return calendar.DayOf(starts).String() + " 起"
	case starts.IsZero():
		return calendar.DayOf(ends).String() + " 止"
	}
	return calendar.DayOf(starts).String() + " 至 " + calendar.DayOf(ends).String()
}

// send writes a whole answer under its tag, or says that the visitor has it.
func send(w http.ResponseWriter, r *http.Request, status int, text []byte) {
	w.Header().Set("ETag", tag(text))
	if status == http.StatusOK && strings.Contains(r.Header.Get("If-None-Match"), w.Header().Get("ETag")) {
		w.Header().Del("Content-Type")
		w.WriteHeader(http.StatusNotModified)
		return
	}
	w.Header().Set("Content-Length", strconv.Itoa(len(text)))
	w.WriteHeader(status)
	if r.Method != http.MethodHead {
		_, _ = w.Write(text)
	}
}

func tag(text []byte) string {
	sum := sha256.Sum256(text)
	return `"` + hex.EncodeToString(sum[:8]) + `"`
}
