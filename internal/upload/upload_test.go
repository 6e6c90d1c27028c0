package upload_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"
	"hash/crc32"
	"image"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"hongyun/internal/db"
	"hongyun/internal/db/dbtest"
	"hongyun/internal/fault"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
	"hongyun/internal/upload"
	"hongyun/internal/upload/uploadtest"
)

var editor = staff.Actor{ID: "e1", Name: "Editor", Roles: []string{"owner"}}

// fixture is uploads with one of the two stores.
type fixture struct {
	*upload.Uploads
	d     *db.DB
	s     *staff.Staff
	store *uploadtest.S3 // nil: the database
}

func (f *fixture) send(ctx context.Context, kind, name string, file []byte) (upload.Stored, error) {
	in, err := f.Receive(ctx, editor, kind, bytes.NewReader(file))
	if err != nil {
		return upload.Stored{}, err
	}
	defer in.Close()
	return f.Keep(ctx, editor, in, name)
}

// read is the file of an address.
func (f *fixture) read(ctx context.Context, address string) (upload.Stored, []byte, error) {
	file, err := f.Open(ctx, address)
	if err != nil {
		return upload.Stored{}, nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(file)
	return file.Stored, data, err
}

// objects are the files in the bucket, without the mark of the bucket.
func (f *fixture) objects() []string {
	return slices.DeleteFunc(f.store.Keys(), func(key string) bool { return strings.HasSuffix(key, "/store-id") })
}

func (f *fixture) count(t *testing.T, query string, args ...any) (n int) {
	t.Helper()
	if err := f.d.NewRaw(query, args...).Scan(t.Context(), &n); err != nil {
		t.Fatal(err)
	}
	return n
}

func (f *fixture) exec(t *testing.T, query string, args ...any) {
	t.Helper()
	err := f.d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error {
		_, err := tx.NewRaw(query, args...).Exec(ctx)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func uploads(t *testing.T, d *db.DB, c upload.Config) (*upload.Uploads, *staff.Staff) {
	t.Helper()
	box, err := secret.NewBox(make([]byte, secret.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	s := staff.New(staff.Config{DB: d, Box: box, Log: dbtest.Quiet()})
	c.DB, c.Staff, c.Machine, c.Log = d, s, d.Clock(), dbtest.Quiet()
	return upload.New(c), s
}

func bucketOf(s *uploadtest.S3) upload.S3 {
	return upload.S3{URL: s.URL, Bucket: uploadtest.Bucket, Region: uploadtest.Region, Key: uploadtest.Key, Secret: uploadtest.Secret, Prefix: "hongyun/"}
}

// inBucket runs a test with files in a bucket.
func inBucket(t *testing.T, test func(t *testing.T, f *fixture)) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		store := uploadtest.New(t)
		u, s := uploads(t, d, upload.Config{S3: bucketOf(store)})
		test(t, &fixture{u, d, s, store})
		if bad := store.Unsigned(); len(bad) > 0 {
			t.Errorf("wrong signatures: %q", bad)
		}
	})
}

// each runs a test with files in the database and with files in a bucket.
func each(t *testing.T, test func(t *testing.T, f *fixture)) {
	t.Run("own", func(t *testing.T) {
		dbtest.Each(t, func(t *testing.T, d *db.DB) {
			u, s := uploads(t, d, upload.Config{})
			test(t, &fixture{u, d, s, nil})
		})
	})
	t.Run("bucket", func(t *testing.T) { inBucket(t, test) })
}

func TestAPictureIsServedAsItWasMadeAnewUnderTheHashOfItsBytes(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		ctx := t.Context()
		file := uploadtest.PNG(t, 300, 200, 1)
		hidden := append(bytes.Clone(file), "<script>alert(1)</script>"...) // a polyglot
		s, err := f.send(ctx, upload.Picture, `C:\pictures\横幅 "一".png`, hidden)
		if err != nil || s.Width != 300 || s.Height != 200 || s.Ext != "png" || s.Name != "横幅 一.png" {
			t.Fatalf("%+v, %v", s, err)
		}
		got, data, err := f.read(ctx, s.Address())
		sum := sha256.Sum256(data)
		if err != nil || got != s || s.Address() != "/files/"+hex.EncodeToString(sum[:])+".png" || got.Type() != "image/png" {
			t.Errorf("%+v, %v", got, err)
		}
		if bytes.Contains(data, []byte("script")) {
			t.Error("what was hidden behind the picture is served")
		}
		if _, format, err := image.Decode(bytes.NewReader(data)); err != nil || format != "png" {
			t.Error(format, err)
		}
		again, err := f.send(ctx, upload.Picture, "b.png", file)
		if err != nil || again.Address() != s.Address() {
			t.Errorf("the same picture again: %+v, %v", again, err)
		}
		trail, n, err := f.s.AuditTrail(ctx, staff.AuditFilter{Action: "upload.add"})
		if err != nil || n != 2 || trail[0].Action != "upload.add" {
			t.Errorf("%d entries of the trail, %+v, %v", n, trail, err)
		}
		if f.store != nil && f.store.Puts() != 2 { // with the mark of the bucket
			t.Errorf("stored %d times", f.store.Puts())
		}
	})
}

