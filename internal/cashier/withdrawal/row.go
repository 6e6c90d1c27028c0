package withdrawal

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"github.com/uptrace/bun"
	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
)

// Row is a row of withdrawal.
type Row struct {
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

func Read(ctx context.Context, r db.Reader, query string, arg any) (Row, error) {
	var row Row
	if text, ok := arg.(string); ok && !order.Storable(text) {
		return row, ErrNotFound
	}
	err := db.ReadFixed(ctx, r, &row, query, arg)
	if errors.Is(err, sql.ErrNoRows) {
		return row, ErrNotFound
	}
	if err != nil {
		return row, fmt.Errorf("read withdrawal: %w", err)
	}
	return row, nil
}

// Lock reads a withdrawal and keeps other writers off it until tx ends.
func Lock(ctx context.Context, tx *db.Tx, sn string) (Row, error) {
	return Read(ctx, tx, "SELECT * FROM withdrawal WHERE sn = ?"+tx.ForUpdate(), sn)
}

// PayoutSource is the source of proofs, and the bank account of the house, that a
// withdrawal is paid from.
func (r Row) PayoutSource() string {
	if r.PayoutCompany != "" {
		return order.PayoutBank + ":" + r.PayoutCompany
	}
	return order.PayoutBank
}

// InBatch is ErrInBatch for a withdrawal that a batch pays: every other way to pay
// it asks here first. In SQL the same is batch = 0.
func (r Row) InBatch() error {
	if r.State == Approved && r.Batch > 0 {
		return ErrInBatch.With(r.Batch)
	}
	return nil
}
