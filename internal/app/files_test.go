package app

import (
	"bytes"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"hongyun/internal/db/dbtest"
	"hongyun/internal/secret"
	"hongyun/internal/staff"
	"hongyun/internal/upload"
	"hongyun/internal/upload/uploadtest"
)

// served is a site that serves one app from a store, with the deadlines of a listener.
type served struct {
	*httptest.Server
	address string
	file    []byte
	store   *uploadtest.S3
}

func serveApp(t *testing.T, size int, deadline time.Duration) *served {
	t.Helper()
	d, store := dbtest.Open(t, dbtest.SQLite(t)), uploadtest.New(t)
	box, err := secret.NewBox(make([]byte, secret.KeySize))
	if err != nil {
		t.Fatal(err)
	}
	u := upload.New(upload.Config{
		DB: d, Staff: staff.New(staff.Config{DB: d, Box: box, Log: dbtest.Quiet()}), Machine: d.Clock(), Log: dbtest.Quiet(),
		S3: upload.S3{URL: store.URL, Bucket: uploadtest.Bucket, Region: uploadtest.Region, Key: uploadtest.Key, Secret: uploadtest.Secret},
	})
	file := uploadtest.APK(t, uploadtest.Scheme2, uploadtest.Manifest, uploadtest.Part{Name: "assets/a", Data: unpackable(size)})
	by := staff.Actor{ID: "e1", Name: "Editor", Roles: []string{"owner"}}
	in, err := u.Receive(t.Context(), by, upload.Package, bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	s, err := u.Keep(t.Context(), by, in, "a.apk")
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewUnstartedServer(files{u})
	server.Config.ReadTimeout, server.Config.WriteTimeout = deadline, deadline
	server.Start()
	t.Cleanup(server.Close)
	return &served{server, s.Address(), file, store}
}

// unpackable is bytes that no packing makes smaller.
func unpackable(n int) []byte {
	out := make([]byte, 0, n+sha256.Size)
	for i := 0; len(out) < n; i++ {
		sum := sha256.Sum256(fmt.Append(nil, i))
		out = append(out, sum[:]...)
	}
	return out[:n]
}

func (s *served) ask(t *testing.T, method string, headers ...string) *http.Response {
	t.Helper()
	r, err := http.NewRequestWithContext(context.WithoutCancel(t.Context()), method, s.URL+s.address, nil)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		r.Header.Set(headers[i], headers[i+1])
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { answer.Body.Close() })
	return answer
}

func TestADownloadThatBrokeOffGoesOnWhereItEnded(t *testing.T) {
	s := serveApp(t, 700<<10, time.Minute)
	size := len(s.file)
	tag := s.ask(t, http.MethodHead).Header.Get("Etag")
	for _, tc := range []struct {
		name     string
		headers  []string
		status   int
		from, to int // of the file
		bounds   string
	}{
		{"whole", nil, 200, 0, size, ""},
		{"from the middle", []string{"Range", "bytes=300000-", "If-Range", tag}, 206, 300000, size, fmt.Sprintf("bytes 300000-%d/%d", size-1, size)},
		{"across two parts", []string{"Range", "bytes=262000-262300"}, 206, 262000, 262301, fmt.Sprintf("bytes 262000-262300/%d", size)},
		{"the end", []string{"Range", "bytes=-5"}, 206, size - 5, size, fmt.Sprintf("bytes %d-%d/%d", size-5, size-1, size)},
		{"of another file", []string{"Range", "bytes=300000-", "If-Range", `"other"`}, 200, 0, size, ""},
	} {
		got := s.ask(t, http.MethodGet, tc.headers...)
		body, err := io.ReadAll(got.Body)
		if err != nil || got.StatusCode != tc.status || got.Header.Get("Content-Range") != tc.bounds || !bytes.Equal(body, s.file[tc.from:tc.to]) {
			t.Errorf("%s: %d, %q, %d bytes, %v", tc.name, got.StatusCode, got.Header.Get("Content-Range"), len(body), err)
		}
	}
	if got := s.ask(t, http.MethodGet, "Range", fmt.Sprintf("bytes=%d-", size)); got.StatusCode != 416 {
		t.Errorf("behind the end: %d", got.StatusCode)
	}
}

func TestAFileThatIsOnlyLookedForIsNotRead(t *testing.T) {
	s := serveApp(t, 300<<10, time.Minute)
	tag, before := `"`+s.address[len("/files/"):len("/files/")+64]+`"`, s.store.Reads()
	head := s.ask(t, http.MethodHead)
	if head.StatusCode != 200 || head.ContentLength != int64(len(s.file)) || head.Header.Get("Accept-Ranges") != "bytes" || head.Header.Get("Etag") != tag {
		t.Errorf("HEAD: %d, %d, %v", head.StatusCode, head.ContentLength, head.Header)
	}
	for _, known := range []string{tag, `"x", ` + tag, "W/" + tag, "*"} {
		if got := s.ask(t, http.MethodGet, "If-None-Match", known); got.StatusCode != 304 {
			t.Errorf("If-None-Match %s: %d", known, got.StatusCode)
		}
	}
	if n := s.store.Reads() - before; n != 0 {
		t.Errorf("the store was read %d times", n)
	}
}

// A phone on a slow line needs longer than any answer of the site may take. The deadline
// is for each write, and the end of the request's reading does not end the download.
func TestADownloadMayLastAsLongAsItsReaderReads(t *testing.T) {
	s := serveApp(t, 12<<20, 300*time.Millisecond)
	got := s.ask(t, http.MethodGet)
	var body bytes.Buffer
	for range 4 {
		if _, err := io.CopyN(&body, got.Body, 1<<20); err != nil {
			t.Fatalf("after %d bytes: %v", body.Len(), err)
		}
		time.Sleep(250 * time.Millisecond)
	}
	if _, err := io.Copy(&body, got.Body); err != nil || !bytes.Equal(body.Bytes(), s.file) {
		t.Errorf("%d of %d bytes, %v", body.Len(), len(s.file), err)
	}
}

// A store that is away gets a sentence; one that fails in the middle ends the connection,
// so that no browser takes a part for the whole.
func TestAStoreThatFailsIsNeverTakenForTheEndOfAFile(t *testing.T) {
	s := serveApp(t, 12<<20, time.Minute)
	s.store.Break(uploadtest.Forbidden)
	got := s.ask(t, http.MethodGet, "Range", "bytes=5-")
	body, _ := io.ReadAll(got.Body)
	if got.StatusCode != 503 || got.Header.Get("Retry-After") == "" || got.Header.Get("Cache-Control") != "no-store" || got.Header.Get("Content-Range") != "" || !bytes.Contains(body, []byte("文件暂时无法读取")) {
		t.Errorf("%d %v %s", got.StatusCode, got.Header, body)
	}
	s.store.Break(uploadtest.None)
	got = s.ask(t, http.MethodGet)
	if _, err := io.CopyN(io.Discard, got.Body, 1<<20); err != nil {
		t.Fatal(err)
	}
	s.store.Break(uploadtest.Forbidden)
	if n, err := io.Copy(io.Discard, got.Body); err == nil {
		t.Errorf("the rest ended well after %d bytes", n)
	}
}
