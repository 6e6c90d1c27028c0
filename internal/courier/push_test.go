package courier_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"hongyun/internal/courier"
	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/setting"
	"hongyun/internal/staff"
	"hongyun/sandbox/pushservice"
)

// pushFixture is a courier with web push switched on, and the push service of some browsers.
type pushFixture struct {
	*fixture
	service *pushservice.Service
	address string
}

func withPush(t *testing.T, fn func(f pushFixture)) {
	t.Helper()
	each(t, func(f *fixture) {
		p := pushFixture{fixture: f, service: pushservice.New()}
		web := httptest.NewTLSServer(p.service)
		f.t.Cleanup(web.Close)
		f.Roots.AddCert(web.Certificate())
		p.address = web.URL
		f.must(p.open("127.0.0.1"))
		fn(p)
	})
}

// open switches web push on for some push services.
func (f pushFixture) open(services string) error {
	s := f.PushNow()
	s.On, s.Subject, s.Services = true, "ops@hongyun.test", services
	return f.ask(courier.KindPush, s, nil)
}

// browser makes a browser that is bound to the site's key.
func (f pushFixture) browser() (*pushservice.Browser, courier.Browser) {
	f.t.Helper()
	state, err := f.PushState(f.t.Context(), f.d, "ming", "")
	f.must(err)
	b, err := f.service.Browser(state.Key)
	f.must(err)
	return b, courier.Browser{Endpoint: f.address + "/" + b.ID, P256DH: b.P256DH, Auth: b.Auth}
}

func (f pushFixture) add(player, session string, b courier.Browser) error {
	return f.d.Write(f.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return f.AddBrowser(ctx, tx, player, session, tx.Now().Add(24*time.Hour), b)
	})
}

// browsers is how many browsers are noted.
func (f pushFixture) browsers() (n int) {
	f.t.Helper()
	f.must(f.d.NewRaw("SELECT COUNT(*) FROM courier_push").Scan(f.t.Context(), &n))
	return n
}

// money tells of a deposit, with words that no lock screen may show.
func (f pushFixture) money(player, event string, topic courier.Topic) {
	f.t.Helper()
	f.must(f.d.Write(f.t.Context(), func(ctx context.Context, tx *db.Tx) error {
		return courier.Notify(ctx, tx, courier.Notice{Player: player, Event: event, Topic: topic, Title: "存款到账 ¥8,888", Text: "存款单 D20260101 已到账"})
	}))
}

// H-451: a browser can open what it gets; the text has neither amounts nor numbers of orders.
func TestABrowserGetsASentenceWithoutAmounts(t *testing.T) {
	withPush(t, func(f pushFixture) {
		b, at := f.browser()
		f.must(f.add("ming", "s1", at))
		f.money("ming", "deposit:1", courier.Money)
		f.money("ming", "security:1", courier.Safety)
		f.must(f.Deliver(f.t.Context()))
		sent := f.service.Sent()
		if len(sent) != 2 || f.states() != "sent sent" {
			f.t.Fatalf("%d messages came, %s", len(sent), f.states())
		}
		for i, want := range []string{"您有一条存提款消息，点击查看。", "您的账号有一条安全消息，点击查看。"} {
			var shown struct{ Title, Text, Tag string }
			f.must(json.Unmarshal([]byte(sent[i].Text), &shown))
			if shown.Title != "鸿运" || shown.Text != want || shown.Tag == "" || strings.ContainsAny(shown.Title+shown.Text, "0123456789¥") {
				f.t.Errorf("the screen shows %+v", shown)
			}
			if m := sent[i]; m.Browser != b.ID || m.Subject != "mailto:ops@hongyun.test" || m.TTL != 6*60*60 || len(m.Topic) != 32 {
				f.t.Errorf("%+v", m)
			}
		}
		var kept string
		f.must(f.d.NewRaw("SELECT title || text FROM courier_message LIMIT 1").Scan(f.t.Context(), &kept))
		if kept != "" {
			f.t.Errorf("the row keeps %q", kept)
		}
	})
}

