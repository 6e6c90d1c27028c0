package player

import (
	"context"
	"fmt"
	"hongyun/internal/courier"
	"hongyun/internal/db"
	"strings"
)

// channelOf are the channels by the column of their address.
var channelOf = map[string]courier.Channel{"phone": courier.SMS, "email": courier.Email}

func columnOf(ch courier.Channel) string {
	if ch == courier.SMS {
		return "phone"
	}
	return "email"
}

// field is one of the correctable fields, "" where it is not filled in.
func (p Player) field(name string) string {
	return map[string]string{"trueName": p.TrueName, "phone": p.Phone, "email": p.Email, "birthday": p.Birthday}[name]
}

// setInfo writes a field of the locked player, with the index by which staff find
// it. ErrPhoneTaken if another player has the phone number.
func (p *people) setInfo(ctx context.Context, tx *db.Tx, player, column, value string) error {
	set := column + " = ?"
	args := []any{p.box.Seal(sealed(column, player), value)}
	if column != "birthday" {
		set += ", " + column + "_index = ?"
		args = append(args, p.box.Index(column, strings.ToLower(value)))
	}
	if column == "phone" {
		set += ", phone_changed_at = ?"
		args = append(args, tx.NowMillis())
	}
	_, err := tx.NewRaw("UPDATE player SET "+set+" WHERE id = ?", append(args, player)...).Exec(ctx)
	if db.IsDuplicate(err) {
		return ErrPhoneTaken
	}
	if err != nil {
		return fmt.Errorf("set %s: %w", column, err)
	}
	if ch, found := channelOf[column]; found {
		return courier.Forget(ctx, tx, player, ch) // what was proved is another address
	}
	return nil
}
