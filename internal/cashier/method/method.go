package method

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/payment"
)

// What a deposit's answer asks the player to do (DEP-05).
const (
	StyleLink     = "Link"
	StyleLinkOpen = "Link_Open"
	StyleBank     = "Bank"
	StyleQr       = "Qr"  // a code to scan
	StyleMsg      = "MSG" // a message that says what to do
)

// Styles are the styles of an answer, with that of an order in USDT.
var Styles = []string{StyleBank, StyleLink, StyleLinkOpen, usdt.StyleCoin, StyleQr, StyleMsg}

// Method is a way to deposit. The Show flags say which inputs its form has
// (DEP-01).
type Method struct {
	bun.BaseModel `bun:"table:pay_method"`

	Code        string `bun:"code,pk"`
	Name        string
	Icon        string
	HotRemark   string
	AmountRange string // quick amounts, separated by commas
	ShowAmount  bool
	ShowName    bool
	ShowRemark  bool
	ShowAddress bool
	ShowBanks   bool
	ShowTypes   bool
	ShowChat    bool
	ShowRate    bool
	Routed      bool // players see one channel of each style, and the site chooses
	Enabled     bool
	Sort        int
}

// Channel is a method through one company (DEP-02).
type Channel struct {
	bun.BaseModel `bun:"table:pay_channel"`

	ID            int64  `bun:"id,pk"`
	Code          string // PaymentCode
	Method        string
	Name          string
	Style         string
	Gateway       string // "" for our own bank accounts, and for coins
	GatewayMethod string // the gateway's own code of the way to pay; the network of coins
	MinAmount     money.Fen
	MaxAmount     money.Fen
	Enabled       bool
	Sort          int
	HoursFrom     int // minutes since midnight in GMT+8; equal to HoursTo: the whole day
	HoursTo       int
	VipMin        int // levels of VIP that are offered the channel
	VipMax        int // 0: no upper one
	FeeRate       int // what the company keeps, in hundredths of a percent; for accounting alone
	Weight        int // how often it stands first among those with the same Sort, or is chosen in a routed method

	// When it is switched off by itself, 0: never. See WatchChannels.
	FailRow      int // orders in a row without a page of the gateway
	RateBelow    int // paid ones of a hundred orders
	RateOver     int // players whose orders are looked at for that
	PauseMinutes int // until it is tried again; 0: a person says so
}

// PayType is a kind of bank transfer the form offers.
type PayType struct{ ID, Name string }

// PayTypes are the ways a player reaches our account.
var PayTypes = []PayType{{"1", "网上银行"}, {"2", "手机银行"}, {"3", "ATM转账"}, {"4", "柜台转账"}, {"5", "支付软件转账至银行卡"}}

// PayTypeName is the kind of transfer with this id, "" for an unknown one.
func PayTypeName(id string) string {
	for _, t := range PayTypes {
		if t.ID == id {
			return t.Name
		}
	}
	return ""
}

// PreInfo is what a channel's form offers to choose from (DEP-03).
type PreInfo struct {
	Banks []bank.Bank
	Types []PayType
}

// SourceOf names a gateway as an account where money comes in, like bank.SourceOf.
func SourceOf(gateway string) string { return "gateway:" + gateway }

// GatewayOf is the code of the gateway of such an account, "" for any other.
func GatewayOf(source string) string {
	code, yes := strings.CutPrefix(source, "gateway:")
	if !yes {
		return ""
	}
	return code
}

// Methods offers the ways to deposit: the methods that players see, their channels
// with the gateways behind them, and the channels that are switched off by themselves.
type Methods struct {
	*order.Deps
	entered func() map[string]payment.Gateway // by people; nil for none

	// Draw, where set, gives the number below its argument by which a channel is
	// chosen, instead of chance.
	Draw func(below int64) int64
}

func New(h *order.Deps, entered func() map[string]payment.Gateway) *Methods {
	return &Methods{Deps: h, entered: entered}
}

// Methods lists the ways to deposit that have at least one open channel.
func (m *Methods) Methods(ctx context.Context) ([]Method, error) {
	var ms []Method
	err := m.DB.NewRaw(`SELECT m.* FROM pay_method m
		WHERE m.enabled AND EXISTS (SELECT 1 FROM pay_channel c WHERE c.method = m.code AND c.enabled AND NOT `+tripped+` AND `+gatewayOn("?1")+` AND `+channelStands+`)
		ORDER BY m.sort, m.code`, m.wired(), m.filed()).Scan(ctx, &ms)
	if err != nil {
		return nil, fmt.Errorf("pay methods: %w", err)
	}
	return ms, nil
}

// gatewayOn says that nobody took the channel's gateway out of use. One in the
// configuration, whose codes are the argument, is not that of the back office.
func gatewayOn(inFile string) string {
	return `(c.gateway IN (` + inFile + `) OR NOT EXISTS (SELECT 1 FROM pay_gateway g WHERE g.code = c.gateway AND NOT g.enabled))`
}