// H-451: each browser of a player gets a message once, however often the event is told.
func TestEachBrowserGetsAMessageOnce(t *testing.T) {
	withPush(t, func(f pushFixture) {
		for range 2 {
			_, at := f.browser()
			f.must(f.add("ming", "s1", at))
		}
		for range 2 {
			f.money("ming", "deposit:1", courier.Money)
			f.must(f.Deliver(f.t.Context()))
		}
		if n := len(f.service.Sent()); n != 2 {
			f.t.Errorf("%d messages came", n)
		}
	})
}

// H-451: a push service accepts, refuses, or leaves it open; what is open is tried again under the same topic.
func TestPushServicesHaveThreeAnswers(t *testing.T) {
	withPush(t, func(f pushFixture) {
		_, at := f.browser()
		f.must(f.add("ming", "s1", at))
		for status, want := range map[int]string{400: "refused", 403: "refused", 413: "refused", 302: "refused", 429: "waiting", 500: "waiting", 503: "waiting"} {
			f.service.Answer(status)
			f.money("ming", fmt.Sprint("deposit:", status), courier.Safety)
			f.must(f.Deliver(f.t.Context()))
			var state string
			f.must(f.d.NewRaw("SELECT state FROM courier_message WHERE event LIKE ?", fmt.Sprint("deposit:", status, "/%")).Scan(f.t.Context(), &state))
			if state != want {
				f.t.Errorf("%d: %s, not %s", status, state, want)
			}
		}
		f.service.Answer(0)
		for range 3 {
			dbtest.Clock(f.d).Advance(time.Minute)
			f.must(f.Deliver(f.t.Context()))
		}
		if n := len(f.service.Sent()); n != 3 || f.browsers() != 1 {
			f.t.Errorf("%d of those that waited came, %d browsers", n, f.browsers())
		}
	})
}

// H-451: a browser that its push service no longer knows is forgotten.
func TestABrowserThatIsGoneIsForgotten(t *testing.T) {
	for _, status := range []int{404, 410} {
		withPush(t, func(f pushFixture) {
			_, at := f.browser()
			f.must(f.add("ming", "s1", at))
			f.service.Answer(status)
			f.money("ming", "deposit:1", courier.Money)
			f.must(f.Deliver(f.t.Context()))
			if f.browsers() != 0 || f.states() != "dropped" {
				f.t.Errorf("%d: %d browsers, %s", status, f.browsers(), f.states())
			}
			f.money("ming", "deposit:2", courier.Money)
			if f.states() != "dropped" {
				f.t.Errorf("%d: another message waits", status)
			}
		})
	}
}

// H-451: an address of a player leads only to the push services of the setting, by https, and never inside.
func TestAPlayerCannotMakeTheServerCallAnAddress(t *testing.T) {
	withPush(t, func(f pushFixture) {
		f.must(f.open("fcm.googleapis.com push.apple.com 127.0.0.1"))
		_, good := f.browser()
		for endpoint, want := range map[string]error{
			good.Endpoint:                                          nil,
			"https://fcm.googleapis.com/fcm/send/a":                nil,
			"https://web.push.apple.com/a":                         nil,
			"http://fcm.googleapis.com/a":                          courier.ErrPushForm,
			"https://fcm.googleapis.com:8443/a":                    courier.ErrPushForm,
			"https://me@fcm.googleapis.com/a":                      courier.ErrPushForm,
			"https://169.254.169.254/latest":                       courier.ErrPushForm,
			"https://10.0.0.1/a":                                   courier.ErrPushForm,
			"https://[::1]/a":                                      courier.ErrPushForm,
			"https://localhost/a":                                  courier.ErrPushService,
			"https://evil.example/a":                               courier.ErrPushService,
			"https://xfcm.googleapis.com/a":                        courier.ErrPushService,
			"https://fcm.googleapis.com.evil.test/a":               courier.ErrPushService,
			"https://8.8.8.8/a":                                    courier.ErrPushService,
			"https://push.apple.com/" + string(make([]byte, 1000)): courier.ErrPushForm,
			"": courier.ErrPushForm,
		} {
			b := good
			b.Endpoint = endpoint
			if err := f.add("ming", "s1", b); !errors.Is(err, want) {
				f.t.Errorf("%.60q: %v, not %v", endpoint, err, want)
			}
		}
		for name, b := range map[string]courier.Browser{
			"a short secret":      {Endpoint: good.Endpoint, P256DH: good.P256DH, Auth: "AAAA"},
			"no point":            {Endpoint: good.Endpoint, P256DH: strings.Repeat("A", 87), Auth: good.Auth},
			"what is not base64":  {Endpoint: good.Endpoint, P256DH: "*", Auth: good.Auth},
			"a padded key":        {Endpoint: good.Endpoint, P256DH: good.P256DH + "=====", Auth: good.Auth},
			"a key in the secret": {Endpoint: good.Endpoint, P256DH: good.P256DH, Auth: good.P256DH},
		} {
			if err := f.add("ming", "s1", b); !errors.Is(err, courier.ErrPushForm) {
				f.t.Errorf("%s: %v", name, err)
			}
		}
	})
}

