package picture

import (
	"archive/zip"
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/color"
	"image/gif"
	"testing"
)

const secretMark = "<script>alert('hidden')</script>"

// ways are all ways in which a picture comes in, by what they store.
var ways = map[string]struct {
	formats []string
	refused error
	remake  func(context.Context, []byte) ([]byte, error)
}{
	"of a player": {[]string{"png", "jpeg"}, ErrPicture, func(ctx context.Context, file []byte) ([]byte, error) {
		p, err := Remake(ctx, file)
		return p.JPEG, err
	}},
	"for the site": {[]string{"png", "jpeg", "gif"}, ErrSitePicture, func(ctx context.Context, file []byte) ([]byte, error) {
		p, err := RemakeSite(ctx, file, 1200)
		return p.Data, err
	}},
}

func pictureIn(t *testing.T, format string) []byte {
	t.Helper()
	if format != "gif" {
		return encoded(t, format, 60, 40)
	}
	var out bytes.Buffer
	if err := gif.Encode(&out, image.NewPaletted(image.Rect(0, 0, 60, 40), color.Palette{color.White, color.Black}), nil); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// archived is a ZIP archive whose one file has a text.
func archived(t *testing.T, text string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	f, err := w.CreateHeader(&zip.FileHeader{Name: "index.html", Method: zip.Store})
	if err == nil {
		_, err = f.Write([]byte(text))
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// hiddenIn is a picture with a text in a part of the file that pictures do not show.
func hiddenIn(format string, file []byte) []byte {
	text := []byte("Comment\x00" + secretMark)
	switch format {
	case "png": // a chunk behind the head
		chunk := append([]byte("tEXt"), text...)
		chunk = append(binary.BigEndian.AppendUint32(nil, uint32(len(text))), binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk))...)
		return append(append(bytes.Clone(file[:33]), chunk...), file[33:]...)
	case "jpeg": // a comment, and what cameras write about the place
		part := append(binary.BigEndian.AppendUint16([]byte{0xff, 0xfe}, uint16(len(text)+2)), text...)
		exif := append(binary.BigEndian.AppendUint16([]byte{0xff, 0xe1}, uint16(len(text)+8)), append([]byte("Exif\x00\x00"), text...)...)
		return append(append(append(bytes.Clone(file[:2]), part...), exif...), file[2:]...)
	default: // an extension before the end
		part := append([]byte{0x21, 0xfe, byte(len(text))}, text...)
		return append(append(bytes.Clone(file[:len(file)-1]), append(part, 0)...), file[len(file)-1])
	}
}

// Every way stores the pixels alone: nothing of an archive, a page or a comment that a
// picture carries with it.
func TestAPictureIsStoredWithoutWhatItCarries(t *testing.T) {
	for name, way := range ways {
		for _, format := range way.formats {
			plain := pictureIn(t, format)
			for what, file := range map[string][]byte{
				"an archive behind": append(bytes.Clone(plain), archived(t, secretMark)...),
				"a page behind":     append(bytes.Clone(plain), "<html>"+secretMark...),
				"a text inside":     hiddenIn(format, plain),
			} {
				data, err := way.remake(t.Context(), file)
				if err != nil || len(data) == 0 {
					t.Errorf("%s, %s, %s: %v", name, format, what, err)
					continue
				}
				if bytes.Contains(data, []byte("script")) || bytes.Contains(data, []byte("PK\x03\x04")) || bytes.Contains(data, []byte("Exif")) {
					t.Errorf("%s, %s, %s: it is stored", name, format, what)
				}
				if got, _, err := image.Decode(bytes.NewReader(data)); err != nil || got.Bounds().Dx() != 60 {
					t.Errorf("%s, %s, %s: what is stored is no picture: %v", name, format, what, err)
				}
			}
		}
	}
}

// Every way refuses files that are no picture, are cut off anywhere, or unpack to more
// than the bounds.
func TestFilesThatAreNoPictureAreRefusedOnEveryWay(t *testing.T) {
	for name, way := range ways {
		bad := map[string][]byte{
			"nothing": nil, "one byte": {0x89}, "a text": []byte("hello"), "an archive": archived(t, secretMark),
			"a drawing":               []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`),
			"a drawing with a mark":   []byte("\ufeff<?xml version=\"1.0\"?><svg onload=\"alert(1)\"/>"),
			"a page":                  []byte("<!doctype html>" + secretMark),
			"a program":               append([]byte("MZ\x90\x00"), make([]byte, 500)...),
			"a picture behind a page": append([]byte(secretMark), pictureIn(t, "png")...),
			"too large a file":        append(pictureIn(t, "png"), make([]byte, MaxSiteSize)...),
			"too wide":                encoded(t, "png", maxSide+1, 2),
			"too many pixels":         encoded(t, "png", 4000, 3001),
			"a TIFF":                  []byte("II*\x00\x08\x00\x00\x00"), "a BMP": []byte("BM\x36\x00\x00\x00"),
		}
		for _, format := range way.formats {
			whole := pictureIn(t, format)
			for _, part := range []int{10, 40, 70, 95} {
				bad[format+" cut off"+string(rune('0'+part/10))] = whole[:len(whole)*part/100]
			}
			head := bytes.Clone(whole)
			switch format {
			case "png":
				for at := 16; at < 24; at += 4 {
					binary.BigEndian.PutUint32(head[at:], 60_000)
				}
				binary.BigEndian.PutUint32(head[29:], crc32.ChecksumIEEE(head[12:29]))
			case "jpeg":
				at := bytes.Index(head, []byte{0xff, 0xc0})
				binary.BigEndian.PutUint16(head[at+5:], 60_000)
				binary.BigEndian.PutUint16(head[at+7:], 60_000)
			case "gif":
				binary.LittleEndian.PutUint16(head[6:], 60_000)
				binary.LittleEndian.PutUint16(head[8:], 60_000)
			}
			bad[format+" that is a bomb"] = head
		}
		for what, file := range bad {
			if data, err := way.remake(t.Context(), file); !errors.Is(err, way.refused) || len(data) > 0 {
				t.Errorf("%s: %s: %d bytes, %v", name, what, len(data), err)
			}
		}
	}
}