func TestAnAppIsKeptByteByByteAndPartByPart(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		ctx := t.Context()
		file := uploadtest.APK(t, uploadtest.Scheme2, uploadtest.Manifest, uploadtest.Part{Name: "classes.dex", Data: bytes.Repeat(uploadtest.PNG(t, 500, 500, 3), 300)},
			uploadtest.Part{Name: "assets/a", Data: randomBytes(900 << 10)})
		s, err := f.send(ctx, upload.Package, "hongyun-1.2.apk", file)
		if err != nil || s.Ext != "apk" || s.Size != int64(len(file)) || !s.IsPackage() {
			t.Fatalf("%+v, %v", s, err)
		}
		if _, data, err := f.read(ctx, s.Address()); err != nil || !bytes.Equal(data, file) {
			t.Errorf("%d bytes of %d, %v", len(data), len(file), err)
		}
		if n := f.count(t, "SELECT COUNT(*) FROM upload_chunk"); (f.store == nil) != (n >= 4) {
			t.Errorf("%d parts in the database", n)
		}
	})
}

func randomBytes(n int) []byte {
	out := make([]byte, 0, n)
	for i := 0; len(out) < n; i++ {
		sum := sha256.Sum256([]byte{byte(i), byte(i >> 8), byte(i >> 16)})
		out = append(out, sum[:]...)
	}
	return out[:n]
}

// Polyglots, bombs, scripts and halves are named and leave nothing behind.
func TestFilesThatAreNotWhatTheySayAreRefused(t *testing.T) {
	png := uploadtest.PNG(t, 20, 20, 1)
	apk := uploadtest.APK(t, uploadtest.Scheme2, uploadtest.Manifest)
	plainXML := uploadtest.Part{Name: "AndroidManifest.xml", Data: []byte("<manifest/>")}
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		u, s := uploads(t, d, upload.Config{})
		f := &fixture{u, d, s, nil}
		for _, tc := range []struct {
			name, kind string
			file       []byte
			code       string
		}{
			{"nothing", upload.Picture, nil, "upload.empty"},
			{"an SVG with a script", upload.Picture, []byte(`<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>`), "upload.picture"},
			{"an SVG behind an XML head", upload.Brand, []byte(`<?xml version="1.0"?><svg onload="alert(1)"/>`), "upload.picture"},
			{"a page", upload.Picture, []byte("<!DOCTYPE html><script>alert(1)</script>"), "upload.picture"},
			{"a page behind the mark of a GIF", upload.Picture, []byte("GIF89a/*<script>*/=1;alert(1)"), "upload.picture"},
			{"half a picture", upload.Payment, png[:len(png)/2], "upload.picture"},
			{"a bomb of 60000 by 60000 pixels", upload.Picture, bombPNG(60000, 60000), "upload.picture"},
			{"a bomb of 8000 by 8000 pixels", upload.Picture, bombPNG(8000, 8000), "upload.picture"},
			{"a small WebP canvas around a large frame", upload.Picture, bombWebP(), "upload.picture"},
			{"an app as a picture", upload.Picture, apk, "upload.picture"},
			{"a picture that is too large", upload.Picture, append(bytes.Clone(png), make([]byte, 5<<20)...), "upload.large"},
			{"no such kind", "video", png, "upload.kind"},
			{"a picture as an app", upload.Package, png, "upload.package"},
			{"an app without a signature", upload.Package, uploadtest.APK(t, 0, uploadtest.Manifest), "upload.package"},
			{"an app with an unknown signature", upload.Package, uploadtest.APK(t, 0x12345678, uploadtest.Manifest), "upload.package"},
			{"an app without a manifest", upload.Package, uploadtest.APK(t, uploadtest.Scheme2, uploadtest.Part{Name: "a.txt", Data: []byte("a")}), "upload.package"},
			{"an app whose manifest is text", upload.Package, uploadtest.APK(t, uploadtest.Scheme2, plainXML), "upload.package"},
			{"an app with a manifest that unpacks to 5 MB", upload.Package, uploadtest.APK(t, uploadtest.Scheme2, uploadtest.Part{Name: "AndroidManifest.xml", Data: append([]byte{3, 0, 8, 0}, make([]byte, 5<<20)...)}), "upload.package"},
			{"an app with two manifests", upload.Package, uploadtest.APK(t, uploadtest.Scheme2, uploadtest.Manifest, uploadtest.Manifest), "upload.package"},
			{"an app with a path upwards", upload.Package, uploadtest.APK(t, uploadtest.Scheme2, uploadtest.Manifest, uploadtest.Part{Name: "../../etc/x"}), "upload.package"},
			{"an app behind a page", upload.Package, append([]byte("<script>alert(1)</script>"), apk...), "upload.package"},
			{"an app in front of a page", upload.Package, append(bytes.Clone(apk), "<script>alert(1)</script>"...), "upload.package"},
			{"half an app", upload.Package, apk[:len(apk)/2], "upload.package"},
		} {
			_, err := f.send(t.Context(), tc.kind, "a", tc.file)
			if told, ok := fault.Of(err); !ok || told.Code != tc.code || told.Message() == "" {
				t.Errorf("%s: %v, want %s", tc.name, err, tc.code)
			}
		}
		if n := f.count(t, "SELECT COUNT(*) FROM upload"); n != 0 {
			t.Errorf("%d refused files are kept", n)
		}
	})
}

