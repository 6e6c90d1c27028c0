package secret

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"strings"
)

// KeySize is the length in bytes of a Box's key.
const KeySize = 32

// keyID begins every sealed value, so that a later key can be told from this
// one while both are in the table.
const keyID = "1."

// ErrSealed says that a sealed value cannot be opened: it was altered, moved
// from another row, or sealed with another key.
var ErrSealed = errors.New("sealed value does not open")

// Box seals single fields with AES-256-GCM and makes their blind indexes
// (trust PII-1). It is safe for use by many goroutines.
type Box struct {
	aead  cipher.AEAD
	index []byte
}

// NewBox makes a Box from a key of KeySize bytes. Sealing and indexing use
// different keys derived from it.
func NewBox(key []byte) (*Box, error) {
	if len(key) != KeySize {
		return nil, fmt.Errorf("data key has %d bytes, must have %d", len(key), KeySize)
	}
	seal, err := hkdf.Key(sha256.New, key, nil, "hongyun seal 1", KeySize)
	if err != nil {
		return nil, fmt.Errorf("derive seal key: %w", err)
	}
	index, err := hkdf.Key(sha256.New, key, nil, "hongyun index 1", KeySize)
	if err != nil {
		return nil, fmt.Errorf("derive index key: %w", err)
	}
	block, err := aes.NewCipher(seal)
	if err != nil {
		return nil, fmt.Errorf("open seal key: %w", err)
	}
	aead, err := cipher.NewGCM(block)
	if err != nil {
		return nil, fmt.Errorf("open seal key: %w", err)
	}
	return &Box{aead: aead, index: index}, nil
}

// Seal encrypts plain for one place, named by where ("player.phone/ming"): the
// result opens only there. Nothing seals to nothing, so that an empty field
// stays visibly empty.
func (b *Box) Seal(where, plain string) string {
	if plain == "" {
		return ""
	}
	nonce := make([]byte, b.aead.NonceSize(), b.aead.NonceSize()+len(plain)+b.aead.Overhead())
	rand.Read(nonce)
	return keyID + base64.RawStdEncoding.EncodeToString(b.aead.Seal(nonce, nonce, []byte(plain), []byte(where)))
}

// Open returns what Seal was given for the same place, or ErrSealed.
func (b *Box) Open(where, sealed string) (string, error) {
	if sealed == "" {
		return "", nil
	}
	coded, ok := strings.CutPrefix(sealed, keyID)
	if !ok {
		return "", fmt.Errorf("%s: %w", where, ErrSealed)
	}
	raw, err := base64.RawStdEncoding.DecodeString(coded)
	if err != nil || len(raw) < b.aead.NonceSize() {
		return "", fmt.Errorf("%s: %w", where, ErrSealed)
	}
	n := b.aead.NonceSize()
	plain, err := b.aead.Open(nil, raw[:n], raw[n:], []byte(where))
	if err != nil {
		return "", fmt.Errorf("%s: %w", where, ErrSealed)
	}
	return string(plain), nil
}

// Index returns a keyed fingerprint of a value. Equal values of one kind have
// equal fingerprints, and trying values against it needs the key. The caller
// normalises the value first. An empty value has no fingerprint.
func (b *Box) Index(kind, value string) string {
	if value == "" {
		return ""
	}
	mac := hmac.New(sha256.New, b.index)
	mac.Write([]byte(kind))
	mac.Write([]byte{0})
	mac.Write([]byte(value))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}
