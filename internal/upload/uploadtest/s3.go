// Package uploadtest is a store that speaks S3, in the process of a test, and files
// to upload. It was written without the client: it checks each signature itself.
package uploadtest

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"regexp"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// The keys and the bucket of the store.
const (
	Key    = "AKIDTESTKEY"
	Secret = "test/secret+key"
	Bucket = "files"
	Other  = "other" // a bucket of the same keys that belongs to something else
	Region = "us-east-1"
)

// Fault is how the store misbehaves.
type Fault string

// The faults of the store. None is a store that works.
const (
	None      Fault = ""
	Down      Fault = "down"      // cuts each connection
	Silent    Fault = "silent"    // takes the request and never answers
	Forbidden Fault = "forbidden" // 403 AccessDenied
	Wrong     Fault = "wrong"     // gives bytes of another file
	Short     Fault = "short"     // gives a part of the file
	Lost      Fault = "lost"      // takes objects and has none
)

// S3 is the store. Objects are by their keys.
type S3 struct {
	URL string

	mu      sync.Mutex
	fault   Fault
	objects map[string][]byte
	puts    int
	reads   int
	bad     []string // requests with a wrong signature
	ended   chan struct{}
}

// New starts a store that ends with the test.
func New(t testing.TB) *S3 {
	s := &S3{objects: map[string][]byte{}, ended: make(chan struct{})}
	server := httptest.NewServer(s)
	t.Cleanup(func() {
		close(s.ended)
		server.Close()
	})
	s.URL = server.URL
	return s
}

// Break makes the store misbehave from now on.
func (s *S3) Break(f Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.fault = f
}

// Keys are the objects of the store, in their order.
func (s *S3) Keys() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	keys := make([]string, 0, len(s.objects))
	for k := range s.objects {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

// Drop loses all objects whose keys do not end so.
func (s *S3) Drop(but string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	maps.DeleteFunc(s.objects, func(key string, _ []byte) bool { return !strings.HasSuffix(key, but) })
}

// Cut takes the last bytes of every object of a file.
func (s *S3) Cut(n int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for key, data := range s.objects {
		if !strings.HasSuffix(key, "/store-id") {
			s.objects[key] = data[:max(len(data)-n, 0)]
		}
	}
}

// Puts counts the objects that were stored.
func (s *S3) Puts() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.puts
}

// Reads counts the objects, and the parts of objects, that were read or looked for.
func (s *S3) Reads() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.reads
}

// Unsigned are the requests whose signatures were wrong.
func (s *S3) Unsigned() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.bad)
}

func (s *S3) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	s.mu.Lock()
	fault := s.fault
	s.mu.Unlock()
	switch fault {
	case Down:
		panic(http.ErrAbortHandler)
	case Silent:
		select {
		case <-s.ended:
		case <-r.Context().Done():
		}
		return
	case Forbidden:
		refuse(w, http.StatusForbidden, "AccessDenied")
		return
	}
	if why := wrongSignature(r, body); why != "" {
		s.mu.Lock()
		s.bad = append(s.bad, r.Method+" "+r.URL.Path+": "+why)
		s.mu.Unlock()
		refuse(w, http.StatusForbidden, "SignatureDoesNotMatch")
		return
	}
	key, found := strings.CutPrefix(r.URL.Path, "/"+Bucket+"/")
	if other, is := strings.CutPrefix(r.URL.Path, "/"+Other+"/"); is {
		key, found = Other+"!"+other, true
	}
	if !found || key == "" {
		refuse(w, http.StatusNotFound, "NoSuchBucket")
		return
	}
	s.act(w, r, key, body, fault)
}

func (s *S3) act(w http.ResponseWriter, r *http.Request, key string, body []byte, fault Fault) {
	s.mu.Lock()
	defer s.mu.Unlock()
	kept, there := s.objects[key]
	there = there && fault != Lost
	switch r.Method {
	case http.MethodPut:
		s.objects[key] = body
		s.puts++
	case http.MethodDelete:
		delete(s.objects, key)
		w.WriteHeader(http.StatusNoContent)
	case http.MethodHead, http.MethodGet:
		if !there {
			refuse(w, http.StatusNotFound, "NoSuchKey")
			return
		}
		switch fault {
		case Wrong:
			kept = []byte(strings.Repeat("x", len(kept)))
		case Short:
			kept = kept[:len(kept)/2]
		}
		s.give(w, r, kept)
	default:
		refuse(w, http.StatusMethodNotAllowed, "MethodNotAllowed")
	}
}

