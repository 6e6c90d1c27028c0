package outward

import (
	"context"
	"crypto/tls"
	"net"
	"net/smtp"
)

// tlsClient greets a mail server that speaks TLS from the start.
func tlsClient(ctx context.Context, conn net.Conn, c *tls.Config, host string) (*smtp.Client, error) {
	secure := tls.Client(conn, c)
	if err := secure.HandshakeContext(ctx); err != nil {
		return nil, err
	}
	return smtp.NewClient(secure, host)
}
