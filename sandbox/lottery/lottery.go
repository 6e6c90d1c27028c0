package lottery

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/fair"
)

// Family is how a lottery draws.
type Family string

// The families.
const (
	Digits Family = "digits"
	K3     Family = "k3"
	PK10   Family = "pk10"
	Eleven Family = "eleven"
	PC28   Family = "pc28"
	LHC    Family = "lhc"
)

// Lottery is one game of the hall.
type Lottery struct {
	Code   string
	Name   string
	Family Family
	Every  time.Duration // divides a day
	// ClosesBefore a draw no ticket is taken.
	ClosesBefore time.Duration
}

// Hall is the lotteries of a venue under one secret seed.
type Hall struct {
	seed fair.Seed
	list []Lottery
}

// NewHall opens lotteries.
func NewHall(seed fair.Seed, list []Lottery) *Hall { return &Hall{seed: seed, list: list} }

// All are the lotteries of every simulated venue. A venue has those whose codes
// are in its catalogue.
func All() []Lottery { return slices.Concat(Shipped(), ShippedTCG()) }

// ShippedTCG are the lotteries of TCG by the codes and names of the shipped
// catalogue.
func ShippedTCG() []Lottery {
	const minute = time.Minute
	return []Lottery{
		{"SSC", "时时彩", Digits, minute, 5 * time.Second},
		{"K3", "快三", K3, minute, 5 * time.Second},
		{"PK10", "赛车十强", PK10, 3 * minute, 10 * time.Second},
		{"LHC", "六合", LHC, 10 * minute, 30 * time.Second},
		{"11X5", "十一选五", Eleven, 5 * minute, 15 * time.Second},
		{"PC28", "二八幸运", PC28, 3 * minute, 10 * time.Second},
	}
}

// Shipped are the lotteries of VR by the codes and names of the shipped
// catalogue; a code is the number of its channel.
func Shipped() []Lottery {
	const minute = time.Minute
	return []Lottery{
		{"3", "一分赛车", PK10, minute, 5 * time.Second},
		{"13", "快乐骰", K3, minute, 5 * time.Second},
		{"2", "三分时彩", Digits, 3 * minute, 10 * time.Second},
		{"15", "金星时彩", Digits, 5 * minute, 15 * time.Second},
		{"24", "百川赛艇", PK10, 5 * minute, 15 * time.Second},
	}
}

// Lotteries lists the hall.
func (h *Hall) Lotteries() []Lottery { return h.list }

// Errors a player is told of.
var (
	ErrNoLottery = errors.New("lottery: no such lottery")
	ErrNoIssue   = errors.New("lottery: no such issue")
	ErrNoPick    = errors.New("lottery: no such pick")
)

// Lottery finds a game by its code.
func (h *Hall) Lottery(code string) (Lottery, error) {
	if i := slices.IndexFunc(h.list, func(l Lottery) bool { return l.Code == code }); i >= 0 {
		return h.list[i], nil
	}
	return Lottery{}, ErrNoLottery
}

// Issue is one draw. Number counts from 1 in each day of GMT+8.
type Issue struct {
	Lottery Lottery
	Day     time.Time // midnight in GMT+8
	Number  int
	seed    fair.Seed
}

// IssueAt is the issue for which tickets are sold, or whose draw is next.
func (h *Hall) IssueAt(l Lottery, now time.Time) Issue {
	local := now.In(calendar.Beijing)
	day := time.Date(local.Year(), local.Month(), local.Day(), 0, 0, 0, 0, calendar.Beijing)
	return h.issue(l, day, int(local.Sub(day)/l.Every)+1)
}

func (h *Hall) issue(l Lottery, day time.Time, number int) Issue {
	i := Issue{Lottery: l, Day: day, Number: number}
	i.seed = h.seed.Derive(i.ID())
	return i
}

// Next is the issue after this one; after the last of a day comes the first of
// the next.
func (h *Hall) Next(i Issue) Issue { return h.IssueAt(i.Lottery, i.DrawnAt()) }

