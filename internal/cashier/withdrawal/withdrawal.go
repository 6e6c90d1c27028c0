package withdrawal

import (
	"context"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/destination"
	"hongyun/internal/cashier/order"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/player/identity"
)

// Withdrawals takes orders to withdraw and leads them through review to
// payment. A player may take an order back until staff claim it, where the operator allows it (H-360).
type Withdrawals struct {
	*order.Deps
	asks *db.Group[*asking]

	// BeforeAsk, where set, runs in the transaction of orders to withdraw, under
	// the locks of their players: money that is due elsewhere is taken first.
	BeforeAsk func(ctx context.Context, tx *db.Tx, players []string) error

	// OnApproved, where set, runs in the transaction that approves an order to a bank
	// card: a company may be told to pay it.
	OnApproved func(ctx context.Context, tx *db.Tx, sn string, amount money.Fen, bank string) error
}

// Order is what a player asks for. The caller chooses ID; repeating an
// order returns the first withdrawal.
type Order struct {
	ID      string
	Keyless bool // ID was derived, not chosen: equal orders at once are a double click
	Player  string
	CardID  int64
	// AddressID, instead of CardID, is a USDT address of the player. The order
	// pays what it was quoted last.
	AddressID int64
	Amount    money.Fen
	// MaxFee, where set, is the fee that the player was shown: a higher one is
	// refused, so that nobody pays what they did not see.
	MaxFee   *money.Fen
	Password string // the withdrawal password, once the player has set one (D-03)
	// Second is a code of the authenticator, for players who switched two-step
	// login on; Client is counted for wrong ones.
	Second   string
	Client   identity.Client
	ClientIP string
}

// Withdrawal is an order and what became of it. Number and holder are masked.
type Withdrawal struct {
	SN             string
	Player         string
	Amount         money.Fen // what arrives
	Fee            money.Fen // taken beside it
	State          string
	CardID         int64
	Bank           string
	BankName       string
	Number         string
	Tail           string
	Holder         string
	Province       string
	City           string
	Branch         string
	NeedsSecond    bool
	Flags          []Flag
	HeldUntil      time.Time // zero: not held
	ClaimedBy      string
	ClaimedName    string
	ClaimedAt      time.Time
	ClaimExpiresAt time.Time
	ApprovedBy     []string  // names
	ApprovedAt     time.Time // zero before, and for orders older than the column
	TakenBack      bool      // by its player, before staff claimed it
	Reference      string    // of the payout
	Reason         string    // of a rejection or failure; the player reads it
	ClientIP       string
	CreatedAt      time.Time
	EndedAt        time.Time
	Exposed        bool        // paid after its money was given back, and nobody has decided who bears it
	Batch          int64       // of payouts, 0 for none
	Payout         *CoinPayout // of a withdrawal in USDT; then Number is the masked address
}

// CoinPayout is what a withdrawal in USDT pays, and by which transaction.
type CoinPayout struct {
	Network string
	Coins   money.Coins
	Rate    money.Rate
	Tx      string    // as staff entered it; "" before
	SentAt  time.Time // when they did
	SentBy  string
	From    string // the sender that the chain names; "" when it names none
	Said    string // what the chain last said, a state of payment; "" when it was not asked
}

// Flag is something staff should look at.
type Flag struct{ Code, Text string }

func (w *Withdrawals) flagTexts(row Row) []Flag {
	texts := map[string]string{
		"first_withdrawal": "该玩家首次提款",
		sparedFlag:         "玩家已自我排除，未完成的流水要求未作限制，请查看其奖金",
		"new_card":         "银行卡为提款前72小时内绑定",
		"shared_address":   "其他玩家也添加过该USDT地址",
		"new_address":      "USDT地址为提款前72小时内添加",
		resetFlag:          "72 小时内重设过密码",
		"held":             "近期变更过密码、手机、姓名，或首次绑卡、新增USDT地址，须待" + calendar.Stamp(order.Stamped(row.HeldUntil)) + "之后批准",
		"large":            "单笔或玩家24小时内提款合计超过" + w.Rules().WithdrawSecondAbove.Grouped() + "元，需第二人审批",
	}
	flags := []Flag{}
	for _, code := range strings.Split(row.Flags, ",") {
		if code != "" {
			flags = append(flags, Flag{code, texts[code]})
		}
	}
	return flags
}

