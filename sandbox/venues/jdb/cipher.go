package jdb

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"encoding/base64"
	"errors"
)

var errSealed = errors.New("jdb: x does not open")

// open decrypts x: Base64 for addresses without padding, over AES-128-CBC. Clients pad
// with PKCS#7, with blanks before PKCS#7, or with zero bytes; all of it is cut off.
func open(x, key, iv string) ([]byte, error) {
	sealed, err := base64.RawURLEncoding.DecodeString(x)
	if err != nil || len(sealed) == 0 || len(sealed)%aes.BlockSize != 0 {
		return nil, errSealed
	}
	block, err := aes.NewCipher([]byte(key))
	if err != nil || len(iv) != aes.BlockSize {
		return nil, errSealed
	}
	plain := make([]byte, len(sealed))
	cipher.NewCBCDecrypter(block, []byte(iv)).CryptBlocks(plain, sealed)
	if pad := int(plain[len(plain)-1]); pad >= 1 && pad <= aes.BlockSize && bytes.HasSuffix(plain, bytes.Repeat([]byte{byte(pad)}, pad)) {
		plain = plain[:len(plain)-pad]
	}
	return bytes.TrimRight(plain, "\x00 "), nil
}
