package fourparty_test

import (
	"net/http/httptest"
	"testing"
	"time"

	"hongyun/internal/payment/fourparty"
	"hongyun/internal/payment/paymenttest"
	"hongyun/sandbox"
)

// The adapter against the sandbox's company, which was written separately.
func TestConformance(t *testing.T) {
	paymenttest.Run(t, paymenttest.Harness{Open: open, Method: "903", Once: true})
}

func open(t *testing.T, o paymenttest.Options) paymenttest.Bench {
	const pid, key = "10001", "conformance-fourparty-key"
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Log: o.Log, BaseURL: func() string { return address },
		NoticeRetry: []time.Duration{50 * time.Millisecond},
		Gateways:    []sandbox.GatewayConfig{{Code: "shop", Protocol: "fourparty", PID: pid, Key: key}},
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
	g, err := fourparty.New(fourparty.Config{BaseURL: address + "/gateways/shop", Member: pid, Key: key, Timeout: o.Timeout})
	if err != nil {
		t.Fatal(err)
	}
	return paymenttest.Bench{Gateway: g, Company: paymenttest.Sandbox{URL: address, Gateway: "shop"}, Secrets: []string{key}}
}
