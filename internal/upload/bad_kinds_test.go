package upload_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"io"
	"net/url"
	"strings"
	"testing"

	"hongyun/internal/fault"
	"hongyun/internal/staff"
	"hongyun/internal/upload"
	"hongyun/internal/upload/uploadtest"
)

// goodFor is a file that a kind takes; two seeds give two files.
func goodFor(t *testing.T, k upload.Kind, seed uint64) []byte {
	t.Helper()
	if k.Side > 0 {
		return uploadtest.PNG(t, 300, 200, seed)
	}
	return uploadtest.APK(t, uploadtest.Scheme2, uploadtest.Manifest, uploadtest.Part{Name: "assets/" + fmt.Sprint(seed), Data: randomBytes(700 << 10)})
}

// zeros is an endless file.
type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

// broken is a file whose sender leaves in the middle.
type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func archive(t *testing.T, name, text string) []byte {
	t.Helper()
	var out bytes.Buffer
	w := zip.NewWriter(&out)
	f, err := w.CreateHeader(&zip.FileHeader{Name: name, Method: zip.Store})
	if err == nil {
		_, err = io.WriteString(f, text)
	}
	if err = errors.Join(err, w.Close()); err != nil {
		t.Fatal(err)
	}
	return out.Bytes()
}

// Each kind, whatever it is named, refuses the same wrong files in Chinese, and keeps
// nothing of them.
func TestEveryKindRefusesWrongFilesInWords(t *testing.T) {
	const script = "<script>alert(1)</script>"
	each(t, func(t *testing.T, f *fixture) {
		ctx := t.Context()
		by := editor
		try := func(k upload.Kind, body io.Reader) error {
			by.ID += "x" // each file of another person, for the day's limit is not the matter here
			in, err := f.Receive(ctx, by, k.Code, body)
			if err != nil {
				return err
			}
			defer in.Close()
			_, err = f.Keep(ctx, by, in, "a")
			return err
		}
		for _, k := range upload.Kinds {
			good, wrong := goodFor(t, k, 1), "upload.picture"
			if k.Side == 0 {
				wrong = "upload.package"
			}
			packed := uploadtest.APK(t, uploadtest.Scheme2, uploadtest.Part{Name: "AndroidManifest.xml", Data: append([]byte{3, 0, 8, 0}, make([]byte, 5<<20)...)})
			size := binary.LittleEndian.AppendUint32(nil, 5<<20+4)
			for what, tc := range map[string]struct {
				file io.Reader
				code string
			}{
				"nothing":                       {bytes.NewReader(nil), "upload.empty"},
				"a byte too many":               {io.LimitReader(zeros{}, k.MaxSize+1), "upload.large"},
				"a sender that leaves":          {io.MultiReader(bytes.NewReader(good[:len(good)/2]), broken{}), "upload.broken"},
				"half of it":                    {bytes.NewReader(good[:len(good)/2]), wrong},
				"all but its end":               {bytes.NewReader(good[:len(good)-9]), wrong},
				"a drawing with a script":       {strings.NewReader(`<svg xmlns="http://www.w3.org/2000/svg">` + script + `</svg>`), wrong},
				"a page":                        {strings.NewReader("<!doctype html>" + script), wrong},
				"a page in front":               {io.MultiReader(strings.NewReader(script), bytes.NewReader(good)), wrong},
				"an archive":                    {bytes.NewReader(archive(t, "index.html", script)), wrong},
				"an archive with zeros in it":   {bytes.NewReader(archive(t, "a\x00.apk", script)), wrong},
				"a bomb of pixels":              {bytes.NewReader(bombPNG(60000, 60000)), wrong},
				"a bomb of pixels with a frame": {bytes.NewReader(bombWebP()), wrong},
				"a bomb of an archive":          {bytes.NewReader(packed), wrong},
				"a bomb that lies of its size":  {bytes.NewReader(bytes.ReplaceAll(packed, size, []byte{100, 0, 0, 0})), wrong},
				"a program":                     {io.MultiReader(strings.NewReader("MZ\x90\x00"), io.LimitReader(zeros{}, 1<<10)), wrong},
				"a text":                        {strings.NewReader("你好"), wrong},
			} {
				err := try(k, tc.file)
				told, known := fault.Of(err)
				if !known || told.Code != tc.code || !strings.ContainsFunc(told.Message(), func(r rune) bool { return r > 0x4e00 }) {
					t.Errorf("%s: %s: %v, want %s", k.Code, what, err, tc.code)
				}
			}
		}
		if n := f.count(t, "SELECT COUNT(*) FROM upload") + f.count(t, "SELECT COUNT(*) FROM upload_chunk") + f.count(t, "SELECT COUNT(*) FROM upload_trash"); n != 0 {
			t.Errorf("%d rows of refused files are kept", n)
		}
		if f.store != nil && len(f.objects()) != 0 {
			t.Errorf("objects of refused files: %q", f.objects())
		}
	})
}

