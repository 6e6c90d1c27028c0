package playerapi

import (
	"hongyun/internal/api"
	"hongyun/internal/bet"
	"hongyun/internal/cashier"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/method"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/content"
	"hongyun/internal/courier"
	"hongyun/internal/fund"
	"hongyun/internal/guard"
	"hongyun/internal/inbox"
	"hongyun/internal/lobby"
	"hongyun/internal/payment"
	"hongyun/internal/player"
	"hongyun/internal/player/contact"
	"hongyun/internal/playerapi/account"
	"hongyun/internal/playerapi/cash"
	"hongyun/internal/playerapi/wire"
	"hongyun/internal/promo"
	"hongyun/internal/promo/rule"
	"hongyun/internal/statement"
	"hongyun/internal/ticket"
	"hongyun/internal/turnover"
	"hongyun/internal/venue"
	"hongyun/internal/vip"
	"hongyun/internal/wallet"
)

// lists are the values that fields of this API can have. What a call refuses, the
// document and the types of the front end take them from here. The package of a noun
// keeps its list beside its constants, so that a value is added in one place.
var lists = api.Lists{
	"bit": api.All(wire.Bits), "device": api.All(content.Devices), "topic": api.All(content.Topics), "claim": api.All(lobby.ClaimKinds),
	"round mark": api.All(lobby.Marks),

	"limit period": api.All(guard.Periods), "stop": api.All(guard.StopKinds), "exclusion term": api.All(guard.Terms), "reality minutes": api.All(guard.RealityMinutes),
	"profile field": api.All(player.InfoTypes), "contact channel": api.All(courier.Channels), "code purpose": api.All(contact.Purposes),
	"message": api.All(inbox.Kinds), "message page": api.All(inbox.Abouts),
	"ticket kind": api.All(ticket.Kinds), "ticket state": api.All(ticket.States), "ticket side": api.All(ticket.PlayerSides),
	"ticket subject": api.All(ticket.Abouts), "ticket subject or none": api.OrNone(ticket.Abouts),

	"deposit state": api.All(deposit.States), "deposit style": api.All(method.Styles), "network": api.All(api.Each(payment.Networks, usdt.NetworkName)),
	"withdrawal hold": api.All(withdrawal.HoldCodes), "turnover state": api.All(turnover.States),
	"record": api.All(statement.Kinds), "record status": api.All(cashier.Statuses),
	"transfer direction": api.All(api.Values(cash.TransferTypes)), "recycled status": api.All(api.Values(cash.PartStatuses)),
	"launch choice": api.All(wallet.Choices), "launch brings": api.All(append([]wallet.Brings{wallet.BringsUnasked}, wallet.Choices...)),

	"venue kind": api.All(venue.Kinds), "venue kind or none": api.OrNone(venue.Kinds), "venue state": api.All(venue.States), "shown venue state": api.All(venue.ShownStates),
	"bet status": api.All(bet.Statuses), "bet step": api.All(bet.Steps),

	"promotion": api.All(rule.Kinds), "promotion state": api.All(promo.States), "progress unit": api.All(promo.Units),
	"award status": api.All(api.Values(cash.AwardStatuses)), "friend state": api.All(promo.FriendStates),
	"fund task number": api.All(api.Values(cash.JobTypes)), "fund task status": api.All(fund.Statuses),
	"vip track": api.All(api.Values(account.VipTracks)), "vip track or none": api.OrNone(api.Values(account.VipTracks)),
	"vip award": api.All(vip.AwardKinds), "vip award state": api.All(vip.AwardStates),
}
