package content

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/staff"
)

// Article helps players with one subject. Its body is plain text: lines that
// begin with ## are headings, with - list items.
type Article struct {
	ID        int64 // 0 for a new one
	Topic     string
	Title     string
	Body      string
	Position  int
	Published bool
	ChangedAt time.Time
	Window
}

// Topics are the subjects of articles, in the order of the help page.
var Topics = []string{"deposit", "withdrawal", "transfer", "turnover", "vip", "fund", "limits", "account"}

const (
	articleMost = 8000 // characters of a body
	searchMost  = 40   // characters of a search
)

func (a Article) label() string { return a.Title }

// Articles lists those that players may read now and that have every word of a
// search, those with a word in their title first. An empty search finds all.
func (c *Content) Articles(ctx context.Context, search string) ([]Article, error) {
	where, args := c.shownNow()
	all, err := c.articles(ctx, c.db, where, append(args, maxKept)...)
	if err != nil {
		return nil, err
	}
	if runes := []rune(search); len(runes) > searchMost {
		search = string(runes[:searchMost])
	}
	words := strings.Fields(strings.ToLower(search))
	inTitle := map[int64]bool{}
	found := slices.DeleteFunc(all, func(a Article) bool {
		title, text := strings.ToLower(a.Title), strings.ToLower(a.Title+"\n"+a.Body)
		for _, w := range words {
			if !strings.Contains(text, w) {
				return true
			}
			inTitle[a.ID] = inTitle[a.ID] || strings.Contains(title, w)
		}
		return false
	})
	slices.SortStableFunc(found, func(a, b Article) int {
		switch {
		case inTitle[a.ID] == inTitle[b.ID]:
			return 0
		case inTitle[a.ID]:
			return -1
		}
		return 1
	})
	return found, nil
}

// Article is one that players may read now, or ErrNotFound.
func (c *Content) Article(ctx context.Context, id int64) (Article, error) {
	where, args := c.shownNow()
	found, err := c.articles(ctx, c.db, where+" AND id = ?", append(args, id, 1)...)
	if err != nil || len(found) == 0 {
		return Article{}, firstFault(err, ErrNotFound)
	}
	return found[0], nil
}

func firstFault(err, other error) error {
	if err != nil {
		return err
	}
	return other
}

// AllArticles lists unpublished ones too, for staff.
func (c *Content) AllArticles(ctx context.Context) ([]Article, error) {
	return c.articles(ctx, c.db, "", maxKept)
}

func (c *Content) articles(ctx context.Context, r db.Reader, where string, args ...any) ([]Article, error) {
	var rows []struct {
		ID                 int64
		Topic, Title, Body string
		Position           int
		Published          bool
		ChangedAt          int64
		windowRow
	}
	err := r.NewRaw("SELECT id, topic, title, body, position, published, changed_at, shown_from, shown_to FROM content_article "+where+
		" ORDER BY position, id LIMIT ?", args...).Scan(ctx, &rows)
	if err != nil {
		return nil, fmt.Errorf("list articles: %w", err)
	}
	out := make([]Article, len(rows))
	for i, r := range rows {
		out[i] = Article{
			ID: r.ID, Topic: r.Topic, Title: r.Title, Body: r.Body, Position: r.Position, Published: r.Published,
			ChangedAt: instant(r.ChangedAt), Window: r.window(),
		}
	}
	return out, nil
}

// SaveArticle adds an article or changes one, and returns its id. It fails with
// ErrTopic, ErrTitle, ErrArticle, ErrPeriod or ErrNotFound.
func (c *Content) SaveArticle(ctx context.Context, by staff.Actor, base Base, a Article) (int64, error) {
	a.Body = strings.ReplaceAll(a.Body, "\r\n", "\n")
	switch {
	case !slices.Contains(Topics, a.Topic):
		return 0, ErrTopic
	case !plain(a.Title, 60, false):
		return 0, ErrTitle
	case !plain(a.Body, articleMost, true):
		return 0, ErrArticle
	}
	if err := a.check(); err != nil {
		return 0, err
	}
	return c.save(ctx, by, base, row{"article", a.ID, a.columns(c.db.Clock().Now())}, nil)
}

func (a Article) columns(now time.Time) []column {
	return append(a.Window.columns(),
		column{"topic", a.Topic}, column{"title", a.Title}, column{"body", a.Body}, column{"position", a.Position},
		column{"published", a.Published}, column{"changed_at", now.UnixMilli()},
	)
}

// RemoveArticle takes an article down for good.
func (c *Content) RemoveArticle(ctx context.Context, by staff.Actor, base Base, id int64, reason string) error {
	return c.remove(ctx, by, base, "article", id, reason)
}

// OrderArticles puts articles in the given order, like OrderTicker.
func (c *Content) OrderArticles(ctx context.Context, by staff.Actor, places []Place) error {
	return c.order(ctx, by, "article", places)
}

// rewordArticles gives unchanged shipped articles their new wording.
func rewordArticles(reword func(statement, now, former string) error) error {
	var list []struct{ Body, FormerBody []string }
	if err := readShipped("help.json", &list); err != nil {
		return err
	}
	for _, s := range list {
		if err := reword("UPDATE content_article SET body = ? WHERE body = ?", strings.Join(s.Body, "\n"), strings.Join(s.FormerBody, "\n")); err != nil {
			return err
		}
	}
	return nil
}

// seedArticles writes the shipped articles once. A database that has the first ones
// gets those added since once.
func seedArticles(ctx context.Context, tx *db.Tx, published bool) error {
	isNew, err := mark(ctx, tx, keySeededHelp)
	if err != nil {
		return err
	}
	due, err := mark(ctx, tx, keySeededHelp2)
	if err != nil || !due {
		return err
	}
	var list []struct {
		Since        int // 0 for the first ones
		Topic, Title string
		Body         []string
	}
	if err := readShipped("help.json", &list); err != nil {
		return err
	}
	for i, s := range list {
		if !isNew && s.Since <= first {
			continue
		}
		a := Article{Topic: s.Topic, Title: s.Title, Body: strings.Join(s.Body, "\n"), Position: i * 10, Published: published}
		if _, err := insert(ctx, tx, "article", a.columns(tx.Now())); err != nil {
			return err
		}
	}
	return nil
}
