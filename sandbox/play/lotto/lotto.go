package lotto

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/lottery"
	"hongyun/sandbox/play/arcade"
)

const (
	minTicket = money.Yuan
	maxTicket = 5_000 * money.Yuan
	MaxPrize  = 100_000 * money.Yuan // of one ticket
	// One request may hold so many lines, issues, and tickets in all.
	maxLines   = 30
	MaxIssues  = 50
	maxTickets = 200
	// ShownDraws is how many draws the page's trends are counted from.
	ShownDraws  = 100
	shownBets   = 100
	maxMultiple = 2_500
)

// TicketUnits are the units that a stake may be a multiple of.
var TicketUnits = []money.Fen{2 * money.Yuan, money.Yuan, money.Yuan / 10}

// Errors of the lotteries that a player is told of.
var (
	ErrIssue  = arcade.Refusal{Status: http.StatusConflict, Sentence: "本期已停止投注"}
	ErrPick   = arcade.Refusal{Status: http.StatusConflict, Sentence: "没有这个投注项"}
	ErrTicket = arcade.Refusal{Status: http.StatusConflict, Sentence: "单注金额不在限额之内"}
)

// Ticket is what was picked with a bet on a draw. A bet keeps it whole, so that
// its record stays as it was when names and prices change.
type Ticket struct {
	Issue    string    `json:"issue"`
	Play     string    `json:"play"`
	Position string    `json:"position"`
	Number   string    `json:"number"`
	Odds     string    `json:"odds"`
	Unit     money.Fen `json:"unit"`
	Multiple int       `json:"multiple"`
	Result   string    `json:"result"` // "" before the draw
}

// TicketOf reads what was picked; a bet that was put by hand picked nothing.
func TicketOf(b books.Bet) Ticket { return slipOf(b).Ticket }

// slip is a ticket as a bet keeps it.
type slip struct {
	Ticket
	Pick  string `json:"pick"`
	Chase *chase `json:"chase,omitempty"`
}

// chase says of a ticket that it is one of an order over several issues. With
// Stop the order ends with the first issue in which one of its picks wins: the
// tickets of later issues are void.
type chase struct {
	Order string   `json:"order"`
	First string   `json:"first"` // issue
	Stop  bool     `json:"stop"`
	Picks []string `json:"picks"`
}

func slipOf(b books.Bet) slip {
	var s slip
	if json.Unmarshal([]byte(b.Detail), &s) != nil || s.Issue == "" {
		return slip{Ticket: Ticket{Odds: b.Odds, Unit: b.Stake, Multiple: 1}}
	}
	return s
}

// Shop sells the tickets of the lotteries.
type Shop struct{ *arcade.Arcade }

// DrawsOf are the draws of a venue; a guest plays at the real ones.
func (p *Shop) DrawsOf(ctx context.Context, venue string) (*lottery.Hall, error) {
	seed, err := p.Books.VenueSeed(ctx, arcade.RealVenue(venue))
	return lottery.NewHall(seed, lottery.All()), err
}

// LotteryOf finds a lottery that the venue has.
func (p *Shop) LotteryOf(h *lottery.Hall, venue, code string) (lottery.Lottery, error) {
	_, g, ok := p.Game(venue, code)
	l, err := h.Lottery(code)
	if !ok || g.Kind != arcade.KindLottery || err != nil {
		return l, arcade.ErrGame
	}
	return l, nil
}

// DrawView is one draw that is over.
type DrawView struct {
	Issue      string `json:"issue"`
	DrawnAt    int64  `json:"drawnAt"`
	Result     []int  `json:"result"`
	Commitment string `json:"commitment"`
	Seed       string `json:"seed"`
}

func viewDraws(h *lottery.Hall, l lottery.Lottery, now time.Time, n int) []DrawView {
	list := []DrawView{}
	for _, i := range h.Latest(l, now, n) {
		result, _ := i.Result(now) // it is drawn
		list = append(list, DrawView{i.ID(), i.DrawnAt().UnixMilli(), result, i.Commitment(), i.Reveal(now)})
	}
	return list
}

// LotteryView is a lottery as the hall shows it: the issue that is next and the
// last draw.
type LotteryView struct {
	Code     string         `json:"code"`
	Name     string         `json:"name"`
	Family   lottery.Family `json:"family"`
	Seconds  int            `json:"seconds"` // from draw to draw
	Issue    string         `json:"issue"`
	ClosesAt int64          `json:"closesAt"`
	DrawnAt  int64          `json:"drawnAt"`
	Last     DrawView       `json:"last"`
	// While a crowd plays: how many tickets everybody has in the issue, how many
	// won in the last draw, and the greatest prize of it.
	Sold int    `json:"sold,omitempty"`
	Won  int    `json:"won,omitempty"`
	Best string `json:"best,omitempty"`
}

