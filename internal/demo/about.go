package demo

import (
	"context"
	"fmt"
	"net/url"
	"slices"
	"strings"

	"hongyun/internal/money"
	"hongyun/internal/venue"
	"hongyun/internal/venue/catalogue"
	"hongyun/sandbox"
	"hongyun/sandbox/board"
	"hongyun/sandbox/books"
	"hongyun/sandbox/fishing"
	"hongyun/sandbox/live"
	"hongyun/sandbox/play/arcade"
	"hongyun/sandbox/play/reels"
	"hongyun/sandbox/slots"
)

// sayAbout tells the house what the simulated venues say about their games: rules,
// return, stakes, and the page where a visitor plays for nothing.
func (d *Demo) sayAbout(ctx context.Context) error {
	said, err := aboutGames(d.SandboxURL())
	if err != nil {
		return err
	}
	return d.App.Catalogue.SetAbout(ctx, said)
}

// aboutGames is what is said about every game of the demo. The figures come from
// the packages that deal the games.
func aboutGames(site string) ([]catalogue.GameAbout, error) {
	var said []catalogue.GameAbout
	list, err := PlayVenues()
	if err != nil {
		return nil, err
	}
	for _, v := range list {
		for _, g := range v.Games {
			about := aboutPlayed(g)
			about.Fun = site + "/play/fun/" + v.Code + "/" + url.PathEscape(g.Code)
			said = append(said, catalogue.GameAbout{Venue: v.Code, Game: g.Code, About: about})
		}
	}
	for _, v := range venues {
		for _, g := range sandbox.DefaultGames(v.code) {
			if rules, ok := boardRules(g.KindID); ok {
				said = append(said, catalogue.GameAbout{Venue: v.code, Game: fmt.Sprint(g.KindID), About: aboutBoard(rules)})
			}
		}
	}
	return said, nil
}

func aboutPlayed(g arcade.Game) venue.About {
	switch g.Kind {
	case arcade.KindSlot:
		model := reels.ModelOf(g)
		least, most := reels.SlotStakes(g)
		return venue.About{
			Payback: model.StatedReturn, Volatility: model.Volatility, StakeMin: least, StakeMax: most, Rules: strings.Join(slotRules(model, reels.PotOf("", g) != (books.Pot{})), "\n"),
		}
	case arcade.KindFishing:
		return venue.About{Payback: fishing.Return * 10, Volatility: 3, Rules: strings.Join([]string{
			"选择炮的大小后开炮，每一炮按炮的大小扣款，打中的鱼按倍数派彩。",
			"每种鱼被捕获的机会与它的倍数成反比，打任何鱼的长期返还相同。",
			"首领定时出现，倍数在捕获时决定。同一房间的玩家看到同样的鱼。",
		}, "\n")}
	case arcade.KindLive:
		least, most := tableStakes()
		return venue.About{StakeMin: least, StakeMax: most, Rules: strings.Join([]string{
			"大厅有百家乐、龙虎、轮盘和骰宝，每张桌子有自己的限红，进桌前可见。",
			"每局先下注，停止下注后开牌，派彩直接进场馆余额。",
			"百家乐押庄家、闲家或和局，点数接近九点者胜；龙虎比一张牌的大小；轮盘押号码或颜色；骰宝押三颗骰子的大小、点数或围骰。",
		}, "\n")}
	case arcade.KindLottery:
		return venue.About{Rules: strings.Join([]string{
			"每期在封盘前选号投注，开奖后按玩法赔率派彩，赔率在投注前可见。",
			"开奖号码和近期走势在游戏内可查。",
		}, "\n")}
	}
	return venue.About{Rules: strings.Join([]string{
		"赛前和滚球都可投注，赔率以确认注单时显示的为准。",
		"比赛取消或中断时，注单作废并退回本金。",
	}, "\n")}
}

