package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"time"
)

// Client copies a client, nil being a new one, and makes it follow no redirect.
// A redirect would carry a signed call or a token to an unknown host.
func Client(base *http.Client) *http.Client {
	client := http.Client{}
	if base != nil {
		client = *base
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &client
}

// IsBase says whether a contract's address is one that calls can be built on.
func IsBase(address string) bool {
	u, err := url.Parse(address)
	return err == nil && isWeb(u) && u.RawQuery == "" && u.Fragment == ""
}

// CheckLaunch fails unless a browser may open the address of a game. It must be
// an http address at one of the listed hosts, or at any if none is listed
// (trust T13).
func CheckLaunch(address string, hosts []string) error {
	u, err := url.Parse(address)
	if err != nil || !isWeb(u) {
		return fmt.Errorf("%w: the game's address", ErrForm)
	}
	if len(hosts) > 0 && !slices.Contains(hosts, u.Hostname()) {
		return errors.New("the game's address is at a host that is not on the list")
	}
	return nil
}

func isWeb(u *url.URL) bool { return (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" }

// Read performs a call and reads at most limit bytes of its answer. Any status
// but 200 is an error. Errors never hold the address, which may carry a
// signature.
func Read(client *http.Client, request *http.Request, limit int64) ([]byte, error) {
	status, body, err := ReadStatus(client, request, limit)
	if status != 0 && status != http.StatusOK {
		return nil, fmt.Errorf("answered with status %d", status)
	}
	return body, err
}

// ReadStatus is Read for a venue that answers by status as well: every status is an
// answer. The status is 0 where none came.
func ReadStatus(client *http.Client, request *http.Request, limit int64) (status int, body []byte, err error) {
	response, err := client.Do(request)
	if err != nil {
		return 0, nil, bare(err)
	}
	defer response.Body.Close()
	body, err = io.ReadAll(io.LimitReader(response.Body, limit+1))
	if err != nil {
		return response.StatusCode, nil, bare(err)
	}
	if int64(len(body)) > limit {
		return response.StatusCode, nil, errors.New("the answer is too long")
	}
	return response.StatusCode, body, nil
}

// bare takes the address out of a transport error.
func bare(err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		return u.Err
	}
	return err
}

// Pause waits, or stops with ctx.
func Pause(ctx context.Context, d time.Duration) error {
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
