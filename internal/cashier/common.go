package cashier

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

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/secret"
)

// snAlphabet has no letters that are read as digits.
const snAlphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"

// newSN makes an order number that sorts by time and cannot be guessed: a
// letter, the GMT+8 second, and 80 random bits (trust AUT-4). Its 29
// characters fit what gateways and bank remarks take.
func newSN(kind string, at time.Time) string {
	return kind + at.In(calendar.Beijing).Format("060102150405") + secret.Text(16, snAlphabet)
}

func newID() string { return uuid.Must(uuid.NewV7()).String() }

// newNumber makes an id for what the documented API numbers: below 2^53, so
// that a browser keeps it exact, and drawn, so that it cannot be counted up to.
func newNumber() int64 {
	n, err := rand.Int(rand.Reader, big.NewInt(1<<52))
	if err != nil {
		panic(err) // crypto/rand ends the program before it fails
	}
	return 1<<52 + n.Int64()
}

// contentsOf is a fingerprint of what an order asks for. A key that comes
// again with other contents is a mistake and not a repeat (trust IDE-1).
func contentsOf(fields ...any) string {
	h := sha256.New()
	for _, f := range fields {
		text := fmt.Sprint(f)
		fmt.Fprintf(h, "%d:%s", len(text), text)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}

// lockPlayer keeps other requests of this player that check a limit waiting
// until tx ends.
func lockPlayer(ctx context.Context, tx *db.Tx, player string) error {
	return lockPlayers(ctx, tx, []string{player})
}

// LockOrders is lockPlayer for what decides about orders from outside: a limit,
// or a stop, that a player sets.
func (d *Deposits) LockOrders(ctx context.Context, tx *db.Tx, player string) error {
	return lockPlayer(ctx, tx, player)
}

// lockPlayers locks many players, in the order of their names for everybody.
// A missing row cannot be locked, so it is made. SQLite has one writer at a
// time, and no need of this.
func lockPlayers(ctx context.Context, tx *db.Tx, players []string) error {
	_, err := lockPlayersBy(ctx, tx, players, false)
	return err
}

// lockFreePlayers is lockPlayers for a Group's function: busy are the players
// whom another transaction holds, where this one must not wait for it.
func lockFreePlayers(ctx context.Context, tx *db.Tx, players []string) (busy map[string]bool, err error) {
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

// addNote records one step of an order. who is a name for people: a member of
// staff, 系统 or 玩家.
func addNote(ctx context.Context, tx *db.Tx, sn, who, what, reason string) error {
	_, err := tx.ExecFixed(ctx, "INSERT INTO cashier_note (id, sn, at, who, what, reason) VALUES (?, ?, ?, ?, ?, ?)",
		newID(), sn, tx.NowMillis(), who, what, reason)
	if err != nil {
		return fmt.Errorf("note on %s: %w", sn, err)
	}
	return nil
}

const (
	// BySystem is who made an entry or took a step that no person decided: a
	// company's proof stands behind each credit of it.
	BySystem = "系统"
	byPlayer = "玩家"
)

// Note is one step of an order's history.
type Note struct {
	At     time.Time
	By     string
	What   string // Chinese
	Reason string
}

func notesOf(ctx context.Context, r db.Reader, sn string) ([]Note, error) {
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

// claimProof makes a payment's own number this order's. It returns the order
// that holds the number: sn, or another that had it before.
func claimProof(ctx context.Context, tx *db.Tx, source, txn, sn string, amount int64) (holder string, mine bool, err error) {
	res, err := tx.NewRaw(`INSERT INTO cashier_proof (source, txn, sn, amount, at) VALUES (?, ?, ?, ?, ?)
		ON CONFLICT (source, txn) DO NOTHING`, source, txn, sn, amount, tx.NowMillis()).Exec(ctx)
	if err != nil {
		return "", false, fmt.Errorf("proof %s %s: %w", source, txn, err)
	}
	if n, _ := res.RowsAffected(); n == 1 {
		return sn, true, useLine(ctx, tx, source, txn, sn, amount)
	}
	err = tx.NewRaw("SELECT sn FROM cashier_proof WHERE source = ? AND txn = ?", source, txn).Scan(ctx, &holder)
	if err != nil {
		return "", false, fmt.Errorf("proof %s %s: %w", source, txn, err)
	}
	return holder, false, nil
}

// plainText reports whether a free text hides nothing: control and direction
// characters make a screen show other text than was written (trust INP-4).
func plainText(s string) bool {
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool { return unicode.Is(unicode.C, r) })
}

// cleanReference brings a bank's or gateway's number into one form, so that
// the same slip typed with spaces is the same slip.
func cleanReference(s string) (string, bool) {
	s = strings.ToUpper(strings.Join(strings.Fields(s), ""))
	return s, s != "" && len(s) <= 64 && plainText(s)
}

func stamped(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return calendar.FromMillis(ms)
}

// storable reports whether text can be kept as it is: valid, and without the
// zero byte that PostgreSQL refuses.
func storable(s string) bool { return utf8.ValidString(s) && !strings.Contains(s, "\x00") }
