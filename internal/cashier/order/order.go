package order

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/google/uuid"
	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

func NewID() string { return uuid.Must(uuid.NewV7()).String() }

// NewNumber makes an id for what the documented API numbers: below 2^53, so
// that a browser keeps it exact, and drawn, so that it cannot be counted up to.
func NewNumber() int64 {
	n, err := rand.Int(rand.Reader, big.NewInt(1<<52))
	if err != nil {
		panic(err) // crypto/rand ends the program before it fails
	}
	return 1<<52 + n.Int64()
}

// ContentsOf is a fingerprint of what an order asks for. A key that comes
// again with other contents is a mistake and not a repeat (trust IDE-1).
func ContentsOf(fields ...any) string {
	h := sha256.New()
	for _, f := range fields {
		text := fmt.Sprint(f)
		fmt.Fprintf(h, "%d:%s", len(text), text)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// LockPlayer keeps other requests of this player that check a limit waiting
// until tx ends.
func LockPlayer(ctx context.Context, tx *db.Tx, player string) error {
	return LockPlayers(ctx, tx, []string{player})
}

// LockPlayers locks many players, in the order of their names for everybody.
// A missing row cannot be locked, so it is made. SQLite has one writer at a
// time, and no need of this.
func LockPlayers(ctx context.Context, tx *db.Tx, players []string) error {
	_, err := lockPlayersBy(ctx, tx, players, false)
	return err
}

// LockFreePlayers is LockPlayers for a Group's function: busy are the players
// whom another transaction holds, where this one must not wait for it.
func LockFreePlayers(ctx context.Context, tx *db.Tx, players []string) (busy map[string]bool, err error) {
	return lockPlayersBy(ctx, tx, players, tx.SkipsLocked())
}

func lockPlayersBy(ctx context.Context, tx *db.Tx, players []string, skip bool) (busy map[string]bool, err error) {
	if !tx.Postgres() {
		return nil, nil
	}
	lock := tx.ForUpdate()
	if skip {
		lock = tx.SkipLocked()
	}
	players = slices.Compact(slices.Sorted(slices.Values(players)))
	var locked []string
	theirs, arg := tx.Among("player", players)
	err = db.ReadAllFixed(ctx, tx, &locked, "SELECT player FROM cashier_player WHERE "+theirs+" ORDER BY player"+lock, arg)
	if err == nil && len(locked) < len(players) && skip {
		var there []string
		if err = db.ReadAllFixed(ctx, tx, &there, "SELECT player FROM cashier_player WHERE "+theirs, arg); err == nil {
			busy = map[string]bool{}
			for _, p := range there {
				busy[p] = !slices.Contains(locked, p)
			}
			locked = there
		}
	}
	if err == nil && len(locked) < len(players) {
		var missing [][]any
		for _, p := range players {
			if !slices.Contains(locked, p) {
				missing = append(missing, []any{p})
			}
		}
		_, err = tx.InsertRows(ctx, "cashier_player (player)", "ON CONFLICT (player) DO UPDATE SET player = EXCLUDED.player", missing)
	}
	if err != nil {
		return nil, fmt.Errorf("lock %d players: %w", len(players), err)
	}
	return busy, nil
}

// AddNote records one step of an order. who is a name for people: a member of
// staff, 系统 or 玩家.
func AddNote(ctx context.Context, tx *db.Tx, sn, who, what, reason string) error {
	_, err := tx.ExecFixed(ctx, "INSERT INTO cashier_note (id, sn, at, who, what, reason) VALUES (?, ?, ?, ?, ?, ?)",
		NewID(), sn, tx.NowMillis(), who, what, reason)
	if err != nil {
		return fmt.Errorf("note on %s: %w", sn, err)
	}
	return nil
}

const (
	// BySystem is who made an entry or took a step that no person decided: a
	// company's proof stands behind each credit of it.
	BySystem = "系统"
	ByPlayer = "玩家"
)

// Note is one step of an order's history.
type Note struct {
	At     time.Time
	By     string
	What   string // Chinese
	Reason string
}

func NotesOf(ctx context.Context, r db.Reader, sn string) ([]Note, error) {
	var rows []struct {
		At                int64
		Who, What, Reason string
	}
	err := r.NewRaw("SELECT at, who, what, reason FROM cashier_note WHERE sn = ? ORDER BY at, id LIMIT 200", sn).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("history of %s: %w", sn, err)
	}
	notes := make([]Note, len(rows))
	for i, n := range rows {
		notes[i] = Note{calendar.FromMillis(n.At), n.Who, n.What, n.Reason}
	}
	return notes, nil
}

// PlainText reports whether a free text hides nothing: control and direction
// characters make a screen show other text than was written (trust INP-4).
func PlainText(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.C, r) })
}

// CleanReference brings a bank's or gateway's number into one form, so that
// the same slip typed with spaces is the same slip.
func CleanReference(s string) (string, bool) {
	s = strings.ToUpper(strings.Join(strings.Fields(s), ""))
	return s, s != "" && len(s) <= 64 && PlainText(s)
}

func Stamped(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return calendar.FromMillis(ms)
}

// Storable reports whether text can be kept as it is: valid, and without the
// zero byte that PostgreSQL refuses.
func Storable(s string) bool { return utf8.ValidString(s) && !strings.Contains(s, "\x00") }

// SealedAt names the place of a sealed field, so that it opens nowhere else.
func SealedAt(table, field, id string) string { return table + "." + field + "/" + id }

// PayoutBank is the account of the house that payouts leave from.
const PayoutBank = "payout"

// LostPayout begins the numbers of payouts that a restore lost (H-478).
const LostPayout = "L"

func DayOf(t time.Time) int32 { return int32(calendar.DayOf(t)) }

func Between(q *bun.SelectQuery, column string, from, to time.Time) {
	if !from.IsZero() {
		q.Where("? >= ?", bun.Ident(column), from.UnixMilli())
	}
	if !to.IsZero() {
		q.Where("? < ?", bun.Ident(column), to.UnixMilli())
	}
}

// BackAt is the source of the numbers of payments back from an account.
func BackAt(source string) string { return "back:" + source }
