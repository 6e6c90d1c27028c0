package alarm

import (
	"net/mail"
	"net/netip"
	"net/url"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// The forms of targets.
const (
	Email    = "email"
	Webhook  = "webhook"
	Telegram = "telegram"
	Wecom    = "wecom"
)

// Forms are the forms of targets, in the order of the screen.
var Forms = []string{Email, Webhook, Telegram, Wecom}

var formNames = map[string]string{Email: "邮件", Webhook: "Webhook", Telegram: "Telegram", Wecom: "企业微信"}

// Address is where a target is and what opens it. It is stored sealed and never shown.
type Address struct {
	// E-mail. Port 465 speaks TLS from the start; others must offer STARTTLS.
	Host     string   `json:"host,omitempty"`
	Port     int      `json:"port,omitempty"`
	User     string   `json:"user,omitempty"`
	Password string   `json:"password,omitempty"`
	From     string   `json:"from,omitempty"`
	To       []string `json:"to,omitempty"`

	URL string `json:"url,omitempty"` // webhook
	Key string `json:"key,omitempty"` // webhook: signs; WeCom: names the robot

	Token string `json:"token,omitempty"` // Telegram
	Chat  string `json:"chat,omitempty"`
}

var (
	hostForm  = regexp.MustCompile(`^[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$`)
	tokenForm = regexp.MustCompile(`^\d{5,15}:[A-Za-z0-9_-]{20,80}$`)
	chatForm  = regexp.MustCompile(`^(-?\d{1,20}|@[A-Za-z][A-Za-z0-9_]{3,31})$`)
	wecomForm = regexp.MustCompile(`^[A-Za-z0-9-]{16,64}$`)
)

// checkAddress keeps of an address what its form has, and returns what may be
// shown of it. A second person judges by that, so it names the receiver in full
// where it is no secret.
func (a *Alarms) checkAddress(form string, at *Address) (place string, err error) {
	switch form {
	case Email:
		*at = Address{Host: strings.TrimSpace(at.Host), Port: at.Port, User: at.User, Password: at.Password, From: at.From, To: at.To}
		return a.checkEmail(at)
	case Webhook:
		*at = Address{URL: strings.TrimSpace(at.URL), Key: at.Key}
		return a.checkWebhook(at)
	case Telegram:
		*at = Address{Token: strings.TrimSpace(at.Token), Chat: strings.TrimSpace(at.Chat)}
		if !tokenForm.MatchString(at.Token) {
			return "", ErrToken
		}
		if !chatForm.MatchString(at.Chat) {
			return "", ErrChat
		}
		robot, _, _ := strings.Cut(at.Token, ":")
		return "会话 " + at.Chat + "，机器人 " + robot, nil
	case Wecom:
		*at = Address{Key: strings.TrimSpace(at.Key)}
		if !wecomForm.MatchString(at.Key) {
			return "", ErrWecom
		}
		return "群机器人，key 尾号 " + at.Key[len(at.Key)-4:], nil
	}
	return "", ErrForm
}

func (a *Alarms) checkEmail(at *Address) (string, error) {
	if !hostForm.MatchString(at.Host) {
		return "", ErrEmail.With("服务器")
	}
	if at.Port < 1 || at.Port > 65535 {
		return "", ErrEmail.With("端口")
	}
	if ip, err := netip.ParseAddr(at.Host); err == nil && !a.out.Allows(ip) {
		return "", ErrInternal
	}
	if len(at.User) > 200 || len(at.Password) > 200 || strings.ContainsAny(at.User+at.Password, "\r\n\x00") || (at.User == "") != (at.Password == "") {
		return "", ErrEmail.With("用户名和密码")
	}
	if len(at.To) < 1 || len(at.To) > 10 {
		return "", ErrEmail.With("收件人须为1至10个")
	}
	for i, text := range append([]string{at.From}, at.To...) {
		text = strings.TrimSpace(text)
		one, err := mail.ParseAddress(text)
		if err != nil || one.Address != text || len(text) > 200 || strings.ContainsAny(text, "\r\n\" ") {
			return "", ErrEmail.With("地址 " + clean(text))
		}
		if i == 0 {
			at.From = text
		} else {
			at.To[i-1] = text
		}
	}
	slices.Sort(at.To)
	at.To = slices.Compact(at.To)
	return strings.Join(at.To, "、") + "，经 " + at.Host + " 端口 " + strconv.Itoa(at.Port), nil
}

func (a *Alarms) checkWebhook(at *Address) (string, error) {
	u, err := url.Parse(at.URL)
	if err != nil || len(at.URL) > 500 || u.Host == "" || u.User != nil || u.Fragment != "" || u.Opaque != "" || strings.ContainsAny(at.URL, " \r\n\t\\") {
		return "", ErrURL
	}
	ip, notAddress := netip.ParseAddr(u.Hostname())
	if notAddress == nil && !a.out.Allows(ip) {
		return "", ErrInternal
	}
	// Plain http is for a neighbour in a network that the configuration names.
	if u.Scheme != "https" && (u.Scheme != "http" || notAddress != nil || !a.out.Named(ip)) {
		return "", ErrURL
	}
	if notAddress != nil && !hostForm.MatchString(u.Hostname()) {
		return "", ErrURL
	}
	if len(at.Key) < 16 || len(at.Key) > 200 {
		return "", ErrKey
	}
	return u.Scheme + "://" + u.Host + shownPath(u.EscapedPath()), nil
}

// shownPath is what a second person recognises a webhook by. Paths of such services
// are secrets: of each part at most its ends are shown, and half of it is not.
func shownPath(path string) string {
	parts := strings.Split(path, "/")
	for i, part := range parts {
		switch n := len(part) / 4; {
		case part == "" || i < len(parts)-1 && len(part) <= 12:
		case n == 0:
			parts[i] = "…"
		default:
			parts[i] = part[:min(n, 8)] + "…" + part[len(part)-min(n, 8):]
		}
	}
	return strings.Join(parts, "/")
}
