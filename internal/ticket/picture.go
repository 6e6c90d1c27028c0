package ticket

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
	_ "image/png" // players send screenshots

	"github.com/google/uuid"

	"hongyun/internal/db"
)

const (
	// PictureMost is the largest upload, in bytes.
	PictureMost = 2 << 20

	pixelsMost  = 12_000_000
	sideMost    = 8000
	storedSide  = 1600 // of the longer side, as it is stored
	jpegQuality = 80
)

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
	select {
	case t.decoders <- struct{}{}:
		defer func() { <-t.decoders }()
	case <-ctx.Done():
		return Picture{}, ErrPictureBusy
	}
	p, err := remake(file)
	if err != nil {
		return Picture{}, err
	}
	p.ID = uuid.NewString()
	return p, t.DB.Write(ctx, func(ctx context.Context, tx *db.Tx) error { return insertPicture(ctx, tx, player, p) })
}

// remake decodes a picture within bounds and encodes it anew.
func remake(file []byte) (Picture, error) {
	head, format, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil || format != "jpeg" && format != "png" || head.Width < 1 || head.Height < 1 ||
		head.Width > sideMost || head.Height > sideMost || head.Width*head.Height > pixelsMost {
		return Picture{}, ErrPicture
	}
	whole, _, err := image.Decode(bytes.NewReader(file))
	if err != nil {
		return Picture{}, ErrPicture
	}
	small := shrink(whole)
	var out bytes.Buffer
	if err := jpeg.Encode(&out, small, &jpeg.Options{Quality: jpegQuality}); err != nil {
		return Picture{}, ErrPicture
	}
	size := small.Bounds()
	return Picture{Width: size.Dx(), Height: size.Dy(), JPEG: out.Bytes()}, nil
}

// shrink gives a picture on white whose longer side is storedSide at most. Each
// pixel is the mean of those it stands for.
func shrink(from image.Image) image.Image {
	b := from.Bounds()
	w, h := b.Dx(), b.Dy()
	longer := max(w, h, 1)
	toW, toH := w, h
	if longer > storedSide {
		toW, toH = max(w*storedSide/longer, 1), max(h*storedSide/longer, 1)
	}
	out := image.NewRGBA(image.Rect(0, 0, toW, toH))
	for y := range toH {
		for x := range toW {
			out.SetRGBA(x, y, mean(from, image.Rect(b.Min.X+x*w/toW, b.Min.Y+y*h/toH, b.Min.X+max((x+1)*w/toW, x*w/toW+1), b.Min.Y+max((y+1)*h/toH, y*h/toH+1))))
		}
	}
	return out
}

func mean(from image.Image, area image.Rectangle) color.RGBA {
	var r, g, b, n uint64
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			pr, pg, pb, pa := from.At(x, y).RGBA() // with the alpha in them
			white := uint64(0xffff - pa)
			r, g, b, n = r+uint64(pr)+white, g+uint64(pg)+white, b+uint64(pb)+white, n+1
		}
	}
	byteOf := func(sum uint64) uint8 { return uint8(sum / n >> 8) }
	return color.RGBA{R: byteOf(r), G: byteOf(g), B: byteOf(b), A: 0xff}
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