// H-451: a service that staff take off the list gets nothing any more.
func TestAServiceThatIsTakenOffGetsNothing(t *testing.T) {
	withPush(t, func(f pushFixture) {
		_, at := f.browser()
		f.must(f.add("ming", "s1", at))
		f.money("ming", "deposit:1", courier.Money)
		f.must(f.open("fcm.googleapis.com"))
		f.must(f.Deliver(f.t.Context()))
		if n := len(f.service.Sent()); n != 0 || f.states() != "dropped" {
			f.t.Errorf("%d messages came, %s", n, f.states())
		}
	})
}

// H-451: a player has at most ten browsers; the newest takes the place of the oldest.
func TestAPlayerHasTenBrowsers(t *testing.T) {
	withPush(t, func(f pushFixture) {
		var first courier.Browser
		for i := range 11 {
			_, at := f.browser()
			if i == 0 {
				first = at
			}
			f.must(f.add("ming", "s1", at))
			dbtest.Clock(f.d).Advance(time.Second)
		}
		state, err := f.PushState(f.t.Context(), f.d, "ming", first.Endpoint)
		f.must(err)
		if f.browsers() != 10 || state.On {
			f.t.Errorf("%d browsers, the first on: %v", f.browsers(), state.On)
		}
	})
}

// H-451: a browser belongs to the player who switched it on last.
func TestABrowserBelongsToItsLastPlayer(t *testing.T) {
	withPush(t, func(f pushFixture) {
		b, at := f.browser()
		f.must(f.add("ming", "s1", at))
		f.must(f.add("hong", "s2", at))
		f.money("ming", "deposit:1", courier.Money)
		f.money("hong", "deposit:2", courier.Money)
		f.must(f.Deliver(f.t.Context()))
		if sent := f.service.Sent(); len(sent) != 1 || sent[0].Browser != b.ID || f.browsers() != 1 {
			f.t.Errorf("%d messages came, %d browsers", len(sent), f.browsers())
		}
		state, err := f.PushState(f.t.Context(), f.d, "ming", at.Endpoint)
		f.must(err)
		if state.On {
			f.t.Error("it is still on for the first")
		}
	})
}

