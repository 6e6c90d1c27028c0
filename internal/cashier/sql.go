package cashier

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/secret"
)

// depositRow is a row of deposit.
type depositRow struct {
	bun.BaseModel `bun:"table:deposit"`

	SN           string `bun:"sn,pk"`
	OrderID      string `bun:"order_id"`
	Contents     string
	Player       string
	Channel      int64
	MethodName   string
	ChannelName  string
	Style        string
	Gateway      string
	PayMethod    string
	Token        string
	Amount       int64
	Received     int64
	Proved       int64
	Suspended    bool
	Unconfirmed  bool
	State        string
	ReviewReason string
	Depositor    string
	Remark       string
	FromBank     string
	PayType      string
	Activity     string
	CompanyBank  int64
	PayeeBank    string
	PayeeHolder  string
	PayeeNumber  string
	PayCode      string
	Link         string
	QR           string `bun:"qr"`
	Message      string
	AskedAt      int64
	GatewayTxn   string
	BankRef      string
	ClientIP     string `bun:"client_ip"`
	Day          int32
	CreatedAt    int64
	ClaimedAt    int64
	ExpiresAt    int64
	EndedAt      int64
	PollAt       int64
	Polls        int
	CameAt       string
	Network      string
	CoinAddress  string
	Coins        int64
	Rate         int64
	PayAddress   string
	OwnAddress   bool
}

// sealedAt names the place of a sealed field, so that it opens nowhere else.
func sealedAt(table, field, id string) string { return table + "." + field + "/" + id }

func (r depositRow) deposit(box *secret.Box) (Deposit, error) {
	name, err := box.Open(sealedAt("deposit", "depositor", r.SN), r.Depositor)
	if err != nil {
		return Deposit{}, err
	}
	from, err := box.Open(sealedAt("deposit", "pay_address", r.SN), r.PayAddress)
	if err != nil {
		return Deposit{}, err
	}
	return Deposit{
		Network: r.Network, CoinAddress: r.CoinAddress, Coins: money.Coins(r.Coins), Rate: money.Rate(r.Rate), PayAddress: from,
		SN: r.SN, Player: r.Player, ChannelID: r.Channel, Method: r.MethodName, Channel: r.ChannelName, Style: r.Style, Gateway: r.Gateway,
		Amount: money.Fen(r.Amount), Received: money.Fen(r.Received), Proved: money.Fen(r.Proved),
		State: r.State, ReviewReason: r.ReviewReason, Depositor: name, Remark: r.Remark, FromBank: r.FromBank, PayType: r.PayType,
		ActivityID: r.Activity, Payee: Payee{r.PayeeBank, r.PayeeHolder, r.PayeeNumber, r.PayCode}, Link: r.Link, QR: r.QR, Message: r.Message,
		GatewayTxn: r.GatewayTxn, BankRef: r.BankRef, ClientIP: r.ClientIP,
		CreatedAt: stamped(r.CreatedAt), ClaimedAt: stamped(r.ClaimedAt), ExpiresAt: stamped(r.ExpiresAt), EndedAt: stamped(r.EndedAt),
		orderID: r.OrderID, contents: r.Contents, token: r.Token, companyBank: r.CompanyBank, suspended: r.Suspended, unconfirmed: r.Unconfirmed,
		OwnAddress: r.OwnAddress, askedAt: stamped(r.AskedAt), payMethod: r.PayMethod, polls: r.Polls, cameAt: r.CameAt,
	}, nil
}

// firstPoll is how long after its order a gateway is first asked by itself:
// most callbacks have come by then.
const firstPoll = 15 * time.Second

func insertDeposit(ctx context.Context, tx *db.Tx, box *secret.Box, d Deposit) error {
	row := depositRow{
		SN: d.SN, OrderID: d.orderID, Contents: d.contents, Player: d.Player, Channel: d.ChannelID, MethodName: d.Method,
		ChannelName: d.Channel, Style: d.Style, Gateway: d.Gateway, PayMethod: d.payMethod, Token: d.token,
		Amount: int64(d.Amount), Proved: int64(d.Proved), Suspended: d.suspended, State: d.State, ReviewReason: d.ReviewReason,
		Depositor: box.Seal(sealedAt("deposit", "depositor", d.SN), d.Depositor), Remark: d.Remark, FromBank: d.FromBank,
		PayType: d.PayType, Activity: d.ActivityID, CompanyBank: d.companyBank, PayeeBank: d.Payee.Bank, PayeeHolder: d.Payee.Holder,
		PayeeNumber: d.Payee.Number, PayCode: d.Payee.Code, GatewayTxn: d.GatewayTxn, ClientIP: d.ClientIP,
		Network: d.Network, CoinAddress: d.CoinAddress, Coins: int64(d.Coins), Rate: int64(d.Rate), OwnAddress: d.OwnAddress,
		PayAddress: box.Seal(sealedAt("deposit", "pay_address", d.SN), d.PayAddress),
		Day:        int32(calendar.DayOf(d.CreatedAt)), CreatedAt: calendar.Millis(d.CreatedAt), ExpiresAt: calendar.Millis(d.ExpiresAt),
	}
	if !d.askedAt.IsZero() {
		row.AskedAt = calendar.Millis(d.askedAt)
		row.PollAt = calendar.Millis(d.askedAt.Add(firstPoll))
	}
	if _, err := tx.NewInsert().Model(&row).Exec(ctx); err != nil {
		return fmt.Errorf("insert deposit: %w", err)
	}
	return nil
}

