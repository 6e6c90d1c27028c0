package wire

import (
	"bytes"
	"crypto/cipher"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
)

// ECB encrypts block by block with PKCS#7 padding. Several venues use it, over
// AES or DES. It hides little and proves nothing: their signatures, tokens and
// address lists keep calls from being forged.
type ECB struct{ Block cipher.Block }

// Seal pads and encrypts a text.
func (e ECB) Seal(text []byte) []byte {
	size := e.Block.BlockSize()
	pad := size - len(text)%size
	out := append(bytes.Clone(text), bytes.Repeat([]byte{byte(pad)}, pad)...)
	for at := 0; at < len(out); at += size {
		e.Block.Encrypt(out[at:at+size], out[at:at+size])
	}
	return out
}

// Open decrypts a text and takes the padding off. It fails with ErrForm where
// the length or the padding is wrong, as with another key.
func (e ECB) Open(sealed []byte) ([]byte, error) {
	size := e.Block.BlockSize()
	if len(sealed) == 0 || len(sealed)%size != 0 {
		return nil, ErrForm
	}
	out := make([]byte, len(sealed))
	for at := 0; at < len(out); at += size {
		e.Block.Decrypt(out[at:at+size], sealed[at:at+size])
	}
	pad := int(out[len(out)-1])
	if pad < 1 || pad > size || !bytes.Equal(out[len(out)-pad:], bytes.Repeat([]byte{byte(pad)}, pad)) {
		return nil, ErrForm
	}
	return out[:len(out)-pad], nil
}

// Password derives a player's password at a venue from a key of the contract.
// The player never sees it. length is at most 64.
func Password(key, account string, length int) string {
	mac := hmac.New(sha256.New, []byte(key))
	_, _ = mac.Write([]byte(account)) // a hash never fails
	return hex.EncodeToString(mac.Sum(nil))[:length]
}
