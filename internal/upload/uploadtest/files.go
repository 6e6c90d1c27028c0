package uploadtest

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"testing"
)

// PNG is a picture of a size; two seeds give two pictures.
func PNG(t testing.TB, width, height int, seed uint64) []byte {
	t.Helper()
	p := image.NewRGBA(image.Rect(0, 0, width, height))
	r := rand.New(rand.NewPCG(seed, 1))
	for range 40 {
		p.SetRGBA(r.IntN(width), r.IntN(height), color.RGBA{R: uint8(r.Uint32()), G: uint8(r.Uint32()), B: uint8(r.Uint32()), A: 0xff})
	}
	var out bytes.Buffer
	if err := png.Encode(&out, p); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Part is a file in a package.
type Part struct {
	Name string
	Data []byte
}

// Manifest is the beginning of a manifest as Android has it.
var Manifest = Part{"AndroidManifest.xml", append([]byte{3, 0, 8, 0}, make([]byte, 60)...)}

// Scheme2 is the number of a signature of version 2.
const Scheme2 = 0x7109871a

// APK builds a package with a block of signatures of a scheme; 0 builds none.
func APK(t testing.TB, scheme uint32, parts ...Part) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	for _, p := range parts {
		f, err := w.Create(p.Name)
		if err == nil {
			_, err = f.Write(p.Data)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	file := out.Bytes()
	if scheme == 0 {
		return file
	}
	end := len(file) - 22
	at := int(binary.LittleEndian.Uint32(file[end+16:]))
	var block []byte
	value := append(binary.LittleEndian.AppendUint32(nil, scheme), bytes.Repeat([]byte{7}, 64)...)
	block = binary.LittleEndian.AppendUint64(block, uint64(len(value)))
	block = append(block, value...)
	size := uint64(len(block) + 24)
	signed := append(binary.LittleEndian.AppendUint64(nil, size), block...)
	signed = append(binary.LittleEndian.AppendUint64(signed, size), "APK Sig Block 42"...)
	whole := append(append(append([]byte{}, file[:at]...), signed...), file[at:]...)
	binary.LittleEndian.PutUint32(whole[len(whole)-6:], uint32(at+len(signed)))
	return whole
}