func viewLottery(h *lottery.Hall, l lottery.Lottery, now time.Time, counts map[string]ticketCount) LotteryView {
	i := h.IssueAt(l, now)
	v := LotteryView{
		Code: l.Code, Name: l.Name, Family: l.Family, Seconds: int(l.Every.Seconds()), Issue: i.ID(),
		ClosesAt: i.ClosesAt().UnixMilli(), DrawnAt: i.DrawnAt().UnixMilli(), Last: viewDraws(h, l, now, 1)[0],
	}
	v.Sold = counts[v.Issue].sold
	if last := counts[v.Last.Issue]; last.won > 0 {
		v.Won, v.Best = last.won, last.best.String()
	}
	return v
}

// Lotteries is the hall: every lottery of the venue.
func (p *Shop) Lotteries(ctx context.Context, s books.Session, _ *http.Request) (any, error) {
	h, err := p.DrawsOf(ctx, s.Venue)
	if err != nil {
		return nil, err
	}
	account, err := p.Books.Account(ctx, s.Venue, s.Player)
	if err != nil {
		return nil, err
	}
	now := p.Clock.Now()
	counts, err := p.ticketCounts(ctx, s.Venue, now)
	if err != nil {
		return nil, err
	}
	list := []LotteryView{}
	for _, l := range h.Lotteries() {
		if _, err := p.LotteryOf(h, s.Venue, l.Code); err == nil {
			list = append(list, viewLottery(h, l, now, counts))
		}
	}
	return map[string]any{"now": now.UnixMilli(), "balance": account.Balance.String(), "lotteries": list, "lively": p.Crowd()}, nil
}

// TicketView is a bet on a draw as the page shows it.
type TicketView struct {
	ID   string `json:"id"`
	At   string `json:"at"`
	Game string `json:"game"`
	slip
	Stake  string          `json:"stake"`
	Payout string          `json:"payout"`
	Status books.BetStatus `json:"status"`
}

func viewTicket(b books.Bet) TicketView {
	return TicketView{
		ID: b.ID, At: calendar.Stamp(b.PlacedAt), Game: b.Game, slip: slipOf(b), Stake: b.Stake.String(), Payout: b.Payout.String(), Status: b.Status,
	}
}

// Draw is one lottery with its picks, its draws and the tickets of the player.
func (p *Shop) Draw(ctx context.Context, s books.Session, r *http.Request) (any, error) {
	h, err := p.DrawsOf(ctx, s.Venue)
	if err != nil {
		return nil, err
	}
	l, err := p.LotteryOf(h, s.Venue, r.URL.Query().Get("code"))
	if err != nil {
		return nil, err
	}
	account, err := p.Books.Account(ctx, s.Venue, s.Player)
	if err != nil {
		return nil, err
	}
	bets, err := p.Books.LatestBets(ctx, s.Venue, s.Player, shownBets)
	if err != nil {
		return nil, err
	}
	tickets := []TicketView{}
	for _, b := range bets {
		if b.Game == l.Code {
			tickets = append(tickets, viewTicket(b))
		}
	}
	now := p.Clock.Now()
	counts, err := p.ticketCounts(ctx, s.Venue, now)
	if err != nil {
		return nil, err
	}
	return map[string]any{
		"now": now.UnixMilli(), "balance": account.Balance.String(), "lottery": viewLottery(h, l, now, counts), "lively": p.Crowd(), "commitment": h.IssueAt(l, now).Commitment(),
		"picks": l.Family.Picks(), "units": TicketUnits, "min": minTicket.String(), "max": maxTicket.String(), "maxPrize": MaxPrize.String(),
		"maxLines": maxLines, "maxIssues": MaxIssues, "maxTickets": maxTickets,
		"draws": viewDraws(h, l, now, ShownDraws), "tickets": tickets,
	}, nil
}

// TicketAsk is the body of POST lottery/bet: lines on an issue. With Times the
// lines are bought for as many issues, beginning with this one. Each has the
// line's multiple times that of the issue.
type TicketAsk struct {
	ID    string    `json:"id"`
	Issue string    `json:"issue"`
	Unit  money.Fen `json:"unit"`
	Lines []Line    `json:"lines"`
	Times []int     `json:"times"`
	Stop  bool      `json:"stop"`
}

// Line is a pick and how many units are put on it.
type Line struct {
	Pick     string `json:"pick"`
	Multiple int    `json:"multiple"`
}

