package cash

import (
	"context"

	"hongyun/internal/api"
	"hongyun/internal/fund"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
	"hongyun/internal/staff"
)

func (s *Handlers) fundAmount(ctx context.Context, c *route.Caller, _ wire.Nothing) (wire.Data[wire.Yuan], error) {
	held, err := s.Fund.Balance(ctx, s.Read, c.Session.PlayerID)
	return wire.DataOf(held), err
}

// JobTypes are the kinds of tasks as the documented call numbers them.
var JobTypes = map[fund.Kind]int{fund.Deposit: 1, fund.Bet: 2}

func (s *Handlers) fundTasks(ctx context.Context, c *route.Caller, _ wire.Nothing) (wire.Data[FundTasks], error) {
	today, err := s.Fund.Today(ctx, s.Read, c.Session.PlayerID)
	return wire.DataOf(FundTasks{Amount: today.Unlocked, Detail: api.Each(today.Tasks, func(t fund.TaskToday) FundTask {
		return FundTask{
			Id: t.ID, JobName: t.Name, JobType: JobTypes[t.Kind], Amount: t.Amount, Status: int(t.Status), Target: t.Threshold, Done: t.Done,
		}
	})}), err
}

// fundUnlock serves FundOk: what the task grants is decided here, never by
// what the page showed (trust T15).
func (s *Handlers) fundUnlock(ctx context.Context, c *route.Caller, in FundUnlockIn) (wire.Data[FundUnlocked], error) {
	if err := route.MayServe(ctx, s.Serves); err != nil {
		return wire.Data[FundUnlocked]{}, err
	}
	id, _ := c.OrderID()
	amount, err := s.Fund.Unlock(ctx, fund.UnlockOrder{ID: id, Player: c.Session.PlayerID, Task: in.Id})
	return wire.Data[FundUnlocked]{Answer: wire.Succeeded("解锁成功！"), Data: FundUnlocked{Amount: amount}}, err
}

func (s *Handlers) fundRecords(ctx context.Context, c *route.Caller, in FundRecordsIn) (FundRecords, error) {
	from, to, err := route.Dates(in.StartTime, in.EndTime)
	if err != nil {
		return FundRecords{}, err
	}
	filter := fund.Filter{
		Player: c.Session.PlayerID, Types: fund.TypesOf(in.DetailType), Page: staff.Page{Number: wire.PageIndex(in.PageIndex), Size: wire.PageSize},
	}
	if from != 0 {
		filter.From = from.Start()
	}
	if to != 0 {
		filter.To = to.End()
	}
	list, total, _, err := s.Fund.Records(ctx, s.Read, filter)
	return FundRecords{
		Data: wire.DataOf(api.Each(list, func(r fund.Record) FundRecord {
			return FundRecord{Remark: r.Remark, CreateTime: wire.StampOf(r.At), Amount: r.Shown(), OrderSn: r.Number()}
		})),
		Page: wire.PageOf(total, wire.PageIndex(in.PageIndex), wire.PageSize),
	}, err
}

func (s *Handlers) fundNotice(ctx context.Context, c *route.Caller, _ wire.Nothing) (wire.Data[FundNotice], error) {
	n, err := s.Fund.Notice(ctx, s.Read, c.Session.PlayerID)
	return wire.DataOf(FundNotice{Amount: n.Amount, ReateNum: n.Rate}), err
}
