package app

import (
	"context"

	"hongyun/internal/api"
	"hongyun/internal/brand"
	"hongyun/internal/db"
	"hongyun/internal/licence"
	"hongyun/internal/player/identity"
	"hongyun/internal/setting"
	"hongyun/internal/turnover"
	"hongyun/internal/venue"
)

// buildSite adds what the operator decides about the site to the book: its brand, app and licence,
// whom it serves, and how players register and log in. The configuration holds
// while nobody changed it.
func (a *App) buildSite() {
	a.Brand = brand.Register(a.Book, a.SiteName)
	a.Android = brand.RegisterAndroid(a.Book)
	a.Licensed = licence.Register(a.Book, a.Licence)
	a.Rules = identity.NewRules(identity.RulesConfig{Book: a.Book, MinAge: a.MinAge, Phones: a.Phones, Serves: a.Serves, Limits: a.PlayerLimits})
}

// named is the name of the site that holds now.
func (a *App) named() string { return a.Brand().Name }

// kindOf is the kind of a game as turnover asks for it.
func (a *App) kindOf(ctx context.Context, r db.Reader, code, game string) (string, error) {
	kind, err := a.Venues.KindOf(ctx, r, code, game)
	return string(kind), err
}

// weights adds the weights of bets for turnover to the book: by kind, and by venues and
// games of the catalogue.
func (a *App) weights() turnover.WeightBook {
	kinds := make([]turnover.VenueKind, len(venue.Kinds))
	for i, k := range venue.Kinds {
		kinds[i] = turnover.VenueKind{Code: string(k), Name: k.Name()}
	}
	return turnover.RegisterWeights(a.Book, kinds, setting.Picker{
		Find: func(ctx context.Context, r db.Reader, text string) ([]setting.Option, error) {
			found, err := a.Venues.FindExact(ctx, r, text, setting.MaxFound)
			return api.Each(found, func(e venue.Exact) setting.Option {
				name := e.Name()
				if e.Gone {
					name += "（已下架）"
				}
				return setting.Option{Value: turnover.ExactKey(e.Venue, e.Game), Label: name}
			}), err
		},
		Names: func(ctx context.Context, r db.Reader, keys []string) (map[string]string, error) {
			list, err := a.Venues.ExactNames(ctx, r, api.Each(keys, func(key string) venue.Exact {
				code, game := turnover.ExactOf(key)
				return venue.Exact{Venue: code, Game: game}
			}))
			names := make(map[string]string, len(list))
			for _, e := range list {
				names[turnover.ExactKey(e.Venue, e.Game)] = e.Name()
			}
			return names, err
		},
	})
}
