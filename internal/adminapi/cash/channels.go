package cash

import (
	"context"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/cashier/method"
)

// ChannelState is how a channel works, and how its orders ended lately.
type ChannelState struct {
	Key      string       `json:"key"`
	Name     string       `json:"name"`
	Method   string       `json:"method"`
	Gateway  string       `json:"gateway"` // "" for none
	On       bool         `json:"on"`      // two people have it in use
	State    string       `json:"state" enum:"on,off,half"`
	Found    string       `json:"found"` // why it was switched off by itself
	OffAt    *wire.Ms     `json:"offAt"`
	ResumeAt *wire.Ms     `json:"resumeAt"` // null: when a person says so
	Day      ChannelEnded `json:"day"`      // of the last 24 hours
	Week     ChannelEnded `json:"week"`     // of the last 7 days
}

// ChannelEnded is how the orders of a channel ended.
type ChannelEnded struct {
	Paid    int64  `json:"paid"`
	Unpaid  int64  `json:"unpaid"`  // the order had a page and was not paid
	Failed  int64  `json:"failed"`  // the gateway gave no page
	Percent *int64 `json:"percent"` // paid of all; null: none ended
}

func endedShown(e method.Ended) ChannelEnded {
	out := ChannelEnded{Paid: e.Paid, Unpaid: e.Unpaid, Failed: e.Failed}
	if p, any := e.Percent(); any {
		out.Percent = &p
	}
	return out
}

func (s *Handlers) channelStates(ctx context.Context, _ *route.Call) (wire.Items[ChannelState], error) {
	list, err := s.Cashier.Methods.ChannelStates(ctx, s.Read)
	return wire.ItemsOf(list, func(c method.ChannelState) ChannelState {
		out := ChannelState{
			Key: c.Code, Name: c.Name, Method: c.Method, Gateway: c.Gateway, On: c.Enabled, State: "on", Day: endedShown(c.Rate.Day), Week: endedShown(c.Rate.Week),
		}
		if c.Trip.State != "" {
			out.State, out.Found, out.OffAt, out.ResumeAt = c.Trip.State, c.Trip.Found, wire.InMsOrNull(c.Trip.OffAt), wire.InMsOrNull(c.Trip.ResumeAt)
		}
		return out
	}), err
}

func (s *Handlers) channelResume(ctx context.Context, c *route.Call, in wire.Reason) (wire.Outcome, error) {
	return wire.Outcome{Status: "done"}, s.Cashier.Methods.ResumeChannel(ctx, c.By, c.ID(), in.Reason)
}
