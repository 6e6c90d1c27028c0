package courier

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha1" //nolint:gosec // the company's signature
	"encoding/base64"
	"encoding/json"
	"errors"
	"io"
	"net"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/google/uuid"

	"hongyun/internal/outward"
	"hongyun/internal/reach"
)

// shortMessage is one SMS.
type shortMessage struct {
	ID    string
	Phone string // 11 digits of mainland China
	Code  string // "" in a notice
	Title string
	Text  string
}

// company is a convention of a company that sends SMS.
type company struct {
	request func(ctx context.Context, s SMSSetting, key string, m shortMessage, now time.Time) (*http.Request, error)
	answer  func(body []byte) outcome
	notices func(s SMSSetting) bool
}

var companies = map[string]company{
	Aliyun:    {aliyunRequest, aliyunAnswer, func(s SMSSetting) bool { return s.NoticeTemplate != "" }},
	Chuanglan: {chuanglanRequest, chuanglanAnswer, func(SMSSetting) bool { return true }},
}

// sendSMS hands a message to the operator's company. An answer that cannot be read
// leaves open whether the company took it.
func (c *Courier) sendSMS(ctx context.Context, m shortMessage) outcome {
	s := c.sms.Now()
	by := companies[s.Company]
	if m.Code == "" && !by.notices(s) {
		return outcome{drop: true, said: "没有通知模板"}
	}
	r, err := by.request(ctx, s, c.sms.Secrets("")["secret"], m, c.DB.Clock().Now())
	if err != nil {
		return outcome{said: "接口地址无法使用"}
	}
	answer, err := c.out.Client.Do(r)
	if err != nil {
		var dial *net.OpError
		if errors.Is(err, reach.ErrInside) || errors.As(err, &dial) && dial.Op == "dial" {
			return outcome{again: true, down: true, said: outward.Reason(err)}
		}
		return outcome{answer: Unknown, down: true, said: outward.Reason(err)}
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(io.LimitReader(answer.Body, 64<<10))
	if err != nil {
		return outcome{answer: Unknown, said: outward.Reason(err)}
	}
	return by.answer(body)
}

var unreadable = outcome{answer: Unknown, said: "短信公司的应答无法识别"}

// aliyunRequest is SendSms of Alibaba Cloud (API 2017-05-25), signed in the RPC
// style: HMAC-SHA1 over the sorted and encoded parameters.
func aliyunRequest(ctx context.Context, s SMSSetting, key string, m shortMessage, now time.Time) (*http.Request, error) {
	template, values := s.CodeTemplate, map[string]string{"code": m.Code}
	if m.Code == "" {
		template, values = s.NoticeTemplate, map[string]string{"title": m.Title}
	}
	param, err := json.Marshal(values)
	if err != nil {
		return nil, err
	}
	form := map[string]string{
		"AccessKeyId": s.Account, "Action": "SendSms", "Format": "JSON", "OutId": m.ID, "PhoneNumbers": m.Phone, "RegionId": "cn-hangzhou",
		"SignName": s.Sign, "SignatureMethod": "HMAC-SHA1", "SignatureNonce": uuid.NewString(), "SignatureVersion": "1.0", "TemplateCode": template,
		"TemplateParam": string(param), "Timestamp": now.UTC().Format("2006-01-02T15:04:05Z"), "Version": "2017-05-25",
	}
	query := aliyunQuery(form)
	query += "&Signature=" + aliyunEncode(aliyunSignature(http.MethodPost, query, key))
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, strings.TrimRight(s.Address, "/")+"/", strings.NewReader(query))
	if err == nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	return r, err
}

// aliyunQuery writes parameters in their canonical form.
func aliyunQuery(form map[string]string) string {
	pairs := make([]string, 0, len(form))
	for name, value := range form {
		pairs = append(pairs, aliyunEncode(name)+"="+aliyunEncode(value))
	}
	slices.Sort(pairs)
	return strings.Join(pairs, "&")
}

// aliyunEncode encodes as RFC 3986 has it.
func aliyunEncode(s string) string {
	return strings.NewReplacer("+", "%20", "*", "%2A", "%7E", "~").Replace(url.QueryEscape(s))
}

func aliyunSignature(method, query, key string) string {
	mac := hmac.New(sha1.New, []byte(key+"&"))
	mac.Write([]byte(method + "&%2F&" + aliyunEncode(query)))
	return base64.StdEncoding.EncodeToString(mac.Sum(nil))
}

func aliyunAnswer(body []byte) outcome {
	var said struct{ Code, Message string }
	if err := json.Unmarshal(body, &said); err != nil || said.Code == "" {
		return unreadable
	}
	switch {
	case said.Code == "OK":
		return outcome{answer: Accepted}
	case strings.HasPrefix(said.Code, "isp.") || said.Code == "InternalError" || said.Code == "ServiceUnavailable":
		return outcome{answer: Unknown, said: "短信公司返回 " + clean(said.Code)}
	case strings.HasPrefix(said.Code, "Throttling"):
		return outcome{again: true, said: "短信公司返回 " + clean(said.Code)}
	}
	return outcome{said: "短信公司返回 " + clean(said.Code)}
}

// chuanglanRequest is the JSON interface of Chuanglan 253: account, password and
// the text as it is, with the signature in front.
func chuanglanRequest(ctx context.Context, s SMSSetting, key string, m shortMessage, _ time.Time) (*http.Request, error) {
	body, err := json.Marshal(map[string]string{
		"account": s.Account, "password": key, "msg": "【" + s.Sign + "】" + m.Text, "phone": m.Phone, "report": "false", "uid": m.ID,
	})
	if err != nil {
		return nil, err
	}
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, s.Address, bytes.NewReader(body))
	if err == nil {
		r.Header.Set("Content-Type", "application/json; charset=utf-8")
	}
	return r, err
}

func chuanglanAnswer(body []byte) outcome {
	const tooFast = "103"
	var said struct {
		Code     json.RawMessage `json:"code"`
		ErrorMsg string          `json:"errorMsg"`
	}
	if err := json.Unmarshal(body, &said); err != nil {
		return unreadable
	}
	switch code := strings.Trim(string(said.Code), `"`); code {
	case "":
		return unreadable
	case "0":
		return outcome{answer: Accepted}
	default:
		return outcome{again: code == tooFast, said: "短信公司返回 " + clean(code)}
	}
}

// clean keeps of a company's code what may be shown and stored.
func clean(s string) string {
	s = strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' {
			return -1
		}
		return r
	}, s)
	return s[:min(len(s), 60)]
}
