package player_test

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/uptrace/bun"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/player"
	"hongyun/internal/player/access"
	"hongyun/internal/player/identity"
	"hongyun/internal/secret"
)

// from registers a player from an address, with a browser.
func (h *house) from(t *testing.T, name, ip, device string) access.Login {
	t.Helper()
	form := h.form(name)
	form.Client.IP, form.Client.DeviceCookie = ip, device
	login, err := h.Register(t.Context(), form)
	if err != nil {
		t.Fatal(err)
	}
	dbtest.Clock(h.d).Advance(time.Second)
	return login
}

func (h *house) linked(t *testing.T, id string) []string {
	t.Helper()
	list, err := h.Linked(t.Context(), h.d, id)
	if err != nil {
		t.Fatal(err)
	}
	out := []string{}
	for _, l := range list {
		out = append(out, fmt.Sprint(l.Name, l.By))
	}
	return out
}

func (h *house) elders(t *testing.T, marks []player.Mark, ids ...string) map[string][]string {
	t.Helper()
	found, err := h.Elders(t.Context(), h.d, ids, marks)
	if err != nil {
		t.Fatal(err)
	}
	out := map[string][]string{}
	for id, links := range found {
		for _, l := range links {
			out[id] = append(out[id], fmt.Sprint(l.Name, l.By))
		}
	}
	return out
}

// VIP-05: one person with two accounts would be seen as two, or a stranger as
// the same person.
func TestPlayersAreLinkedByWhatTheyShare(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		ming := h.from(t, "Ming01", "203.0.113.1", "")
		h.from(t, "Hong02", "203.0.113.2", ming.DeviceCookie)
		h.from(t, "Lan003", "203.0.113.3", "")
		h.from(t, "Bao004", "203.0.113.1", "")
		h.from(t, "Stranger5", "203.0.113.5", "")
		for _, f := range []struct {
			id    string
			kind  int
			value string
		}{
			{"ming01", player.InfoTrueName, "王小明"}, {"lan003", player.InfoTrueName, "王小明"}, {"stranger5", player.InfoTrueName, "王大明"},
			{"hong02", player.InfoEmail, "a.b@example.com"}, {"lan003", player.InfoEmail, "A.B@Example.com"}, {"stranger5", player.InfoEmail, "ab@example.com"},
		} {
			if err := h.UpdateInfo(t.Context(), f.id, f.kind, f.value); err != nil {
				t.Fatal(err)
			}
		}
		h.logIn(t, player.Attempt{Name: "bao004", Password: goodPass, Client: identity.Client{IP: "203.0.113.9", DeviceCookie: ming.DeviceCookie}})
		for id, want := range map[string][]string{
			"ming01":    {"Bao004[device ip]", "Hong02[device]", "Lan003[name]"},
			"hong02":    {"Ming01[device]", "Lan003[email]", "Bao004[device]"},
			"lan003":    {"Ming01[name]", "Hong02[email]"},
			"bao004":    {"Ming01[device ip]", "Hong02[device]"},
			"stranger5": {}, "nobody": {},
		} {
			if got := h.linked(t, id); !slices.Equal(got, want) {
				t.Errorf("%s is linked with %v, want %v", id, got, want)
			}
		}
		elders := h.elders(t, player.Marks, "stranger5", "bao004", "lan003", "hong02", "ming01")
		for id, want := range map[string][]string{
			"ming01": nil, "hong02": {"Ming01[device]"}, "lan003": {"Hong02[email]", "Ming01[name]"}, "bao004": {"Ming01[device ip]"}, "stranger5": nil,
		} {
			if !slices.Equal(elders[id], want) {
				t.Errorf("before %s were %v, want %v", id, elders[id], want)
			}
		}
		if got := h.elders(t, []player.Mark{player.MarkIP}, "bao004", "lan003"); len(got) != 1 || !slices.Equal(got["bao004"], []string{"Ming01[ip]"}) {
			t.Errorf("by address alone: %v", got)
		}
	})
}

// A bank card that both have or had is a strong mark, and the first one.
func TestABankCardLinksPlayers(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.from(t, "Ming01", "203.0.113.1", "")
		h.from(t, "Hong02", "203.0.113.2", "")
		h.from(t, "Lan003", "203.0.113.2", "")
		h.SharingCards = func(_ context.Context, _ db.Reader, players []string) (map[string][]string, error) {
			all := map[string][]string{"ming01": {"hong02", "lan003"}, "hong02": {"ming01", "lan003"}, "lan003": {"ming01", "hong02"}}
			return maps.Collect(func(yield func(string, []string) bool) {
				for _, p := range players {
					if !yield(p, all[p]) {
						return
					}
				}
			}), nil
		}
		if got, want := h.linked(t, "lan003"), []string{"Hong02[card ip]", "Ming01[card]"}; !slices.Equal(got, want) {
			t.Errorf("lan003 is linked with %v, want %v", got, want)
		}
		list, err := h.Linked(t.Context(), h.d, "ming01")
		if err != nil || len(list) != 2 || !list[0].Strong() {
			t.Errorf("%+v, %v", list, err)
		}
		elders := h.elders(t, player.Marks, "ming01", "hong02", "lan003")
		if len(elders) != 2 || !slices.Equal(elders["hong02"], []string{"Ming01[card]"}) || !slices.Equal(elders["lan003"], []string{"Ming01[card]", "Hong02[ip]"}) {
			t.Errorf("before them were %v", elders)
		}
	})
}

