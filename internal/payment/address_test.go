package payment

import (
	"bytes"
	"encoding/hex"
	"errors"
	"math/rand/v2"
	"strings"
	"testing"
)

var vector = unhex("00112233445566778899aabbccddeeff00112233")

// WD-07, trust ADR-1: computed from the published standards.
func TestAddressesOfTheStandards(t *testing.T) {
	for network, text := range map[string]string{
		TRC20: "T9yZXXENpbqxic72funvcNeQuM4bnKkDAS",
		ERC20: "0x00112233445566778899AABbCCdDeeFf00112233",
		Omni:  "11MXTrefsj1ZS3Q5e9D6DxGzZKHWALyo9",
	} {
		if got := AddressOf(network, vector).String(); got != text {
			t.Errorf("%s: %s", network, got)
		}
		a, err := ParseAddress(network, text)
		if err != nil || a != AddressOf(network, vector) || a.Network() != network || a.Hash() != vector {
			t.Errorf("%s: %v, %v", network, a, err)
		}
		if NetworkOf(text) != network {
			t.Errorf("%s is of %q by its prefix", text, NetworkOf(text))
		}
	}
	// The examples of EIP-55.
	for _, text := range []string{
		"0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed", "0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359",
		"0xdbF03B407c01E7cD3CBea99509d93f8DDDC8C6FB", "0xD1220A0cf47c7B9Be7A2E6BA89F429762e7b9aDb",
		"0x52908400098527886E0F7030069857D2E4169EE7", "0xde709f2102306220921060314715629080e2fb77",
	} {
		for _, spelling := range []string{text, strings.ToLower(text), "0x" + strings.ToUpper(text[2:])} {
			if a, err := ParseAddress(ERC20, spelling); err != nil || !strings.EqualFold(a.String(), text) {
				t.Errorf("%s: %v, %v", spelling, a, err)
			}
		}
		a, _ := ParseAddress(ERC20, strings.ToLower(text))
		b, _ := ParseAddress(ERC20, "0x"+strings.ToUpper(text[2:]))
		if a != b || a.String() != b.String() {
			t.Errorf("%s has two spellings with us: %s, %s", text, a, b)
		}
	}
}

