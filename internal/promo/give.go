package promo

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/promo/award"
	"hongyun/internal/promo/rule"
	"hongyun/internal/turnover"
)

// personAbove is the largest award that is paid without a person: a slip of
// three digits stops here (trust MON-6).
const personAbove = 200_000 * money.Yuan

// gift is what a promotion is about to give.
type gift struct {
	id        string // of the award; made of what it is for if empty
	promotion rule.Rule
	player    string
	item      string       // what it is for, once for ever
	period    calendar.Day // first day
	ref       string
	basis     money.Fen
	amount    money.Fen
	remark    string
	packets   []money.Fen
	by        string
	asked     bool   // by the player, who can be told why not
	doubt     string // why a person must look at it whatever else
}

// lock takes the rows of a player and of who may be the same person, so that
// two accounts of one person cannot both be the first. Where more share a mark
// than Links gives, each of them locks the same ones, the first who registered.
func (p *Promo) lock(ctx context.Context, tx *db.Tx, player string) (playerRow, []Link, error) {
	var links []Link
	if p.Links != nil {
		var err error
		if links, err = p.Links(ctx, tx, player); err != nil {
			return playerRow{}, nil, err
		}
	}
	names := []string{player}
	for _, l := range links {
		names = append(names, l.Player)
	}
	rows, err := lockPlayers(ctx, tx, names)
	return rows[player], links, err
}

// give writes an award and pays it, or withholds it for a person. It needs the
// lock of its player. A second award of the same thing has no effect, and is nil.
//
// A player who asked is told why not: ErrFrozen, ErrBudget, guard's. What comes
// by itself is never lost for such a reason, but withheld.
func (p *Promo) give(ctx context.Context, tx *db.Tx, g gift, who playerRow, links []Link) (*award.Row, error) {
	if first, err := award.One(ctx, tx, "rule = ? AND player = ? AND item = ?", g.promotion.ID, g.player, g.item); err != nil || first != nil {
		return nil, err
	}
	required, err := g.promotion.Params.Required(g.amount)
	if err != nil {
		return nil, err
	}
	packets, err := json.Marshal(append([]money.Fen{}, g.packets...))
	if err != nil {
		return nil, err
	}
	if g.id == "" {
		g.id = fmt.Sprintf("promo:%d:%s:%s", g.promotion.ID, g.player, g.item)
	}
	a := award.Row{
		ID: g.id, Rule: g.promotion.ID, FromDay: g.promotion.FromDay, Kind: g.promotion.Kind, Player: g.player, Item: g.item, Period: g.period, Ref: g.ref,
		Basis: g.basis, Amount: g.amount, Required: required, State: award.Paid, Remark: g.remark, Packets: string(packets), MadeBy: g.by,
		Month: award.MonthOf(calendar.DayOf(tx.Now())), At: tx.NowMillis(), EndedAt: tx.NowMillis(),
	}
	if a.Why, err = p.doubt(ctx, tx, g, who, links); err != nil {
		return nil, err
	}
	if a.Why != "" {
		a.State, a.EndedAt = award.Withheld, 0
	}
	if err := award.Insert(ctx, tx, a); err != nil {
		return nil, err
	}
	if a.State == award.Withheld {
		p.Log.InfoContext(ctx, "award withheld", "award", a.ID, "player", a.Player, "amount", a.Amount.String(), "why", a.Why)
		return &a, nil
	}
	return &a, p.pay(ctx, tx, a)
}

// doubt is why an award waits for a person, nothing if it does not.
func (p *Promo) doubt(ctx context.Context, tx *db.Tx, g gift, who playerRow, links []Link) (string, error) {
	if who.Frozen {
		if g.asked {
			return "", ErrFrozen
		}
		return "玩家的优惠已被冻结：" + who.Reason, nil
	}
	if err := p.allowed(ctx, tx, g.player); err != nil {
		if g.asked || !kept(err) {
			return "", err
		}
		if !refusal(err) {
			return "玩家已设置冷静期或自我排除", nil
		}
		return "玩家的投注受到限制", nil
	}
	if why, err := p.linked(ctx, tx, g, links); err != nil || why != "" {
		return why, err
	}
	switch over, err := p.overBudget(ctx, tx, g); {
	case err != nil:
		return "", err
	case over && g.asked:
		return "", ErrBudget
	case over:
		return "本月预算已用完", nil
	}
	switch {
	case g.doubt != "":
		return g.doubt, nil
	case g.promotion.Params.Review:
		return "按活动规则须核实", nil
	case g.amount > personAbove:
		return "金额超过" + personAbove.Grouped() + "元，须人工确认", nil
	}
	return "", nil
}