// give answers a range as S3 does: one that begins behind the end has 416.
func (s *S3) give(w http.ResponseWriter, r *http.Request, kept []byte) {
	status := http.StatusOK
	if bounds := r.Header.Get("Range"); bounds != "" {
		var from, to int
		if _, err := fmt.Sscanf(bounds, "bytes=%d-%d", &from, &to); err != nil || from >= len(kept) || to < from {
			refuse(w, http.StatusRequestedRangeNotSatisfiable, "InvalidRange")
			return
		}
		to = min(to+1, len(kept))
		w.Header().Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, to-1, len(kept)))
		kept, status = kept[from:to], http.StatusPartialContent
	}
	s.reads++
	w.Header().Set("Content-Length", fmt.Sprint(len(kept)))
	w.WriteHeader(status)
	if r.Method == http.MethodGet {
		_, _ = w.Write(kept)
	}
}

func refuse(w http.ResponseWriter, status int, code string) {
	w.Header().Set("Content-Type", "application/xml")
	w.WriteHeader(status)
	fmt.Fprintf(w, `<?xml version="1.0" encoding="UTF-8"?><Error><Code>%s</Code><Message>no</Message></Error>`, code)
}

var authorization = regexp.MustCompile(`^AWS4-HMAC-SHA256 Credential=([^/]+)/(\d{8})/([^/]+)/s3/aws4_request, ?SignedHeaders=([a-z0-9;-]+), ?Signature=([0-9a-f]{64})$`)

// wrongSignature says what is wrong with the signature of a request, "" if nothing is.
func wrongSignature(r *http.Request, body []byte) string {
	parts := authorization.FindStringSubmatch(r.Header.Get("Authorization"))
	if parts == nil {
		return "no authorization of version 4"
	}
	key, day, region, names, given := parts[1], parts[2], parts[3], parts[4], parts[5]
	at, err := time.Parse("20060102T150405Z", r.Header.Get("X-Amz-Date"))
	if err != nil || at.Format("20060102") != day {
		return "the date does not agree"
	}
	if key != Key || region != Region {
		return "another key or region"
	}
	for _, must := range []string{"host", "x-amz-content-sha256", "x-amz-date"} {
		if !slices.Contains(strings.Split(names, ";"), must) {
			return must + " is not signed"
		}
	}
	sum := sha256.Sum256(body)
	if r.Header.Get("X-Amz-Content-Sha256") != hex.EncodeToString(sum[:]) {
		return "the body has another hash"
	}
	var canonical strings.Builder
	fmt.Fprintf(&canonical, "%s\n%s\n%s\n", r.Method, r.URL.EscapedPath(), r.URL.RawQuery)
	for _, name := range strings.Split(names, ";") {
		value := r.Header.Get(name)
		if name == "host" {
			value = r.Host
		}
		fmt.Fprintf(&canonical, "%s:%s\n", name, strings.TrimSpace(value))
	}
	fmt.Fprintf(&canonical, "\n%s\n%s", names, r.Header.Get("X-Amz-Content-Sha256"))
	hashed := sha256.Sum256([]byte(canonical.String()))
	text := fmt.Sprintf("AWS4-HMAC-SHA256\n%s\n%s/%s/s3/aws4_request\n%x", r.Header.Get("X-Amz-Date"), day, region, hashed)
	mac := func(k []byte, s string) []byte {
		h := hmac.New(sha256.New, k)
		h.Write([]byte(s))
		return h.Sum(nil)
	}
	own := hex.EncodeToString(mac(mac(mac(mac(mac([]byte("AWS4"+Secret), day), region), "s3"), "aws4_request"), text))
	if subtle.ConstantTimeCompare([]byte(own), []byte(given)) != 1 {
		return "the signature is another"
	}
	return ""
}
