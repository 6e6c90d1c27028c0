package player

import (
	"context"
	"fmt"
	"regexp"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
	"hongyun/internal/player/identity"
	"hongyun/internal/staff"
)

// Query finds players for staff. A player is found by any of the filled
// fields; personal ones match whole, for they are sealed.
type Query struct {
	Name     string // its beginning, in any case
	Phone    string
	TrueName string
	Email    string
	IDs      []string // found by other nouns: by order, by card
	Frozen   bool     // only those who may not do something now
	Excluded bool     // only those who stopped themselves
	Page     staff.Page
}

// maxFrozen bounds how many frozen, or excluded, players one list considers.
const maxFrozen = 5000

// Search returns the players a query finds, newest first, and how many there
// are. Without any field it finds all.
func (p *Players) Search(ctx context.Context, q Query) ([]identity.Player, int, error) {
	var conditions []string
	var args []any
	add := func(cond string, values ...any) { conditions, args = append(conditions, cond), append(args, values...) }
	if name, err := identity.NormalizeName(q.TrueName); err == nil {
		q.TrueName = name
	}
	if q.Name != "" {
		from := identity.Fold(q.Name)
		add("(id >= ? AND id < ?)", from, from+"\u007f") // a range uses the key on both engines
	}
	for _, f := range []struct{ column, value string }{{"phone", q.Phone}, {"true_name", q.TrueName}, {"email", strings.ToLower(q.Email)}} {
		if f.value != "" {
			add(f.column+"_index = ?", p.Box.Index(f.column, f.value))
		}
	}
	if q.IDs != nil {
		add("id IN (?)", bun.List(append([]string{""}, q.IDs...)))
	}
	where := "1 = 1"
	if len(conditions) > 0 {
		where = "(" + strings.Join(conditions, " OR ") + ")"
	}
	if q.Frozen {
		frozen, err := p.Guard.Frozen(ctx, p.DB, maxFrozen)
		if err != nil {
			return nil, 0, err
		}
		where += " AND id IN (?)"
		args = append(args, bun.List(append([]string{""}, frozen...)))
	}
	if q.Excluded {
		excluded, err := p.Guard.Excluded(ctx, p.DB, maxFrozen)
		if err != nil {
			return nil, 0, err
		}
		where += " AND id IN (?)"
		args = append(args, bun.List(append([]string{""}, excluded...)))
	}
	list := p.DB.NewSelect().Table("player").ColumnExpr(identity.RowColumns).Where(where, args...)
	rows, total, err := staff.ScanPage(ctx, list, accountOrders, q.Page, true)
	if err != nil {
		return nil, 0, fmt.Errorf("search players: %w", err)
	}
	out := make([]identity.Player, len(rows))
	for i, row := range rows {
		if out[i], err = p.Open(row); err != nil {
			return nil, 0, err
		}
	}
	return out, total, nil
}

var accountOrders = staff.Orders[identity.Row]{
	{Name: "registered", Columns: []string{"created_at", "id"}, Of: func(a identity.Row) []any { return []any{a.CreatedAt, a.ID} }},
	{Name: "name", Columns: []string{"id"}, Of: func(a identity.Row) []any { return []any{a.ID} }},
}

// Registered counts the players who registered in [from, to), in unix milliseconds.
func (p *Players) Registered(ctx context.Context, from, to int64) (int, error) {
	var n int
	err := p.DB.NewRaw("SELECT count(*) FROM player WHERE created_at >= ? AND created_at < ?", from, to).Scan(ctx, &n)
	if err != nil {
		return 0, fmt.Errorf("count registrations: %w", err)
	}
	return n, nil
}

// After lists the ids that follow one in their order, at most so many: for work
// that goes through all players. Before the first is "".
func (p *Players) After(ctx context.Context, r db.Reader, id string, limit int) (ids []string, err error) {
	if err := r.NewRaw("SELECT id FROM player WHERE id > ? ORDER BY id LIMIT ?", id, limit).Scan(ctx, &ids); err != nil {
		return nil, fmt.Errorf("list players: %w", err)
	}
	return ids, nil
}

// personalForms are the personal data by which staff may look for a player, by
// what they look like.
var personalForms = []struct {
	name string
	form *regexp.Regexp
}{
	{"phone", identity.PhoneForm}, {"email", identity.EmailForm}, {"trueName", identity.TrueNameForm}, {"card", regexp.MustCompile(`^[0-9]{12,19}$`)},
}

// NoteSearch writes down that staff look for a player by personal data: an answer
// tells whose a phone number, an e-mail address, a true name or a bank card is,
// and an empty one that it is nobody's here (trust ADM-4). The trail holds the
// kind and a keyed mark by which equal searches are known, never the text. It is
// bounded an hour: ErrSearchTooMany. A search by user name or order is not noted.
func (p *Players) NoteSearch(ctx context.Context, by staff.Actor, text string) error {
	text = strings.ReplaceAll(text, " ", "")
	for _, f := range personalForms {
		if !f.form.MatchString(text) {
			continue
		}
		return p.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			if err := p.Staff.LockAudit(ctx, tx); err != nil {
				return err
			}
			n, err := p.Staff.CountActions(ctx, tx, by.ID, "player.search", tx.Now().Add(-time.Hour))
			if err != nil {
				return err
			}
			if n >= p.Limits.SearchesPerHour {
				p.Log.ErrorContext(ctx, "too many searches by personal data", "staff", by.ID, "count", n)
				return identity.ErrSearchTooMany
			}
			mark := p.Box.Index("search/"+f.name, strings.ToLower(text))[:16]
			return p.Staff.Audit(ctx, tx, by, staff.Change{Action: "player.search", Subject: "search:" + mark, Label: f.name, After: map[string]string{"field": f.name}})
		})
	}
	return nil
}
