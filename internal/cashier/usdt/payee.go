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
	"hongyun/internal/money"
	"hongyun/internal/payment"
	"hongyun/internal/staff"
)

// CoinPayee is an address of the house that players send coins to.
type CoinPayee struct {
	ID         int64
	Network    string
	Address    string
	Label      string
	Enabled    bool
	Altered    bool        // the row is not what the house wrote: it is shown to no player
	Received   money.Coins // final transfers, of all time
	Transfers  int
	MadeBy     string
	MadeAt     time.Time
	ChangedBy  string
	ChangedAt  time.Time
	ApprovalID string // of a change that waits for its second person
}

type PayeeRow struct {
	bun.BaseModel `bun:"table:coin_payee"`

	ID         int64 `bun:"id,pk"`
	Network    string
	Address    string
	Seal       string
	Label      string
	Enabled    bool
	MadeBy     string
	MadeAt     int64
	ChangedBy  string
	ChangedAt  int64
	LastUsedAt int64
}

// SealOfPayee is what proves that the house wrote a receiving address: whoever
// exchanges one in the database cannot make it (trust ADR-6).
func SealOfPayee(h *order.Deps, p PayeeRow) string {
	return h.Box.Index("receiving address", strconv.FormatInt(p.ID, 10)+" "+p.Network+" "+p.Address)
}

func payeeSubject(network, address string) string { return "coin.payee:" + network + ":" + address }

// Payees lists the receiving addresses, those in use first.
func (u *Book) Payees(ctx context.Context, r db.Reader) ([]CoinPayee, error) {
	rows, err := Payees(ctx, r, "")
	if err != nil {
		return nil, err
	}
	var sums []struct {
		Network, Receiver string
		Coins             int64
		Count             int
	}
	err = r.NewRaw(`SELECT t.network, COALESCE(p.address, t.receiver) AS receiver, CAST(SUM(t.coins) AS BIGINT) AS coins, COUNT(*) AS count FROM chain_transfer t
		LEFT JOIN usdt_address a ON a.network = t.network AND a.address = t.receiver LEFT JOIN coin_payee p ON p.id = a.payee
		WHERE t.state <> 'seen' GROUP BY t.network, COALESCE(p.address, t.receiver)`).Scan(ctx, &sums)
	if err != nil {
		return nil, fmt.Errorf("coins by address: %w", err)
	}
	list, subjects := make([]CoinPayee, len(rows)), make([]string, len(rows))
	for i, p := range rows {
		subjects[i] = payeeSubject(p.Network, p.Address)
		list[i] = CoinPayee{
			ID: p.ID, Network: p.Network, Address: p.Address, Label: p.Label, Enabled: p.Enabled, Altered: p.Seal != SealOfPayee(u.Deps, p),
			MadeBy: p.MadeBy, MadeAt: order.Stamped(p.MadeAt), ChangedBy: p.ChangedBy, ChangedAt: order.Stamped(p.ChangedAt),
		}
		for _, s := range sums {
			if s.Network == p.Network && s.Receiver == p.Address {
				list[i].Received, list[i].Transfers = money.Coins(s.Coins), s.Count
			}
		}
	}
	waiting, err := u.Staff.PendingApprovals(ctx, r, subjects)
	for i := range list {
		list[i].ApprovalID = waiting[subjects[i]]
	}
	return list, err
}

// Payees reads the addresses of a network, of all if it is "".
func Payees(ctx context.Context, r db.Reader, network string) ([]PayeeRow, error) {
	var rows []PayeeRow
	err := r.NewRaw("SELECT * FROM coin_payee WHERE ?0 = '' OR network = ?0 ORDER BY enabled DESC, network, made_at, id", network).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("receiving addresses: %w", err)
	}
	return rows, nil
}

