package draw

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"hongyun/internal/money"
	"hongyun/internal/promo/rule"
)

// below draws a number from 0 to n-1, each as likely as the other. It reads eight
// bytes as an unsigned number, highest byte first. A number at or above the
// largest multiple of n is thrown away; any other is taken modulo n.
func below(random io.Reader, n int64) (int64, error) {
	if n <= 0 {
		return 0, errors.New("draw among none")
	}
	rest := (^uint64(0))%uint64(n) + 1 // 2^64 mod n, but n itself where nothing is left over
	most := ^uint64(0)
	if rest != uint64(n) {
		most -= rest
	}
	for {
		var b [8]byte
		if _, err := io.ReadFull(random, b[:]); err != nil {
			return 0, fmt.Errorf("draw: %w", err)
		}
		if v := binary.BigEndian.Uint64(b[:]); v <= most {
			return int64(v % uint64(n)), nil
		}
	}
}

// Packet draws one of a table's packets.
func Packet(random io.Reader, table []rule.Packet) (money.Fen, error) {
	var sum int64
	for _, p := range table {
		sum += p.Weight
	}
	at, err := below(random, sum)
	if err != nil {
		return 0, err
	}
	for _, p := range table {
		if at -= p.Weight; at < 0 {
			return p.Amount, nil
		}
	}
	return 0, errors.New("draw: no packet")
}

// stream turns a seed into bytes that everyone with the seed gets too. Block n is
// HMAC-SHA256 of n under the seed, n as eight bytes with the highest first.
type stream struct {
	seed []byte
	next uint64
	left []byte
}

func (s *stream) Read(p []byte) (int, error) {
	for n := 0; n < len(p); {
		if len(s.left) == 0 {
			mac := hmac.New(sha256.New, s.seed)
			var count [8]byte
			binary.BigEndian.PutUint64(count[:], s.next)
			mac.Write(count[:])
			s.left, s.next = mac.Sum(nil), s.next+1
		}
		c := copy(p[n:], s.left)
		s.left, n = s.left[c:], n+c
	}
	return len(p), nil
}