// slotRules say how a machine pays. Wilds, free spins and the jackpot are named where
// the machine has them.
func slotRules(m *slots.Model, pot bool) []string {
	way := map[slots.Way]string{
		slots.Lines: "相同图案从最左轴开始连续落在同一条线上即中奖。", slots.Ways: "相同图案从最左轴开始连续落在相邻的轴上即中奖，不看上下位置。",
		slots.Cascade: "相同图案达到数量即中奖，中奖图案消失，上方图案落下，可连续中奖。",
	}[m.Way]
	rules := []string{fmt.Sprintf("%s：%d 轴 %d 行，每次旋转为 %d 个投注单位。", m.Title, m.Reels, m.Rows, m.Units), way}
	if m.HasWild() {
		rules = append(rules, "百搭可替代除夺宝外的图案。")
	}
	if m.Way == slots.Cascade {
		rules = append(rules, fmt.Sprintf("同一次旋转中，第一次起各次中奖的倍数依次为 %s，其后不变。", numbers(m.CascadeFactors)))
	}
	if least := slices.IndexFunc(m.FreeSpins, func(n int) bool { return n > 0 }); least >= 0 {
		rules = append(rules, freeRule(m, least))
	}
	if pot {
		rules = append(rules, "可赢得聚宝盆，中奖者独得全部。")
	}
	return append(rules, "每一次旋转的结果由公开承诺的种子决定，在游戏内可以验证。")
}

// freeRule says what so many scatters and more bring.
func freeRule(m *slots.Model, least int) string {
	spins := m.FreeSpins[least:]
	if m.Way == slots.Cascade {
		return fmt.Sprintf("%d 个或更多夺宝得 %d 次免费旋转，期间倍数依次为 %s，可再次触发。", least, spins[0], numbers(m.FreeCascadeFactors))
	}
	return fmt.Sprintf("%d 个起的夺宝依次得 %s 次免费旋转，期间奖金为 %d 倍，可再次触发。", least, numbers(spins), m.FreeFactor)
}

func numbers[N int | int64](list []N) string {
	words := make([]string, len(list))
	for i, n := range list {
		words[i] = fmt.Sprint(n)
	}
	return strings.Join(words, "、")
}

func tableStakes() (least, most money.Fen) {
	for i, t := range live.Shipped() {
		if i == 0 || t.Min < least {
			least = t.Min
		}
		most = max(most, t.Max)
	}
	return least, most
}

func boardRules(kind int) (board.Rules, bool) {
	for _, r := range board.All {
		if r.Kind == kind {
			return r, true
		}
	}
	return board.Rules{}, false
}

// bases are the lowest and the highest base of a game's tables.
func bases(game board.Game) (least, most money.Fen) {
	for _, t := range board.Shipped() {
		if t.Game != game {
			continue
		}
		if least == 0 || t.Base < least {
			least = t.Base
		}
		most = max(most, t.Base)
	}
	return least, most
}

func aboutBoard(r board.Rules) venue.About {
	ranks := make([]string, len(r.Ranks))
	first, last := money.Fen(slices.Min(board.Multiples)), money.Fen(slices.Max(board.Multiples))
	for i, rank := range r.Ranks {
		ranks[i] = fmt.Sprintf("%s（%s，%d 倍）", rank.Name, rank.Rule, rank.Times)
	}
	least, most := bases(r.Game)
	return venue.About{Payback: r.Return, Volatility: 3, StakeMin: least * first, StakeMax: most * last, Rules: strings.Join([]string{
		fmt.Sprintf("%d 人一桌，每人 %d 张，先抢庄，再下倍数，与庄家比牌。", r.Seats, r.HandSize),
		fmt.Sprintf("底注 ¥%s 至 ¥%s，单次投注为底注乘 %d 至 %d 倍；输赢再乘庄家的抢庄倍数和牌型倍数。", least, most, first, last),
		"牌型从小到大：" + strings.Join(ranks, "、") + "。",
		r.Equal,
		fmt.Sprintf("赢家的净赢抽取 %d%%。", board.CutPercent),
	}, "\n")}
}
