package payment

import (
	"errors"
	"fmt"
	"strings"

	"github.com/btcsuite/btcd/btcutil"
	"github.com/btcsuite/btcd/btcutil/hdkeychain"
	"github.com/btcsuite/btcd/chaincfg"
	"golang.org/x/crypto/sha3"
)

// Why a text is no extended public key that addresses may be derived from.
var (
	ErrPrivateKey      = errors.New("this is a private key: it must never leave the wallet")
	ErrNotExtendedKey  = errors.New("not an extended public key")
	ErrKeyVersion      = errors.New("an extended public key of another network or script; an xpub is needed")
	ErrKeyIndex        = errors.New("the index of an address is out of range")
	ErrKeyOfNoNetwork  = errors.New("no addresses are derived on this network")
	privateKeyPrefixes = []string{"xprv", "yprv", "zprv", "tprv", "uprv", "vprv"}
)

// ExtendedKey is the public half of an account of a hierarchical wallet (BIP32).
// It derives the addresses account/0/index and can spend nothing.
type ExtendedKey struct {
	network string
	text    string
	chain   *hdkeychain.ExtendedKey // account/0: the addresses that are given to others
}

// ParseExtendedKey reads the xpub of an account, such as m/44'/195'/0' on TRON.
// A private key is refused with ErrPrivateKey, and no error repeats the text.
func ParseExtendedKey(network, text string) (ExtendedKey, error) {
	if network != TRC20 && network != ERC20 && network != Omni {
		return ExtendedKey{}, ErrKeyOfNoNetwork
	}
	text = strings.TrimSpace(text)
	for _, prefix := range privateKeyPrefixes {
		if strings.HasPrefix(strings.ToLower(text), prefix) {
			return ExtendedKey{}, ErrPrivateKey
		}
	}
	account, err := hdkeychain.NewKeyFromString(text)
	switch {
	case err != nil:
		return ExtendedKey{}, ErrNotExtendedKey
	case account.IsPrivate():
		return ExtendedKey{}, ErrPrivateKey
	case !account.IsForNet(&chaincfg.MainNetParams):
		return ExtendedKey{}, ErrKeyVersion
	case account.String() != text:
		return ExtendedKey{}, ErrNotExtendedKey
	}
	chain, err := account.Derive(0)
	if err != nil {
		return ExtendedKey{}, ErrNotExtendedKey
	}
	return ExtendedKey{network: network, text: text, chain: chain}, nil
}

// Network is the network whose addresses the key derives.
func (k ExtendedKey) Network() string { return k.network }

// String is the key as wallets write it. Whoever has it can list all addresses.
func (k ExtendedKey) String() string { return k.text }

// Address derives the address account/0/index.
func (k ExtendedKey) Address(index int64) (Address, error) {
	if k.chain == nil || index < 0 || index >= hdkeychain.HardenedKeyStart {
		return Address{}, ErrKeyIndex
	}
	child, err := k.chain.Derive(uint32(index))
	if err != nil {
		return Address{}, fmt.Errorf("derive address %d: %w", index, err)
	}
	public, err := child.ECPubKey()
	if err != nil {
		return Address{}, fmt.Errorf("derive address %d: %w", index, err)
	}
	if k.network == Omni {
		return AddressOf(Omni, [20]byte(btcutil.Hash160(public.SerializeCompressed()))), nil
	}
	keccak := sha3.NewLegacyKeccak256()
	_, _ = keccak.Write(public.SerializeUncompressed()[1:]) // never fails
	return AddressOf(k.network, [20]byte(keccak.Sum(nil)[12:])), nil
}
