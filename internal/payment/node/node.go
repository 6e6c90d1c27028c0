// Package node asks the node of a chain: over HTTP, within a time, for an
// answer of bounded length, following no redirect. It is what the adapters of
// the chains share, with the reading of token logs and the window of blocks.
//
// The address of a node may carry its key (https://…/v3/KEY), so it stays in
// here: no error names it, and none repeats what the node said.
package node

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"
)

// answerLimit is how many bytes an answer may have. A page of two hundred
// transfers has about a hundred thousand.
const answerLimit = 4 << 20

// DefaultTimeout is how long one question may take where nothing else is set.
const DefaultTimeout = 15 * time.Second

// ErrGarbage says that an answer does not have the protocol's form. It never
// quotes the answer.
var ErrGarbage = errors.New("the answer does not have the protocol's form")

// Refused is a node's clear no to a question, in its own code.
type Refused struct{ Code int64 }

// Error names the code, never the node's text.
func (e *Refused) Error() string { return fmt.Sprintf("the node refused (code %d)", e.Code) }

// Config is how a node is reached.
type Config struct {
	URL            string            // without query and user; questions go to it or below it
	Header         map[string]string // sent along, such as an API key
	User, Password string            // HTTP basic authentication, if User is set
	Timeout        time.Duration     // of one question; 0 is DefaultTimeout
	HTTP           *http.Client      // nil makes one
}

// Node is a node in use.
type Node struct {
	config Config
	http   *http.Client
	count  atomic.Int64
}

// New checks how a node is reached. It asks nobody.
func New(c Config) (*Node, error) {
	u, err := url.Parse(c.URL)
	if err != nil || (u.Scheme != "http" && u.Scheme != "https") || u.Host == "" || u.RawQuery != "" || u.User != nil || u.Fragment != "" {
		return nil, errors.New("the node needs an http address without query, user and fragment")
	}
	c.URL = strings.TrimSuffix(c.URL, "/")
	if c.Timeout == 0 {
		c.Timeout = DefaultTimeout
	}
	client := http.Client{}
	if c.HTTP != nil {
		client = *c.HTTP
	}
	// A redirect would carry the key elsewhere, and bring another's answer.
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	return &Node{config: c, http: &client}, nil
}

// Timeout is how long one question may take.
func (n *Node) Timeout() time.Duration { return n.config.Timeout }

// Get asks a path below the node's address and reads the JSON of the answer.
func (n *Node) Get(ctx context.Context, path string, query url.Values, into any) error {
	status, body, err := n.ask(ctx, http.MethodGet, path+"?"+query.Encode(), nil)
	return plain(status, body, err, into)
}

// Post sends JSON to a path below the node's address and reads the answer's.
func (n *Node) Post(ctx context.Context, path string, question, into any) error {
	status, body, err := n.ask(ctx, http.MethodPost, path, question)
	return plain(status, body, err, into)
}

func plain(status int, body []byte, err error, into any) error {
	if err != nil {
		return err
	}
	if status != http.StatusOK {
		return &Refused{int64(status)}
	}
	if json.Unmarshal(body, into) != nil {
		return ErrGarbage
	}
	return nil
}

// Call makes a JSON-RPC call to the node's address and reads its result, which
// leaves into as it was where it is null. A *Refused carries the error's code.
func (n *Node) Call(ctx context.Context, method string, into any, params ...any) error {
	id := n.count.Add(1)
	if params == nil {
		params = []any{}
	}
	status, body, err := n.ask(ctx, http.MethodPost, "", map[string]any{"jsonrpc": "2.0", "id": id, "method": method, "params": params})
	if err != nil {
		return err
	}
	var answer struct {
		ID     *int64          `json:"id"`
		Result json.RawMessage `json:"result"`
		Error  *struct {
			Code *int64 `json:"code"`
		} `json:"error"`
	}
	// Bitcoin's family says an error with status 500 and the form of an answer.
	bad := json.Unmarshal(body, &answer) != nil || answer.ID == nil || *answer.ID != id
	switch {
	case !bad && answer.Error != nil && answer.Error.Code != nil:
		return &Refused{*answer.Error.Code}
	case status != http.StatusOK:
		return &Refused{int64(status)}
	case bad || answer.Error != nil || len(answer.Result) == 0:
		return ErrGarbage
	}
	if json.Unmarshal(answer.Result, into) != nil {
		return ErrGarbage
	}
	return nil
}

// ask performs one question within its time and reads a bounded answer.
func (n *Node) ask(ctx context.Context, verb, path string, question any) (int, []byte, error) {
	ctx, cancel := context.WithTimeout(ctx, n.config.Timeout)
	defer cancel()
	content := io.Reader(http.NoBody)
	if question != nil {
		text, err := json.Marshal(question)
		if err != nil {
			return 0, nil, errors.New("the question cannot be written")
		}
		content = bytes.NewReader(text)
	}
	request, err := http.NewRequestWithContext(ctx, verb, n.config.URL+path, content)
	if err != nil {
		return 0, nil, errors.New("the address is not well formed")
	}
	for name, value := range n.config.Header {
		request.Header.Set(name, value)
	}
	if n.config.User != "" {
		request.SetBasicAuth(n.config.User, n.config.Password)
	}
	if question != nil {
		request.Header.Set("Content-Type", "application/json")
	}
	request.Header.Set("Accept", "application/json")
	response, err := n.http.Do(request)
	if err != nil {
		return 0, nil, bare(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, answerLimit+1))
	if err != nil {
		return 0, nil, bare(err)
	}
	if len(body) > answerLimit {
		return 0, nil, errors.New("the answer is too long")
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
