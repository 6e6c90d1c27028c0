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
	s3Small   = 30 * time.Second // of an exchange without a large file, such as reading one part
	s3Large   = 30 * time.Minute // of storing a large file
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

// ask sends a signed request, for some of an object's bytes where bytes are named. The
// caller closes the body of a good answer.
func (b *bucket) ask(ctx context.Context, method, name, bytes string, o Object, content io.Reader) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, b.URL+"/"+b.Bucket+"/"+b.Prefix+name, content)
	if err != nil {
		return nil, errors.New("the address of the file storage cannot be asked") // its text would hold the address
	}
	hash := emptyHash
	if content != nil {
		req.ContentLength, hash = o.Size, o.Hash
		req.Header.Set("Content-Type", o.Type)
	}
	if bytes != "" {
		req.Header.Set("Range", "bytes="+bytes)
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
	switch {
	case said.Code == "NoSuchKey":
		return nil, errLost
	case res.StatusCode == http.StatusRequestedRangeNotSatisfiable: // it is shorter than what was stored
		return nil, errDamaged
	}
	if !codeForm.MatchString(said.Code) {
		said.Code = "" // not of a store, or another text
	}
	return nil, refusal{res.StatusCode, said.Code}
}

// within bounds an exchange by the size of what is sent.
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
	res, err := b.ask(ctx, http.MethodPut, o.Name, "", o, io.NopCloser(content))
	if err != nil {
		return err
	}
	return res.Body.Close()
}

func (b *bucket) Part(ctx context.Context, name string, no, size int) ([]byte, error) {
	return b.read(ctx, name, no*partSize, size)
}

// read reads size bytes of an object, from a place on.
func (b *bucket) read(ctx context.Context, name string, from, size int) ([]byte, error) {
	ctx, cancel := within(ctx, 0)
	defer cancel()
	res, err := b.ask(ctx, http.MethodGet, name, fmt.Sprintf("%d-%d", from, from+size-1), Object{}, nil)
	if err != nil {
		return nil, err
	}
	defer res.Body.Close()
	if from > 0 && res.StatusCode != http.StatusPartialContent {
		return nil, errWhole // it begins with other bytes
	}
	data := make([]byte, size)
	switch _, err := io.ReadFull(res.Body, data); {
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, errDamaged
	case err != nil:
		return nil, err
	}
	return data, nil
}

func (b *bucket) Has(ctx context.Context, name string, size int64) (bool, error) {
	ctx, cancel := within(ctx, 0)
	defer cancel()
	res, err := b.ask(ctx, http.MethodHead, name, "", Object{}, nil)
	switch {
	case errors.Is(err, errLost):
		return false, nil
	case err != nil:
		return false, err
	}
	told := res.ContentLength // -1: the store does not say
	return told == size || told < 0, res.Body.Close()
}

func (b *bucket) Remove(ctx context.Context, name string) error {
	ctx, cancel := within(ctx, 0)
	defer cancel()
	res, err := b.ask(ctx, http.MethodDelete, name, "", Object{}, nil)
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
	for _, from := range []int{0, 8} { // the second as a download in parts has it
		got, err := b.read(ctx, name, from, len(content)-from)
		if err != nil {
			return err
		}
		if !bytes.Equal(got, content[from:]) {
			return errDamaged
		}
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
		other   otherBucket
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
	case errors.Is(err, errWhole):
		return "存储不支持分段读取（Range）"
	case errors.As(err, &other):
		return "这个存储桶不是本站存放文件的那一个：其中没有内容为 " + other.id + " 的对象 " + markName
	case errors.As(err, &name):
		return "存储的域名无法解析"
	case errors.Is(err, context.DeadlineExceeded), errors.As(err, &timeout) && timeout.Timeout():
		return "存储没有应答（超时）"
	}
	return "无法连接存储"
}
