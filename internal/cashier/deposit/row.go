package deposit

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"

	"github.com/uptrace/bun"
	"hongyun/internal/calendar"
	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/secret"
)

// Row is a row of deposit.
type Row struct {
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

func (r Row) Deposit(box *secret.Box) (Deposit, error) {
	name, err := box.Open(order.SealedAt("deposit", "depositor", r.SN), r.Depositor)
	if err != nil {
		return Deposit{}, err
	}
	from, err := box.Open(order.SealedAt("deposit", "pay_address", r.SN), r.PayAddress)
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
		CreatedAt: order.Stamped(r.CreatedAt), ClaimedAt: order.Stamped(r.ClaimedAt), ExpiresAt: order.Stamped(r.ExpiresAt), EndedAt: order.Stamped(r.EndedAt),
		OrderID: r.OrderID, Contents: r.Contents, Token: r.Token, CompanyBank: r.CompanyBank, suspended: r.Suspended, unconfirmed: r.Unconfirmed,
		OwnAddress: r.OwnAddress, askedAt: order.Stamped(r.AskedAt), payMethod: r.PayMethod, polls: r.Polls, cameAt: r.CameAt,
	}, nil
}

// firstPoll is how long after its order a gateway is first asked by itself:
// most callbacks have come by then.
const firstPoll = 15 * time.Second

func Insert(ctx context.Context, tx *db.Tx, box *secret.Box, d Deposit) error {
	row := Row{
		SN: d.SN, OrderID: d.OrderID, Contents: d.Contents, Player: d.Player, Channel: d.ChannelID, MethodName: d.Method,
		ChannelName: d.Channel, Style: d.Style, Gateway: d.Gateway, PayMethod: d.payMethod, Token: d.Token,
		Amount: int64(d.Amount), Proved: int64(d.Proved), Suspended: d.suspended, State: d.State, ReviewReason: d.ReviewReason,
		Depositor: box.Seal(order.SealedAt("deposit", "depositor", d.SN), d.Depositor), Remark: d.Remark, FromBank: d.FromBank,
		PayType: d.PayType, Activity: d.ActivityID, CompanyBank: d.CompanyBank, PayeeBank: d.Payee.Bank, PayeeHolder: d.Payee.Holder,
		PayeeNumber: d.Payee.Number, PayCode: d.Payee.Code, GatewayTxn: d.GatewayTxn, ClientIP: d.ClientIP,
		Network: d.Network, CoinAddress: d.CoinAddress, Coins: int64(d.Coins), Rate: int64(d.Rate), OwnAddress: d.OwnAddress,
		PayAddress: box.Seal(order.SealedAt("deposit", "pay_address", d.SN), d.PayAddress),
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

func Find(ctx context.Context, r db.Reader, box *secret.Box, where string, arg any) (Deposit, error) {
	return read(ctx, r, box, "SELECT * FROM deposit WHERE "+where, arg)
}

// Lock reads a deposit and keeps other writers off it until tx ends.
func Lock(ctx context.Context, tx *db.Tx, box *secret.Box, sn string) (Deposit, error) {
	return read(ctx, tx, box, "SELECT * FROM deposit WHERE sn = ?"+tx.ForUpdate(), sn)
}

func read(ctx context.Context, r db.Reader, box *secret.Box, query string, arg any) (Deposit, error) {
	if text, ok := arg.(string); ok && !order.Storable(text) {
		return Deposit{}, ErrNotFound
	}
	var row Row
	err := r.NewRaw(query, arg).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return Deposit{}, ErrNotFound
	}
	if err != nil {
		return Deposit{}, fmt.Errorf("read deposit: %w", err)
	}
	return row.Deposit(box)
}
