package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"net"
	"slices"
	"strings"
	"time"

	"hongyun/internal/app/command"
	"hongyun/internal/payment"
	"hongyun/internal/secret"
	"hongyun/internal/venue"
)

// Finding is one thing a doctor looked at.
type Finding struct {
	What  string
	OK    bool
	Found string
}

// Doctor looks at what a house needs before it opens. It changes nothing.
func Doctor(ctx context.Context, c Config) []Finding {
	if err := c.complete(); err != nil {
		return []Finding{{"configuration", false, err.Error()}}
	}
	found := databaseFindings(ctx, c)
	for _, front := range []string{"player", "admin"} {
		_, err := fs.Stat(built(front), "index.html")
		found = append(found, checked("pages: "+front, err, "built into this binary"))
	}
	for _, l := range []struct{ name, address string }{
		{"player", c.Listen.Player}, {"admin", c.Listen.Admin}, {"hooks", c.Listen.Hooks}, {"ops", c.Listen.Ops},
	} {
		on, err := net.Listen("tcp", l.address)
		if err == nil {
			err = on.Close()
		}
		found = append(found, checked("listen: "+l.name, err, l.address+" is free"))
	}
	var venues map[string]venue.Venue
	box, err := secret.NewBox(c.DataKey)
	if err == nil {
		venues, _, err = c.Companies.VenueAdapters(box, c.Clock, c.Log, c.Wire)
	}
	found = append(found, checked("venues", err, fmt.Sprintf("%d contracts", len(venues))))
	gateways, err := c.Companies.GatewayAdapters(c.Log, c.Wire)
	found = append(found, checked("gateways", err, fmt.Sprintf("%d contracts", len(gateways))))
	chains, err := c.Companies.ChainAdapters(c.Clock, c.Log, c.Wire)
	found = append(found, checked("chains", err, fmt.Sprintf("%d contracts", len(chains))))
	for _, network := range slices.Sorted(maps.Keys(chains)) {
		found = append(found, checked("chain: "+network, checkNode(ctx, chains[network]), "the node serves the configured network and token"))
	}
	var unsafe error
	if c.TLS && !strings.HasPrefix(c.PublicSite, "https://") || c.PublicHooks == "" {
		unsafe = errors.New("set HONGYUN_SITE_URL (https) and HONGYUN_HOOKS_URL: they go into orders and launches")
	}
	return append(found, checked("addresses", unsafe, c.PublicSite))
}

// OpeningFindings looks at what people must enter before a site opens. It changes nothing.
func OpeningFindings(ctx context.Context, c Config) []Finding {
	list, err := openingOf(ctx, c)
	if err != nil {
		return []Finding{checked("opening", err, "")}
	}
	out := make([]Finding, len(list))
	for i, o := range list {
		out[i] = Finding{What: "opening: " + o.Code, OK: o.State != checkMissing, Found: o.Title + "：" + o.Found}
		if o.State != checkOK {
			out[i].Found += "。" + o.Why
		}
	}
	return out
}

// nodeTime is how long a doctor waits for a chain's node.
const nodeTime = 20 * time.Second

func checkNode(ctx context.Context, chain payment.Chain) error {
	ctx, cancel := context.WithTimeout(ctx, nodeTime)
	defer cancel()
	return chain.Check(ctx)
}

func databaseFindings(ctx context.Context, c Config) []Finding {
	d, err := command.OpenDatabase(ctx, c.Database, c.Log)
	if err != nil {
		return []Finding{checked("database", err, "")}
	}
	defer d.Close()
	_, drift := checkDrift(ctx, d, c.Machine)
	return []Finding{checked("database", d.Ping(ctx), "answers"), checked("clock", drift, "agrees with the database's")}
}

func checked(what string, err error, fine string) Finding {
	if err != nil {
		return Finding{what, false, err.Error()}
	}
	return Finding{what, true, fine}
}
