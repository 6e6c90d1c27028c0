package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"image"
	"image/color"
	"image/draw"
	_ "image/gif" // the first frame of one
	"image/jpeg"
	"image/png"

	_ "golang.org/x/image/webp" // without animations

	"hongyun/internal/fault"
)

// The bounds of pictures that staff upload for the site.
const (
	// MaxSiteSize is the largest file that is read, in bytes.
	MaxSiteSize = 5 << 20

	siteQuality  = 88
	plainPNG     = 1 << 20 // an opaque PNG above becomes a JPEG
	maxSiteBytes = 4 << 20 // of the picture that is stored
)

// The faults of a picture for the site.
var (
	ErrSitePicture = fault.New(fault.Invalid, "upload.picture", "请上传 PNG、JPG、WebP 或 GIF 图片，最多1200万像素，边长最多8000像素；SVG 等其他格式不接受")
	ErrSiteHeavy   = fault.New(fault.Invalid, "upload.picture_heavy", "图片处理后仍超过4MB，请缩小尺寸或改用 JPG")
)

// SitePicture is a picture as the site shows it.
type SitePicture struct {
	Width, Height int
	Ext           string // png or jpg
	Data          []byte
}

// RemakeSite decodes a PNG, JPEG, WebP or GIF within bounds and encodes it anew,
// so that nothing of the file but its pixels is stored. side bounds the longer
// side. Transparency stays; of an animation the first frame stays. Faults:
// ErrSitePicture, ErrSiteHeavy, ErrBusy.
func RemakeSite(ctx context.Context, file []byte, side int) (SitePicture, error) {
	if len(file) > MaxSiteSize {
		return SitePicture{}, ErrSitePicture
	}
	head, format, err := image.DecodeConfig(bytes.NewReader(file))
	if err != nil || !withinBounds(head.Width, head.Height) || format == "webp" && !webpAgrees(file) {
		return SitePicture{}, ErrSitePicture
	}
	if format == "webp" && head.Width*head.Height > lightPixels || (format == "png" || format == "jpeg") && heavy(file, format, head) {
		if !enter(ctx, heavies) {
			return SitePicture{}, ErrBusy
		}
		defer leave(heavies)
	}
	if !enter(ctx, decoders) {
		return SitePicture{}, ErrBusy
	}
	defer leave(decoders)
	whole, _, err := image.Decode(bytes.NewReader(file))
	if err != nil || whole.Bounds().Empty() {
		return SitePicture{}, ErrSitePicture
	}
	return encodeSite(fit(whole, side), format)
}

func withinBounds(width, height int) bool {
	return width > 0 && height > 0 && width <= maxSide && height <= maxSide && width*height <= maxPixels
}

// encodeSite keeps drawings and codes to scan sharp, as PNG, and photos small, as JPEG.
func encodeSite(p *image.RGBA, format string) (SitePicture, error) {
	out := SitePicture{Width: p.Bounds().Dx(), Height: p.Bounds().Dy(), Ext: "png"}
	var b bytes.Buffer
	photo := p.Opaque() && (format == "jpeg" || format == "webp")
	if !photo {
		if err := png.Encode(&b, p); err != nil {
			return SitePicture{}, ErrSitePicture
		}
		photo = b.Len() > plainPNG && p.Opaque()
	}
	if photo {
		out.Ext = "jpg"
		b.Reset()
		if err := jpeg.Encode(&b, p, &jpeg.Options{Quality: siteQuality}); err != nil {
			return SitePicture{}, ErrSitePicture
		}
	}
	if b.Len() > maxSiteBytes {
		return SitePicture{}, ErrSiteHeavy
	}
	out.Data = b.Bytes()
	return out, nil
}

// fit gives a picture whose longer side is side at most. Each pixel is the mean of
// those it stands for, and as transparent.
func fit(from image.Image, side int) *image.RGBA {
	b := from.Bounds()
	w, h := b.Dx(), b.Dy()
	longer := max(w, h)
	if longer <= side {
		out := image.NewRGBA(image.Rect(0, 0, w, h))
		draw.Draw(out, out.Rect, from, b.Min, draw.Src)
		return out
	}
	toW, toH := max(w*side/longer, 1), max(h*side/longer, 1)
	out := image.NewRGBA(image.Rect(0, 0, toW, toH))
	for y := range toH {
		for x := range toW {
			out.SetRGBA(x, y, meanAlpha(from, image.Rect(
				b.Min.X+x*w/toW, b.Min.Y+y*h/toH, b.Min.X+max((x+1)*w/toW, x*w/toW+1), b.Min.Y+max((y+1)*h/toH, y*h/toH+1))))
		}
	}
	return out
}

func meanAlpha(from image.Image, area image.Rectangle) color.RGBA {
	var r, g, b, a, n uint64
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			pr, pg, pb, pa := from.At(x, y).RGBA()
			r, g, b, a, n = r+uint64(pr), g+uint64(pg), b+uint64(pb), a+uint64(pa), n+1
		}
	}
	byteOf := func(sum uint64) uint8 { return uint8(sum / n >> 8) }
	return color.RGBA{R: byteOf(r), G: byteOf(g), B: byteOf(b), A: byteOf(a)}
}

// webpAgrees reports whether all parts of a WebP file give the same size within
// bounds. The decoder believes each part by itself: a small canvas could hold a
// frame that takes all memory, and a canvas that is smaller than its frame
// reads beyond its end.
func webpAgrees(file []byte) bool {
	var sizes []image.Point
	for at := 12; at+8 <= len(file); {
		name, n := string(file[at:at+4]), int(binary.LittleEndian.Uint32(file[at+4:]))
		data := file[at+8:]
		if n < 0 || n > len(data) {
			return false
		}
		data = data[:n]
		switch {
		case name == "VP8X" && n >= 10:
			sizes = append(sizes, image.Pt(1+threeBytes(data[4:]), 1+threeBytes(data[7:])))
		case name == "VP8L" && n >= 5:
			bits := binary.LittleEndian.Uint32(data[1:])
			sizes = append(sizes, image.Pt(1+int(bits&0x3fff), 1+int(bits>>14&0x3fff)))
		case name == "VP8 " && n >= 10:
			sizes = append(sizes, image.Pt(int(binary.LittleEndian.Uint16(data[6:])&0x3fff), int(binary.LittleEndian.Uint16(data[8:])&0x3fff)))
		case name == "VP8X" || name == "VP8L" || name == "VP8 " || name == "ANIM" || name == "ANMF":
			return false
		}
		at += 8 + n + n%2
	}
	for _, s := range sizes {
		if s != sizes[0] || !withinBounds(s.X, s.Y) {
			return false
		}
	}
	return len(sizes) > 0
}

func threeBytes(b []byte) int { return int(b[0]) | int(b[1])<<8 | int(b[2])<<16 }
