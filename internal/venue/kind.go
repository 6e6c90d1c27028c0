package venue

import (
	"context"

	"hongyun/internal/db"
)

// Kinds are the categories with a venue that players can use. A maintenance
// passes, so it takes no category away.
func (v *Venues) Kinds(ctx context.Context, r db.Reader) (map[Kind]bool, error) {
	list, err := v.List(ctx, r)
	if err != nil {
		return nil, err
	}
	kinds := map[Kind]bool{}
	for _, e := range list {
		if e.HasAdapter && e.State != StateClosed {
			kinds[e.Kind] = true
		}
	}
	return kinds, nil
}