// H-451: switching off, the end of a login and its last day end web push; what waits is dropped.
func TestWebPushEndsWithItsLogin(t *testing.T) {
	for name, end := range map[string]func(f pushFixture, at courier.Browser){
		"switched off": func(f pushFixture, at courier.Browser) {
			f.must(f.d.Write(f.t.Context(), func(ctx context.Context, tx *db.Tx) error { return f.RemoveBrowser(ctx, tx, "ming", at.Endpoint) }))
		},
		"logged out": func(f pushFixture, _ courier.Browser) {
			f.must(f.d.Write(f.t.Context(), func(ctx context.Context, tx *db.Tx) error { return courier.ForgetBrowsers(ctx, tx, []string{"s1"}) }))
		},
		"its last day": func(f pushFixture, _ courier.Browser) {
			f.must(f.d.Write(f.t.Context(), func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.NewRaw("UPDATE courier_push SET expires_at = ?", tx.NowMillis()).Exec(ctx)
				return err
			}))
		},
	} {
		withPush(t, func(f pushFixture) {
			_, at := f.browser()
			_, other := f.browser()
			f.must(f.add("ming", "s1", at))
			f.must(f.add("hong", "s2", other))
			f.money("ming", "deposit:1", courier.Money)
			end(f, at)
			f.money("ming", "deposit:2", courier.Money)
			f.must(f.Deliver(f.t.Context()))
			f.must(f.Prune(f.t.Context()))
			if n := len(f.service.Sent()); n != 0 || f.states() != "dropped" {
				f.t.Errorf("%s: %d messages came, %s", name, n, f.states())
			}
			if left := f.browsers(); left != map[bool]int{true: 0, false: 1}[name == "its last day"] {
				f.t.Errorf("%s: %d browsers are left", name, left)
			}
		})
	}
}

// H-451: the key is made once, is sealed, and another server reads the same.
func TestTheKeyOfWebPushIsMadeOnce(t *testing.T) {
	withPush(t, func(f pushFixture) {
		first, err := f.PushState(f.t.Context(), f.d, "ming", "")
		f.must(err)
		other := courier.New(courier.Config{
			DB: f.d, Staff: f.staff, Book: setting.New(setting.Config{DB: f.d, Staff: staff.New(staff.Config{DB: f.d, Box: f.Box, Log: dbtest.Quiet()}), Box: f.Box, Log: dbtest.Quiet()}),
			Box: f.Box, Log: dbtest.Quiet(), Roots: f.Roots,
		})
		other.Register()
		f.must(other.Book.Load(f.t.Context()))
		second, err := other.PushState(f.t.Context(), f.d, "ming", "")
		f.must(err)
		var rows, sealed int
		f.must(f.d.NewRaw("SELECT COUNT(*), SUM(CASE WHEN sealed LIKE '1.%' THEN 1 ELSE 0 END) FROM courier_push_key").Scan(f.t.Context(), &rows, &sealed))
		if first.Key == "" || first.Key != second.Key || rows != 1 || sealed != 1 {
			f.t.Errorf("%q and %q, %d rows, %d sealed", first.Key, second.Key, rows, sealed)
		}
	})
}

// H-451: while the operator does not have it on, nothing is offered and no browser is taken.
func TestWebPushIsOffAtFirst(t *testing.T) {
	each(t, func(f *fixture) {
		state, err := f.PushState(f.t.Context(), f.d, "ming", "")
		f.must(err)
		p := pushFixture{fixture: f}
		if err := p.add("ming", "s1", courier.Browser{Endpoint: "https://fcm.googleapis.com/a"}); state.Open || state.Key != "" || !errors.Is(err, courier.ErrPushOff) {
			f.t.Errorf("%+v, %v", state, err)
		}
		good := f.PushNow()
		good.On, good.Subject = true, "ops@hongyun.test"
		for name, change := range map[string]func(*courier.PushSetting){
			"no subject":    func(s *courier.PushSetting) { s.Subject = "" },
			"a bad subject": func(s *courier.PushSetting) { s.Subject = "http://x.test" },
			"no service":    func(s *courier.PushSetting) { s.Services = "" },
			"not a host":    func(s *courier.PushSetting) { s.Services = "https://fcm.googleapis.com" },
			"a placeholder": func(s *courier.PushSetting) { s.Money = "{amount}" },
			"no sentence":   func(s *courier.PushSetting) { s.Safety = "" },
		} {
			s := good
			change(&s)
			if err := f.ask(courier.KindPush, s, nil); err == nil {
				f.t.Errorf("%s was taken", name)
			}
		}
	})
}
