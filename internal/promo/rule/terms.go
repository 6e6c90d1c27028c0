package rule

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"hongyun/internal/money"
	"hongyun/internal/staff"
	"hongyun/internal/turnover"
)

// venueKinds are the kinds of venue by their names for people.
var venueKinds = map[string]string{
	"sport": "体育", "live": "真人", "fish": "捕鱼", "slot": "电子", "esport": "电竞", "lottery": "彩票", "board": "棋牌",
}

// VenueKinds is every kind of venue, in the order of the site's menu.
var VenueKinds = []string{"sport", "live", "fish", "slot", "esport", "lottery", "board"}

// Terms say which bets count towards the turnover of the rule's awards. The odds
// of a streak or of a rebate decide about other things than turnover.
func (r Rule) Terms() turnover.Terms {
	t := turnover.Terms{Weights: r.Params.Weights}
	if r.Kind.Chosen() {
		t.Odds = r.Params.Odds
	}
	return t
}

// Conditions are the rule's turnover in sentences, made from the figures so that they
// cannot say anything else. They are the rule's own, without the operator's weights.
func (r Rule) Conditions() []string {
	var own turnover.Shares
	t := r.Terms()
	for _, kind := range VenueKinds {
		if percent, set := t.Weights[kind]; set {
			own.Kinds = append(own.Kinds, turnover.Share{Code: kind, Name: venueKinds[kind], Percent: percent})
		}
	}
	return r.Sentences(own)
}

// NoTurnover says that an award asks for no turnover.
const NoTurnover = "无流水要求，到账即可提款。"

// Sentences tell the player the rule's turnover, with how much of which bets counts.
func (r Rule) Sentences(shares turnover.Shares) []string {
	list := []string{}
	if r.Params.Turnover == 0 {
		return append(list, NoTurnover)
	}
	if r.Kind.Chosen() {
		list = append(list, fmt.Sprintf("加赠金额须完成 %s 倍有效投注，与该笔存款的流水一起完成后方可提款。", hundredths(r.Params.Turnover)))
	} else {
		list = append(list, fmt.Sprintf("派发金额须完成 %s 倍有效投注方可提款。", hundredths(r.Params.Turnover)))
	}
	if odds := r.Terms().Odds; odds != nil {
		list = append(list, OddsSentence(*odds)+"该笔存款的流水同样如此。")
	}
	for _, s := range shares.Kinds {
		switch {
		case s.Percent >= 100:
		case s.Percent == 0:
			list = append(list, s.Name+"投注不计入流水。")
		default:
			list = append(list, fmt.Sprintf("%s投注按有效投注的 %d%% 计入流水。", s.Name, s.Percent))
		}
	}
	list = append(list, exactSentences(shares.Exact)...)
	return append(list, "同一局对押双方的注单不计入。")
}

// exactSentences tell of the venues and games with a weight of their own, those of one
// weight together, the lowest first.
func exactSentences(exact []turnover.Share) []string {
	names := map[int64][]string{}
	for _, s := range exact {
		names[s.Percent] = append(names[s.Percent], s.Name)
	}
	list := []string{}
	for _, percent := range slices.Sorted(maps.Keys(names)) {
		all := strings.Join(names[percent], "、")
		switch percent {
		case 0:
			list = append(list, "以下游戏或场馆的投注不计入流水："+all+"。")
		case 100:
			list = append(list, "以下游戏或场馆的有效投注全部计入流水："+all+"。")
		default:
			list = append(list, fmt.Sprintf("以下游戏或场馆按有效投注的 %d%% 计入流水：%s。", percent, all))
		}
	}
	return list
}

// OddsSentence says a floor of odds.
func OddsSentence(o turnover.OddsFloor) string {
	return fmt.Sprintf("体育与电竞注单：香港盘与马来盘赔率不低于 %s、欧洲盘赔率不低于 %s 的注单才计入流水；串关注单和场馆未提供赔率的注单不计入。", hundredths(o.Local), hundredths(o.European))
}

// details are the figures for the person who decides about them.
func (p Params) details() []staff.Detail {
	list := []staff.Detail{}
	say := func(name, value string) { list = append(list, staff.Detail{Label: paramTexts[name], Value: value}) }
	rows := func(name string, n int, row func(i int) string) {
		texts := make([]string, n)
		for i := range n {
			texts[i] = row(i)
		}
		if n > 0 {
			say(name, strings.Join(texts, "，"))
		}
	}
	rows("tiers", len(p.Tiers), func(i int) string {
		return fmt.Sprintf("%s 元得 %d 次", p.Tiers[i].From.Grouped(), p.Tiers[i].Draws)
	})
	odds := p.OddsTable()
	rows("packets", len(odds), func(i int) string { return fmt.Sprintf("%s 元概率 %s", odds[i].Amount.Grouped(), odds[i].Chance) })
	rows("steps", len(p.Steps), func(i int) string { return fmt.Sprintf("%d 胜 %d%%", p.Steps[i].Wins, p.Steps[i].Percent) })
	rows("rates", len(p.Rates), func(i int) string { return fmt.Sprintf("%d 级起 %s", p.Rates[i].Level, PercentText(p.Rates[i].Rate)) })
	if p.Rate != 0 {
		say("rate", PercentText(p.Rate))
	}
	for _, a := range []struct {
		name   string
		amount money.Fen
	}{
		{"depositMin", p.DepositMin}, {"depositOver", p.DepositOver}, {"validMin", p.ValidMin}, {"validOver", p.ValidOver}, {"lossMin", p.LossMin},
		{"cap", p.Cap}, {"amount", p.Amount},
	} {
		if a.amount != 0 {
			say(a.name, a.amount.Grouped()+" 元")
		}
	}
	if p.Winners != 0 {
		say("winners", fmt.Sprintf("%d 人", p.Winners))
	}
	if p.Hours != 0 {
		say("hours", fmt.Sprintf("%d 小时", p.Hours))
	}
	if p.Odds != nil {
		say("odds", fmt.Sprintf("香港盘与马来盘 %s，欧洲盘 %s", hundredths(p.Odds.Local), hundredths(p.Odds.European)))
	}
	switch {
	case p.Review:
		list = append(list, staff.Detail{Label: "派奖审核", Value: "每笔须人工核实"})
	case len(p.Steps) > 0:
		list = append(list, staff.Detail{Label: "派奖审核", Value: "注单都注明赛事的自动派发，其余须人工核实"})
	default:
		list = append(list, staff.Detail{Label: "派奖审核", Value: "自动派发"})
	}
	return list
}

// hundredths is a number as people read it: 180 is 1.8.
func hundredths(n int64) string {
	switch whole, rest := n/100, n%100; {
	case rest == 0:
		return fmt.Sprintf("%d", whole)
	case rest%10 == 0:
		return fmt.Sprintf("%d.%d", whole, rest/10)
	default:
		return fmt.Sprintf("%d.%02d", whole, rest)
	}
}

// PercentText is a rate as people read it: 400 is 4%.
func PercentText(rate int64) string { return hundredths(rate) + "%" }
