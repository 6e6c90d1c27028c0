package ledger

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"sync"
	"time"
)

// ids makes the ids of entries: UUIDs of version 7 from the program's clock.
// Each is greater than the one before it from the same process, even when the
// clock stops or steps back (trust CLK-3). Readers page through the books by
// them and checkpoints cut the books at them.
type ids struct {
	mu   sync.Mutex
	ms   uint64
	tick uint32 // counts the ids of one millisecond, 26 bits
}

const tickBits = 26

func (g *ids) next(now time.Time) string {
	g.mu.Lock()
	ms := uint64(now.UnixMilli())
	switch {
	case ms > g.ms:
		g.ms, g.tick = ms, 0
	case g.tick == 1<<tickBits-1:
		g.ms, g.tick = g.ms+1, 0
	default:
		g.tick++
	}
	ms, tick := g.ms, g.tick
	g.mu.Unlock()

	var b [16]byte
	_, _ = rand.Read(b[:]) // never fails (crypto/rand)
	putMillis(&b, ms)
	// 12 bits of the tick follow the version, the other 14 the variant.
	binary.BigEndian.PutUint16(b[6:], 0x7000|uint16(tick>>14))
	binary.BigEndian.PutUint16(b[8:], 0x8000|uint16(tick&0x3fff))
	return uuidText(b)
}

// idBefore is smaller than every id made at or after the instant, and greater
// than those made before it.
func idBefore(at time.Time) string {
	var b [16]byte
	putMillis(&b, uint64(at.UnixMilli()))
	return uuidText(b)
}

func putMillis(b *[16]byte, ms uint64) {
	var m [8]byte
	binary.BigEndian.PutUint64(m[:], ms<<16)
	copy(b[:6], m[:6])
}

func uuidText(b [16]byte) string {
	var t [36]byte
	hex.Encode(t[0:], b[0:4])
	hex.Encode(t[9:], b[4:6])
	hex.Encode(t[14:], b[6:8])
	hex.Encode(t[19:], b[8:10])
	hex.Encode(t[24:], b[10:16])
	t[8], t[13], t[18], t[23] = '-', '-', '-', '-'
	return string(t[:])
}
