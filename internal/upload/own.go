package upload

import (
	"context"
	"errors"
	"fmt"
	"io"

	"hongyun/internal/db"
)

// chunkSize is how many bytes one row of our own store holds. A row is written in
// a transaction of its own, so that a large file does not keep others waiting.
const chunkSize = 256 << 10

// own keeps objects in the database, where all nodes and the backup have them.
type own struct{ db *db.DB }

func (s own) Put(ctx context.Context, o Object, content io.Reader) error {
	buffer := make([]byte, chunkSize)
	for no := 0; ; no++ {
		n, err := io.ReadFull(content, buffer)
		if n > 0 {
			wrote := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
				_, err := tx.NewRaw("INSERT INTO upload_chunk (object, no, data) VALUES (?, ?, ?)", o.Name, no, buffer[:n]).Exec(ctx)
				return err
			})
			if wrote != nil {
				return fmt.Errorf("store part %d of %s: %w", no, o.Name, wrote)
			}
		}
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil
		}
		if err != nil {
			return err
		}
	}
}

func (s own) Open(ctx context.Context, name string) (io.ReadCloser, error) {
	c := &chunks{ctx: ctx, db: s.db, object: name}
	if err := c.next(); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, errLost
		}
		return nil, err
	}
	return c, nil
}

func (s own) Has(ctx context.Context, name string) (bool, error) {
	var n int
	err := s.db.NewRaw("SELECT COUNT(*) FROM upload_chunk WHERE object = ? AND no = 0", name).Scan(ctx, &n)
	return n > 0, err
}

func (s own) Remove(ctx context.Context, name string) error {
	const batch = 64
	for more := true; more; {
		err := s.db.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			res, err := tx.NewRaw(`DELETE FROM upload_chunk WHERE object = ? AND no IN
				(SELECT no FROM upload_chunk WHERE object = ? ORDER BY no DESC LIMIT ?)`, name, name, batch).Exec(ctx)
			if err != nil {
				return err
			}
			n, err := res.RowsAffected()
			more = n == batch
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}

func (s own) Check(ctx context.Context) error {
	_, err := s.Has(ctx, "check")
	return err
}

// chunks reads an object row by row.
type chunks struct {
	ctx    context.Context
	db     *db.DB
	object string
	no     int
	rest   []byte
}

// next reads the next row. It fails with io.EOF behind the last one.
func (c *chunks) next() error {
	var rows [][]byte
	if err := c.db.NewRaw("SELECT data FROM upload_chunk WHERE object = ? AND no = ?", c.object, c.no).Scan(c.ctx, &rows); err != nil {
		return fmt.Errorf("read part %d of %s: %w", c.no, c.object, err)
	}
	if len(rows) == 0 {
		return io.EOF
	}
	c.rest = rows[0]
	c.no++
	return nil
}

func (c *chunks) Read(p []byte) (int, error) {
	for len(c.rest) == 0 {
		if err := c.next(); err != nil {
			return 0, err
		}
	}
	n := copy(p, c.rest)
	c.rest = c.rest[n:]
	return n, nil
}

func (c *chunks) Close() error { return nil }
