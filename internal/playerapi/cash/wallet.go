package cash

import (
	"context"
	"slices"
	"strconv"

	"github.com/mileusna/useragent"

	"hongyun/internal/api"
	"hongyun/internal/ledger"
	"hongyun/internal/money"
	"hongyun/internal/playerapi/route"
	"hongyun/internal/playerapi/wire"
	"hongyun/internal/venue"
	"hongyun/internal/wallet"
)

// playerBalance serves PlayerBalance from our own books, one snapshot (TRF-01).
func (s *Handlers) playerBalance(ctx context.Context, c *route.Caller, _ wire.Nothing) (PlayerBalanceOut, error) {
	sum, err := s.Wallets.Summary(ctx, c.Session.PlayerID)
	if err != nil {
		return PlayerBalanceOut{}, err
	}
	out := PlayerBalanceOut{
		Answer: wire.Answer{IsSuc: true}, SumAmount: sum.Sum, Balance: sum.Centre, LockBalance: sum.Locked,
		TransitBalance: sum.Transit, VenueAmount: api.Each(sum.Venues, venueBalance),
		IsAuTransfer: wire.Bit(sum.Launch.On()), LaunchBrings: string(sum.Launch.Brings), LaunchAmount: sum.Launch.Amount, LaunchRecall: wire.Bit(sum.Launch.Recall),
	}
	return out, nil
}

func (s *Handlers) centreBalance(ctx context.Context, c *route.Caller, _ wire.Nothing) (CentreBalanceOut, error) {
	centre, err := s.Ledger.Balance(ctx, s.Read, ledger.Centre(c.Session.PlayerID))
	return CentreBalanceOut{Answer: wire.Answer{IsSuc: true}, Balance: wire.Yuan(centre)}, err
}

// venueBalances serves CallPlatformBalancesAction: it asks the venues, each
// with its own deadline, and shows our last known figure for a silent one (TRF-06).
func (s *Handlers) venueBalances(ctx context.Context, c *route.Caller, _ wire.Nothing) (wire.Data[[]VenueBalance], error) {
	sum, err := s.Wallets.LiveBalances(ctx, c.Session.PlayerID)
	return wire.DataOf(api.Each(sum.Venues, venueBalance)), err
}

func venueBalance(b wallet.VenueBalance) VenueBalance {
	return VenueBalance{
		PlatformName: b.Name, PlatformCode: strconv.Itoa(b.PlatformID), VenueCode: b.Code,
		Balance: b.Balance, State: string(b.Shown()), Stale: b.Stale, AsOf: wire.StampOf(b.AsOf),
	}
}

// transfer serves CallPlatformTranscationAction, whose spelling and form
// fields the published client depends on (TRF-03).
func (s *Handlers) transfer(ctx context.Context, c *route.Caller, in TransferIn) (TransferOut, error) {
	amount, err := money.ParseWholeYuan(in.Amount)
	if err != nil {
		return TransferOut{}, route.ErrInput.With("转账金额不能为空或0")
	}
	id, keyless := c.OrderID()
	order := wallet.Order{ID: id, Keyless: keyless, Player: c.Session.PlayerID, Venue: in.PlatformId, Amount: amount}
	move := s.Wallets.FromVenue
	if in.TransactionType == TransferTypes[wallet.In] {
		if err := route.MayServe(ctx, s.Serves); err != nil {
			return TransferOut{}, err
		}
		move = s.Wallets.ToVenue
	}
	t, err := move(ctx, order)
	if err != nil {
		return TransferOut{}, numbered(err)
	}
	status, text := transferStatus(t)
	out := TransferOut{Answer: wire.Answer{IsSuc: status != 2, ResultMessage: text}, OrderSn: t.Number(), Status: status}
	if status == 2 {
		out.ErrorMessage = text
	}
	return out, nil
}

// transferStatus is a transfer's state on the wire, with its sentence. An open
// answer is neither success nor failure, and the player is told just that
// (trust SAG-5).
func transferStatus(t wallet.Transfer) (status int, text string) {
	switch t.State {
	case wallet.Completed:
		return 1, t.Message()
	case wallet.Refused:
		return 2, t.Message()
	}
	return 0, t.Message()
}

