package wire

import (
	"crypto/aes"
	"crypto/des"
	"errors"
	"testing"
	"time"
)

func TestECBOpensWhatItSealedAndNothingElse(t *testing.T) {
	a, err1 := aes.NewCipher([]byte("0123456789abcdef"))
	d, err2 := des.NewCipher([]byte("12345678"))
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	for _, e := range []ECB{{a}, {d}} {
		for _, text := range []string{"", "a", "1234567", "12345678", "0123456789abcdef", "一句话"} {
			sealed := e.Seal([]byte(text))
			if len(sealed) <= len(text) || len(sealed)%e.Block.BlockSize() != 0 {
				t.Errorf("%q is sealed in %d bytes", text, len(sealed))
			}
			if got, err := e.Open(sealed); err != nil || string(got) != text {
				t.Errorf("%q opens as %q, %v", text, got, err)
			}
			if got, err := e.Open(sealed[:len(sealed)-1]); err == nil {
				t.Errorf("a cut text opens as %q", got)
			}
		}
		zeros := make([]byte, e.Block.BlockSize())
		e.Block.Encrypt(zeros, zeros)
		for _, bad := range [][]byte{nil, zeros} {
			if got, err := e.Open(bad); !errors.Is(err, ErrForm) {
				t.Errorf("%v opens as %q, %v", bad, got, err)
			}
		}
	}
}

func TestPasswordsBelongToTheirAccounts(t *testing.T) {
	a := Password("key", "ming", 16)
	if len(a) != 16 || a != Password("key", "ming", 16) || a == Password("key", "hong", 16) || a == Password("other", "ming", 16) {
		t.Errorf("password %q", a)
	}
}

func TestPagesThatMissOrMoveRowsFail(t *testing.T) {
	for name, c := range map[string]struct {
		page              string
		first, rows, size int
		total             int
		next              string
		fails             bool
	}{
		"nothing":                     {"", 0, 0, 10, 0, "", false},
		"one page":                    {"", 1, 7, 10, 7, "", false},
		"exactly one page":            {"", 0, 10, 10, 10, "", false},
		"more is to come, from 0":     {"", 0, 10, 10, 11, "1/11", false},
		"more is to come, from 1":     {"", 1, 10, 10, 11, "2/11", false},
		"the last page":               {"2/11", 1, 1, 10, 11, "", false},
		"a row comes twice":           {"2/11", 1, 2, 10, 11, "", false},
		"a row is missing":            {"", 0, 6, 10, 7, "", true},
		"the last row is missing":     {"1/11", 0, 0, 10, 11, "", true},
		"a row left the window":       {"1/12", 0, 1, 10, 11, "", true},
		"a row came into the window":  {"1/11", 0, 2, 10, 12, "", true},
		"the venue's count is absurd": {"", 0, 0, 10, -1, "", true},
	} {
		p, err := ParsePage(c.page, c.first)
		if err != nil {
			t.Fatal(err)
		}
		if next, err := p.Next(c.size, c.rows, c.total); next != c.next || (err != nil) != c.fails {
			t.Errorf("%s: next %q, %v", name, next, err)
		}
	}
	for _, strange := range []string{"x", "1", "0/3", "1/3", "-2/3", "2/-3", "2/x"} {
		if p, err := ParsePage(strange, 1); err == nil {
			t.Errorf("%q is page %+v", strange, p)
		}
	}
}

func TestAStepBelongsToOneOfTwoWindows(t *testing.T) {
	for _, step := range []time.Duration{0, time.Minute} {
		whole := Or(step, time.Second)
		edge := time.Date(2026, 3, 2, 12, 0, 5, 300_000_000, time.UTC)
		before, after := Window{edge.Add(-5 * time.Minute), edge, step}, Window{edge, edge.Add(5 * time.Minute), step}
		if from, to := before.Asked(); !from.Equal(before.From.Truncate(whole)) || !to.Equal(edge.Truncate(whole).Add(whole)) {
			t.Errorf("asked for %v to %v", from, to)
		}
		for at := edge.Add(-5 * whole / 2); at.Before(edge.Add(5 * whole / 2)); at = at.Add(whole / 10) {
			_, end := before.Asked()
			begin, _ := after.Asked()
			inBefore := before.Owns(at) && !at.After(end)
			inAfter := after.Owns(at) && !at.Before(begin)
			if inBefore == inAfter {
				t.Errorf("%v: before %v, after %v", at.Sub(edge), inBefore, inAfter)
			}
		}
		if !before.Owns(edge.Add(-time.Hour)) || !before.Owns(edge.Add(time.Hour)) {
			t.Error("a row far away is lost")
		}
	}
}

func TestOnlyAddressesABrowserMayOpenPass(t *testing.T) {
	for address, want := range map[string]bool{
		"https://games.example/x?token=1": true, "http://games.example": true, "https://other.example/": false,
		"javascript:alert(1)": false, "": false, "/relative": false, "https://": false, "https://games.example@other.example/": false,
	} {
		if err := CheckLaunch(address, []string{"games.example"}); (err == nil) != want {
			t.Errorf("%q: %v", address, err)
		}
	}
	if err := CheckLaunch("https://other.example/", nil); err != nil {
		t.Error(err)
	}
	for address, want := range map[string]bool{"https://x.example": true, "http://x.example/a": true, "": false, "x.example": false, "https://x.example/?a=1": false, "https://x.example/#a": false} {
		if got := IsBase(address); got != want {
			t.Errorf("%q: %v", address, got)
		}
	}
}
