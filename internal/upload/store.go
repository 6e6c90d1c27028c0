package upload

import (
	"context"
	"errors"
	"io"
)

// Store keeps objects under names that are used once. It is our own database, or
// a store that speaks S3. Each exchange has a deadline of its own.
type Store interface {
	// Put stores an object. After an error the object may be there or not.
	Put(ctx context.Context, o Object, content io.Reader) error
	// Part reads the bytes of part no of an object, of which the part has size. It
	// fails with errLost when the store is the right one and has no such object.
	Part(ctx context.Context, name string, no, size int) ([]byte, error)
	// Has reports whether the store has an object of a size. One that lost its end is
	// not there.
	Has(ctx context.Context, name string, size int64) (bool, error)
	// Remove removes an object. One that is not there is removed already.
	Remove(ctx context.Context, name string) error
	// Check reports whether objects can be stored and read now.
	Check(ctx context.Context) error
}

// partSize is how many bytes a part of an object has, but the last one. It bounds
// the memory of a download.
const partSize = 256 << 10

// Object is what is put into a store.
type Object struct {
	Name string
	Size int64
	Hash string // SHA-256, hexadecimal
	Type string // content type
}

// The names of stores, as rows have them.
const (
	ownStore = "own"
	s3Store  = "s3"
)

var (
	errLost    = errors.New("the store has no such object")
	errDamaged = errors.New("the store gave other bytes than were stored")
	errWhole   = errors.New("the store does not give a part of an object")
)
