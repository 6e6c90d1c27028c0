package venue

import "fmt"

// Shipped gives a venue's name and games as a new installation has them, so
// that the simulated venues can offer the same ones.
func Shipped(code string) (name string, games []Game, err error) {
	c, err := catalogue()
	if err != nil {
		return "", nil, err
	}
	for _, v := range c.venues {
		if v.Code != code {
			continue
		}
		for _, g := range c.games {
			if g.Venue == code {
				games = append(games, g.game())
			}
		}
		return v.Name, games, nil
	}
	return "", nil, fmt.Errorf("the shipped catalogue has no venue %q", code)
}

// ShippedID is a venue's number in the shipped catalogue, 0 if it has no such
// venue.
func ShippedID(code string) int {
	c, err := catalogue()
	if err != nil {
		return 0
	}
	for _, v := range c.venues {
		if v.Code == code {
			return v.PlatformID
		}
	}
	return 0
}
