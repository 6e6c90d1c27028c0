package messages

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"math/big"
	"mime"
	"net"
	"net/mail"
	"net/textproto"
	"strings"
	"time"
)

// MailServer is the simulated mail server on a listener of its own.
type MailServer struct {
	companies *Companies
	on        net.Listener
	cert      tls.Certificate
	Roots     *x509.CertPool // trusts the server
}

// The certificate holds whatever a moved clock says.
var certFrom, certUntil = time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2100, 1, 1, 0, 0, 0, 0, time.UTC)

// Mail begins to serve SMTP on a listener, which the caller closes.
func (c *Companies) Mail(on net.Listener) (*MailServer, error) {
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return nil, err
	}
	about := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "sandbox mail"}, NotBefore: certFrom, NotAfter: certUntil,
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1), net.IPv6loopback}, DNSNames: []string{"localhost"}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage: x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
	}
	der, err := x509.CreateCertificate(rand.Reader, about, about, &key.PublicKey, key)
	if err != nil {
		return nil, err
	}
	leaf, err := x509.ParseCertificate(der)
	if err != nil {
		return nil, err
	}
	s := &MailServer{companies: c, on: on, cert: tls.Certificate{Certificate: [][]byte{der}, PrivateKey: key}, Roots: x509.NewCertPool()}
	s.Roots.AddCert(leaf)
	go func() {
		for {
			conn, err := on.Accept()
			if err != nil {
				return
			}
			go func() {
				defer conn.Close()
				limit := time.AfterFunc(time.Minute, func() { _ = conn.Close() })
				defer limit.Stop()
				_ = s.serve(conn)
			}()
		}
	}()
	return s, nil
}

// Address is where the server listens.
func (s *MailServer) Address() string { return s.on.Addr().String() }

// serve is one conversation.
func (s *MailServer) serve(conn net.Conn) error {
	text, secure, in := textproto.NewConn(conn), false, false
	var from string
	var to []string
	say := func(format string, args ...any) error { return text.PrintfLine(format, args...) }
	if err := say("220 sandbox ESMTP"); err != nil {
		return err
	}
	for {
		line, err := text.ReadLine()
		if err != nil {
			return err
		}
		verb, rest, _ := strings.Cut(line, " ")
		switch strings.ToUpper(verb) {
		case "EHLO", "HELO":
			err = say("250-sandbox\r\n250-%s\r\n250 8BITMIME", map[bool]string{false: "STARTTLS", true: "AUTH PLAIN"}[secure])
		case "STARTTLS":
			if err := say("220 go ahead"); err != nil {
				return err
			}
			safe := tls.Server(conn, &tls.Config{Certificates: []tls.Certificate{s.cert}, MinVersion: tls.VersionTLS12})
			if err := safe.Handshake(); err != nil {
				return err
			}
			text, secure = textproto.NewConn(safe), true
		case "AUTH":
			plain, decodeErr := base64.StdEncoding.DecodeString(strings.TrimPrefix(rest, "PLAIN "))
			if in = decodeErr == nil && string(plain) == "\x00"+s.companies.Account+"\x00"+s.companies.Key; in {
				err = say("235 welcome")
			} else {
				err = say("535 who are you")
			}
		case "MAIL":
			if !in {
				err = say("530 log in first")
				break
			}
			from, to = address(rest), nil
			err = say("250 ok")
		case "RCPT":
			if strings.HasPrefix(address(rest), "refused@") {
				err = say("550 no such mailbox")
				break
			}
			to = append(to, address(rest))
			err = say("250 ok")
		case "DATA":
			if len(to) == 0 {
				err = say("503 no receiver")
				break
			}
			if err := say("354 go on"); err != nil {
				return err
			}
			if err := s.read(text, from, to); err != nil {
				return err
			}
			err = say("250 taken")
		case "QUIT":
			_ = say("221 bye")
			return nil
		default:
			err = say("502 not here")
		}
		if err != nil {
			return err
		}
	}
}

func address(rest string) string {
	_, after, _ := strings.Cut(rest, "<")
	inside, _, _ := strings.Cut(after, ">")
	return inside
}

func (s *MailServer) read(text *textproto.Conn, from string, to []string) error {
	m, err := mail.ReadMessage(text.DotReader())
	if err != nil {
		return fmt.Errorf("read mail: %w", err)
	}
	body, err := io.ReadAll(base64.NewDecoder(base64.StdEncoding, m.Body))
	subject, wrong := new(mime.WordDecoder).DecodeHeader(m.Header.Get("Subject"))
	if err := errors.Join(err, wrong); err != nil {
		return err
	}
	s.companies.take(Message{
		Company: "smtp", To: strings.Join(to, ", "), From: from, Subject: subject, Text: strings.TrimSpace(string(body)), ID: m.Header.Get("Message-ID"),
	})
	return nil
}
