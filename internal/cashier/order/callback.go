package order

import (
	"context"
	"fmt"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/payment"
)

// CallbacksKept is how many callbacks of an order are stored before their
// signature is looked at, and again how many true ones beyond that: a player
// knows the address of the own order and could fill the disk with it.
const CallbacksKept = 50

// KeepRaw stores a callback as it arrived, unless its order has so many already;
// then the id is empty.
func KeepRaw(ctx context.Context, h *Deps, gateway, sn, remote string, raw payment.Raw, most int) (string, error) {
	const length = 16 << 10 // of a query or body; the listener takes no longer ones
	id, query, body := NewID(), raw.Query.Encode(), string(raw.Body)
	err := h.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		var kept int
		if err := tx.NewRaw("SELECT COUNT(*) FROM callback_raw WHERE sn = ?", sn).Scan(ctx, &kept); err != nil {
			return err
		}
		if kept >= most {
			id = ""
			return nil
		}
		_, err := tx.NewRaw(`INSERT INTO callback_raw (id, gateway, sn, method, query, body, remote, at, verdict) VALUES (?, ?, ?, ?, ?, ?, ?, ?, '')`,
			id, gateway, sn, Cut(raw.Method, 16), Cut(query, length), Cut(body, length), Cut(remote, 64), tx.NowMillis()).Exec(ctx)
		return err
	})
	if err != nil {
		return "", fmt.Errorf("keep callback: %w", err)
	}
	return id, nil
}

// Cut keeps the beginning of what a stranger sent, as text that both engines
// store: bytes that are no text are written as they are escaped in Go.
func Cut(s string, most int) string {
	s = s[:min(len(s), most)]
	if !Storable(s) {
		s = fmt.Sprintf("%+q", s)
	}
	return s
}

func Judge(ctx context.Context, h *Deps, callback, verdict, note string) error {
	return h.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return SetVerdict(ctx, tx, callback, verdict, note) })
}

func SetVerdict(ctx context.Context, tx *db.Tx, callback, verdict, note string) error {
	_, err := tx.NewRaw("UPDATE callback_raw SET verdict = ?, note = ? WHERE id = ?", verdict, note, callback).Exec(ctx)
	if err != nil {
		return fmt.Errorf("judge callback: %w", err)
	}
	return nil
}

// Callback is a stored callback.
type Callback struct {
	ID      string
	At      time.Time
	Remote  string
	Method  string
	Raw     string // the query, or the body
	Verdict string
	Note    string
}

func CallbacksOf(ctx context.Context, r db.Reader, sn string) ([]Callback, error) {
	var rows []struct {
		ID                                         string `bun:"id"`
		At                                         int64
		Remote, Method, Query, Body, Verdict, Note string
	}
	err := r.NewRaw("SELECT id, at, remote, method, query, body, verdict, note FROM callback_raw WHERE sn = ? ORDER BY at, id LIMIT 100", sn).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("callbacks of %s: %w", sn, err)
	}
	out := make([]Callback, len(rows))
	for i, c := range rows {
		text := c.Body
		if text == "" {
			text = c.Query
		}
		out[i] = Callback{c.ID, calendar.FromMillis(c.At), c.Remote, c.Method, text, c.Verdict, c.Note}
	}
	return out, nil
}
