package destination

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/uptrace/bun"
	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/order"
	"hongyun/internal/db"
	"hongyun/internal/inbox"
	"hongyun/internal/player/identity"
	"hongyun/internal/staff"
)

// Cards keeps the bank cards that players withdraw to.
type Cards struct{ *order.Deps }

// CardOrder is a card to bind.
type CardOrder struct {
	Player   string
	Bank     string // code, or name
	Number   string
	Province string // label or value (D-29)
	City     string
	Branch   string
	Holder   string // "" means the player's real name; another name is refused
}

// Card is a bound card as it is shown: number and holder are masked.
type Card struct {
	ID        int64
	Player    string
	Bank      string
	BankName  string
	Number    string // in groups of four, all but the last four digits masked
	Tail      string
	Holder    string
	Province  string
	City      string
	Branch    string
	IsDefault bool
	BoundAt   time.Time
}

// Bind adds a card. All fields are required (CARD-02), the holder is the
// player (CARD-04), a number belongs to one player, and there are at most
// Settings.CardsMost; the first becomes the default.
func (c *Cards) Bind(ctx context.Context, o CardOrder) (Card, error) {
	number, err := c.checkCard(&o)
	if err != nil {
		return Card{}, err
	}
	p, err := c.Players.Find(ctx, c.DB, o.Player)
	if err != nil {
		return Card{}, err
	}
	if p.TrueName == "" {
		return Card{}, ErrCardNoName
	}
	if o.Holder != "" {
		if name, err := identity.NormalizeName(o.Holder); err != nil || name != p.TrueName {
			return Card{}, ErrCardName
		}
	}
	id := order.NewNumber()
	place := strconv.FormatInt(id, 10)
	row := CardRow{
		ID: id, Player: o.Player, Bank: o.Bank, Tail: number[len(number)-4:],
		Number: c.Box.Seal(order.SealedAt("player_card", "number", place), number), NumberIndex: c.numberIndex(number),
		Holder:   c.Box.Seal(order.SealedAt("player_card", "holder", place), p.TrueName),
		Province: o.Province, City: o.City, Branch: o.Branch,
	}
	err = c.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		// Without the lock, two requests could both see room for one more.
		if err := order.LockPlayer(ctx, tx, o.Player); err != nil {
			return err
		}
		var n int
		if err := tx.NewRaw("SELECT COUNT(*) FROM player_card WHERE player = ?", o.Player).Scan(ctx, &n); err != nil {
			return fmt.Errorf("count cards: %w", err)
		}
		if n >= c.Rules().CardsMost {
			return ErrCardsMost.With(c.Rules().CardsMost)
		}
		row.IsDefault, row.BoundAt = n == 0, tx.NowMillis()
		res, err := tx.NewInsert().Model(&row).On("CONFLICT (number_index) DO NOTHING").Exec(ctx)
		if err != nil {
			return fmt.Errorf("bind card: %w", err)
		}
		if n, _ := res.RowsAffected(); n == 0 {
			return ErrCardTaken
		}
		return inbox.Write(ctx, tx, cardMessage(row))
	})
	if err == nil || errors.Is(err, ErrCardTaken) {
		err = cmp.Or(order.CheckReturn(ctx, c.Deps, o.Player, row.NumberIndex), err)
	}
	if err != nil {
		return Card{}, err
	}
	return c.card(row)
}

// checkCard applies the rules of the form, brings the order's fields into the
// form they are stored in, and returns the bare number.
func (c *Cards) checkCard(o *CardOrder) (string, error) {
	o.Branch = strings.TrimSpace(o.Branch)
	number := strings.ReplaceAll(o.Number, " ", "")
	for _, field := range []string{o.Bank, o.Province, o.City, o.Branch, number} {
		if field == "" {
			return "", ErrCardEmpty
		}
	}
	var known bool
	if o.Bank, known = bank.CodeOf(o.Bank); !known {
		return "", ErrCardBank
	}
	if o.Province, o.City, known = regionCodes(o.Province, o.City); !known {
		return "", ErrCardRegion
	}
	if n := utf8.RuneCountInString(o.Branch); n < 2 || n > 100 || !order.PlainText(o.Branch) {
		return "", ErrCardBranch
	}
	if len(number) < 16 || len(number) > 19 || strings.Trim(number, "0123456789") != "" {
		return "", ErrCardNumber
	}
	if !luhn(number) {
		if !c.Rules().LuhnWarns {
			return "", ErrCardNumber
		}
		c.Log.Warn("bank card fails its check digit", "player", o.Player, "tail", number[len(number)-4:])
	}
	return number, nil
}

// luhn reports whether a number of digits ends in its check digit: from the
// right, every second digit doubled, nine taken off above nine, sum divisible
// by ten.
func luhn(digits string) bool {
	sum, double := 0, false
	for i := len(digits) - 1; i >= 0; i-- {
		d := int(digits[i] - '0')
		if double {
			if d *= 2; d > 9 {
				d -= 9
			}
		}
		sum += d
		double = !double
	}
	return sum%10 == 0
}

// numberIndex finds a card number without storing it.
func (c *Cards) numberIndex(number string) string { return c.Box.Index("bank card", number) }