// Show is a row as everybody may see it.
func (w *Withdrawals) Show(r Row) (Withdrawal, error) {
	holder, err := w.Box.Open(order.SealedAt("withdrawal", "holder", r.SN), r.Holder)
	if err != nil {
		return Withdrawal{}, err
	}
	number, err := w.Box.Open(order.SealedAt("withdrawal", "number", r.SN), r.Number)
	if err != nil {
		return Withdrawal{}, err
	}
	province, city := destination.RegionNames(r.Province, r.City)
	out := Withdrawal{
		SN: r.SN, Player: r.Player, Amount: money.Fen(r.Amount), Fee: money.Fen(r.Fee), State: r.State, CardID: r.Card,
		Bank: r.Bank, BankName: bank.NameOf(r.Bank), Number: bank.MaskNumber(number), Tail: r.Tail, Holder: identity.MaskName(holder),
		Province: province, City: city, Branch: r.Branch, NeedsSecond: r.NeedsSecond, Flags: w.flagTexts(r), HeldUntil: order.Stamped(r.HeldUntil),
		ClaimedBy: r.ClaimedBy, ClaimedName: r.ClaimedName, ClaimedAt: order.Stamped(r.ClaimedAt), ClaimExpiresAt: order.Stamped(r.ClaimExpiresAt),
		ApprovedBy: []string{}, ApprovedAt: order.Stamped(r.ApprovedAt), TakenBack: r.TakenBack, Reference: r.Reference, Reason: r.Reason, ClientIP: r.ClientIP,
		CreatedAt: order.Stamped(r.CreatedAt), EndedAt: order.Stamped(r.EndedAt), Exposed: r.Exposure == Exposed, Batch: r.Batch,
	}
	if r.Network != "" {
		out.BankName, out.Number = "USDT-"+usdt.NetworkName(r.Network), usdt.MaskAddress(number)
		out.Payout = &CoinPayout{
			Network: r.Network, Coins: money.Coins(r.Coins), Rate: money.Rate(r.Rate),
			Tx: r.PayoutTx, SentAt: order.Stamped(r.PayoutAt), SentBy: r.PayoutBy, From: r.PayoutFrom, Said: r.PayoutSaid,
		}
	}
	if r.ApprovedBy != "" {
		out.ApprovedBy = strings.Split(r.ApprovedBy, "\n")
	}
	return out, nil
}

// Destination is where a withdrawal goes, in a few words for staff.
func (r Row) Destination() string {
	if r.Network != "" {
		return money.Coins(r.Coins).String() + " USDT-" + usdt.NetworkName(r.Network) + " 尾号" + r.Tail
	}
	return bank.NameOf(r.Bank) + " 尾号" + r.Tail
}

// Find is a player's own withdrawal, or ErrNotFound, which is also the
// answer for somebody else's.
func (w *Withdrawals) Find(ctx context.Context, player, sn string) (Withdrawal, error) {
	row, err := Read(ctx, w.DB, "SELECT * FROM withdrawal WHERE sn = ?", sn)
	if err != nil {
		return Withdrawal{}, err
	}
	if row.Player != player {
		return Withdrawal{}, ErrNotFound
	}
	return w.Show(row)
}

// approved tells whoever waits for it that an order to a bank card may be paid.
func (w *Withdrawals) approved(ctx context.Context, tx *db.Tx, row Row) error {
	if w.OnApproved == nil || row.Network != "" {
		return nil
	}
	return w.OnApproved(ctx, tx, row.SN, money.Fen(row.Amount), row.Bank)
}

// Who bears a payout that was paid after its money was given back.
const (
	Exposed    = "open"   // nobody has decided
	ByPlayerIs = "player" // the player paid it back, or owes it
	ByHouseIs  = "loss"   // the house
)

// learnLimits learns the limits of some players.
func (w *Withdrawals) learnLimits(ctx context.Context, tx *db.Tx, k *known, players []string) error {
	k.limits = make(map[string]order.Limits, len(players))
	for _, p := range players {
		var err error
		if k.limits[p], err = w.LimitsOf(ctx, tx, p); err != nil {
			return err
		}
	}
	return nil
}
