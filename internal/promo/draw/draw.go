package draw

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/money"
	"hongyun/internal/promo/rule"
)

// ErrNotFound says that a month has no draw.
var ErrNotFound = fault.New(fault.NotFound, "promo.no_draw", "该月份没有抽奖记录")

// Winner is a place that was drawn, and its prize.
type Winner struct {
	Place  int64     `json:"place"`
	Player string    `json:"player"`
	Amount money.Fen `json:"amount"`
}

// Draw is a monthly draw as it was done, so that everyone can do it again.
type Draw struct {
	Rule     int64
	Period   calendar.Day
	Entrants int64
	Digest   string // SHA-256 of the entrants, one a line, in hexadecimal
	Seed     string // hexadecimal
	Winners  []Winner
	At       time.Time
	// Again are the winners when the draw is done again from the stored seed and
	// entrants. Same says that number, digest and winners agree.
	Again []Winner
	Same  bool
}

// from draws winners among so many places, each at most once, and the prize of
// each, all from one seed. A place that was drawn before is drawn again.
func from(seed []byte, places int64, p rule.Params) ([]Winner, error) {
	random := &stream{seed: seed}
	winners := []Winner{}
	taken := map[int64]bool{}
	for len(winners) < p.Winners && int64(len(winners)) < places {
		place, err := below(random, places)
		if err != nil {
			return nil, err
		}
		if taken[place] {
			continue
		}
		taken[place] = true
		amount, err := Packet(random, p.Packets)
		if err != nil {
			return nil, err
		}
		winners = append(winners, Winner{Place: place, Amount: min(amount, rule.MaxPacket)})
	}
	return winners, nil
}

// digestOf identifies a list of entrants: every change of the list changes it.
func digestOf(entrants []string) string {
	sum := sha256.Sum256([]byte(strings.Join(entrants, "\n")))
	return hex.EncodeToString(sum[:])
}

// Hold draws the winners of a month among its entrants, and writes the draw. The
// entrants are settled before: the seed comes after them, so no one can know it
// earlier. It pays nothing.
func Hold(ctx context.Context, tx *db.Tx, random io.Reader, promotion rule.Rule, period calendar.Day) (Draw, error) {
	entrants, err := allEntrants(ctx, tx, promotion.ID, period)
	if err != nil {
		return Draw{}, err
	}
	seed := make([]byte, 32)
	if _, err := io.ReadFull(random, seed); err != nil {
		return Draw{}, fmt.Errorf("draw a seed: %w", err)
	}
	winners, err := from(seed, int64(len(entrants)), promotion.Params)
	if err != nil {
		return Draw{}, err
	}
	for i := range winners {
		winners[i].Player = entrants[winners[i].Place]
	}
	d := Draw{Rule: promotion.ID, Period: period, Entrants: int64(len(entrants)), Digest: digestOf(entrants), Seed: hex.EncodeToString(seed), Winners: winners}
	return d, insert(ctx, tx, d)
}

// Of reads the draw of the month of a day, and draws it once more from its seed to prove
// it. It fails with ErrNotFound.
func Of(ctx context.Context, r db.Reader, promotion int64, day calendar.Day) (Draw, error) {
	first, _ := calendar.MonthOf(day)
	d, err := find(ctx, r, promotion, first)
	if err != nil {
		return d, err
	}
	_, after := rule.Surprise.PeriodOf(first)
	then, err := rule.VersionAt(ctx, r, promotion, after.AddDays(-1))
	if err != nil {
		return d, err
	}
	entrants, err := allEntrants(ctx, r, promotion, first)
	if err != nil {
		return d, err
	}
	seed, err := hex.DecodeString(d.Seed)
	if err != nil {
		return d, fmt.Errorf("read the seed of %s: %w", first, err)
	}
	if d.Again, err = from(seed, int64(len(entrants)), then.Params); err != nil {
		return d, err
	}
	for i := range d.Again {
		d.Again[i].Player = entrants[d.Again[i].Place]
	}
	d.Same = d.Entrants == int64(len(entrants)) && d.Digest == digestOf(entrants) && slices.Equal(d.Again, d.Winners)
	return d, nil
}

// Entrants pages through the entrants of a month's draw, in their places.
func Entrants(ctx context.Context, r db.Reader, promotion int64, day calendar.Day, limit, offset int64) (list []string, total int, err error) {
	first, _ := calendar.MonthOf(day)
	if err := r.NewRaw("SELECT COUNT(*) FROM promo_entrant WHERE rule = ? AND period = ?", promotion, first).Scan(ctx, &total); err != nil {
		return nil, 0, fmt.Errorf("count entrants: %w", err)
	}
	err = r.NewRaw("SELECT player FROM promo_entrant WHERE rule = ? AND period = ? AND place >= ? ORDER BY place LIMIT ?", promotion, first, offset, limit).Scan(ctx, &list)
	if err != nil {
		return nil, 0, fmt.Errorf("list entrants: %w", err)
	}
	return list, total, nil
}

func winnersText(winners []Winner) (string, error) {
	text, err := json.Marshal(winners)
	return string(text), err
}
