package chains

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/btcsuite/btcd/btcutil/base58"

	"hongyun/sandbox/faults"
)

// mainNet are the contracts of USDT on the real networks.
var mainNet = map[string]string{TRC20: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", ERC20: "0xdac17f958d2ee523a2206206994597c13d831ec7"}

// genesis are the numbers of block 0 of the real networks, which these chains
// pass for.
var genesis = map[string]string{
	TRC20: "00000000000000001ebf88508a03865c71d452e25f4d51194196a1d22b6653dc",
	ERC20: "d4e56740f876aef8c010b86a40d5f56745a118d0906a34e69aec8c0db1cb8fa3",
	Omni:  "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
}

// genesisOf is the network's block 0, or a test net's under the fault wrong_merchant.
func genesisOf(network string, fault faults.Fault) string {
	if fault.Kind == faults.WrongMerchant {
		return strings.Repeat("ab", 32)
	}
	return genesis[network]
}

// decimals is the answer of USDT to decimals(): six, as an ABI word.
const decimals = "0000000000000000000000000000000000000000000000000000000000000006"

var versions = map[string]byte{TRC20: 0x41, Omni: 0x00}

// parseAddress reads an address into its twenty bytes, in hex. The chains know
// no EIP-55: to a node the case of an address means nothing.
func parseAddress(network, text string) (string, error) {
	if network == ERC20 {
		digits, ok := strings.CutPrefix(strings.ToLower(text), "0x")
		if _, err := hex.DecodeString(digits); !ok || err != nil || len(digits) != 40 {
			return "", ErrAddress
		}
		return digits, nil
	}
	payload, version, err := base58.CheckDecode(text)
	if err != nil || version != versions[network] || len(payload) != 20 {
		return "", ErrAddress
	}
	return hex.EncodeToString(payload), nil
}

// addressText writes an address as the network does.
func (c *Chain) addressText(hash string) string {
	if c.Network == ERC20 {
		return "0x" + hash
	}
	payload, _ := hex.DecodeString(hash)
	return base58.CheckEncode(payload, versions[c.Network])
}

// txText writes the number of a transaction as the network does.
func (c *Chain) txText(tx string) string {
	if c.Network == ERC20 {
		return "0x" + tx
	}
	return tx
}

// bare is a number of a transaction as books keep it.
func bare(tx string) string { return strings.TrimPrefix(strings.ToLower(tx), "0x") }

// fakeToken is a token that calls itself USDT too.
func fakeToken(network string) string {
	if network == Omni {
		return "2147483651" // of the test ecosystem
	}
	sum := sha256.Sum256([]byte("fake token of " + network))
	return hex.EncodeToString(sum[:20])
}

// tokenText is a token's contract as the network writes it.
func (c *Chain) tokenText(token string) string {
	if c.Network == Omni {
		return token
	}
	return c.addressText(token)
}
