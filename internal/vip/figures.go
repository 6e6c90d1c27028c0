package vip

import (
	"context"

	"hongyun/internal/db"
	"hongyun/internal/money"
)

// LevelCount is the number of players on a level of a track.
type LevelCount struct {
	Track   Track
	Level   int
	Players int
}

// Figures are the programmes at a glance.
type Figures struct {
	Next          []Next
	Levels        []LevelCount // without levels that have no player
	Withheld      int          // awards that wait for staff
	WithheldCents money.Fen
}

// Figures sums the programmes up.
func (v *Vip) Figures(ctx context.Context, r db.Reader) (Figures, error) {
	var out Figures
	for _, p := range Programmes {
		n, err := v.Next(ctx, r, p)
		if err != nil {
			return out, err
		}
		out.Next = append(out.Next, n)
	}
	var err error
	if out.Levels, err = countLevels(ctx, r); err != nil {
		return out, err
	}
	out.Withheld, out.WithheldCents, err = sumWithheld(ctx, r)
	return out, err
}
