package messages

import (
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // the company's signature
	"encoding/base64"
	"encoding/json"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"

	"hongyun/internal/calendar"
)

// Config is what the companies know of the operator.
type Config struct {
	Clock calendar.Clock
	// Account and Key open all three.
	Account, Key string
}

// Message is one that a company took.
type Message struct {
	At      time.Time `json:"at"`
	Company string    `json:"company"` // "smtp", "aliyun" or "chuanglan"
	To      string    `json:"to"`
	From    string    `json:"from"` // address or signature
	Subject string    `json:"subject"`
	Text    string    `json:"text"`
	ID      string    `json:"id"` // of the operator
}

// kept is how many messages are shown.
const kept = 200

// Companies are the simulated companies.
type Companies struct {
	Config
	mu   sync.Mutex
	sent []Message
}

// New makes the companies.
func New(c Config) *Companies { return &Companies{Config: c} }

func (c *Companies) take(m Message) {
	m.At = c.Clock.Now()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.sent = append(c.sent, m)
	c.sent = c.sent[max(len(c.sent)-kept, 0):]
}

// Sent are the messages that were taken, newest first.
func (c *Companies) Sent() []Message {
	c.mu.Lock()
	defer c.mu.Unlock()
	out := slices.Clone(c.sent)
	slices.Reverse(out)
	return out
}

// Handler serves both SMS companies below a path.
func (c *Companies) Handler(at string) http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("POST "+at+"/aliyun/{$}", c.aliyun)
	mux.HandleFunc("POST "+at+"/chuanglan/msg/v1/send/json", c.chuanglan)
	return mux
}

func answer(w http.ResponseWriter, status int, body any) {
	w.Header().Set("Content-Type", "application/json; charset=utf-8")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// encode is the percent-encoding of RFC 3986.
func encode(s string) string {
	s = url.QueryEscape(s)
	for from, to := range map[string]string{"+": "%20", "*": "%2A", "%7E": "~"} {
		s = strings.ReplaceAll(s, from, to)
	}
	return s
}

func (c *Companies) aliyun(w http.ResponseWriter, r *http.Request) {
	refuse := func(code string) {
		answer(w, http.StatusBadRequest, map[string]string{"Code": code, "Message": code, "RequestId": "sandbox"})
	}
	if err := r.ParseForm(); err != nil {
		refuse("InvalidParameter")
		return
	}
	names := make([]string, 0, len(r.PostForm))
	for name := range r.PostForm {
		if name != "Signature" {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	pairs := make([]string, len(names))
	for i, name := range names {
		pairs[i] = encode(name) + "=" + encode(r.PostForm.Get(name))
	}
	mac := hmac.New(sha1.New, []byte(c.Key+"&"))
	mac.Write([]byte("POST&" + encode("/") + "&" + encode(strings.Join(pairs, "&"))))
	if r.PostForm.Get("AccessKeyId") != c.Account {
		refuse("InvalidAccessKeyId.NotFound")
		return
	}
	if r.PostForm.Get("Signature") != base64.StdEncoding.EncodeToString(mac.Sum(nil)) {
		refuse("SignatureDoesNotMatch")
		return
	}
	at, err := time.Parse("2006-01-02T15:04:05Z", r.PostForm.Get("Timestamp"))
	if off := c.Clock.Now().Sub(at); err != nil || off > 15*time.Minute || off < -15*time.Minute {
		refuse("InvalidTimeStamp.Expired")
		return
	}
	phone, values := r.PostForm.Get("PhoneNumbers"), map[string]string{}
	switch {
	case r.PostForm.Get("Action") != "SendSms" || r.PostForm.Get("Version") != "2017-05-25":
		refuse("InvalidAction.NotFound")
		return
	case r.PostForm.Get("TemplateCode") == "" || json.Unmarshal([]byte(r.PostForm.Get("TemplateParam")), &values) != nil:
		refuse("isv.SMS_TEMPLATE_ILLEGAL")
		return
	case refusedPhone(phone):
		refuse("isv.MOBILE_NUMBER_ILLEGAL")
		return
	}
	text := r.PostForm.Get("TemplateCode")
	for _, name := range slices.Sorted(maps.Keys(values)) {
		text += " " + name + "=" + values[name]
	}
	c.take(Message{Company: "aliyun", To: phone, From: r.PostForm.Get("SignName"), Text: text, ID: r.PostForm.Get("OutId")})
	if unclearPhone(phone) {
		w.WriteHeader(http.StatusBadGateway)
		return
	}
	answer(w, http.StatusOK, map[string]string{"Code": "OK", "Message": "OK", "BizId": "sandbox", "RequestId": "sandbox"})
}

func (c *Companies) chuanglan(w http.ResponseWriter, r *http.Request) {
	say := func(code, text string) {
		answer(w, http.StatusOK, map[string]string{"code": code, "msgId": "sandbox", "time": c.Clock.Now().Format("20060102150405"), "errorMsg": text})
	}
	var in struct{ Account, Password, Msg, Phone, UID string }
	if err := json.NewDecoder(http.MaxBytesReader(w, r.Body, 64<<10)).Decode(&in); err != nil {
		say("106", "参数错误")
		return
	}
	sign, _, signed := strings.Cut(strings.TrimPrefix(in.Msg, "【"), "】")
	switch {
	case in.Account != c.Account || in.Password != c.Key:
		say("101", "无此用户或密码错误")
	case !strings.HasPrefix(in.Msg, "【") || !signed || len([]rune(in.Msg)) > 536:
		say("106", "短信内容有误")
	case refusedPhone(in.Phone):
		say("107", "手机号码错误")
	default:
		c.take(Message{Company: "chuanglan", To: in.Phone, From: sign, Text: in.Msg, ID: in.UID})
		if unclearPhone(in.Phone) {
			w.WriteHeader(http.StatusBadGateway)
			return
		}
		say("0", "")
	}
}

func refusedPhone(phone string) bool { return len(phone) != 11 || strings.HasSuffix(phone, "0000") }
func unclearPhone(phone string) bool { return strings.HasSuffix(phone, "9999") }

var page = template.Must(template.New("").Parse(`<!doctype html><html lang="en"><meta charset="utf-8"><title>Messages</title>
<meta name="viewport" content="width=device-width"><link rel="icon" href="/coin.svg">
<style>body{font:14px/1.5 system-ui;margin:2em auto;max-width:60em;padding:0 1em}td,th{padding:.4em .8em .4em 0;text-align:left;vertical-align:top;border-bottom:1px solid #ddd}</style>
<h1>Messages to players</h1><p>Simulated companies: nothing was really sent.</p>
{{if .}}<table><tr><th>Time<th>By<th>To<th>Text</tr>{{range .}}<tr><td>{{.At.Format "15:04:05"}}<td>{{.Company}}<td>{{.To}}<td>{{with .Subject}}<b>{{.}}</b><br>{{end}}{{.Text}}</tr>{{end}}</table>
{{else}}<p>None yet.</p>{{end}}</html>`))

// ShowPage shows the messages to people.
func (c *Companies) ShowPage(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	_ = page.Execute(w, c.Sent())
}
