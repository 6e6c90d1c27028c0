package tcg

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"hongyun/internal/venue"
)

// ftpServer is a small FTP server with folders and files in memory.
type ftpServer struct {
	folders map[string][]string // whole path → names
	bodies  map[string]string
	fault   string // what goes wrong, "" for nothing
	passive bool   // EPSV is not known, and PASV names another host

	mu    sync.Mutex
	asked []string
}

func (s *ftpServer) heard() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.asked)
}

// serve gives the address of the server.
func (s *ftpServer) serve(t *testing.T) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = listener.Close() })
	go func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			go s.session(conn)
		}
	}()
	return listener.Addr().String()
}

func (s *ftpServer) session(conn net.Conn) {
	defer conn.Close()
	say := func(line string) { _, _ = io.WriteString(conn, line+"\r\n") }
	say("220 ready")
	var data net.Listener
	defer func() {
		if data != nil {
			_ = data.Close()
		}
	}()
	for lines := bufio.NewScanner(conn); lines.Scan(); {
		s.mu.Lock()
		s.asked = append(s.asked, lines.Text())
		s.mu.Unlock()
		verb, rest, _ := strings.Cut(lines.Text(), " ")
		switch verb {
		case "USER":
			say("331 password")
		case "PASS":
			if rest != "secret-of-files" || s.fault == "locked" {
				say("530 no entry for " + rest)
				return
			}
			say("230 in")
		case "TYPE", "OPTS":
			say("200 yes")
		case "EPSV", "PASV":
			if verb == "EPSV" && s.passive {
				say("502 no")
				continue
			}
			data, _ = net.Listen("tcp", "127.0.0.1:0")
			port := data.Addr().(*net.TCPAddr).Port
			if verb == "EPSV" {
				say(fmt.Sprintf("229 here (|||%d|)", port))
			} else {
				say(fmt.Sprintf("227 there (192,0,2,1,%d,%d)", port/256, port%256)) // a host that never answers
			}
		case "NLST", "RETR":
			s.send(say, data, verb, rest)
		case "QUIT":
			say("221 bye")
			return
		default:
			say("502 no")
		}
	}
}

// send answers NLST and RETR.
func (s *ftpServer) send(say func(string), data net.Listener, verb, at string) {
	names, there := s.folders[at]
	body := strings.Join(names, "\r\n") + "\r\n"
	if verb == "RETR" {
		body, there = s.bodies[at]
	}
	switch {
	case s.fault == "hangs":
		time.Sleep(time.Second)
		return
	case !there || s.fault == "refuses" || s.fault == "refuses "+verb:
		say("550 no " + at)
		return
	case s.fault == "busy":
		say("421 too many")
		return
	}
	say("150 here it comes")
	conn, err := data.Accept()
	if err != nil {
		return
	}
	if s.fault == "breaks off" {
		body = body[:len(body)/2]
	}
	_, _ = io.WriteString(conn, body)
	_ = conn.Close()
	if s.fault == "breaks off" {
		say("426 broken")
		return
	}
	say("226 done")
}

func newFTPServer() *ftpServer {
	const root = "/TLOTTO/ELOTTO"
	return &ftpServer{
		folders: map[string][]string{
			root + "/SETTLED": {"20231114", "20231115"}, root + "/SETTLED/20231115": {"202311150000_0001.json", root + "/SETTLED/20231115/202311150005_0001.json"},
			root + "/CANCELLED": {root + "/CANCELLED/20231114"},
		},
		bodies: map[string]string{root + "/" + aFile: `{"list":[` + betRow + `]}`},
	}
}

