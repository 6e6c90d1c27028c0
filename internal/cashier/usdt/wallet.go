package usdt

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/uptrace/bun"

	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/payment"
	"hongyun/internal/staff"
)

// PayoutWallet is a wallet of the operator from which staff pay withdrawals in
// USDT. The program only knows its address.
type PayoutWallet struct {
	ID         int64
	Network    string
	Address    string
	Label      string
	Enabled    bool
	Altered    bool // the row is not what the program wrote: it proves nothing
	MadeBy     string
	MadeAt     time.Time
	ChangedBy  string
	ChangedAt  time.Time
	ApprovalID string // of a change that waits for its second person
}

type walletRow struct {
	bun.BaseModel `bun:"table:payout_wallet"`

	ID        int64 `bun:"id,pk"`
	Network   string
	Address   string
	Seal      string
	Label     string
	Enabled   bool
	MadeBy    string
	MadeAt    int64
	ChangedBy string
	ChangedAt int64
}

func sealOfWallet(h *order.Deps, r walletRow) string {
	return h.Box.Index("payout wallet", strconv.FormatInt(r.ID, 10)+" "+r.Network+" "+r.Address)
}

func walletSubject(network, address string) string { return "coin.wallet:" + network + ":" + address }

// PayoutWallets lists the wallets, those in use first.
func (u *Book) PayoutWallets(ctx context.Context, r db.Reader) ([]PayoutWallet, error) {
	var rows []walletRow
	err := r.NewRaw("SELECT * FROM payout_wallet ORDER BY enabled DESC, network, made_at, id").Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("payout wallets: %w", err)
	}
	list, subjects := make([]PayoutWallet, len(rows)), make([]string, len(rows))
	for i, w := range rows {
		subjects[i] = walletSubject(w.Network, w.Address)
		list[i] = PayoutWallet{
			ID: w.ID, Network: w.Network, Address: w.Address, Label: w.Label, Enabled: w.Enabled, Altered: w.Seal != sealOfWallet(u.Deps, w),
			MadeBy: w.MadeBy, MadeAt: order.Stamped(w.MadeAt), ChangedBy: w.ChangedBy, ChangedAt: order.Stamped(w.ChangedAt),
		}
	}
	waiting, err := u.Staff.PendingApprovals(ctx, r, subjects)
	for i := range list {
		list[i].ApprovalID = waiting[subjects[i]]
	}
	return list, err
}

// AddPayoutWallet asks for a second person's yes to a wallet: a transfer from it
// will count as the operator's own. One that was disabled comes back the same
// way. Faults: ErrNetwork, the flaws of an address, ErrPayeeLabel,
// ErrWalletThere, ErrWalletPlayers, staff's.
func (u *Book) AddPayoutWallet(ctx context.Context, by staff.Actor, network, address, label, reason string) (order.Outcome, error) {
	if !slices.Contains(payment.Networks, network) {
		return order.Outcome{}, ErrNetwork
	}
	a, err := ReadAddress(network, strings.TrimSpace(address))
	if err != nil {
		return order.Outcome{}, err
	}
	label = strings.TrimSpace(label)
	if n := utf8.RuneCountInString(label); n < 1 || n > 40 || !order.PlainText(label) {
		return order.Outcome{}, ErrPayeeLabel
	}
	p := payeeAsked{network, a.String(), label}
	return u.Request(ctx, by, func(ctx context.Context, tx *db.Tx) (staff.Request, error) {
		if _, err := u.newWallet(ctx, tx, p); err != nil {
			return staff.Request{}, err
		}
		return kindWallet.Request(p, staff.Request{
			Subject: walletSubject(p.Network, p.Address), Label: MaskAddress(p.Address), Title: "启用USDT出款钱包",
			Details: []staff.Detail{
				{Label: "网络", Value: NetworkName(p.Network)}, {Label: "钱包地址", Value: p.Address}, {Label: "备注名", Value: p.Label},
			},
			Reason: reason,
		}), nil
	})
}

// newWallet looks whether an address may become a payout wallet, and finds its
// row if it was one before.
func (u *Book) newWallet(ctx context.Context, tx *db.Tx, p payeeAsked) (*walletRow, error) {
	var players []string
	err := tx.NewRaw("SELECT player FROM player_address WHERE address_index = ?", AddressIndex(u.Deps, p.Network, p.Address)).Scan(ctx, &players)
	if err != nil {
		return nil, fmt.Errorf("look for players' addresses: %w", err)
	}
	if len(players) > 0 {
		return nil, ErrWalletPlayers
	}
	var row walletRow
	err = tx.NewRaw("SELECT * FROM payout_wallet WHERE network = ? AND address = ?"+tx.ForUpdate(), p.Network, p.Address).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for the wallet: %w", err)
	}
	if row.Enabled {
		return nil, ErrWalletThere
	}
	return &row, nil
}

