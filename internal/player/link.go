package player

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math"
	"net/netip"
	"slices"
	"strings"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

// Mark is something about a player that others may share, and then perhaps are
// the same person.
//
// A phone is no mark: it belongs to one player, which the database sees to. A
// bank card does too, but it can be removed and then bound by another. Nor are the addresses of later logins, which change with
// every network a phone passes through, nor the inviter.
type Mark string

// The marks.
const (
	MarkCard   Mark = "card"   // a bank card that both have or had
	MarkName   Mark = "name"   // the true name, in which bank cards are held
	MarkEmail  Mark = "email"  // in any case of its letters
	MarkDevice Mark = "device" // a browser both logged in from, by its device cookie
	MarkIP     Mark = "ip"     // the public network both registered from: an IPv4 address, or the /64 of an IPv6 one
)

// Marks is every mark there is, the strongest first.
var Marks = []Mark{MarkCard, MarkEmail, MarkDevice, MarkName, MarkIP}

// Link is another player who shares marks with one.
type Link struct {
	Player    string // id
	Name      string // as typed
	By        []Mark // what is shared, in the order of Marks; never empty
	CreatedAt time.Time
}

// Strong reports whether what is shared makes one person likely enough to
// withhold money. A true name alone does not: thousands of people share the
// common Chinese names, and anybody can type the name of another.
func (l Link) Strong() bool {
	return slices.ContainsFunc(l.By, func(m Mark) bool { return m != MarkName })
}

const (
	// linksMost bounds what is found by one mark: an address of a carrier is
	// shared by thousands, and the first of them tell as much as all.
	linksMost = 50
	// devicesMost bounds the devices of one player that are looked at, the latest.
	devicesMost = 100
)

// Linked lists the other players who share a mark with this one, those with the
// most marks first, then who registered first. By each mark it finds at most 50,
// the first who registered. A player who is not there has none.
func (p *Players) Linked(ctx context.Context, r db.Reader, player string) ([]Link, error) {
	return p.sharers(ctx, r, player, search{most: linksMost, devices: devicesMost, where: "TRUE"})
}

// LinkedAmong finds which of some players share a mark with this one: by each mark
// the first who registered. where is the SQL condition that chooses them, about the
// id `o.id`. Unlike Linked it finds them
// however many others share the mark.
func (p *Players) LinkedAmong(ctx context.Context, r db.Reader, player, where string, args ...any) ([]Link, error) {
	return p.sharers(ctx, r, player, search{most: 1, devices: math.MaxInt32, where: where, args: args})
}

// search says which players are looked for, how many by each mark, and by how many
// of the player's own devices, the latest first.
type search struct {
	most, devices int
	where         string // about o.id
	args          []any
}

// sharers are the players of a search who share a mark with this one.
func (p *Players) sharers(ctx context.Context, r db.Reader, player string, s search) ([]Link, error) {
	var me []struct{ TrueNameIndex, EmailIndex, RegisterNetwork string }
	if err := r.NewRaw("SELECT true_name_index, email_index, register_network FROM player WHERE id = ?", player).Scan(ctx, &me); err != nil {
		return nil, fmt.Errorf("find the marks of %s: %w", player, err)
	}
	if len(me) == 0 {
		return []Link{}, nil
	}
	cards, err := p.othersOfCards(ctx, r, []string{player})
	if err != nil {
		return nil, err
	}
	found := map[string]*Link{}
	for _, by := range []struct {
		mark  Mark
		has   bool
		who   string
		value []any
	}{
		{MarkCard, len(cards[player]) > 0, "o.id IN (?)", []any{bun.List(cards[player])}},
		{MarkEmail, me[0].EmailIndex != "", "o.email_index = ? AND o.email_index <> ''", []any{me[0].EmailIndex}},
		{MarkDevice, true, sharesDevice, []any{player, s.devices}},
		{MarkName, me[0].TrueNameIndex != "", "o.true_name_index = ? AND o.true_name_index <> ''", []any{me[0].TrueNameIndex}},
		{MarkIP, publicNetwork(me[0].RegisterNetwork) != "", "o.register_network = ? AND o.register_network <> ''", []any{me[0].RegisterNetwork}},
	} {
		if !by.has {
			continue
		}
		var rows []struct {
			ID, Name  string
			CreatedAt int64
		}
		query := "SELECT o.id, o.name, o.created_at FROM player o WHERE " + by.who + " AND o.id <> ? AND (" + s.where + ") ORDER BY o.created_at, o.id LIMIT ?"
		if err := r.NewRaw(query, slices.Concat(by.value, []any{player}, s.args, []any{s.most})...).Scan(ctx, &rows); err != nil {
			return nil, fmt.Errorf("find who shares the %s of %s: %w", by.mark, player, err)
		}
		for _, row := range rows {
			if found[row.ID] == nil {
				found[row.ID] = &Link{Player: row.ID, Name: row.Name, CreatedAt: calendar.FromMillis(row.CreatedAt)}
			}
			found[row.ID].By = append(found[row.ID].By, by.mark)
		}
	}
	return inOrder(slices.Collect(maps.Values(found))), nil
}

