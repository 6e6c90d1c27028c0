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
	"hongyun/internal/setting"
	"hongyun/internal/staff"
)

// CoinRate is what one USDT costs on a network, and how much of it one order
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

// rateTerms are a rate as its book keeps it: numbers as they are stored.
type rateTerms struct {
	Network   string `json:"network"`
	Direction string `json:"direction"`
	Rate      int64  `json:"rate"`
	Least     int64  `json:"least"`
	Most      int64  `json:"most"`
	Open      bool   `json:"open"`
}

func rateKey(network, direction string) string { return network + ":" + direction }

// newRates opens the book of the rates.
func newRates(h *order.Deps) *setting.Rulebook[rateTerms] {
	return setting.NewRulebook(h.DB, h.Staff, setting.Rules[rateTerms]{
		Code:    "coin.rate",
		Subject: func(key string) string { return "coin.rate:" + key },
		Check: func(ctx context.Context, tx *db.Tx, d *setting.Draft[rateTerms]) error {
			return crosses(ctx, tx, d.Value)
		},
		Lines: rateTerms.lines, Changes: rateChanges,
		Words: func(d setting.Draft[rateTerms]) staff.Request {
			what := NetworkName(d.Value.Network) + " " + directionTexts[d.Value.Direction]
			return staff.Request{Label: what, Title: "USDT-" + what + "汇率 " + money.Rate(d.Value.Rate).String()}
		},
		Store: putRate,
		Entry: func(r setting.Rule[rateTerms]) (string, any) {
			t := r.Value
			return NetworkName(t.Network) + " " + directionTexts[t.Direction],
				map[string]any{"rate": money.Rate(t.Rate), "least": money.Coins(t.Least), "most": money.Coins(t.Most), "open": t.Open}
		},
	})
}

// Rates gives the rates in force, in the order of the networks.
func (u *Book) Rates(ctx context.Context, r db.Reader) ([]CoinRate, error) {
	list, err := coinRates(ctx, r, "")
	if err != nil {
		return nil, err
	}
	keys := make([]string, len(list))
	for i, rate := range list {
		keys[i] = rateKey(rate.Network, rate.Direction)
	}
	waiting, err := u.rates.Waiting(ctx, r, keys)
	for i := range list {
		list[i].ApprovalID = waiting[keys[i]]
		list[i].Stale = StaleRate(u.Deps, list[i], u.DB.Clock().Now())
	}
	return list, err
}

// StaleRate says that a rate is too old for a new order or quote.
func StaleRate(h *order.Deps, r CoinRate, now time.Time) bool {
	return h.Rules().RateMaxAge > 0 && now.Sub(r.MadeAt) > h.Rules().RateMaxAge
}

// crosses refuses a rate by which USDT that is deposited on one network and
// withdrawn on another, or the same, comes back as more: the dearest deposit
// must not be above the cheapest withdrawal. Closed rates do not count.
func crosses(ctx context.Context, r db.Reader, p rateTerms) error {
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

// Payable are the rates at which players can withdraw now.
func (u *Book) Payable(ctx context.Context) ([]CoinRate, error) {
	list, err := coinRates(ctx, u.DB, ForWithdrawal)
	now := u.DB.Clock().Now()
	return slices.DeleteFunc(list, func(r CoinRate) bool {
		return !r.Open || u.Chains[r.Network] == nil || StaleRate(u.Deps, r, now)
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
	Base        int // the version that the maker saw; 0: there was none
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
// Faults: ErrNetwork, ErrDirection, ErrRate, ErrRateLimits, ErrRateCross,
// setting.ErrBase, staff's.
func (u *Book) SetRate(ctx context.Context, by staff.Actor, o RateOrder, reason string) (order.Outcome, error) {
	if err := o.check(); err != nil {
		return order.Outcome{}, err
	}
	id, err := u.rates.Ask(ctx, by, setting.Change[rateTerms]{
		Key: rateKey(o.Network, o.Direction), Base: o.Base, Reason: reason,
		Value: rateTerms{o.Network, o.Direction, int64(o.Rate), int64(o.Least), int64(o.Most), o.Open},
	})
	return order.Outcome{ApprovalID: id}, err
}

// RateHistory gives a page of the versions of a rate, the newest first, and how many
// there are. Faults: ErrNetwork, ErrDirection.
func (u *Book) RateHistory(ctx context.Context, r db.Reader, network, direction string, p staff.Page) ([]setting.Version, int, error) {
	switch {
	case !slices.Contains(payment.Networks, network):
		return nil, 0, ErrNetwork
	case directionTexts[direction] == "":
		return nil, 0, ErrDirection
	}
	return u.rates.History(ctx, r, rateKey(network, direction), p)
}

// lines are a rate in sentences; the change line is that of a new one.
func (t rateTerms) lines() []staff.Detail {
	return []staff.Detail{
		{Label: "网络", Value: NetworkName(t.Network)}, {Label: "方向", Value: directionTexts[t.Direction]},
		{Label: "汇率", Value: money.Rate(t.Rate).String()}, {Label: "变动", Value: "新设"},
		{Label: "单笔数量", Value: money.Coins(t.Least).String() + " – " + money.Coins(t.Most).String()},
		{Label: "状态", Value: openText(t.Open)},
	}
}

func rateChanges(was, next rateTerms) []staff.Detail {
	list := setting.Differences(was.lines(), next.lines())
	for i := range list {
		if list[i].Label == "变动" {
			list[i].Value = moved(money.Rate(was.Rate), money.Rate(next.Rate))
		}
	}
	return list
}

// moved says by how much a rate changes, in hundredths of a percent.
func moved(from, to money.Rate) string {
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

// putRate writes an approved rate where orders and channels read it.
func putRate(ctx context.Context, tx *db.Tx, r setting.Rule[rateTerms], _ staff.Approval) error {
	t := r.Value
	_, err := tx.NewRaw(`INSERT INTO coin_rate (network, direction, version, rate, least, most, open, made_by, made_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		t.Network, t.Direction, r.Version, t.Rate, t.Least, t.Most, t.Open, r.Authors(), r.ApprovedAt.UnixMilli()).Exec(ctx)
	if err != nil {
		return fmt.Errorf("rate of %s: %w", t.Network, err)
	}
	return nil
}
