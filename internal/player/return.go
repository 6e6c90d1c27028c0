package player

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"

	"hongyun/internal/guard"
	"hongyun/internal/player/identity"
)

// maxNamesakes bounds how many players of one true name are looked at.
const maxNamesakes = 5000

// CheckReturn blocks a player who is likely another one under self-exclusion: the
// same true name, and with it the same browser, birthday, e-mail, bank card or
// USDT address (trust RG-4). The name alone blocks nobody, for thousands share
// the common ones. sharing are the players whose card or address this one has,
// had, or tried to add; it is asked only where there is such a namesake, and may
// be nil.
func (p *Players) CheckReturn(ctx context.Context, id string, sharing func(context.Context) ([]string, error)) error {
	row, err := identity.FindRow(ctx, p.DB, id)
	if err != nil {
		return fmt.Errorf("find player: %w", err)
	}
	me, err := p.Open(row)
	if err != nil || me.TrueName == "" {
		return err
	}
	var namesakes []string
	err = p.DB.NewRaw("SELECT id FROM player WHERE true_name_index = ? AND id <> ? ORDER BY created_at LIMIT ?",
		p.Box.Index("true_name", me.TrueName), id, maxNamesakes).Scan(ctx, &namesakes)
	if err != nil {
		return fmt.Errorf("find namesakes: %w", err)
	}
	excluded, err := p.Guard.ExcludedAmong(ctx, p.DB, namesakes)
	if err != nil || len(excluded) == 0 {
		return err
	}
	links, err := p.Linked(ctx, p.DB, id)
	if err != nil {
		return err
	}
	var owners []string
	if sharing != nil {
		if owners, err = sharing(ctx); err != nil {
			return err
		}
	}
	for _, other := range slices.Sorted(maps.Keys(excluded)) {
		them, err := p.Find(ctx, p.DB, other)
		if err != nil {
			return err
		}
		by := sharedMarks(me, them, links)
		if slices.Contains(owners, other) {
			by = append(by, "银行卡或USDT地址")
		}
		if len(by) == 0 {
			continue
		}
		if err := p.Guard.BlockReturned(ctx, guard.Match{Player: id, Excluded: other, By: append([]string{"真实姓名"}, by...)}); err != nil {
			return err
		}
	}
	return nil
}

// sharedMarks are what two players share beside their name, in Chinese.
func sharedMarks(me, them identity.Player, links []Link) (by []string) {
	if me.Birthday != "" && me.Birthday == them.Birthday {
		by = append(by, "出生日期")
	}
	at := slices.IndexFunc(links, func(l Link) bool { return l.Player == them.ID })
	if at >= 0 && slices.Contains(links[at].By, MarkDevice) {
		by = append(by, "设备")
	}
	if me.Email != "" && strings.EqualFold(me.Email, them.Email) {
		by = append(by, "邮箱")
	}
	return by
}