func (a TicketAsk) check() error {
	wrong := func(n int) bool { return n < 1 || n > maxMultiple }
	if !arcade.IDShape.MatchString(a.ID) || !slices.Contains(TicketUnits, a.Unit) || len(a.Lines) == 0 || len(a.Lines) > maxLines ||
		len(a.Times) > MaxIssues || len(a.Lines)*max(len(a.Times), 1) > maxTickets || slices.ContainsFunc(a.Times, wrong) {
		return arcade.ErrRequest
	}
	for _, line := range a.Lines {
		if wrong(line.Multiple) {
			return ErrTicket
		}
	}
	return nil
}

// Buy takes tickets of the issue that is sold now, and of those after it.
func (p *Shop) Buy(ctx context.Context, s books.Session, r *http.Request) (any, error) {
	var ask TicketAsk
	if err := arcade.Read(r, &ask); err != nil {
		return nil, err
	}
	return p.PlayTickets(ctx, s, ask)
}

func (p *Shop) PlayTickets(ctx context.Context, s books.Session, ask TicketAsk) (any, error) {
	if err := ask.check(); err != nil {
		return nil, err
	}
	h, err := p.DrawsOf(ctx, s.Venue)
	if err != nil {
		return nil, err
	}
	issue, err := h.Find(ask.Issue)
	if err != nil {
		return nil, arcade.ErrRequest
	}
	if _, err := p.LotteryOf(h, s.Venue, issue.Lottery.Code); err != nil {
		return nil, err
	}
	puts, err := ask.tickets(h, issue)
	if err != nil {
		return nil, err
	}
	now := p.Clock.Now()
	open := h.IssueAt(issue.Lottery, now).ID() == issue.ID() && now.Before(issue.ClosesAt())
	kept, after, err := p.Place(ctx, s, ask.ID, puts, open)
	if errors.Is(err, arcade.ErrClosed) {
		err = ErrIssue
	}
	if err != nil {
		return nil, err
	}
	tickets := []TicketView{}
	for _, b := range kept {
		tickets = append(tickets, viewTicket(b))
	}
	return map[string]any{"balance": after.String(), "tickets": tickets}, nil
}

// tickets are the lines of a request for each of its issues.
func (a TicketAsk) tickets(h *lottery.Hall, issue lottery.Issue) ([]arcade.Put, error) {
	times := a.Times
	var order *chase
	if len(times) > 1 {
		order = &chase{Order: a.ID, First: issue.ID(), Stop: a.Stop}
		for _, line := range a.Lines {
			order.Picks = append(order.Picks, line.Pick)
		}
	} else if len(times) == 0 {
		times = []int{1}
	}
	var puts []arcade.Put
	for _, factor := range times {
		for _, line := range a.Lines {
			pick, err := issue.Lottery.Family.Pick(line.Pick)
			if err != nil {
				return nil, ErrPick
			}
			multiple := line.Multiple * factor
			stake := a.Unit * money.Fen(multiple)
			if stake < minTicket || stake > maxTicket || stake*money.Fen(pick.Price)/lottery.PriceUnit > MaxPrize {
				return nil, ErrTicket
			}
			detail, err := json.Marshal(slip{Ticket: Ticket{
				Issue: issue.ID(), Play: pick.Play, Position: pick.Of, Number: pick.Name,
				Odds: fmt.Sprintf("%d.%02d", pick.Price/lottery.PriceUnit, pick.Price%lottery.PriceUnit/10), Unit: a.Unit, Multiple: multiple,
			}, Pick: pick.Key, Chase: order})
			if err != nil {
				return nil, err
			}
			puts = append(puts, arcade.Put{Game: issue.Lottery.Code, Stake: stake, Detail: string(detail)})
		}
		issue = h.Next(issue)
	}
	return puts, nil
}

func (p *Shop) Settler(ctx context.Context, venue string) (arcade.Settler, error) {
	h, err := p.DrawsOf(ctx, venue)
	return func(b books.Bet, now time.Time) (arcade.Settled, bool, error) { return settleTicket(h, b, now) }, err
}

