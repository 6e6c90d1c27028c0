package cashier_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"testing"

	"hongyun/internal/picture"
)

// A slip is a picture that is made anew. A file that is too large, that would unpack
// to too much, or that is something else behind the mark of a picture is refused and
// leaves no row.
func TestASlipThatIsNoHonestPictureIsRefused(t *testing.T) {
	each(t, func(t *testing.T, h *house) {
		ctx := t.Context()
		d := h.deposit(h.bankOrder(10000))
		bomb := slipPicture(t)
		binary.BigEndian.PutUint32(bomb[16:], 50_000) // the head says 50,000 by 50,000
		binary.BigEndian.PutUint32(bomb[20:], 50_000)
		binary.BigEndian.PutUint32(bomb[29:], crc32.ChecksumIEEE(bomb[12:29]))
		var wide bytes.Buffer
		if err := png.Encode(&wide, image.NewGray(image.Rect(0, 0, 4000, 3100))); err != nil {
			t.Fatal(err)
		}
		for _, bad := range []struct {
			what string
			file []byte
		}{
			{"nothing", nil},
			{"a file of more than 2 MB", append(slipPicture(t), make([]byte, picture.MaxSize)...)},
			{"a bomb", bomb},
			{"more than 12 million pixels", wide.Bytes()},
			{"half a picture", slipPicture(t)[:40]},
			{"a program behind the mark of a picture", append([]byte("\xff\xd8\xff\xe0"), bytes.Repeat([]byte("MZ"), 500)...)},
			{"a page behind the mark of a GIF", []byte("GIF89a/*<script>*/=1;alert(1)")},
			{"a drawing with a script", []byte(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`)},
		} {
			_, err := h.Slips.Add(ctx, "ming", d.SN, bad.file)
			expect(t, bad.what, err, picture.ErrPicture)
		}
		if n := h.count("SELECT COUNT(*) FROM deposit_slip"); n != 0 {
			t.Errorf("%d refused slips are kept", n)
		}
		// A picture with a page behind it is kept as a picture alone.
		kept, err := h.Slips.Add(ctx, "ming", d.SN, append(slipPicture(t), "<script>alert(1)</script>"...))
		if err != nil {
			t.Fatal(err)
		}
		if shown, err := h.Slips.PictureOf(ctx, "ming", d.SN, kept.ID); err != nil || bytes.Contains(shown, []byte("script")) || !bytes.HasPrefix(shown, []byte("\xff\xd8")) {
			t.Errorf("the page behind the picture is kept: %v", err)
		}
	})
}
