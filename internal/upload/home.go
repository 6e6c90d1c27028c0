package upload

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"hongyun/internal/calendar"
	"hongyun/internal/db"
)

// home is the bucket that holds the files of this installation. An object in it, the
// mark, has an id that the database knows. A bucket without it is another one, by a
// wrong name perhaps. No file is lost because another bucket does not have it. Nothing
// is stored there, and nothing counts as removed.
type home struct {
	db     *db.DB
	bucket *bucket

	mu     sync.Mutex
	proved time.Time // when the bucket was last seen with the mark
}

// markName is the object that tells a bucket from others.
const markName = "store-id"

// provedFor is how long a bucket that was seen with its mark is trusted.
const provedFor = 5 * time.Minute

// otherBucket is the error of a bucket that is not the one that holds our files.
type otherBucket struct{ id string }

func (otherBucket) Error() string { return "the bucket is not the one that holds the files" }

func (h *home) Put(ctx context.Context, o Object, content io.Reader) error {
	if err := h.prove(ctx, provedFor); err != nil {
		return err
	}
	return h.bucket.Put(ctx, o, content)
}

func (h *home) Part(ctx context.Context, name string, no, size int) ([]byte, error) {
	data, err := h.bucket.Part(ctx, name, no, size)
	if errors.Is(err, errLost) {
		if other := h.prove(ctx, 0); other != nil {
			return nil, other
		}
	}
	return data, err
}

func (h *home) Has(ctx context.Context, name string, size int64) (bool, error) {
	has, err := h.bucket.Has(ctx, name, size)
	if err == nil && !has {
		err = h.prove(ctx, 0)
	}
	return has, err
}

func (h *home) Remove(ctx context.Context, name string) error {
	if err := h.prove(ctx, provedFor); err != nil {
		return err
	}
	return h.bucket.Remove(ctx, name)
}

func (h *home) Check(ctx context.Context) error {
	if err := h.prove(ctx, 0); err != nil {
		return err
	}
	return h.bucket.Check(ctx)
}

// prove fails with otherBucket unless the bucket has the mark. One that was seen with
// it within trusted is not asked again. Until a bucket was seen with the mark, it puts
// the mark into one that has none. Where files are stored, that bucket must have the
// file that was used last.
func (h *home) prove(ctx context.Context, trusted time.Duration) error {
	h.mu.Lock()
	fresh := !h.proved.IsZero() && calendar.System().Now().Sub(h.proved) < trusted
	h.mu.Unlock()
	if fresh {
		return nil
	}
	id, marked, err := h.id(ctx)
	if err != nil {
		return err
	}
	if err := h.compare(ctx, id, marked); err != nil {
		return err
	}
	h.mu.Lock()
	defer h.mu.Unlock()
	h.proved = calendar.System().Now()
	return nil
}

// compare looks for the mark in the bucket.
func (h *home) compare(ctx context.Context, id string, marked bool) error {
	found, err := h.bucket.read(ctx, markName, 0, len(id))
	switch {
	case err == nil && bytes.Equal(found, []byte(id)):
		return h.setMarked(ctx, marked)
	case err == nil, errors.Is(err, errDamaged): // a mark of another installation
		return otherBucket{id}
	case !errors.Is(err, errLost):
		return err
	case marked:
		return otherBucket{id}
	}
	ours, err := h.hasLast(ctx)
	if err != nil {
		return err
	}
	if !ours {
		return otherBucket{id}
	}
	sum := sha256.Sum256([]byte(id))
	o := Object{Name: markName, Size: int64(len(id)), Hash: hex.EncodeToString(sum[:]), Type: "text/plain"}
	if err := h.bucket.Put(ctx, o, bytes.NewReader([]byte(id))); err != nil {
		return err
	}
	found, err = h.bucket.read(ctx, markName, 0, len(id))
	if err != nil {
		return err
	}
	if !bytes.Equal(found, []byte(id)) {
		return errDamaged
	}
	return h.setMarked(ctx, marked)
}

// id is the id of our bucket, a new one the first time.
func (h *home) id(ctx context.Context) (id string, marked bool, err error) {
	var rows []struct {
		ID     string
		Marked bool
	}
	if err := h.db.NewRaw("SELECT id, marked FROM upload_store WHERE store = ?", s3Store).Scan(ctx, &rows); err != nil {
		return "", false, fmt.Errorf("the id of the bucket: %w", err)
	}
	if len(rows) > 0 {
		return rows[0].ID, rows[0].Marked, nil
	}
	var b [16]byte
	_, _ = rand.Read(b[:])
	err = h.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error { // another node may be faster
		_, err := tx.NewRaw("INSERT INTO upload_store (store, id) VALUES (?, ?) ON CONFLICT (store) DO NOTHING", s3Store, hex.EncodeToString(b[:])).Exec(ctx)
		if err != nil {
			return err
		}
		return tx.NewRaw("SELECT id, marked FROM upload_store WHERE store = ?", s3Store).Scan(ctx, &id, &marked)
	})
	if err != nil {
		return "", false, fmt.Errorf("name the bucket: %w", err)
	}
	return id, marked, nil
}

func (h *home) setMarked(ctx context.Context, already bool) error {
	if already {
		return nil
	}
	return h.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw("UPDATE upload_store SET marked = ? WHERE store = ?", true, s3Store).Exec(ctx)
		return err
	})
}

// hasLast reports whether the bucket has the file that was used last; true without any.
func (h *home) hasLast(ctx context.Context) (bool, error) {
	var last []struct {
		Object string
		Size   int64
	}
	err := h.db.NewRaw("SELECT object, size FROM upload WHERE store = ? AND state = ? ORDER BY used_at DESC LIMIT 1", s3Store, ready).Scan(ctx, &last)
	if err != nil || len(last) == 0 {
		return err == nil, err
	}
	return h.bucket.Has(ctx, last[0].Object, last[0].Size)
}