// A picture is made anew, so that an archive or a page behind it is gone; an app is not,
// and is refused with one.
func TestNoKindServesWhatIsHiddenBehindAFile(t *testing.T) {
	const script = "<script>alert(1)</script>"
	plain := image.NewPaletted(image.Rect(0, 0, 50, 40), color.Palette{color.White, color.Black})
	var photo, drawing bytes.Buffer
	if err := errors.Join(jpeg.Encode(&photo, plain, nil), gif.Encode(&drawing, plain, nil)); err != nil {
		t.Fatal(err)
	}
	each(t, func(t *testing.T, f *fixture) {
		for _, k := range upload.Kinds {
			files := map[string][]byte{"its own": goodFor(t, k, 1), "a JPEG": photo.Bytes(), "a GIF": drawing.Bytes()}
			for what, file := range files {
				for _, behind := range [][]byte{archive(t, "index.html", script), []byte(script)} {
					s, err := f.send(t.Context(), k.Code, "a", append(bytes.Clone(file), behind...))
					if k.Side == 0 {
						if !errors.Is(err, upload.ErrPackage) {
							t.Errorf("%s: %s: %v", k.Code, what, err)
						}
						continue
					}
					if err != nil {
						t.Fatalf("%s: %s: %v", k.Code, what, err)
					}
					if _, data, err := f.read(t.Context(), s.Address()); err != nil || bytes.Contains(data, []byte("script")) || bytes.Contains(data, []byte("PK\x03\x04")) {
						t.Errorf("%s: %s: what was hidden is served, %v", k.Code, what, err)
					}
				}
			}
		}
	})
}

// The name of a file is a name: no folder, nothing that hides or breaks a header, and
// not empty of sense. A bad name loses no file.
func TestTheNameOfAFileIsCleanedForEveryKind(t *testing.T) {
	names := map[string]string{
		"../../etc/passwd": "passwd", `..\..\boot.ini`: "boot.ini", "..": "", ".": "", "/": "", "": "", "....": "", ".htaccess": "htaccess", "a/b/": "b",
		"a\x00b.png": "ab.png", "a\r\nSet-Cookie: x.png": "aSet-Cookie x.png", "a\u202egnp.apk": "agnp.apk", "a\u2028b": "ab", "a\x7fb": "ab",
		"\xff\xfe.png": "", `横幅"<b>.png`: "横幅b.png", strings.Repeat("长", 300): strings.Repeat("长", 120), "%2e%2e%2fa.png": "2e2e2fa.png", "  a.png  ": "a.png",
	}
	each(t, func(t *testing.T, f *fixture) {
		for i, k := range upload.Kinds {
			good := goodFor(t, k, uint64(i))
			for sent, want := range names {
				by := staff.Actor{ID: "p" + url.QueryEscape(sent)[:min(40, len(url.QueryEscape(sent)))], Name: "Editor", Roles: []string{"owner"}}
				f.exec(t, "DELETE FROM upload")
				in, err := f.Receive(t.Context(), by, k.Code, bytes.NewReader(good))
				if err != nil {
					t.Fatal(err)
				}
				s, err := f.Keep(t.Context(), by, in, sent)
				in.Close()
				if err != nil || s.Name != want {
					t.Errorf("%s: %q is called %q, want %q; %v", k.Code, sent, s.Name, want, err)
				}
			}
		}
	})
}

