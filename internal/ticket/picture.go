package ticket

import (
	"context"

	"github.com/google/uuid"

	"hongyun/internal/db"
	"hongyun/internal/picture"
)

// PictureMost is the largest upload, in bytes.
const PictureMost = picture.MaxSize

// Picture is a stored picture.
type Picture struct {
	ID            string
	Width, Height int
	JPEG          []byte
}

// Upload stores a picture of a player for a text that is to come. It is
// decoded and encoded anew: whatever was hidden in the file is gone. Faults:
// ErrPicture, ErrPictureBusy, ErrDay.
func (t *Tickets) Upload(ctx context.Context, player string, file []byte) (Picture, error) {
	if len(file) > PictureMost {
		return Picture{}, ErrPicture
	}
	// The day's count comes first: a refused picture costs no decoding.
	err := t.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
		used, err := lockPlayer(ctx, tx, player)
		if err != nil {
			return err
		}
		if used.Pictures++; used.Pictures > picturesADay {
			return ErrDay
		}
		return setUsed(ctx, tx, used)
	})
	if err != nil {
		return Picture{}, err
	}
	made, err := picture.Remake(ctx, file)
	if err != nil {
		return Picture{}, err
	}
	p := Picture{ID: uuid.NewString(), Width: made.Width, Height: made.Height, JPEG: made.JPEG}
	return p, t.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return insertPicture(ctx, tx, player, p) })
}

// PictureOf is a picture of a player's own. Fault: ErrNoPicture.
func (t *Tickets) PictureOf(ctx context.Context, player, id string) ([]byte, error) {
	return readPicture(ctx, t.DB, "id = ? AND player = ?", id, player)
}

// PictureIn is a picture of a ticket, for staff. Fault: ErrNoPicture.
func (t *Tickets) PictureIn(ctx context.Context, ticket, id string) ([]byte, error) {
	return readPicture(ctx, t.DB, "id = ? AND ticket = ?", id, ticket)
}

// Prune removes pictures that no text names after a day, and all after a year.
func (t *Tickets) Prune(ctx context.Context) error {
	for more := true; more; {
		err := t.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error {
			n, err := prunePictures(ctx, tx, tx.Now().Add(-looseKept).UnixMilli(), tx.Now().Add(-pictureKept).UnixMilli(), pruneBatch)
			more = n >= pruneBatch
			return err
		})
		if err != nil {
			return err
		}
	}
	return nil
}
