package rule_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"hongyun/internal/money"
	"hongyun/internal/promo/rule"
)

// PROMO-02 to 12: the shipped page of a rule and its line of the list name each
// figure in their own words. The page itself says nothing of turnover: it shows
// the sentences of the rule.
func TestShippedPagesSayTheFiguresOfTheirRules(t *testing.T) {
	var pages []struct {
		ID, Content int64
		Name, Line  string
	}
	text, err := os.ReadFile("../../content/shipped/promotions.json")
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(text, &pages); err != nil {
		t.Fatal(err)
	}
	rules := rule.Shipped()
	if len(pages) != len(rules) {
		t.Fatalf("%d pages, %d rules", len(pages), len(rules))
	}
	for i, p := range pages {
		r := rules[i]
		if r.Activity != p.ID || r.Name != p.Name {
			t.Errorf("page %d %s has rule %d %s", p.ID, p.Name, r.Activity, r.Name)
			continue
		}
		block, err := os.ReadFile(fmt.Sprintf("../../content/shipped/blocks/%d.html", p.Content))
		if err != nil {
			t.Fatal(err)
		}
		page := string(block)
		for _, want := range figuresOf(r) {
			if !strings.Contains(page, want) {
				t.Errorf("page %d %s does not say %q", p.ID, p.Name, want)
			}
		}
		if lead := "<p class=\"lead\">" + p.Line + "</p>"; !strings.HasPrefix(page, lead) {
			t.Errorf("page %d begins with another line than the list's %q", p.ID, p.Line)
		}
		for _, written := range []string{"倍有效投注", "流水要求", "体育与电竞注单"} {
			if strings.Contains(page, written) {
				t.Errorf("page %d writes %q by hand", p.ID, written)
			}
		}
	}
}

// grouped and plain are amounts as pages write them: 2,000 and 2000.
func grouped(f money.Fen) string { return strings.TrimSuffix(f.Grouped(), ".00") }
func plain(f money.Fen) string   { return strings.TrimSuffix(f.String(), ".00") }
func tenths(n int64) string {
	s := fmt.Sprintf("%d.%02d", n/100, n%100)
	return strings.TrimSuffix(strings.TrimRight(s, "0"), ".")
}

// figuresOf are the sentences, or parts of them, that follow from a rule.
func figuresOf(r rule.Rule) []string {
	p := r.Params
	switch r.Kind {
	case rule.RedPackets:
		list := []string{"单个红包最高 " + plain(p.Packets[len(p.Packets)-1].Amount) + " 元"}
		for _, tier := range p.Tiers {
			list = append(list, fmt.Sprintf("<td>%s</td><td>%d</td>", grouped(tier.From), tier.Draws))
		}
		return list
	case rule.BoardPacket:
		return []string{
			"当日累计存款超过 " + plain(p.DepositOver) + " 元", "有效投注超过 " + plain(p.ValidOver) + " 元", "红包最低 " + plain(p.Packets[0].Amount) + " 元",
		}
	case rule.Streak:
		list := []string{fmt.Sprintf("连续获胜 %d 场或以上", p.Steps[0].Wins), fmt.Sprintf("结算起 %d 小时内", p.Hours), floorText(p)}
		for i, s := range p.Steps {
			more := ""
			if i == len(p.Steps)-1 {
				more = "及以上"
			}
			list = append(list, fmt.Sprintf("<td>%d 场%s</td><td>%d%%</td>", s.Wins, more, s.Percent))
		}
		return list
	case rule.BoardRebate:
		return []string{
			fmt.Sprintf("<td>%d 级及以下</td><td>%s%%</td>", p.Rates[1].Level-1, tenths(p.Rates[0].Rate)),
			fmt.Sprintf("<td>%d 级及以上</td><td>%s%%</td>", p.Rates[1].Level, tenths(p.Rates[1].Rate)),
		}
	case rule.DailyBonus:
		list := []string{"不少于 " + plain(p.DepositMin) + " 元", "单日最高 " + plain(p.Cap) + " 元", "首笔存款 × " + tenths(p.Rate) + "%"}
		for _, deposit := range []money.Fen{p.DepositMin, 1_000 * money.Yuan, 10_000 * money.Yuan} {
			list = append(list, "<td>"+grouped(deposit)+"</td><td>"+grouped(deposit*money.Fen(p.Rate)/10_000)+"</td>")
		}
		return append(list, "<td>"+grouped(p.Cap*10_000/money.Fen(p.Rate))+" 及以上</td><td>"+grouped(p.Cap)+"</td>")
	case rule.FirstBonus:
		return []string{"不少于 " + plain(p.DepositMin) + " 元", "最高 " + plain(p.Cap) + " 元", "首笔存款 × " + tenths(p.Rate) + "%"}
	case rule.Referral:
		return []string{"累计存款达到 " + plain(p.DepositMin) + " 元", plain(p.Amount) + " 元派发"}
	case rule.Surprise:
		number := []string{"", "一", "两", "三", "四", "五"}[p.Winners]
		return []string{
			"抽取" + number + "位会员", "累计存款不少于 " + plain(p.DepositMin) + " 元", "有效投注不少于 " + grouped(p.ValidMin) + " 元",
			"单人奖金最高 " + plain(p.Packets[len(p.Packets)-1].Amount) + " 元",
		}
	case rule.Rescue:
		return []string{"净输达到 " + plain(p.LossMin) + " 元", "当月净输 × " + tenths(p.Rate) + "%"}
	case rule.SportRebate:
		return []string{"不少于 " + plain(p.ValidMin) + " 元", "体育有效投注 × " + tenths(p.Rate) + "%", floorText(p)}
	}
	return []string{"a kind without figures"}
}

func floorText(p rule.Params) string {
	return "香港盘与马来盘赔率不低于 " + tenths(p.Odds.Local) + "、欧洲盘赔率不低于 " + tenths(p.Odds.European) + " 的注单才计入；串关注单不计入"
}

// H-98, PROMO-12: the sentences about turnover follow the figures.
func TestConditionsOfARuleFollowItsFigures(t *testing.T) {
	r := rule.Rule{Kind: rule.DailyBonus, Params: rule.Params{
		Turnover: 250, Odds: &rule.OddsFloor{Local: 75, European: 200}, Weights: map[string]int64{"live": 10, "slot": 100, "lottery": 0},
	}}
	want := []string{
		"加赠金额须完成 2.5 倍有效投注，与该笔存款的流水一起完成后方可提款。",
		"体育与电竞注单：香港盘与马来盘赔率不低于 0.75、欧洲盘赔率不低于 2 的注单才计入流水；串关注单和场馆未提供赔率的注单不计入。该笔存款的流水同样如此。",
		"真人投注按有效投注的 10% 计入流水。", "彩票投注不计入流水。", "同一局对押双方的注单不计入。",
	}
	if got := r.Conditions(); !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
	r = rule.Rule{Kind: rule.BoardRebate}
	if got := r.Conditions(); !slices.Equal(got, []string{"无流水要求，到账即可提款。"}) {
		t.Errorf("of a rebate: %q", got)
	}
}
