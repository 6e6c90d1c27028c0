package adminapi

import (
	"maps"
	"slices"

	"hongyun/internal/adminapi/cash"
	"hongyun/internal/adminapi/gaming"
	"hongyun/internal/adminapi/people"
	"hongyun/internal/adminapi/wire"
	"hongyun/internal/alarm"
	"hongyun/internal/api"
	"hongyun/internal/bet"
	"hongyun/internal/bet/feed"
	"hongyun/internal/cashier/deposit"
	"hongyun/internal/cashier/method"
	"hongyun/internal/cashier/usdt"
	"hongyun/internal/cashier/withdrawal"
	"hongyun/internal/content"
	"hongyun/internal/fund"
	"hongyun/internal/guard"
	"hongyun/internal/ledger"
	"hongyun/internal/payment"
	"hongyun/internal/player"
	"hongyun/internal/promo/award"
	"hongyun/internal/promo/rule"
	"hongyun/internal/reconcile"
	"hongyun/internal/reconcile/finding"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
	"hongyun/internal/ticket"
	"hongyun/internal/upload"
	"hongyun/internal/venue"
	"hongyun/internal/venue/contract"
	"hongyun/internal/vip"
	"hongyun/internal/wallet/breaker"
)

// lists are the values that fields of this API can have. A field names its list
// by the tag enumOf, and the document and the types of the front end take it
// from here. The package of a noun keeps its list beside its constants, so that
// a value is added in one place. A tag enum is for values that only one field
// of this API has.
var lists = map[string][]string{
	"permission":    wire.Texts(staff.Permissions),
	"approval kind": staff.Kinds(), "approval state": staff.RequestStates, "approval subject": people.ApprovalSubjects,
	"act": wire.Texts(guard.Acts), "limit period": wire.Texts(guard.Periods), "stop": wire.Texts(guard.StopKinds), "closing cause": wire.Texts(guard.Causes),
	"mark": wire.Texts(player.Marks),

	"deposit state": deposit.States, "deposit style": method.Styles, "verdict": append(slices.Clone(deposit.Verdicts), cash.Unjudged),
	"withdrawal state": withdrawal.States, "case": cash.CaseKinds, "case action": cash.CaseActions,
	"network": payment.Networks, "rate direction": usdt.Directions, "chain transfer state": usdt.TransferStates,

	"venue kind": wire.Texts(venue.Kinds), "venue kind or none": append([]string{""}, wire.Texts(venue.Kinds)...), "venue state": wire.Texts(venue.States),
	"breaker": wire.Texts(breaker.States), "call failure": wire.Texts(venue.FailureKinds), "contract field": wire.Texts(contract.FieldKinds),
	"bet status": bet.Statuses, "feed file state": feed.FileStates, "window state": slices.Sorted(maps.Values(gaming.WindowStates)),

	"fund task": wire.Texts(fund.Kinds), "fund record": fund.Types,
	"vip programme": wire.Texts(vip.Programmes), "vip track": wire.Texts(vip.Tracks), "vip run state": vip.RunStates,
	"vip award": vip.AwardKinds, "vip award state": vip.AwardStates,
	"promotion": wire.Texts(rule.Kinds), "promotion award state": award.States,

	"books run state": ledger.RunStates, "finding state": finding.States, "comparison cause": reconcile.Causes,
	"upload kind or none": append([]string{""}, api.Each(upload.Kinds, func(k upload.Kind) string { return k.Code })...),
	"setting form":        wire.Texts(setting.Forms), "alarm form": alarm.Forms,
	"topic": content.Topics, "ticket kind": ticket.Kinds, "ticket state": wire.Texts(ticket.States),
}
