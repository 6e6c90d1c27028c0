package deposit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"github.com/prometheus/client_golang/prometheus"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/method"
	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/due"
	"hongyun/internal/fault"
	"hongyun/internal/guard"
	"hongyun/internal/money"
	"hongyun/internal/number"
	"hongyun/internal/player/identity"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
)

// Deposits takes orders to deposit and credits what arrives for them.
type Deposits struct {
	*order.Deps
	methods  *method.Methods
	hooksURL string
	siteURL  string

	strangers order.Strangers
	lanes     func() []string // of Polls: the gateways that are there when the work begins, after the settings were read
	Polls     *due.Work       // asks gateways about orders whose callback may be lost

	// OnCredited, where set, runs in the transaction of each credit, or later
	// where it failed then: promotions and levels follow from it. The credit does
	// not depend on it.
	OnCredited func(ctx context.Context, tx *db.Tx, d Deposit) error
	// Notify, where set, is called with the player after the commit of each credit.
	Notify func(player string)
	// Unfinished, where set, reports whether winnings may still come for which no
	// account holds anything.
	Unfinished func(ctx context.Context, r db.Reader, player string) (bool, error)

	// LockReversed, where set, takes the locks that OnReversed needs, before money
	// moves: whoever gives to the player takes them in that order.
	LockReversed func(ctx context.Context, tx *db.Tx, player string) error
	// OnReversed, where set, runs in the transaction in which a credited deposit
	// is taken back: what it brought goes with it.
	OnReversed func(ctx context.Context, tx *db.Tx, d Deposit) error
	// CheckActivity, where set, refuses an order whose activity its player cannot
	// choose for it.
	CheckActivity func(ctx context.Context, r db.Reader, player, activity string, amount money.Fen) error
}

func New(h *order.Deps, m *method.Methods, hooksURL, siteURL string, metrics prometheus.Registerer) *Deposits {
	d := &Deposits{Deps: h, methods: m, hooksURL: strings.TrimRight(hooksURL, "/"), siteURL: strings.TrimRight(siteURL, "/")}
	d.lanes = sync.OnceValue(m.GatewayCodes)
	d.Polls = d.newPolls(metrics)
	return d
}

// Kinds of second-person requests about deposits, with what each is asked about.
const (
	kindDeposit staff.Kind[HandCredit]        = "deposit.credit"
	kindReverse staff.Kind[order.ReportAsked] = "deposit.reverse"
	kindOwed    staff.Kind[DebtOrder]         = "owed.settle"
)

// RegisterKinds tells staff what approved requests about deposits and debts do.
func (d *Deposits) RegisterKinds(s *staff.Staff) {
	kindDeposit.OnApproved(s, d.creditApproved)
	kindReverse.OnApproved(s, d.reverseApproved)
	kindOwed.OnApproved(s, d.owedApproved)
}

// Order is what a player asks for. The caller chooses ID; repeating an
// order returns the first deposit.
type Order struct {
	ID         string
	Keyless    bool // ID was derived, not chosen: equal orders at once are a double click
	Player     string
	ChannelID  int64
	Amount     money.Fen
	Name       string // of who pays
	Remark     string
	BankID     string // the bank paid from
	Type       string // one of PreInfo's types
	ActivityID string
	PayAddress string // where coins come from, as the player says
	ClientIP   string
}

// Payee is where a bank transfer goes to.
type Payee struct {
	Bank, Holder, Number string
	Code                 string // to be written into the transfer's remark; belongs to this order alone
}

