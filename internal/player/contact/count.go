package contact

import (
	"context"
	"strings"
	"time"

	"hongyun/internal/courier"
	"hongyun/internal/db"
	"hongyun/internal/player/identity"
)

const (
	visitorLane = "visitor"
	// maxUnproved is how many times CodesPerAddress all players together may have
	// sent to an address that none of them proved, in a day.
	maxUnproved = 4
)

// codeCount is a code that is to be counted.
type codeCount struct {
	Player string // "" for a visitor on an unknown device
	// Lane keeps the codes of a player, and those of the player's known devices,
	// apart from those of strangers: a stranger uses up nothing that a player needs.
	Lane     string
	Channel  courier.Channel
	Address  string
	Unproved bool // a logged-in player named the address and has not proved it
	Client   identity.Client
}

// codeBound is a bound of codes in a window.
type codeBound struct {
	key    string
	window time.Duration
	most   int
	over   error
}

// boundsOf are the bounds of a code. The caller's own come before those of the
// address: a request that is refused for its caller counts against no address.
func (p *Contacts) boundsOf(c codeCount) []codeBound {
	address := p.Box.Index("code/"+string(c.Channel), strings.ToLower(c.Address))
	at, from := c.Lane+"/"+address, "cd/i/"+identity.CountedAddress(c.Client.IP)
	if c.Lane != visitorLane {
		from += "/own"
	}
	bounds := []codeBound{{from, codeDay, p.Limits.CodesPerIP, identity.ErrCodesToday}, {"cp/" + at, codePause, 1, identity.ErrCodePause}}
	if c.Player != "" {
		bounds = append(bounds, codeBound{"cd/p/" + c.Player, codeDay, p.Limits.CodesPerPlayer, identity.ErrCodesToday})
	}
	bounds = append(bounds, codeBound{"cd/a/" + at, codeDay, p.Limits.CodesPerAddress, identity.ErrCodesToday})
	if c.Unproved {
		bounds = append(bounds, codeBound{"cd/w/" + address, codeDay, maxUnproved * p.Limits.CodesPerAddress, identity.ErrCodesToday})
	}
	return bounds
}

// countCode counts a code against its bounds, until the first one that refuses it.
func (p *Contacts) countCode(ctx context.Context, tx *db.Tx, c codeCount) (refused, err error) {
	for _, b := range p.boundsOf(c) {
		n, err := identity.Hit(ctx, tx, b.key, b.window)
		if err != nil {
			return nil, err
		}
		if n > b.most {
			return b.over, nil
		}
	}
	return nil, nil
}
