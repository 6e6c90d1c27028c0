package playerapi

import (
	"context"

	"hongyun/internal/api"
	"hongyun/internal/fund"
	"hongyun/internal/staff"
)

func (s *cashHandlers) fundAmount(ctx context.Context, c *Caller, _ Nothing) (Data[Yuan], error) {
	held, err := s.Fund.Balance(ctx, s.Read, c.Session.PlayerID)
	return dataOf(held), err
}

// jobTypes are the kinds of tasks as the documented call numbers them.
var jobTypes = map[fund.Kind]int{fund.Deposit: 1, fund.Bet: 2}

func (s *cashHandlers) fundTasks(ctx context.Context, c *Caller, _ Nothing) (Data[FundTasks], error) {
	today, err := s.Fund.Today(ctx, s.Read, c.Session.PlayerID)
	return dataOf(FundTasks{Amount: today.Unlocked, Detail: api.Each(today.Tasks, func(t fund.TaskToday) FundTask {
		return FundTask{
			Id: t.ID, JobName: t.Name, JobType: jobTypes[t.Kind], Amount: t.Amount, Status: int(t.Status), Target: t.Threshold, Done: t.Done,
		}
	})}), err
}

// fundUnlock serves FundOk: what the task grants is decided here, never by
// what the page showed (trust T15).
func (s *cashHandlers) fundUnlock(ctx context.Context, c *Caller, in FundUnlockIn) (Data[FundUnlocked], error) {
	if err := mayServe(ctx, s.Serves); err != nil {
		return Data[FundUnlocked]{}, err
	}
	id, _ := c.orderID()
	amount, err := s.Fund.Unlock(ctx, fund.UnlockOrder{ID: id, Player: c.Session.PlayerID, Task: in.Id})
	return Data[FundUnlocked]{Answer: succeeded("解锁成功！"), Data: FundUnlocked{Amount: amount}}, err
}

func (s *cashHandlers) fundRecords(ctx context.Context, c *Caller, in FundRecordsIn) (FundRecords, error) {
	from, to, err := dates(in.StartTime, in.EndTime)
	if err != nil {
		return FundRecords{}, err
	}
	filter := fund.Filter{
		Player: c.Session.PlayerID, Types: fund.TypesOf(in.DetailType), Page: staff.Page{Number: pageIndex(in.PageIndex), Size: pageSize},
	}
	if from != 0 {
		filter.From = from.Start()
	}
	if to != 0 {
		filter.To = to.End()
	}
	list, total, _, err := s.Fund.Records(ctx, s.Read, filter)
	return FundRecords{
		Data: dataOf(api.Each(list, func(r fund.Record) FundRecord {
			return FundRecord{Remark: r.Remark, CreateTime: stamp(r.At), Amount: r.Shown()}
		})),
		Page: pageOf(total, pageIndex(in.PageIndex), pageSize),
	}, err
}

func (s *cashHandlers) fundNotice(ctx context.Context, c *Caller, _ Nothing) (Data[FundNotice], error) {
	n, err := s.Fund.Notice(ctx, s.Read, c.Session.PlayerID)
	return dataOf(FundNotice{Amount: n.Amount, ReateNum: n.Rate}), err
}
