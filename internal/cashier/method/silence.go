package method

import (
	"context"
	"fmt"
	"time"
)

// SilentGateway is a gateway that took orders and paid none.
type SilentGateway struct {
	Gateway string
	Orders  int
}

// SilentGateways are the gateways that took at least so many orders in [from, to)
// of which none was paid.
func (m *Methods) SilentGateways(ctx context.Context, from, to time.Time, orders int) ([]SilentGateway, error) {
	var out []SilentGateway
	err := m.DB.NewRaw(`
		SELECT gateway, COUNT(*) AS orders FROM deposit WHERE created_at >= ? AND created_at < ? AND gateway <> ''
		GROUP BY gateway HAVING COUNT(*) >= ? AND SUM(CASE WHEN proved > 0 OR state = 'credited' THEN 1 ELSE 0 END) = 0 ORDER BY gateway`,
		from.UnixMilli(), to.UnixMilli(), orders).Scan(ctx, &out)
	if err != nil {
		return nil, fmt.Errorf("find silent gateways: %w", err)
	}
	return out, nil
}