// ChoosePayee picks the shared address of a network for an order, and moves it to the end
// of the queue. The address is in use, unaltered, and has an amount of coins that free
// finds. Its row stays locked until tx ends. It fails with order.ErrNoPayee.
func ChoosePayee(ctx context.Context, h *order.Deps, tx *db.Tx, network string, free func(PayeeRow) (money.Coins, bool, error)) (address string, coins money.Coins, err error) {
	var ids []int64
	err = tx.NewRaw("SELECT id FROM coin_payee WHERE network = ? AND enabled AND address NOT LIKE 'xpub%' ORDER BY last_used_at, id", network).Scan(ctx, &ids)
	if err != nil {
		return "", 0, fmt.Errorf("choose a receiving address: %w", err)
	}
	for _, id := range ids {
		var p PayeeRow
		if err := tx.NewRaw("SELECT * FROM coin_payee WHERE id = ?"+tx.ForUpdate(), id).Scan(ctx, &p); err != nil {
			return "", 0, fmt.Errorf("lock receiving address %d: %w", id, err)
		}
		if p.Seal != SealOfPayee(h, p) {
			h.Log.ErrorContext(ctx, "a receiving address was altered in the database and is not shown", "id", p.ID, "network", p.Network)
			continue
		}
		if !p.Enabled {
			continue
		}
		coins, found, err := free(p)
		if err != nil {
			return "", 0, err
		}
		if !found {
			continue
		}
		// Orders of the same millisecond must still take turns.
		_, err = tx.NewRaw("UPDATE coin_payee SET last_used_at = CASE WHEN last_used_at >= ?0 THEN last_used_at + 1 ELSE ?0 END WHERE id = ?1",
			tx.NowMillis(), id).Exec(ctx)
		if err != nil {
			return "", 0, fmt.Errorf("turn of receiving address %d: %w", id, err)
		}
		return p.Address, coins, nil
	}
	return "", 0, order.ErrNoPayee
}

// OpenNetworks are the networks with an address in use and a rate that is open.
func OpenNetworks(ctx context.Context, r db.Reader) ([]string, error) {
	var open []string
	err := r.NewRaw(`SELECT DISTINCT p.network FROM coin_payee p JOIN coin_rate n ON n.network = p.network AND n.direction = 'deposit' AND n.open
		WHERE p.enabled AND NOT EXISTS (SELECT 1 FROM coin_rate l WHERE l.network = n.network AND l.direction = 'deposit' AND l.version > n.version)
		ORDER BY p.network`).Scan(ctx, &open)
	if err != nil {
		return nil, fmt.Errorf("open networks: %w", err)
	}
	return open, nil
}

type payeeAsked struct {
	Network string `json:"network"`
	Address string `json:"address"`
	Label   string `json:"label"`
}

// AddPayee asks for a second person's yes to a receiving address: one that
// somebody slips in takes every deposit from then on. The address is shown to
// the second person in full. One that was disabled comes back the same way.
// Faults: ErrNetwork, ErrAddressForm and the other flaws of an address,
// ErrPayeeLabel, ErrPayeeThere, ErrPayeePlayers, staff's.
func (u *Book) AddPayee(ctx context.Context, by staff.Actor, network, address, label, reason string) (order.Outcome, error) {
	if !slices.Contains(payment.Networks, network) {
		return order.Outcome{}, ErrNetwork
	}
	address, first, err := readPayee(network, address)
	if err != nil {
		return order.Outcome{}, err
	}
	label = strings.TrimSpace(label)
	if n := utf8.RuneCountInString(label); n < 1 || n > 40 || !order.PlainText(label) {
		return order.Outcome{}, ErrPayeeLabel
	}
	p := payeeAsked{network, address, label}
	return u.Request(ctx, by, func(ctx context.Context, tx *db.Tx) (staff.Request, error) {
		if _, err := u.newPayee(ctx, tx, p); err != nil {
			return staff.Request{}, err
		}
		title, details := "启用USDT收款地址", []staff.Detail{
			{Label: "网络", Value: NetworkName(p.Network)}, {Label: "收款地址", Value: p.Address}, {Label: "备注名", Value: p.Label},
		}
		if first != "" {
			title, details[1].Label = "启用USDT扩展公钥", "扩展公钥"
			details = append(details, staff.Detail{Label: "最前三个地址，须与钱包一致", Value: first})
		}
		return kindPayee.Request(p, staff.Request{
			Subject: payeeSubject(p.Network, p.Address), Label: MaskAddress(p.Address), Title: title,
			Details: details, Reason: reason,
		}), nil
	})
}

// readPayee brings a receiving address, or an extended public key, into its one
// form. first lists the first addresses of a key. A private key is refused.
func readPayee(network, text string) (one, first string, err error) {
	text = strings.TrimSpace(text)
	a, err := ReadAddress(network, text)
	if err == nil {
		return a.String(), "", nil
	}
	key, wrong := payment.ParseExtendedKey(network, text)
	switch {
	case errors.Is(wrong, payment.ErrPrivateKey):
		return "", "", ErrPrivateKey
	case wrong == nil:
		first, err = firstAddresses(key)
		return key.String(), first, err
	case len(text) > 80:
		return "", "", ErrKey
	}
	return "", "", err
}

