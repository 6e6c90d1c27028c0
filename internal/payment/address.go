package payment

import (
	"encoding/hex"
	"regexp"
	"strings"

	"github.com/btcsuite/btcd/btcutil/base58"
	"golang.org/x/crypto/sha3"
)

// The networks on which the house knows USDT. They are codes of ours: in
// orders, accounts (house:chain:trc20), contracts and gates.
const (
	TRC20 = "trc20"
	ERC20 = "erc20"
	Omni  = "omni"
)

// Networks are all of them, in the order in which they are offered.
var Networks = []string{TRC20, ERC20, Omni}

// Address is a checked address of one network. Two spellings of one address
// are one Address, so it compares with == and is fit for a key of a map.
type Address struct {
	network string
	hash    [20]byte
}

// AddressFlaw is what is wrong with an address.
type AddressFlaw string

// The flaws, from the most to the least obvious.
const (
	FlawNetwork  AddressFlaw = "network"  // nobody knows this network
	FlawFormat   AddressFlaw = "format"   // not the form of an address of this network
	FlawVersion  AddressFlaw = "version"  // well formed, for another network or another kind of address
	FlawChecksum AddressFlaw = "checksum" // mistyped
	FlawNobody   AddressFlaw = "nobody"   // well formed, and what is sent there is lost: the zero address, the token's contract
)

// AddressError says why a text is no address to pay to. It does not repeat the
// text.
type AddressError struct {
	Network string
	Flaw    AddressFlaw
}

// Error names network and flaw.
func (e *AddressError) Error() string {
	return "not a payable " + e.Network + " address: " + string(e.Flaw)
}

const (
	tronVersion    = 0x41
	bitcoinVersion = 0x00 // pay to public key hash; others exist, but the rule of OMNI is a leading 1
)

var (
	ercForm    = regexp.MustCompile(`^0x[0-9a-fA-F]{40}$`)
	base58Form = regexp.MustCompile(`^[1-9A-HJ-NP-Za-km-z]{25,35}$`)
	bareHash   = regexp.MustCompile(`^[0-9a-f]{64}$`)
)

// nobody are addresses that are well formed and belong to no payee: what is
// sent to a token's own contract stays there for good.
var nobody = map[Address]bool{
	{network: TRC20}: true, {network: ERC20}: true, {network: Omni}: true,
	{TRC20, unhex("a614f803b6fd780986a42c78ec9c7f77e6ded13c")}: true,
	{ERC20, unhex("dac17f958d2ee523a2206206994597c13d831ec7")}: true,
}

func unhex(text string) (hash [20]byte) {
	if n, err := hex.Decode(hash[:], []byte(text)); err != nil || n != len(hash) {
		panic("payment: " + text + " is not an address")
	}
	return hash
}

// NetworkOf guesses the network of an address by the specification's rule of
// prefixes: t or T, 0x, 1. It promises nothing: whatever is paid to goes
// through ParseAddress as well. "" when no rule fits.
func NetworkOf(text string) string {
	switch {
	case strings.HasPrefix(text, "t"), strings.HasPrefix(text, "T"):
		return TRC20
	case strings.HasPrefix(text, "0x"):
		return ERC20
	case strings.HasPrefix(text, "1"):
		return Omni
	}
	return ""
}

// ParseAddress checks an address to pay to in full: form, version, length and
// checksum (EIP-55 where an ERC20 address mixes cases). An error is always an
// *AddressError. It asks nobody.
func ParseAddress(network, text string) (Address, error) {
	a, err := parseAddress(network, text)
	if err != nil {
		return Address{}, err
	}
	if nobody[a] {
		return Address{}, &AddressError{network, FlawNobody}
	}
	return a, nil
}

// ParseContract is ParseAddress for a token's own address, which is never paid to.
func ParseContract(network, text string) (Address, error) { return parseAddress(network, text) }

func parseAddress(network, text string) (Address, error) {
	switch network {
	case TRC20:
		return parseBase58(network, text, tronVersion)
	case ERC20:
		return parseHex(text)
	case Omni:
		return parseBase58(network, text, bitcoinVersion)
	}
	return Address{}, &AddressError{network, FlawNetwork}
}

func parseBase58(network, text string, version byte) (Address, error) {
	if !base58Form.MatchString(text) {
		return Address{}, &AddressError{network, FlawFormat}
	}
	payload, got, err := base58.CheckDecode(text)
	switch {
	case err == base58.ErrChecksum:
		return Address{}, &AddressError{network, FlawChecksum}
	case err != nil || len(payload) != 20:
		return Address{}, &AddressError{network, FlawFormat}
	case got != version:
		return Address{}, &AddressError{network, FlawVersion}
	}
	a := Address{network: network, hash: [20]byte(payload)}
	if a.String() != text {
		return Address{}, &AddressError{network, FlawFormat} // another spelling of the same bytes
	}
	return a, nil
}

func parseHex(text string) (Address, error) {
	if !ercForm.MatchString(text) {
		return Address{}, &AddressError{ERC20, FlawFormat}
	}
	digits := text[2:]
	a := Address{ERC20, unhex(strings.ToLower(digits))}
	if digits != strings.ToLower(digits) && digits != strings.ToUpper(digits) && a.String() != text {
		return Address{}, &AddressError{ERC20, FlawChecksum}
	}
	return a, nil
}

// AddressOf is the address of a hash of twenty bytes, as chains write it in
// their logs.
func AddressOf(network string, hash [20]byte) Address { return Address{network, hash} }

// Network is the network the address is of.
func (a Address) Network() string { return a.network }

// Hash are the address's twenty bytes.
func (a Address) Hash() [20]byte { return a.hash }

// String is the one spelling in which the house keeps and shows an address:
// base58check, and for ERC20 the mixed case of EIP-55.
func (a Address) String() string {
	switch a.network {
	case TRC20:
		return base58.CheckEncode(a.hash[:], tronVersion)
	case ERC20:
		return "0x" + mixedCase(hex.EncodeToString(a.hash[:]))
	case Omni:
		return base58.CheckEncode(a.hash[:], bitcoinVersion)
	}
	return ""
}

// mixedCase is EIP-55: a letter is a capital where the Keccak-256 of the
// lower-case text has a nibble of 8 or more.
func mixedCase(digits string) string {
	keccak := sha3.NewLegacyKeccak256()
	_, _ = keccak.Write([]byte(digits))
	sum := keccak.Sum(nil)
	text := []byte(digits)
	for i, c := range text {
		if nibble := sum[i/2] >> (4 * (1 - i%2)) & 0xf; c >= 'a' && nibble >= 8 {
			text[i] = c - 'a' + 'A'
		}
	}
	return string(text)
}

// ParseTx brings the number of a transaction into the one spelling the house
// keeps: 64 lower-case hex digits, with 0x before them on ERC20 alone. False
// when the text is no such number.
func ParseTx(network, text string) (string, bool) {
	text = strings.ToLower(text)
	text = strings.TrimPrefix(text, "0x")
	if !bareHash.MatchString(text) {
		return "", false
	}
	switch network {
	case ERC20:
		return "0x" + text, true
	case TRC20, Omni:
		return text, true
	}
	return "", false
}
