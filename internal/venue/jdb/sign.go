package jdb

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
)

// seal encrypts a question: AES-128-CBC with PKCS#7 padding, in Base64 for addresses
// without padding.
func (v *Venue) seal(plain []byte) string {
	pad := aes.BlockSize - len(plain)%aes.BlockSize
	text := append(bytes.Clone(plain), bytes.Repeat([]byte{byte(pad)}, pad)...)
	cipher.NewCBCEncrypter(v.block, []byte(v.config.IV)).CryptBlocks(text, text)
	return base64.RawURLEncoding.EncodeToString(text)
}
