package payment_test

import (
	"encoding/hex"
	"errors"
	"strings"
	"testing"

	"github.com/btcsuite/btcd/btcutil/hdkeychain"
	"github.com/btcsuite/btcd/chaincfg"

	"hongyun/internal/payment"
)

// BIP32, test vectors 1 and 2: children of a public key are those of the
// private one.
func TestExtendedKeysDeriveAsBIP32Says(t *testing.T) {
	for _, v := range []struct {
		parent string
		index  uint32
		child  string
	}{
		{
			"xpub68Gmy5EdvgibQVfPdqkBBCHxA5htiqg55crXYuXoQRKfDBFA1WEjWgP6LHhwBZeNK1VTsfTFUHCdrfp1bgwQ9xv5ski8PX9rL2dZXvgGDnw", 1,
			"xpub6ASuArnXKPbfEwhqN6e3mwBcDTgzisQN1wXN9BJcM47sSikHjJf3UFHKkNAWbWMiGj7Wf5uMash7SyYq527Hqck2AxYysAA7xmALppuCkwQ",
		},
		{
			"xpub6D4BDPcP2GT577Vvch3R8wDkScZWzQzMMUm3PWbmWvVJrZwQY4VUNgqFJPMM3No2dFDFGTsxxpG5uJh7n7epu4trkrX7x7DogT5Uv6fcLW5", 2,
			"xpub6FHa3pjLCk84BayeJxFW2SP4XRrFd1JYnxeLeU8EqN3vDfZmbqBqaGJAyiLjTAwm6ZLRQUMv1ZACTj37sR62cfN7fe5JnJ7dh8zL4fiyLHV",
		},
		{
			"xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB", 0,
			"xpub69H7F5d8KSRgmmdJg2KhpAK8SR3DjMwAdkxj3ZuxV27CprR9LgpeyGmXUbC6wb7ERfvrnKZjXoUmmDznezpbZb7ap6r1D3tgFxHmwMkQTPH",
		},
	} {
		parent, err := hdkeychain.NewKeyFromString(v.parent)
		if err != nil {
			t.Fatal(err)
		}
		child, err := parent.Derive(v.index)
		if err != nil || child.String() != v.child {
			t.Errorf("child %d of %s: %v, %v", v.index, v.parent, child, err)
		}
	}
}

// account is the xpub of a path below the seed of the well-known phrase
// "abandon … about".
func account(t *testing.T, coin uint32) (public, private string) {
	t.Helper()
	seed, err := hex.DecodeString("5eb00bbddcf069084889a8ab9155568165f5c453ccb85e70811aaed6f6da5fc19a5ac40b389cd370d086206dec8aa6c43daea6690f20ad3d8d48b2d2ce9e38e4")
	if err != nil {
		t.Fatal(err)
	}
	key, err := hdkeychain.NewMaster(seed, &chaincfg.MainNetParams)
	for _, i := range []uint32{44, coin, 0} {
		if err == nil {
			key, err = key.Derive(hdkeychain.HardenedKeyStart + i)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	xpub, err := key.Neuter()
	if err != nil {
		t.Fatal(err)
	}
	return xpub.String(), key.String()
}

// The addresses are those that wallets show for the same phrase.
func TestDerivedAddressesAreThoseOfWallets(t *testing.T) {
	for _, v := range []struct {
		network string
		coin    uint32
		first   string
	}{
		{payment.TRC20, 195, "TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH"},
		{payment.ERC20, 60, "0x9858EfFD232B4033E47d90003D41EC34EcaEda94"},
		{payment.Omni, 0, "1LqBGSKuX5yYUonjxT5qGfpUsXKYYWeabA"},
	} {
		text, _ := account(t, v.coin)
		key, err := payment.ParseExtendedKey(v.network, " "+text+"\n")
		if err != nil {
			t.Fatal(err)
		}
		got, err := key.Address(0)
		if err != nil || got.String() != v.first {
			t.Errorf("%s: %s, %v", v.network, got, err)
		}
		second, err := key.Address(1)
		if err != nil || second == got {
			t.Errorf("%s: the second address is the first: %v", v.network, err)
		}
		if _, err := payment.ParseAddress(v.network, second.String()); err != nil {
			t.Errorf("%s: %v", v.network, err)
		}
		for _, i := range []int64{-1, 1 << 31} {
			if _, err := key.Address(i); !errors.Is(err, payment.ErrKeyIndex) {
				t.Errorf("%s: index %d: %v", v.network, i, err)
			}
		}
	}
	if text, _ := account(t, 0); text != "xpub6BosfCnifzxcFwrSzQiqu2DBVTshkCXacvNsWGYJVVhhawA7d4R5WSWGFNbi8Aw6ZRc1brxMyWMzG3DSSSSoekkudhUd9yLb6qx39T9nMdj" {
		t.Errorf("the account of the phrase: %s", text)
	}
}

// A private key is named as what it is, and neither it nor a slip is accepted.
func TestAPrivateKeyIsRefused(t *testing.T) {
	public, private := account(t, 195)
	for name, v := range map[string]struct {
		network, text string
		want          error
	}{
		"a private key":             {payment.TRC20, private, payment.ErrPrivateKey},
		"a private key with a slip": {payment.TRC20, private[:20], payment.ErrPrivateKey},
		"a slip":                    {payment.TRC20, public[:len(public)-1] + "z", payment.ErrNotExtendedKey},
		"nothing":                   {payment.TRC20, "", payment.ErrNotExtendedKey},
		"a key of test nets": {
			payment.TRC20, "tpubD6NzVbkrYhZ4XgiXtGrdW5XDAPFCL9h7we1vwNCpn8tGbBcgfVYjXyhWo4E1xkh56hjod1RhGjxbaTLV3X4FyWuejifB9jusQ46QzG87VKp",
			payment.ErrKeyVersion,
		},
		"another network": {"bep20", public, payment.ErrKeyOfNoNetwork},
	} {
		_, err := payment.ParseExtendedKey(v.network, v.text)
		if !errors.Is(err, v.want) {
			t.Errorf("%s: %v, want %v", name, err, v.want)
		}
		if err != nil && len(v.text) > 8 && strings.Contains(err.Error(), v.text[4:8]) {
			t.Errorf("%s: the error repeats the text", name)
		}
	}
}
