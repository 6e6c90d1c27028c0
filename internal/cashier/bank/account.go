package bank

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/uptrace/bun"
	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/money"
	"hongyun/internal/secret"
)

// numberAt binds the number of a company account to its row, its bank, its holder
// and the code that payers scan: none of them can be exchanged in the database
// (trust ADR-6, H-412).
func numberAt(b Account) string {
	at := "company_bank.number/" + strconv.FormatInt(b.ID, 10) + "/" + b.Bank + "/" + b.Holder
	if b.Code != "" {
		at += "/" + b.Code
	}
	return at
}

// SealNumber is a company account as it is stored: its number is sealed, and an
// index finds it.
func SealNumber(box *secret.Box, b Account) Account {
	b.NumberIndex = box.Index("company account", b.Number)
	b.Number = box.Seal(numberAt(b), b.Number)
	return b
}

// OpenNumber is the number of a stored company account. It reports false for one
// that two people did not enter so.
func OpenNumber(box *secret.Box, b Account) (string, bool) {
	number, err := box.Open(numberAt(b), b.Number)
	return number, err == nil && number != ""
}

// ShownCode is the address of the picture that the payers of an account scan, "" for
// none. It shows none for an account that was altered in the database, or that has
// another number or holder than the order says.
func ShownCode(ctx context.Context, h *order.Deps, id int64, number, holder string) (string, error) {
	var banks []Account
	if err := h.DB.NewSelect().Model(&banks).Where("id = ?", id).Scan(ctx); err != nil {
		return "", fmt.Errorf("company bank %d: %w", id, err)
	}
	for _, b := range banks {
		if is, intact := OpenNumber(h.Box, b); intact && is == number && b.Holder == holder {
			return b.Code, nil
		}
	}
	return "", nil
}

// CompanyAccounts lists our accounts with their numbers; the number of one that was
// altered is empty.
func CompanyAccounts(ctx context.Context, h *order.Deps, r db.Reader) ([]Account, error) {
	var banks []Account
	if err := r.NewSelect().Model(&banks).OrderExpr("sort, id").Scan(ctx); err != nil {
		return nil, fmt.Errorf("company banks: %w", err)
	}
	for i := range banks {
		banks[i].Number, _ = OpenNumber(h.Box, banks[i])
	}
	return banks, nil
}

// SourceOf names a company account as an account where money comes in.
func SourceOf(id int64) string { return "bank:" + strconv.FormatInt(id, 10) }

// IDOf is the company account of that name, 0 for any other.
func IDOf(source string) int64 {
	id, yes := strings.CutPrefix(source, "bank:")
	if !yes {
		return 0
	}
	n, _ := strconv.ParseInt(id, 10, 64)
	return n
}

// MaskNumber shows a card number in groups of four with all but the last four
// digits hidden (CARD-01, trust PII-2).
func MaskNumber(number string) string {
	var b strings.Builder
	for i := range len(number) {
		if i > 0 && i%4 == 0 {
			b.WriteByte(' ')
		}
		if i < len(number)-4 {
			b.WriteByte('*')
		} else {
			b.WriteByte(number[i])
		}
	}
	return b.String()
}

// Account is one of our accounts that players transfer to.
type Account struct {
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
	Code       string // address of the picture that payers scan, "" for none
	VipMin     int    // levels of VIP whose players are given the account
	VipMax     int    // 0: no upper one

	NumberIndex string
}

// ForLevel says whether players of a VIP level are given the account.
func (b Account) ForLevel(level int) bool { return order.LevelFits(level, b.VipMin, b.VipMax) }

// ByLevel says whether the account is for some levels of VIP alone.
func (b Account) ByLevel() bool { return b.VipMin > 0 || b.VipMax > 0 }

// LevelFor is a player's VIP level, 0 for a visitor and where no account depends on it.
func LevelFor(ctx context.Context, h *order.Deps, r db.Reader, player string, among []Account) (int, error) {
	if player == "" || h.LevelOf == nil || !slices.ContainsFunc(among, Account.ByLevel) {
		return 0, nil
	}
	return h.LevelOf(ctx, r, player)
}

// ChoosePayee picks the account for a player's bank transfer and moves it to the end of
// its turn: open, as two people entered it, fit for the amount and the player's VIP level,
// and with room below its cap for the day.
// Received money takes room. An order that waits takes some for its 20 minutes
// only if its player was credited before, and all of them together never more
// than half of what is left: nobody can close an account by ordering (H-87).
// The row stays locked until tx ends, so that parallel orders cannot fill the
// same room twice.
func ChoosePayee(ctx context.Context, h *order.Deps, tx *db.Tx, player string, amount money.Fen, day int32) (Account, error) {
	var open []Account
	err := tx.NewRaw(`SELECT * FROM company_bank WHERE enabled AND min_amount <= ?0 AND max_amount >= ?0
		ORDER BY sort, last_used_at, id`, int64(amount)).Scan(ctx, &open)
	if err != nil {
		return Account{}, fmt.Errorf("choose payee: %w", err)
	}
	level, err := LevelFor(ctx, h, tx, player, open)
	if err != nil {
		return Account{}, err
	}
	known := slices.ContainsFunc(open, Account.ByLevel)
	for _, id := range idsFor(open, level) {
		var b Account
		if err := tx.NewRaw("SELECT * FROM company_bank WHERE id = ?"+tx.ForUpdate(), id).Scan(ctx, &b); err != nil {
			return b, fmt.Errorf("lock company bank %d: %w", id, err)
		}
		if b.ByLevel() && !known { // two people gave it levels since the list was read
			if level, err = LevelFor(ctx, h, tx, player, []Account{b}); err != nil {
				return b, err
			}
			known = true
		}
		if !b.Enabled || b.MinAmount > amount || b.MaxAmount < amount || !b.ForLevel(level) { // changed since the list was read
			continue
		}
		number, intact := OpenNumber(h.Box, b)
		if !intact { // whoever exchanged a number in the database gets no money
			h.Log.ErrorContext(ctx, "a company account is not as two people entered it", "id", id)
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
	return Account{}, order.ErrNoPayee
}

// idsFor are the accounts for players of a VIP level.
func idsFor(list []Account, level int) []int64 {
	var ids []int64
	for _, b := range list {
		if b.ForLevel(level) {
			ids = append(ids, b.ID)
		}
	}
	return ids
}