const sharesDevice = `o.id IN (SELECT d.player FROM (SELECT device_hash FROM player_device WHERE player = ? ORDER BY last_at DESC LIMIT ?) AS mine
	JOIN player_device d ON d.device_hash = mine.device_hash)`

// inOrder puts those with the most marks first, then who registered first.
func inOrder(found []*Link) []Link {
	list := make([]Link, 0, len(found))
	for _, l := range found {
		list = append(list, *l)
	}
	slices.SortFunc(list, func(a, b Link) int {
		return cmp.Or(cmp.Compare(len(b.By), len(a.By)), a.CreatedAt.Compare(b.CreatedAt), strings.Compare(a.Player, b.Player))
	})
	return list
}

// publicNetwork is a network if it says something about who is there: one of
// the operator's own machines or a private one does not.
func publicNetwork(text string) string {
	address, _, _ := strings.Cut(text, "/")
	ip, err := netip.ParseAddr(address)
	if err != nil || !ip.IsGlobalUnicast() && !ip.Is6() || ip.IsPrivate() || ip.IsLoopback() || ip.IsUnspecified() || ip.IsLinkLocalUnicast() || ip.IsMulticast() {
		return ""
	}
	return text
}

// Elders finds for each of some players those who share one of these marks and
// registered before: one, the first, for each mark. Who has none is missing.
// However many are asked for, and however many share a mark, it is one question
// a mark.
func (p *Players) Elders(ctx context.Context, r db.Reader, players []string, marks []Mark) (map[string][]Link, error) {
	out := map[string][]Link{}
	if slices.Contains(marks, MarkCard) {
		var err error
		if out, err = p.cardElders(ctx, r, players); err != nil {
			return nil, err
		}
	}
	for _, mark := range Marks {
		if mark == MarkCard || !slices.Contains(marks, mark) || len(players) == 0 {
			continue
		}
		var rows []struct {
			ID, Elder, Name string
			RegisterNetwork string
			CreatedAt       int64
		}
		if err := r.NewRaw(elderBy[mark], bun.List(players), devicesMost).Scan(ctx, &rows); err != nil {
			return nil, fmt.Errorf("find who shares the %s and was first: %w", mark, err)
		}
		for _, row := range rows {
			if mark == MarkIP && publicNetwork(row.RegisterNetwork) == "" {
				continue
			}
			links := out[row.ID]
			if at := slices.IndexFunc(links, func(l Link) bool { return l.Player == row.Elder }); at >= 0 {
				links[at].By = append(links[at].By, mark)
				continue
			}
			out[row.ID] = append(links, Link{Player: row.Elder, Name: row.Name, By: []Mark{mark}, CreatedAt: calendar.FromMillis(row.CreatedAt)})
		}
	}
	return out, nil
}

// elderBy are the questions of Elders. Each looks once into an index for each player.
var elderBy = map[Mark]string{
	MarkEmail: elderByColumn("email_index"), MarkName: elderByColumn("true_name_index"), MarkIP: elderByColumn("register_network"),
	MarkDevice: elderIs(`(
		SELECT o.player FROM (SELECT device_hash FROM player_device WHERE player = p.id ORDER BY last_at DESC LIMIT ?1) AS mine
		JOIN player_device o ON o.device_hash = mine.device_hash AND o.player <> p.id
		JOIN player q ON q.id = o.player
		WHERE (q.created_at, q.id) < (p.created_at, p.id)
		ORDER BY q.created_at, q.id LIMIT 1)`),
}

func elderByColumn(column string) string {
	return elderIs("(SELECT o.id FROM player o WHERE o." + column + " = p." + column + " AND o." + column + " <> '' AND (o.created_at, o.id) < (p.created_at, p.id)" +
		" ORDER BY o.created_at, o.id LIMIT 1)")
}

func elderIs(elder string) string {
	return "SELECT p.id, p.register_network, e.id AS elder, e.name, e.created_at FROM player p JOIN player e ON e.id = " + elder + " WHERE p.id IN (?0)"
}

// NewDevice is when a player first logged in from a device between two instants,
// the latest of several; zero where there is none, and where the player had no
// device before: somebody's first device is not a new one.
func (p *Players) NewDevice(ctx context.Context, r db.Reader, player string, from, to time.Time) (time.Time, error) {
	var at struct{ First, Latest int64 }
	err := r.NewRaw(`SELECT COALESCE(MIN(first_at), 0) AS first, COALESCE(MAX(CASE WHEN first_at <= ? THEN first_at END), 0) AS latest
		FROM player_device WHERE player = ?`, to.UnixMilli(), player).Scan(ctx, &at)
	if err != nil {
		return time.Time{}, fmt.Errorf("devices of %s: %w", player, err)
	}
	if at.Latest <= from.UnixMilli() || at.First >= at.Latest {
		return time.Time{}, nil
	}
	return calendar.FromMillis(at.Latest), nil
}
