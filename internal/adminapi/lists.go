package adminapi

import (
	"maps"
	"slices"

	"hongyun/internal/adminapi/books"
	"hongyun/internal/adminapi/cash"
	"hongyun/internal/adminapi/gaming"
	"hongyun/internal/adminapi/people"
	"hongyun/internal/adminapi/site"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/alarm"
	"hongyun/internal/api"
	"hongyun/internal/bet"
	"hongyun/internal/bet/feed"
	"hongyun/internal/cashier/bank"
	"hongyun/internal/cashier/bankfile"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/method"
	"hongyun/internal/cashier/payer"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/content"
	"hongyun/internal/courier"
	"hongyun/internal/earning"
	"hongyun/internal/forfeit"
	"hongyun/internal/fund"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/payment"
	"hongyun/internal/payout"
	"hongyun/internal/player"
	"hongyun/internal/promo"
	"hongyun/internal/promo/award"
	"hongyun/internal/promo/rule"
	"hongyun/internal/reconcile"
	"hongyun/internal/reconcile/finding"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
	"hongyun/internal/ticket"
	"hongyun/internal/turnover"
	"hongyun/internal/upload"
	"hongyun/internal/venue"
	"hongyun/internal/venue/catalogue"
	"hongyun/internal/venue/contract"
	"hongyun/internal/vip"
	"hongyun/internal/wallet"
	"hongyun/internal/wallet/breaker"
)

// lists are the values that fields of this API can have. A field names its list
// by the tag enumOf, and the document and the types of the front end take it
// from here. The package of a noun keeps its list beside its constants, so that
// a value is added in one place. A tag enum is for values that only one field
// of this API has.
var lists = api.Lists{
	"outcome": api.All(wire.Outcomes), "permission": api.All(staff.Permissions),
	"approval kind": api.All(staff.Kinds()), "approval state": api.All(staff.RequestStates), "approval subject": api.All(people.ApprovalSubjects),
	"act": api.All(guard.Acts), "closing cause": api.All(guard.Causes), "limit period": api.All(guard.Periods),
	"stop": api.All(guard.StopKinds), "stop or none": api.OrNone(guard.StopKinds), "exclusion term or none": api.OrNone(guard.Terms),
	"mark": api.All(player.Marks), "correctable field": api.All(player.Correctable()), "personal field": api.All(append(player.Correctable(), people.CardField)),

	"deposit state": api.All(deposit.States), "deposit style": api.All(method.Styles), "verdict": api.All(append(slices.Clone(deposit.Verdicts), cash.Unjudged)),
	"withdrawal state": api.All(withdrawal.States), "payout attempt state": api.All(payout.Machine.All()), "payout batch state": api.All(payer.BatchMachine.All()),
	"case": api.All(cash.CaseKinds), "case action": api.All(cash.CaseActions), "turnover state": api.All(turnover.States),
	"network": api.All(payment.Networks), "rate direction": api.All(usdt.Directions), "chain transfer state": api.All(usdt.TransferStates),
	"bank line state": api.All(bank.LineMachine.All()), "bank result": api.All(cash.BankResults), "match level": api.All(bankfile.Levels),

	"venue kind": api.All(venue.Kinds), "venue kind or none": api.OrNone(venue.Kinds), "venue state": api.All(venue.States),
	"breaker": api.All(breaker.States), "call failure": api.All(venue.FailureKinds), "contract field": api.All(contract.FieldKinds),
	"transfer direction": api.All(wallet.Directions), "transfer state": api.All(api.Values(gaming.TransferStates)), "transfer reason": api.All(wallet.Reasons()),
	"game change": api.All(catalogue.GameChangeKinds), "game list failure": api.All(catalogue.ListFailures),
	"bet status": api.All(bet.Statuses), "feed file state": api.All(feed.FileStates), "window state": api.All(api.Values(gaming.WindowStates)),

	"fund task": api.All(fund.Kinds), "fund task status": api.All(fund.Statuses), "fund record": api.All(fund.Types),
	"vip programme": api.All(vip.Programmes), "vip track": api.All(vip.Tracks), "vip run state": api.All(vip.RunStates),
	"vip award": api.All(vip.AwardKinds), "vip award state": api.All(vip.AwardStates),
	"promotion": api.All(rule.Kinds), "promotion period": api.All(rule.Periods), "promotion state": api.All(promo.States), "promotion award state": api.All(award.States),

	"books state": append(api.All(ledger.RunStates), neverRun), "books run state": api.All(ledger.RunStates),
	"earning cost": api.All(earning.CostKinds), "forfeit source": api.All(forfeit.SourceNames),
	"finding state": api.All(finding.States), "comparison cause": api.All(reconcile.Causes), "comparison state": api.All(slices.Sorted(maps.Keys(books.ReconStates))),
	"upload kind or none": api.OrNone(api.Each(upload.Kinds, func(k upload.Kind) string { return k.Code })),
	"setting form":        api.All(setting.Forms), "alarm form": api.All(alarm.Forms), "opening check": api.All(site.CheckStates),
	"device": api.All(content.Devices), "topic": api.All(content.Topics), "contact channel": api.All(courier.Channels),
	"ticket kind": api.All(ticket.Kinds), "ticket state": api.All(ticket.States), "ticket side": api.All(ticket.Sides), "ticket subject or none": api.OrNone(ticket.Abouts),
}
