package bench

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"strings"
	"time"

	"hongyun/internal/playerapi"
	"hongyun/internal/playerapi/route"
)

// reqTokenSecret is what the pages of the measured house make tokens with.
const reqTokenSecret = "bench-request-token"

// customer is a player as a browser knows itself.
type customer struct {
	Name, Ticket, Cookie string
	Card                 int64
}

// wish is what the house's side asks of the world outside: first once for the
// customers, then load after load.
type wish struct {
	Base      string     // host:port of the player API
	Customers []customer // kept for all that follow
	Call      string     // a name in calls
	Clients   int
	Hot       bool         // all clients are one player
	Signed    []signedCall // in place of Call: what is sent, each once
	Run       int          // makes the keys of this load its own
	Warm      time.Duration
	Window    time.Duration
}

// news is what the world outside says back.
type news struct {
	Venue string // the venue's address, said once
	Begun bool   // the window is open
	Ended bool   // it has closed; nobody has been waited for yet
	Done  *result
	Error string
}

// outside is the second process: it opens a venue and sends what it is asked to.
func outside(in io.Reader, out io.Writer) error {
	venue, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	go func() { _ = http.Serve(venue, http.HandlerFunc(serveVenue)) }()
	tell := json.NewEncoder(out)
	if err := tell.Encode(news{Venue: "http://" + venue.Addr().String()}); err != nil {
		return err
	}
	asked := json.NewDecoder(in)
	var customers []customer
	for {
		var w wish
		if err := asked.Decode(&w); errors.Is(err, io.EOF) {
			return nil // the house has gone
		} else if err != nil {
			return err
		}
		if w.Customers != nil {
			customers = w.Customers
			continue
		}
		done := w.run(customers, func(n news) { _ = tell.Encode(n) })
		if err := tell.Encode(done); err != nil {
			return err
		}
	}
}

func (w wish) run(customers []customer, tell func(news)) news {
	browsers := make([]*browser, w.Clients)
	for i := range browsers {
		b, err := open(w.Base)
		if err != nil {
			return news{Error: err.Error()}
		}
		defer b.conn.Close()
		// A share of the players for each, so that no two ask for the same
		// player at once unless that is what is measured.
		b.from, b.step = i, w.Clients
		browsers[i] = b
	}
	made := load(w.Clients, w.Warm, w.Window, func() { tell(news{Begun: true}) }, func() { tell(news{Ended: true}) }, func(worker, n int) error {
		b := browsers[worker]
		if w.Signed != nil {
			at := worker + n*w.Clients
			if at >= len(w.Signed) {
				return errSpent
			}
			return b.sendSigned(w.Signed[at])
		}
		who := &customers[0]
		if !w.Hot {
			who = &customers[b.from+b.step*rand.IntN((len(customers)-b.from-1)/b.step+1)]
		}
		return b.send(calls[w.Call], who, fmt.Sprintf("bench-%d-%d-%d", w.Run, worker, n))
	})
	return news{Done: &made}
}

// apiCall is a call of the player API and what a good answer to it holds.
type apiCall struct {
	path string
	body func(c *customer) string
	good string
}

var calls = map[string]apiCall{
	"withdraw": {"/v1/Do/CallWithdrawAction", func(c *customer) string {
		return fmt.Sprintf("playerName=%s&playerBankId=%d&withdrawAmount=10", c.Name, c.Card)
	}, `"IsSuc":true`},
	"transfer": {"/v1/Do/CallPlatformTranscationAction", func(c *customer) string {
		return "playerName=" + c.Name + "&platformId=26&transactionType=1&amount=10"
	}, `"Status":1`},
	"balance": {"/v1/Select/PlayerBalance", func(c *customer) string { return "playerName=" + c.Name }, `"IsSuc":true`},
	"records": {"/v1/Select/FundingItems", func(*customer) string { return "PageIndex=1&FinanceType=4" }, `"IsSuc":true`},
	"bets":    {"/v1/Select/GetBetRecordMemberByDay", func(*customer) string { return "PageIndex=1&TimeType=1" }, `"IsSuc":true`},
}

// browser is one kept-alive connection. It writes its requests by hand, to
// take as little as can be from the processors it shares with the house.
type browser struct {
	conn       net.Conn
	in         *bufio.Reader
	host       string
	from, step int
	text       bytes.Buffer
}

func open(host string) (*browser, error) {
	conn, err := net.Dial("tcp", host)
	if err != nil {
		return nil, err
	}
	return &browser{conn: conn, in: bufio.NewReader(conn), host: host}, nil
}

// send makes one call with all that a right client sends with it.
func (b *browser) send(c apiCall, who *customer, key string) error {
	body := c.body(who)
	b.text.Reset()
	fmt.Fprintf(&b.text, "POST /common%s HTTP/1.1\r\nHost: %s\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: %d\r\n"+
		"Authorization: %s\r\nCookie: %s=%s\r\nX-Req-Token: %s\r\nIdempotency-Key: %s\r\n\r\n%s",
		c.path, b.host, len(body), who.Ticket, strings.TrimPrefix(route.DeviceCookie, "__Host-"), who.Cookie,
		playerapi.RequestToken(time.Now().Unix(), c.path, http.MethodPost, reqTokenSecret), key, body)
	if _, err := b.conn.Write(b.text.Bytes()); err != nil {
		return err
	}
	answer, err := http.ReadResponse(b.in, nil)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	b.text.Reset()
	if _, err := b.text.ReadFrom(answer.Body); err != nil {
		return err
	}
	if answer.StatusCode != http.StatusOK || !bytes.Contains(b.text.Bytes(), []byte(c.good)) {
		return fmt.Errorf("%d %s", answer.StatusCode, reason(b.text.Bytes()))
	}
	return nil
}

// reason is why a call did not end well, without what differs from call to call.
func reason(text []byte) string {
	var said struct{ Code, ErrorMessage, ResultMessage string }
	if json.Unmarshal(text, &said) != nil {
		return string(text)
	}
	return strings.Join([]string{said.Code, said.ErrorMessage, said.ResultMessage}, " ")
}
