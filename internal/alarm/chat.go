package alarm

import (
	"bytes"
	"context"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"unicode/utf8"

	"hongyun/internal/outward"
)

// heading is the one line of a message that is read first.
func (m message) heading() string {
	mark := "报警"
	if m.Grave {
		mark = "严重报警"
	}
	switch m.State {
	case "over":
		mark = "恢复"
	case "test":
		mark = "测试"
	}
	return "【" + m.Site + "】" + mark + "：" + m.Title
}

// sendWebhook posts a message as JSON. The signature is the HMAC-SHA256 of the
// time, a dot and the body, in hex.
func (a *Alarms) sendWebhook(ctx context.Context, at Address, id string, m message) error {
	body, err := json.Marshal(struct {
		ID string `json:"id"`
		message
	}{id, m})
	if err != nil {
		return err
	}
	stamp := strconv.FormatInt(a.DB.Clock().Now().Unix(), 10)
	mac := hmac.New(sha256.New, []byte(at.Key))
	mac.Write([]byte(stamp + "."))
	mac.Write(body)
	_, err = a.postJSON(ctx, at.URL, body, map[string]string{
		"X-Hongyun-Id": id, "X-Hongyun-Timestamp": stamp, "X-Hongyun-Signature": "v1=" + hex.EncodeToString(mac.Sum(nil)),
	})
	return err
}

// Texts of chats are bounded by their vendors: Telegram counts 4096 characters, WeCom 2048 bytes.
const (
	mostTelegram = 4000
	mostWecom    = 2000
)

func (a *Alarms) sendTelegram(ctx context.Context, at Address, m message) error {
	text := []rune(m.heading() + "\n" + m.Text)
	body, err := json.Marshal(map[string]any{"chat_id": at.Chat, "text": string(text[:min(len(text), mostTelegram)]), "disable_web_page_preview": true})
	if err != nil {
		return err
	}
	answer, err := a.postJSON(ctx, a.TelegramURL+"/bot"+at.Token+"/sendMessage", body, nil)
	if err != nil {
		return err
	}
	var said struct {
		OK bool `json:"ok"`
	}
	if json.Unmarshal(answer, &said) != nil || !said.OK {
		return outward.StatusError{Said: "Telegram 没有接受消息"}
	}
	return nil
}

func (a *Alarms) sendWecom(ctx context.Context, at Address, m message) error {
	text := m.heading() + "\n" + m.Text
	for len(text) > mostWecom {
		_, last := utf8.DecodeLastRuneInString(text)
		text = text[:len(text)-last]
	}
	body, err := json.Marshal(map[string]any{"msgtype": "text", "text": map[string]string{"content": text}})
	if err != nil {
		return err
	}
	answer, err := a.postJSON(ctx, a.WecomURL+"/cgi-bin/webhook/send?key="+url.QueryEscape(at.Key), body, nil)
	if err != nil {
		return err
	}
	var said struct {
		Code *int `json:"errcode"`
	}
	if json.Unmarshal(answer, &said) != nil || said.Code == nil {
		return outward.StatusError{Said: "企业微信没有接受消息"}
	}
	if *said.Code != 0 {
		return outward.StatusError{Said: fmt.Sprintf("企业微信返回 %d", *said.Code)}
	}
	return nil
}

// mostAnswer is how much of an answer is read.
const mostAnswer = 16 << 10

func (a *Alarms) postJSON(ctx context.Context, to string, body []byte, headers map[string]string) ([]byte, error) {
	r, err := http.NewRequestWithContext(ctx, http.MethodPost, to, bytes.NewReader(body))
	if err != nil {
		return nil, err
	}
	r.Header.Set("Content-Type", "application/json; charset=utf-8")
	r.Header.Set("User-Agent", "hongyun-alarm")
	for name, value := range headers {
		r.Header.Set(name, value)
	}
	answer, err := a.out.Client.Do(r)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(io.LimitReader(answer.Body, mostAnswer))
	if answer.StatusCode < 200 || answer.StatusCode > 299 {
		return nil, outward.StatusError{Said: "对方返回 HTTP " + strconv.Itoa(answer.StatusCode)}
	}
	return text, err
}
