// Package passkeytest is an authenticator and its browser for tests: it makes passkeys
// and answers with them as a phone does, and wrongly where a test asks for that. It
// must never be part of the program.
package passkeytest

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"fmt"
)

// The flags of an authenticator's answer.
const (
	userPresent  = 0x01
	userVerified = 0x04
	attested     = 0x40
)

// Device is an authenticator in a browser that shows a page of Origin.
type Device struct {
	Origin     string
	Unverified bool   // it does not check who its user is
	RSA        int    // bits of an RSA key that it makes in place of one of P-256, 0 for none; it cannot answer with it
	Count      uint32 // of uses of its keys; each answer counts one more
	key        *ecdsa.PrivateKey
	id, handle []byte
}

// New is a device without a passkey.
func New(origin string) *Device { return &Device{Origin: origin} }

// Copy is another device with the same passkey.
func (d *Device) Copy() *Device { out := *d; return &out }

// options are the parts of both kinds of options that matter here.
type options struct {
	Challenge string
	RPID      string `json:"rpId"`
	RP        struct{ ID string }
	User      struct{ ID string }
}

// Create makes a passkey, forgets the one before it, and answers as JSON.
func (d *Device) Create(asked string) string {
	o := read(asked)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(err)
	d.key, d.id, d.handle = key, make([]byte, 32), decoded(o.User.ID)
	rand.Read(d.id)
	client := d.clientData("webauthn.create", o.Challenge)
	data := append(d.authData(o.RP.ID, attested), make([]byte, 16)...) // no model is told
	data = binary.BigEndian.AppendUint16(data, uint16(len(d.id)))
	data = append(append(data, d.id...), d.cose()...)
	return d.answer(map[string]any{
		"clientDataJSON": text(client), "attestationObject": text(attestation(data)), "transports": []string{"internal"},
	})
}

// Get answers a question with the passkey, as JSON.
func (d *Device) Get(asked string) string {
	o := read(asked)
	d.Count++
	client, data := d.clientData("webauthn.get", o.Challenge), d.authData(o.RPID, 0)
	hash := sha256.Sum256(client)
	signed := sha256.Sum256(append(append([]byte{}, data...), hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, d.key, signed[:])
	must(err)
	return d.answer(map[string]any{
		"clientDataJSON": text(client), "authenticatorData": text(data), "signature": text(signature), "userHandle": text(d.handle),
	})
}

func (d *Device) answer(response map[string]any) string {
	return marshal(map[string]any{
		"id": text(d.id), "rawId": text(d.id), "type": "public-key", "authenticatorAttachment": "platform",
		"response": response, "clientExtensionResults": map[string]any{},
	})
}

func (d *Device) clientData(kind, challenge string) []byte {
	return []byte(marshal(map[string]any{"type": kind, "challenge": challenge, "origin": d.Origin, "crossOrigin": false}))
}

func (d *Device) authData(domain string, more byte) []byte {
	hash := sha256.Sum256([]byte(domain))
	flags := more | userPresent
	if !d.Unverified {
		flags |= userVerified
	}
	return binary.BigEndian.AppendUint32(append(hash[:], flags), d.Count)
}

// cose is the public key in CBOR: a map of key type EC2, algorithm ES256, curve P-256
// and both coordinates.
func (d *Device) cose() []byte {
	if d.RSA > 0 {
		return coseRSA(d.RSA / 8)
	}
	public, err := d.key.PublicKey.Bytes()
	must(err)
	out := []byte{0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20}
	out = append(append(out, public[1:33]...), 0x22, 0x58, 0x20)
	return append(out, public[33:]...)
}

// coseRSA is a public key in CBOR: a map of key type RSA, algorithm RS256, a modulus of
// so many bytes with unknown factors, and the usual exponent.
func coseRSA(size int) []byte {
	modulus := make([]byte, size)
	rand.Read(modulus)
	modulus[0] |= 0x80
	modulus[size-1] |= 1
	out := []byte{0xa4, 0x01, 0x03, 0x03, 0x39, 0x01, 0x00, 0x20, 0x59}
	out = append(binary.BigEndian.AppendUint16(out, uint16(size)), modulus...)
	return append(out, 0x21, 0x43, 0x01, 0x00, 0x01)
}

// attestation is the CBOR map of an authenticator that proves nothing about its maker.
func attestation(data []byte) []byte {
	out := append([]byte{0xa3, 0x63}, "fmt"...)
	out = append(append(out, 0x64), "none"...)
	out = append(append(out, 0x67), "attStmt"...)
	out = append(append(out, 0xa0, 0x68), "authData"...)
	return append(binary.BigEndian.AppendUint16(append(out, 0x59), uint16(len(data))), data...)
}

func read(asked string) options {
	var o options
	must(json.Unmarshal([]byte(asked), &o))
	return o
}

func text(b []byte) string { return base64.RawURLEncoding.EncodeToString(b) }

func decoded(s string) []byte {
	b, err := base64.RawURLEncoding.DecodeString(s)
	must(err)
	return b
}

func marshal(v any) string {
	b, err := json.Marshal(v)
	must(err)
	return string(b)
}

func must(err error) {
	if err != nil {
		panic(fmt.Errorf("passkey of a test: %w", err))
	}
}