func findDeposit(ctx context.Context, r db.Reader, box *secret.Box, where string, arg any) (Deposit, error) {
	return readDeposit(ctx, r, box, "SELECT * FROM deposit WHERE "+where, arg)
}

// lockDeposit reads a deposit and keeps other writers off it until tx ends.
func lockDeposit(ctx context.Context, tx *db.Tx, box *secret.Box, sn string) (Deposit, error) {
	return readDeposit(ctx, tx, box, "SELECT * FROM deposit WHERE sn = ?"+tx.ForUpdate(), sn)
}

func readDeposit(ctx context.Context, r db.Reader, box *secret.Box, query string, arg any) (Deposit, error) {
	if text, ok := arg.(string); ok && !storable(text) {
		return Deposit{}, ErrNoDeposit
	}
	var row depositRow
	err := r.NewRaw(query, arg).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return Deposit{}, ErrNoDeposit
	}
	if err != nil {
		return Deposit{}, fmt.Errorf("read deposit: %w", err)
	}
	return row.deposit(box)
}

// moveDeposit ends a deposit without a credit, if it is in one of the states
// given. It reports whether it was.
func moveDeposit(ctx context.Context, tx *db.Tx, sn, to string, from ...string) (bool, error) {
	// A closed order is not asked about any more; an expired one is for a while.
	res, err := tx.NewRaw("UPDATE deposit SET state = ?0, ended_at = ?1, poll_at = CASE WHEN ?0 = 'closed' THEN 0 ELSE poll_at END WHERE sn = ?2 AND state IN (?3)",
		to, tx.NowMillis(), sn, bun.In(from)).Exec(ctx)
	if err != nil {
		return false, fmt.Errorf("deposit %s to %s: %w", sn, to, err)
	}
	n, _ := res.RowsAffected()
	return n == 1, nil
}

// withdrawalRow is a row of withdrawal.
type withdrawalRow struct {
	bun.BaseModel `bun:"table:withdrawal"`

	SN             string `bun:"sn,pk"`
	OrderID        string `bun:"order_id"`
	Contents       string
	Player         string
	Amount         int64
	Fee            int64
	State          string
	Card           int64
	Bank           string
	Number         string
	Tail           string
	Holder         string
	Province       string
	City           string
	Branch         string
	NeedsSecond    bool
	Flags          string
	HeldUntil      int64
	ClaimedBy      string
	ClaimedName    string
	ClaimedAt      int64
	ClaimExpiresAt int64
	ApprovedBy     string
	Reference      string
	Reason         string
	ClientIP       string `bun:"client_ip"`
	Day            int32
	CreatedAt      int64
	EndedAt        int64
	Exposure       string
	Network        string // "" for a bank card, as the rest below
	Coins          int64
	Rate           int64
	PayoutTx       string
	PayoutAt       int64
	PayoutBy       string
	PayoutSaid     string
	PayoutAsk      int64
	DestinationAt  int64
	UnknownAt      int64
	SentAt         int64  // when the last attempt that a company was told of failed; 0 if none
	ApprovedAt     int64  // 0 before, and for orders older than the column
	PayoutFrom     string // the sender of PayoutTx, as its chain names it
	TakenBack      bool
	Attempt        string // of a company that may pay an approved order, or has paid it
	PayoutCompany  string // that paid it
	Batch          int64  // that it is paid in, 0 for none
}

// addressRow is a row of player_address.
type addressRow struct {
	bun.BaseModel `bun:"table:player_address"`

	ID           int64 `bun:"id,pk"`
	Player       string
	Network      string
	Address      string
	AddressIndex string
	IsDefault    bool
	AddedAt      int64
}

func readWithdrawal(ctx context.Context, r db.Reader, query string, arg any) (withdrawalRow, error) {
	var row withdrawalRow
	if text, ok := arg.(string); ok && !storable(text) {
		return row, ErrNoWithdrawal
	}
	err := db.ReadFixed(ctx, r, &row, query, arg)
	if errors.Is(err, sql.ErrNoRows) {
		return row, ErrNoWithdrawal
	}
	if err != nil {
		return row, fmt.Errorf("read withdrawal: %w", err)
	}
	return row, nil
}

// lockWithdrawal reads a withdrawal and keeps other writers off it until tx ends.
func lockWithdrawal(ctx context.Context, tx *db.Tx, sn string) (withdrawalRow, error) {
	return readWithdrawal(ctx, tx, "SELECT * FROM withdrawal WHERE sn = ?"+tx.ForUpdate(), sn)
}

// cardRow is a row of player_card.
type cardRow struct {
	bun.BaseModel `bun:"table:player_card"`

	ID          int64 `bun:"id,pk"`
	Player      string
	Bank        string
	Number      string
	NumberIndex string
	Tail        string
	Holder      string
	Province    string
	City        string
	Branch      string
	IsDefault   bool
	BoundAt     int64
}
