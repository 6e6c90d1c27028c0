package adminapi

import (
	"context"

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
}

// ArticleEdit is an article as it shall be; without an id, a new one.
type ArticleEdit struct {
	ID       string `json:"id,omitempty"`
	Topic    string `json:"topic" enumOf:"topic"`
	Title    string `json:"title"`
	Text     string `json:"text"`
	Position int    `json:"position"`
	ShowingEdit
}

func (s *siteHandlers) contentArticles(ctx context.Context, _ *call) (Items[Article], error) {
	list, err := s.Content.AllArticles(ctx)
	return itemsOf(list, func(a content.Article) Article {
		return Article{ID: idText(a.ID), Topic: a.Topic, Title: a.Title, Text: a.Body, Position: a.Position, Showing: s.showing(a.Published, a.Window)}
	}), err
}

func (s *siteHandlers) articleSave(ctx context.Context, c *call, in ArticleEdit) (Saved, error) {
	id, err := savedID(in.ID)
	if err != nil {
		return Saved{}, err
	}
	w, err := in.window()
	if err != nil {
		return Saved{}, err
	}
	return saved(s.Content.SaveArticle(ctx, c.by, content.Article{
		ID: id, Topic: in.Topic, Title: in.Title, Body: in.Text, Position: in.Position, Published: in.Published, Window: w,
	}))
}

func (s *siteHandlers) articleRemove(ctx context.Context, c *call, in Reason) (none, error) {
	return s.contentRemove(ctx, c, in, s.Content.RemoveArticle)
}

func (s *siteHandlers) articleOrder(ctx context.Context, c *call, in NewOrder) (none, error) {
	return s.contentOrder(ctx, c, in, s.Content.OrderArticles)
}
