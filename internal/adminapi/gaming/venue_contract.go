package gaming

import (
	"cmp"
	"context"
	"errors"
	"slices"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/api"
	"hongyun/internal/venue"
	"hongyun/internal/venue/contract"
)

// VenueKeys is what was entered of a venue's contract. No value of a field is in it.
type VenueKeys struct {
	InFile     bool              `json:"inFile"`     // the configuration file has a contract, and it wins
	Running    int               `json:"running"`    // version that this server works by; 0: none of the screen
	Unusable   bool              `json:"unusable"`   // no adapter took that version
	Restart    bool              `json:"restart"`    // the approved version is in force from the next start
	Base       int               `json:"base"`       // version in force, which a change names; 0: none
	ApprovalID *string           `json:"approvalId"` // of the version that waits for a second person
	Versions   []ContractVersion `json:"versions"`   // the newest first, at most ten
	Protocols  []VenueProtocol   `json:"protocols"`
}

// ContractVersion is an entry of a contract.
type ContractVersion struct {
	Version    int      `json:"version"`
	Protocol   string   `json:"protocol"`
	Host       string   `json:"host"`
	Fields     []string `json:"fields"` // labels of those that are set
	MadeBy     string   `json:"madeBy"`
	MadeAt     wire.Ms  `json:"madeAt"`
	ApprovedBy *string  `json:"approvedBy"`
	ApprovedAt *wire.Ms `json:"approvedAt"` // null: not approved
}

// VenueProtocol is a protocol with the fields of its contracts.
type VenueProtocol struct {
	Name   string          `json:"name"`
	Fields []ContractField `json:"fields"`
}

// ContractField is a field that the form has.
type ContractField struct {
	Name     string `json:"name"`
	Label    string `json:"label"`
	Hint     string `json:"hint"`
	Kind     string `json:"kind" enumOf:"contract field"`
	Secret   bool   `json:"secret"`
	Required bool   `json:"required"`
	Length   int    `json:"length"`  // in characters; 0: any
	Lasting  bool   `json:"lasting"` // another value locks players out of their accounts there
	Min      int    `json:"min"`     // of a number; min and max 0: any
	Max      int    `json:"max"`
}

// VenueKeysEntry is a contract that is entered.
type VenueKeysEntry struct {
	Protocol string            `json:"protocol"`
	Values   map[string]string `json:"values" writeOnly:"true" doc:"by the names of the fields; one that is left out stays as it is"`
	Whole    bool              `json:"whole,omitempty" doc:"nothing stays as it is"`
	Base     int               `json:"base" doc:"the version in force that the page showed; 0: none"`
	Reason   string            `json:"reason"`
}

func (s *Handlers) venueKeys(ctx context.Context, c *route.Call) (VenueKeys, error) {
	out := VenueKeys{}
	e, err := s.Venues.Get(ctx, s.Read, c.Request.PathValue("code"))
	if errors.Is(err, venue.ErrNoVenue) {
		return out, errNoVenue
	}
	if err != nil {
		return out, err
	}
	// Read before the versions: what is approved between the two is refused as newer.
	if out.Base, err = s.Contracts.Base(ctx, s.Read, e.Code); err != nil {
		return out, err
	}
	versions, err := s.Contracts.Versions(ctx, s.Read, e.Code)
	if err != nil {
		return out, err
	}
	waiting, err := s.Contracts.Waiting(ctx, s.Read, e.Code)
	if err != nil {
		return out, err
	}
	link := s.Venues.Link(e.Code)
	out.InFile, out.Running, out.Unusable, out.ApprovalID = s.Contracts.InFile(e.Code), link.Version, link.Unusable, wire.TextOrNull(waiting)
	out.Versions, out.Protocols = api.Each(versions, s.versionShown), api.Each(s.Contracts.Protocols, protocolShown)
	if i := slices.IndexFunc(versions, func(v contract.Entry) bool { return !v.ApprovedAt.IsZero() }); i >= 0 {
		out.Restart = !out.InFile && versions[i].Version != link.Version
	}
	return out, nil
}

func (s *Handlers) venueKeysAsk(ctx context.Context, c *route.Call, in VenueKeysEntry) (wire.Outcome, error) {
	id, err := s.Contracts.Ask(ctx, c.By, contract.Order{
		Venue: c.Request.PathValue("code"), Protocol: in.Protocol, Values: in.Values, Whole: in.Whole, Base: in.Base, Reason: in.Reason,
	})
	if errors.Is(err, venue.ErrNoVenue) {
		return wire.Outcome{}, errNoVenue
	}
	return wire.Outcome{Status: "waiting", ApprovalID: id}, err
}

func (s *Handlers) versionShown(v contract.Entry) ContractVersion {
	labels := map[string]string{}
	for _, p := range s.Contracts.Protocols {
		if p.Name == v.Protocol {
			for _, f := range p.Fields {
				labels[f.Name] = f.Label
			}
		}
	}
	return ContractVersion{
		Version: v.Version, Protocol: v.Protocol, Host: v.Host, Fields: api.Each(v.Fields, func(name string) string { return cmp.Or(labels[name], name) }),
		MadeBy: v.MadeBy, MadeAt: wire.InMs(v.MadeAt), ApprovedBy: wire.TextOrNull(v.ApprovedBy), ApprovedAt: wire.InMsOrNull(v.ApprovedAt),
	}
}

func protocolShown(p contract.Protocol) VenueProtocol {
	return VenueProtocol{Name: p.Name, Fields: api.Each(p.Fields, func(f contract.Field) ContractField {
		return ContractField{
			Name: f.Name, Label: f.Label, Hint: f.Hint, Kind: string(f.Kind), Secret: f.Secret(), Required: f.Required, Length: f.Length, Lasting: f.Lasting,
			Min: f.Min, Max: f.Max,
		}
	})}
}
