// Package picture takes pictures of players: it reads them within bounds and
// encodes them anew, so that nothing that was hidden in a file is stored.
package picture

import (
	"bytes"
	"context"
	"image"
	"image/color"
	"image/jpeg"
	_ "image/png" // players send screenshots

	"hongyun/internal/fault"
)

const (
	// MaxSize is the largest upload, in bytes.
	MaxSize = 2 << 20

	maxPixels   = 12_000_000
	lightPixels = 3_000_000 // so many fit into the memory of a plain picture, however they are coded
	maxSide     = 8000
	storedSide  = 1600 // of the longer side, as it is stored
	jpegQuality = 80
)

// The faults of an upload.
var (
	ErrPicture = fault.New(fault.Invalid, "ticket.picture", "请上传 JPG 或 PNG 图片，每张不超过2MB、1200万像素")
	ErrBusy    = fault.New(fault.TooMany, "ticket.picture_busy", "上传的人较多，请稍后再试")
)

// Picture is a picture as it is stored.
type Picture struct {
	Width, Height int
	JPEG          []byte
}

// decoders are the pictures that are decoded at once. A plain one of maxPixels takes
// 50 MB. A heavy one takes up to 180 MB, and up to 290 MB with four inks, so one of
// them is decoded at a time. Whoever takes both takes heavies first.
var (
	decoders = make(chan struct{}, 2)
	heavies  = make(chan struct{}, 1)
)

// Remake decodes a JPEG or PNG within bounds and encodes it anew. Its head is
// read first, so that a bomb is never unpacked. Faults: ErrPicture, ErrBusy.
func Remake(ctx context.Context, file []byte) (Picture, error) {
	if len(file) > MaxSize {
		return Picture{}, ErrPicture
	}
	head, format, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil || format != "jpeg" && format != "png" || head.Width < 1 || head.Height < 1 ||
		head.Width > maxSide || head.Height > maxSide || head.Width*head.Height > maxPixels {
		return Picture{}, ErrPicture
	}
	if heavy(file, format, head) {
		if !enter(ctx, heavies) {
			return Picture{}, ErrBusy
		}
		defer leave(heavies)
	}
	if !enter(ctx, decoders) {
		return Picture{}, ErrBusy
	}
	defer leave(decoders)
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

// heavy says that decoding a picture takes several times the memory of a plain one:
// the decoder keeps all coefficients of a progressive JPEG or two copies of an
// interlaced PNG, or each pixel takes eight bytes or two colour models.
func heavy(file []byte, format string, head image.Config) bool {
	if head.Width*head.Height <= lightPixels {
		return false
	}
	if format == "png" {
		const depth, interlace = 24, 28 // places in the header, which comes first
		return file[depth] == 16 || file[interlace] != 0
	}
	// These bytes begin a progressive frame. Compressed data never has them; a
	// picture with a progressive thumbnail counts as heavy, which is no harm.
	return head.ColorModel != color.YCbCrModel && head.ColorModel != color.GrayModel || bytes.Contains(file, []byte{0xff, 0xc2})
}

// enter takes a place, and reports false if ctx ends first.
func enter(ctx context.Context, places chan struct{}) bool {
	select {
	case places <- struct{}{}:
		return true
	case <-ctx.Done():
		return false
	}
}

func leave(places chan struct{}) { <-places }

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