// filed are the codes of the gateways in the configuration, for a statement.
func (m *Methods) filed() any { return bun.List(append(slices.Sorted(maps.Keys(m.InFile)), "")) }

// channelStands says that a channel in coins is there only while its network is
// connected, has an address in use, and a rate that is open. A house without
// them has no such way to deposit.
const channelStands = `(c.style <> 'VirtualCoin' OR c.gateway_method IN (?0)
	AND EXISTS (SELECT 1 FROM coin_payee p WHERE p.network = c.gateway_method AND p.enabled)
	AND EXISTS (SELECT 1 FROM coin_rate n WHERE n.network = c.gateway_method AND n.direction = 'deposit' AND n.open
		AND NOT EXISTS (SELECT 1 FROM coin_rate l WHERE l.network = n.network AND l.direction = 'deposit' AND l.version > n.version)))`

// wired are the connected networks, for a statement.
func (m *Methods) wired() any { return bun.List(append(m.Networks(), "")) }

// Channels lists a method's open channels; the first is the one to preselect.
func (m *Methods) Channels(ctx context.Context, method string) ([]Channel, error) {
	return m.channels(ctx, m.DB, "c.method = ?1", method)
}

// ThirdPay lists the open channels through gateways (DEP-09).
func (m *Methods) ThirdPay(ctx context.Context) ([]Channel, error) {
	return m.channels(ctx, m.DB, "c.gateway <> ?1", "")
}

func (m *Methods) channels(ctx context.Context, r db.Reader, where string, arg any) ([]Channel, error) {
	var cs []Channel
	if text, ok := arg.(string); ok && !order.Storable(text) {
		return cs, nil // nothing is called so
	}
	err := r.NewRaw(`SELECT c.* FROM pay_channel c JOIN pay_method m ON m.code = c.method
		WHERE c.enabled AND m.enabled AND NOT `+tripped+` AND `+gatewayOn("?2")+` AND `+channelStands+` AND `+where+` ORDER BY m.sort, c.sort, c.id`, m.wired(), arg, m.filed()).Scan(ctx, &cs)
	if err != nil {
		return nil, fmt.Errorf("pay channels: %w", err)
	}
	return cs, nil
}

// PreInfo gives the lists a channel's form shows, or ErrNoChannel.
func (d *Methods) PreInfo(ctx context.Context, paymentCode string) (PreInfo, error) {
	_, m, err := d.FindChannel(ctx, d.DB, "c.code = ?1", paymentCode)
	if err != nil {
		return PreInfo{}, err
	}
	info := PreInfo{Banks: []bank.Bank{}, Types: []PayType{}}
	if m.ShowBanks {
		info.Banks = bank.Banks()
	}
	if m.ShowTypes {
		info.Types = append(info.Types, PayTypes...)
	}
	return info, nil
}

// FindChannel reads an open channel and its method, or ErrNoChannel.
func (h *Methods) FindChannel(ctx context.Context, r db.Reader, where string, arg any) (Channel, Method, error) {
	cs, err := h.channels(ctx, r, where, arg)
	if err != nil {
		return Channel{}, Method{}, err
	}
	if len(cs) == 0 {
		return Channel{}, Method{}, ErrNoChannel
	}
	var m Method
	if err := r.NewSelect().Model(&m).Where("code = ?", cs[0].Method).Scan(ctx); err != nil {
		return Channel{}, Method{}, fmt.Errorf("pay method %s: %w", cs[0].Method, err)
	}
	return cs[0], m, nil
}

// CompanyBanks lists our open accounts that a player's VIP level is given (DEP-09);
// a player who is "" has level 0. Their numbers are
// masked: an order shows the number of its own account, and no call shows all (H-263).
func (m *Methods) CompanyBanks(ctx context.Context, player string) ([]bank.Account, error) {
	banks, err := bank.CompanyAccounts(ctx, m.Deps, m.DB)
	if err != nil {
		return nil, err
	}
	level, err := bank.LevelFor(ctx, m.Deps, m.DB, player, banks)
	if err != nil {
		return nil, err
	}
	banks = slices.DeleteFunc(banks, func(b bank.Account) bool { return !b.Enabled || b.Number == "" || !b.ForLevel(level) })
	for i := range banks {
		banks[i].Number = bank.MaskNumber(banks[i].Number)
	}
	return banks, nil
}

// CompanyBank is one of our open accounts as CompanyBanks lists it, or ErrNoPayee.
func (m *Methods) CompanyBank(ctx context.Context, player string, id int64) (bank.Account, error) {
	banks, err := m.CompanyBanks(ctx, player)
	at := slices.IndexFunc(banks, func(b bank.Account) bool { return b.ID == id })
	if err == nil && at < 0 {
		err = order.ErrNoPayee
	}
	if err != nil {
		return bank.Account{}, err
	}
	return banks[at], nil
}

// AskAgainAfter is how long a question to a gateway counts as under way.
const AskAgainAfter = 20 * time.Second
