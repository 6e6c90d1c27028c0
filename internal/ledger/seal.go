package ledger

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"hash"
	"strconv"
)

// digest hashes fields one after the other, each with its length, so that no
// two lists of fields give the same bytes.
type digest struct{ h hash.Hash }

func newDigest() digest { return digest{sha256.New()} }

func (d digest) text(fields ...string) digest {
	for _, f := range fields {
		var n [4]byte
		binary.BigEndian.PutUint32(n[:], uint32(len(f)))
		d.h.Write(n[:])
		d.h.Write([]byte(f))
	}
	return d
}

func (d digest) number(values ...int64) digest {
	for _, v := range values {
		d.text(strconv.FormatInt(v, 10))
	}
	return d
}

// optional hashes a balance that may be missing: nil differs from every number.
func (d digest) optional(v *int64) digest {
	if v == nil {
		return d.text("-")
	}
	return d.number(*v)
}

func (d digest) sum() string { return base64.RawURLEncoding.EncodeToString(d.h.Sum(nil)) }

func (d digest) short() int64 { return int64(binary.BigEndian.Uint64(d.h.Sum(nil)[:8])) }

// contentsOf hashes the contents of an entry. A repeat of the key must have the
// same contents; its actor and remark may differ.
func contentsOf(kind, ref string, postings []postingRow) string {
	d := newDigest().text(kind, ref)
	for _, p := range postings {
		d.text(p.From, p.To, p.Asset).number(p.Amount)
	}
	return d.sum()
}

// sealOf hashes everything an entry's row says.
func (e entryRow) sealOf() string {
	return newDigest().text(e.ID, e.Scope, e.Key, e.Kind, e.Ref, e.Memo, e.MadeBy, e.Contents).number(e.Lines, e.At).sum()
}

// sealOf hashes everything a posting's row says.
func (p postingRow) sealOf() int64 {
	return newDigest().text(p.EntryID, p.From, p.To, p.Asset, p.Player).number(p.Line, p.Amount).
		optional(p.FromAfter).optional(p.ToAfter).short()
}
