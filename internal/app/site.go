package app

import (
	"hongyun/internal/brand"
	"hongyun/internal/licence"
	"hongyun/internal/player/identity"
	"hongyun/internal/turnover"
	"hongyun/internal/venue"
)

// buildSite adds what the operator decides about the site to the book: its brand and licence,
// whom it serves, and how players register and log in. The configuration holds
// while nobody changed it.
func (a *App) buildSite() {
	a.Brand = brand.Register(a.Book, a.SiteName)
	a.Licensed = licence.Register(a.Book, a.Licence)
	a.Rules = identity.NewRules(identity.RulesConfig{Book: a.Book, MinAge: a.MinAge, Phones: a.Phones, Serves: a.Serves, Limits: a.PlayerLimits})
}

// weights adds the weights of kinds of games to the book.
func (a *App) weights() func() turnover.Weights {
	kinds := make([]turnover.VenueKind, len(venue.Kinds))
	for i, k := range venue.Kinds {
		kinds[i] = turnover.VenueKind{Code: string(k), Name: k.Name()}
	}
	return turnover.RegisterWeights(a.Book, kinds)
}
