package promo

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"io"

	"hongyun/internal/money"
)

// below draws a number from 0 to n-1, each as likely as the other: eight bytes
// are read as an unsigned number, highest byte first; one at or above the
// largest multiple of n is thrown away, and the rest is divided by n.
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

// drawPacket draws one of a table's packets.
func drawPacket(random io.Reader, table []Packet) (money.Fen, error) {
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

// stream turns a seed into numbers that anybody with the seed gets too: block n
// is HMAC-SHA256 of n, as eight bytes with the highest first, under the seed.
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
