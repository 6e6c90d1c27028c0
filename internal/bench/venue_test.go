package bench

import (
	"crypto/aes"
	"encoding/base64"
	"fmt"
	"net/http"
	"net/url"
	"sync"

	"hongyun/internal/money"
)

// The measured house's contract with its venue.
const (
	venueAgent  = "70001"
	venueDESKey = "0123456789abcdef"
	venueMD5Key = "bench-md5-key-01"
)

// venueBooks is what the venue's accounts hold, by name. A house whose jobs run
// compares them with its own.
var venueBooks struct {
	mu   sync.Mutex
	held map[string]money.Fen
}

// serveVenue says yes to every command of the venue's protocol, at once. It has
// no bets to report.
func serveVenue(w http.ResponseWriter, r *http.Request) {
	asked, err := commandOf(r.URL.Query().Get("param"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	command, account := asked.Get("s"), asked.Get("account")
	var by money.Fen
	if command == "2" || command == "3" {
		if by, err = money.ParseYuan(asked.Get("money")); err != nil {
			http.Error(w, err.Error(), http.StatusBadRequest)
			return
		}
		if command == "3" {
			by = -by
		}
	}
	venueBooks.mu.Lock()
	if venueBooks.held == nil {
		venueBooks.held = map[string]money.Fen{}
	}
	venueBooks.held[account] += by
	held := venueBooks.held[account]
	venueBooks.mu.Unlock()
	w.Header().Set("Content-Type", "application/json")
	if command == "6" {
		fmt.Fprint(w, `{"m":"/getRecordHandle","s":106,"d":{"code":16}}`)
		return
	}
	fmt.Fprintf(w, `{"m":"/channelHandle","s":10%s,"d":{"code":0,"money":%s}}`, command, held)
}

// commandOf opens a sealed query, AES-128 in ECB mode.
func commandOf(param string) (url.Values, error) {
	text, err := base64.StdEncoding.DecodeString(param)
	if err != nil || len(text) == 0 || len(text)%aes.BlockSize != 0 {
		return nil, fmt.Errorf("param of %d bytes cannot be opened", len(text))
	}
	block, err := aes.NewCipher([]byte(venueDESKey))
	if err != nil {
		return nil, err
	}
	for at := 0; at < len(text); at += aes.BlockSize {
		block.Decrypt(text[at:at+aes.BlockSize], text[at:at+aes.BlockSize])
	}
	pad := int(text[len(text)-1])
	if pad < 1 || pad > aes.BlockSize {
		return nil, fmt.Errorf("param is not padded")
	}
	return url.ParseQuery(string(text[:len(text)-pad]))
}
