package upload

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"hongyun/internal/upload/uploadtest"
)

// The example "GET Bucket Lifecycle" of "Signature Calculations for the Authorization
// Header" in the documentation of Amazon S3.
func TestASignatureIsThatOfTheDocumentation(t *testing.T) {
	c := S3{Region: "us-east-1", Key: "AKIAIOSFODNN7EXAMPLE", Secret: "wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY"}
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://examplebucket.s3.amazonaws.com/?lifecycle=", nil)
	if err != nil {
		t.Fatal(err)
	}
	c.sign(req, emptyHash, time.Date(2013, 5, 24, 0, 0, 0, 0, time.UTC))
	const want = "AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request,SignedHeaders=host;x-amz-content-sha256;x-amz-date," +
		"Signature=fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543"
	if got := req.Header.Get("Authorization"); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}

func TestABucketIsConfiguredWholeOrNotAtAll(t *testing.T) {
	good := S3{URL: "https://s3.example.com", Bucket: "files", Region: "us-east-1", Key: "k", Secret: "geheim"}
	if err := good.Check(); err != nil {
		t.Error(err)
	}
	for name, change := range map[string]func(*S3){
		"no address": func(c *S3) { c.URL = "" }, "another scheme": func(c *S3) { c.URL = "ftp://s3.example.com" },
		"a user": func(c *S3) { c.URL = "https://a:geheim@s3.example.com" }, "a path": func(c *S3) { c.URL = "https://s3.example.com/files" },
		"no bucket": func(c *S3) { c.Bucket = "" }, "a bucket with a slash": func(c *S3) { c.Bucket = "files/../x" }, "no region": func(c *S3) { c.Region = "" },
		"no key": func(c *S3) { c.Key = "" }, "no secret": func(c *S3) { c.Secret = "" }, "a prefix upwards": func(c *S3) { c.Prefix = "../" }, "a prefix without a slash": func(c *S3) { c.Prefix = "a" },
	} {
		c := good
		change(&c)
		if err := c.Check(); err == nil || strings.Contains(err.Error(), "geheim") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if (S3{}).IsSet() || !good.IsSet() || strings.Contains(good.GoString()+good.String(), "geheim") {
		t.Error("a bucket shows its secret")
	}
}

// The other side refuses what was signed with another key, so that the tests of the
// store prove something.
func TestTheStoreRefusesAWrongKey(t *testing.T) {
	store := uploadtest.New(t)
	c := S3{URL: store.URL, Bucket: uploadtest.Bucket, Region: uploadtest.Region, Key: uploadtest.Key, Secret: "another"}
	err := newBucket(c, fixed{}).Check(t.Context())
	if err == nil || reason(err) != "存储拒绝访问，密钥或权限不正确 SignatureDoesNotMatch" || len(store.Unsigned()) != 1 {
		t.Error(err, store.Unsigned())
	}
	c.Secret, c.Bucket = uploadtest.Secret, "others"
	if err := newBucket(c, fixed{}).Check(t.Context()); err == nil || reason(err) != "存储中没有这个存储桶" {
		t.Error(err)
	}
	c.Bucket = uploadtest.Bucket
	if err := newBucket(c, fixed{}).Check(t.Context()); err != nil {
		t.Error(err)
	}
}

type fixed struct{}

func (fixed) Now() time.Time { return time.Date(2026, 11, 27, 4, 0, 0, 0, time.UTC) }
