package alarm

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/textproto"
	"strconv"
	"syscall"
	"time"

	"hongyun/internal/reach"
)

// sender reaches targets, and nothing in the operator's own network that the
// configuration does not name. The address is looked at when the connection is
// made, after the name was resolved: a name cannot lead elsewhere later.
type sender struct {
	inside reach.Networks
	dialer *net.Dialer
	roots  *x509.CertPool
	client *http.Client
}

func newSender(c Config) sender {
	s := sender{inside: c.Inside, roots: c.Roots}
	s.dialer = &net.Dialer{Timeout: 5 * time.Second, Control: s.inside.Control}
	s.client = &http.Client{
		Timeout: sendLimit,
		// Without a proxy: it would resolve the name itself.
		Transport: &http.Transport{
			DialContext: s.dialer.DialContext, TLSClientConfig: s.tls(""), TLSHandshakeTimeout: 5 * time.Second, ResponseHeaderTimeout: 10 * time.Second,
			MaxIdleConnsPerHost: 2, IdleConnTimeout: time.Minute, ForceAttemptHTTP2: true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
	return s
}

func (s sender) tls(host string) *tls.Config {
	return &tls.Config{ServerName: host, RootCAs: s.roots, MinVersion: tls.VersionTLS12}
}

// statusError is an answer of a target that is no success.
type statusError struct{ said string }

func (e statusError) Error() string { return e.said }

// reasonOf says in words for people why a message was not taken. The text of an
// error is never shown: it may hold an address with a key in it.
func reasonOf(err error) string {
	var (
		said    statusError
		smtp    *textproto.Error
		name    *net.DNSError
		authent x509.UnknownAuthorityError
		invalid x509.CertificateInvalidError
		host    x509.HostnameError
		timeout interface{ Timeout() bool }
	)
	switch {
	case errors.As(err, &said):
		return said.said
	case errors.As(err, &smtp):
		return "邮件服务器返回 " + strconv.Itoa(smtp.Code)
	case errors.Is(err, reach.ErrInside):
		return "地址指向内部网络，已拒绝"
	case errors.As(err, &authent), errors.As(err, &invalid), errors.As(err, &host):
		return "证书不可信"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return "对方没有应答（超时）"
	case errors.As(err, &name):
		return "域名无法解析"
	case errors.Is(err, syscall.ECONNREFUSED):
		return "连接被拒绝"
	}
	return "连接中断"
}
