package omni_test

import (
	"net/http/httptest"
	"testing"

	"hongyun/internal/payment/chaintest"
	"hongyun/internal/payment/omni"
	"hongyun/sandbox"
)

// The adapter against the sandbox's chain, which was written separately.
func TestConformance(t *testing.T) {
	chaintest.Run(t, chaintest.Harness{Open: open, Depth: 6, Single: true})
}

func open(t *testing.T, o chaintest.Options) chaintest.Bench {
	const key = "conformance-omni-key"
	var address string
	companies, err := sandbox.New(sandbox.Config{
		DataDir: t.TempDir(), Log: o.Log, BaseURL: func() string { return address },
		Chains: []sandbox.ChainConfig{{Network: "omni", Key: key, BlockEvery: -1}},
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
	chain, err := omni.New(omni.Config{URL: address + "/chains/omni/rpc", User: "hongyun", Password: key, Timeout: o.Timeout, Log: o.Log})
	if err != nil {
		t.Fatal(err)
	}
	return chaintest.Bench{Chain: chain, Company: chaintest.Sandbox{URL: address, Network: "omni"}, Secrets: []string{key}}
}
