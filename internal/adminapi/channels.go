package adminapi

import (
	"context"

	"hongyun/internal/cashier/method"
	"hongyun/internal/setting"
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
	OffAt    *Ms          `json:"offAt"`
	ResumeAt *Ms          `json:"resumeAt"` // null: when a person says so
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

// SettingComing is an approved change that takes effect later, or failed at its moment.
type SettingComing struct {
	ID         string          `json:"id"`
	Kind       string          `json:"kind"`
	Title      string          `json:"title"`
	Key        string          `json:"key"`
	Label      string          `json:"label"`
	New        bool            `json:"new"`
	On         bool            `json:"on"`
	At         Ms              `json:"at"`
	Failed     bool            `json:"failed"`
	Note       string          `json:"note"` // why it failed
	MadeBy     string          `json:"madeBy"`
	ApprovedBy string          `json:"approvedBy"`
	Lines      []SettingOption `json:"lines"` // what it changes against what holds now
}

func endedShown(e method.Ended) ChannelEnded {
	out := ChannelEnded{Paid: e.Paid, Unpaid: e.Unpaid, Failed: e.Failed}
	if p, any := e.Percent(); any {
		out.Percent = &p
	}
	return out
}

func (s *Server) channelStates(ctx context.Context, _ *call) (Items[ChannelState], error) {
	list, err := s.Cashier.Methods.ChannelStates(ctx, s.Read)
	return itemsOf(list, func(c method.ChannelState) ChannelState {
		out := ChannelState{
			Key: c.Code, Name: c.Name, Method: c.Method, Gateway: c.Gateway, On: c.Enabled, State: "on", Day: endedShown(c.Rate.Day), Week: endedShown(c.Rate.Week),
		}
		if c.Trip.State != "" {
			out.State, out.Found, out.OffAt, out.ResumeAt = c.Trip.State, c.Trip.Found, msOf(c.Trip.OffAt), msOf(c.Trip.ResumeAt)
		}
		return out
	}), err
}

func (s *Server) channelResume(ctx context.Context, c *call, in Reason) (Outcome, error) {
	return Outcome{Status: "done"}, s.Cashier.Methods.ResumeChannel(ctx, c.by, c.id(), in.Reason)
}

func (s *Server) settingsWaiting(ctx context.Context, _ *call) (Items[SettingComing], error) {
	list, err := s.Book.Waiting(ctx, s.Read)
	return itemsOf(list, func(v setting.Coming) SettingComing {
		return SettingComing{
			ID: v.ID, Kind: v.Kind, Title: v.Title, Key: v.Key, Label: v.Label, New: v.New, On: v.On, At: ms(v.At), Failed: v.Failed, Note: v.Note,
			MadeBy: v.MadeBy, ApprovedBy: v.ApprovedBy, Lines: each(v.Lines, func(l setting.Line) SettingOption { return SettingOption{Value: l.Value, Label: l.Label} }),
		}
	}), err
}

func (s *Server) settingWithdraw(ctx context.Context, c *call, in Reason) (Outcome, error) {
	return Outcome{Status: "done"}, s.Book.Withdraw(ctx, c.by, c.id(), in.Reason)
}
