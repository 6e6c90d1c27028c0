package wire

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"time"
)

// Client makes calls to one gateway within a time limit. It follows no
// redirect, which would carry a signed call, or a key, elsewhere.
type Client struct {
	http    *http.Client
	timeout time.Duration
}

// NewClient makes a client; base may be nil.
func NewClient(base *http.Client, timeout time.Duration) *Client {
	client := http.Client{}
	if base != nil {
		client = *base
	}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Client{http: &client, timeout: timeout}
}

// Answer is what a gateway answered. Location is there in a redirect alone.
type Answer struct {
	Status   int
	Location string
	Body     []byte
}

// Get asks an address. Errors never hold the address, which may carry the key.
func (c *Client) Get(ctx context.Context, address string) (Answer, error) {
	request, err := newRequest(ctx, http.MethodGet, address, "", nil)
	if err != nil {
		return Answer{}, err
	}
	return c.do(ctx, request)
}

// PostForm sends a form.
func (c *Client) PostForm(ctx context.Context, address string, form url.Values) (Answer, error) {
	request, err := newRequest(ctx, http.MethodPost, address, formType, []byte(form.Encode()))
	if err != nil {
		return Answer{}, err
	}
	return c.do(ctx, request)
}

// PostOnce sends a form at most once: no transport sends it a second time on a new
// connection. An order to pay out needs that.
func (c *Client) PostOnce(ctx context.Context, address string, form url.Values) (Answer, error) {
	request, err := newRequest(ctx, http.MethodPost, address, formType, []byte(form.Encode()))
	if err != nil {
		return Answer{}, err
	}
	request.GetBody = nil
	return c.do(ctx, request)
}

// PostJSON sends a JSON body.
func (c *Client) PostJSON(ctx context.Context, address string, body []byte) (Answer, error) {
	request, err := newRequest(ctx, http.MethodPost, address, "application/json", body)
	if err != nil {
		return Answer{}, err
	}
	return c.do(ctx, request)
}

const formType = "application/x-www-form-urlencoded"

func newRequest(ctx context.Context, verb, address, contentType string, body []byte) (*http.Request, error) {
	request, err := http.NewRequestWithContext(ctx, verb, address, bytes.NewReader(body))
	if err != nil {
		return nil, errors.New("the address is not well formed")
	}
	if contentType != "" {
		request.Header.Set("Content-Type", contentType)
	}
	return request, nil
}

func (c *Client) do(ctx context.Context, request *http.Request) (Answer, error) {
	ctx, cancel := context.WithTimeout(ctx, c.timeout)
	defer cancel()
	response, err := c.http.Do(request.WithContext(ctx))
	if err != nil {
		return Answer{}, bare(err)
	}
	defer response.Body.Close()
	answer := Answer{Status: response.StatusCode}
	if response.StatusCode/100 == 3 {
		answer.Location = response.Header.Get("Location")
	}
	answer.Body, err = io.ReadAll(io.LimitReader(response.Body, Limit+1))
	if err != nil {
		return Answer{}, bare(err)
	}
	if len(answer.Body) > Limit {
		return Answer{}, errors.New("the answer is too long")
	}
	return answer, nil
}

// Text is the body of an answer with status 200.
func (a Answer) Text() ([]byte, error) {
	if a.Status != http.StatusOK {
		return nil, fmt.Errorf("answered with status %d", a.Status)
	}
	return a.Body, nil
}

// bare takes the address out of a transport error.
func bare(err error) error {
	if u, ok := errors.AsType[*url.Error](err); ok {
		return u.Err
	}
	return err
}

// Base checks the address of a gateway's interface and gives it without a slash
// at its end. The error holds no address.
func Base(text string) (string, error) {
	u, err := url.Parse(text)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.RawQuery != "" || u.Fragment != "" || u.User != nil {
		return "", errors.New("BaseURL must be an http address without a query")
	}
	return strings.TrimSuffix(text, "/"), nil
}
