package setting

import (
	"context"
	"strconv"

	"hongyun/internal/db"
	"hongyun/internal/fault"
	"hongyun/internal/staff"
)

// Numbered are rules that the program numbers and people add: the tasks of the fund,
// promotions. It gives a Rulebook the Subject and the NewKey of its Rules. It also
// refuses, before Check, a number that no rule has, and more than Max rules.
type Numbered struct {
	// Prefix comes before the number in requests and in the audit trail, "fund.task:".
	Prefix string
	// Next is the number of a new rule when it is approved.
	Next func(ctx context.Context, tx *db.Tx) (int64, error)
	// Max is how many rules there may be, whether in use or not.
	Max int
	// None refuses a number that no rule has.
	None *fault.Fault
	// Full refuses a rule beyond Max. Its text has a place for that number.
	Full *fault.Fault
}

// KeyOf is the key of a rule by its number. 0 is one that is not there yet: its key is "".
func KeyOf(number int64) string {
	if number == 0 {
		return ""
	}
	return strconv.FormatInt(number, 10)
}

// NumberOf is the number of a rule by a key of KeyOf.
func NumberOf(key string) int64 {
	number, _ := strconv.ParseInt(key, 10, 64) // "" is 0
	return number
}

func (n Numbered) subject(key string) string {
	return n.Prefix + strconv.FormatInt(NumberOf(key), 10)
}

func (n Numbered) newKey(ctx context.Context, tx *db.Tx) (string, error) {
	number, err := n.Next(ctx, tx)
	return KeyOf(number), err
}

// admit refuses a draft without an older version: one of a number that is not there, or
// a new rule beyond Max. count is how many rules there are.
func (n Numbered) admit(key string, count func() (int, error)) error {
	if key != "" {
		return n.None
	}
	have, err := count()
	if err == nil && have >= n.Max {
		err = n.Full.With(n.Max)
	}
	return err
}

// NumberedHistory is History of the rule with a number. It fails with None.
func (b *Rulebook[T]) NumberedHistory(ctx context.Context, r db.Reader, number int64, p staff.Page) ([]Version, int, error) {
	list, total, err := b.History(ctx, r, KeyOf(number), p)
	if err == nil && total == 0 {
		err = b.rules.Numbered.None
	}
	return list, total, err
}
