package play

import (
	"context"
	"crypto/sha256"
	_ "embed"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"html/template"
	"net/http"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/play/arcade"
	"hongyun/sandbox/play/fishery"
	"hongyun/sandbox/play/reels"
	"hongyun/sandbox/slots"
)

//go:embed replay.html
var replayText string

//go:embed replay.css
var replayStyle string

var replayTemplate = template.Must(template.New("replay").Parse(replayText))

// replayPolicy lets the page have its own style and nothing else.
var replayPolicy = func() string {
	sum := sha256.Sum256([]byte(replayStyle))
	return "default-src 'none'; style-src 'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
}()

// replayView is a finished round on its page.
type replayView struct {
	Style                     template.CSS
	Venue, Game, ID           string
	Placed, Settled           string
	Stake, Payout, Net, Word  string
	Tone                      string // won, lost or even
	Spins                     []spinShown
	Shots                     []shotShown
	Pot                       string
	Commitment, Client, Round string
}

type spinShown struct {
	Title string
	Falls []fallShown
	Won   string
}

type fallShown struct {
	Rows [][]cellShown
	Wins []string
}

type cellShown struct {
	Text, Kind string
	Won        bool
}

type shotShown struct {
	Number                    int
	Fish, Cost, Paid, Outcome string
}

// ShowRound serves the page of a finished round to the vendor's servers, which say
// who may see it.
func (p *Play) ShowRound(w http.ResponseWriter, r *http.Request, venue, id string) {
	v, err := p.replayed(r.Context(), venue, id)
	switch {
	case errors.Is(err, books.ErrNotFound):
		p.NoRound(w)
		return
	case err != nil:
		p.refuse(w, err, "")
		return
	}
	setHeaders(w, "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", replayPolicy)
	_ = replayTemplate.Execute(w, v) // a browser that left needs no answer
}

// NoRound says that an address shows no round, or does not any more.
func (p *Play) NoRound(w http.ResponseWriter) {
	setHeaders(w, "text/html; charset=utf-8")
	w.Header().Set("Content-Security-Policy", replayPolicy)
	w.WriteHeader(http.StatusNotFound)
	_ = replayTemplate.Execute(w, replayView{Style: template.CSS(replayStyle)})
}

// replayed reads a finished round; books.ErrNotFound where there is none.
func (p *Play) replayed(ctx context.Context, venue, id string) (v replayView, err error) {
	b, err := p.Books.Bet(ctx, venue, id)
	if err != nil {
		return v, err
	}
	if b.Status == books.BetOpen {
		return v, books.ErrNotFound
	}
	shop, game, _ := p.Game(venue, b.Game)
	v = replayView{
		Style: template.CSS(replayStyle), Venue: shop.Name, Game: game.Name, ID: b.ID, Placed: calendar.Stamp(b.PlacedAt), Settled: calendar.Stamp(b.SettledAt),
		Stake: b.Stake.String(), Payout: b.Payout.String(),
	}
	v.result(b)
	switch {
	case b.Detail == "": // a bet that was put by hand has no round behind it
	case game.Kind == arcade.KindSlot:
		err = v.slot(b, game)
	case game.Kind == arcade.KindFishing:
		err = p.fished(ctx, &v, b, game)
	}
	return v, err
}

func (v *replayView) result(b books.Bet) {
	net := b.Payout - b.Stake
	switch {
	case b.Status == books.BetVoid:
		v.Net, v.Word, v.Tone = "0.00", "已取消，本金退回", "even"
	case net > 0:
		v.Net, v.Word, v.Tone = "+"+net.String(), "赢", "won"
	case net < 0 && b.Payout > 0:
		v.Net, v.Word, v.Tone = net.String(), "派彩少于投注", "lost"
	case net < 0:
		v.Net, v.Word, v.Tone = net.String(), "未中奖", "lost"
	default:
		v.Net, v.Word, v.Tone = net.String(), "持平", "even"
	}
}

func (v *replayView) seeded(s arcade.SeedUsed) {
	v.Commitment, v.Client, v.Round = s.Commitment, s.Client, fmt.Sprint(s.Round)
}

// slot shows each turn of the reels, with the cells that paid.
func (v *replayView) slot(b books.Bet, g arcade.Game) error {
	var d reels.Detail
	if err := json.Unmarshal([]byte(b.Detail), &d); err != nil {
		return fmt.Errorf("read round %s: %w", b.ID, err)
	}
	v.seeded(d.Seed)
	if pot := b.Payout - money.Fen(d.Won); pot > 0 && b.Status == books.BetSettled {
		v.Pot = pot.String()
	}
	faces := facesOf(g)
	free := 0
	for _, s := range d.Result.Spins {
		shown := spinShown{Title: "旋转", Won: money.Fen(s.Win * d.Coin).String()}
		if s.Free {
			free++
			shown.Title = fmt.Sprintf("免费旋转 %d", free)
		}
		for _, f := range s.Falls {
			shown.Falls = append(shown.Falls, fallOf(f, d.Coin, faces))
		}
		v.Spins = append(v.Spins, shown)
	}
	return nil
}