// settleTicket says what a ticket came to; done is false before its draw, and
// before the draw that ends its chase order.
func settleTicket(h *lottery.Hall, b books.Bet, now time.Time) (v arcade.Settled, done bool, err error) {
	s := slipOf(b)
	issue, err := h.Find(s.Issue)
	if err != nil { // put by hand: its company settles it
		return v, false, nil
	}
	ended, err := s.Chase.endedBefore(h, issue, now)
	if err != nil {
		return v, false, err
	}
	if !ended.IsZero() {
		return arcade.Settled{Void: true, At: ended}, true, nil
	}
	result, drawn := issue.Result(now)
	if !drawn {
		return v, false, nil
	}
	v = arcade.Settled{Valid: b.Stake, At: issue.DrawnAt()}
	if v.Payout, err = issue.Payout(s.Pick, b.Stake); err != nil {
		return v, false, err
	}
	s.Result = NumbersOf(result)
	detail, err := json.Marshal(s)
	v.Detail = string(detail)
	return v, true, err
}

// endedBefore is when the order won in an issue before this one; zero when it
// did not, or has not yet. It is the same at whatever time it is asked, so a
// late settlement decides as one in time.
func (c *chase) endedBefore(h *lottery.Hall, issue lottery.Issue, now time.Time) (time.Time, error) {
	if c == nil || !c.Stop {
		return time.Time{}, nil
	}
	at, err := h.Find(c.First)
	for ; err == nil && at.DrawnAt().Before(issue.DrawnAt()) && !now.Before(at.DrawnAt()); at = h.Next(at) {
		for _, pick := range c.Picks {
			won, err := at.Payout(pick, minTicket)
			if err != nil || won > 0 {
				return at.DrawnAt(), err
			}
		}
	}
	return time.Time{}, err
}

// NumbersOf writes a result as its record shows it: 1,2,3.
func NumbersOf(result []int) string {
	text := ""
	for i, n := range result {
		if i > 0 {
			text += ","
		}
		text += fmt.Sprint(n)
	}
	return text
}

// ticketCount is how many tickets an issue has, and what they won.
type ticketCount struct {
	sold, won int
	best      money.Fen
}

// ticketCounts counts everybody's tickets of the issues under way and the ones
// before them. There are none while no crowd plays.
func (p *Shop) ticketCounts(ctx context.Context, venue string, now time.Time) (map[string]ticketCount, error) {
	p.Look(ctx, venue, arcade.KindLottery, now)
	if !p.Crowd() {
		return nil, nil
	}
	longest := slices.MaxFunc(lottery.All(), func(a, b lottery.Lottery) int { return int(a.Every - b.Every) }).Every
	counts := map[string]ticketCount{}
	for _, of := range arcade.WithCrowd(venue) {
		bets, err := p.Books.PlacedBetween(ctx, of, now.Add(-2*longest).UnixMilli(), now.UnixMilli())
		if err != nil {
			return nil, err
		}
		for _, b := range bets {
			issue := slipOf(b).Issue
			if issue == "" || b.Status == books.BetVoid {
				continue
			}
			count := counts[issue]
			count.sold++
			if b.Payout > 0 {
				count.won++
				count.best = max(count.best, b.Payout)
			}
			counts[issue] = count
		}
	}
	return counts, nil
}

// Deal bets on big and small of the first play of a draw that has them.
func (p *Shop) Deal(ctx context.Context, bet books.Bet, at time.Time, back int) (arcade.Dealt, error) {
	h, err := p.DrawsOf(ctx, bet.Venue)
	if err != nil {
		return arcade.Dealt{}, err
	}
	l, err := h.Lottery(bet.Game)
	if err != nil {
		return arcade.Dealt{}, arcade.ErrNoRounds // a lobby
	}
	issue := h.Latest(l, at, back+1)[back]
	picks := l.Family.Picks()
	big := picks[slices.IndexFunc(picks, func(p lottery.Pick) bool { return p.Name == "大" })]
	small := picks[slices.IndexFunc(picks, func(p lottery.Pick) bool { return p.Name == "小" && p.Play == big.Play && p.Of == big.Of })]
	out := arcade.Dealt{Opposed: true}
	for i, pick := range []lottery.Pick{big, small} {
		detail, err := json.Marshal(slip{Pick: pick.Key, Ticket: Ticket{
			Issue: issue.ID(), Play: pick.Play, Position: pick.Of, Number: pick.Name, Odds: "1.94", Unit: money.Yuan, Multiple: int(arcade.DealtStakes[i] / money.Yuan),
		}})
		if err != nil {
			return out, err
		}
		one := bet
		one.ID, one.Stake, one.PlacedAt, one.Detail = arcade.DealtID(), arcade.DealtStakes[i], issue.ClosesAt(), string(detail)
		v, _, err := settleTicket(h, one, at)
		if err != nil {
			return out, err
		}
		out.Bets = append(out.Bets, v.Apply(one, at))
	}
	result, _ := issue.Result(at) // it is drawn
	out.Facts = []string{NumbersOf(result)}
	return out, nil
}
