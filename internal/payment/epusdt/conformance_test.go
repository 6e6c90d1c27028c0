package epusdt_test

import (
	"net/http/httptest"
	"testing"
	"time"

	"hongyun/internal/payment/epusdt"
	"hongyun/internal/payment/paymenttest"
	"hongyun/sandbox"
)

// The adapter against the sandbox's company, which was written separately.
func TestConformance(t *testing.T) {
	paymenttest.Run(t, paymenttest.Harness{Open: open, Method: "usdt", Once: true, NoQuery: true})
}

func open(t *testing.T, o paymenttest.Options) paymenttest.Bench {
	const pid, key = "", "conformance-epusdt-key"
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Log: o.Log, BaseURL: func() string { return address },
		NoticeRetry: []time.Duration{50 * time.Millisecond},
		Gateways:    []sandbox.GatewayConfig{{Code: "shop", Protocol: "epusdt", PID: pid, Key: key}},
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
	g, err := epusdt.New(epusdt.Config{BaseURL: address + "/gateways/shop", Token: key, Timeout: o.Timeout})
	if err != nil {
		t.Fatal(err)
	}
	return paymenttest.Bench{Gateway: g, Company: paymenttest.Sandbox{URL: address, Gateway: "shop"}, Secrets: []string{key}}
}
