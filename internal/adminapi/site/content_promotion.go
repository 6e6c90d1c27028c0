package adminapi

import (
	"context"

	"hongyun/internal/content"
)

// Promotion is an offer of the promotions page.
type Promotion struct {
	ID        string `json:"id"`
	Name      string `json:"name"`
	Line      string `json:"line"`
	Picture   string `json:"picture"`
	ContentID string `json:"contentId"`                         // of the block that tells of it; empty: none
	Needs     string `json:"needs" enumOf:"venue kind or none"` // a kind of venue that is not open yet, or nothing
	Starts    *Ms    `json:"starts"`                            // the days that are shown
	Ends      *Ms    `json:"ends"`
	Position  int    `json:"position"`
	Showing
}

// PromotionEdit is a promotion as it shall be; without an id, a new one.
type PromotionEdit struct {
	ID        string `json:"id,omitempty"`
	Name      string `json:"name"`
	Line      string `json:"line"`
	Picture   string `json:"picture"`
	ContentID string `json:"contentId"`
	Needs     string `json:"needs"`
	Starts    *Ms    `json:"starts,omitempty"`
	Ends      *Ms    `json:"ends,omitempty"`
	Position  int    `json:"position"`
	ShowingEdit
}

// Block is a piece of HTML that a page of the site shows.
type Block struct {
	ID        string `json:"id"`
	HTML      string `json:"html"`
	ChangedAt *Ms    `json:"changedAt"`
}

// BlockEdit is a block as it shall be; without an id, a new one.
type BlockEdit struct {
	ID   string `json:"id,omitempty"`
	HTML string `json:"html"`
}

// Kept is what the sanitiser keeps of some HTML, and what it takes out.
type Kept struct {
	HTML    string   `json:"html"`
	Removed []string `json:"removed"`
}

// PageEdit is a promotion that is being written, as far as its page tells it.
type PageEdit struct {
	HTML    string `json:"html"`
	Name    string `json:"name,omitempty"`
	Picture string `json:"picture,omitempty"`
	Needs   string `json:"needs,omitempty"`
	Starts  *Ms    `json:"starts,omitempty"`
	Ends    *Ms    `json:"ends,omitempty"`
	Device  string `json:"device,omitempty" enum:"pc,h5"`
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

func (s *siteHandlers) contentPromotions(ctx context.Context, _ *call) (Items[Promotion], error) {
	list, err := s.Content.AllPromotions(ctx)
	return itemsOf(list, func(p content.Promotion) Promotion {
		out := Promotion{
			ID: idText(p.ID), Name: p.Name, Line: p.Line, Picture: p.Picture, Needs: p.Needs, Starts: msOf(p.Starts), Ends: msOf(p.Ends),
			Position: p.Position, Showing: s.showing(p.Published, p.Window),
		}
		if p.ContentID != 0 {
			out.ContentID = idText(p.ContentID)
		}
		return out
	}), err
}

func (s *siteHandlers) promotionSave(ctx context.Context, c *call, in PromotionEdit) (Saved, error) {
	id, err := savedID(in.ID)
	if err != nil {
		return Saved{}, err
	}
	block, err := savedID(in.ContentID)
	if err != nil {
		return Saved{}, inField(err, content.ErrNotFound, "contentId")
	}
	w, err := in.window()
	if err != nil {
		return Saved{}, err
	}
	starts, err := instantOf(in.Starts, content.ErrPeriod)
	if err != nil {
		return Saved{}, inField(err, content.ErrPeriod, "starts")
	}
	ends, err := instantOf(in.Ends, content.ErrPeriod)
	if err != nil {
		return Saved{}, inField(err, content.ErrPeriod, "ends")
	}
	id, err = s.Content.SavePromotion(ctx, c.by, content.Promotion{
		ID: id, Name: in.Name, Line: in.Line, Picture: in.Picture, ContentID: block, Needs: in.Needs, Starts: starts, Ends: ends,
		Position: in.Position, Published: in.Published, Window: w,
	})
	return saved(id, inField(err, content.ErrTitle, "name"))
}

func (s *siteHandlers) contentBlocks(ctx context.Context, _ *call) (Items[Block], error) {
	list, err := s.Content.Blocks(ctx)
	return itemsOf(list, func(b content.Block) Block {
		return Block{ID: idText(b.ID), HTML: b.HTML, ChangedAt: msOf(b.ChangedAt)}
	}), err
}

func (s *siteHandlers) blockSave(ctx context.Context, c *call, in BlockEdit) (KeptBlock, error) {
	id, err := savedID(in.ID)
	if err != nil {
		return KeptBlock{}, err
	}
	id, err = s.Content.SaveBlock(ctx, c.by, content.Block{ID: id, HTML: in.HTML})
	return KeptBlock{ID: idText(id), Kept: kept(in.HTML)}, err
}

// contentPreview answers what would be kept of some HTML, and the page that
// the site would make of it. It changes nothing.
func (s *siteHandlers) contentPreview(ctx context.Context, _ *call, in PageEdit) (PagePreview, error) {
	out := PagePreview{Kept: kept(in.HTML)}
	starts, err := instantOf(in.Starts, content.ErrPeriod)
	if err != nil {
		return out, inField(err, content.ErrPeriod, "starts")
	}
	ends, err := instantOf(in.Ends, content.ErrPeriod)
	if err != nil {
		return out, inField(err, content.ErrPeriod, "ends")
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
