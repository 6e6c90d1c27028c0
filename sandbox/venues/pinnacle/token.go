package pinnacle

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"crypto/subtle"
	"encoding/base64"
	"encoding/hex"
	"strconv"
	"strings"
	"time"
)

// The token's cipher, by the sheet.
const (
	initialVector = "RandomInitVector"
	tokenFor      = 15 * time.Minute
	tokenParts    = 3
)

// isToken tells whether the agent made a token not long ago.
func (s *Server) isToken(token string) bool {
	text, ok := decrypt(token, s.SecretKey)
	if !ok {
		return false
	}
	parts := strings.Split(text, "|")
	if len(parts) != tokenParts {
		return false
	}
	millis, err := strconv.ParseInt(parts[1], 10, 64)
	sum := md5.Sum([]byte(s.Agent + parts[1] + s.AgentKey))
	return err == nil && parts[0] == s.Agent && s.Clock.Now().Sub(time.UnixMilli(millis)).Abs() <= tokenFor &&
		subtle.ConstantTimeCompare([]byte(parts[2]), []byte(hex.EncodeToString(sum[:]))) == 1
}

// decrypt opens Base64 of AES-CBC with PKCS#5 padding.
func decrypt(text, key string) (string, bool) {
	sealed, err := base64.StdEncoding.DecodeString(text)
	if err != nil || len(sealed) == 0 || len(sealed)%aes.BlockSize != 0 {
		return "", false
	}
	block, err := aes.NewCipher([]byte(key))
	if err != nil {
		return "", false
	}
	cipher.NewCBCDecrypter(block, []byte(initialVector)).CryptBlocks(sealed, sealed)
	n := int(sealed[len(sealed)-1])
	if n < 1 || n > aes.BlockSize || !bytes.Equal(sealed[len(sealed)-n:], bytes.Repeat([]byte{byte(n)}, n)) {
		return "", false
	}
	return string(sealed[:len(sealed)-n]), true
}
