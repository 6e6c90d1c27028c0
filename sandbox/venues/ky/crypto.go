package ky

import (
	"bytes"
	"crypto/aes"
	"crypto/md5" //nolint:gosec // the vendor's protocol signs with MD5
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strings"
	"unicode/utf8"
)

var errCipher = errors.New("ky: param does not decrypt")

// sign is the query's key: MD5 over agent, timestamp and the shared key.
func sign(agent, timestamp, md5Key string) string {
	sum := md5.Sum([]byte(agent + timestamp + md5Key)) //nolint:gosec // see above
	return hex.EncodeToString(sum[:])
}

// cleaner takes the line breaks of wrapping Base64 encoders out, and puts the
// plus signs back that a careless URL decoding made spaces.
var cleaner = strings.NewReplacer("\r", "", "\n", "", " ", "+")

// decrypt opens param: Base64 over AES-128-ECB with PKCS#7 padding.
func decrypt(param, desKey string) (string, error) {
	sealed, err := base64.StdEncoding.DecodeString(cleaner.Replace(param))
	if err != nil || len(sealed) == 0 || len(sealed)%aes.BlockSize != 0 {
		return "", errCipher
	}
	block, err := aes.NewCipher([]byte(desKey))
	if err != nil {
		return "", err
	}
	open := make([]byte, len(sealed))
	for at := 0; at < len(sealed); at += aes.BlockSize {
		block.Decrypt(open[at:], sealed[at:at+aes.BlockSize])
	}
	pad := int(open[len(open)-1])
	if pad < 1 || pad > aes.BlockSize || !bytes.HasSuffix(open, bytes.Repeat([]byte{byte(pad)}, pad)) {
		return "", errCipher
	}
	text := string(open[:len(open)-pad])
	if !utf8.ValidString(text) {
		return "", errCipher
	}
	return text, nil
}

// inner splits the decrypted query string, which is not URL-encoded. The first
// of a repeated field counts.
func inner(text string) map[string]string {
	fields := map[string]string{}
	for pair := range strings.SplitSeq(text, "&") {
		name, value, _ := strings.Cut(pair, "=")
		if _, seen := fields[name]; !seen {
			fields[name] = value
		}
	}
	return fields
}
