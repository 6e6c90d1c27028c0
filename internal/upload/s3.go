package upload

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strings"
	"time"

	"hongyun/internal/calendar"
)

// S3 is a bucket of a store that speaks S3. The zero value is none: files are kept
// in the database.
type S3 struct {
	URL    string // https://s3.example.com, without the bucket
	Bucket string
	Region string // such as us-east-1, which stores without regions take too
	Key    string
	Secret string
	Prefix string // before the names of objects, such as hongyun/; may be empty
}

// String names the bucket, without keys.
func (c S3) String() string { return c.URL + "/" + c.Bucket }

// GoString keeps the keys out of every log.
func (c S3) GoString() string { return c.String() }

// IsSet reports whether a bucket is configured, or begun to be.
func (c S3) IsSet() bool { return c.URL != "" || c.Bucket != "" || c.Key != "" || c.Secret != "" }

var (
	bucketForm = regexp.MustCompile(`^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$`)
	regionForm = regexp.MustCompile(`^[a-z0-9-]{1,40}$`)
	prefixForm = regexp.MustCompile(`^([a-z0-9_-]{1,40}/){0,4}$`)
)

// Check reports what is missing or wrong, without the values of keys.
func (c S3) Check() error {
	u, err := url.Parse(c.URL)
	switch {
	case err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Host == "" || u.User != nil || strings.Trim(u.Path, "/") != "" || u.RawQuery != "" || u.Fragment != "":
		return errors.New("the address of the file storage: want https://HOST, without bucket, path and user")
	case !bucketForm.MatchString(c.Bucket):
		return errors.New("the bucket of the file storage: want 3 to 63 of a-z, 0-9, dot and dash")
	case !regionForm.MatchString(c.Region):
		return errors.New("the region of the file storage: want a name such as us-east-1")
	case c.Key == "" || c.Secret == "":
		return errors.New("the file storage needs both of its keys")
	case !prefixForm.MatchString(c.Prefix):
		return errors.New("the prefix of the file storage: want folders of a-z, 0-9, _ and -, each with a slash behind it")
	}
	return nil
}

// The limits of one exchange with a store.
const (
	s3Connect = 5 * time.Second
	s3Begin   = 15 * time.Second // until the answer begins, once all was sent
	s3Small   = 30 * time.Second // of an exchange without a large file
	s3Large   = 30 * time.Minute
	smallSize = 8 << 20
)

// bucket speaks with a store. It asks path-style addresses, which every store
// takes, follows no redirect and uses no proxy.
type bucket struct {
	S3
	clock  calendar.Clock
	client *http.Client
}

