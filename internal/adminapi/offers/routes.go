package adminapi

import (
	"hongyun/internal/calendar"
	"hongyun/internal/db"
	"hongyun/internal/fund"
	"hongyun/internal/player"
	"hongyun/internal/promo"
	"hongyun/internal/staff"
	"hongyun/internal/vip"
)

// offersHandlers serves promotions, the VIP programmes and the bonus fund.
type offersHandlers struct {
	Read    db.Reader
	Clock   calendar.Clock
	Players *player.Players
	Fund    *fund.Fund
	Vip     *vip.Vip
	Promo   *promo.Promo
}

// routes are the calls of promotions, the VIP programmes and the bonus fund.
func (s *offersHandlers) routes() []route {
	return []route{
		read("/players/{id}/fund", staff.PlayerView, "a player's C$ and today's tasks", s.playerFund),
		act("/players/{id}/fund", staff.FundGrant, "ask a second person to give the player C$", s.fundGrant),
		read("/players/{id}/vip", staff.VipView, "a player's VIP levels, and why they are what they are", s.playerVip),
		read("/players/{id}/vip/awards", staff.VipView, "what a player's levels brought", s.playerVipAwards,
			"page", "size", "state", "track", "kind"),
		act("/players/{id}/vip/freeze", staff.VipManage, "withhold all VIP income of the player from now on", s.vipFreeze),
		act("/players/{id}/vip/lift", staff.VipManage, "let it be paid again", s.vipLift),
		read("/players/{id}/promotions", staff.PlayerView, "how a player stands with the promotions, and what they got lately", s.playerPromos),
		act("/players/{id}/promotions/freeze", staff.PromoManage, "keep a player from promotions, or allow them again", s.promoFreeze),

		read("/fund", staff.FundView, "the fund at a glance, and the tasks that unlock it", s.fund),
		act("/fund/tasks", staff.FundManage, "ask a second person to add a task", s.fundTaskAdd),
		act("/fund/tasks/{id}", staff.FundManage, "ask a second person to change a task", s.fundTaskChange),
		read("/fund/records", staff.FundView, "what came into the players' funds, or left them", s.fundRecords,
			"page", "size", "player", "type", "from", "to"),

		read("/vip", staff.VipView, "both VIP programmes at a glance", s.vip),
		read("/vip/runs", staff.VipView, "weeks and months that were run", s.vipRuns,
			"page", "size", "programme"),
		read("/vip/runs/{id}", staff.VipView, "a run with what it brought", s.vipRunDetail),
		read("/vip/awards", staff.VipView, "what levels brought; state=withheld is what waits", s.vipAwards,
			"page", "size", "player", "run", "state", "track", "kind"),
		act("/vip/awards/{id}/release", staff.VipManage, "ask a second person to pay a withheld award", s.vipRelease),
		act("/vip/awards/{id}/refuse", staff.VipManage, "end a withheld award without paying it", s.vipRefuse),
		read("/vip/dry", staff.VipView, "what the next run would bring if it ran now; changes nothing", s.vipDry,
			"page", "size", "programme"),
		read("/vip/tables", staff.VipView, "the tables by which the next runs work", s.vipTables),
		act("/vip/tables/{id}", staff.VipManage, "ask a second person to change a table", s.vipTableChange),
		read("/vip/settings", staff.VipView, "the settings by which the next runs work", s.vipSettings),
		act("/vip/settings", staff.VipManage, "ask a second person to change the settings", s.vipSettingsChange),

		read("/promotions", staff.PromoView, "promotions as they stand, as they will, and what they cost this month", s.promos),
		act("/promotions", staff.PromoManage, "ask a second person to add a promotion", s.promoAdd),
		act("/promotions/{id}", staff.PromoManage, "ask a second person to change a promotion from its next period on", s.promoSave),
		act("/promotions/{id}/stop", staff.PromoManage, "switch a promotion off at once", s.promoStop),
		act("/promotions/{id}/start", staff.PromoManage, "ask a second person to let a promotion run", s.promoStart),
		read("/promotions/{id}/preview/{day}", staff.PromoView, "what the week or month around a day would be paid now", s.promoPreview),
		read("/promotions/{id}/draw/{day}", staff.PromoView, "the draw of a day's month with its proof", s.promoDraw),
		read("/promo/entrants", staff.PromoView, "who took part in the draw of a day's month, in their places", s.promoEntrants,
			"rule", "day", "page", "size"),
		read("/promo/awards", staff.PromoView, "what promotions gave, and what waits for a person", s.promoAwards,
			"page", "size", "player", "rule", "kind", "state", "booked", "from", "to"),
		act("/promo/awards/{id}/release", staff.PromoManage, "ask a second person to pay what is withheld", s.promoRelease),
		act("/promo/awards/{id}/refuse", staff.PromoManage, "refuse what is withheld", s.promoRefuse),
		act("/promo/awards/{id}/cancel", staff.PromoManage, "ask a second person to take back what was paid", s.promoCancel),
		read("/promo/figures", staff.PromoView, "what promotions cost, by month", s.promoFigures),
		read("/promo/runs", staff.PromoView, "weeks and months that were paid", s.promoRuns),
	}
}
