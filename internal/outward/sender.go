// Package outward reaches mail servers and HTTP interfaces on the Internet, and
// nothing in the operator's own network that the configuration does not name.
package outward

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"net"
	"net/http"
	"net/netip"
	"net/textproto"
	"strconv"
	"syscall"
	"time"

	"hongyun/internal/reach"
)

// sendLimit is how long one exchange over HTTP may take.
const sendLimit = 15 * time.Second

// Sender reaches targets. The address is looked at when the connection is made,
// after the name was resolved: a name cannot lead elsewhere later.
type Sender struct {
	reach.Networks // that it reaches inside

	dialer *net.Dialer
	roots  *x509.CertPool
	Client *http.Client // follows no redirect and uses no proxy
}

// New makes a sender that also reaches the internal networks named. roots are the
// certificates it trusts, nil for the system's.
func New(inside []netip.Prefix, roots *x509.CertPool) Sender {
	s := Sender{Networks: inside, roots: roots}
	s.dialer = &net.Dialer{Timeout: 5 * time.Second, Control: s.Control}
	s.Client = &http.Client{
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

func (s Sender) tls(host string) *tls.Config {
	return &tls.Config{ServerName: host, RootCAs: s.roots, MinVersion: tls.VersionTLS12}
}

// StatusError is an answer of a target that is no success, in words for people.
type StatusError struct{ Said string }

func (e StatusError) Error() string { return e.Said }

// Reason says in words for people why a message was not taken. The text of an
// error is never shown: it may hold an address with a key in it.
func Reason(err error) string {
	var (
		said    StatusError
		smtp    *textproto.Error
		name    *net.DNSError
		authent x509.UnknownAuthorityError
		invalid x509.CertificateInvalidError
		host    x509.HostnameError
		timeout interface{ Timeout() bool }
	)
	switch {
	case errors.As(err, &said):
		return said.Said
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
