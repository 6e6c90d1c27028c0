// Package fair draws the outcomes of the simulated games so that a player can
// check them afterwards. The server commits to a secret seed by publishing its
// SHA-256 before the round. It mixes in a seed of the player's choice and the
// number of the round. It reveals its own seed when a new one replaces it.
// Anyone with all three can draw the same numbers again.
//
// The stream of a round is HMAC-SHA256(server seed, "client:round:block") for
// block 0, 1, 2 and so on, read as big-endian 32-bit numbers. A number that
// would favour some results is thrown away, so every result is equally likely.
package fair

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math"
	"strconv"
)

const seedBytes = 32

// Seed is the server's secret part of a series of rounds.
type Seed [seedBytes]byte

// NewSeed draws a seed from the machine's random source.
func NewSeed() Seed {
	var s Seed
	_, _ = rand.Read(s[:]) // never fails: the runtime stops the program first
	return s
}

// ParseSeed reads a seed as String writes it.
func ParseSeed(text string) (Seed, error) {
	var s Seed
	raw, err := hex.DecodeString(text)
	if err != nil || len(raw) != seedBytes {
		return s, fmt.Errorf("fair: a seed is %d hex digits", 2*seedBytes)
	}
	copy(s[:], raw)
	return s, nil
}

// String writes the seed in hex, for the reveal.
func (s Seed) String() string { return hex.EncodeToString(s[:]) }

// Commitment is what the player sees before the first round: the SHA-256 of
// the seed's 32 bytes, in hex.
func (s Seed) Commitment() string {
	sum := sha256.Sum256(s[:])
	return hex.EncodeToString(sum[:])
}

// Derive gives the seed of one match, round or draw by its name. It tells
// nothing about s or about the seed of another name.
func (s Seed) Derive(name string) (d Seed) {
	mac := hmac.New(sha256.New, s[:])
	_, _ = mac.Write([]byte(name)) // a hash never fails
	mac.Sum(d[:0])
	return d
}

// Draw begins the stream of one round. The same seed, client text and round
// always give the same stream.
func (s Seed) Draw(client string, round uint64) *Draw {
	return &Draw{seed: s, prefix: client + ":" + strconv.FormatUint(round, 10) + ":"}
}

// Draw is the stream of random numbers of one round. It is not safe for
// concurrent use.
type Draw struct {
	seed   Seed
	prefix string
	block  uint64
	buffer [sha256.Size]byte
	left   int // unread bytes at the end of buffer
}

const wordBytes = 4

func (d *Draw) word() uint32 {
	if d.left == 0 {
		mac := hmac.New(sha256.New, d.seed[:])
		_, _ = mac.Write(strconv.AppendUint([]byte(d.prefix), d.block, 10)) // a hash never fails
		mac.Sum(d.buffer[:0])
		d.block++
		d.left = len(d.buffer)
	}
	at := len(d.buffer) - d.left
	d.left -= wordBytes
	return binary.BigEndian.Uint32(d.buffer[at:])
}

// IntN gives a number from 0 to n-1, each equally likely. It panics unless n
// is between 1 and 2^31-1.
func (d *Draw) IntN(n int) int {
	if n < 1 || n > math.MaxInt32 {
		panic("fair: IntN of " + strconv.Itoa(n))
	}
	limit := math.MaxUint32 - (math.MaxUint32%uint32(n)+1)%uint32(n) // the last word of the last whole multiple of n
	for {
		if w := d.word(); w <= limit {
			return int(w % uint32(n))
		}
	}
}

// Shuffle puts n things into random order by swap.
func (d *Draw) Shuffle(n int, swap func(i, j int)) {
	for i := n - 1; i > 0; i-- {
		swap(i, d.IntN(i+1))
	}
}

// Weighted picks an index with a chance in proportion to its weight. It panics
// when no weight is above zero.
func (d *Draw) Weighted(weights []int) int {
	total := 0
	for _, w := range weights {
		total += w
	}
	at := d.IntN(total)
	for i, w := range weights {
		if at < w {
			return i
		}
		at -= w
	}
	panic("fair: weights changed while drawing")
}
