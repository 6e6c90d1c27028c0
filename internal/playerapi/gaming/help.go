package gaming

import (
	"context"
	"strings"

	"hongyun/internal/api"
	"hongyun/internal/content"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
)

// HelpItemsIn is a search in the articles.
type HelpItemsIn struct {
	Q string `json:"q" required:"false" maxLength:"40" wrong:"搜索内容最多40字"`
}

// HelpItem is an article of the list.
type HelpItem struct {
	Id    int64  `json:"Id"`
	Topic string `json:"Topic" enumOf:"topic"`
	Title string `json:"Title"`
	Line  string `json:"Line" doc:"the beginning of the text"`
}

// HelpItemIn names an article.
type HelpItemIn struct {
	Id int64 `json:"id" minimum:"1" maximum:"9007199254740991" empty:"请选择帮助文章" wrong:"请选择帮助文章"`
}

// HelpArticle is an article as it is read.
type HelpArticle struct {
	Id         int64  `json:"Id"`
	Topic      string `json:"Topic" enumOf:"topic"`
	Title      string `json:"Title"`
	Text       string `json:"Text" doc:"plain text; lines that begin with ## are headings, with - list items"`
	ChangeTime string `json:"ChangeTime" doc:"YYYY-MM-DD HH:mm:ss, GMT+8"`
}

func (s *Handlers) helpItems(ctx context.Context, _ *route.Caller, in HelpItemsIn) (wire.Data[[]HelpItem], error) {
	list, err := s.Content.Articles(ctx, in.Q)
	return wire.DataOf(api.Each(list, func(a content.Article) HelpItem {
		return HelpItem{Id: a.ID, Topic: a.Topic, Title: a.Title, Line: firstLine(a.Body)}
	})), err
}

// firstLine is the first line of a body that is no heading. A heading says too
// little in a list.
func firstLine(body string) string {
	for line := range strings.Lines(body) {
		if line = strings.TrimSpace(line); line != "" && !strings.HasPrefix(line, "##") {
			return strings.TrimPrefix(line, "- ")
		}
	}
	return ""
}

func (s *Handlers) helpItem(ctx context.Context, _ *route.Caller, in HelpItemIn) (wire.Data[HelpArticle], error) {
	a, err := s.Content.Article(ctx, in.Id)
	return wire.DataOf(HelpArticle{Id: a.ID, Topic: a.Topic, Title: a.Title, Text: a.Body, ChangeTime: wire.StampOf(a.ChangedAt)}), err
}