func (u *Book) walletApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, p payeeAsked) error {
	was, err := u.newWallet(ctx, tx, p)
	if errors.Is(err, ErrWalletThere) || errors.Is(err, ErrWalletPlayers) {
		return staff.ErrSubjectChange
	}
	if err != nil {
		return err
	}
	who := a.MakerName + "、" + by.Name
	if was == nil {
		err = u.putWallet(ctx, tx, p, who)
	} else {
		_, err = tx.NewRaw("UPDATE payout_wallet SET enabled = TRUE, label = ?, changed_by = ?, changed_at = ? WHERE id = ?",
			p.Label, who, tx.NowMillis(), was.ID).Exec(ctx)
	}
	if err != nil {
		return fmt.Errorf("enable payout wallet: %w", err)
	}
	return u.Staff.Audit(ctx, tx, by, staff.Change{
		Action: string(kindWallet), Subject: a.Subject, Label: a.Label, Reason: a.Reason,
		After: map[string]any{"network": p.Network, "address": p.Address, "label": p.Label, "enabled": true},
	})
}

func (u *Book) putWallet(ctx context.Context, tx *db.Tx, p payeeAsked, who string) error {
	row := walletRow{
		ID: order.NewNumber(), Network: p.Network, Address: p.Address, Label: p.Label, Enabled: true,
		MadeBy: who, MadeAt: tx.NowMillis(), ChangedBy: who, ChangedAt: tx.NowMillis(),
	}
	row.Seal = sealOfWallet(u.Deps, row)
	_, err := tx.NewInsert().Model(&row).Exec(ctx)
	return err
}

// DisablePayoutWallet takes a wallet out of the register at once: one person is
// enough to stop trusting it. What it sent before stays proved by it. Faults:
// ErrNoWallet, ErrWalletOff, staff.ErrReason.
func (u *Book) DisablePayoutWallet(ctx context.Context, by staff.Actor, id int64, reason string) error {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return err
	}
	return u.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var row walletRow
		err := tx.NewRaw("SELECT * FROM payout_wallet WHERE id = ?"+tx.ForUpdate(), id).Scan(ctx, &row)
		if errors.Is(err, sql.ErrNoRows) {
			return ErrNoWallet
		}
		if err != nil {
			return fmt.Errorf("payout wallet %d: %w", id, err)
		}
		if !row.Enabled {
			return ErrWalletOff
		}
		_, err = tx.NewRaw("UPDATE payout_wallet SET enabled = FALSE, changed_by = ?, changed_at = ? WHERE id = ?", by.Name, tx.NowMillis(), id).Exec(ctx)
		if err != nil {
			return fmt.Errorf("disable payout wallet %d: %w", id, err)
		}
		return u.Staff.Audit(ctx, tx, by, staff.Change{
			Action: "coin.wallet_off", Subject: walletSubject(row.Network, row.Address), Label: MaskAddress(row.Address), Reason: reason,
			Before: map[string]any{"enabled": true}, After: map[string]any{"enabled": false, "network": row.Network, "address": row.Address},
		})
	})
}

// PaysFrom tells whether a transfer of that time left from a registered payout
// wallet. A wallet that was disabled later counts for what it sent before.
func PaysFrom(ctx context.Context, h *order.Deps, r db.Reader, from payment.Address, at time.Time) (bool, error) {
	if from == (payment.Address{}) {
		return false, nil
	}
	var row walletRow
	err := r.NewRaw("SELECT * FROM payout_wallet WHERE network = ? AND address = ?", from.Network(), from.String()).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("look for the payout wallet: %w", err)
	}
	if row.Seal != sealOfWallet(h, row) {
		h.Log.ErrorContext(ctx, "a payout wallet was altered in the database and proves nothing", "id", row.ID, "network", row.Network)
		return false, nil
	}
	return row.Enabled || at.UnixMilli() <= row.ChangedAt, nil
}

// ReceivesAt tells whether an address is one that coins come in at: shared, or a
// player's own.
func ReceivesAt(ctx context.Context, h *order.Deps, r db.Reader, a payment.Address) (bool, error) {
	var shared PayeeRow
	err := r.NewRaw("SELECT * FROM coin_payee WHERE network = ? AND address = ?", a.Network(), a.String()).Scan(ctx, &shared)
	if err == nil {
		return shared.Seal == SealOfPayee(h, shared), nil
	}
	if !errors.Is(err, sql.ErrNoRows) {
		return false, fmt.Errorf("look for the receiving address: %w", err)
	}
	var own OwnRow
	err = r.NewRaw("SELECT * FROM usdt_address WHERE network = ? AND address = ?", a.Network(), a.String()).Scan(ctx, &own)
	if errors.Is(err, sql.ErrNoRows) {
		return false, nil
	}
	if err != nil {
		return false, fmt.Errorf("look for the own address: %w", err)
	}
	return own.Seal == SealOfOwn(h, own), nil
}

// SenderText is a sender's address, or that its chain names none.
func SenderText(address string) string {
	if address == "" {
		return "链上未给出，须人工核对"
	}
	return address
}
