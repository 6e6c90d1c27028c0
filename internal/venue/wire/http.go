package wire

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"time"
)

// Read performs a call and reads at most limit bytes of its answer. Any status
// but 200 is an error. Errors never hold the address, which may carry a
// signature.
func Read(client *http.Client, request *http.Request, limit int64) ([]byte, error) {
	response, err := client.Do(request)
	if err != nil {
		return nil, bare(err)
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("answered with status %d", response.StatusCode)
	}
	body, err := io.ReadAll(io.LimitReader(response.Body, limit+1))
	if err != nil {
		return nil, bare(err)
	}
	if int64(len(body)) > limit {
		return nil, errors.New("the answer is too long")
	}
	return body, nil
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