// Deposit is an order and what became of it.
type Deposit struct {
	SN           string
	Player       string
	ChannelID    int64
	Method       string // names, as they were when it was ordered
	Channel      string
	Style        string
	Gateway      string
	Amount       money.Fen // ordered
	Received     money.Fen // credited; 0 until then
	Proved       money.Fen // what a gateway says was paid, where a person must decide about it
	State        string
	ReviewReason string // Chinese
	Depositor    string
	Remark       string
	FromBank     string
	PayType      string
	ActivityID   string
	Payee        Payee
	Link, QR     string
	Message      string // what the gateway tells the payer to do
	GatewayTxn   string
	BankRef      string
	ClientIP     string
	CreatedAt    time.Time
	ClaimedAt    time.Time
	ExpiresAt    time.Time
	EndedAt      time.Time
	Network      string // of an order in USDT, as the next four
	CoinAddress  string // where the coins are to go
	Coins        money.Coins
	Rate         money.Rate
	PayAddress   string
	OwnAddress   bool // CoinAddress is the player's alone

	OrderID     string
	Contents    string
	Token       string
	CompanyBank int64
	suspended   bool // what was proved is in suspense
	unconfirmed bool // what was proved is known by a notice that its gateway cannot confirm
	askedAt     time.Time
	polls       int
	routed      bool   // the site chose the channel
	payMethod   string // the gateway's own code of the way to pay
	cameAt      string // where its money came in, if not by its own channel
}

// vouched says that a company vouches for the payment in suspense: the sums of
// staff do not count it.
func (d Deposit) vouched() bool { return d.Proved > 0 && !d.unconfirmed }

// Suspended says that what was proved waits in suspense for a person.
func (d Deposit) Suspended() bool { return d.suspended }

// Create takes an order to deposit: the row is committed before the gateway
// is asked, so that a callback always finds it.
//
// A gateway that refuses closes the order (ErrGatewayRefused). One that does
// not answer leaves it open (ErrGatewaySilent): the same order may be sent
// again, and if the gateway did take it, a callback or PollOpen finds out. Both
// faults name the order (fault.About).
func (d *Deposits) Create(ctx context.Context, o Order) (Deposit, error) {
	d.Seam("Deposit.C0")
	contents := contentsOfDeposit(o)
	first, err := Find(ctx, d.DB, d.Box, "order_id = ?", o.ID)
	if err == nil {
		return d.repeat(ctx, first, contents)
	}
	if !errors.Is(err, ErrNotFound) {
		return Deposit{}, err
	}
	draft, err := d.draft(ctx, o)
	if err != nil {
		return Deposit{}, err
	}
	var dep Deposit
	repeated := false
	err = d.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		dep, repeated = draft, false
		if err := order.LockPlayer(ctx, tx, o.Player); err != nil {
			return err
		}
		if first, err := Find(ctx, tx, d.Box, "order_id = ?", o.ID); !errors.Is(err, ErrNotFound) {
			dep, repeated = first, true
			return err
		}
		if o.Keyless {
			if err := d.refuseTwin(ctx, tx, dep); err != nil {
				return err
			}
		}
		// Here, and not with the draft: under this lock orders at once see each
		// other, and a stop or a lower limit comes before or after (RG-3, RG-4).
		if err := d.Guard.CheckDeposit(ctx, tx, o.Player, o.Amount); err != nil {
			return err
		}
		dep.CreatedAt, dep.ExpiresAt = tx.Now(), tx.Now().Add(d.Rules().DepositExpiry)
		if err := dep.rail().reserve(ctx, d, tx, &dep); err != nil {
			return err
		}
		if err := Insert(ctx, tx, d.Box, dep); err != nil {
			return err
		}
		d.Seam("Deposit.C1")
		return order.AddNote(ctx, tx, dep.SN, order.ByPlayer, "提交存款", "")
	})
	switch {
	case err != nil:
		return Deposit{}, err
	case repeated:
		return d.repeat(ctx, dep, contents)
	}
	d.Seam("Deposit.C2")
	if !dep.rail().asksGateway() {
		return dep, nil
	}
	return d.ask(ctx, dep)
}

// checkAge fails unless a player is old enough to deposit (D-19).
func (d *Deposits) checkAge(ctx context.Context, id string) error {
	p, err := d.Players.Find(ctx, d.DB, id)
	if err != nil {
		return err
	}
	return d.Players.CheckAge(p)
}

// contentsOfDeposit is what makes two orders the same.
func contentsOfDeposit(o Order) string {
	return order.ContentsOf(o.Player, o.ChannelID, o.Amount, o.Name, o.Remark, o.BankID, o.Type, o.ActivityID, o.PayAddress)
}