func (s *ftpServer) open(t *testing.T) *Venue {
	t.Helper()
	c := testConfig()
	c.FileURL, c.FileUser, c.FilePassword = "ftp://"+s.serve(t)+"/TLOTTO/ELOTTO/", "hongyun", "secret-of-files"
	c.Timeout = 500 * time.Millisecond
	v, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

// Files come by FTP as they do by HTTP. A day without a folder has no files, and
// the connection for data goes to the contract's host whatever the server names.
func TestFilesComeByFTP(t *testing.T) {
	for _, passive := range []bool{false, true} {
		s := newFTPServer()
		s.passive = passive
		v := s.open(t)
		p, err := v.PullBets(t.Context(), midnight, midnight.Add(6*time.Minute), "")
		if err != nil || !slices.Equal(p.Files, []string{aFile, "SETTLED/20231115/202311150005_0001.json"}) {
			t.Fatalf("%+v, %v after %q", p, err, s.heard())
		}
		p, err = v.PullBets(t.Context(), midnight, midnight.Add(6*time.Minute), aFile)
		if err != nil || len(p.Lines) != 1 || p.Lines[0].Payout != 1950 {
			t.Errorf("%+v, %v after %q", p, err, s.heard())
		}
		if !slices.Contains(s.heard(), "NLST /TLOTTO/ELOTTO/CANCELLED/20231115") || !slices.Contains(s.heard(), "RETR /TLOTTO/ELOTTO/"+aFile) || !slices.Contains(s.heard(), "TYPE I") {
			t.Errorf("asked %q", s.heard())
		}
	}
}

// Whatever goes wrong at the server, nothing is taken for empty, and its words
// and the password stay out of the error.
func TestAnFTPServerThatFailsIsNeverEmpty(t *testing.T) {
	for fault, pages := range map[string][]string{
		"locked": {"", aFile}, "refuses": {"", aFile}, "busy": {"", aFile}, "hangs": {"", aFile}, "breaks off": {"", aFile}, "refuses RETR": {aFile},
	} {
		for _, page := range pages {
			s := newFTPServer()
			s.folders["/TLOTTO/ELOTTO/CANCELLED/20231115"] = []string{"202311150000_0001.json"}
			s.fault = fault
			v := s.open(t)
			p, err := v.PullBets(t.Context(), midnight, midnight.Add(time.Minute), page)
			if err == nil || p.Files != nil || len(p.Lines) != 0 {
				t.Errorf("%s: %+v, %v", fault, p, err)
			} else if strings.Contains(err.Error(), "secret-of-files") || strings.Contains(err.Error(), "no ") {
				t.Errorf("%s: %v", fault, err)
			}
		}
	}
	s := newFTPServer()
	s.fault = "breaks off"
	if body, err := s.open(t).files.read(t.Context(), aFile); err == nil {
		t.Errorf("a file that broke off is read as %q", body)
	}
	for name, change := range map[string]func(*ftpServer){
		"the folder above refuses":  func(s *ftpServer) { delete(s.folders, "/TLOTTO/ELOTTO/CANCELLED") },
		"the folder above names it": func(s *ftpServer) { s.folders["/TLOTTO/ELOTTO/CANCELLED"] = []string{"20231115"} },
		"the root is another":       func(s *ftpServer) { clear(s.folders) },
	} {
		s := newFTPServer()
		change(s)
		if p, err := s.open(t).PullBets(t.Context(), midnight, midnight.Add(time.Minute), ""); err == nil {
			t.Errorf("%s: %+v", name, p)
		}
	}
	v := newFTPServer().open(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := v.PullBets(ctx, midnight, midnight.Add(time.Minute), aFile); err == nil {
		t.Error("a caller that gave up was answered")
	}
}

// The golden requests of the files over HTTP.
func TestFilesComeByHTTP(t *testing.T) {
	answers := map[string]string{
		"/ELOTTO/SETTLED/20231115/": "202311150000_0001.json\n", "/ELOTTO/CANCELLED/20231115/": "202311150005_0001.json\r\n", "/ELOTTO/" + aFile: `{"list":[]}`,
	}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		user, password, _ := r.BasicAuth()
		body, there := answers[r.URL.Path]
		if user != "u" || password != "p" || !there {
			http.Error(w, "", http.StatusForbidden)
			return
		}
		_, _ = io.WriteString(w, body)
	}))
	defer server.Close()
	c := testConfig()
	c.FileURL = server.URL + "/ELOTTO/"
	v, err := New(c)
	if err != nil {
		t.Fatal(err)
	}
	pull := func(page string) (venue.BetPage, error) {
		return v.PullBets(t.Context(), midnight, midnight.Add(time.Minute), page)
	}
	if p, err := pull(""); err != nil || !slices.Equal(p.Files, []string{aFile}) {
		t.Errorf("%+v, %v", p, err)
	}
	if p, err := pull(aFile); err != nil || len(p.Lines) != 0 {
		t.Errorf("%+v, %v", p, err)
	}
	for _, bad := range []string{"", "\n", "202311150000_0001.json", "<html>\n", `{"status":1}`} {
		answers["/ELOTTO/CANCELLED/20231115/"] = bad
		if p, err := pull(""); err == nil {
			t.Errorf("%q passed: %+v", bad, p)
		}
	}
}
