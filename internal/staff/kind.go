package staff

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"hongyun/internal/db"
)

// Kind names a kind of second-person request, and T is its payload: the data
// that one person asks for and that is carried out, unchanged, once another
// person agrees. A package declares its kinds as constants:
//
//	const kindGrant staff.Kind[Grant] = "fund.grant"
//
// Its constructor calls OnApproved. Whoever asks passes kindGrant.Request to
// RequestApproval. The rules that no kind may differ in are not here: Decide
// keeps maker and checker two people, Withdraw lets only the maker withdraw,
// and Expire ends a request that waits too long.
//
// The JSON form of T is stored with requests that wait. A field may be added to
// it as optional. A field that is renamed or removed makes waiting requests
// unreadable.
type Kind[T any] string

// Request completes a request of this kind.
func (k Kind[T]) Request(asked T, r Request) Request {
	r.Kind, r.Payload = string(k), asked
	return r
}

// OnApproved sets what an approved request of this kind does. See Executor.
func (k Kind[T]) OnApproved(s *Staff, run func(ctx context.Context, tx *db.Tx, by Actor, a Approval, asked T) error) {
	s.OnApproved(string(k), k.executor(run))
}

// OnRefused sets what else happens when a request of this kind is refused,
// withdrawn or expires, if anything.
func (k Kind[T]) OnRefused(s *Staff, run func(ctx context.Context, tx *db.Tx, by Actor, a Approval, asked T) error) {
	s.OnRefused(string(k), k.executor(run))
}

func (k Kind[T]) executor(run func(ctx context.Context, tx *db.Tx, by Actor, a Approval, asked T) error) Executor {
	return func(ctx context.Context, tx *db.Tx, by Actor, a Approval) error {
		asked, err := k.Asked(a)
		if err != nil {
			return err
		}
		return run(ctx, tx, by, a, asked)
	}
}

// Asked reads the payload of a request of this kind. It is strict: a field that
// T does not have is an error, for a request must not be carried out in part.
func (k Kind[T]) Asked(a Approval) (T, error) {
	var asked T
	if err := decodeStrictly(a.Payload, &asked); err != nil {
		return asked, fmt.Errorf("read request %s of kind %s: %w", a.ID, k, err)
	}
	return asked, nil
}

func decodeStrictly(payload []byte, into any) error {
	if string(payload) == "null" {
		return errors.New("there is no payload")
	}
	d := json.NewDecoder(bytes.NewReader(payload))
	d.DisallowUnknownFields()
	return d.Decode(into)
}
