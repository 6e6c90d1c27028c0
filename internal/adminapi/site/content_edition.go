package site

import (
	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/content"
)

// Edition says which version of a content is shown, and who made it when.
type Edition struct {
	Version   int      `json:"version" doc:"which a change names as its base; 0: as it was shipped"`
	ChangedAt *wire.Ms `json:"changedAt"`
	ChangedBy *string  `json:"changedBy"`
}

func editionOf(e content.Edition) Edition {
	return Edition{Version: e.Version, ChangedAt: wire.InMsOrNull(e.At), ChangedBy: wire.TextOrNull(e.By)}
}

// EditionBase is the version of a content that a change was made against.
type EditionBase struct {
	Base int `json:"base,omitempty" doc:"the version that the change was made against; of what is new: 0"`
}

func (b EditionBase) against() content.Base { return content.Against(b.Base) }

// ContentRemoval takes a content down for good.
type ContentRemoval struct {
	EditionBase
	Reason string `json:"reason"`
}

// NewOrder is a list in the order it shall have.
type NewOrder struct {
	Items []Placed `json:"items"`
}

// Placed is a content of a list with the version that the page showed.
type Placed struct {
	ID string `json:"id"`
	EditionBase
}

func (o NewOrder) places() ([]content.Place, error) {
	out := make([]content.Place, len(o.Items))
	for i, p := range o.Items {
		id, err := knownID(p.ID)
		if err != nil {
			return nil, err
		}
		out[i] = content.Place{ID: id, Base: p.against()}
	}
	return out, nil
}

func (s *Handlers) editions(c *route.Call, noun string) (func(id int64) Edition, error) {
	found, err := s.Content.Editions(c.Request.Context(), noun)
	return func(id int64) Edition { return editionOf(found[id]) }, err
}
