package secret

import (
	"errors"
	"math/rand/v2"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"
)

// trust ACC-1: a stolen table of hashes must be expensive to guess from.
func TestTrust_ACC_1_PasswordHashesAreArgon2idWithTheirOwnSalt(t *testing.T) {
	form := regexp.MustCompile(`^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=1\$([^$]+)\$[^$]+$`)
	salts := map[string]bool{}
	const n = 20
	start := time.Now()
	for range n {
		hash, err := HashPassword(t.Context(), "samesame1")
		if err != nil {
			t.Fatal(err)
		}
		m := form.FindStringSubmatch(hash)
		if m == nil {
			t.Fatalf("hash %q has another form", hash)
		}
		memory, _ := strconv.Atoi(m[1])
		passes, _ := strconv.Atoi(m[2])
		if memory < 19456 || passes < 2 {
			t.Errorf("hash made with m=%d t=%d", memory, passes)
		}
		salts[m[3]] = true
	}
	if len(salts) != n {
		t.Errorf("%d salts for %d hashes", len(salts), n)
	}
	t.Logf("%v a hash", time.Since(start)/n)
}

// trust ACC-3: every typed character of a password counts.
func TestTrust_ACC_3_OnlyTheExactPasswordIsAccepted(t *testing.T) {
	const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789"
	random := rand.New(rand.NewPCG(3, 3))
	for range 25 {
		password := Text(5+random.IntN(15), alphabet)
		hash, err := HashPassword(t.Context(), password)
		if err != nil {
			t.Fatal(err)
		}
		if ok, stale, err := CheckPassword(t.Context(), password, hash); !ok || stale || err != nil {
			t.Fatalf("own password refused: %v %v %v", ok, stale, err)
		}
		for _, other := range []string{password[:len(password)-1], password + "a", " " + password, swapCase(password)} {
			if other == password {
				continue
			}
			if ok, _, _ := CheckPassword(t.Context(), other, hash); ok {
				t.Errorf("%q accepted for %q", other, password)
			}
		}
	}
}

func swapCase(s string) string {
	if up := strings.ToUpper(s); up != s {
		return up
	}
	return strings.ToLower(s)
}

// trust ACC-4: an unknown user's password is never right, and costs the same
// work.
func TestTrust_ACC_4_AnUnknownUserHasNoPassword(t *testing.T) {
	for _, password := range []string{"", "12345", dummy} {
		if ok, _, err := CheckPassword(t.Context(), password, ""); ok || err != nil {
			t.Errorf("CheckPassword(%q, nobody) = %v, %v", password, ok, err)
		}
	}
}

func TestAWeakerHashIsStale(t *testing.T) {
	const weak = "$argon2id$v=19$m=4096,t=1,p=1$Vt3mJ8qYB1xLw0nPzRk5Cg$0Z4n3bQ9yq3yJx0m8iZk1k9mXbqgT5jv6wP2hRr7sUo"
	if _, stale, err := CheckPassword(t.Context(), "x", weak); !stale || err != nil {
		t.Errorf("stale = %v, err = %v", stale, err)
	}
}

// trust SES-1
func TestTrust_SES_1_TokensAreLongRandomAndDistinct(t *testing.T) {
	seen := make(map[string]bool, 10000)
	ones, bits := 0, 0
	for range 10000 {
		token := NewToken()
		if len(token) != TokenLength || !IsToken(token) {
			t.Fatalf("token %q", token)
		}
		if seen[token] {
			t.Fatal("a token came twice")
		}
		seen[token] = true
		for i := range token {
			v := strings.IndexByte("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_", token[i])
			if i == len(token)-1 {
				break // the last character carries padding bits
			}
			for range 6 {
				ones += v & 1
				v >>= 1
				bits++
			}
		}
	}
	// Monobit: the sum lies within 2.58 standard deviations at p = 0.01; four keep the test quiet.
	if d := float64(2*ones - bits); d*d > 16*float64(bits) {
		t.Errorf("%d ones in %d bits", ones, bits)
	}
	for _, bad := range []string{"", "a", strings.Repeat("a", 44), strings.Repeat("=", 43), strings.Repeat("中", 43)} {
		if IsToken(bad) {
			t.Errorf("IsToken(%q)", bad)
		}
	}
}

// trust PII-1: what leaves with a stolen table cannot be read, moved or matched.
func TestTrust_PII_1_SealedFieldsOpenOnlyInTheirPlace(t *testing.T) {
	box := newBox(t, 1)
	const where, plain = "player.phone/ming", "13812345678"
	sealed := box.Seal(where, plain)
	if strings.Contains(sealed, plain) || sealed == box.Seal(where, plain) {
		t.Fatalf("sealed as %q", sealed)
	}
	if got, err := box.Open(where, sealed); err != nil || got != plain {
		t.Errorf("Open = %q, %v", got, err)
	}
	flipped := []byte(sealed)
	flipped[len(flipped)-3] ^= 1
	for name, open := range map[string]func() (string, error){
		"another row":   func() (string, error) { return box.Open("player.phone/hong", sealed) },
		"another key":   func() (string, error) { return newBox(t, 2).Open(where, sealed) },
		"altered":       func() (string, error) { return box.Open(where, string(flipped)) },
		"plain text":    func() (string, error) { return box.Open(where, plain) },
		"cut short":     func() (string, error) { return box.Open(where, sealed[:8]) },
		"not base64":    func() (string, error) { return box.Open(where, keyID+"!!!") },
		"unknown keyId": func() (string, error) { return box.Open(where, "9."+sealed[2:]) },
	} {
		if got, err := open(); !errors.Is(err, ErrSealed) || got != "" {
			t.Errorf("%s: %q, %v", name, got, err)
		}
	}
	if box.Seal(where, "") != "" || box.Index("phone", "") != "" {
		t.Error("nothing must stay nothing")
	}
	a, b := box.Index("phone", plain), box.Index("phone", plain)
	if a != b || a == box.Index("email", plain) || a == newBox(t, 2).Index("phone", plain) {
		t.Error("an index depends on key, kind and value, and on nothing else")
	}
}

func newBox(t *testing.T, first byte) *Box {
	t.Helper()
	key := make([]byte, KeySize)
	key[0] = first
	box, err := NewBox(key)
	if err != nil {
		t.Fatal(err)
	}
	return box
}

func TestAKeyOfTheWrongLengthIsRefused(t *testing.T) {
	if _, err := NewBox(make([]byte, 16)); err == nil {
		t.Error("a short key was taken")
	}
}

func TestTextIsDrawnFromItsAlphabet(t *testing.T) {
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if s := Text(200, "xyz"); len(s) != 200 || strings.Trim(s, "xyz") != "" {
				t.Errorf("Text = %q", s)
			}
		})
	}
	wg.Wait()
}