func fallOf(f slots.Fall, coin int64, faces func(slots.Symbol) cellShown) fallShown {
	var shown fallShown
	if len(f.Grid) == 0 {
		return shown
	}
	rows := len(f.Grid[0])
	paid := map[int]bool{}
	for _, w := range f.Wins {
		for _, cell := range w.Cells {
			paid[cell] = true
		}
		where := ""
		if w.Line >= 0 {
			where = fmt.Sprintf(" · 第 %d 线", w.Line+1)
		}
		times := ""
		if f.Factor > 1 {
			times = fmt.Sprintf(" · %d 倍", f.Factor)
		}
		shown.Wins = append(shown.Wins, fmt.Sprintf("%s × %d%s%s  赢 %s", faces(w.Symbol).Text, w.Count, where, times, money.Fen(w.Coins*f.Factor*coin)))
	}
	for row := range rows {
		var line []cellShown
		for reel, column := range f.Grid {
			if row >= len(column) {
				continue
			}
			cell := faces(column[row])
			cell.Won = paid[reel*rows+row]
			line = append(line, cell)
		}
		shown.Rows = append(shown.Rows, line)
	}
	return shown
}

// fished shows each shot.
func (p *Play) fished(ctx context.Context, v *replayView, b books.Bet, g arcade.Game) error {
	d := fishery.VolleyOf(b)
	hall, err := p.ponds.HallOf(ctx, b.Venue, g)
	if err != nil {
		return err
	}
	names := map[string]string{}
	for _, f := range hall.Shoal() {
		names[f.Code] = f.Name
	}
	v.seeded(d.Seed)
	for i, s := range d.Shots {
		shown := shotShown{Number: i + 1, Fish: names[s.Kind], Cost: money.Fen(s.Cost).String(), Paid: money.Fen(s.Paid).String(), Outcome: "未捕获"}
		switch {
		case s.Gone:
			shown.Outcome = "目标已离开，不收费"
		case s.Paid > 0:
			shown.Outcome = fmt.Sprintf("捕获 %d 倍", s.Multiple)
		}
		if shown.Fish == "" {
			shown.Fish = "—"
		}
		v.Shots = append(v.Shots, shown)
	}
	return nil
}

// The pictures of a slot game in words: what the game's page draws, in its order.
var (
	families = map[string][]string{
		"sea": {"koi", "shell", "crab", "whale", "octopus", "ship", "turtle"}, "animal": {"tiger", "panda", "fox", "rabbit", "horse", "crane", "butterfly"},
		"myth": {"dragon", "phoenix", "cloud", "sword", "pagoda", "gourd", "moon"}, "jewel": {"gem", "jade", "crown", "ingot", "coin", "chest", "bell"},
		"garden":   {"lotus", "blossom", "bamboo", "butterfly", "peach", "crane", "teapot"},
		"festival": {"lantern", "drum", "firework", "mooncake", "fan", "bell", "coin"}, "space": {"rocket", "planet", "moon", "gem", "firework", "target", "pad"},
		"adventure": {"chest", "ship", "sword", "mountain", "pagoda", "crown", "gem"}, "classic": {"seven", "bell", "cherry", "coin", "gem", "crown", "dice"},
		"fortune": {"ingot", "coin", "gourd", "koi", "chest", "jade", "lantern"}, "food": {"bowl", "teapot", "mooncake", "peach", "cherry", "gourd", "lotus"},
		"opera": {"mask", "fan", "drum", "lantern", "crown", "sword", "bell"},
	}
	pictures = map[string]string{
		"koi": "锦鲤", "shell": "贝壳", "crab": "螃蟹", "whale": "鲸", "octopus": "章鱼", "ship": "船", "turtle": "龟", "tiger": "虎", "panda": "熊猫", "fox": "狐",
		"rabbit": "兔", "horse": "马", "crane": "鹤", "butterfly": "蝶", "dragon": "龙", "phoenix": "凤", "cloud": "云", "sword": "剑", "pagoda": "塔", "gourd": "葫芦",
		"moon": "月", "gem": "宝石", "jade": "玉", "crown": "冠", "ingot": "元宝", "coin": "铜钱", "chest": "宝箱", "bell": "铃", "lotus": "莲", "blossom": "梅",
		"bamboo": "竹", "peach": "桃", "teapot": "壶", "lantern": "灯笼", "drum": "鼓", "firework": "烟花", "mooncake": "月饼", "fan": "扇", "rocket": "火箭",
		"planet": "星球", "target": "靶", "pad": "手柄", "mountain": "山", "seven": "7", "cherry": "樱桃", "dice": "骰", "bowl": "碗", "mask": "脸谱",
	}
	characters = []string{"金", "木", "水", "火", "土", "福", "禄"}
)

const highSymbols = 5 // of a game that are pictures

// facesOf gives the symbols of a game as words.
func facesOf(g arcade.Game) func(slots.Symbol) cellShown {
	family := families[g.Theme]
	if family == nil {
		family = families["fortune"]
	}
	var others []string
	for _, motif := range family {
		if motif != g.Motif {
			others = append(others, motif)
		}
	}
	turn := g.Seed % max(len(others), 1)
	motifs := append(append([]string{g.Motif}, others[turn:]...), others[:turn]...)
	return func(s slots.Symbol) cellShown {
		switch place := int(s) - 2; {
		case s == slots.Wild:
			return cellShown{Text: "百搭", Kind: "wild"}
		case s == slots.Scatter:
			return cellShown{Text: "宝箱", Kind: "scatter"}
		case place < highSymbols && place < len(motifs):
			name := pictures[motifs[place]]
			if name == "" {
				name = "财"
			}
			return cellShown{Text: name, Kind: "high"}
		default:
			return cellShown{Text: characters[max(place-highSymbols, 0)%len(characters)], Kind: "low"}
		}
	}
}