func TestAPersonSendsSoManyFilesADay(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		u, s := uploads(t, d, upload.Config{})
		f := &fixture{u, d, s, nil}
		for i := range 20 { // refused ones count
			if _, err := f.send(t.Context(), upload.Package, "a", []byte("x")); !errors.Is(err, upload.ErrPackage) {
				t.Fatal(i, err)
			}
		}
		if _, err := f.send(t.Context(), upload.Package, "a", []byte("x")); !errors.Is(err, upload.ErrDay) {
			t.Error(err)
		}
		if _, err := f.send(t.Context(), upload.Picture, "a", uploadtest.PNG(t, 9, 9, 1)); err != nil {
			t.Error("another kind:", err)
		}
		dbtest.Clock(d).Advance(24 * time.Hour)
		if _, err := f.send(t.Context(), upload.Package, "a", []byte("x")); !errors.Is(err, upload.ErrPackage) {
			t.Error("the next day:", err)
		}
	})
}

// A store that is away answers a clear sentence, serves nothing wrong and loses nothing.
func TestAStoreThatIsAwayLosesNothing(t *testing.T) {
	inBucket(t, func(t *testing.T, f *fixture) {
		ctx := t.Context()
		kept, err := f.send(ctx, upload.Picture, "kept.png", uploadtest.PNG(t, 1400, 900, 1))
		if err != nil {
			t.Fatal(err)
		}
		file := uploadtest.PNG(t, 60, 60, 2)
		for i, fault := range []uploadtest.Fault{uploadtest.Down, uploadtest.Forbidden} {
			f.store.Break(fault)
			if _, err := f.send(ctx, upload.Picture, "new.png", file); !errors.Is(err, upload.ErrAway) {
				t.Errorf("%s: a new file: %v", fault, err)
			}
			if problem, where := f.Problem(ctx); problem == "" || strings.Contains(problem+where, uploadtest.Secret) {
				t.Errorf("%s: problem %q at %s", fault, problem, where)
			}
			if i == 0 {
				if _, _, err := f.read(ctx, kept.Address()); !errors.Is(err, upload.ErrAway) {
					t.Errorf("%s: a kept file: %v", fault, err)
				}
			}
		}
		for _, fault := range []uploadtest.Fault{uploadtest.Wrong, uploadtest.Short, uploadtest.Lost} {
			f.store.Break(fault)
			if _, data, err := f.read(ctx, kept.Address()); !errors.Is(err, upload.ErrAway) || len(data) > 0 {
				t.Errorf("%s: %d bytes, %v", fault, len(data), err)
			}
			if problem, _ := f.Problem(ctx); problem == "" {
				t.Errorf("%s: the store seems to work", fault)
			}
		}
		f.store.Break(uploadtest.None)
		if problem, _ := f.Problem(ctx); problem != "" {
			t.Error(problem)
		}
		if _, _, err := f.read(ctx, kept.Address()); err != nil {
			t.Error("the kept file once the store is back:", err)
		}
		if s, err := f.send(ctx, upload.Picture, "new.png", file); err != nil {
			t.Error("the new file once the store is back:", err)
		} else if _, _, err := f.read(ctx, s.Address()); err != nil {
			t.Error(err)
		}
	})
}

