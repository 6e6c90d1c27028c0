package promo

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

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/money"
)

// Winner is a place that was drawn, and what it won.
type Winner struct {
	Place  int64     `json:"place"`
	Player string    `json:"player"`
	Amount money.Fen `json:"amount"`
}

// Draw is a monthly draw as it was done, so that anybody can do it again.
type Draw struct {
	Rule     int64
	Period   calendar.Day
	Entrants int64
	Digest   string // SHA-256 of the entrants, one a line, in hexadecimal
	Seed     string // hexadecimal
	Winners  []Winner
	At       time.Time
	// Again is what the draw comes to when it is done again from what was kept;
	// Same says that it is the same, names, digest and winners.
	Again []Winner
	Same  bool
}

// entrants are those of some players who take part in a month's draw (PROMO-09):
// they deposited and bet at least what the rule says, are known by name and card,
// may bet, and are the only account of one person. More of either sum makes no
// difference.
func (p *Promo) entrants(ctx context.Context, r db.Reader, rule Rule, period calendar.Day, players []string) ([]string, error) {
	from, to := rule.span(period)
	deposited, err := p.Facts.Credited(ctx, r, players, from, to)
	if err != nil {
		return nil, err
	}
	valid, err := p.Facts.Valid(ctx, r, players, "", from, to)
	if err != nil {
		return nil, err
	}
	frozen, err := frozenOf(ctx, r, players)
	if err != nil {
		return nil, err
	}
	var in []string
	for _, player := range players {
		if frozen[player] || !rule.Params.enters(deposited[player], valid[player]) {
			continue
		}
		if ok, err := p.mayEnter(ctx, r, rule, period, player, in); err != nil {
			return nil, err
		} else if ok {
			in = append(in, player)
		}
	}
	return in, nil
}

// mayEnter reports whether a player is known, may bet, and has no other account
// in the draw.
func (p *Promo) mayEnter(ctx context.Context, r db.Reader, rule Rule, period calendar.Day, player string, in []string) (bool, error) {
	if missing, err := p.unknown(ctx, r, player); err != nil || missing != "" {
		return false, err
	}
	if err := p.allowed(ctx, r, player); kept(err) {
		return false, nil
	} else if err != nil {
		return false, err
	}
	if p.LinksAmong == nil {
		return true, nil
	}
	others, err := p.LinksAmong(ctx, r, player, `o.id IN (?) OR EXISTS (SELECT 1 FROM promo_entrant e WHERE e.rule = ? AND e.period = ? AND e.player = o.id)`,
		bun.In(append([]string{""}, in...)), rule.ID, period)
	return err == nil && len(others) == 0, err
}

// drawFrom draws winners from so many places, each at most once, and what each
// wins, all from one seed: a place that was drawn before is drawn again.
func drawFrom(seed []byte, places int64, rule Params) ([]Winner, error) {
	random := &stream{seed: seed}
	winners := []Winner{}
	taken := map[int64]bool{}
	for len(winners) < rule.Winners && int64(len(winners)) < places {
		place, err := below(random, places)
		if err != nil {
			return nil, err
		}
		if taken[place] {
			continue
		}
		taken[place] = true
		amount, err := drawPacket(random, rule.Packets)
		if err != nil {
			return nil, err
		}
		winners = append(winners, Winner{Place: place, Amount: min(amount, packetMost)})
	}
	return winners, nil
}

// digestOf names a list of entrants: nobody can be put in or taken out unseen.
func digestOf(entrants []string) string {
	sum := sha256.Sum256([]byte(strings.Join(entrants, "\n")))
	return hex.EncodeToString(sum[:])
}

// drawWinners draws the month's winners and gives them what they won. The
// entrants stand already: the seed comes after them, and nobody knew it before.
func (p *Promo) drawWinners(ctx context.Context, tx *db.Tx, rule Rule, period calendar.Day) error {
	entrants, err := entrantsOf(ctx, tx, rule.ID, period)
	if err != nil {
		return err
	}
	seed := make([]byte, 32)
	if _, err := io.ReadFull(p.Random, seed); err != nil {
		return fmt.Errorf("draw a seed: %w", err)
	}
	winners, err := drawFrom(seed, int64(len(entrants)), rule.Params)
	if err != nil {
		return err
	}
	for i := range winners {
		winners[i].Player = entrants[winners[i].Place]
	}
	d := Draw{Rule: rule.ID, Period: period, Entrants: int64(len(entrants)), Digest: digestOf(entrants), Seed: hex.EncodeToString(seed), Winners: winners}
	if err := insertDraw(ctx, tx, d); err != nil {
		return err
	}
	for _, w := range winners {
		row, links, err := p.lock(ctx, tx, w.Player)
		if err != nil {
			return err
		}
		_, err = p.give(ctx, tx, gift{
			rule: rule, player: w.Player, item: fmt.Sprint(period), period: period, basis: 0, amount: w.Amount, by: bySystem, packets: []money.Fen{w.Amount},
			remark: fmt.Sprintf("%s 月度抽奖，%d 人参加", period.String()[:7], d.Entrants),
		}, row, links)
		if err != nil {
			return err
		}
	}
	return nil
}

// DrawOf is a month's draw with the proof that it was drawn as it says, or ErrNoDraw.
func (p *Promo) DrawOf(ctx context.Context, r db.Reader, rule int64, day calendar.Day) (Draw, error) {
	first, _ := calendar.MonthOf(day)
	d, err := findDraw(ctx, r, rule, first)
	if err != nil {
		return d, err
	}
	_, after := Surprise.PeriodOf(first)
	then, err := versionAt(ctx, r, rule, after.AddDays(-1))
	if err != nil {
		return d, err
	}
	entrants, err := entrantsOf(ctx, r, rule, first)
	if err != nil {
		return d, err
	}
	seed, err := hex.DecodeString(d.Seed)
	if err != nil {
		return d, fmt.Errorf("read the seed of %s: %w", first, err)
	}
	if d.Again, err = drawFrom(seed, int64(len(entrants)), then.Params); err != nil {
		return d, err
	}
	for i := range d.Again {
		d.Again[i].Player = entrants[d.Again[i].Place]
	}
	d.Same = d.Entrants == int64(len(entrants)) && d.Digest == digestOf(entrants) && slices.Equal(d.Again, d.Winners)
	return d, nil
}

// Entrants pages through who took part in a month's draw, in their places.
func (p *Promo) Entrants(ctx context.Context, r db.Reader, rule int64, day calendar.Day, limit, offset int64) (list []string, total int, err error) {
	first, _ := calendar.MonthOf(day)
	if err := r.NewRaw("SELECT COUNT(*) FROM promo_entrant WHERE rule = ? AND period = ?", rule, first).Scan(ctx, &total); err != nil {
		return nil, 0, fmt.Errorf("count entrants: %w", err)
	}
	err = r.NewRaw("SELECT player FROM promo_entrant WHERE rule = ? AND period = ? AND place >= ? ORDER BY place LIMIT ?", rule, first, offset, limit).Scan(ctx, &list)
	if err != nil {
		return nil, 0, fmt.Errorf("list entrants: %w", err)
	}
	return list, total, nil
}

func winnersText(winners []Winner) (string, error) {
	text, err := json.Marshal(winners)
	return string(text), err
}
