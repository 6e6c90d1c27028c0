package adminapi

import (
	"context"

	"hongyun/internal/courier"
)

// CourierTest asks for a test message to a player's kind of address.
type CourierTest struct {
	Channel string `json:"channel" enum:"sms,email"`
	To      string `json:"to" doc:"a phone number or an e-mail address"`
}

func (s *siteHandlers) courierTest(ctx context.Context, c *call, in CourierTest) (Outcome, error) {
	return Outcome{Status: "done"}, s.Courier.TestSend(ctx, c.by, courier.Channel(in.Channel), in.To)
}
