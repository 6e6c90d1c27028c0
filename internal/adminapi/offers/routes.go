package offers

import (
	"hongyun/internal/adminapi/route"
	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/fund"
	"hongyun/internal/player"
	"hongyun/internal/promo"
	"hongyun/internal/staff"
	"hongyun/internal/vip"
	"slices"
)

// Handlers serves promotions, the VIP programmes and the bonus fund.
type Handlers struct {
	Staff   *staff.Staff
	Read    db.Reader
	Clock   calendar.Clock
	Players *player.Players
	Fund    *fund.Fund
	Vip     *vip.Vip
	Promo   *promo.Promo
}

// Routes are the calls of promotions, the VIP programmes and the bonus fund.
func (s *Handlers) Routes() []route.Route {
	own := []route.Route{
		route.Read("/players/{id}/fund", staff.PlayerView, "a player's C$ and today's tasks", s.playerFund),
		route.Act("/players/{id}/fund", staff.FundGrant, "ask a second person to give the player C$", s.fundGrant),
		route.Read("/players/{id}/vip", staff.VipView, "a player's VIP levels, and why they are what they are", s.playerVip),
		route.Read("/players/{id}/vip/awards", staff.VipView, "what a player's levels brought", s.playerVipAwards,
			route.Walk("state", "track", "kind")...),
		route.Act("/players/{id}/vip/freeze", staff.VipManage, "withhold all VIP income of the player from now on", s.vipFreeze),
		route.Act("/players/{id}/vip/lift", staff.VipManage, "let it be paid again", s.vipLift),
		route.Read("/players/{id}/promotions", staff.PlayerView, "how a player stands with the promotions, and what they got lately", s.playerPromos),
		route.Act("/players/{id}/promotions/freeze", staff.PromoManage, "keep a player from promotions, or allow them again", s.promoFreeze),

		route.Read("/fund", staff.FundView, "the fund at a glance, and the tasks that unlock it", s.fund),
		route.Act("/fund/tasks", staff.FundManage, "ask a second person to add a task", s.fundTaskAdd),
		route.Act("/fund/tasks/{id}", staff.FundManage, "ask a second person to change a task", s.fundTaskChange),
		route.Read("/fund/tasks/{id}/history", staff.FundView, "the versions of a task, the newest first", s.fundTaskHistory, "page", "size"),
		route.Read("/fund/records", staff.FundView, "what came into the players' funds, or left them", s.fundRecords,
			route.Walk("player", "type", "from", "to")...),

		route.Read("/vip", staff.VipView, "both VIP programmes at a glance", s.vip),
		route.Read("/vip/runs", staff.VipView, "weeks and months that were run", s.vipRuns,
			"page", "size", "programme"),
		route.Read("/vip/runs/{id}", staff.VipView, "a run with what it brought", s.vipRunDetail),
		route.Read("/vip/awards", staff.VipView, "what levels brought; state=withheld is what waits", s.vipAwards,
			route.Walk("player", "run", "state", "track", "kind")...),
		route.Act("/vip/awards/{id}/release", staff.VipManage, "ask a second person to pay a withheld award", s.vipRelease),
		route.Act("/vip/awards/{id}/refuse", staff.VipManage, "end a withheld award without paying it", s.vipRefuse),
		route.Read("/vip/dry", staff.VipView, "what the next run would bring if it ran now; changes nothing", s.vipDry,
			"page", "size", "programme"),
		route.Read("/vip/tables", staff.VipView, "the tables by which the next runs work", s.vipTables),
		route.Act("/vip/tables/{id}", staff.VipManage, "ask a second person to change a table", s.vipTableChange),
		route.Read("/vip/tables/{id}/history", staff.VipView, "the versions of a table, the newest first", s.vipTableHistory, "page", "size"),
		route.Read("/vip/settings/history", staff.VipView, "the versions of the settings, the newest first", s.vipSettingsHistory, "page", "size"),
		route.Read("/vip/settings", staff.VipView, "the settings by which the next runs work", s.vipSettings),
		route.Act("/vip/settings", staff.VipManage, "ask a second person to change the settings", s.vipSettingsChange),

		route.Read("/promotions", staff.PromoView, "promotions as they stand, as they will, and what they cost this month", s.promos),
		route.Act("/promotions", staff.PromoManage, "ask a second person to add a promotion", s.promoAdd),
		route.Act("/promotions/{id}", staff.PromoManage, "ask a second person to change a promotion from its next period on", s.promoSave),
		route.Read("/promotions/{id}/history", staff.PromoView, "the versions of a promotion, the newest first", s.promoHistory, "page", "size"),
		route.Act("/promotions/{id}/stop", staff.PromoManage, "switch a promotion off at once", s.promoStop),
		route.Act("/promotions/{id}/start", staff.PromoManage, "ask a second person to let a promotion run", s.promoStart),
		route.Read("/promotions/{id}/preview/{day}", staff.PromoView, "what the week or month around a day would be paid now", s.promoPreview),
		route.Read("/promotions/{id}/draw/{day}", staff.PromoView, "the draw of a day's month with its proof", s.promoDraw),
		route.Read("/promo/entrants", staff.PromoView, "who took part in the draw of a day's month, in their places", s.promoEntrants,
			"rule", "day", "page", "size"),
		route.Read("/promo/awards", staff.PromoView, "what promotions gave, and what waits for a person", s.promoAwards,
			route.Walk("player", "rule", "kind", "state", "booked", "from", "to")...),
		route.Act("/promo/awards/{id}/release", staff.PromoManage, "ask a second person to pay what is withheld", s.promoRelease),
		route.Act("/promo/awards/{id}/refuse", staff.PromoManage, "refuse what is withheld", s.promoRefuse),
		route.Act("/promo/awards/{id}/cancel", staff.PromoManage, "ask a second person to take back what was paid", s.promoCancel),
		route.Read("/promo/figures", staff.PromoView, "what promotions cost, by month", s.promoFigures),
		route.Read("/promo/runs", staff.PromoView, "weeks and months that were paid", s.promoRuns),
	}
	return slices.Concat(own, s.listExports())
}
