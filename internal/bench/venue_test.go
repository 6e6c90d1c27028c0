package bench

import (
	"crypto/aes"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
)

// The measured house's contract with its venue.
const (
	venueAgent  = "70001"
	venueDESKey = "0123456789abcdef"
	venueMD5Key = "bench-md5-key-01"
)

// serveVenue says yes to every command of the venue's protocol, at once and
// without keeping anything.
func serveVenue(w http.ResponseWriter, r *http.Request) {
	command, err := commandOf(r.URL.Query().Get("param"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	w.Header().Set("Content-Type", "application/json")
	fmt.Fprintf(w, `{"m":"/channelHandle","s":10%s,"d":{"code":0,"money":1000.00}}`, command)
}

// commandOf opens a sealed query, AES-128 in ECB mode, and reads its command.
func commandOf(param string) (string, error) {
	text, err := base64.StdEncoding.DecodeString(param)
	if err != nil || len(text) == 0 || len(text)%aes.BlockSize != 0 {
		return "", fmt.Errorf("param of %d bytes cannot be opened", len(text))
	}
	block, err := aes.NewCipher([]byte(venueDESKey))
	if err != nil {
		return "", err
	}
	for at := 0; at < len(text); at += aes.BlockSize {
		block.Decrypt(text[at:at+aes.BlockSize], text[at:at+aes.BlockSize])
	}
	pad := int(text[len(text)-1])
	if pad < 1 || pad > aes.BlockSize {
		return "", fmt.Errorf("param is not padded")
	}
	values, err := url.ParseQuery(string(text[:len(text)-pad]))
	return values.Get("s"), err
}
