package secret

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
)

// tokenBytes is 256 bits (trust SES-1).
const tokenBytes = 32

// TokenLength is the length of NewToken's result in characters.
const TokenLength = 43

// NewToken returns 256 random bits in base64url, 43 characters. It is given to
// one browser and never stored; see HashToken.
func NewToken() string {
	var b [tokenBytes]byte
	rand.Read(b[:]) // never fails: crypto/rand ends the program instead
	return base64.RawURLEncoding.EncodeToString(b[:])
}

// IsToken reports whether s has the form of a token, so that nothing else
// reaches the database as one.
func IsToken(s string) bool {
	if len(s) != TokenLength {
		return false
	}
	b, err := base64.RawURLEncoding.Strict().DecodeString(s)
	return err == nil && len(b) == tokenBytes
}

// HashToken returns the SHA-256 of a token in hex, which is all that is kept.
// A plain hash is enough: a token has 256 random bits, so there is nothing to guess.
func HashToken(token string) string {
	sum := sha256.Sum256([]byte(token))
	return hex.EncodeToString(sum[:])
}

// Text returns n characters drawn evenly from alphabet.
func Text(n int, alphabet string) string {
	out := make([]byte, 0, n)
	limit := 256 - 256%len(alphabet) // bytes from here on would favour the first letters
	var b [64]byte
	for len(out) < n {
		rand.Read(b[:])
		for _, c := range b {
			if int(c) < limit && len(out) < n {
				out = append(out, alphabet[int(c)%len(alphabet)])
			}
		}
	}
	return string(out)
}
