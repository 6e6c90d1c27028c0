package epay_test

import (
	"net/http/httptest"
	"testing"
	"time"

	"hongyun/internal/payment/epay"
	"hongyun/internal/payment/paymenttest"
	"hongyun/sandbox"
)

// The adapter against the sandbox's gateway, which was written separately.
func TestConformance(t *testing.T) {
	paymenttest.Run(t, paymenttest.Harness{Open: open, Method: "alipay"})
}

func open(t *testing.T, o paymenttest.Options) paymenttest.Bench {
	const pid, key = "1001", "conformance-epay-key"
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Log: o.Log, BaseURL: func() string { return address },
		NoticeRetry: []time.Duration{50 * time.Millisecond},
		Gateways:    []sandbox.GatewayConfig{{Code: "epay", PID: pid, Key: key}},
	})
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(companies.Handler())
	address = server.URL
	t.Cleanup(func() {
		companies.Stop()
		server.Close()
		_ = companies.Close()
	})
	g, err := epay.New(epay.Config{Code: "epay", BaseURL: address + "/gateways/epay", PID: pid, Key: key, Timeout: o.Timeout, Log: o.Log})
	if err != nil {
		t.Fatal(err)
	}
	return paymenttest.Bench{Gateway: g, Company: paymenttest.Sandbox{URL: address, Gateway: "epay"}, Secrets: []string{key}}
}
