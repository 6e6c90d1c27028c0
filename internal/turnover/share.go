package turnover

import (
	"context"
	"fmt"

	"hongyun/internal/db"
	"hongyun/internal/fault"
)

// ErrNoRequirement is a requirement that the player does not have.
var ErrNoRequirement = fault.New(fault.NotFound, "turnover.no_requirement", "没有这笔流水要求")

// Share is how much of the valid bets on something counts.
type Share struct {
	Code    string // of a kind, else an ExactKey
	Name    string // Chinese
	Percent int64
}

// Shares is how much counts for a requirement, for people to read.
type Shares struct {
	Kinds []Share    // every kind of venue, in the order of the site's menu
	Exact []Share    // single venues and games: they hold before the kinds
	Odds  *OddsFloor // below these odds nothing of a sports bet counts; nil: no floor
}

// SharesNow is how much would count for a requirement that opens now with terms.
func (t *Turnover) SharesNow(terms Terms) Shares {
	w := Weights{}
	if t.config.Weights.Now != nil {
		w, _ = t.config.Weights.Now()
	}
	return t.shown(terms, w)
}

// SharesOf is how much counts for a requirement of a player.
func (t *Turnover) SharesOf(ctx context.Context, r db.Reader, b BucketReport) (Shares, error) {
	terms, err := t.readyTerms(ctx, r, b.weights)
	if err != nil {
		return Shares{}, fmt.Errorf("terms of bucket %s: %w", b.ID, err)
	}
	return t.shown(terms.Terms, terms.book.Weights), nil
}

func (t *Turnover) shown(terms Terms, w Weights) Shares {
	out := Shares{Odds: terms.Odds, Kinds: []Share{}, Exact: []Share{}}
	of := ready{terms, &shares{Weights: w}}
	for _, k := range t.config.Weights.Kinds {
		percent, _ := of.percent(k.Code, "", "")
		out.Kinds = append(out.Kinds, Share{k.Code, k.Name, percent})
	}
	for _, e := range w.Exact {
		out.Exact = append(out.Exact, Share{e.Key, e.Label, e.Number})
	}
	return out
}
