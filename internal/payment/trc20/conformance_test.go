package trc20_test

import (
	"net/http/httptest"
	"testing"

	"hongyun/internal/payment/chaintest"
	"hongyun/internal/payment/trc20"
	"hongyun/sandbox"
)

// The adapter against the sandbox's chain, which was written separately.
func TestConformance(t *testing.T) {
	chaintest.Run(t, chaintest.Harness{Open: open, Depth: 20})
}

func open(t *testing.T, o chaintest.Options) chaintest.Bench {
	const key = "conformance-trc20-key"
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Log: o.Log, BaseURL: func() string { return address },
		Chains: []sandbox.ChainConfig{{Network: "trc20", Key: key, BlockEvery: -1}},
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
	chain, err := trc20.New(trc20.Config{URL: address + "/chains/trc20", Key: key, Timeout: o.Timeout, Log: o.Log})
	if err != nil {
		t.Fatal(err)
	}
	return chaintest.Bench{Chain: chain, Company: chaintest.Sandbox{URL: address, Network: "trc20"}, Secrets: []string{key}}
}