// draft checks an order and makes its row. It writes nothing.
func (d *Deposits) draft(ctx context.Context, o Order) (Deposit, error) {
	if o.ID == "" || o.Player == "" {
		return Deposit{}, errors.New("deposit order without id or player")
	}
	c, m, err := d.methods.FindChannel(ctx, d.DB, "c.id = ?1", o.ChannelID)
	if err != nil {
		return Deposit{}, err
	}
	if o.Amount <= 0 {
		return Deposit{}, ErrAmount
	}
	if c, err = d.methods.Route(ctx, o.Player, o.Amount, c, m); err != nil {
		return Deposit{}, err
	}
	if err := d.Guard.Gate.Check(ctx, guard.DoorDeposits, guard.GatewayDoor(c.Gateway)); err != nil {
		return Deposit{}, err
	}
	if fits, err := d.methods.Offered(ctx, o.Player, []method.Channel{c}); err != nil || len(fits) == 0 {
		return Deposit{}, cmp.Or(err, error(method.ErrNoChannel))
	}
	if o.Amount < c.MinAmount || o.Amount > c.MaxAmount {
		return Deposit{}, ErrLimits.With(c.MinAmount.Grouped(), c.MaxAmount.Grouped())
	}
	name, err := checkInputs(o, m)
	if err != nil {
		return Deposit{}, err
	}
	if err := order.CheckReturn(ctx, d.Deps, o.Player); err != nil {
		return Deposit{}, err
	}
	if err := d.Guard.Check(ctx, d.DB, o.Player, guard.Deposit); err != nil {
		return Deposit{}, err
	}
	if err := d.checkAge(ctx, o.Player); err != nil {
		return Deposit{}, err
	}
	if d.CheckActivity != nil && o.ActivityID != "" {
		if err := d.CheckActivity(ctx, d.DB, o.Player, o.ActivityID, o.Amount); err != nil {
			return Deposit{}, err
		}
	}
	now := d.DB.Clock().Now()
	dep := Deposit{
		SN: number.NewOrder("D", now), Player: o.Player, ChannelID: c.ID, Method: m.Name, Channel: c.Name, Style: c.Style, Gateway: c.Gateway,
		Amount: o.Amount, State: Pending, Depositor: name, Remark: o.Remark, FromBank: o.BankID, PayType: o.Type,
		ActivityID: o.ActivityID, ClientIP: o.ClientIP,
		OrderID: o.ID, Contents: contentsOfDeposit(o), Token: secret.NewToken(), payMethod: c.GatewayMethod, routed: m.Routed,
	}
	if err := dep.rail().complete(ctx, d, &dep, o, m); err != nil {
		return Deposit{}, err
	}
	return dep, nil
}

// checkInputs applies the rules of the method's visible inputs (DEP-06) and
// returns the depositor's name in its one form.
func checkInputs(o Order, m method.Method) (string, error) {
	name := o.Name
	if m.ShowName && name == "" {
		return "", ErrDepositorNone
	}
	if name != "" {
		clean, err := identity.NormalizeName(name)
		if err != nil {
			return "", ErrDepositorName
		}
		name = clean
	}
	if (m.ShowBanks || o.BankID != "") && !bank.Known(o.BankID) {
		return "", ErrChoice
	}
	knownType := slices.ContainsFunc(method.PayTypes, func(t method.PayType) bool { return t.ID == o.Type })
	if (m.ShowTypes || o.Type != "") && !knownType {
		return "", ErrChoice
	}
	if utf8.RuneCountInString(o.Remark) > maxRemark || !order.PlainText(o.Remark) || len(o.ActivityID) > 40 || !order.PlainText(o.ActivityID) {
		return "", ErrRemark
	}
	return name, nil
}

// maxRemark is how many characters a player's remark may have.
const maxRemark = 100

