package upload

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
)

// cached is a picture that is kept in memory.
type cached struct {
	Stored
	data []byte
}

// Open gives the file of an address. Its reader fails before the last byte if the
// store gave other bytes than were uploaded. Faults: ErrMissing, and ErrAway while
// the store does not answer or has lost the file.
func (u *Uploads) Open(ctx context.Context, address string) (Stored, io.ReadCloser, error) {
	parts := addressForm.FindStringSubmatch(address)
	if parts == nil {
		return Stored{}, nil, ErrMissing
	}
	if p, known := u.pictures.GetIfPresent(address); known {
		u.meter.served("ok")
		return p.Stored, io.NopCloser(bytes.NewReader(p.data)), nil
	}
	r, err := find(ctx, u.DB, parts[1], "")
	if err != nil {
		return Stored{}, nil, err
	}
	if r.State != ready || r.Ext != parts[2] {
		u.meter.served("missing")
		return Stored{}, nil, ErrMissing
	}
	s := r.stored()
	body, err := u.open(ctx, r)
	if err == nil && !s.IsPackage() { // a picture is read whole before its first byte is shown
		var data []byte
		data, err = io.ReadAll(body)
		if err = errors.Join(err, body.Close()); err == nil {
			u.pictures.Set(address, cached{s, data})
			body = io.NopCloser(bytes.NewReader(data))
		}
	}
	if err != nil {
		if ctx.Err() != nil {
			return Stored{}, nil, ctx.Err()
		}
		u.meter.served(failureOf(err))
		return Stored{}, nil, u.away(ctx, "read", r, err)
	}
	u.meter.served("ok")
	return s, body, nil
}

func failureOf(err error) string {
	switch {
	case errors.Is(err, errLost):
		return "lost"
	case errors.Is(err, errDamaged):
		return "damaged"
	}
	return "away"
}

func (u *Uploads) open(ctx context.Context, r row) (io.ReadCloser, error) {
	s, configured := u.stores[r.Store]
	if !configured {
		return nil, errors.New("its store is not configured")
	}
	ctx, cancel := within(ctx, r.Size)
	body, err := s.Open(ctx, r.Object)
	if err != nil {
		cancel()
		return nil, err
	}
	return &proved{body: body, end: cancel, left: r.Size, want: r.Hash, sum: sha256.New()}, nil
}

// proved is a reader that gives the last bytes only once the hash of all is right.
// No other bytes are taken for the file.
type proved struct {
	body io.ReadCloser
	end  context.CancelFunc
	left int64 // bytes that are still to be given
	want string
	sum  hash.Hash
	last []byte // read and held back
	err  error
}

// heldBack is how many bytes at the end wait for the hash.
const heldBack = 32 << 10

func (p *proved) Read(to []byte) (int, error) {
	if p.err != nil {
		return 0, p.err
	}
	if p.left > heldBack {
		n, err := p.body.Read(to[:min(int64(len(to)), p.left-heldBack)])
		p.sum.Write(to[:n])
		p.left -= int64(n)
		if errors.Is(err, io.EOF) {
			err = errDamaged
		}
		p.err = err
		return n, err
	}
	if p.last == nil {
		p.last = make([]byte, p.left)
		if _, err := io.ReadFull(p.body, p.last); err != nil {
			p.err = errDamaged
			if !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF) {
				p.err = err
			}
			return 0, p.err
		}
		p.sum.Write(p.last)
		var more [1]byte
		if n, _ := io.ReadFull(p.body, more[:]); n > 0 || hex.EncodeToString(p.sum.Sum(nil)) != p.want {
			p.err = errDamaged
			return 0, p.err
		}
	}
	if len(p.last) == 0 {
		p.err = io.EOF
		return 0, io.EOF
	}
	n := copy(to, p.last)
	p.last = p.last[n:]
	return n, nil
}

func (p *proved) Close() error {
	defer p.end()
	return p.body.Close()
}
