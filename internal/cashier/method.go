package cashier

import (
	"context"
	"fmt"
	"maps"
	"slices"

	"github.com/uptrace/bun"

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
var Styles = []string{StyleBank, StyleLink, StyleLinkOpen, StyleCoin, StyleQr, StyleMsg}

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

// CompanyBank is one of our accounts that players transfer to.
type CompanyBank struct {
	bun.BaseModel `bun:"table:company_bank"`

	ID         int64 `bun:"id,pk"`
	Bank       string
	BankName   string
	Holder     string
	Number     string // sealed in the table, see SealNumber
	MinAmount  money.Fen
	MaxAmount  money.Fen
	DailyCap   money.Fen
	Enabled    bool
	Sort       int // lower ones are used first, equal ones take turns
	LastUsedAt int64

	NumberIndex string
}

// PayType is a kind of bank transfer the form offers.
type PayType struct{ ID, Name string }

// payTypes are the ways a player reaches our account.
var payTypes = []PayType{{"1", "网上银行"}, {"2", "手机银行"}, {"3", "ATM转账"}, {"4", "柜台转账"}, {"5", "支付软件转账至银行卡"}}

// PreInfo is what a channel's form offers to choose from (DEP-03).
type PreInfo struct {
	Banks []Bank
	Types []PayType
}

// Methods offers the ways to deposit: the methods that players see, their channels
// with the gateways behind them, and the channels that are switched off by themselves.
type Methods struct {
	*Deps
	entered func() map[string]payment.Gateway // by people; nil for none

	// Draw, where set, gives the number below its argument by which a channel is
	// chosen, instead of chance.
	Draw func(below int64) int64
}

func newMethods(h *Deps, entered func() map[string]payment.Gateway) *Methods {
	return &Methods{Deps: h, entered: entered}
}

// Methods lists the ways to deposit that have at least one open channel.
func (m *Methods) Methods(ctx context.Context) ([]Method, error) {
	var ms []Method
	err := m.db.NewRaw(`SELECT m.* FROM pay_method m
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
func (m *Methods) filed() any { return bun.In(append(slices.Sorted(maps.Keys(m.inFile)), "")) }

// channelStands says that a channel in coins is there only while its network is
// connected, has an address in use, and a rate that is open. A house without
// them has no such way to deposit.
const channelStands = `(c.style <> 'VirtualCoin' OR c.gateway_method IN (?0)
	AND EXISTS (SELECT 1 FROM coin_payee p WHERE p.network = c.gateway_method AND p.enabled)
	AND EXISTS (SELECT 1 FROM coin_rate n WHERE n.network = c.gateway_method AND n.direction = 'deposit' AND n.open
		AND NOT EXISTS (SELECT 1 FROM coin_rate l WHERE l.network = n.network AND l.direction = 'deposit' AND l.version > n.version)))`

// wired are the connected networks, for a statement.
func (m *Methods) wired() any { return bun.In(append(m.Networks(), "")) }

// Channels lists a method's open channels; the first is the one to preselect.
func (m *Methods) Channels(ctx context.Context, method string) ([]Channel, error) {
	return m.channels(ctx, m.db, "c.method = ?1", method)
}

// ThirdPay lists the open channels through gateways (DEP-09).
func (m *Methods) ThirdPay(ctx context.Context) ([]Channel, error) {
	return m.channels(ctx, m.db, "c.gateway <> ?1", "")
}

func (m *Methods) channels(ctx context.Context, r db.Reader, where string, arg any) ([]Channel, error) {
	var cs []Channel
	if text, ok := arg.(string); ok && !storable(text) {
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
	_, m, err := d.findChannel(ctx, d.db, "c.code = ?1", paymentCode)
	if err != nil {
		return PreInfo{}, err
	}
	info := PreInfo{Banks: []Bank{}, Types: []PayType{}}
	if m.ShowBanks {
		info.Banks = Banks()
	}
	if m.ShowTypes {
		info.Types = append(info.Types, payTypes...)
	}
	return info, nil
}

// findChannel reads an open channel and its method, or ErrNoChannel.
func (h *Methods) findChannel(ctx context.Context, r db.Reader, where string, arg any) (Channel, Method, error) {
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

// CompanyBanks lists our open accounts for players (DEP-09). Their numbers are
// masked: an order shows the number of its own account, and no call shows all (H-263).
func (m *Methods) CompanyBanks(ctx context.Context) ([]CompanyBank, error) {
	banks, err := companyAccounts(ctx, m.Deps, m.db)
	if err != nil {
		return nil, err
	}
	banks = slices.DeleteFunc(banks, func(b CompanyBank) bool { return !b.Enabled || b.Number == "" })
	for i := range banks {
		banks[i].Number = maskNumber(banks[i].Number)
	}
	return banks, nil
}

// CompanyBank is one of our open accounts as CompanyBanks lists it, or ErrNoPayee.
func (m *Methods) CompanyBank(ctx context.Context, id int64) (CompanyBank, error) {
	banks, err := m.CompanyBanks(ctx)
	at := slices.IndexFunc(banks, func(b CompanyBank) bool { return b.ID == id })
	if err == nil && at < 0 {
		err = ErrNoPayee
	}
	if err != nil {
		return CompanyBank{}, err
	}
	return banks[at], nil
}

// choosePayee picks the account for a bank transfer and moves it to the end of
// its turn: open, as two people entered it, fit for the amount, and with room below its cap for the day.
// Received money takes room. An order that waits takes some for its 20 minutes
// only if its player was credited before, and all of them together never more
// than half of what is left: nobody can close an account by ordering (H-87).
// The row stays locked until tx ends, so that parallel orders cannot fill the
// same room twice.
func choosePayee(ctx context.Context, h *Deps, tx *db.Tx, amount money.Fen, day int32) (CompanyBank, error) {
	var ids []int64
	err := tx.NewRaw(`SELECT id FROM company_bank WHERE enabled AND min_amount <= ?0 AND max_amount >= ?0
		ORDER BY sort, last_used_at, id`, int64(amount)).Scan(ctx, &ids)
	if err != nil {
		return CompanyBank{}, fmt.Errorf("choose payee: %w", err)
	}
	for _, id := range ids {
		var b CompanyBank
		if err := tx.NewRaw("SELECT * FROM company_bank WHERE id = ?"+tx.ForUpdate(), id).Scan(ctx, &b); err != nil {
			return b, fmt.Errorf("lock company bank %d: %w", id, err)
		}
		if !b.Enabled || b.MinAmount > amount || b.MaxAmount < amount { // changed since the list was read
			continue
		}
		number, intact := OpenNumber(h.box, b)
		if !intact { // whoever exchanged a number in the database gets no money
			h.log.ErrorContext(ctx, "a company account is not as two people entered it", "id", id)
			continue
		}
		var used struct{ Received, Waiting money.Fen }
		err := tx.NewRaw(`SELECT CAST(COALESCE(SUM(d.received), 0) AS BIGINT) AS received,
				CAST(COALESCE(SUM(CASE WHEN d.state IN ('pending', 'claimed') AND d.expires_at > ?2
					AND EXISTS (SELECT 1 FROM deposit p WHERE p.player = d.player AND p.state = 'credited') THEN d.amount ELSE 0 END), 0) AS BIGINT) AS waiting
			FROM deposit d WHERE d.company_bank = ?0 AND d.day = ?1`, id, day, tx.NowMillis()).Scan(ctx, &used)
		if err != nil {
			return b, fmt.Errorf("today's use of company bank %d: %w", id, err)
		}
		room := b.DailyCap - used.Received
		if room -= min(used.Waiting, room/2); amount > room {
			continue
		}
		// Orders of the same millisecond must still take turns.
		_, err = tx.NewRaw("UPDATE company_bank SET last_used_at = CASE WHEN last_used_at >= ?0 THEN last_used_at + 1 ELSE ?0 END WHERE id = ?1",
			tx.NowMillis(), id).Exec(ctx)
		if err != nil {
			return b, fmt.Errorf("turn of company bank %d: %w", id, err)
		}
		b.Number = number
		return b, nil
	}
	return CompanyBank{}, ErrNoPayee
}
