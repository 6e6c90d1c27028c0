package upload_test

import (
	"errors"
	"strings"
	"testing"

	"hongyun/internal/upload"
	"hongyun/internal/upload/uploadtest"
)

// in is the same installation with another name of its bucket.
func (f *fixture) in(t *testing.T, bucket string) *fixture {
	t.Helper()
	c := bucketOf(f.store)
	c.Bucket = bucket
	u, s := uploads(t, f.d, upload.Config{S3: c})
	return &fixture{u, f.d, s, f.store}
}

// A wrong name of the bucket makes files away, whether such a bucket is there or not.
// None is lost, moved, stored elsewhere or taken for removed.
func TestAWrongBucketLosesNothing(t *testing.T) {
	inBucket(t, func(t *testing.T, f *fixture) {
		ctx := t.Context()
		file := uploadtest.PNG(t, 60, 60, 1)
		kept, err := f.send(ctx, upload.Picture, "kept.png", file)
		if err != nil {
			t.Fatal(err)
		}
		f.exec(t, "INSERT INTO upload_trash (object, store, due_at) VALUES ('aa/old.png', 's3', 0)")
		before, puts := f.objects(), f.store.Puts()
		for _, name := range []string{uploadtest.Other, "no-such-bucket"} {
			wrong := f.in(t, name)
			if _, _, err := wrong.read(ctx, kept.Address()); !errors.Is(err, upload.ErrAway) {
				t.Errorf("%s: a kept file: %v", name, err)
			}
			if _, err := wrong.send(ctx, upload.Picture, "kept.png", file); !errors.Is(err, upload.ErrAway) {
				t.Errorf("%s: the kept file sent again: %v", name, err)
			}
			if _, err := wrong.send(ctx, upload.Picture, "new.png", uploadtest.PNG(t, 60, 60, 2)); !errors.Is(err, upload.ErrAway) {
				t.Errorf("%s: a new file: %v", name, err)
			}
			if err := wrong.Prune(ctx); err == nil {
				t.Errorf("%s: the job says nothing", name)
			}
			if problem, _ := wrong.Problem(ctx); !strings.Contains(problem, "存储桶") {
				t.Errorf("%s: problem %q", name, problem)
			}
			if n := f.count(t, "SELECT COUNT(*) FROM upload_trash WHERE object = 'aa/old.png'"); n != 1 {
				t.Errorf("%s: what waits for its removal is taken for removed", name)
			}
			if n := f.count(t, "SELECT COUNT(*) FROM upload_trash t JOIN upload u ON t.object LIKE '%' || u.hash || '%' WHERE u.state = 'ready'"); n != 0 {
				t.Errorf("%s: a good object is thrown away", name)
			}
			f.exec(t, "UPDATE upload_trash SET due_at = 0")
		}
		if after := f.objects(); strings.Join(after, " ") != strings.Join(before, " ") || f.store.Puts() != puts {
			t.Errorf("objects %q, before %q", after, before)
		}
		back := f.in(t, uploadtest.Bucket)
		if _, _, err := back.read(ctx, kept.Address()); err != nil {
			t.Error("the kept file in its bucket:", err)
		}
		if err := back.Prune(ctx); err != nil || f.count(t, "SELECT COUNT(*) FROM upload_trash") != 0 {
			t.Error("the job in the right bucket:", err)
		}
	})
}

// The bucket of an installation from before the mark gets it if it has the file that was
// used last; another one does not.
func TestABucketFromBeforeIsKnownByItsFile(t *testing.T) {
	inBucket(t, func(t *testing.T, f *fixture) {
		if _, err := f.send(t.Context(), upload.Picture, "a.png", uploadtest.PNG(t, 60, 60, 1)); err != nil {
			t.Fatal(err)
		}
		f.store.Drop(".png")
		f.exec(t, "DELETE FROM upload_store")
		if problem, _ := f.in(t, uploadtest.Other).Problem(t.Context()); !strings.Contains(problem, "不是本站存放文件的那一个") {
			t.Errorf("another bucket: %q", problem)
		}
		right := f.in(t, uploadtest.Bucket)
		if problem, _ := right.Problem(t.Context()); problem != "" {
			t.Errorf("our bucket: %q", problem)
		}
		if n := len(f.store.Keys()) - len(f.objects()); n != 1 {
			t.Errorf("%d marks", n)
		}
	})
}

// Two installations never share a folder of a bucket.
func TestABucketOfAnotherInstallationIsRefused(t *testing.T) {
	inBucket(t, func(t *testing.T, f *fixture) {
		if problem, _ := f.Problem(t.Context()); problem != "" {
			t.Fatal(problem)
		}
		f.exec(t, "UPDATE upload_store SET id = ?, marked = ?", strings.Repeat("0", 32), false)
		second := f.in(t, uploadtest.Bucket)
		if problem, _ := second.Problem(t.Context()); !strings.Contains(problem, strings.Repeat("0", 32)) {
			t.Errorf("problem %q", problem)
		}
	})
}

// The bucket is trusted for some minutes, so that the mark is not read with each upload.
func TestTheMarkIsReadOnceForManyUploads(t *testing.T) {
	inBucket(t, func(t *testing.T, f *fixture) {
		for i := range 3 {
			if _, err := f.send(t.Context(), upload.Picture, "a.png", uploadtest.PNG(t, 60, 60, uint64(i))); err != nil {
				t.Fatal(err)
			}
		}
		if n := f.store.Reads(); n > 2 {
			t.Errorf("%d reads for three uploads", n)
		}
	})
}
