package chains

import (
	"crypto/sha256"
	"encoding/hex"
	"strings"

	"github.com/btcsuite/btcd/btcutil/base58"
)

// mainNet are the contracts of USDT on the real networks.
var mainNet = map[string]string{TRC20: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", ERC20: "0xdac17f958d2ee523a2206206994597c13d831ec7"}

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
