package faults

import (
	"net/http"
	"sync/atomic"
	"time"
)

// Drop tears the connection down in the middle of the first line of an answer.
// It sends one byte on purpose. After a connection that closes without a byte,
// Go's client repeats a GET by itself, and the caller under test would not
// notice the fault.
func Drop(w http.ResponseWriter) {
	conn, _, err := http.NewResponseController(w).Hijack()
	if err != nil {
		panic(http.ErrAbortHandler) // the server then closes the connection
	}
	_, _ = conn.Write([]byte("H"))
	_ = conn.Close()
}

// Fail500 answers as a web server does whose program broke.
func Fail500(w http.ResponseWriter) {
	page(w, http.StatusInternalServerError, "<html><head><title>500</title></head><body><h1>Internal Server Error</h1></body></html>")
}

// UnderMaintenance answers as a company does that is closed for work.
func UnderMaintenance(w http.ResponseWriter) {
	page(w, http.StatusServiceUnavailable, "<!doctype html><html lang=\"zh-CN\"><head><meta charset=\"utf-8\"><title>系统维护</title></head><body><h1>系统维护中</h1></body></html>")
}

// TooManyRequests answers as a web server does whose caller asks too often. It is for a company
// whose document has no answer of its own for that.
func TooManyRequests(w http.ResponseWriter) {
	page(w, http.StatusTooManyRequests, "<html><head><title>429</title></head><body><h1>Too Many Requests</h1></body></html>")
}

// garbageTurn walks through the shapes of nonsense, so that a client meets all.
var garbageTurn atomic.Uint32

// Nonsense answers 200 with, in turn: half a JSON object, an HTML page, nothing
// at all, and well-formed JSON of an unknown shape and code.
func Nonsense(w http.ResponseWriter) {
	switch garbageTurn.Add(1) % 4 {
	case 1:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"s":102,"m":"/channelHandle","d":{"code":0,"mon`))
	case 2:
		page(w, http.StatusOK, "<html><body>It works!</body></html>")
	case 3:
		w.WriteHeader(http.StatusOK)
	default:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(`{"s":9999,"m":"?","code":-98765,"d":{"code":98765,"status":77}}`))
	}
}

// Spoil answers 200 with one shape of nonsense, by its name; false when the
// kind is none of them. How a company words a code that is in no manual is its
// own affair, and given.
func Spoil(w http.ResponseWriter, kind Kind, unknownCode string) bool {
	switch kind {
	case Garbage:
		Nonsense(w)
	case Truncated:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(unknownCode[:len(unknownCode)/2]))
	case HTML:
		page(w, http.StatusOK, "<html><body>It works!</body></html>")
	case Empty:
		w.WriteHeader(http.StatusOK)
	case UnknownCode:
		w.Header().Set("Content-Type", "application/json")
		_, _ = w.Write([]byte(unknownCode))
	default:
		return false
	}
	return true
}

func page(w http.ResponseWriter, status int, body string) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	_, _ = w.Write([]byte(body))
}

// Wait passes the time given, in real time, and tells whether it passed: false
// means the sandbox stops. A client that hangs up does not shorten it, for a
// slow company goes on working after its caller gave up.
func Wait(stop <-chan struct{}, d time.Duration) bool {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-stop:
		return false
	}
}
