package upload

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"hongyun/internal/db"
)

// cached is a picture that is kept in memory.
type cached struct {
	Stored
	data []byte
}

// File is a file that is read from its store. Opening it reads nothing; a picture is
// read whole before its first byte is given, and an app part by part. No byte is given
// that was not compared with its hash. A File is for one reader, who closes it, and holds one part.
type File struct {
	Stored

	ctx    context.Context
	u      *Uploads
	row    row
	at     int64  // where the next read begins
	part   []byte // the bytes that are held
	begins int64  // where they begin in the file
	served bool   // it has a place among the downloads
	failed error
}

// Open finds the file of an address. Fault: ErrMissing.
func (u *Uploads) Open(ctx context.Context, address string) (*File, error) {
	parts := addressForm.FindStringSubmatch(address)
	if parts == nil {
		return nil, ErrMissing
	}
	if p, known := u.pictures.GetIfPresent(address); known {
		return &File{Stored: p.Stored, ctx: ctx, u: u, part: p.data}, nil
	}
	r, err := find(ctx, u.DB, parts[1], "")
	if err != nil {
		return nil, err
	}
	if r.State != ready || r.Ext != parts[2] {
		u.meter.served("missing")
		return nil, ErrMissing
	}
	return &File{Stored: r.stored(), ctx: ctx, u: u, row: r}, nil
}

// Read gives the next bytes of the file. Its faults are ErrAway while the
// store does not answer, or has lost or changed the file, and ErrCrowded.
func (f *File) Read(to []byte) (int, error) {
	if f.failed != nil {
		return 0, f.failed
	}
	if f.at >= f.Size {
		return 0, io.EOF
	}
	if f.at < f.begins || f.at >= f.begins+int64(len(f.part)) {
		if err := f.load(); err != nil {
			f.failed = err
			return 0, err
		}
	}
	n := copy(to, f.part[f.at-f.begins:])
	f.at += int64(n)
	return n, nil
}

// Seek sets where the next read begins.
func (f *File) Seek(offset int64, whence int) (int64, error) {
	switch whence {
	case io.SeekCurrent:
		offset += f.at
	case io.SeekEnd:
		offset += f.Size
	}
	if offset < 0 {
		return 0, errors.New("upload: a place before the file")
	}
	f.at = offset
	return offset, nil
}

// Failed is why reading failed, nil if it did not.
func (f *File) Failed() error { return f.failed }

// Close gives the place among the downloads back.
func (f *File) Close() error {
	if f.served {
		f.served = false
		<-f.u.served
	}
	return nil
}

// enter takes a place among the downloads of packages.
func (f *File) enter() error {
	if f.served || !f.IsPackage() {
		return nil
	}
	select {
	case f.u.served <- struct{}{}:
		f.served = true
		return nil
	default:
		f.u.meter.served("crowded")
		return ErrCrowded
	}
}

// load reads the bytes at the file's place and proves them.
func (f *File) load() error {
	if err := f.enter(); err != nil {
		return err
	}
	first := f.part == nil
	var err error
	if f.IsPackage() {
		no := int(f.at / partSize)
		f.part, err = f.u.provedPart(f.ctx, &f.row, no)
		f.begins = int64(no) * partSize
	} else {
		f.part, err = f.u.picture(f.ctx, f.row)
	}
	if err == nil {
		if first {
			f.u.meter.served("ok")
		}
		return nil
	}
	f.part = nil
	if f.ctx.Err() != nil {
		return f.ctx.Err()
	}
	f.u.meter.served(failureOf(err))
	return f.u.away(f.ctx, "read", f.row, err)
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

// picture reads a picture whole and keeps it in memory for a while.
func (u *Uploads) picture(ctx context.Context, r row) ([]byte, error) {
	var data bytes.Buffer
	if err := u.whole(ctx, r, func(part []byte) { data.Write(part) }); err != nil {
		return nil, err
	}
	s := r.stored()
	u.pictures.Set(s.Address(), cached{s, data.Bytes()})
	return data.Bytes(), nil
}

// whole gives the parts of a file in their order. It fails behind the last one if
// their bytes are not those that were uploaded.
func (u *Uploads) whole(ctx context.Context, r row, take func(part []byte)) error {
	sum := sha256.New()
	for no := range r.partCount() {
		part, err := u.part(ctx, r, no)
		if err != nil {
			return err
		}
		sum.Write(part)
		take(part)
	}
	if hex.EncodeToString(sum.Sum(nil)) != r.Hash {
		return errDamaged
	}
	return nil
}

func (u *Uploads) part(ctx context.Context, r row, no int) ([]byte, error) {
	s, configured := u.stores[r.Store]
	if !configured {
		return nil, errors.New("its store is not configured")
	}
	return s.Part(ctx, r.Object, no, r.partBytes(no))
}

// provedPart reads a part of an app and compares it with its hash.
func (u *Uploads) provedPart(ctx context.Context, r *row, no int) ([]byte, error) {
	if len(r.Parts) == 0 {
		if err := u.measure(ctx, r); err != nil {
			return nil, err
		}
	}
	part, err := u.part(ctx, *r, no)
	if err != nil {
		return nil, err
	}
	if sum := sha256.Sum256(part); !bytes.Equal(sum[:], r.Parts[no*sha256.Size:(no+1)*sha256.Size]) {
		return nil, errDamaged
	}
	return part, nil
}

// measure reads an app whole, once, to learn the hashes of its parts: it was uploaded
// before they were kept.
func (u *Uploads) measure(ctx context.Context, r *row) error {
	select {
	case u.packages <- struct{}{}:
		defer func() { <-u.packages }()
	case <-ctx.Done():
		return ctx.Err()
	}
	found, err := find(ctx, u.DB, r.Hash, "")
	if err != nil {
		return err
	}
	if len(found.Parts) == 0 {
		if err := u.whole(ctx, *r, func(part []byte) {
			sum := sha256.Sum256(part)
			found.Parts = append(found.Parts, sum[:]...)
		}); err != nil {
			return err
		}
		err := u.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			_, err := tx.NewRaw("UPDATE upload SET parts = ? WHERE hash = ?", found.Parts, r.Hash).Exec(ctx)
			return err
		})
		if err != nil {
			return fmt.Errorf("note the parts of upload %s: %w", r.Hash, err)
		}
	}
	r.Parts = found.Parts
	return nil
}

// partCount is how many parts a file has.
func (r row) partCount() int { return int((r.Size + partSize - 1) / partSize) }

// partBytes is how many bytes a part has.
func (r row) partBytes(no int) int { return int(min(partSize, r.Size-int64(no)*partSize)) }
