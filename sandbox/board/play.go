package board

import (
	"slices"
	"time"

	"hongyun/internal/money"
)

// Choice is what a player chose in a round. Bid 0 is no bid; Multiple 0 is none
// chosen, which counts as the lowest.
type Choice struct {
	Seat     int
	Bid      int
	Multiple int
}

// CompanySeat is the seat of the company's hand, which holds the bank when no
// seat bids.
const CompanySeat = -1

// Chair is a seat that takes part in a round.
type Chair struct {
	Seat     int
	Bot      string // the bot's name, "" for a player and for the company
	Bid      int
	Multiple int
	Hand     Hand
	// Net is what the seat won or lost, in bases, before the cut.
	Net int
	// BidsAfter and PutsAfter are how long a bot thinks in each phase.
	BidsAfter, PutsAfter time.Duration
}

// Play is a round with everybody who takes part.
type Play struct {
	Chairs []Chair // by seat; the company's last, where it holds the bank
	Banker int     // the banker's seat
	Factor int     // the banker's bid, which multiplies the round
}

// Chair finds a seat that takes part.
func (p Play) Chair(seat int) (Chair, bool) {
	i := slices.IndexFunc(p.Chairs, func(c Chair) bool { return c.Seat == seat })
	if i < 0 {
		return Chair{}, false
	}
	return p.Chairs[i], true
}

const (
	roundsOfCrowd = 12 // a bot stays for so many rounds
	botOfTen      = 9  // a bot's seat is taken this often
)

// BotSeats are the seats on which bots may sit. The others are left for players.
func (r Rules) BotSeats() []int {
	if r.Seats == 4 {
		return []int{1, 3}
	}
	return []int{1, 2, 4}
}

var botNames = []string{
	"半夏", "青瓷", "听雪", "南风", "浮舟", "小满", "松间", "白鹭", "知秋", "云起", "拾光", "临江", "三两", "晚照", "阿七", "望山",
	"初五", "木兰", "停云", "长亭", "秋水", "山茶", "沉香", "鱼书", "千帆", "落梅", "远钟", "故里", "新茶", "夜雨", "明河", "石榴",
}

// bots are the seats that bots take, with their choices.
func (r Round) bots() []Chair {
	who := r.crowd.Draw("bots", 0)
	names := slices.Clone(botNames)
	who.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	choose := r.seed.Draw("bots", 0)
	var list []Chair
	for i, seat := range r.Table.Rules().BotSeats() {
		sits := who.IntN(ten) < botOfTen
		c := Chair{Seat: seat, Bot: names[i]}
		c.Bid = choose.Weighted([]int{50, 26, 16, 8})
		c.Multiple = Multiples[choose.Weighted([]int{40, 30, 20, 10})]
		c.BidsAfter = time.Second + time.Duration(choose.IntN(5000))*time.Millisecond
		c.PutsAfter = time.Second + time.Duration(choose.IntN(6000))*time.Millisecond
		if sits {
			list = append(list, c)
		}
	}
	return list
}

// Play deals the round to the players who chose and, with crowd, to the bots. A
// seat that a player took is no bot's.
func (r Round) Play(choices []Choice, crowd bool) Play {
	rules := r.Table.Rules()
	var p Play
	for _, c := range choices {
		p.Chairs = append(p.Chairs, Chair{Seat: c.Seat, Bid: c.Bid, Multiple: max(c.Multiple, Multiples[0])})
	}
	if crowd {
		for _, bot := range r.bots() {
			if _, taken := p.Chair(bot.Seat); !taken {
				p.Chairs = append(p.Chairs, bot)
			}
		}
	}
	p.Banker, p.Factor = r.bank(p.Chairs)
	if p.Banker == CompanySeat {
		p.Chairs = append(p.Chairs, Chair{Seat: CompanySeat, Bid: p.Factor})
	}
	slices.SortFunc(p.Chairs, func(a, b Chair) int { return place(rules, a.Seat) - place(rules, b.Seat) })
	hands := r.deal()
	for i := range p.Chairs {
		p.Chairs[i].Hand = hands[place(rules, p.Chairs[i].Seat)]
	}
	p.compare(rules)
	return p
}

// place is where the hand of a seat lies among those dealt: the company's last.
func place(rules Rules, seat int) int {
	if seat == CompanySeat {
		return rules.Seats
	}
	return seat
}

// bank finds who holds the bank: the highest bid, and among equal ones the seat
// that the round's seed puts first.
func (r Round) bank(chairs []Chair) (seat, factor int) {
	first := make([]int, r.Table.Rules().Seats)
	for i := range first {
		first[i] = i
	}
	r.seed.Draw("bank", 0).Shuffle(len(first), func(i, j int) { first[i], first[j] = first[j], first[i] })
	seat, factor = CompanySeat, Bids[0]
	highest := 0
	for _, at := range first {
		i := slices.IndexFunc(chairs, func(c Chair) bool { return c.Seat == at })
		if i >= 0 && chairs[i].Bid > highest {
			seat, factor, highest = at, chairs[i].Bid, chairs[i].Bid
		}
	}
	return seat, factor
}

// deal gives every seat a hand and, behind them, the company.
func (r Round) deal() []Hand {
	rules := r.Table.Rules()
	cards := slices.Clone(cardPack)
	if rules.Tiles {
		cards = slices.Clone(tilePack)
	}
	r.seed.Draw("table", 0).Shuffle(len(cards), func(i, j int) { cards[i], cards[j] = cards[j], cards[i] })
	hands := make([]Hand, rules.Seats+1)
	for i := range hands {
		hands[i] = rules.judge(slices.Clone(cards[i*rules.HandSize : (i+1)*rules.HandSize]))
	}
	return hands
}

// compare pays every seat against the banker. Equal hands, which only tiles make,
// win nothing from each other.
func (p *Play) compare(rules Rules) {
	at := slices.IndexFunc(p.Chairs, func(c Chair) bool { return c.Seat == p.Banker })
	bank := &p.Chairs[at]
	for i := range p.Chairs {
		c := &p.Chairs[i]
		if i == at {
			continue
		}
		switch {
		case c.Hand.score > bank.Hand.score:
			c.Net = c.Multiple * p.Factor * rules.Ranks[c.Hand.Rank].Times
		case c.Hand.score < bank.Hand.score:
			c.Net = -c.Multiple * p.Factor * rules.Ranks[bank.Hand.Rank].Times
		}
		bank.Net -= c.Net
	}
}

// Pay returns the payment of a net result. Risked is the amount won or lost.
// The player gets payout, the risked money included; the company keeps cut of a
// win, rounded down to a fen.
func Pay(base money.Fen, net int) (risked, payout, cut money.Fen) {
	risked = base * money.Fen(max(net, -net))
	if net <= 0 {
		return risked, 0, 0
	}
	cut = risked * CutPercent / 100
	return risked, 2*risked - cut, cut
}
