package picture

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/jpeg"
	"image/png"
	"testing"
)

// encoded is a plain picture as a file.
func encoded(t *testing.T, format string, width, height int) []byte {
	t.Helper()
	var out bytes.Buffer
	var err error
	plain := image.NewYCbCr(image.Rect(0, 0, width, height), image.YCbCrSubsampleRatio420)
	switch format {
	case "jpeg":
		err = jpeg.Encode(&out, plain, nil)
	case "png":
		err = png.Encode(&out, image.NewPaletted(plain.Rect, color.Palette{color.White, color.Black}))
	case "png16":
		err = png.Encode(&out, image.NewGray16(plain.Rect))
	}
	if err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// progressive says in the head of a JPEG that its frame is progressive.
func progressive(file []byte) []byte {
	return bytes.Replace(file, []byte{0xff, 0xc0}, []byte{0xff, 0xc2}, 1)
}

// interlaced says in the head of a PNG that it is interlaced.
func interlaced(file []byte) []byte {
	file = bytes.Clone(file)
	file[28] = 1
	binary.BigEndian.PutUint32(file[29:], crc32.ChecksumIEEE(file[12:29]))
	return file
}

// A photo of a phone has up to 12 million pixels and is taken.
func TestAPhotoOfAPhoneIsTaken(t *testing.T) {
	p, err := Remake(t.Context(), encoded(t, "jpeg", 4000, 3000))
	if err != nil || p.Width != storedSide || p.Height != 1200 || len(p.JPEG) == 0 {
		t.Errorf("%dx%d, %v", p.Width, p.Height, err)
	}
	if _, err := Remake(t.Context(), encoded(t, "jpeg", 4000, 3001)); !errors.Is(err, ErrPicture) {
		t.Errorf("more than 12 million pixels: %v", err)
	}
}

// Pictures that need several times the memory are decoded one at a time. Others pass them.
func TestHeavyPicturesAreDecodedOneAtATime(t *testing.T) {
	large, small := encoded(t, "jpeg", 2000, 1600), encoded(t, "jpeg", 200, 160)
	heavies <- struct{}{}
	defer leave(heavies)
	ended, end := context.WithCancel(t.Context())
	end()
	if _, err := Remake(ended, progressive(large)); !errors.Is(err, ErrBusy) {
		t.Errorf("a second heavy picture: %v", err)
	}
	for name, file := range map[string][]byte{"large": large, "small": small} {
		if _, err := Remake(t.Context(), file); err != nil {
			t.Errorf("a %s plain picture beside a heavy one: %v", name, err)
		}
	}
}

func TestAPictureIsHeavyByItsCodingAndItsSize(t *testing.T) {
	large, small := encoded(t, "png", 2000, 1600), encoded(t, "png", 200, 160)
	for name, c := range map[string]struct {
		file []byte
		want bool
	}{
		"a photo":                 {encoded(t, "jpeg", 2000, 1600), false},
		"a progressive photo":     {progressive(encoded(t, "jpeg", 2000, 1600)), true},
		"a small progressive one": {progressive(encoded(t, "jpeg", 200, 160)), false},
		"a screenshot":            {large, false},
		"an interlaced one":       {interlaced(large), true},
		"a small interlaced one":  {interlaced(small), false},
		"one of 16 bits":          {encoded(t, "png16", 2000, 1600), true},
	} {
		head, format, err := image.DecodeConfig(bytes.NewReader(c.file))
		if err != nil {
			t.Fatal(name, err)
		}
		if got := heavy(c.file, format, head); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
