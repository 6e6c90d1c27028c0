package cash

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/money"
	"hongyun/internal/player"
	"hongyun/internal/promo/award"
	"hongyun/internal/staff"
	"hongyun/internal/wallet"
)

// The figures from which something about a withdrawal is worth a look (trust WDR-6).
const (
	riskBonusDays    = 30             // bonuses are held against the deposits of so many days
	riskBonusPercent = 30             // and are much from this share on
	riskDeviceNew    = 72 * time.Hour // a browser first seen so lately is new
	riskUsualOf      = 3              // a usual amount is the mean of at least so many paid withdrawals
	riskUsualTimes   = 3              // an amount of so many times the usual one is unusual
	riskOften        = 3              // withdrawals in 24 hours
	riskThrough      = 72 * time.Hour // deposits of this time that leave again
	riskThroughShare = 80             // percent of them that leaves
	riskThroughPlays = 2              // times they must have been bet not to look like that; once is required anyway
)

// Risk is something about a withdrawal and its player, with the figures behind
// it and where they are seen.
type Risk struct {
	Code  string `json:"code" enum:"linked,cases,transfers,bonus,device,often,unusual,through"`
	Text  string `json:"text"`
	Place string `json:"place" enum:"links,cases,transfers,promotions,sessions,withdrawals,bets" doc:"the page that shows more"`
}

var markNames = map[player.Mark]string{
	player.MarkCard: "银行卡", player.MarkEmail: "邮箱", player.MarkDevice: "设备", player.MarkName: "真实姓名", player.MarkIP: "注册网络",
}

// risksOf looks at a withdrawal from every side that the caller may see. It costs
// a few indexed reads and is made for one withdrawal at a time.
func (s *Handlers) risksOf(ctx context.Context, by staff.Actor, w withdrawal.Withdrawal) ([]Risk, error) {
	out := []Risk{}
	for _, look := range []func(context.Context, staff.Actor, withdrawal.Withdrawal) (Risk, error){
		s.riskLinked, s.riskCases, s.riskTransfers, s.riskBonus, s.riskDevice, s.riskOften, s.riskUnusual, s.riskThrough,
	} {
		r, err := look(ctx, by, w)
		if err != nil {
			return nil, fmt.Errorf("risks of withdrawal %s: %w", w.SN, err)
		}
		if r.Code != "" {
			out = append(out, r)
		}
	}
	return out, nil
}

// riskLinked: other players share a mark with this one.
func (s *Handlers) riskLinked(ctx context.Context, by staff.Actor, w withdrawal.Withdrawal) (Risk, error) {
	if !s.Staff.Can(by, staff.PlayerView) {
		return Risk{}, nil
	}
	links, err := s.Players.Linked(ctx, s.Read, w.Player)
	if err != nil {
		return Risk{}, err
	}
	var names, marks []string
	n, seen := 0, map[player.Mark]bool{}
	for _, l := range links {
		if !l.Strong() {
			continue // a shared name alone says nothing
		}
		if n++; n <= 3 {
			names = append(names, l.Name)
		}
		for _, m := range l.By {
			if !seen[m] {
				seen[m], marks = true, append(marks, markNames[m])
			}
		}
	}
	if n == 0 {
		return Risk{}, nil
	}
	return Risk{"linked", fmt.Sprintf("与%d名玩家共用%s：%s", n, strings.Join(marks, "、"), strings.Join(names, "、")), "links"}, nil
}

// riskCases: something about the player contradicts itself and is not settled.
// Transfers on their way are a risk of their own.
func (s *Handlers) riskCases(ctx context.Context, by staff.Actor, w withdrawal.Withdrawal) (Risk, error) {
	if !s.Staff.Can(by, staff.CaseView) {
		return Risk{}, nil
	}
	kinds := slices.DeleteFunc(slices.Collect(maps.Keys(caseTexts)), func(kind string) bool { return kind == caseTransfer })
	_, n, err := s.openCases(ctx, by, caseFilter{kinds: kinds, player: w.Player}, 1)
	if err != nil || n == 0 {
		return Risk{}, err
	}
	return Risk{"cases", fmt.Sprintf("该玩家有%d个未结案件", n), "cases"}, nil
}

// riskTransfers: money of the player is on its way to or from a venue.
func (s *Handlers) riskTransfers(ctx context.Context, by staff.Actor, w withdrawal.Withdrawal) (Risk, error) {
	if !s.Staff.Can(by, staff.TransferView) {
		return Risk{}, nil
	}
	_, n, err := s.Wallets.Stuck(ctx, s.Read, wallet.Filter{Player: w.Player, Page: staff.Page{Size: 1}})
	if err != nil || n == 0 {
		return Risk{}, err
	}
	return Risk{"transfers", fmt.Sprintf("有%d笔转账没有结果", n), "transfers"}, nil
}

