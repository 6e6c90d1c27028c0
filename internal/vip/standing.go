package vip

import (
	"context"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/money"
)

// VenueBet is a player's valid bets at a venue.
type VenueBet struct {
	Code, Name string
	Valid      money.Fen
}

// Standing is a player's level on a track, and its reasons.
type Standing struct {
	Table   Table // by which the next run works
	Enabled bool
	Cap     money.Fen // most income of a week; 0 for the monthly programme
	NextRun time.Time
	// Level is from the last run. Valid is the present valid bets, and Reached
	// the level they reach: between runs it may be above Level.
	Level   int
	Valid   money.Fen
	Reached int
	// Venues are where Valid comes from: their sum is Valid.
	Venues []VenueBet
	Next   Level     // empty at the highest level
	Wants  money.Fen // valid bets that the next level still asks for
}

// Income is the present weekly or monthly income of the player's level.
func (s Standing) Income() money.Fen {
	income := s.Table.At(s.Level).Income
	if s.Table.Track != Month {
		income = min(income, s.Cap)
	}
	return income
}

// Overview is a player's standing in both programmes.
type Overview struct {
	Start  time.Time // bets of earlier days do not count
	Tracks []Standing
}

// Of returns the standing on a track.
func (o Overview) Of(t Track) Standing {
	for _, s := range o.Tracks {
		if s.Table.Track == t {
			return s
		}
	}
	return Standing{}
}

// Overview explains a player's levels, in the order of Tracks. Levels are those
// of the last runs, valid bets those of now.
func (v *Vip) Overview(ctx context.Context, r db.Reader, player string) (Overview, error) {
	set, err := newestSettings(ctx, r)
	if err != nil {
		return Overview{}, err
	}
	out := Overview{Start: set.Start.Start()}
	tables, err := newestTables(ctx, r)
	if err != nil {
		return out, err
	}
	places, err := v.Bets.Places(ctx, r)
	if err != nil {
		return out, err
	}
	valid, err := v.Bets.ValidByVenue(ctx, r, []string{player}, set.Start, 99991231)
	if err != nil {
		return out, err
	}
	levels, err := readLevels(ctx, r, []string{player})
	if err != nil {
		return out, err
	}
	due := map[Programme]time.Time{}
	for _, p := range Programmes {
		upto, err := nextUpto(ctx, r, p, "")
		if err != nil {
			return out, err
		}
		due[p] = set.due(p, upto)
	}
	for _, t := range Tracks {
		s := Standing{
			Table: tables[t], Enabled: set.Enabled[t], Cap: set.WeeklyCap[t], NextRun: due[t.Programme()], Level: levels[player][t],
			Valid: t.sum(places, valid[player]), Venues: []VenueBet{},
		}
		for _, p := range places {
			if sum := valid[player][p.Code]; sum > 0 && t.counts(p.Kind) {
				s.Venues = append(s.Venues, VenueBet{p.Code, p.Name, sum})
			}
		}
		s.Reached = max(s.Level, s.Table.Reached(s.Valid))
		s.Next = s.Table.At(s.Level + 1)
		s.Wants = max(0, s.Next.Valid-s.Valid)
		out.Tracks = append(out.Tracks, s)
	}
	return out, nil
}
