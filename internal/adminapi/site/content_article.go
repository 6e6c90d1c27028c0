package site

import (
	"context"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/content"
)

// Article helps players with one subject.
type Article struct {
	ID       string `json:"id"`
	Topic    string `json:"topic" enumOf:"topic"`
	Title    string `json:"title"`
	Text     string `json:"text"`
	Position int    `json:"position"`
	Showing
	Edition
}

// ArticleEdit is an article as it shall be; without an id, a new one.
type ArticleEdit struct {
	ID       string `json:"id,omitempty"`
	Topic    string `json:"topic" enumOf:"topic"`
	Title    string `json:"title"`
	Text     string `json:"text"`
	Position int    `json:"position"`
	ShowingEdit
	EditionBase
}

func (s *Handlers) contentArticles(ctx context.Context, c *route.Call) (wire.Items[Article], error) {
	edition, err := s.editions(c, content.NounArticle)
	if err != nil {
		return wire.Items[Article]{}, err
	}
	list, err := s.Content.AllArticles(ctx)
	return wire.ItemsOf(list, func(a content.Article) Article {
		return Article{ID: wire.IDText(a.ID), Topic: a.Topic, Title: a.Title, Text: a.Body, Position: a.Position, Showing: s.showing(a.Published, a.Window), Edition: edition(a.ID)}
	}), err
}

func (s *Handlers) articleSave(ctx context.Context, c *route.Call, in ArticleEdit) (wire.Saved, error) {
	id, err := savedID(in.ID)
	if err != nil {
		return wire.Saved{}, err
	}
	w, err := in.window()
	if err != nil {
		return wire.Saved{}, err
	}
	return saved(s.Content.SaveArticle(ctx, c.By, in.against(), content.Article{
		ID: id, Topic: in.Topic, Title: in.Title, Body: in.Text, Position: in.Position, Published: in.Published, Window: w,
	}))
}

func (s *Handlers) articleRemove(ctx context.Context, c *route.Call, in ContentRemoval) (route.None, error) {
	return s.contentRemove(ctx, c, in, s.Content.RemoveArticle)
}

func (s *Handlers) articleOrder(ctx context.Context, c *route.Call, in NewOrder) (route.None, error) {
	return s.contentOrder(ctx, c, in, s.Content.OrderArticles)
}