// riskBonus: the player lives on bonuses, those of promotions and unlocked C$.
func (s *Handlers) riskBonus(ctx context.Context, by staff.Actor, w withdrawal.Withdrawal) (Risk, error) {
	if !s.Staff.Can(by, staff.PromoView) {
		return Risk{}, nil
	}
	from := w.CreatedAt.AddDate(0, 0, -riskBonusDays)
	_, _, bonus, err := award.List(ctx, s.Read, award.Filter{Player: w.Player, States: []string{award.Paid}, From: from, To: w.CreatedAt, Page: staff.Page{Size: 1}})
	if err != nil {
		return Risk{}, err
	}
	unlocked, err := s.Fund.UnlockedOf(ctx, s.Read, w.Player, from, w.CreatedAt)
	if bonus += unlocked; err != nil || bonus == 0 {
		return Risk{}, err
	}
	sums, err := s.Cashier.Deposits.CreditedOf(ctx, s.Read, []string{w.Player}, from, w.CreatedAt)
	if err != nil {
		return Risk{}, err
	}
	paid := sums[w.Player]
	switch {
	case paid == 0:
		return Risk{"bonus", fmt.Sprintf("近%d天没有存款，领取红利¥%s", riskBonusDays, bonus.Grouped()), "promotions"}, nil
	case bonus*100 >= paid*riskBonusPercent:
		return Risk{"bonus", fmt.Sprintf("近%d天红利¥%s，为存款¥%s的%d%%", riskBonusDays, bonus.Grouped(), paid.Grouped(), bonus*100/paid), "promotions"}, nil
	}
	return Risk{}, nil
}

// riskDevice: a browser that the player never used before logged in lately.
func (s *Handlers) riskDevice(ctx context.Context, by staff.Actor, w withdrawal.Withdrawal) (Risk, error) {
	if !s.Staff.Can(by, staff.PlayerView) {
		return Risk{}, nil
	}
	at, err := s.Players.NewDevice(ctx, s.Read, w.Player, w.CreatedAt.Add(-riskDeviceNew), w.CreatedAt)
	if err != nil || at.IsZero() {
		return Risk{}, err
	}
	return Risk{"device", "提款前首次使用新设备登录：" + calendar.Stamp(at), "sessions"}, nil
}

// riskOften: many withdrawals in a day.
func (s *Handlers) riskOften(ctx context.Context, _ staff.Actor, w withdrawal.Withdrawal) (Risk, error) {
	n, err := s.Cashier.Withdrawals.CountOf(ctx, s.Read, w.Player, w.CreatedAt.Add(-24*time.Hour), w.CreatedAt.Add(time.Millisecond))
	if err != nil || n < riskOften {
		return Risk{}, err
	}
	return Risk{"often", fmt.Sprintf("24小时内第%d笔提款", n), "withdrawals"}, nil
}

// riskUnusual: much more than the player usually withdraws.
func (s *Handlers) riskUnusual(ctx context.Context, _ staff.Actor, w withdrawal.Withdrawal) (Risk, error) {
	n, sum, err := s.Cashier.Withdrawals.PaidBefore(ctx, s.Read, w.Player, w.CreatedAt)
	if err != nil || n < riskUsualOf {
		return Risk{}, err
	}
	usual := sum / money.Fen(n)
	if w.Amount < usual*riskUsualTimes {
		return Risk{}, nil
	}
	return Risk{"unusual", fmt.Sprintf("本次提款¥%s，以往%d笔平均¥%s", w.Amount.Grouped(), n, usual.Grouped()), "withdrawals"}, nil
}

// riskThrough: what was deposited leaves again and was hardly played with.
func (s *Handlers) riskThrough(ctx context.Context, _ staff.Actor, w withdrawal.Withdrawal) (Risk, error) {
	from := w.CreatedAt.Add(-riskThrough)
	sums, err := s.Cashier.Deposits.CreditedOf(ctx, s.Read, []string{w.Player}, from, w.CreatedAt)
	if err != nil {
		return Risk{}, err
	}
	in := sums[w.Player]
	if in == 0 || w.Amount*100 < in*riskThroughShare {
		return Risk{}, nil
	}
	played, err := s.Bets.ValidOf(ctx, s.Read, []string{w.Player}, from, w.CreatedAt)
	if err != nil || played[w.Player] >= in*riskThroughPlays {
		return Risk{}, err
	}
	return Risk{"through", fmt.Sprintf("%d小时内存入¥%s，有效投注¥%s，本次提款¥%s", int(riskThrough.Hours()), in.Grouped(), played[w.Player].Grouped(), w.Amount.Grouped()), "bets"}, nil
}
