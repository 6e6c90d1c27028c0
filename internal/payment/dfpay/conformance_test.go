package dfpay_test

import (
	"net/http/httptest"
	"testing"
	"time"

	"hongyun/internal/payment/dfpay"
	"hongyun/internal/payment/payouttest"
	"hongyun/sandbox"
)

// The adapter against the sandbox's company, which was written separately.
func TestConformance(t *testing.T) { payouttest.Run(t, open) }

func open(t *testing.T, o payouttest.Options) payouttest.Bench {
	const merchant, key = "10001", "conformance-dfpay-key"
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Log: o.Log, BaseURL: func() string { return address }, NoticeRetry: []time.Duration{time.Hour},
		Payers: []sandbox.PayerConfig{{Code: "dfpay", Merchant: merchant, Key: key, Balance: o.Balance, After: -1}},
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
	p, err := dfpay.New(dfpay.Config{Code: "dfpay", BaseURL: address + "/payers/dfpay", Merchant: merchant, Key: key, Timeout: o.Timeout, Log: o.Log})
	if err != nil {
		t.Fatal(err)
	}
	return payouttest.Bench{Payer: p, Sandbox: address, Code: "dfpay", Secrets: []string{key}}
}
