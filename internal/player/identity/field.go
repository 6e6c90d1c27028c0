package identity

import (
	"context"
	"fmt"
	"hongyun/internal/courier"
	"hongyun/internal/db"
	"strings"
)

// channelOf are the channels by the column of their address.
var channelOf = map[string]courier.Channel{"phone": courier.SMS, "email": courier.Email}

func ColumnOf(ch courier.Channel) string {
	if ch == courier.SMS {
		return "phone"
	}
	return "email"
}

// Field is one of the correctable fields, "" where it is not filled in.
func (p Player) Field(name string) string {
	return map[string]string{"trueName": p.TrueName, "phone": p.Phone, "email": p.Email, "birthday": p.Birthday}[name]
}

// SetInfo writes a field of the locked player, with the index by which staff find
// it. ErrPhoneTaken if another player has the phone number.
func (p *People) SetInfo(ctx context.Context, tx *db.Tx, player, column, value string) error {
	set := column + " = ?"
	args := []any{p.Box.Seal(Sealed(column, player), value)}
	if column != "birthday" {
		set += ", " + column + "_index = ?"
		args = append(args, p.Box.Index(column, strings.ToLower(value)))
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