// allowed is guard's refusal of who may not bet: what a promotion gives is to
// be bet.
func (p *Promo) allowed(ctx context.Context, r db.Reader, player string) error {
	return p.Guard.Check(ctx, r, player, guard.Bet)
}

func refusal(err error) bool { return errors.Is(err, guard.ErrBet) }

// kept reports whether the house or the player's own stop keeps a player from
// betting. Then nobody else waits for them.
func kept(err error) bool {
	_, told := fault.Of(err)
	return told
}

// linked looks for the same reward in the hands of who may be the same person
// (PROMO-13).
func (p *Promo) linked(ctx context.Context, r db.Reader, g gift, links []Link) (string, error) {
	if g.promotion.Kind == rule.Referral && p.Links != nil { // a friend must be new
		known, err := p.Links(ctx, r, g.ref)
		if err != nil {
			return "", err
		}
		if len(known) > 0 {
			return fmt.Sprintf("被推荐人 %s 与玩家 %s 疑为同一人（%s）", g.ref, known[0].Player, known[0].By), nil
		}
	}
	for _, l := range links {
		if l.Player == g.ref && g.promotion.Kind == rule.Referral {
			return fmt.Sprintf("被推荐人 %s 与推荐人疑为同一人（%s）", l.Player, l.By), nil
		}
	}
	if p.LinksAmong == nil {
		return "", nil
	}
	before, err := p.LinksAmong(ctx, r, g.player, `EXISTS (SELECT 1 FROM promo_award a WHERE a.player = o.id AND a.rule = ? AND a.period = ? AND a.state IN ('paid', 'withheld'))`,
		g.promotion.ID, g.period)
	if err != nil || len(before) == 0 {
		return "", err
	}
	return fmt.Sprintf("与玩家 %s 疑为同一人（%s），对方已参加", before[0].Player, before[0].By), nil
}

// overBudget reports whether an award is more than what is left of the month.
// The promotion's row is locked, so that two awards cannot share a rest.
func (p *Promo) overBudget(ctx context.Context, tx *db.Tx, g gift) (bool, error) {
	if g.promotion.Budget == 0 {
		return false, nil
	}
	if _, err := rule.LockSwitch(ctx, tx, g.promotion.ID); err != nil {
		return false, err
	}
	spent, err := award.SpentIn(ctx, tx, g.promotion.ID, award.MonthOf(calendar.DayOf(tx.Now())))
	return spent+g.amount > g.promotion.Budget, err
}

// pay books an award, with its requirement.
func (p *Promo) pay(ctx context.Context, tx *db.Tx, a award.Row) error {
	if _, err := p.Ledger.Post(ctx, tx, a.Payment()); err != nil {
		return fmt.Errorf("pay award %s: %w", a.ID, err)
	}
	promotion, err := rule.VersionAt(ctx, tx, a.Rule, a.FromDay)
	if err != nil {
		return err
	}
	terms := promotion.Terms()
	if a.Kind.Chosen() { // the deposit and its bonus are bet together
		if err := p.Turnover.Bind(ctx, tx, a.Player, depositSource, a.Ref, terms); err != nil {
			return err
		}
	}
	return p.Turnover.Open(ctx, tx, turnover.Bucket{
		Player: a.Player, Source: source, Ref: a.ID, Amount: a.Amount, Required: a.Required, Terms: terms, Promised: calendar.FromMillis(a.At),
	})
}

// depositSource is what the cashier calls the turnover of a deposit.
const depositSource = "deposit"