// newPayee looks whether an address may become one, and finds its row if it
// was one before.
func (u *Book) newPayee(ctx context.Context, tx *db.Tx, p payeeAsked) (*PayeeRow, error) {
	var players []string
	err := tx.NewRaw("SELECT player FROM player_address WHERE address_index = ?", AddressIndex(u.Deps, p.Network, p.Address)).Scan(ctx, &players)
	if err != nil {
		return nil, fmt.Errorf("look for players' addresses: %w", err)
	}
	if len(players) > 0 {
		return nil, ErrPayeePlayers
	}
	var row PayeeRow
	err = tx.NewRaw("SELECT * FROM coin_payee WHERE network = ? AND address = ?"+tx.ForUpdate(), p.Network, p.Address).Scan(ctx, &row)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("look for the address: %w", err)
	}
	if row.Enabled {
		return nil, ErrPayeeThere
	}
	return &row, nil
}

func (u *Book) payeeApproved(ctx context.Context, tx *db.Tx, by staff.Actor, a staff.Approval, p payeeAsked) error {
	if _, _, err := readPayee(p.Network, p.Address); err != nil {
		return err
	}
	was, err := u.newPayee(ctx, tx, p)
	if errors.Is(err, ErrPayeeThere) || errors.Is(err, ErrPayeePlayers) {
		return staff.ErrSubjectChange
	}
	if err != nil {
		return err
	}
	who := a.MakerName + "、" + by.Name
	if was == nil {
		err = u.putPayee(ctx, tx, p, who)
	} else {
		_, err = tx.NewRaw("UPDATE coin_payee SET enabled = TRUE, label = ?, changed_by = ?, changed_at = ? WHERE id = ?",
			p.Label, who, tx.NowMillis(), was.ID).Exec(ctx)
	}
	if err != nil {
		return fmt.Errorf("enable receiving address: %w", err)
	}
	return u.Staff.Audit(ctx, tx, by, staff.Change{
		Action: string(kindPayee), Subject: a.Subject, Label: a.Label, Reason: a.Reason,
		After: map[string]any{"network": p.Network, "address": p.Address, "label": p.Label, "enabled": true},
	})
}

func (u *Book) putPayee(ctx context.Context, tx *db.Tx, p payeeAsked, who string) error {
	row := PayeeRow{
		ID: order.NewNumber(), Network: p.Network, Address: p.Address, Label: p.Label, Enabled: true,
		MadeBy: who, MadeAt: tx.NowMillis(), ChangedBy: who, ChangedAt: tx.NowMillis(),
	}
	row.Seal = SealOfPayee(u.Deps, row)
	_, err := tx.NewInsert().Model(&row).Exec(ctx)
	return err
}

// DisablePayee takes an address out of use at once: one person is enough to
// stop coins going where they should not. It is watched all the same, and what
// still comes to it waits for two people. Faults: ErrNoCoinPayee, ErrPayeeOff,
// staff.ErrReason.
func (u *Book) DisablePayee(ctx context.Context, by staff.Actor, id int64, reason string) error {
	reason, err := staff.CheckReason(reason)
	if err != nil {
		return err
	}
	return u.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var row PayeeRow
		err := tx.NewRaw("SELECT * FROM coin_payee WHERE id = ?"+tx.ForUpdate(), id).Scan(ctx, &row)
		if errors.Is(err, sql.ErrNoRows) {
			return ErrNoCoinPayee
		}
		if err != nil {
			return fmt.Errorf("receiving address %d: %w", id, err)
		}
		if !row.Enabled {
			return ErrPayeeOff
		}
		_, err = tx.NewRaw("UPDATE coin_payee SET enabled = FALSE, changed_by = ?, changed_at = ? WHERE id = ?", by.Name, tx.NowMillis(), id).Exec(ctx)
		if err != nil {
			return fmt.Errorf("disable receiving address %d: %w", id, err)
		}
		return u.Staff.Audit(ctx, tx, by, staff.Change{
			Action: "coin.payee_off", Subject: payeeSubject(row.Network, row.Address), Label: MaskAddress(row.Address), Reason: reason,
			Before: map[string]any{"enabled": true}, After: map[string]any{"enabled": false, "network": row.Network, "address": row.Address},
		})
	})
}
