package usdt

import (
	"context"
	"fmt"
	"slices"
	"time"

	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/staff"
)

// CoinRate is what one Book costs on a network, and how much of it one order
// may be about.
type CoinRate struct {
	Network     string
	Direction   string
	Version     int64
	Rate        money.Rate
	Least, Most money.Coins
	Open        bool
	MadeBy      string
	MadeAt      time.Time
	Stale       bool   // older than Settings.RateMaxAge: new orders are refused
	ApprovalID  string // of a change that waits for its second person
}

func rateSubject(network, direction string) string { return "coin.rate:" + network + ":" + direction }

// Rates gives the rates in force, in the order of the networks.
func (u *Book) Rates(ctx context.Context, r db.Reader) ([]CoinRate, error) {
	list, err := coinRates(ctx, r, "")
	if err != nil {
		return nil, err
	}
	subjects := make([]string, len(list))
	for i, rate := range list {
		subjects[i] = rateSubject(rate.Network, rate.Direction)
	}
	waiting, err := u.Staff.PendingApprovals(ctx, r, subjects)
	for i := range list {
		list[i].ApprovalID = waiting[subjects[i]]
		list[i].Stale = StaleRate(u.Deps, list[i], u.DB.Clock().Now())
	}
	return list, err
}

// stale says that a rate is too old for a new order or quote.
func StaleRate(h *order.Deps, r CoinRate, now time.Time) bool {
	return h.Rules().RateMaxAge > 0 && now.Sub(r.MadeAt) > h.Rules().RateMaxAge
}

// crosses refuses a rate by which Book that is deposited on one network and
// withdrawn on another, or the same, comes back as more: the dearest deposit
// must not be above the cheapest withdrawal. Closed rates do not count.
func crosses(ctx context.Context, r db.Reader, p rateAsked) error {
	if !p.Open {
		return nil
	}
	against := map[string]string{ForDeposit: ForWithdrawal, ForWithdrawal: ForDeposit}[p.Direction]
	list, err := coinRates(ctx, r, against)
	if err != nil {
		return err
	}
	for _, other := range list {
		free := int64(other.Rate) < p.Rate
		if p.Direction == ForWithdrawal {
			free = int64(other.Rate) > p.Rate
		}
		if other.Open && free {
			return ErrRateCross.With(NetworkName(other.Network), directionTexts[against], other.Rate.String())
		}
	}
	return nil
}

// Offered gives the rates at which players can deposit now: a network that is
// connected, has an address and is not closed.
func (u *Book) Offered(ctx context.Context) ([]CoinRate, error) {
	open, err := OpenNetworks(ctx, u.DB)
	if err != nil {
		return nil, err
	}
	list, err := coinRates(ctx, u.DB, ForDeposit)
	return slices.DeleteFunc(list, func(r CoinRate) bool {
		return !r.Open || !slices.Contains(open, r.Network) || u.Chains[r.Network] == nil
	}), err
}

func coinRates(ctx context.Context, r db.Reader, direction string) ([]CoinRate, error) {
	var rows []struct {
		Network, Direction string
		Version            int64
		Rate, Least, Most  int64
		Open               bool
		MadeBy             string
		MadeAt             int64
	}
	err := r.NewRaw(`SELECT network, direction, version, rate, least, most, open, made_by, made_at FROM coin_rate n
		WHERE (?0 = '' OR direction = ?0)
		AND NOT EXISTS (SELECT 1 FROM coin_rate l WHERE l.network = n.network AND l.direction = n.direction AND l.version > n.version)`, direction).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("rates: %w", err)
	}
	list := make([]CoinRate, len(rows))
	for i, n := range rows {
		list[i] = CoinRate{
			Network: n.Network, Direction: n.Direction, Version: n.Version, Rate: money.Rate(n.Rate),
			Least: money.Coins(n.Least), Most: money.Coins(n.Most), Open: n.Open, MadeBy: n.MadeBy, MadeAt: order.Stamped(n.MadeAt),
		}
	}
	slices.SortFunc(list, func(a, b CoinRate) int {
		if a.Network != b.Network {
			return slices.Index(payment.Networks, a.Network) - slices.Index(payment.Networks, b.Network)
		}
		return slices.Index([]string{ForDeposit, ForWithdrawal}, a.Direction) - slices.Index([]string{ForDeposit, ForWithdrawal}, b.Direction)
	})
	return list, nil
}

// RateRow is the rate in force, or ErrNoRate.
func RateRow(ctx context.Context, r db.Reader, network, direction string) (CoinRate, error) {
	list, err := coinRates(ctx, r, direction)
	if err != nil {
		return CoinRate{}, err
	}
	for _, rate := range list {
		if rate.Network == network {
			return rate, nil
		}
	}
	return CoinRate{}, ErrNoRate
}

// RateOrder is a rate as it shall be from the second person's yes on.
type RateOrder struct {
	Network     string
	Direction   string
	Rate        money.Rate
	Least, Most money.Coins
	Open        bool
}

