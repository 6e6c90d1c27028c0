package ky

import (
	"crypto/aes"
	"crypto/md5"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"net/url"
	"strconv"

	"hongyun/internal/venue/wire"
)

// cipherKey is the DESKey of the contract. The vendor's name for it is wrong:
// the cipher is AES-128 in ECB mode with PKCS#7 padding.
type cipherKey [16]byte

func newCipherKey(text string) (cipherKey, error) {
	var k cipherKey
	if len(text) != len(k) {
		return k, errors.New("ky: DESKey must have 16 characters")
	}
	copy(k[:], text)
	return k, nil
}

// seal encrypts an inner query string and writes it in standard Base64. ECB
// is the vendor's choice; what keeps a call from being forged is key.
func (k cipherKey) seal(inner string) (string, error) {
	block, err := aes.NewCipher(k[:])
	if err != nil {
		return "", err
	}
	return base64.StdEncoding.EncodeToString(wire.ECB{Block: block}.Seal([]byte(inner))), nil
}

// callKey proves that a call comes from us: lower-case hex MD5 of agent,
// milliseconds and the MD5Key of the contract, without separators.
func callKey(agent string, millis int64, md5Key string) string {
	sum := md5.Sum([]byte(agent + strconv.FormatInt(millis, 10) + md5Key))
	return hex.EncodeToString(sum[:])
}

// address is the whole address of one call.
func (v *Venue) address(base string, millis int64, inner string) (string, error) {
	param, err := v.cipher.seal(inner)
	if err != nil {
		return "", err
	}
	query := url.Values{
		"agent":     {v.config.Agent},
		"timestamp": {strconv.FormatInt(millis, 10)},
		"param":     {param},
		"key":       {callKey(v.config.Agent, millis, v.config.MD5Key)},
	}
	return base + "?" + query.Encode(), nil
}