// The tokens' own contracts are addresses, and nobody's.
func TestContractsAreNotPaidTo(t *testing.T) {
	for network, text := range map[string]string{
		TRC20: "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t", ERC20: "0xdAC17F958D2ee523a2206206994597C13D831ec7",
	} {
		a, err := ParseContract(network, text)
		if err != nil || a.String() != text {
			t.Errorf("%s: %v, %v", network, a, err)
		}
		flawed(t, network, text, FlawNobody)
	}
	tron, _ := ParseContract(TRC20, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t")
	if hash := tron.Hash(); "41"+hex.EncodeToString(hash[:]) != "41a614f803b6fd780986a42c78ec9c7f77e6ded13c" {
		t.Errorf("%x", hash)
	}
	flawed(t, TRC20, "TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6u", FlawChecksum) // its last character changed
	for _, network := range Networks {
		flawed(t, network, AddressOf(network, [20]byte{}).String(), FlawNobody)
	}
}

func flawed(t *testing.T, network, text string, want AddressFlaw) {
	t.Helper()
	a, err := ParseAddress(network, text)
	flaw, ok := errors.AsType[*AddressError](err)
	if !ok || flaw.Flaw != want || flaw.Network != network || a != (Address{}) {
		t.Errorf("%s %q: %v, %v; want %s", network, text, a, err, want)
	}
	if text != "" && err != nil && strings.Contains(err.Error(), text) {
		t.Errorf("the error repeats the address: %v", err)
	}
}

// WD-07: the rule of prefixes is a minimum.
func TestAddressesThatAreNone(t *testing.T) {
	tron, erc, omni := AddressOf(TRC20, vector).String(), AddressOf(ERC20, vector).String(), AddressOf(Omni, vector).String()
	flawed(t, TRC20, tron[:33]+"T", FlawChecksum)
	flawed(t, TRC20, "t"+tron[1:], FlawChecksum) // passes the specification's rule
	flawed(t, TRC20, omni, FlawVersion)
	flawed(t, Omni, tron, FlawVersion)
	flawed(t, Omni, "31hNT1M6Dn3PebjqCjooWrKD95c187fi2j", FlawVersion) // pay to script hash
	flawed(t, ERC20, tron, FlawFormat)
	flawed(t, TRC20, erc, FlawFormat)
	flawed(t, ERC20, "0x00112233445566778899aABbCCdDeeFf00112233", FlawChecksum)
	flawed(t, ERC20, "0X"+erc[2:], FlawFormat)
	flawed(t, ERC20, erc[2:], FlawFormat)
	flawed(t, ERC20, erc+"0", FlawFormat)
	flawed(t, ERC20, erc[:41]+"g", FlawFormat)
	flawed(t, Omni, "bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4", FlawFormat)
	flawed(t, "solana", tron, FlawNetwork)
	for _, network := range Networks {
		good := AddressOf(network, vector).String()
		for _, text := range []string{"", " ", "1", "T", "0x", " " + good, good + " ", good + "\n", "\ufeff" + good, good + good, good[:20], strings.Repeat("1", 34), "1" + good} {
			if a, err := ParseAddress(network, text); err == nil {
				t.Errorf("%s: %q is %v", network, text, a)
			}
		}
	}
}

// trust ADR-1: what has a checksum passes no mutation of one character, and
// every address that is made passes.
func TestEveryMistypedCharacterIsSeen(t *testing.T) {
	const letters = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz0OIl"
	random := rand.New(rand.NewPCG(41, 0))
	for i := range 10_000 {
		var hash [20]byte
		for j := range hash {
			hash[j] = byte(random.Uint32())
		}
		for _, network := range []string{TRC20, Omni, ERC20} {
			good := AddressOf(network, hash).String()
			if a, err := ParseAddress(network, good); err != nil || a.Hash() != hash {
				t.Fatalf("%s %s: %v", network, good, err)
			}
			at, letter := random.IntN(len(good)), letters[random.IntN(len(letters))]
			if good[at] == letter || network == ERC20 {
				continue // EIP-55 is a weak checksum and no part of plain spellings
			}
			if a, err := ParseAddress(network, good[:at]+string(letter)+good[at+1:]); err == nil {
				t.Fatalf("%d: %s passes as %v with %c at %d", i, good, a, letter, at)
			}
		}
	}
}

func TestTransactionsHaveOneSpelling(t *testing.T) {
	digits := strings.Repeat("0aB9", 16)
	for network, want := range map[string]string{TRC20: strings.ToLower(digits), ERC20: "0x" + strings.ToLower(digits), Omni: strings.ToLower(digits)} {
		for _, text := range []string{digits, strings.ToLower(digits), strings.ToUpper(digits), "0x" + digits, "0X" + digits} {
			if got, ok := ParseTx(network, text); !ok || got != want {
				t.Errorf("%s %s: %q, %v", network, text, got, ok)
			}
		}
		for _, text := range []string{"", "0x", digits[1:], digits + "0", " " + digits, digits[1:] + "g", "0x0x" + digits, digits + "\n"} {
			if got, ok := ParseTx(network, text); ok {
				t.Errorf("%s %q: %q", network, text, got)
			}
		}
	}
	if got, ok := ParseTx("solana", digits); ok {
		t.Errorf("a network nobody knows: %q", got)
	}
}

// FuzzParseAddress: whatever passes is spelt in one way, of its network, and
// passes again.
func FuzzParseAddress(f *testing.F) {
	for _, network := range Networks {
		f.Add(AddressOf(network, vector).String())
	}
	f.Add("TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t")
	f.Add("31hNT1M6Dn3PebjqCjooWrKD95c187fi2j")
	f.Fuzz(func(t *testing.T, text string) {
		for _, network := range Networks {
			a, err := ParseAddress(network, text)
			if err != nil {
				if _, ok := errors.AsType[*AddressError](err); !ok {
					t.Errorf("%T", err)
				}
				continue
			}
			if !strings.EqualFold(a.String(), text) || a.Network() != network || NetworkOf(text) != network {
				t.Errorf("%q became %q of %s", text, a, a.Network())
			}
			if network != ERC20 && a.String() != text {
				t.Errorf("%q is spelt %q", text, a)
			}
			if again, err := ParseAddress(network, a.String()); err != nil || again != a {
				t.Errorf("%q does not pass again: %v", a, err)
			}
			if hash := a.Hash(); bytes.Equal(hash[:], make([]byte, 20)) {
				t.Error("the zero address passed")
			}
		}
	})
}
