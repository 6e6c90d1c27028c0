package site

import (
	"context"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/courier"
)

// CourierTest asks for a test message to a player's kind of address.
type CourierTest struct {
	Channel string `json:"channel" enumOf:"contact channel"`
	To      string `json:"to" doc:"a phone number or an e-mail address"`
}

func (s *Handlers) courierTest(ctx context.Context, c *route.Call, in CourierTest) (wire.Outcome, error) {
	return wire.Outcome{Status: "done"}, s.Courier.TestSend(ctx, c.By, courier.Channel(in.Channel), in.To)
}
