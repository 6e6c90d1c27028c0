package adminapi

import (
	"fmt"
	"maps"
	"reflect"
	"slices"

	"github.com/danielgtaylor/huma/v2"

	"hongyun/internal/alarm"
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
	"hongyun/internal/promo"
	"hongyun/internal/reconcile"
	"hongyun/internal/reconcile/finding"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
	"hongyun/internal/ticket"
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
	"permission":    textsOf(staff.Permissions),
	"approval kind": staff.Kinds(), "approval state": staff.RequestStates, "approval subject": approvalSubjects,
	"act": textsOf(guard.Acts), "limit period": textsOf(guard.Periods), "stop": textsOf(guard.StopKinds), "closing cause": textsOf(guard.Causes),
	"mark": textsOf(player.Marks),

	"deposit state": deposit.States, "deposit style": method.Styles, "verdict": append(slices.Clone(deposit.Verdicts), unjudged),
	"withdrawal state": withdrawal.States, "case": caseKinds, "case action": caseActions,
	"network": payment.Networks, "rate direction": usdt.Directions, "chain transfer state": usdt.TransferStates,

	"venue kind": textsOf(venue.Kinds), "venue kind or none": append([]string{""}, textsOf(venue.Kinds)...), "venue state": textsOf(venue.States),
	"breaker": textsOf(breaker.States), "call failure": textsOf(venue.FailureKinds), "contract field": textsOf(contract.FieldKinds),
	"bet status": bet.Statuses, "feed file state": feed.FileStates, "window state": slices.Sorted(maps.Values(windowStates)),

	"fund task": textsOf(fund.Kinds), "fund record": fund.Types,
	"vip programme": textsOf(vip.Programmes), "vip track": textsOf(vip.Tracks), "vip run state": vip.RunStates,
	"vip award": vip.AwardKinds, "vip award state": vip.AwardStates,
	"promotion": textsOf(promo.Kinds), "promotion award state": promo.AwardStates,

	"books run state": ledger.RunStates, "finding state": finding.States, "comparison cause": reconcile.Causes,
	"setting form": textsOf(setting.Forms), "alarm form": alarm.Forms,
	"topic": content.Topics, "ticket kind": ticket.Kinds, "ticket state": textsOf(ticket.States),
}

func textsOf[T ~string](values []T) []string {
	return each(values, func(v T) string { return string(v) })
}

// nameValues writes the lists into the schemas of a type and of all types in it.
func nameValues(reg huma.Registry, t reflect.Type) {
	eachField(reg, t, func(s *huma.Schema, name string, f reflect.StructField) {
		list := f.Tag.Get("enumOf")
		if list == "" {
			return
		}
		p := s.Properties[name]
		if p.Items != nil {
			p = p.Items
		}
		p.Enum = valuesOf(list)
	})
}

func valuesOf(list string) []any {
	if len(lists[list]) == 0 {
		panic(fmt.Sprintf("adminapi: no list of values is called %q", list))
	}
	return each(lists[list], func(v string) any { return v })
}
