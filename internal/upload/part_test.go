package upload_test

import (
	"bytes"
	"errors"
	"io"
	"testing"

	"hongyun/internal/upload"
	"hongyun/internal/upload/uploadtest"
)

// app is an upload of some parts.
func (f *fixture) app(t *testing.T, size int) (upload.Stored, []byte) {
	t.Helper()
	file := uploadtest.APK(t, uploadtest.Scheme2, uploadtest.Manifest, uploadtest.Part{Name: "assets/a", Data: randomBytes(size)})
	s, err := f.send(t.Context(), upload.Package, "a.apk", file)
	if err != nil {
		t.Fatal(err)
	}
	return s, file
}

func TestADownloadBeginsAnywhereAndReadsOnlyItsParts(t *testing.T) {
	each(t, func(t *testing.T, f *fixture) {
		s, file := f.app(t, 1400<<10)
		for _, from := range []int64{0, 1, 256<<10 - 1, 256 << 10, 700_000, s.Size - 1, s.Size} {
			opened, err := f.Open(t.Context(), s.Address())
			if err != nil {
				t.Fatal(err)
			}
			if _, err := opened.Seek(from, io.SeekStart); err != nil {
				t.Fatal(err)
			}
			before := 0
			if f.store != nil {
				before = f.store.Reads()
			}
			some, err := io.ReadAll(io.LimitReader(opened, 10))
			if err != nil || !bytes.Equal(some, file[from:min(from+10, s.Size)]) {
				t.Errorf("from %d: %x, %v", from, some, err)
			}
			if f.store != nil && f.store.Reads()-before > 2 {
				t.Errorf("from %d: %d parts were read for ten bytes", from, f.store.Reads()-before)
			}
			rest, err := io.ReadAll(opened)
			if err != nil || !bytes.Equal(append(some, rest...), file[from:]) {
				t.Errorf("from %d: %d bytes behind, %v", from, len(rest), err)
			}
			if err := opened.Close(); err != nil {
				t.Error(err)
			}
		}
	})
}

// A file that is only looked for, as HEAD does, is not read.
func TestOpeningAFileReadsNothingOfIt(t *testing.T) {
	inBucket(t, func(t *testing.T, f *fixture) {
		s, _ := f.app(t, 100)
		before := f.store.Reads()
		opened, err := f.Open(t.Context(), s.Address())
		if err != nil || opened.Stored != s || f.store.Reads() != before {
			t.Errorf("%+v, %v, %d reads", opened, err, f.store.Reads()-before)
		}
	})
}

// Each part is proved by itself: a download that begins in the middle gets no wrong byte.
func TestAPartWithOtherBytesIsNotGiven(t *testing.T) {
	inBucket(t, func(t *testing.T, f *fixture) {
		s, _ := f.app(t, 1400<<10)
		for _, fault := range []uploadtest.Fault{uploadtest.Wrong, uploadtest.Short, uploadtest.Lost, uploadtest.Forbidden} {
			f.store.Break(fault)
			opened, err := f.Open(t.Context(), s.Address())
			if err != nil {
				t.Fatal(err)
			}
			_, _ = opened.Seek(s.Size-5, io.SeekStart)
			if data, err := io.ReadAll(opened); len(data) > 0 || !errors.Is(err, upload.ErrAway) || !errors.Is(opened.Failed(), upload.ErrAway) {
				t.Errorf("%s: %d bytes, %v", fault, len(data), err)
			}
			_ = opened.Close()
		}
	})
}

// An app that was uploaded before parts were kept learns them at its first download.
// All of its bytes must be right for that.
func TestAnAppFromBeforeLearnsItsPartsOnce(t *testing.T) {
	inBucket(t, func(t *testing.T, f *fixture) {
		s, file := f.app(t, 600<<10)
		f.exec(t, "UPDATE upload SET parts = NULL")
		f.store.Break(uploadtest.Wrong)
		if _, data, err := f.read(t.Context(), s.Address()); len(data) > 0 || !errors.Is(err, upload.ErrAway) {
			t.Errorf("wrong bytes: %d, %v", len(data), err)
		}
		if n := f.count(t, "SELECT COUNT(*) FROM upload WHERE parts IS NOT NULL"); n != 0 {
			t.Error("the parts of wrong bytes were kept")
		}
		f.store.Break(uploadtest.None)
		for i, want := range []int{6, 3} { // three parts, read twice the first time
			before := f.store.Reads()
			if _, data, err := f.read(t.Context(), s.Address()); err != nil || !bytes.Equal(data, file) {
				t.Errorf("%d bytes, %v", len(data), err)
			}
			if n := f.store.Reads() - before; n != want {
				t.Errorf("download %d read %d parts, want %d", i+1, n, want)
			}
		}
	})
}

func TestDownloadsAtOnceAreBounded(t *testing.T) {
	inBucket(t, func(t *testing.T, f *fixture) {
		s, _ := f.app(t, 100)
		begin := func() (*upload.File, error) {
			opened, err := f.Open(t.Context(), s.Address())
			if err != nil {
				t.Fatal(err)
			}
			_, err = opened.Read(make([]byte, 1))
			return opened, err
		}
		var open []*upload.File
		for i := range 512 {
			opened, err := begin()
			if err != nil {
				t.Fatal(i, err)
			}
			open = append(open, opened)
		}
		if _, err := begin(); !errors.Is(err, upload.ErrCrowded) {
			t.Error("one more:", err)
		}
		_ = open[0].Close()
		_ = open[0].Close()
		if _, err := begin(); err != nil {
			t.Error("after one ended:", err)
		}
	})
}