// refuseTwin refuses an order without a key of its own while an equal one is
// seconds old, or still on its way to the gateway (trust IDE-3). Only under
// the player's lock can twins see each other. The refusal names the first order
// where there is one alone.
func (d *Deposits) refuseTwin(ctx context.Context, tx *db.Tx, dep Deposit) error {
	var twins []string
	err := tx.NewRaw(`SELECT sn FROM deposit WHERE player = ? AND (channel = ? OR ? AND method_name = ? AND style = ?) AND amount = ?
		AND (created_at > ? OR (asked_at > ? AND link = '' AND qr = '' AND message = '' AND state = 'pending')) LIMIT 2`,
		dep.Player, dep.ChannelID, dep.routed, dep.Method, dep.Style, int64(dep.Amount),
		tx.Now().Add(-d.Rules().TwinWindow).UnixMilli(), tx.Now().Add(-method.AskAgainAfter).UnixMilli()).Scan(ctx, &twins)
	if err != nil {
		return fmt.Errorf("look for twins: %w", err)
	}
	switch len(twins) {
	case 0:
		return nil
	case 1:
		return fault.About{Err: ErrTwin, Number: twins[0]}
	}
	return ErrTwin
}

// fewOpen refuses another bank order to a player who has BankOrdersOpen of them
// that are neither paid nor over.
func (d *Deposits) fewOpen(ctx context.Context, tx *db.Tx, player string) error {
	var open int
	err := tx.NewRaw(`SELECT COUNT(*) FROM deposit WHERE player = ? AND style = ?
		AND (state IN ('claimed', 'review') OR state = 'pending' AND expires_at > ?)`, player, method.StyleBank, tx.NowMillis()).Scan(ctx, &open)
	if err != nil {
		return fmt.Errorf("open bank orders of %s: %w", player, err)
	}
	if open >= d.Rules().BankOrdersOpen {
		return ErrBankOrdersOpen.With(open)
	}
	return nil
}

// fewAtGateways refuses another order at a gateway to a player who has
// GatewayOrdersOpen of them that are neither paid nor over, or twice as many that
// are unpaid and still asked about: they would fill the table and the queue of
// questions that all players' payments share (H-203).
func (d *Deposits) fewAtGateways(ctx context.Context, tx *db.Tx, player string) error {
	var of struct{ Open, Asked int }
	err := tx.NewRaw(`SELECT COUNT(CASE WHEN created_at > ? AND state IN ('pending', 'claimed') THEN 1 END) AS open, COUNT(*) AS asked
		FROM deposit WHERE player = ? AND created_at > ? AND gateway <> '' AND poll_at > 0 AND state IN ('pending', 'claimed', 'expired')`,
		tx.Now().Add(-d.Rules().DepositExpiry).UnixMilli(), player, tx.Now().Add(-d.Rules().DepositExpiry-d.Rules().LateWatch).UnixMilli()).Scan(ctx, &of)
	switch {
	case err != nil:
		return fmt.Errorf("open orders of %s: %w", player, err)
	case of.Open >= d.Rules().GatewayOrdersOpen:
		return ErrOrdersOpen.With(of.Open)
	case of.Asked >= 2*d.Rules().GatewayOrdersOpen:
		return ErrOrdersUnpaid.With(of.Asked)
	}
	return d.fewRefused(ctx, tx, player)
}

// fewRefused refuses another order at a gateway to a player who had GatewayOrdersOpen
// of them refused within the time of an order: each one is a call to a company, and a
// failure that the rules of its channel look at (H-382).
func (d *Deposits) fewRefused(ctx context.Context, tx *db.Tx, player string) error {
	var refused int
	err := tx.NewRaw("SELECT COUNT(*) FROM deposit d WHERE d.player = ? AND d.created_at > ? AND d.state = 'closed' AND "+method.NoPage,
		player, tx.Now().Add(-d.Rules().DepositExpiry).UnixMilli()).Scan(ctx, &refused)
	switch {
	case err != nil:
		return fmt.Errorf("refused orders of %s: %w", player, err)
	case refused >= d.Rules().GatewayOrdersOpen:
		return ErrOrdersRefused.With(refused)
	}
	return nil
}

