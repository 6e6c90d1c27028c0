package upload

import (
	"context"
	"errors"
	"fmt"
	"io"

	"hongyun/internal/db"
)

// own keeps objects in the database, where all nodes and the backup have them. A
// part is a row and is written in a transaction of its own, so that a large file
// does not keep others waiting.
type own struct{ db *db.DB }

func (s own) Put(ctx context.Context, o Object, content io.Reader) error {
	buffer := make([]byte, partSize)
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

func (s own) Part(ctx context.Context, name string, no, size int) ([]byte, error) {
	var rows [][]byte
	if err := s.db.NewRaw("SELECT data FROM upload_chunk WHERE object = ? AND no = ?", name, no).Scan(ctx, &rows); err != nil {
		return nil, fmt.Errorf("read part %d of %s: %w", no, name, err)
	}
	switch {
	case len(rows) == 0:
		return nil, errLost
	case len(rows[0]) != size:
		return nil, errDamaged
	}
	return rows[0], nil
}

func (s own) Has(ctx context.Context, name string, size int64) (bool, error) {
	var kept int64
	err := s.db.NewRaw("SELECT CAST(COALESCE(SUM(LENGTH(data)), 0) AS BIGINT) FROM upload_chunk WHERE object = ?", name).Scan(ctx, &kept)
	return kept == size, err
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
	_, err := s.Has(ctx, "check", 0)
	return err
}