// The last bytes of an app are not given when the store gave other bytes: a phone would install them.
func TestAnAppWithOtherBytesIsNeverGivenWhole(t *testing.T) {
	inBucket(t, func(t *testing.T, f *fixture) {
		file := uploadtest.APK(t, uploadtest.Scheme2, uploadtest.Manifest, uploadtest.Part{Name: "assets/a", Data: randomBytes(300 << 10)})
		s, err := f.send(t.Context(), upload.Package, "a.apk", file)
		if err != nil {
			t.Fatal(err)
		}
		for _, fault := range []uploadtest.Fault{uploadtest.Wrong, uploadtest.Short} {
			f.store.Break(fault)
			if _, data, err := f.read(t.Context(), s.Address()); err == nil || len(data) >= len(file) {
				t.Errorf("%s: %d of %d bytes, %v", fault, len(data), len(file), err)
			}
		}
	})
}

func TestAFileThatTheStoreLostComesBackByUploadingItAgain(t *testing.T) {
	inBucket(t, func(t *testing.T, f *fixture) {
		file := uploadtest.PNG(t, 50, 50, 1)
		s, err := f.send(t.Context(), upload.Picture, "a.png", file)
		if err != nil {
			t.Fatal(err)
		}
		f.store.Drop("/store-id")
		if _, _, err := f.read(t.Context(), s.Address()); !errors.Is(err, upload.ErrAway) {
			t.Error("a lost file:", err)
		}
		if again, err := f.send(t.Context(), upload.Picture, "a.png", file); err != nil || again.Address() != s.Address() {
			t.Fatal(again, err)
		}
		if _, _, err := f.read(t.Context(), s.Address()); err != nil {
			t.Error(err)
		}
	})
}

// prune runs the job after a time.
func (f *fixture) prune(t *testing.T, after time.Duration) error {
	t.Helper()
	dbtest.Clock(f.d).Advance(after)
	return f.Prune(t.Context())
}

func TestAFileThatNothingShowsIsRemovedAfterItsGrace(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		ctx := t.Context()
		unused, err := f.send(ctx, upload.Picture, "unused.png", uploadtest.PNG(t, 40, 40, 1))
		if err != nil {
			t.Fatal(err)
		}
		used, err := f.send(ctx, upload.Picture, "used.png", uploadtest.PNG(t, 40, 40, 2))
		if err != nil {
			t.Fatal(err)
		}
		f.ShownBy = []upload.Shower{func(_ context.Context, _ db.Reader, address string) (bool, error) {
			return address == used.Address(), nil
		}}
		if err := f.prune(t, upload.Grace-time.Minute); err != nil || f.count(t, "SELECT COUNT(*) FROM upload") != 2 {
			t.Errorf("within the grace: %v", err)
		}
		if err := f.prune(t, 2*time.Minute); err != nil {
			t.Error(err)
		}
		if _, _, err := f.read(ctx, unused.Address()); !errors.Is(err, upload.ErrMissing) {
			t.Error("an unused file:", err)
		}
		if _, _, err := f.read(ctx, used.Address()); err != nil {
			t.Error("a used file:", err)
		}
		if err := f.prune(t, 2*time.Hour); err != nil || f.count(t, "SELECT COUNT(*) FROM upload_trash") != 0 {
			t.Errorf("its object: %v", err)
		}
		if f.store != nil && len(f.objects()) != 1 || f.store == nil && f.count(t, "SELECT COUNT(DISTINCT object) FROM upload_chunk") != 1 {
			t.Error("not one object is left")
		}
		if again, err := f.send(ctx, upload.Picture, "unused.png", uploadtest.PNG(t, 40, 40, 1)); err != nil || again.Address() != unused.Address() {
			t.Error("sent again:", again, err)
		}
	})
}

