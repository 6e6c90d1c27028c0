package gateways

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/money"
	"hongyun/sandbox/books"
	"hongyun/sandbox/faults"
)

// DefaultRetry is how long a gateway waits after each unheard notice; after the
// last of them it gives up.
var DefaultRetry = []time.Duration{time.Second, 5 * time.Second, 30 * time.Second, time.Minute, 5 * time.Minute, 15 * time.Minute, time.Hour}

const (
	noticeTimeout = 15 * time.Second
	lease         = 20 * time.Second // longer than an attempt takes
	atOnce        = 16
	maxReply      = 1 << 10
)

// Notices delivers what the gateways owe their merchants, over real time and
// across restarts.
type Notices struct {
	books    *books.Books
	log      *slog.Logger
	retry    []time.Duration
	clock    calendar.Clock // the machine's
	client   *http.Client
	gateways map[string]*Company
	slots    chan struct{}
	wake     chan struct{}
	stop     <-chan struct{}
	alive    context.Context // ends with stop, so that a merchant who hangs does not hold the stop up
	running  sync.WaitGroup
}

// NewNotices makes the postman; Start sets it to work.
func NewNotices(b *books.Books, log *slog.Logger, retry []time.Duration, stop <-chan struct{}) *Notices {
	if retry == nil {
		retry = DefaultRetry
	}
	alive, end := context.WithCancel(context.Background())
	n := &Notices{
		alive: alive,
		books: b, log: log, retry: retry, clock: calendar.System(), stop: stop,
		gateways: map[string]*Company{}, slots: make(chan struct{}, atOnce), wake: make(chan struct{}, 1),
		client: &http.Client{
			Timeout:       noticeTimeout,
			Transport:     &http.Transport{DialContext: dialLoopback, MaxIdleConnsPerHost: atOnce, IdleConnTimeout: time.Minute},
			CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		},
	}
	go func() {
		<-stop
		end()
	}()
	return n
}

// serve makes a gateway's notices deliverable.
func (n *Notices) serve(c *Company) { n.gateways[c.Code] = c }

// Start delivers in the background until the sandbox stops.
func (n *Notices) Start() {
	n.running.Add(1)
	go n.loop()
}

// Wait returns when the background work has ended after the stop.
func (n *Notices) Wait() {
	n.running.Wait()
	n.client.CloseIdleConnections()
}

// Wake makes the background look at once for what is due.
func (n *Notices) Wake() {
	select {
	case n.wake <- struct{}{}:
	default:
	}
}

func (n *Notices) loop() {
	defer n.running.Done()
	for {
		now := n.clock.Now()
		notice, err := n.books.TakeNotice(context.Background(), now, now.Add(lease))
		if err == nil {
			select {
			case n.slots <- struct{}{}:
			case <-n.stop:
				return // due again after the lease, in the next life
			}
			n.running.Add(1)
			go func() {
				defer n.running.Done()
				defer func() { <-n.slots }()
				n.attempt(notice)
			}()
			continue
		}
		if !errors.Is(err, books.ErrNotFound) {
			n.log.Error("sandbox notices", "err", err)
		}
		if !n.rest() {
			return
		}
	}
}

// rest waits until a notice falls due or somebody wakes the loop; false means
// stop.
func (n *Notices) rest() bool {
	pause := time.Minute
	if due, err := n.books.NextDue(context.Background()); err == nil {
		pause = min(pause, max(10*time.Millisecond, due.Sub(n.clock.Now())))
	}
	timer := time.NewTimer(pause)
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-n.wake:
	case <-n.stop:
		return false
	}
	return true
}

// deliver makes the first attempt of the notices given and waits for it; it
// returns how many were understood. They must be due only later, so that the
// background leaves them alone meanwhile.
func (n *Notices) deliver(notices []books.Notice) int {
	var understood atomic.Int64
	var all sync.WaitGroup
	slots := make(chan struct{}, atOnce)
	for _, notice := range notices {
		slots <- struct{}{}
		all.Go(func() {
			defer func() { <-slots }()
			if n.attempt(notice) {
				understood.Add(1)
			}
		})
	}
	all.Wait()
	return int(understood.Load())
}

