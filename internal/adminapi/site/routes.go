package adminapi

import (
	"context"

	"hongyun/internal/alarm"
	"hongyun/internal/calendar"
	"hongyun/internal/content"
	"hongyun/internal/courier"
	"hongyun/internal/db"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
)

// siteHandlers serves contents, settings, messages and alarms.
type siteHandlers struct {
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

// routes are the calls of contents, settings, messages and alarms.
func (s *siteHandlers) routes() []route {
	return []route{
		read("/settings", staff.PaymentView, "the kinds of settings, with the fields of their forms", s.settingKinds),
		read("/settings/waiting", staff.PaymentView, "approved changes that take effect later or failed at their moment, the next ones first, at most 200", s.settingsWaiting),
		act("/settings/waiting/{id}/withdraw", staff.PaymentManage, "withdraw an approved change before it takes effect", s.settingWithdraw),
		read("/settings/{kind}", staff.PaymentView, "the settings of a kind, with their values; no secrets", s.settings),
		read("/settings/{kind}/history", staff.PaymentView, "the versions of a setting, the newest first, at most fifty", s.settingHistory, "key"),
		stepUp(act("/settings/{kind}", staff.PaymentManage, "ask a second person to put a value into force", s.settingAsk)),
		act("/courier/test", staff.PaymentManage, "send a test message by e-mail or SMS now, and wait for the answer", s.courierTest),
		act("/settings/{kind}/off", staff.PaymentManage, "take a method, channel, gateway or account out of use at once", s.settingOff),
		read("/opening", staff.PaymentView, "what is missing before the site may open", s.opening),

		read("/alarms", staff.AlarmView, "where alarms go, and which events there are; no keys", s.alarms),
		read("/alarms/events", staff.AlarmView, "what happened, the last first, with the messages about it", s.alarmEvents,
			"page", "size", "kind"),
		stepUp(act("/alarms/targets", staff.AlarmManage, "add a receiver, or ask a second person to; its keys are sealed and never shown", s.alarmAdd)),
		stepUp(act("/alarms/targets/{id}", staff.AlarmManage, "change a receiver, or ask a second person to", s.alarmChange)),
		stepUp(act("/alarms/targets/{id}/remove", staff.AlarmManage, "take a receiver away, or ask a second person to", s.alarmRemove)),
		act("/alarms/targets/{id}/test", staff.AlarmManage, "send a message to a receiver now", s.alarmTest),
		stepUp(act("/alarms/routes", staff.AlarmManage, "say which event goes to whom; less of it needs a second person", s.alarmRoutes)),

		read("/content/announcements", staff.ContentView, "announcements, also those that players do not see", s.contentAnnouncements),
		act("/content/announcements", staff.ContentEdit, "write an announcement or change one", s.announcementSave),
		act("/content/announcements/{id}/remove", staff.ContentEdit, "take an announcement down for good", s.announcementRemove),
		read("/content/ticker", staff.ContentView, "the sentences of the ticker", s.contentTicker),
		act("/content/ticker", staff.ContentEdit, "write a sentence or change one", s.tickerSave),
		act("/content/ticker/order", staff.ContentEdit, "put the sentences into an order", s.tickerOrder),
		act("/content/ticker/{id}/remove", staff.ContentEdit, "take a sentence out", s.tickerRemove),
		read("/content/articles", staff.ContentView, "articles that help players", s.contentArticles),
		act("/content/articles", staff.ContentEdit, "write an article or change one", s.articleSave),
		act("/content/articles/order", staff.ContentEdit, "put the articles into an order", s.articleOrder),
		act("/content/articles/{id}/remove", staff.ContentEdit, "take an article down for good", s.articleRemove),
		read("/content/banners", staff.ContentView, "the banners of both forms", s.contentBanners),
		act("/content/banners", staff.ContentEdit, "add a banner or change one", s.bannerSave),
		act("/content/banners/order", staff.ContentEdit, "put the banners of a form into an order", s.bannerOrder),
		act("/content/banners/{id}/remove", staff.ContentEdit, "take a banner out", s.bannerRemove),
		read("/content/pictures", staff.ContentView, "pictures that the site ships", s.contentPictures),
		read("/content/promotions", staff.ContentView, "promotions, also those that players do not see", s.contentPromotions),
		act("/content/promotions", staff.ContentEdit, "add a promotion or change one", s.promotionSave),
		act("/content/promotions/order", staff.ContentEdit, "put the promotions into an order", s.promotionOrder),
		act("/content/promotions/{id}/remove", staff.ContentEdit, "take a promotion down for good", s.promotionRemove),
		read("/content/blocks", staff.ContentView, "the texts of promotions and pages, as they were cleaned", s.contentBlocks),
		act("/content/blocks", staff.ContentEdit, "write a text or change one; answers what was kept of it", s.blockSave),
		act("/content/blocks/{id}/remove", staff.ContentEdit, "take a text away that no promotion shows", s.blockRemove),
		act("/content/preview", staff.ContentView, "what would be kept of a text, and the page of it; changes nothing", s.contentPreview),

		read("/content/settings", staff.ContentView, "what there is once: support, downloads, maintenance, licence, frames", s.contentSettings),
		act("/content/support", staff.SiteManage, "where customer service is", s.supportSave),
		act("/content/downloads", staff.SiteManage, "the apps that players can install", s.downloadsSave),
		act("/content/maintenance", staff.SiteManage, "close the site, or open it", s.maintenanceSave),
		act("/content/house", staff.SiteManage, "who runs the site, and the texts of its footer", s.houseSave),
		act("/content/frames", staff.SiteManage, "hosts that the frame viewer may show", s.framesSave),
	}
}
