package site

import (
	"context"
	"slices"

	"hongyun/internal/adminapi/route"
	"hongyun/internal/alarm"
	"hongyun/internal/calendar"
	"hongyun/internal/content"
	"hongyun/internal/courier"
	"hongyun/internal/db"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
	"hongyun/internal/upload"
)

// Handlers serves contents, settings, messages and alarms.
type Handlers struct {
	Uploads       *upload.Uploads
	Read          db.Reader
	Clock         calendar.Clock
	Staff         *staff.Staff
	Alarms        *alarm.Alarms
	Courier       *courier.Courier
	Content       *content.Content
	Pictures      []string
	PromotionPage func(ctx context.Context, p content.Promotion, html string, h5 bool) (string, error)
	Book          *setting.Book
	Opening       func(ctx context.Context) ([]OpeningCheck, error)
}

// Routes are the calls of contents, settings, messages and alarms.
func (s *Handlers) Routes() []route.Route {
	own := []route.Route{
		route.Read("/settings", staff.PaymentView, "the kinds of settings, with the fields of their forms", s.settingKinds),
		route.Read("/settings/waiting", staff.PaymentView, "approved changes that take effect later or failed at their moment, the next ones first, at most 200", s.settingsWaiting),
		route.Act("/settings/waiting/{id}/withdraw", staff.PaymentManage, "withdraw an approved change before it takes effect", s.settingWithdraw),
		route.Read("/settings/{kind}", staff.PaymentView, "the settings of a kind, with their values; no secrets", s.settings),
		route.Read("/settings/{kind}/find", staff.PaymentView, "search the things that a field of form list may name, at most twenty", s.settingFind, "field", "q"),
		route.Read("/settings/{kind}/history", staff.PaymentView, "the versions of a setting, the newest first", s.settingHistory, "key", "page", "size"),
		route.StepUp(route.Act("/settings/{kind}", staff.PaymentManage, "ask a second person to put a value into force", s.settingAsk)),
		route.Act("/courier/test", staff.PaymentManage, "send a test message by e-mail or SMS now, and wait for the answer", s.courierTest),
		route.Act("/settings/{kind}/off", staff.PaymentManage, "take a method, channel, gateway or account out of use at once", s.settingOff),
		route.Read("/opening", staff.PaymentView, "what is missing before the site may open", s.opening),

		route.Read("/alarms", staff.AlarmView, "where alarms go, and which events there are; no keys", s.alarms),
		route.Read("/alarms/events", staff.AlarmView, "what happened, the last first, with the messages about it", s.alarmEvents,
			"page", "size", "kind"),
		route.StepUp(route.Act("/alarms/targets", staff.AlarmManage, "add a receiver, or ask a second person to; its keys are sealed and never shown", s.alarmAdd)),
		route.StepUp(route.Act("/alarms/targets/{id}", staff.AlarmManage, "change a receiver, or ask a second person to", s.alarmChange)),
		route.StepUp(route.Act("/alarms/targets/{id}/remove", staff.AlarmManage, "take a receiver away, or ask a second person to", s.alarmRemove)),
		route.Act("/alarms/targets/{id}/test", staff.AlarmManage, "send a message to a receiver now", s.alarmTest),
		route.StepUp(route.Act("/alarms/routes", staff.AlarmManage, "say which event goes to whom; less of it needs a second person", s.alarmRoutes)),

		route.Read("/content/announcements", staff.ContentView, "announcements, also those that players do not see", s.contentAnnouncements),
		route.Act("/content/announcements", staff.ContentEdit, "write an announcement or change one", s.announcementSave),
		route.Act("/content/announcements/{id}/remove", staff.ContentEdit, "take an announcement down for good", s.announcementRemove),
		route.Read("/content/ticker", staff.ContentView, "the sentences of the ticker", s.contentTicker),
		route.Act("/content/ticker", staff.ContentEdit, "write a sentence or change one", s.tickerSave),
		route.Act("/content/ticker/order", staff.ContentEdit, "put the sentences into an order", s.tickerOrder),
		route.Act("/content/ticker/{id}/remove", staff.ContentEdit, "take a sentence out", s.tickerRemove),
		route.Read("/content/articles", staff.ContentView, "articles that help players", s.contentArticles),
		route.Act("/content/articles", staff.ContentEdit, "write an article or change one", s.articleSave),
		route.Act("/content/articles/order", staff.ContentEdit, "put the articles into an order", s.articleOrder),
		route.Act("/content/articles/{id}/remove", staff.ContentEdit, "take an article down for good", s.articleRemove),
		route.Read("/content/banners", staff.ContentView, "the banners of both forms", s.contentBanners),
		route.Act("/content/banners", staff.ContentEdit, "add a banner or change one", s.bannerSave),
		route.Act("/content/banners/order", staff.ContentEdit, "put the banners of a form into an order", s.bannerOrder),
		route.Act("/content/banners/{id}/remove", staff.ContentEdit, "take a banner out", s.bannerRemove),
		route.Read("/content/pictures", staff.ContentView, "pictures that the site ships", s.contentPictures),
		route.Read("/content/promotions", staff.ContentView, "promotions, also those that players do not see", s.contentPromotions),
		route.Act("/content/promotions", staff.ContentEdit, "add a promotion or change one", s.promotionSave),
		route.Act("/content/promotions/order", staff.ContentEdit, "put the promotions into an order", s.promotionOrder),
		route.Act("/content/promotions/{id}/remove", staff.ContentEdit, "take a promotion down for good", s.promotionRemove),
		route.Read("/content/blocks", staff.ContentView, "the texts of promotions and pages, as they were cleaned", s.contentBlocks),
		route.Act("/content/blocks", staff.ContentEdit, "write a text or change one; answers what was kept of it", s.blockSave),
		route.Act("/content/blocks/{id}/remove", staff.ContentEdit, "take a text away that no promotion shows", s.blockRemove),
		route.Act("/content/preview", staff.ContentView, "what would be kept of a text, and the page of it; changes nothing", s.contentPreview),

		route.Read("/content/settings", staff.ContentView, "what there is once: support, downloads, maintenance, addresses of the operator, frames", s.contentSettings),
		route.StepUp(route.Act("/content/support", staff.SiteManage, "where customer service is: change it, or ask a second person to", s.supportSave)),
		route.StepUp(route.Act("/content/downloads", staff.SiteManage, "the apps that players can install: change them, or ask a second person to", s.downloadsSave)),
		route.Act("/content/maintenance", staff.SiteManage, "close the site, or open it", s.maintenanceSave),
		route.Act("/content/house", staff.SiteManage, "where the operator is reached, and the line of the footer", s.houseSave),
		route.Act("/content/frames", staff.SiteManage, "hosts that the frame viewer may show", s.framesSave),
	}
	return slices.Concat(own, s.listExports(), s.uploads())
}
