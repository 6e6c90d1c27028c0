package ky

import (
	"crypto/aes"
	"encoding/base64"
	"net/url"
	"strings"
	"testing"
)

const (
	vectorAgent  = "70001"
	vectorStamp  = "1700000000000"
	vectorDESKey = "0123456789abcdef"
	vectorMD5Key = "demoMd5KeyForKy1"
)

// seal is the client's side, for tests only.
func seal(text, key string) string {
	block, err := aes.NewCipher([]byte(key))
	if err != nil {
		panic(err)
	}
	pad := aes.BlockSize - len(text)%aes.BlockSize
	open := []byte(text + strings.Repeat(string(rune(pad)), pad))
	for at := 0; at < len(open); at += aes.BlockSize {
		block.Encrypt(open[at:], open[at:at+aes.BlockSize])
	}
	return base64.StdEncoding.EncodeToString(open)
}

// If the server read the worked vectors of the protocol otherwise, it would
// refuse a right client and accept a wrong one.
func TestVectorsOfTheProtocolSheet(t *testing.T) {
	if got := sign(vectorAgent, vectorStamp, vectorMD5Key); got != "aff68f12584ad8054cbb4c23b516443c" {
		t.Errorf("key = %s", got)
	}
	for _, v := range []struct{ text, param string }{
		{"s=1&account=test001", "XiJi6BoGcQpC6U4uF+sxmC0o9ptnHXJz0OCT/isDoE4="},
		{"s=2&account=test001&orderid=7000120231114221320000test001&money=100.00",
			"VbVqYo+81FmFScR55lTCfJ3SnKIBs90CSQSh5d204fIog5RHfJwxIu2JgbJa5qhmwXMw1ZwUbp0K+XP+FWSsqswHDS5S1JKlyrBcvyxUCW4="},
		{"s=6&startTime=1699999400000&endTime=1699999700000",
			"eTx5eI3AumsyLHoIu9DOIpzB9XSECp75GnDW7ixfqk38fsNns+kMiXvQ2+i7gdyk6l8SYCwGBNMCH3h//8kvSQ=="},
	} {
		got, err := decrypt(v.param, vectorDESKey)
		if err != nil || got != v.text {
			t.Errorf("decrypt(%s) = %q, %v", v.param, got, err)
		}
		wrapped := v.param[:20] + "\r\n" + strings.ReplaceAll(v.param[20:], "+", " ")
		if got, err := decrypt(wrapped, vectorDESKey); err != nil || got != v.text {
			t.Errorf("wrapped and unplussed: %q, %v", got, err)
		}
		if sealed := seal(v.text, vectorDESKey); sealed != v.param {
			t.Errorf("seal(%s) = %s", v.text, sealed)
		}
	}
	inURL, _ := url.ParseQuery("param=XiJi6BoGcQpC6U4uF%2BsxmC0o9ptnHXJz0OCT%2FisDoE4%3D")
	if got, err := decrypt(inURL.Get("param"), vectorDESKey); err != nil || got != "s=1&account=test001" {
		t.Errorf("from an address: %q, %v", got, err)
	}
}

func TestNonsenseDoesNotDecrypt(t *testing.T) {
	for _, param := range []string{"", "x", "!!!!", "AAAA", base64.StdEncoding.EncodeToString(make([]byte, 16)), seal("s=1", "fedcba9876543210")} {
		if got, err := decrypt(param, vectorDESKey); err == nil {
			t.Errorf("decrypt(%q) = %q", param, got)
		}
	}
}

func FuzzDecrypt(f *testing.F) {
	f.Add("XiJi6BoGcQpC6U4uF+sxmC0o9ptnHXJz0OCT/isDoE4=")
	f.Fuzz(func(_ *testing.T, param string) {
		if text, err := decrypt(param, vectorDESKey); err == nil {
			inner(text)
		}
	})
}