func TestAnObjectThatTheStoreDoesNotGiveUpIsTriedAgain(t *testing.T) {
	inBucket(t, func(t *testing.T, f *fixture) {
		if _, err := f.send(t.Context(), upload.Picture, "a.png", uploadtest.PNG(t, 40, 40, 1)); err != nil {
			t.Fatal(err)
		}
		if err := f.prune(t, upload.Grace+time.Hour); err != nil {
			t.Fatal(err)
		}
		f.store.Break(uploadtest.Down)
		if err := f.prune(t, 2*time.Hour); err == nil {
			t.Error("the job says nothing")
		}
		if n := f.count(t, "SELECT tries FROM upload_trash"); n != 1 {
			t.Errorf("%d tries", n)
		}
		f.store.Break(uploadtest.None)
		if err := f.prune(t, time.Hour); err != nil || len(f.objects()) != 0 || f.count(t, "SELECT COUNT(*) FROM upload_trash") != 0 {
			t.Errorf("%q, %v", f.objects(), err)
		}
	})
}

// A writer that saves an address keeps its file, and hears of one that is not there.
func TestAnAddressIsSavedOnlyWithItsFile(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		u, s := uploads(t, d, upload.Config{})
		f := &fixture{u, d, s, nil}
		kept, err := f.send(t.Context(), upload.Picture, "a.png", uploadtest.PNG(t, 40, 40, 1))
		if err != nil {
			t.Fatal(err)
		}
		hold := func(texts ...string) error {
			return d.Write(t.Context(), func(ctx context.Context, tx *db.Tx) error { return f.Hold(ctx, tx, texts...) })
		}
		dbtest.Clock(d).Advance(20 * 24 * time.Hour)
		if err := hold("/art/banner-1.svg", `<p><img src="`+kept.Address()+`" alt="">`); err != nil {
			t.Error(err)
		}
		if err := f.prune(t, 20*24*time.Hour); err != nil || f.count(t, "SELECT COUNT(*) FROM upload") != 1 {
			t.Error("what was saved lately is removed:", err)
		}
		for _, gone := range []string{"/files/" + strings.Repeat("0", 64) + ".png", strings.TrimSuffix(kept.Address(), "png") + "jpg"} {
			if err := hold(gone); !errors.Is(err, upload.ErrGone) {
				t.Errorf("%s: %v", gone, err)
			}
		}
	})
}

// Files in the database stay readable when a bucket is configured. The files of a
// bucket that is no longer configured are away and not lost.
func TestFilesStayWhereTheyAreWhenTheStoreChanges(t *testing.T) {
	dbtest.Each(t, func(t *testing.T, d *db.DB) {
		store := uploadtest.New(t)
		before, s := uploads(t, d, upload.Config{})
		own, err := (&fixture{before, d, s, nil}).send(t.Context(), upload.Picture, "a.png", uploadtest.PNG(t, 40, 40, 1))
		if err != nil {
			t.Fatal(err)
		}
		later, _ := uploads(t, d, upload.Config{S3: bucketOf(store)})
		f := &fixture{later, d, s, store}
		if _, _, err := f.read(t.Context(), own.Address()); err != nil {
			t.Error("a file of the database:", err)
		}
		there, err := f.send(t.Context(), upload.Picture, "b.png", uploadtest.PNG(t, 40, 40, 2))
		if err != nil {
			t.Fatal(err)
		}
		back, _ := uploads(t, d, upload.Config{})
		if _, _, err := (&fixture{back, d, s, nil}).read(t.Context(), there.Address()); !errors.Is(err, upload.ErrAway) {
			t.Error("a file of a bucket that is not configured:", err)
		}
	})
}

// bombPNG is the head of a picture that would unpack to so many pixels.
func bombPNG(width, height uint32) []byte {
	head := append([]byte("IHDR"), binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)...)
	head = append(head, 8, 6, 0, 0, 0)
	file := append([]byte("\x89PNG\r\n\x1a\n\x00\x00\x00\x0d"), head...)
	return binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(head))
}

// bombWebP says one pixel in its canvas and has a frame of 16383 by 16383.
func bombWebP() []byte {
	canvas := append([]byte("VP8X\x0a\x00\x00\x00"), make([]byte, 10)...)
	frame := []byte("VP8L\x0a\x00\x00\x00\x2f\xff\xff\xff\x0f\x00\x00\x00\x00\x00")
	file := append([]byte("WEBP"), append(canvas, frame...)...)
	return append(binary.LittleEndian.AppendUint32([]byte("RIFF"), uint32(len(file))), file...)
}
