package pinnacle

import (
	"bytes"
	"crypto/aes"
	"crypto/cipher"
	"crypto/md5"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"strconv"
	"time"
)

const (
	// initVector is the vendor's, 16 characters and the same for everybody.
	initVector = "RandomInitVector"

	// A token is valid for 15 minutes; tokenFor leaves room for two clocks.
	tokenFor = 10 * time.Minute
)

// newCipher makes AES-128 of the contract's SecretKey.
func newCipher(secret string) (cipher.Block, error) {
	if len(secret) != aes.BlockSize {
		return nil, errors.New("pinnacle: SecretKey must have 16 characters")
	}
	return aes.NewCipher([]byte(secret))
}

// sign makes the token of a call: Base64 of AES-CBC over agent, time in
// milliseconds and an MD5. The lower-case hex MD5 is over agent, time and
// AgentKey.
func sign(block cipher.Block, agent, agentKey string, at time.Time) string {
	millis := strconv.FormatInt(at.UnixMilli(), 10)
	sum := md5.Sum([]byte(agent + millis + agentKey))
	text := []byte(agent + "|" + millis + "|" + hex.EncodeToString(sum[:]))
	pad := aes.BlockSize - len(text)%aes.BlockSize
	text = append(text, bytes.Repeat([]byte{byte(pad)}, pad)...)
	cipher.NewCBCEncrypter(block, []byte(initVector)).CryptBlocks(text, text)
	return base64.StdEncoding.EncodeToString(text)
}

// token gives the token in use, or a new one.
func (v *Venue) token() string {
	v.mu.Lock()
	defer v.mu.Unlock()
	now := v.config.Clock.Now()
	if v.current == "" || now.Sub(v.madeAt).Abs() > tokenFor {
		v.current, v.madeAt = sign(v.cipher, v.config.Agent, v.config.AgentKey, now), now
	}
	return v.current
}

// forget drops a token that the vendor did not accept.
func (v *Venue) forget(token string) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.current == token {
		v.current = ""
	}
}