// rateAsked is a RateOrder as it waits for the second person: numbers as they
// are stored, and the version it was made against.
type rateAsked struct {
	Network   string `json:"network"`
	Direction string `json:"direction"`
	Rate      int64  `json:"rate"`
	Least     int64  `json:"least"`
	Most      int64  `json:"most"`
	Open      bool   `json:"open"`
	Version   int64  `json:"version"`
}

func (o RateOrder) check() error {
	switch {
	case !slices.Contains(payment.Networks, o.Network):
		return ErrNetwork
	case directionTexts[o.Direction] == "":
		return ErrDirection
	case o.Rate <= 0:
		return ErrRate
	case o.Least <= 0 || o.Most < o.Least || o.Least%money.Cent != 0 || o.Most%money.Cent != 0:
		return ErrRateLimits
	}
	return nil
}

// SetRate asks for a second person's yes to a rate: a slip of a decimal point
// would pay out the house. Orders and quotes that were made keep theirs.
// Faults: ErrNetwork, ErrDirection, ErrRate, ErrRateLimits, ErrRateCross, staff's.
func (u *Book) SetRate(ctx context.Context, by staff.Actor, o RateOrder, reason string) (order.Outcome, error) {
	if err := o.check(); err != nil {
		return order.Outcome{}, err
	}
	return u.Request(ctx, by, func(ctx context.Context, tx *db.Tx) (staff.Request, error) {
		was, err := RateRow(ctx, tx, o.Network, o.Direction)
		if err != nil && err != ErrNoRate {
			return staff.Request{}, err
		}
		asked := rateAsked{o.Network, o.Direction, int64(o.Rate), int64(o.Least), int64(o.Most), o.Open, was.Version}
		if err := crosses(ctx, tx, asked); err != nil {
			return staff.Request{}, err
		}
		changed := func(before, after string) string {
			if was.Version == 0 || before == after {
				return after
			}
			return before + " → " + after
		}
		return kindRate.Request(asked, staff.Request{
			Subject: rateSubject(o.Network, o.Direction), Label: NetworkName(o.Network) + " " + directionTexts[o.Direction],
			Title: "USDT-" + NetworkName(o.Network) + " " + directionTexts[o.Direction] + "汇率 " + o.Rate.String(),
			Details: []staff.Detail{
				{Label: "网络", Value: NetworkName(o.Network)}, {Label: "方向", Value: directionTexts[o.Direction]},
				{Label: "汇率", Value: changed(was.Rate.String(), o.Rate.String())}, {Label: "变动", Value: moved(was.Rate, o.Rate)},
				{Label: "单笔数量", Value: changed(was.Least.String()+" – "+was.Most.String(), o.Least.String()+" – "+o.Most.String())},
				{Label: "状态", Value: changed(openText(was.Open), openText(o.Open))},
			},
			Reason: reason,
		}), nil
	})
}

// moved says by how much a rate changes, in hundredths of a percent.
func moved(from, to money.Rate) string {
	if from == 0 {
		return "新设"
	}
	basis, err := money.MulDiv(money.Fen(to-from), 10_000, int64(from), money.HalfUp)
	if err != nil {
		return "无法计算"
	}
	sign := ""
	if basis > 0 {
		sign = "+"
	}
	return sign + basis.String() + "%"
}

func openText(open bool) string {
	if open {
		return "开放"
	}
	return "关闭"
}

func (u *Book) rateApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, p rateAsked) error {
	// One approval at a time: two that each agree with the rates before them could
	// cross together.
	if err := u.Staff.LockAudit(ctx, tx); err != nil {
		return err
	}
	was, err := RateRow(ctx, tx, p.Network, p.Direction)
	if err != nil && err != ErrNoRate {
		return err
	}
	if err := crosses(ctx, tx, p); err != nil {
		return err
	}
	if was.Version != p.Version {
		return staff.ErrSubjectChange
	}
	// Of two nodes at once the key lets one through.
	if err := putRate(ctx, tx, p, a.MakerName+"、"+by.Name); err != nil {
		return err
	}
	return u.Staff.Audit(ctx, tx, by, staff.Change{
		Action: string(kindRate), Subject: a.Subject, Label: a.Label, Reason: a.Reason,
		Before: map[string]any{"rate": was.Rate, "least": was.Least, "most": was.Most, "open": was.Open},
		After:  map[string]any{"rate": money.Rate(p.Rate), "least": money.Coins(p.Least), "most": money.Coins(p.Most), "open": p.Open},
	})
}

// putRate writes the version after the one a change was made against.
func putRate(ctx context.Context, tx *db.Tx, p rateAsked, who string) error {
	_, err := tx.NewRaw(`INSERT INTO coin_rate (network, direction, version, rate, least, most, open, made_by, made_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		p.Network, p.Direction, p.Version+1, p.Rate, p.Least, p.Most, p.Open, who, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("rate of %s: %w", p.Network, err)
	}
	return nil
}
