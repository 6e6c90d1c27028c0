package app

import (
	"context"
	"encoding/json"
	"slices"

	"hongyun/internal/app/company"
	"hongyun/internal/secret"
	"hongyun/internal/venue"
	"hongyun/internal/venue/contract"
)

// buildContracts makes the contracts of the screen, which the adapters come from.
func (a *App) buildContracts(box *secret.Box) {
	a.Contracts = contract.New(contract.Config{
		DB: a.DB, Staff: a.Staff, Box: box, Protocols: company.VenueProtocols(),
		InFile: func(code string) bool {
			return slices.ContainsFunc(a.Companies.Venues, func(v company.VenueContract) bool { return v.Code == code })
		},
		Check: func(code, protocol string, value json.RawMessage) error {
			v, err := company.ReadVenue(code, protocol, value)
			if err != nil {
				return err
			}
			_, _, err = company.Companies{Venues: []company.VenueContract{v}}.VenueAdapters(box, a.Clock, a.Log, nil)
			return err
		},
	})
}

// adapters makes the adapters of the contracts in the file and of those that were
// entered on the screen. The file wins (H-283), and its faults stop the program. A
// contract of the screen that cannot be used leaves its venue without an adapter,
// so that nobody can stop the others with one.
func (a *App) adapters(ctx context.Context, box *secret.Box) (map[string]venue.Venue, map[string]venue.Link, error) {
	a.buildContracts(box)
	adapters, links, err := a.Companies.VenueAdapters(box, a.Clock, a.Log, a.Wire)
	if err != nil {
		return nil, nil, err
	}
	entered, err := a.Contracts.InForce(ctx, a.DB)
	if err != nil {
		return nil, nil, err
	}
	for _, c := range entered {
		if a.Contracts.InFile(c.Venue) {
			continue
		}
		v, err := company.ReadVenue(c.Venue, c.Protocol, c.Contract)
		if err == nil {
			var made map[string]venue.Venue
			var link map[string]venue.Link
			if made, link, err = (company.Companies{Venues: []company.VenueContract{v}}).VenueAdapters(box, a.Clock, a.Log, a.Wire); err == nil {
				adapters[c.Venue], links[c.Venue] = made[c.Venue], link[c.Venue]
			}
		}
		if err != nil { // its text could hold a value
			a.Log.ErrorContext(ctx, "a contract of the screen cannot be used", "venue", c.Venue, "version", c.Version)
		}
		entry := links[c.Venue]
		entry.Version, entry.Unusable = c.Version, err != nil
		links[c.Venue] = entry
	}
	return adapters, links, nil
}
