package site

import (
	"context"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/content"
)

// Promotion is an offer of the promotions page.
type Promotion struct {
	ID        string   `json:"id"`
	Name      string   `json:"name"`
	Line      string   `json:"line"`
	Picture   string   `json:"picture"`
	ContentID string   `json:"contentId"`                         // of the block that tells of it; empty: none
	Needs     string   `json:"needs" enumOf:"venue kind or none"` // a kind of venue that is not open yet, or nothing
	Starts    *wire.Ms `json:"starts"`                            // the days that are shown
	Ends      *wire.Ms `json:"ends"`
	Position  int      `json:"position"`
	Showing
	Edition
}

// PromotionEdit is a promotion as it shall be; without an id, a new one.
type PromotionEdit struct {
	ID        string   `json:"id,omitempty"`
	Name      string   `json:"name"`
	Line      string   `json:"line"`
	Picture   string   `json:"picture"`
	ContentID string   `json:"contentId"`
	Needs     string   `json:"needs"`
	Starts    *wire.Ms `json:"starts,omitempty"`
	Ends      *wire.Ms `json:"ends,omitempty"`
	Position  int      `json:"position"`
	ShowingEdit
	EditionBase
}

// Block is a piece of HTML that a page of the site shows.
type Block struct {
	ID   string `json:"id"`
	HTML string `json:"html"`
	Edition
}

// BlockEdit is a block as it shall be; without an id, a new one.
type BlockEdit struct {
	ID   string `json:"id,omitempty"`
	HTML string `json:"html"`
	EditionBase
}

// Kept is what the sanitiser keeps of some HTML, and what it takes out.
type Kept struct {
	HTML    string   `json:"html"`
	Removed []string `json:"removed"`
}

// PageEdit is a promotion that is being written, as far as its page tells it.
type PageEdit struct {
	HTML    string   `json:"html"`
	Name    string   `json:"name,omitempty"`
	Picture string   `json:"picture,omitempty"`
	Needs   string   `json:"needs,omitempty"`
	Starts  *wire.Ms `json:"starts,omitempty"`
	Ends    *wire.Ms `json:"ends,omitempty"`
	Device  string   `json:"device,omitempty" enumOf:"device"`
}

// PagePreview is what would be kept, in the page that players would see.
type PagePreview struct {
	Kept
	Page string `json:"page"`
}

// KeptBlock is a block that was saved.
type KeptBlock struct {
	ID string `json:"id"`
	Kept
}

func (s *Handlers) contentPromotions(ctx context.Context, c *route.Call) (wire.Items[Promotion], error) {
	edition, err := s.editions(c, content.NounPromotion)
	if err != nil {
		return wire.Items[Promotion]{}, err
	}
	list, err := s.Content.AllPromotions(ctx)
	return wire.ItemsOf(list, func(p content.Promotion) Promotion {
		out := Promotion{
			ID: wire.IDText(p.ID), Name: p.Name, Line: p.Line, Picture: p.Picture, Needs: p.Needs, Starts: wire.InMsOrNull(p.Starts), Ends: wire.InMsOrNull(p.Ends),
			Position: p.Position, Showing: s.showing(p.Published, p.Window), Edition: edition(p.ID),
		}
		if p.ContentID != 0 {
			out.ContentID = wire.IDText(p.ContentID)
		}
		return out
	}), err
}

func (s *Handlers) promotionSave(ctx context.Context, c *route.Call, in PromotionEdit) (wire.Saved, error) {
	id, err := savedID(in.ID)
	if err != nil {
		return wire.Saved{}, err
	}
	block, err := savedID(in.ContentID)
	if err != nil {
		return wire.Saved{}, route.InField(err, content.ErrNotFound, "contentId")
	}
	w, err := in.window()
	if err != nil {
		return wire.Saved{}, err
	}
	starts, err := wire.InstantOf(in.Starts, content.ErrPeriod)
	if err != nil {
		return wire.Saved{}, route.InField(err, content.ErrPeriod, "starts")
	}
	ends, err := wire.InstantOf(in.Ends, content.ErrPeriod)
	if err != nil {
		return wire.Saved{}, route.InField(err, content.ErrPeriod, "ends")
	}
	id, err = s.Content.SavePromotion(ctx, c.By, in.against(), content.Promotion{
		ID: id, Name: in.Name, Line: in.Line, Picture: in.Picture, ContentID: block, Needs: in.Needs, Starts: starts, Ends: ends,
		Position: in.Position, Published: in.Published, Window: w,
	})
	return saved(id, route.InField(err, content.ErrTitle, "name"))
}

func (s *Handlers) contentBlocks(ctx context.Context, c *route.Call) (wire.Items[Block], error) {
	edition, err := s.editions(c, content.NounBlock)
	if err != nil {
		return wire.Items[Block]{}, err
	}
	list, err := s.Content.Blocks(ctx)
	return wire.ItemsOf(list, func(b content.Block) Block {
		return Block{ID: wire.IDText(b.ID), HTML: b.HTML, Edition: edition(b.ID)}
	}), err
}

func (s *Handlers) blockSave(ctx context.Context, c *route.Call, in BlockEdit) (KeptBlock, error) {
	id, err := savedID(in.ID)
	if err != nil {
		return KeptBlock{}, err
	}
	id, err = s.Content.SaveBlock(ctx, c.By, in.against(), content.Block{ID: id, HTML: in.HTML})
	return KeptBlock{ID: wire.IDText(id), Kept: kept(in.HTML)}, err
}

// contentPreview answers what would be kept of some HTML, and the page that
// the site would make of it. It changes nothing.
func (s *Handlers) contentPreview(ctx context.Context, _ *route.Call, in PageEdit) (PagePreview, error) {
	out := PagePreview{Kept: kept(in.HTML)}
	starts, err := wire.InstantOf(in.Starts, content.ErrPeriod)
	if err != nil {
		return out, route.InField(err, content.ErrPeriod, "starts")
	}
	ends, err := wire.InstantOf(in.Ends, content.ErrPeriod)
	if err != nil {
		return out, route.InField(err, content.ErrPeriod, "ends")
	}
	p := content.Promotion{Name: in.Name, Picture: in.Picture, Needs: in.Needs, Starts: starts, Ends: ends}
	out.Page, err = s.PromotionPage(ctx, p, in.HTML, in.Device == "h5")
	return out, err
}

func kept(html string) Kept {
	out := Kept{HTML: content.Sanitise(html)}
	out.Removed = removed(html, out.HTML)
	return out
}
