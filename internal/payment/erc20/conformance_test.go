package erc20_test

import (
	"net/http/httptest"
	"testing"

	"hongyun/internal/payment/chaintest"
	"hongyun/internal/payment/erc20"
	"hongyun/sandbox"
)

// The adapter against the sandbox's chain, which was written separately.
func TestConformance(t *testing.T) {
	chaintest.Run(t, chaintest.Harness{Open: open, Depth: 12})
}

func open(t *testing.T, o chaintest.Options) chaintest.Bench {
	const key = "conformance-erc20-key"
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Log: o.Log, BaseURL: func() string { return address },
		Chains: []sandbox.ChainConfig{{Network: "erc20", Key: key, BlockEvery: -1}},
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
	chain, err := erc20.New(erc20.Config{URL: address + "/chains/erc20/rpc/" + key, Timeout: o.Timeout, Log: o.Log})
	if err != nil {
		t.Fatal(err)
	}
	return chaintest.Bench{Chain: chain, Company: chaintest.Sandbox{URL: address, Network: "erc20"}, Secrets: []string{key}}
}