// LinkedAmong finds a player who is asked about, however many others share the mark
// and registered before. It finds no other player.
func TestManyWhoShareAMarkHideNobody(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		device := secret.NewToken()
		for i := range 51 {
			h.from(t, fmt.Sprintf("Aaaa%02d", i), "203.0.113.7", device)
		}
		h.from(t, "Zming1", "203.0.113.7", device)
		h.from(t, "Zhong1", "203.0.113.7", device)
		if list := h.linked(t, "zhong1"); slices.ContainsFunc(list, func(s string) bool { return strings.HasPrefix(s, "Zming1") }) {
			t.Fatalf("the list is not cut: %v", list)
		}
		list, err := h.LinkedAmong(t.Context(), h.d, "zhong1", "o.id IN (?)", bun.List([]string{"zming1", "nobody"}))
		if err != nil || len(list) != 1 || list[0].Player != "zming1" || !slices.Equal(list[0].By, []player.Mark{player.MarkDevice, player.MarkIP}) {
			t.Errorf("%+v, %v", list, err)
		}
		if list, err := h.LinkedAmong(t.Context(), h.d, "zhong1", "o.id = ?", "zhong1"); err != nil || len(list) != 0 {
			t.Errorf("a player is linked with themself: %+v, %v", list, err)
		}
	})
}

// The house's own machines and networks that are nobody's say nothing: in a
// house behind a proxy that hides addresses, everybody would be one person.
func TestPrivateAddressesLinkNobody(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		for i, ip := range []string{"127.0.0.1", "127.0.0.1", "10.1.2.3", "10.1.2.3", "::1", "::1", "", ""} {
			h.from(t, fmt.Sprintf("Player%d", i), ip, "")
			id := fmt.Sprintf("player%d", i)
			if got := h.linked(t, id); len(got) != 0 {
				t.Errorf("%q links %v", ip, got)
			}
			if got := h.elders(t, player.Marks, id); len(got) != 0 {
				t.Errorf("%q was before: %v", ip, got)
			}
		}
	})
}

// A carrier's address has thousands of players: they must neither fill a page
// nor be read one by one.
func TestASharedAddressCostsLittle(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		const many = 4000
		err := h.d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
			rows := make([][]any, many)
			for i := range rows {
				id := fmt.Sprintf("p%05d", i)
				rows[i] = []any{id, id, "sealed", id, "203.0.113.1", int64(1000 + i), "x", "x"}
			}
			_, err := tx.InsertRows(ctx, "player (id, name, phone, phone_index, register_network, created_at, password, withdraw_password)", "", rows)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		got := h.linked(t, "p03999")
		if len(got) != 50 || got[0] != "p00000[ip]" || got[49] != "p00049[ip]" {
			t.Errorf("%d links, %v", len(got), got)
		}
		ids := make([]string, 500)
		for i := range ids {
			ids[i] = fmt.Sprintf("p%05d", i*8)
		}
		began := time.Now()
		elders := h.elders(t, player.Marks, ids...)
		if len(elders) != 499 || !slices.Equal(elders["p03992"], []string{"p00000[ip]"}) {
			t.Errorf("%d have somebody before them, the last %v", len(elders), elders["p03992"])
		}
		if took := time.Since(began); took > 2*time.Second {
			t.Errorf("500 players of a shared address took %s", took)
		}
	})
}

// VIP-05, PROMO-13: an IPv6 client has a /64 to itself and takes another address
// of it whenever it likes.
func TestIPv6RegistrationsAreComparedByTheirNetwork(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		h.from(t, "Ming01", "2001:db8:1:2::5", "")
		h.from(t, "Hong02", "2001:db8:1:2:aaaa:bbbb:cccc:dddd", "")
		h.from(t, "Lan003", "2001:db8:1:3::5", "")
		h.from(t, "Bao004", "203.0.113.1", "")
		h.from(t, "Yun005", "::ffff:203.0.113.1", "")
		for id, want := range map[string][]string{
			"ming01": {"Hong02[ip]"}, "hong02": {"Ming01[ip]"}, "lan003": {}, "yun005": {"Bao004[ip]"},
		} {
			if got := h.linked(t, id); !slices.Equal(got, want) {
				t.Errorf("%s is linked with %v, want %v", id, got, want)
			}
		}
		if got := h.elders(t, player.Marks, "hong02", "lan003"); len(got) != 1 || !slices.Equal(got["hong02"], []string{"Ming01[ip]"}) {
			t.Errorf("by network: %v", got)
		}
	})
}

// VIP-05: two people who share a common name are not one person.
func TestATrueNameAloneIsNoStrongLink(t *testing.T) {
	for _, c := range []struct {
		by   []player.Mark
		want bool
	}{
		{[]player.Mark{player.MarkName}, false}, {[]player.Mark{player.MarkName, player.MarkIP}, true},
		{[]player.Mark{player.MarkDevice}, true}, {[]player.Mark{player.MarkEmail}, true}, {nil, false},
	} {
		if got := (player.Link{By: c.by}).Strong(); got != c.want {
			t.Errorf("%v: strong %v", c.by, got)
		}
	}
}
