package route

import (
	"context"
	"strconv"

	"hongyun/internal/adminapi/wire"
)

// Short fixes the rows of a short list that is read by page numbers, newest first. All
// pages are read before the first line is written. A row that slides to the next page
// meanwhile, because a newer one came, is taken once.
func Short[T any](key func(T) string, read func(context.Context, *Call) (wire.Page[T], error)) func(context.Context, *Call) (Fixed[T], error) {
	return func(ctx context.Context, c *Call) (Fixed[T], error) {
		var rows []T
		seen := map[string]bool{}
		query := c.Request.URL.Query()
		for number := 1; ; number++ {
			query.Set("page", strconv.Itoa(number))
			c.Request.URL.RawQuery = query.Encode()
			page, err := read(ctx, c)
			if err == nil {
				err = c.Checked()
			}
			if err != nil {
				return Fixed[T]{}, err
			}
			for _, row := range page.Items {
				if id := key(row); !seen[id] {
					seen[id] = true
					rows = append(rows, row)
				}
			}
			if len(page.Items) < exportSize {
				break
			}
		}
		return Held(rows), nil
	}
}

// OfPlayer reads a list of one player, whose call has the player in its path, by the
// player of a query.
func OfPlayer[T any](read func(context.Context, *Call) (wire.Page[T], error)) func(context.Context, *Call) (wire.Page[T], error) {
	return func(ctx context.Context, c *Call) (wire.Page[T], error) {
		id := c.Text("playerId")
		if id == "" {
			c.Wrong("playerId")
			return wire.Page[T]{}, c.Checked()
		}
		c.Request.SetPathValue("id", id)
		return read(ctx, c)
	}
}