// recycle serves OneClickRecyclingAction. Each venue is a transfer of its own,
// and the answer says what became of each that had money. It is a failure when a venue gave
// nothing back, and not yet a success while one has not answered (TRF-05,
// trust F17).
func (s *Handlers) recycle(ctx context.Context, c *route.Caller, _ wire.Nothing) (wire.Data[[]RecyclePart], error) {
	id, _ := c.OrderID()
	recycled, err := s.Wallets.Recycle(ctx, wallet.RecycleOrder{ID: id, Player: c.Session.PlayerID})
	if err != nil {
		return wire.Data[[]RecyclePart]{}, err
	}
	moneyed := slices.DeleteFunc(slices.Clone(recycled.Parts), wallet.Part.Empty)
	out := wire.DataOf(api.Each(moneyed, func(p wallet.Part) RecyclePart {
		return RecyclePart{
			PlatformName: p.Name, VenueCode: p.Venue, Amount: p.Amount, Status: PartStatuses[p.State], ResultMessage: partMessage(p),
		}
	}))
	open := slices.ContainsFunc(out.Data, func(p RecyclePart) bool { return p.Status == 0 })
	failed := slices.ContainsFunc(out.Data, func(p RecyclePart) bool { return p.Status == 2 })
	switch {
	case recycled.Whole():
		out.ResultMessage = "一键回收成功"
	case open && !failed:
		out.ResultMessage = "部分场馆处理中，请稍后查看"
	default:
		out.Answer = wire.Answer{ErrorMessage: "一键回收失败", ResultMessage: "一键回收失败"}
	}
	return out, nil
}

// partMessage says of a part that is done what stays at the venue, and of every
// other why it is not done.
func partMessage(p wallet.Part) string {
	if p.State == wallet.PartDone {
		return p.LeftText()
	}
	return p.Text()
}

// TransferTypes are the directions of a transfer as the documented call numbers them.
var TransferTypes = map[wallet.Direction]int{wallet.In: 1, wallet.Out: 2}

// PartStatuses are the states of a part of a recycling as this wire numbers them.
var PartStatuses = map[wallet.PartState]int{wallet.PartPending: 0, wallet.PartDone: 1, wallet.PartRefused: 2, wallet.PartSkipped: 3}

func (s *Handlers) setAuto(ctx context.Context, c *route.Caller, in SetAutoIn) (wire.Answer, error) {
	return wire.Succeeded("设置成功"), s.Wallets.SetAuto(ctx, c.Session.PlayerID, in.Auto == 1)
}

// setLaunchMoney serves SetLaunchMoneyAction, a call of ours: what a launch
// brings along (H-250).
func (s *Handlers) setLaunchMoney(ctx context.Context, c *route.Caller, in LaunchMoneyIn) (wire.Answer, error) {
	m := wallet.LaunchMoney{Brings: wallet.Brings(in.Brings), Recall: in.Recall == 1}
	if m.Brings == wallet.BringsAmount {
		amount, err := money.ParseWholeYuan(in.Amount)
		if err != nil {
			return wire.Answer{}, wallet.ErrAmount
		}
		m.Amount = amount
	}
	return wire.Succeeded("设置成功"), s.Wallets.SetLaunchMoney(ctx, c.Session.PlayerID, m)
}

// launch serves CallPlatformLoginToAction: ResultMessage is the address of the
// game (LNCH-02). Where the venue sends the player back to is the operator's
// setting, never what a request says (trust T13). The client's key names the
// launch, so that a repeat brings no money again.
func (s *Handlers) launch(ctx context.Context, c *route.Caller, in LaunchIn) (LaunchOut, error) {
	if err := route.MayServe(ctx, s.Serves); err != nil {
		return LaunchOut{}, err
	}
	language := in.Language
	if language == "" || language == "1" { // the board venues' links say 1 for the site's own language (GAME-06)
		language = "zh-CN"
	}
	order, _ := c.OrderID()
	opened, err := s.Launches.Open(ctx, venue.Opening{
		Player: c.Session.PlayerID, Venue: in.PlatformId, Game: in.GameId, Mode: in.Mode, Language: language, Order: order,
		Client: venue.Client{IP: c.Client.IP, Device: deviceOf(c.Client.UserAgent), BackURL: s.SiteURL},
	})
	return LaunchOut{
		Answer: wire.Succeeded(opened.Address), BroughtAmount: opened.Brought.Amount, BroughtPending: wire.Bit(opened.Brought.Pending),
	}, err
}

// deviceOf tells phones from computers, as venues want to know.
func deviceOf(agent string) string {
	if useragent.Parse(agent).Mobile || useragent.Parse(agent).Tablet {
		return "h5"
	}
	return "pc"
}
