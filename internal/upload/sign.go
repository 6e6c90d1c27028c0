package upload

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
	"strings"
	"time"
)

// emptyHash is the SHA-256 of nothing, for requests without a body.
const emptyHash = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"

// sign signs a request as AWS Signature Version 4 has it for S3. hash is that of
// the body. Our paths have no characters that would have to be escaped, and our
// requests have no query.
func (c S3) sign(req *http.Request, hash string, now time.Time) {
	stamp := now.UTC().Format("20060102T150405Z")
	day := stamp[:8]
	req.Header.Set("X-Amz-Date", stamp)
	req.Header.Set("X-Amz-Content-Sha256", hash)
	const names = "host;x-amz-content-sha256;x-amz-date"
	headers := "host:" + req.URL.Host + "\nx-amz-content-sha256:" + hash + "\nx-amz-date:" + stamp + "\n"
	canonical := strings.Join([]string{req.Method, req.URL.EscapedPath(), req.URL.RawQuery, headers, names, hash}, "\n")
	sum := sha256.Sum256([]byte(canonical))
	scope := day + "/" + c.Region + "/s3/aws4_request"
	text := "AWS4-HMAC-SHA256\n" + stamp + "\n" + scope + "\n" + hex.EncodeToString(sum[:])
	key := []byte("AWS4" + c.Secret)
	for _, part := range []string{day, c.Region, "s3", "aws4_request", text} {
		key = keyed(key, part)
	}
	req.Header.Set("Authorization", "AWS4-HMAC-SHA256 Credential="+c.Key+"/"+scope+",SignedHeaders="+names+",Signature="+hex.EncodeToString(key))
}

func keyed(key []byte, text string) []byte {
	m := hmac.New(sha256.New, key)
	m.Write([]byte(text))
	return m.Sum(nil)
}
