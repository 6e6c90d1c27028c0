package cash

import (
	"context"

	"hongyun/internal/adminapi/wire"
	"hongyun/internal/guard"
	"hongyun/internal/staff"
)

// returnCases are the players who are blocked because they are likely others
// under self-exclusion. Such a case ends when two people lift the blocks.
func (s *Handlers) returnCases(ctx context.Context, f caseFilter, need int) ([]Case, int, error) {
	if need == 0 && f.takesAll() {
		n, err := s.Guard.CountReturns(ctx, s.Read)
		return nil, n, err
	}
	list, err := s.Guard.Returns(ctx, s.Read, allCases)
	if err != nil {
		return nil, 0, err
	}
	all := []Case{}
	for _, r := range list {
		if (f.player == "" || r.Player == f.player) && (f.before.IsZero() || r.Since.Before(f.before)) && f.min == 0 {
			all = append(all, returnCase(r))
		}
	}
	return all, len(all), nil
}

func returnCase(r guard.Return) Case {
	return Case{
		ID: "return:" + r.Player, Kind: caseReturn, KindText: caseTexts[caseReturn], Title: caseTexts[caseReturn] + " " + r.Player,
		PlayerID: wire.TextOrNull(r.Player), Player: wire.TextOrNull(r.Player), Since: wire.InMs(r.Since), Reason: wire.TextOrNull(r.Reason),
	}
}

// returnView is one of returnCases. Its blocks are on the player's page.
func (s *Handlers) returnView(ctx context.Context, id string) (caseView, error) {
	p, err := s.Players.Find(ctx, s.Read, id)
	if err != nil {
		return caseView{}, err
	}
	list, _, err := s.returnCases(ctx, caseFilter{player: p.ID}, allCases)
	if err != nil {
		return caseView{}, err
	}
	v := caseView{CaseDetail: CaseDetail{
		Case:     Case{Kind: caseReturn, Title: caseTexts[caseReturn] + " " + p.Name, PlayerID: wire.TextOrNull(p.ID), Player: wire.TextOrNull(p.Name), Since: wire.InMs(p.CreatedAt)},
		Facts:    []staff.Detail{{Label: "玩家", Value: p.Name}, {Label: "处理", Value: "在玩家页面核对关联账号；确认是另一人后申请解除重新开户限制，由另一人复核"}},
		Timeline: []Said{},
	}}
	if len(list) > 0 {
		v.Case, v.Open = list[0], true
	}
	return v, nil
}