// card is a row as it is shown.
func (c *Cards) card(r CardRow) (Card, error) {
	holder, err := c.Box.Open(order.SealedAt("player_card", "holder", strconv.FormatInt(r.ID, 10)), r.Holder)
	if err != nil {
		return Card{}, err
	}
	number, err := c.Box.Open(order.SealedAt("player_card", "number", strconv.FormatInt(r.ID, 10)), r.Number)
	if err != nil {
		return Card{}, err
	}
	province, city := RegionNames(r.Province, r.City)
	return Card{
		ID: r.ID, Player: r.Player, Bank: r.Bank, BankName: bank.NameOf(r.Bank), Number: bank.MaskNumber(number), Tail: r.Tail,
		Holder: identity.MaskName(holder), Province: province, City: city, Branch: r.Branch, IsDefault: r.IsDefault, BoundAt: order.Stamped(r.BoundAt),
	}, nil
}

// List gives a player's cards, the default first, then in the order they were
// bound.
func (c *Cards) List(ctx context.Context, player string) ([]Card, error) {
	var rows []CardRow
	err := c.DB.NewSelect().Model(&rows).Where("player = ?", player).OrderExpr("is_default DESC, bound_at, id").Scan(ctx)
	if err != nil {
		return nil, fmt.Errorf("cards of %s: %w", player, err)
	}
	cards := make([]Card, len(rows))
	for i, r := range rows {
		if cards[i], err = c.card(r); err != nil {
			return nil, err
		}
	}
	return cards, nil
}

// SetDefault makes one of the player's cards the one shown first. ErrNoCard is
// also the answer for somebody else's.
func (c *Cards) SetDefault(ctx context.Context, player string, id int64) error {
	return c.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		if err := order.LockPlayer(ctx, tx, player); err != nil {
			return err
		}
		if _, err := findCard(ctx, tx, player, id); err != nil {
			return err
		}
		// Two statements: the unique index allows one default at every moment.
		if _, err := tx.NewRaw("UPDATE player_card SET is_default = FALSE WHERE player = ? AND is_default", player).Exec(ctx); err != nil {
			return fmt.Errorf("default card: %w", err)
		}
		if _, err := tx.NewRaw("UPDATE player_card SET is_default = TRUE WHERE id = ?", id).Exec(ctx); err != nil {
			return fmt.Errorf("default card: %w", err)
		}
		return nil
	})
}

func findCard(ctx context.Context, r db.Reader, player string, id int64) (CardRow, error) {
	var row CardRow
	err := db.ReadFixed(ctx, r, &row, "SELECT * FROM player_card WHERE id = ? AND player = ?", id, player)
	if errors.Is(err, sql.ErrNoRows) {
		return row, ErrNoCard
	}
	if err != nil {
		return row, fmt.Errorf("find card: %w", err)
	}
	return row, nil
}

// Reveal shows staff a card's whole number; each look is audited and counted
// (trust ADM-4).
func (c *Cards) Reveal(ctx context.Context, by staff.Actor, player string, id int64, reason string) (string, error) {
	var number string
	err := c.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		row, err := findCard(ctx, tx, player, id)
		if err != nil {
			return err
		}
		number, err = c.Box.Open(order.SealedAt("player_card", "number", strconv.FormatInt(id, 10)), row.Number)
		if err != nil {
			return err
		}
		return c.Players.NoteReveal(ctx, tx, by, player, "card", reason)
	})
	if err != nil {
		return "", err
	}
	return number, nil
}

// Owners finds the players with a card of this whole number, or of these last
// four digits.
func (c *Cards) Owners(ctx context.Context, number string) ([]string, error) {
	number = strings.ReplaceAll(number, " ", "")
	where, value := "number_index = ?", c.numberIndex(number)
	if len(number) == 4 {
		where, value = "tail = ?", number
	}
	var players []string
	if !order.Storable(value) {
		return players, nil
	}
	err := c.DB.NewRaw("SELECT DISTINCT player FROM player_card WHERE "+where+" ORDER BY player LIMIT 100", value).Scan(ctx, &players)
	if err != nil {
		return nil, fmt.Errorf("find card owners: %w", err)
	}
	return players, nil
}

// CardRow is a row of player_card.
type CardRow struct {
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

// Bound reports whether a player has a bank card.
func (c *Cards) Bound(ctx context.Context, r db.Reader, player string) (bool, error) {
	var n int
	if err := r.NewRaw("SELECT COUNT(*) FROM player_card WHERE player = ?", player).Scan(ctx, &n); err != nil {
		return false, fmt.Errorf("count cards of %s: %w", player, err)
	}
	return n > 0, nil
}

// Sharing finds for each of some players the others who have or had a bank card
// that the player has or had.
func (c *Cards) Sharing(ctx context.Context, r db.Reader, players []string) (map[string][]string, error) {
	if len(players) == 0 {
		return nil, nil
	}
	var rows []struct{ Player, Other string }
	err := r.NewRaw(`WITH mine AS (
			SELECT player, number_index FROM player_card WHERE player IN (?0) UNION SELECT player, number_index FROM player_card_removed WHERE player IN (?0))
		SELECT m.player, o.player AS other FROM mine m JOIN player_card o ON o.number_index = m.number_index WHERE o.player <> m.player
		UNION SELECT m.player, o.player FROM mine m JOIN player_card_removed o ON o.number_index = m.number_index WHERE o.player <> m.player`, bun.List(players)).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("who shares a card: %w", err)
	}
	out := map[string][]string{}
	for _, row := range rows {
		out[row.Player] = append(out[row.Player], row.Other)
	}
	return out, nil
}
