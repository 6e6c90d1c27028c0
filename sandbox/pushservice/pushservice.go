// Package pushservice simulates browsers that want web push, and the push service
// that they belong to. It checks who sends and opens what came, by its own code: the
// sender's library is not used here.
//
// # The far side, and where it is described
//
// A message is a POST to the address of a browser with TTL (RFC 8030). Its body has
// one record of aes128gcm (RFC 8188), sealed for the browser (RFC 8291). The header
// Authorization names the sender by a token signed with ES256 (RFC 8292); a browser
// takes messages of the key that it was bound to and of no other.
package pushservice

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/ecdh"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"io"
	"math/big"
	"net/http"
	"strconv"
	"strings"
	"sync"
)

// Browser is a browser with web push.
type Browser struct {
	ID     string
	P256DH string // its public key, base64url
	Auth   string // its secret, base64url

	key    *ecdh.PrivateKey
	secret []byte
	sender string // the public key it is bound to
}

// Message is one that the service took.
type Message struct {
	Browser string
	Subject string // of the sender
	Topic   string
	Urgency string
	TTL     int // seconds
	Text    string
}

// Service is the push service.
type Service struct {
	mu       sync.Mutex
	browsers map[string]*Browser
	sent     []Message
	answer   int
}

// New makes a service without browsers.
func New() *Service { return &Service{browsers: map[string]*Browser{}} }

// Browser makes a browser that is bound to the public key of a sender.
func (s *Service) Browser(sender string) (*Browser, error) {
	key, err := ecdh.P256().GenerateKey(rand.Reader)
	if err != nil {
		return nil, err
	}
	b := &Browser{ID: rand.Text(), key: key, secret: make([]byte, 16), sender: sender}
	rand.Read(b.secret)
	b.P256DH, b.Auth = encode(key.PublicKey().Bytes()), encode(b.secret)
	s.mu.Lock()
	defer s.mu.Unlock()
	s.browsers[b.ID] = b
	return b, nil
}

// Forget makes a browser unknown: its user took the permission back.
func (s *Service) Forget(b *Browser) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.browsers, b.ID)
}

// Answer makes the service answer a status to everything, 0 to work again.
func (s *Service) Answer(status int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.answer = status
}

// Sent are the messages that came, the oldest first.
func (s *Service) Sent() []Message {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]Message(nil), s.sent...)
}

const maxBody = 4096 // RFC 8030, 7.2

// ServeHTTP takes a message at /ID of a browser.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.answer != 0 {
		w.WriteHeader(s.answer)
		return
	}
	b := s.browsers[strings.TrimPrefix(r.URL.Path, "/")]
	if b == nil {
		w.WriteHeader(http.StatusGone)
		return
	}
	subject, err := checkSender(r, b.sender)
	if err != nil {
		http.Error(w, err.Error(), http.StatusForbidden)
		return
	}
	ttl, err := strconv.Atoi(r.Header.Get("TTL"))
	if err != nil || ttl < 0 || r.Method != http.MethodPost || r.Header.Get("Content-Encoding") != "aes128gcm" {
		http.Error(w, "TTL or encoding", http.StatusBadRequest)
		return
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, maxBody+1))
	if err != nil || len(body) > maxBody {
		w.WriteHeader(http.StatusRequestEntityTooLarge)
		return
	}
	text, err := b.open(body)
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.sent = append(s.sent, Message{Browser: b.ID, Subject: subject, Topic: r.Header.Get("Topic"), Urgency: r.Header.Get("Urgency"), TTL: ttl, Text: text})
	w.WriteHeader(http.StatusCreated)
}

// checkSender reads "vapid t=…, k=…" and returns the subject of a token that the bound
// key signed for this service.
func checkSender(r *http.Request, bound string) (subject string, err error) {
	scheme, rest, _ := strings.Cut(r.Header.Get("Authorization"), " ")
	fields := map[string]string{}
	for part := range strings.SplitSeq(rest, ",") {
		name, value, _ := strings.Cut(strings.TrimSpace(part), "=")
		fields[name] = value
	}
	if !strings.EqualFold(scheme, "vapid") || fields["k"] != bound {
		return "", errors.New("another sender")
	}
	signed, signature, _ := cutLast(fields["t"], ".")
	raw, err := decode(signature)
	key, notKey := decode(bound)
	if err != nil || notKey != nil || len(raw) != 64 || len(key) != 65 {
		return "", errors.New("no signature")
	}
	sum := sha256.Sum256([]byte(signed))
	public, err := ecdsa.ParseUncompressedPublicKey(elliptic.P256(), key)
	if err != nil || !ecdsa.Verify(public, sum[:], new(big.Int).SetBytes(raw[:32]), new(big.Int).SetBytes(raw[32:])) {
		return "", errors.New("a wrong signature")
	}
	_, payload, _ := strings.Cut(signed, ".")
	text, err := decode(payload)
	if err != nil {
		return "", err
	}
	var claims struct {
		Aud, Sub string
		Exp      int64
	}
	if err := json.Unmarshal(text, &claims); err != nil || claims.Aud != "https://"+r.Host || claims.Exp == 0 {
		return "", errors.New("a token for another service")
	}
	return claims.Sub, nil
}

// open decrypts one record: salt (16), record size (4), length of the key id (1), the
// sender's key of this message (65), and the sealed text with its end mark 2.
func (b *Browser) open(body []byte) (string, error) {
	const head = 16 + 4 + 1
	if len(body) < head+65 || int(body[20]) != 65 {
		return "", errors.New("a body that is too short")
	}
	salt, size, from := body[:16], binary.BigEndian.Uint32(body[16:20]), body[head:head+65]
	sealed := body[head+65:]
	if len(sealed) > int(size) {
		return "", errors.New("more than one record")
	}
	key, err := ecdh.P256().NewPublicKey(from)
	if err != nil {
		return "", err
	}
	shared, err := b.key.ECDH(key)
	if err != nil {
		return "", err
	}
	info := "WebPush: info\x00" + string(b.key.PublicKey().Bytes()) + string(from)
	material, err := hkdf.Key(sha256.New, shared, b.secret, info, 32)
	if err != nil {
		return "", err
	}
	content, err := hkdf.Key(sha256.New, material, salt, "Content-Encoding: aes128gcm\x00", 16)
	if err != nil {
		return "", err
	}
	nonce, err := hkdf.Key(sha256.New, material, salt, "Content-Encoding: nonce\x00", 12)
	if err != nil {
		return "", err
	}
	block, err := aes.NewCipher(content)
	if err != nil {
		return "", err
	}
	seal, err := cipher.NewGCM(block)
	if err != nil {
		return "", err
	}
	plain, err := seal.Open(nil, nonce, sealed, nil)
	if err != nil {
		return "", err
	}
	text, ended := strings.CutSuffix(strings.TrimRight(string(plain), "\x00"), "\x02")
	if !ended {
		return "", errors.New("a record without its end")
	}
	return text, nil
}

func encode(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func decode(s string) ([]byte, error) {
	return base64.RawURLEncoding.DecodeString(strings.TrimRight(s, "="))
}

// cutLast cuts at the last separator.
func cutLast(s, sep string) (before, after string, found bool) {
	if i := strings.LastIndex(s, sep); i >= 0 {
		return s[:i], s[i+len(sep):], true
	}
	return s, "", false
}
