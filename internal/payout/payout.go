package payout

import (
	"context"
	"log/slog"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier/payer"
	"hongyun/internal/db"
	"hongyun/internal/due"
	"hongyun/internal/fault"
	"hongyun/internal/payment"
	"hongyun/internal/secret"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
)

// Why an attempt waits for people.
const (
	needsAmount   = "amount"   // the company says that it paid another amount
	needsAbsent   = "absent"   // the company took it and says that there is no such order
	needsMoved    = "moved"    // its company was entered anew, and the new place does not know it
	needsLate     = "late"     // the company paid after it was known not to have
	needsReversed = "reversed" // the company says failed after it said paid
	needsTwice    = "twice"    // the company paid late, and somebody may have paid the order another way before
	needsNumber   = "number"   // the company's number has paid another order
)

var needsTexts = map[string]string{
	needsAmount: "公司付出的金额与订单不符", needsAbsent: "公司收单后又称订单不存在", needsMoved: "公司资料已更换，新接口查不到这笔代付",
	needsTwice:  "公司在认定未付之后付出并已入账；此前收款账户已被查看或订单在出款批次内，可能另有出款，请核对银行流水",
	needsNumber: "公司流水号已用于另一笔提款",
	needsLate:   "认定未付之后公司又称已付，可能重复出款", needsReversed: "出款入账之后公司又称失败，可能已被退回",
}

// The figures of the package.
const (
	sendWithin   = 30 * time.Second // an attempt that was taken is sent within, or never
	confirmFor   = 2 * time.Minute  // how long "no such order" must hold after a refusal
	decideAfter  = 24 * time.Hour   // from when on people may decide about an attempt without an answer
	firstAsk     = 15 * time.Second
	firstLook    = 10 * time.Minute // after an attempt failed, from when on it is looked whether it was paid after all
	lookFor      = 24 * time.Hour   // and for how long
	parallel     = 4                // calls to one company under way at a time
	attemptsShow = 50               // attempts of one order that are shown
)

// Config is what New needs.
type Config struct {
	DB       *db.DB
	Staff    *staff.Staff
	Book     *setting.Book
	Box      *secret.Box
	Cashier  *payer.Payouts
	Log      *slog.Logger
	Metrics  prometheus.Registerer // none if nil
	HooksURL string                // where companies reach us, without a slash at the end

	// Protocols are the names of the protocols that companies may speak.
	Protocols []string
	// Build makes the adapter of a company. It asks nobody.
	Build func(code string, c Company, key string) (payment.Payer, error)
	// Seam is called with the name of each point at which the process may die, so
	// that tests can have it die there. Nil in the product.
	Seam func(point string)
	// InTurn has companies called one after the other, so that a simulation can be repeated.
	InTurn bool
}

// Payouts sends approved withdrawals to companies and finds out what became of them.
type Payouts struct {
	Config
	companies *setting.Entry[Company]
	built     atomic.Pointer[built]
	lanes     func() []string
	ended     *prometheus.CounterVec

	Work *due.Work // sends what is planned and asks about what was sent
}

// New registers the kind of setting and waits for approved withdrawals.
func New(c Config) *Payouts {
	if c.Log == nil {
		c.Log = slog.Default()
	}
	if c.Seam == nil {
		c.Seam = func(string) {}
	}
	c.HooksURL = strings.TrimRight(c.HooksURL, "/")
	p := &Payouts{Config: c, ended: prometheus.NewCounterVec(prometheus.CounterOpts{
		Name: "hongyun_payout_attempts_total", Help: "Attempts of companies to pay withdrawals that ended, by company and how.",
	}, []string{"company", "outcome"})}
	if c.Metrics != nil {
		c.Metrics.MustRegister(p.ended)
	}
	p.built.Store(&built{})
	p.companies = setting.Register(c.Book, p.kind())
	c.Book.OnLoad(p.rebuild)
	p.lanes = sync.OnceValue(p.codes)
	p.Work = p.newWork()
	c.Cashier.WhenApproved(p.planned)
	kindAttempt.OnApproved(c.Staff, p.decided)
	return p
}

// codes are the companies that were entered, in use or not.
func (p *Payouts) codes() []string {
	var out []string
	for code := range p.built.Load().versions {
		out = append(out, code)
	}
	slices.Sort(out)
	return out
}

// adapter speaks to a company, nil if there is none.
func (p *Payouts) adapter(code string) payment.Payer { return p.built.Load().adapters[code] }

func today(now time.Time) int32 { return int32(calendar.DayOf(now)) }

// told is what a fault says to people.
func told(err error) string {
	if f, ok := fault.Of(err); ok {
		return f.Message()
	}
	return "系统错误"
}

// Run sends and asks whatever is due, in all lanes.
func (p *Payouts) Run(ctx context.Context) error { return p.Work.RunAll(ctx) }