// takePayee chooses the company account and draws the remark code by which
// staff recognise the transfer.
func (d *Deposits) takePayee(ctx context.Context, tx *db.Tx, dep *Deposit) error {
	b, err := bank.ChoosePayee(ctx, d.Deps, tx, dep.Player, dep.Amount, int32(calendar.DayOf(tx.Now())))
	if err != nil {
		return err
	}
	dep.CompanyBank = b.ID
	dep.Payee = Payee{Bank: b.BankName, Holder: b.Holder, Number: b.Number, Code: secret.Text(8, number.OrderAlphabet)}
	return nil
}

// PayeeCode is the address of the picture that the payer of an order scans, "" for
// none. It belongs to the account as the order shows it.
func (d *Deposits) PayeeCode(ctx context.Context, dep Deposit) (string, error) {
	if dep.CompanyBank == 0 {
		return "", nil
	}
	return bank.ShownCode(ctx, d.Deps, dep.CompanyBank, dep.Payee.Number, dep.Payee.Holder)
}

// show gives an order that has run out the state it is about to get.
func (d *Deposits) show(dep *Deposit) {
	if dep.State == Pending && !d.DB.Clock().Now().Before(dep.ExpiresAt) {
		dep.State = Expired
	}
}

// TurnoverPercent is how much of a deposit has to be bet before a withdrawal, in
// percent of it.
func (d *Deposits) TurnoverPercent() int64 { return d.Rules().TurnoverPercent }

// Find is a player's own order, or ErrNotFound, which is also the answer for
// somebody else's.
func (d *Deposits) Find(ctx context.Context, player, sn string) (Deposit, error) {
	dep, err := Find(ctx, d.DB, d.Box, "sn = ?", sn)
	if err != nil {
		return Deposit{}, err
	}
	if dep.Player != player {
		return Deposit{}, ErrNotFound
	}
	d.show(&dep)
	return dep, nil
}

// MarkPaid notes that the player says an order is paid. It orders the queue of
// staff and nothing else (trust CBK-6). An order that expired lately goes to
// review; an older one is refused.
func (d *Deposits) MarkPaid(ctx context.Context, player, sn string) error {
	return d.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		dep, err := Lock(ctx, tx, d.Box, sn)
		if err != nil {
			return err
		}
		if dep.Player != player {
			return ErrNotFound
		}
		inTime := tx.Now().Before(dep.ExpiresAt)
		inGrace := tx.Now().Before(dep.ExpiresAt.Add(d.Rules().ClaimGrace))
		switch {
		case dep.State == Closed:
			return ErrClosed
		case dep.State == Claimed || dep.State == Review || dep.State == Credited || dep.State == Reversed:
			return nil
		case inTime && dep.State == Pending:
			// A gateway that was not asked for a while is asked now.
			_, err := claimMove.Apply(ctx, tx, sn, "claimed_at = ?0, poll_at = CASE WHEN poll_at > 0 THEN ?0 ELSE 0 END", tx.NowMillis())
			if err != nil {
				return err
			}
			return order.AddNote(ctx, tx, sn, order.ByPlayer, "表示已付款", "")
		case inGrace && dep.rail().foundByStaff():
			const why = "订单过期后玩家表示已付款"
			if err := toReview(ctx, tx, sn, why); err != nil {
				return err
			}
			_, err := tx.NewRaw("UPDATE deposit SET claimed_at = ? WHERE sn = ?", tx.NowMillis(), sn).Exec(ctx)
			if err != nil {
				return fmt.Errorf("claim deposit %s: %w", sn, err)
			}
			return order.AddNote(ctx, tx, sn, order.ByPlayer, "表示已付款，订单已过期，转复核", "")
		}
		return ErrExpired
	})
}

// LockOrders is LockPlayer for what decides about orders from outside: a limit,
// or a stop, that a player sets.
func (d *Deposits) LockOrders(ctx context.Context, tx *db.Tx, player string) error {
	return order.LockPlayer(ctx, tx, player)
}