// attempt sends one notice, with the fault that waits for it, and keeps what
// came of it. It tells whether the merchant understood.
func (n *Notices) attempt(notice books.Notice) bool {
	ctx := context.Background()
	c, known := n.gateways[notice.Gateway]
	if !known {
		_ = n.books.AfterAttempt(ctx, notice.ID, books.NoticeGivenUp, n.clock.Now())
		return false
	}
	order, err := n.books.PayOrder(ctx, notice.Gateway, notice.TradeNo)
	if err != nil {
		n.log.Error("sandbox notice", "trade", notice.TradeNo, "err", err)
		return false
	}
	fault := c.Faults.TakeOf("gateway:"+c.Code, order.OrderNo, faults.TransferIn, faults.DropRequest, faults.DropResponse,
		faults.Garbage, faults.Delay, faults.WrongOrder, faults.WrongMerchant)
	understood := false
	telling := c.tells(order, notice.Money)
	switch fault.Kind {
	case faults.Delay:
		if err := n.books.PutOff(ctx, notice.ID, n.clock.Now().Add(fault.Pause())); err != nil {
			n.log.Error("sandbox notice", "err", err)
		}
		n.Wake()
		return false
	case faults.DropRequest:
	case faults.DropResponse:
		c.send(telling)
	case faults.Garbage:
		telling.mangled = true
		c.send(telling)
	case faults.WrongOrder: // signed as it should be, and about something else
		telling.order.OrderNo = another(order.OrderNo)
		understood = c.send(telling)
	case faults.WrongMerchant:
		telling.merchant = another(c.PID)
		understood = c.send(telling)
	default:
		understood = c.send(telling)
	}
	if !understood && n.alive.Err() != nil {
		return false // cut short by the stop: the same attempt is made in the next life
	}
	state, next := books.NoticeDone, n.clock.Now()
	if !understood {
		state = books.NoticeGivenUp
		if notice.Attempts < min(len(n.retry), c.speaks.repeats()) {
			state, next = books.NoticeDue, next.Add(n.retry[notice.Attempts])
		}
	}
	if err := n.books.AfterAttempt(ctx, notice.ID, state, next); err != nil {
		n.log.Error("sandbox notice", "trade", notice.TradeNo, "err", err)
	}
	n.log.Info("sandbox notice sent", "order", order.OrderNo, "attempt", notice.Attempts+1, "understood", understood)
	n.Wake()
	return understood
}

// notice is what a merchant is told: that an order is paid. A fault changes whom
// it is for, what it is signed with, or garbles it on its way.
type notice struct {
	order    books.PayOrder
	amount   money.Fen
	merchant string
	key      string
	mangled  bool
}

// message is a notice as it goes over the wire.
type message struct {
	method      string
	query       url.Values
	contentType string
	body        string
}

// tells is the true notice of a payment.
func (c *Company) tells(o books.PayOrder, amount money.Fen) notice {
	return notice{order: o, amount: amount, merchant: c.PID, key: c.Key}
}

// send delivers a notice and tells whether the merchant understood it.
func (c *Company) send(n notice) bool {
	body, ok := c.Notices.send(n.order.NotifyURL, c.speaks.write(n))
	return ok && c.speaks.heard(body)
}

// send makes one call of a merchant and gives the body of an answer 200.
func (n *Notices) send(to string, m message) (body string, ok bool) {
	if !loopbackURL(to) {
		return "", false
	}
	ask, err := http.NewRequestWithContext(n.alive, m.method, withQuery(to, m.query), strings.NewReader(m.body))
	if err != nil {
		return "", false
	}
	if m.contentType != "" {
		ask.Header.Set("Content-Type", m.contentType)
	}
	answer, err := n.client.Do(ask)
	if err != nil {
		return "", false
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, maxReply))
	return string(text), err == nil && answer.StatusCode == http.StatusOK
}

// dialLoopback is the second lock behind loopbackURL: whatever a name resolves
// to, only this machine is reached.
func dialLoopback(ctx context.Context, network, address string) (net.Conn, error) {
	var dialer net.Dialer
	conn, err := dialer.DialContext(ctx, network, address)
	if err != nil {
		return nil, err
	}
	if peer, ok := conn.RemoteAddr().(*net.TCPAddr); !ok || !peer.IP.IsLoopback() {
		_ = conn.Close()
		return nil, errors.New("sandbox: notices go to this machine only")
	}
	return conn, nil
}