// Latest lists the n newest drawn issues, the newest first.
func (h *Hall) Latest(l Lottery, now time.Time, n int) []Issue {
	list := make([]Issue, 0, n)
	for at := now.Add(-l.Every); len(list) < n; at = at.Add(-l.Every) {
		list = append(list, h.IssueAt(l, at))
	}
	return list
}

const issueDay = "20060102"

// ID names the issue: lottery, day and number, as 2-20261123-0042.
func (i Issue) ID() string {
	return fmt.Sprintf("%s-%s-%04d", i.Lottery.Code, i.Day.Format(issueDay), i.Number)
}

// Find gives an issue by its id.
func (h *Hall) Find(id string) (Issue, error) {
	parts := strings.Split(id, "-")
	if len(parts) != 3 {
		return Issue{}, ErrNoIssue
	}
	l, err := h.Lottery(parts[0])
	day, wrong := time.ParseInLocation(issueDay, parts[1], calendar.Beijing)
	number, odd := strconv.Atoi(parts[2])
	if err != nil || wrong != nil || odd != nil || number < 1 || number > int(24*time.Hour/l.Every) {
		return Issue{}, ErrNoIssue
	}
	i := h.issue(l, day, number)
	if i.ID() != id {
		return Issue{}, ErrNoIssue
	}
	return i, nil
}

// DrawnAt is when the result is drawn.
func (i Issue) DrawnAt() time.Time { return i.Day.Add(time.Duration(i.Number) * i.Lottery.Every) }

// ClosesAt is when the last ticket is sold.
func (i Issue) ClosesAt() time.Time { return i.DrawnAt().Add(-i.Lottery.ClosesBefore) }

// Commitment binds the draw while tickets are sold.
func (i Issue) Commitment() string { return i.seed.Commitment() }

// Reveal is the draw's seed, "" before the draw.
func (i Issue) Reveal(now time.Time) string {
	if now.Before(i.DrawnAt()) {
		return ""
	}
	return i.seed.String()
}

const (
	digits  = 5
	dice    = 3
	faces   = 6
	racers  = 10
	numbers = 10

	elevens    = 11
	elevenDraw = 5
	sumDigits  = 3
	sixes      = 49
	sixDraw    = 6 // and the special number after them
)

// Result is the draw: digits and numbers of 11 in their order, three dice in
// rising order, or the ten racers from first to last. For lhc it is six numbers
// of 49 in rising order with the special one last. The result ok is false
// before the draw.
func (i Issue) Result(now time.Time) (result []int, ok bool) {
	if now.Before(i.DrawnAt()) {
		return nil, false
	}
	return i.draw(), true
}

func (i Issue) draw() []int {
	d := i.seed.Draw("draw", 0)
	var result []int
	switch i.Lottery.Family {
	case Digits:
		for range digits {
			result = append(result, d.IntN(numbers))
		}
	case K3:
		for range dice {
			result = append(result, d.IntN(faces)+1)
		}
		slices.Sort(result)
	case PK10:
		for n := range racers {
			result = append(result, n+1)
		}
		d.Shuffle(racers, func(a, b int) { result[a], result[b] = result[b], result[a] })
	case Eleven:
		result = shuffled(d, elevens)[:elevenDraw]
	case PC28:
		for range sumDigits {
			result = append(result, d.IntN(numbers))
		}
	case LHC:
		result = shuffled(d, sixes)[:sixDraw+1]
		slices.Sort(result[:sixDraw])
	}
	return result
}

// shuffled are the numbers from 1 to n in an order that is drawn.
func shuffled(d *fair.Draw, n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i + 1
	}
	d.Shuffle(n, func(a, b int) { list[a], list[b] = list[b], list[a] })
	return list
}

// Payout is what a ticket brings, stake included, rounded down to a fen.
func (i Issue) Payout(pick string, stake money.Fen) (money.Fen, error) {
	p, err := i.Lottery.Family.Pick(pick)
	if err != nil {
		return 0, err
	}
	if !p.wins(i.draw()) {
		return 0, nil
	}
	return stake * money.Fen(p.Price) / PriceUnit, nil
}