func newBucket(c S3, clock calendar.Clock) *bucket {
	c.URL = strings.TrimRight(c.URL, "/")
	return &bucket{S3: c, clock: clock, client: &http.Client{
		Transport: &http.Transport{
			DialContext: (&net.Dialer{Timeout: s3Connect}).DialContext, TLSHandshakeTimeout: s3Connect,
			ResponseHeaderTimeout: s3Begin, MaxIdleConnsPerHost: 8, IdleConnTimeout: time.Minute, DisableCompression: true,
		},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// refusal is an answer of the store that is no success.
type refusal struct {
	Status int
	Code   string // of the store, such as AccessDenied
}

func (r refusal) Error() string {
	return fmt.Sprintf("the file storage answered %d %s", r.Status, r.Code)
}

var codeForm = regexp.MustCompile(`^[A-Za-z0-9]{1,60}$`)

// ask sends a signed request. The caller closes the body of a good answer.
func (b *bucket) ask(ctx context.Context, method, name string, o Object, content io.Reader) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, b.URL+"/"+b.Bucket+"/"+b.Prefix+name, content)
	if err != nil {
		return nil, errors.New("the address of the file storage cannot be asked") // its text would hold the address
	}
	hash := emptyHash
	if content != nil {
		req.ContentLength, hash = o.Size, o.Hash
		req.Header.Set("Content-Type", o.Type)
	}
	b.sign(req, hash, b.clock.Now())
	res, err := b.client.Do(req)
	if err != nil {
		return nil, err
	}
	if res.StatusCode/100 == 2 {
		return res, nil
	}
	defer res.Body.Close()
	if res.StatusCode == http.StatusNotFound && method == http.MethodHead {
		return nil, errLost
	}
	var said struct{ Code string }
	_ = xml.NewDecoder(io.LimitReader(res.Body, 64<<10)).Decode(&said)
	if said.Code == "NoSuchKey" {
		return nil, errLost
	}
	if !codeForm.MatchString(said.Code) {
		said.Code = "" // not of a store, or another text
	}
	return nil, refusal{res.StatusCode, said.Code}
}

// within bounds an exchange by the size of what is sent or read.
func within(ctx context.Context, size int64) (context.Context, context.CancelFunc) {
	if size > smallSize {
		return context.WithTimeout(ctx, s3Large)
	}
	return context.WithTimeout(ctx, s3Small)
}

func (b *bucket) Put(ctx context.Context, o Object, content io.Reader) error {
	ctx, cancel := within(ctx, o.Size)
	defer cancel()
	// The client would close what it sends, and the caller may need it again.
	res, err := b.ask(ctx, http.MethodPut, o.Name, o, io.NopCloser(content))
	if err != nil {
		return err
	}
	return res.Body.Close()
}

func (b *bucket) Open(ctx context.Context, name string) (io.ReadCloser, error) {
	res, err := b.ask(ctx, http.MethodGet, name, Object{}, nil)
	if err != nil {
		return nil, err
	}
	return res.Body, nil
}

func (b *bucket) Has(ctx context.Context, name string) (bool, error) {
	ctx, cancel := within(ctx, 0)
	defer cancel()
	res, err := b.ask(ctx, http.MethodHead, name, Object{}, nil)
	switch {
	case errors.Is(err, errLost):
		return false, nil
	case err != nil:
		return false, err
	}
	return true, res.Body.Close()
}

func (b *bucket) Remove(ctx context.Context, name string) error {
	ctx, cancel := within(ctx, 0)
	defer cancel()
	res, err := b.ask(ctx, http.MethodDelete, name, Object{}, nil)
	switch {
	case errors.Is(err, errLost):
		return nil
	case err != nil:
		return err
	}
	return res.Body.Close()
}

// Check stores a small object, reads it and removes it.
func (b *bucket) Check(ctx context.Context) error {
	content := make([]byte, 32)
	_, _ = rand.Read(content)
	sum := sha256.Sum256(content)
	name := "check/" + hex.EncodeToString(content[:8])
	o := Object{Name: name, Size: int64(len(content)), Hash: hex.EncodeToString(sum[:]), Type: "application/octet-stream"}
	if err := b.Put(ctx, o, bytes.NewReader(content)); err != nil {
		return err
	}
	body, err := b.Open(ctx, name)
	if err != nil {
		return err
	}
	got, err := io.ReadAll(io.LimitReader(body, 1<<10))
	if err = errors.Join(err, body.Close()); err != nil {
		return err
	}
	if !bytes.Equal(got, content) {
		return errDamaged
	}
	return b.Remove(ctx, name)
}

// reason says in words for people why a store does not work. The text of an error
// is never shown.
func reason(err error) string {
	var (
		said    refusal
		timeout interface{ Timeout() bool }
		name    *net.DNSError
	)
	switch {
	case errors.As(err, &said) && (said.Status == http.StatusForbidden || said.Status == http.StatusUnauthorized):
		return strings.TrimSpace("存储拒绝访问，密钥或权限不正确 " + said.Code)
	case errors.As(err, &said) && said.Code == "NoSuchBucket":
		return "存储中没有这个存储桶"
	case errors.As(err, &said):
		return strings.TrimSpace(fmt.Sprintf("存储返回 %d %s", said.Status, said.Code))
	case errors.Is(err, errLost):
		return "存储中没有刚刚写入的文件"
	case errors.Is(err, errDamaged):
		return "存储返回的内容与写入的不同"
	case errors.As(err, &name):
		return "存储的域名无法解析"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return "存储没有应答（超时）"
	}
	return "无法连接存储"
}