// A store that fails while a file is written answers a sentence and keeps no half of a
// file. The files from before are served, and the same file is taken once the store is back.
func TestAStoreThatFailsWhileAFileIsWrittenLosesNothing(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		for i, k := range upload.Kinds {
			kept, err := f.send(t.Context(), k.Code, "kept", goodFor(t, k, uint64(10+i)))
			if err != nil {
				t.Fatal(err)
			}
			fresh := goodFor(t, k, uint64(20+i))
			f.breakStore(t)
			if _, err := f.send(t.Context(), k.Code, "fresh", fresh); !errors.Is(err, upload.ErrAway) {
				t.Errorf("%s: %v", k.Code, err)
			}
			f.mendStore(t)
			if n := f.count(t, "SELECT COUNT(*) FROM upload WHERE kind = ? AND state = 'ready'", k.Code); n != 1 {
				t.Errorf("%s: %d files are ready", k.Code, n)
			}
			if _, _, err := f.read(t.Context(), kept.Address()); err != nil {
				t.Errorf("%s: the file from before: %v", k.Code, err)
			}
			again, err := f.send(t.Context(), k.Code, "fresh", fresh)
			if err != nil {
				t.Fatalf("%s: once the store is back: %v", k.Code, err)
			}
			if _, _, err := f.read(t.Context(), again.Address()); err != nil {
				t.Errorf("%s: %v", k.Code, err)
			}
		}
	})
}

// A file whose bytes or end are gone is never served in part, and says so. Sending the
// same file brings it back under its address.
func TestAFileWhoseStorageIsGoneComesBackByUploadingItAgain(t *testing.T) {
	for _, whole := range []bool{true, false} {
		t.Run(map[bool]string{true: "all", false: "its end"}[whole], func(t *testing.T) {
			each(t, func(t *testing.T, f *fixture) {
				for i, k := range upload.Kinds {
					file := goodFor(t, k, uint64(30+i))
					s, err := f.send(t.Context(), k.Code, "a", file)
					if err != nil {
						t.Fatal(err)
					}
					f.lose(t, whole)
					if _, data, err := f.read(t.Context(), s.Address()); !errors.Is(err, upload.ErrAway) || len(data) == int(s.Size) {
						t.Errorf("%s: %d bytes, %v", k.Code, len(data), err)
					}
					again, err := f.send(t.Context(), k.Code, "a", file)
					if err != nil || again.Address() != s.Address() {
						t.Fatalf("%s: sent again: %+v, %v", k.Code, again, err)
					}
					if _, data, err := f.read(t.Context(), s.Address()); err != nil || len(data) != int(s.Size) {
						t.Errorf("%s: after it was sent again: %d bytes, %v", k.Code, len(data), err)
					}
				}
			})
		})
	}
}

// breakStore lets nothing be written.
func (f *fixture) breakStore(t *testing.T) {
	t.Helper()
	if f.store != nil {
		f.store.Break(uploadtest.Down)
		return
	}
	f.exec(t, "ALTER TABLE upload_chunk RENAME TO upload_chunk_away")
}

func (f *fixture) mendStore(t *testing.T) {
	t.Helper()
	if f.store != nil {
		f.store.Break(uploadtest.None)
		return
	}
	f.exec(t, "ALTER TABLE upload_chunk_away RENAME TO upload_chunk")
}

// lose takes the files from the store, or the last bytes of each.
func (f *fixture) lose(t *testing.T, whole bool) {
	t.Helper()
	switch {
	case f.store != nil && whole:
		f.store.Drop("/store-id")
	case f.store != nil:
		f.store.Cut(9)
	case whole:
		f.exec(t, "DELETE FROM upload_chunk")
	default:
		last := "(SELECT MAX(no) FROM upload_chunk c WHERE c.object = upload_chunk.object)"
		f.exec(t, "DELETE FROM upload_chunk WHERE no > 0 AND no = "+last)
		f.exec(t, "UPDATE upload_chunk SET data = ? WHERE no = 0 AND no = "+last, []byte("half"))
	}
}
