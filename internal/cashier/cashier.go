package cashier

import (
	"errors"
	"fmt"
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/cashier/bankfile"
	"hongyun/internal/cashier/chain"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/method"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/payer"
	"hongyun/internal/cashier/slip"
	"hongyun/internal/cashier/suspense"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/db"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/payment"
	"hongyun/internal/player"
	"hongyun/internal/secret"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
	"hongyun/internal/turnover"
)

// Config is what New needs.
type Config struct {
	DB       *db.DB
	Ledger   *ledger.Ledger
	Players  *player.Players
	Guard    *guard.Guard
	Staff    *staff.Staff
	Turnover *turnover.Turnover
	Box      *secret.Box // seals card numbers and names
	Gateways map[string]payment.Gateway
	// Entered, where set, gives the gateways that people entered in the back office.
	Entered func() map[string]payment.Gateway
	// Book, where set, holds the rules that people change; Settings are then their defaults.
	Book     *setting.Book
	Chains   map[string]payment.Chain // by network
	HooksURL string                   // where gateways reach us, without a slash at the end
	SiteURL  string                   // where players come back to
	Settings order.Settings           // DefaultSettings if zero
	Log      *slog.Logger
	Metrics  prometheus.Registerer // none if nil
	// Seam is called with the name of each point at which the process may
	// die, so that tests can have it die there. Nil in the product.
	Seam func(point string)
	// InTurn has gateways asked about one order after the other, so that a
	// simulation can be repeated. False in the product.
	InTurn bool
}

// Cashier is the parts together.
type Cashier struct {
	Methods     *method.Methods
	Deposits    *deposit.Deposits
	Withdrawals *withdrawal.Withdrawals
	Payouts     *payer.Payouts
	USDT        *usdt.Book
	Cards       *destination.Cards
	Addresses   *destination.Addresses
	Chains      *chain.Chains
	Records     *Records
	Incoming    *suspense.Incoming
	Statements  *bankfile.Statements
	Batches     *payer.Batches
	Slips       *slip.Slips
}

// New builds the cashier and tells staff what approved requests about deposits
// and withdrawals do.
func New(c Config) (*Cashier, error) {
	if c.DB == nil || c.Ledger == nil || c.Players == nil || c.Guard == nil || c.Staff == nil || c.Turnover == nil || c.Box == nil {
		return nil, errors.New("cashier: a part of the house is missing")
	}
	if c.Settings == (order.Settings{}) {
		c.Settings = order.DefaultSettings()
	}
	if s := c.Settings; s.DepositExpiry <= 0 || s.TurnoverPercent < 0 || s.CardsMost < 1 || s.WithdrawMin < 1 || s.ClaimFor <= 0 ||
		s.AddressesMost < 1 || s.QuoteFor <= 0 || s.CoinRest < s.DepositExpiry || s.CoinOrdersOpen < 1 || s.DustBelow < 0 ||
		s.BankOrdersOpen < 1 || s.GatewayOrdersOpen < 1 || s.PaidGrace < 0 || s.PayoutWait < 0 {
		return nil, fmt.Errorf("cashier: settings out of range: %+v", s)
	}
	h := &order.Deps{
		DB: c.DB, Ledger: c.Ledger, Players: c.Players, Guard: c.Guard, Staff: c.Staff, Turnover: c.Turnover, Box: c.Box,
		Log: c.Log, Seam: c.Seam, InTurn: c.InTurn, InFile: c.Gateways,
	}
	h.Rules = order.RulesOf(c.Book, c.Settings)
	if h.Log == nil {
		h.Log = slog.Default()
	}
	if h.Seam == nil {
		h.Seam = func(string) {}
	}
	h.Chains = usdt.CheckChains(h, c.Chains)
	m := method.New(h, c.Entered)
	d := deposit.New(h, m, c.HooksURL, c.SiteURL, c.Metrics)
	in := suspense.New(h, d, m)
	w := withdrawal.New(h)
	p := payer.New(h, w, c.Metrics)
	out := &Cashier{
		Methods: m, Deposits: d, Withdrawals: w, Payouts: p, Batches: payer.NewBatches(h, w, p), Incoming: in, Statements: bankfile.New(h, d, p, in),
		Cards: &destination.Cards{Deps: h}, Addresses: &destination.Addresses{Deps: h}, USDT: usdt.New(h), Chains: chain.New(h, d, c.Metrics),
		Records: &Records{Deps: h}, Slips: &slip.Slips{Deps: h},
	}
	out.registerKinds(c.Staff)
	return out, nil
}
