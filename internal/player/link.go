package player

import (
	"cmp"
	"context"
	"fmt"
	"maps"
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
// A phone and a bank card are no marks: each belongs to one player, which the
// database sees to. Nor are the addresses of later logins, which change with
// every network a phone passes through, nor the inviter.
type Mark string

// The marks.
const (
	MarkName   Mark = "name"   // the true name, in which bank cards are held
	MarkEmail  Mark = "email"  // in any case of its letters
	MarkDevice Mark = "device" // a browser both logged in from, by its device cookie
	MarkIP     Mark = "ip"     // the public address both registered from
)

// Marks is every mark there is, the strongest first.
var Marks = []Mark{MarkEmail, MarkDevice, MarkName, MarkIP}

// Link is another player who shares marks with one.
type Link struct {
	Player    string // id
	Name      string // as typed
	By        []Mark // what is shared, in the order of Marks; never empty
	CreatedAt time.Time
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
	var me []struct {
		TrueNameIndex, EmailIndex string
		RegisterIP                string `bun:"register_ip"`
	}
	if err := r.NewRaw("SELECT true_name_index, email_index, register_ip FROM player WHERE id = ?", player).Scan(ctx, &me); err != nil {
		return nil, fmt.Errorf("find the marks of %s: %w", player, err)
	}
	if len(me) == 0 {
		return []Link{}, nil
	}
	found := map[string]*Link{}
	for _, m := range []struct {
		mark         Mark
		query, value string
	}{
		{MarkEmail, linkedBy("email_index"), me[0].EmailIndex},
		{MarkDevice, linkedByDevice, player},
		{MarkName, linkedBy("true_name_index"), me[0].TrueNameIndex},
		{MarkIP, linkedBy("register_ip"), publicIP(me[0].RegisterIP)},
	} {
		if m.value == "" {
			continue
		}
		var rows []struct {
			ID, Name  string
			CreatedAt int64
		}
		if err := r.NewRaw(m.query, m.value, player, linksMost, devicesMost).Scan(ctx, &rows); err != nil {
			return nil, fmt.Errorf("find who shares the %s of %s: %w", m.mark, player, err)
		}
		for _, row := range rows {
			if found[row.ID] == nil {
				found[row.ID] = &Link{Player: row.ID, Name: row.Name, CreatedAt: calendar.FromMillis(row.CreatedAt)}
			}
			found[row.ID].By = append(found[row.ID].By, m.mark)
		}
	}
	list := make([]Link, 0, len(found))
	for _, l := range slices.Collect(maps.Values(found)) {
		list = append(list, *l)
	}
	slices.SortFunc(list, func(a, b Link) int {
		return cmp.Or(cmp.Compare(len(b.By), len(a.By)), a.CreatedAt.Compare(b.CreatedAt), strings.Compare(a.Player, b.Player))
	})
	return list, nil
}

// linkedBy finds the others with the same value in a column, the first who
// registered first. The column is never empty in the index.
func linkedBy(column string) string {
	return "SELECT id, name, created_at FROM player WHERE " + column + " = ?0 AND " + column + " <> '' AND id <> ?1 ORDER BY created_at, id LIMIT ?2"
}

const linkedByDevice = `
	SELECT p.id, p.name, p.created_at FROM player p WHERE p.id IN (
		SELECT o.player FROM (SELECT device_hash FROM player_device WHERE player = ?0 ORDER BY last_at DESC LIMIT ?3) AS mine
		JOIN player_device o ON o.device_hash = mine.device_hash AND o.player <> ?1
		LIMIT ?2)
	ORDER BY p.created_at, p.id`

// publicIP is an address if it says something about who is there: one of the
// house's own machines or of a private network does not.
func publicIP(text string) string {
	ip, err := netip.ParseAddr(text)
	if err != nil || !ip.IsGlobalUnicast() || ip.IsPrivate() {
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
	for _, mark := range Marks {
		if !slices.Contains(marks, mark) || len(players) == 0 {
			continue
		}
		var rows []struct {
			ID, Elder, Name string
			RegisterIP      string `bun:"register_ip"`
			CreatedAt       int64
		}
		if err := r.NewRaw(elderBy[mark], bun.In(players), devicesMost).Scan(ctx, &rows); err != nil {
			return nil, fmt.Errorf("find who shares the %s and was first: %w", mark, err)
		}
		for _, row := range rows {
			if mark == MarkIP && publicIP(row.RegisterIP) == "" {
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
	MarkEmail: elderByColumn("email_index"), MarkName: elderByColumn("true_name_index"), MarkIP: elderByColumn("register_ip"),
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
	return "SELECT p.id, p.register_ip, e.id AS elder, e.name, e.created_at FROM player p JOIN player e ON e.id = " + elder + " WHERE p.id IN (?0)"
}
