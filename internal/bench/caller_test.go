package bench

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"os/exec"
	"testing"
)

// street is the house's end of the world outside.
type street struct {
	Venue string // address of the venue

	tell  *json.Encoder
	hear  *json.Decoder
	loads int
}

// openStreet starts the second process; it ends with the benchmark.
func openStreet(b *testing.B) *street {
	b.Helper()
	self, err := os.Executable()
	if err != nil {
		b.Fatal(err)
	}
	c := exec.CommandContext(b.Context(), self)
	c.Env = append(os.Environ(), outsideRole+"=1")
	c.Stderr = os.Stderr
	in, err := c.StdinPipe()
	if err != nil {
		b.Fatal(err)
	}
	out, err := c.StdoutPipe()
	if err != nil {
		b.Fatal(err)
	}
	if err := c.Start(); err != nil {
		b.Fatal(err)
	}
	b.Cleanup(func() {
		_ = in.Close() // it reads until here
		_, _ = io.Copy(io.Discard, out)
		_ = c.Wait()
	})
	s := &street{tell: json.NewEncoder(in), hear: json.NewDecoder(out)}
	first, err := s.next()
	if err != nil {
		b.Fatal(err)
	}
	s.Venue = first.Venue
	return s
}

func (s *street) next() (news, error) {
	var n news
	if err := s.hear.Decode(&n); err != nil {
		return n, err
	}
	if n.Error != "" {
		return n, errors.New(n.Error)
	}
	return n, nil
}

// run has a load made and calls begin and end at its window's edges.
func (s *street) run(w wish, begin, end func()) (result, error) {
	s.loads++
	w.Run = s.loads
	if err := s.tell.Encode(w); err != nil {
		return result{}, err
	}
	for {
		n, err := s.next()
		switch {
		case err != nil:
			return result{}, err
		case n.Begun:
			begin()
		case n.Ended:
			end()
		case n.Done != nil:
			return *n.Done, nil
		}
	}
}
